//! Forms: a run of a procedure as a scene writes it down. Each line arguments a blank, opens a step, names a method, lays
//! out a plan, or gives a level its text.

use super::arguments::{join, place_of};
use super::checker::SceneChecker;
use super::kept::of_kept;
use super::unknown_lines::method_of;
use crate::diagnostic::{Diagnostic, codes};
use crate::model::scene_names::SceneName;
use crate::model::typing::Env;
use crate::model::{
    Argument, ExprKind, Invocation, InvocationId, LocalId, LocalKind, Member, Method, Named, ProcedureId, ThingId, Type,
};
use crate::syntax::ast::{self, Kept, Line, LineValue, Phrase, StatementKind};

impl<'a> SceneChecker<'a> {
    /// A run of `procedure`; the first `used` words of the line are its head, the rest its name.
    pub fn invocation(
        &mut self,
        line: &'a Line,
        used: usize,
        procedure: ProcedureId,
        parent: Option<(InvocationId, LocalId)>,
    ) -> InvocationId {
        let rest = &line.words.words[used..];
        let name = if rest.is_empty() { join(&line.words.words[..used]) } else { join(rest) };
        let path = match parent {
            Some((parent, _)) => format!("{}.{name}", self.scene.invocations[parent].path),
            None => name.clone(),
        };
        let id = self.scene.invocations.next_id();
        let title = line.text.as_ref().map(|t| t.text.clone());
        let mut invocation = Invocation::named(path, name.clone(), procedure, line.words.span());
        invocation.title = title;
        self.scene.invocations.push(invocation);
        self.scene.blocks_of.insert(id, self.scene.blocks.clone());
        if let Some((parent, _)) = parent {
            self.scene.invocations[parent].nested.insert(name, id);
        } else {
            let words = if rest.is_empty() { &line.words.words[..used] } else { rest };
            self.name_in_scene(&Phrase { words: words.to_vec() }, SceneName::Invocation(id));
        }
        self.roles(id, line, parent);
        if !matches!(line.value, LineValue::None) {
            self.misplaced(
                line.words.span(),
                "a value stands where a name is wanted",
                "give the blanks their values between braces",
            );
        }
        self.invocation_lines(id, line.body.as_deref().unwrap_or_default(), None);
        self.simplest_plan(id);
        id
    }

    fn roles(&mut self, id: InvocationId, line: &Line, parent: Option<(InvocationId, LocalId)>) {
        let procedure = self.scene.invocations[id].procedure;
        let (by, versus) = (self.system.procedures[procedure].by, self.system.procedures[procedure].versus);
        let inherited = parent.and_then(|(parent, local)| self.inherited_role(parent, local, procedure));
        let by = self.role_of(id, by, line.by.as_ref(), ("by", inherited));
        let versus = self.role_of(id, versus, line.versus.as_ref(), ("versus", None));
        let invocation = &mut self.scene.invocations[id];
        (invocation.by, invocation.versus) = (by, versus);
    }

    /// Who acts in a nested run that does not say: whom the blank names (`ask reply : test by defender`), else who
    /// acts in the run around it, if the kind fits.
    fn inherited_role(&mut self, parent: InvocationId, local: LocalId, procedure: ProcedureId) -> Option<ThingId> {
        let invocation = &self.scene.invocations[parent];
        let around = &self.system.procedures[invocation.procedure];
        let who = match self.system.blank_roles.get(&(invocation.procedure, local)) {
            Some(role) if around.versus == Some(*role) => invocation.versus,
            _ => invocation.by,
        };
        let wanted = self.system.procedures[procedure].by?;
        let wanted = self.system.procedures[procedure].locals[wanted].ty.clone();
        who.filter(|who| Type::Thing(self.scene.things[*who].kind) == wanted)
    }

