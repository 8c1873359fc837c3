//! Forms: a run of a procedure as a scene writes it down. Each line arguments a blank, opens a step, names a method, lays
//! out a plan, or gives a level its text.

use super::super::{
    Argument, ExprKind, Invocation, InvocationId, LocalId, LocalKind, Member, Method, ProcedureId, ThingId, Type,
};
use super::kept::of_kept;
use super::names::SceneName;
use super::scene::{join, method_of};
use super::{Checker, Env};
use crate::diagnostic::{Diagnostic, codes};
use crate::source::Span;
use crate::syntax::ast::{self, Kept, Line, LineValue, Phrase, StatementKind};

impl<'a> Checker<'a> {
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
            Some((parent, _)) => format!("{}.{name}", self.model.invocations[parent.0].path),
            None => name.clone(),
        };
        let id = InvocationId(self.model.invocations.len());
        let title = line.text.as_ref().map(|t| t.text.clone());
        let mut invocation = new_invocation(path, name.clone(), procedure, line.words.span());
        invocation.title = title;
        self.model.invocations.push(invocation);
        self.run_blocks.insert(id, self.blocks.clone());
        if let Some((parent, _)) = parent {
            self.model.invocations[parent.0].nested.insert(name, id);
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
        let procedure = self.model.invocations[id.0].procedure;
        let (by, versus) = (self.model.procedures[procedure.0].by, self.model.procedures[procedure.0].versus);
        let inherited = parent.and_then(|(parent, local)| self.inherited_role(parent, local, procedure));
        let by = self.role_of(id, by, line.by.as_ref(), ("by", inherited));
        let versus = self.role_of(id, versus, line.versus.as_ref(), ("versus", None));
        let invocation = &mut self.model.invocations[id.0];
        (invocation.by, invocation.versus) = (by, versus);
    }

    /// Who acts in a nested run that does not say: whom the blank names (`ask reply : test by defender`), else who
    /// acts in the run around it, if the kind fits.
    fn inherited_role(&mut self, parent: InvocationId, local: LocalId, procedure: ProcedureId) -> Option<ThingId> {
        let invocation = &self.model.invocations[parent.0];
        let around = &self.model.procedures[invocation.procedure.0];
        let who = match self.blank_roles.get(&(invocation.procedure, local)) {
            Some(role) if around.versus == Some(*role) => invocation.versus,
            _ => invocation.by,
        };
        let wanted = self.model.procedures[procedure.0].by?;
        let wanted = self.model.procedures[procedure.0].locals[wanted.0].ty.clone();
        who.filter(|who| Type::Thing(self.model.things[who.0].kind) == wanted)
    }

    fn role_of(
        &mut self,
        id: InvocationId,
        local: Option<LocalId>,
        who: Option<&Phrase>,
        (word, inherited): (&str, Option<ThingId>),
    ) -> Option<ThingId> {
        let procedure = self.model.invocations[id.0].procedure;
        let name = self.model.procedures[procedure.0].name.clone();
        let span = self.model.invocations[id.0].span;
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
                    let role = self.model.procedures[procedure.0].locals[local.0].name.clone();
                    let message = format!("`{name}` does not say who is the `{role}`");
                    self.report(
                        Diagnostic::error(codes::ROLE, span, message)
                            .help(format!("add `{word} NAME` before the brace")),
                    );
                }
                inherited
            }
            (Some(local), Some(who)) => {
                let wanted = self.model.procedures[procedure.0].locals[local.0].ty.clone();
                match self.scene_name(&who.text()) {
                    Some(SceneName::Thing(thing)) if Type::Thing(self.model.things[thing.0].kind) == wanted => {
                        Some(thing)
                    }
                    Some(SceneName::Thing(thing)) => {
                        let found = self.type_name(&Type::Thing(self.model.things[thing.0].kind));
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
            match &statement.kind {
                StatementKind::Line(line) => self.invocation_line(id, line, step, kept),
                StatementKind::Mode(word) if kept.is_none() => {
                    let method = self.method_word(word);
                    let invocation = &mut self.model.invocations[id.0];
                    match step {
                        Some(step) => invocation.step_methods.extend(method.map(|m| (step, m))),
                        None => invocation.method = method,
                    }
                }
                _ => self.misplaced(
                    statement.span,
                    "only blanks, steps and texts can stand here",
                    "close the brace first: what happens next stands outside; inside, a value may be `if … then … else …`",
                ),
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
        let procedure = self.model.invocations[id.0].procedure;
        let mut heads = self.blank_names(procedure);
        heads.extend(self.model.procedures[procedure.0].steps.iter().map(|s| s.name.clone()));
        if let Some((_, plan)) = self.plan_of(procedure) {
            heads.push(self.model.plans[plan.0].item.clone());
            heads.extend(self.model.plans[plan.0].groups.iter().map(|g| g.name.clone()));
        }
        for local in &self.model.procedures[procedure.0].locals {
            if let LocalKind::Resolve(scale) = local.kind {
                heads.extend(self.model.scales[scale.0].levels.iter().cloned());
            }
        }
        let name = self.model.procedures[procedure.0].name.clone();
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
        let asked = &self.model.procedures[self.model.invocations[id.0].procedure.0].locals[local.0];
        let name = asked.name.clone();
        if let (true, (invocation, true)) = (asked.secret, entry) {
            self.model.invocations[invocation.0].kept = Some(Kept::Secret);
        }
        let arguments = &mut self.model.invocations[id.0].arguments;
        match arguments.entry(local).or_insert_with(|| Argument::Forms(Vec::new())) {
            Argument::Forms(invocations) if many || invocations.is_empty() => invocations.push(entry),
            _ => {
                let message = format!("`{name}` is filled twice");
                self.report(
                    Diagnostic::error(codes::FILLED_TWICE, line.words.span(), message).help("remove one of them"),
                );
            }
        }
    }

    /// Whether a run is the one in hand, or lies around it.
    fn is_around(&self, outer: InvocationId, inner: InvocationId) -> bool {
        let nested = &self.model.invocations[outer.0].nested;
        outer == inner || nested.values().any(|invocation| self.is_around(*invocation, inner))
    }

    /// The run of the scene that a line names, if it names one.
    fn named_run(&mut self, id: InvocationId, line: &'a Line, used: usize, run: ProcedureId) -> Option<InvocationId> {
        let value = self.line_value(line, used)?;
        if let ast::ExprKind::Name(name) = &value.kind {
            self.scene_name(&name.text())?;
        }
        let typed = self.expr(&Env::default(), &value, None);
        let invocation = match &typed.kind {
            ExprKind::Invocation(invocation) | ExprKind::Member(_, Member::Nested(invocation)) => *invocation,
            _ => return None,
        };
        if self.is_around(invocation, id) {
            let path = self.model.invocations[invocation.0].path.clone();
            let complaint = Diagnostic::error(codes::RUN, typed.span, format!("`{path}` cannot be part of itself"));
            self.report(complaint.help("name another one, or write it out between braces"));
        }
        if self.model.invocations[invocation.0].procedure != run {
            let wanted = self.type_name(&Type::Run(run));
            let message =
                format!("`{}` is no {}", self.model.invocations[invocation.0].path, wanted.trim_start_matches("a "));
            self.report(
                Diagnostic::error(codes::WRONG_TYPE, typed.span, message).help("name a run of the right procedure"),
            );
        }
        Some(invocation)
    }

    /// `STEP random { … }`, `STEP automatic LEVEL`, `STEP { … }`
    fn step_line(&mut self, id: InvocationId, line: &'a Line, used: usize, name: &str) -> bool {
        let procedure = self.model.invocations[id.0].procedure;
        let step = self.model.procedures[procedure.0].steps.iter().position(|s| s.name == name);
        let locals = &self.model.procedures[procedure.0].locals;
        let resolved = locals.iter().position(|s| {
            s.name == name && matches!(s.kind, LocalKind::Resolve(_) | LocalKind::Roll | LocalKind::Draw)
        });
        if step.is_none() && resolved.is_none() {
            return false;
        }
        let mut rest = &line.words.words[used..];
        if let Some(method) = rest.first().and_then(|word| method_of(&word.text)) {
            rest = &rest[1..];
            let method = self.method_value(id, method, (line, line.words.words.len() - rest.len()), (step, resolved));
            let invocation = &mut self.model.invocations[id.0];
            match (step, resolved) {
                (Some(step), _) => invocation.step_methods.insert(step, method),
                (None, Some(local)) => invocation.local_methods.insert(LocalId(local), method),
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
        (step, local): (Option<usize>, Option<usize>),
    ) -> Method {
        let Some(value) = self.line_value(line, used) else { return method };
        let procedure = self.model.invocations[id.0].procedure;
        let locals = &self.model.procedures[procedure.0].locals;
        let in_step =
            locals.iter().position(|s| step.is_some() && s.step == step && matches!(s.kind, LocalKind::Resolve(_)));
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
        let typed = self.expr(&Env::default(), &value, Some(&ty));
        Method::Automatic(Some(self.fit(typed, &ty, &Env::default())))
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
        let procedure = self.model.invocations[id.0].procedure;
        let locals = &self.model.procedures[procedure.0].locals;
        // Where ladders are resolved, what their levels mean is what counts; elsewhere what is decided has a meaning.
        let resolves = locals.iter().any(|local| matches!(local.kind, LocalKind::Resolve(_)));
        let in_step = locals.iter().enumerate().filter(|(_, local)| step.is_none() || local.step == step);
        let mut fitting = in_step.filter_map(|(place, local)| {
            let scale = match (&local.kind, &local.ty) {
                (LocalKind::Resolve(scale), _) => *scale,
                (LocalKind::Computed, Type::Level(scale)) if !resolves => *scale,
                _ => return None,
            };
            Some((LocalId(place), self.model.scales[scale.0].level(name)?))
        });
        let Some((local, level)) = fitting.next() else { return false };
        let texts = self.model.invocations[id.0].texts.entry((local, item)).or_default();
        if texts.insert(level, text.text.clone()).is_some() {
            self.report(
                Diagnostic::error(codes::TEXT_TWICE, line.words.span(), format!("`{name}` has two texts"))
                    .help("one level has one text; remove the other"),
            );
        }
        true
    }
}

/// A invocation with nothing in it.
pub fn new_invocation(path: String, name: String, procedure: ProcedureId, span: Span) -> Invocation {
    Invocation {
        path,
        name,
        title: None,
        procedure,
        by: None,
        versus: None,
        arguments: std::collections::BTreeMap::new(),
        texts: std::collections::BTreeMap::new(),
        step_methods: std::collections::BTreeMap::new(),
        local_methods: std::collections::BTreeMap::new(),
        method: None,
        kept: None,
        kept_blanks: std::collections::BTreeMap::new(),
        span,
        nested: std::collections::BTreeMap::new(),
    }
}