    fn role_of(
        &mut self,
        id: InvocationId,
        local: Option<LocalId>,
        who: Option<&Phrase>,
        (word, inherited): (&str, Option<ThingId>),
    ) -> Option<ThingId> {
        let procedure = self.scene.invocations[id].procedure;
        let name = self.system.procedures[procedure].name.clone();
        let span = self.scene.invocations[id].span;
        match (local, who) {
            (None, None) => None,
            (None, Some(who)) => {
                let message = format!("`{name}` has no `{word}`");
                self.report(
                    Diagnostic::error(codes::ROLE, who.span(), message).help(format!("remove `{word} {}`", who.text())),
                );
                None
            }
            (Some(local), None) => {
                if inherited.is_none() {
                    let role = self.system.procedures[procedure].locals[local].name.clone();
                    let message = format!("`{name}` does not say who is the `{role}`");
                    self.report(
                        Diagnostic::error(codes::ROLE, span, message)
                            .help(format!("add `{word} NAME` before the brace")),
                    );
                }
                inherited
            }
            (Some(local), Some(who)) => {
                let wanted = self.system.procedures[procedure].locals[local].ty.clone();
                let named = self.scene.names.get(&who.text());
                if let Some(named @ SceneName::Thing(_)) = named {
                    self.used(named.into(), who.span());
                }
                match named {
                    Some(SceneName::Thing(thing)) if Type::Thing(self.scene.things[thing].kind) == wanted => {
                        Some(thing)
                    }
                    Some(SceneName::Thing(thing)) => {
                        let found = self.type_name(&Type::Thing(self.scene.things[thing].kind));
                        let message = format!("`{}` is {found}, and {} is wanted", who.text(), self.type_name(&wanted));
                        self.report(
                            Diagnostic::error(codes::ROLE, who.span(), message).help("name somebody of the right kind"),
                        );
                        None
                    }
                    _ => {
                        self.nobody(who);
                        None
                    }
                }
            }
        }
    }

    /// The lines between a invocation's braces, or between those of one of its steps.
    fn invocation_lines(&mut self, id: InvocationId, body: &'a [ast::Statement], step: Option<usize>) {
        for statement in body {
            let (kept, statement) = of_kept(statement);
            if let StatementKind::Line(line) = &statement.kind {
                self.invocation_line(id, line, step, kept);
            } else if let (StatementKind::Mode(word), None) = (&statement.kind, kept) {
                let method = self.method_word(word);
                let invocation = &mut self.scene.invocations[id];
                match step {
                    Some(step) => invocation.step_methods.extend(method.map(|m| (step, m))),
                    None => invocation.method = method,
                }
            } else {
                let help = "close the brace first: what happens next stands outside; inside, a value may be \
                            `if … then … else …`";
                self.misplaced(statement.span, "only blanks, steps and texts can stand here", help);
            }
        }
    }

    pub fn invocation_line(&mut self, id: InvocationId, line: &'a Line, step: Option<usize>, kept: Option<Kept>) {
        for used in (1..=line.words.words.len()).rev() {
            let name = join(&line.words.words[..used]);
            if let Some(local) = self.blank_line(id, line, used, &name, step) {
                if let Some(kept) = kept {
                    self.keep_blank(id, local, kept, line);
                }
                return;
            }
            if self.step_line(id, line, used, &name)
                || self.plan_line(id, line, used, &name)
                || self.level_line(id, line, used, &name, (step, None))
            {
                if let Some(kept) = kept {
                    self.cannot_keep_line(kept, line, "keep what fills a blank, or everything around it");
                }
                return;
            }
        }
        let procedure = self.scene.invocations[id].procedure;
        let mut heads = self.system.blank_names(procedure);
        heads.extend(self.system.procedures[procedure].steps.iter().map(|s| s.name.clone()));
        if let Some((_, plan)) = self.system.plan_of(procedure) {
            heads.push(self.system.plans[plan].item.clone());
            heads.extend(self.system.plans[plan].groups.iter().map(|g| g.name.clone()));
        }
        for local in &self.system.procedures[procedure].locals {
            if let LocalKind::Resolve(scale) = local.kind {
                heads.extend(self.system.scales[scale].levels.iter().cloned());
            }
        }
        let name = self.system.procedures[procedure].name.clone();
        self.unknown_line(line, &format!("`{name}`"), &heads);
    }

    /// A nested run: written inline, or named where it was run before.
    pub fn run_line(
        &mut self,
        id: InvocationId,
        local: LocalId,
        run: ProcedureId,
        (line, used): (&'a Line, usize),
        many: bool,
    ) {
        let inline = line.body.is_some() || line.by.is_some() || line.versus.is_some() || line.text.is_some();
        let reference = if inline { None } else { self.named_run(id, line, used, run) };
        let entry = match reference {
            Some(invocation) => (invocation, false),
            None => (self.invocation(line, used, run, Some((id, local))), true),
        };
        let asked = &self.system.procedures[self.scene.invocations[id].procedure].locals[local];
        let name = asked.name.clone();
        if let (true, (invocation, true)) = (asked.secret, entry) {
            self.scene.invocations[invocation].kept = Some(Kept::Secret);
        }
        let arguments = &mut self.scene.invocations[id].arguments;
        match arguments.entry(local).or_insert_with(|| Argument::Forms(Vec::new())) {
            Argument::Forms(invocations) if many || invocations.is_empty() => invocations.push(entry),
            Argument::One(_) | Argument::List(_) | Argument::Forms(_) | Argument::Plan(_) => {
                let message = format!("`{name}` is filled twice");
                self.report(
                    Diagnostic::error(codes::FILLED_TWICE, line.words.span(), message).help("remove one of them"),
                );
            }
        }
    }

    /// Whether a run is the one in hand, or lies around it.
    fn is_around(&self, outer: InvocationId, inner: InvocationId) -> bool {
        let nested = &self.scene.invocations[outer].nested;
        outer == inner || nested.values().any(|invocation| self.is_around(*invocation, inner))
    }

    /// The run of the scene that a line names, if it names one.
    fn named_run(&mut self, id: InvocationId, line: &'a Line, used: usize, run: ProcedureId) -> Option<InvocationId> {
        let value = self.line_value(line, used)?;
        if let ast::ExprKind::Name(name) = &value.kind {
            self.scene.names.get(&name.text())?;
        }
        let used = self.notes.uses.mark();
        let typed = self.expr(&Env::default(), &value, None);
        let (ExprKind::Invocation(invocation) | ExprKind::Member(_, Member::Nested(invocation))) = typed.kind else {
            self.notes.uses.forget_after(used);
            return None;
        };
        if self.is_around(invocation, id) {
            let path = self.scene.invocations[invocation].path.clone();
            let complaint = Diagnostic::error(codes::RUN, typed.span, format!("`{path}` cannot be part of itself"));
            self.report(complaint.help("name another one, or write it out between braces"));
        }
        if self.scene.invocations[invocation].procedure != run {
            let wanted = self.type_name(&Type::Run(run));
            let message =
                format!("`{}` is no {}", self.scene.invocations[invocation].path, wanted.trim_start_matches("a "));
            self.report(
                Diagnostic::error(codes::WRONG_TYPE, typed.span, message).help("name a run of the right procedure"),
            );
        }
        Some(invocation)
    }

    /// `STEP random { … }`, `STEP automatic LEVEL`, `STEP { … }`
    fn step_line(&mut self, id: InvocationId, line: &'a Line, used: usize, name: &str) -> bool {
        let procedure = self.scene.invocations[id].procedure;
        let step = self.system.procedures[procedure].steps.iter().position(|s| s.name == name);
        let locals = &self.system.procedures[procedure].locals;
        let resolved = locals
            .find(|s| s.name == name && matches!(s.kind, LocalKind::Resolve(_) | LocalKind::Roll | LocalKind::Draw));
        if step.is_none() && resolved.is_none() {
            return false;
        }
        let head = place_of(&line.words.words[..used]);
        let named = step.map(|step| Named::Step(procedure, step));
        if let Some(named) = named.or(resolved.map(|local| Named::Local(procedure, local))) {
            self.used(named, head);
        }
        let mut rest = &line.words.words[used..];
        if let Some(method) = rest.first().and_then(|word| method_of(&word.text)) {
            rest = &rest[1..];
            let method = self.method_value(id, method, (line, line.words.words.len() - rest.len()), (step, resolved));
            let invocation = &mut self.scene.invocations[id];
            match (step, resolved) {
                (Some(step), _) => invocation.step_methods.insert(step, method),
                (None, Some(local)) => invocation.local_methods.insert(local, method),
                (None, None) => None,
            };
        } else if !rest.is_empty() || line.body.is_none() {
            let message = match rest.first() {
                Some(word) => format!("`{}` is no way to answer `{name}`", word.text),
                None => format!("`{name}` says nothing"),
            };
            let help =
                format!("write `{name} {{ … }}`, `{name} random`, `{name} deliberate` or `{name} automatic LEVEL`");
            self.report(Diagnostic::error(codes::METHOD, line.words.span(), message).help(help));
        }
        if let Some(body) = &line.body {
            self.invocation_lines(id, body, step);
        }
        true
    }

    /// What is declared by `automatic`.
    fn method_value(
        &mut self,
        id: InvocationId,
        method: Method,
        (line, used): (&'a Line, usize),
        (step, local): (Option<usize>, Option<LocalId>),
    ) -> Method {
        let Some(value) = self.line_value(line, used) else { return method };
        let procedure = self.scene.invocations[id].procedure;
        let locals = &self.system.procedures[procedure].locals;
        let in_step = locals.find(|s| step.is_some() && s.step == step && matches!(s.kind, LocalKind::Resolve(_)));
        let Some(local) = local.filter(|s| matches!(locals[*s].kind, LocalKind::Resolve(_))).or(in_step) else {
            self.report(
                Diagnostic::error(codes::METHOD, value.span, "nothing is resolved here that could be declared")
                    .help("write `automatic` without a value"),
            );
            return method;
        };
        let ty = locals[local].ty.clone();
        if method != Method::Automatic(None) {
            self.report(
                Diagnostic::error(codes::METHOD, value.span, "only `automatic` declares a result")
                    .help("remove the result, or write `automatic` before it"),
            );
            return method;
        }
        Method::Automatic(Some(self.wanted(&Env::default(), &value, &ty)))
    }

    /// `critical "the thumb heals"`: what a level means here.
    pub fn level_line(
        &mut self,
        id: InvocationId,
        line: &Line,
        used: usize,
        name: &str,
        (step, item): (Option<usize>, Option<usize>),
    ) -> bool {
        let Some(text) = &line.text else { return false };
        if used != line.words.words.len() || !matches!(line.value, LineValue::None) {
            return false;
        }
        let procedure = self.scene.invocations[id].procedure;
        let locals = &self.system.procedures[procedure].locals;
        // Where ladders are resolved, what their levels mean is what counts; elsewhere what is decided has a meaning.
        let resolves = locals.iter().any(|local| matches!(local.kind, LocalKind::Resolve(_)));
        let in_step = locals.iter().enumerate().filter(|(_, local)| step.is_none() || local.step == step);
        let mut fitting = in_step.filter_map(|(place, local)| {
            let scale = match (&local.kind, &local.ty) {
                (LocalKind::Resolve(scale), _) => *scale,
                (LocalKind::Computed, Type::Level(scale)) if !resolves => *scale,
                _ => return None,
            };
            Some((LocalId(place), scale, self.system.scales[scale].level(name)?))
        });
        let Some((local, scale, level)) = fitting.next() else { return false };
        self.used(Named::Level(scale, level), line.words.span());
        let texts = self.scene.invocations[id].texts.entry((local, item)).or_default();
        if texts.insert(level, text.text.clone()).is_some() {
            self.report(
                Diagnostic::error(codes::TEXT_TWICE, line.words.span(), format!("`{name}` has two texts"))
                    .help("one level has one text; remove the other"),
            );
        }
        true
    }
}
