//! Forms: a run of a procedure as a scene writes it down. Each line fills a blank, opens a step, names a method, lays
//! out a plan, or gives a level its text.

use super::super::{ExprKind, Fill, Form, FormId, Member, Method, ProcedureId, SlotId, SlotKind, ThingId, Type};
use super::kept::of_kept;
use super::names::SceneName;
use super::scene::{join, method_of};
use super::{Checker, Env};
use crate::diagnostic::{Diagnostic, codes};
use crate::source::Span;
use crate::syntax::ast::{self, Kept, Line, LineValue, Phrase, StatementKind};

impl<'a> Checker<'a> {
    /// A run of `procedure`; the first `used` words of the line are its head, the rest its name.
    pub fn form(
        &mut self,
        line: &'a Line,
        used: usize,
        procedure: ProcedureId,
        parent: Option<(FormId, SlotId)>,
    ) -> FormId {
        let rest = &line.words.words[used..];
        let name = if rest.is_empty() { join(&line.words.words[..used]) } else { join(rest) };
        let path = match parent {
            Some((parent, _)) => format!("{}.{name}", self.model.forms[parent.0].path),
            None => name.clone(),
        };
        let id = FormId(self.model.forms.len());
        let title = line.text.as_ref().map(|t| t.text.clone());
        let mut form = new_form(path, name.clone(), procedure, line.words.span());
        form.title = title;
        self.model.forms.push(form);
        self.run_blocks.insert(id, self.blocks.clone());
        if let Some((parent, _)) = parent {
            self.model.forms[parent.0].nested.insert(name, id);
        } else {
            let words = if rest.is_empty() { &line.words.words[..used] } else { rest };
            self.name_in_scene(&Phrase { words: words.to_vec() }, SceneName::Form(id));
        }
        self.roles(id, line, parent);
        if !matches!(line.value, LineValue::None) {
            self.misplaced(
                line.words.span(),
                "a value stands where a name is wanted",
                "give the blanks their values between braces",
            );
        }
        self.form_lines(id, line.body.as_deref().unwrap_or_default(), None);
        self.simplest_plan(id);
        id
    }

    fn roles(&mut self, id: FormId, line: &Line, parent: Option<(FormId, SlotId)>) {
        let procedure = self.model.forms[id.0].procedure;
        let (by, versus) = (self.model.procedures[procedure.0].by, self.model.procedures[procedure.0].versus);
        let inherited = parent.and_then(|(parent, slot)| self.inherited_role(parent, slot, procedure));
        let by = self.role_of(id, by, line.by.as_ref(), ("by", inherited));
        let versus = self.role_of(id, versus, line.versus.as_ref(), ("versus", None));
        let form = &mut self.model.forms[id.0];
        (form.by, form.versus) = (by, versus);
    }

    /// Who acts in a nested run that does not say: whom the blank names (`ask reply : test by defender`), else who
    /// acts in the run around it, if the kind fits.
    fn inherited_role(&mut self, parent: FormId, slot: SlotId, procedure: ProcedureId) -> Option<ThingId> {
        let form = &self.model.forms[parent.0];
        let around = &self.model.procedures[form.procedure.0];
        let who = match self.blank_roles.get(&(form.procedure, slot)) {
            Some(role) if around.versus == Some(*role) => form.versus,
            _ => form.by,
        };
        let wanted = self.model.procedures[procedure.0].by?;
        let wanted = self.model.procedures[procedure.0].slots[wanted.0].ty.clone();
        who.filter(|who| Type::Thing(self.model.things[who.0].kind) == wanted)
    }

    fn role_of(
        &mut self,
        id: FormId,
        slot: Option<SlotId>,
        who: Option<&Phrase>,
        (word, inherited): (&str, Option<ThingId>),
    ) -> Option<ThingId> {
        let procedure = self.model.forms[id.0].procedure;
        let name = self.model.procedures[procedure.0].name.clone();
        let span = self.model.forms[id.0].span;
        match (slot, who) {
            (None, None) => None,
            (None, Some(who)) => {
                let message = format!("`{name}` has no `{word}`");
                self.report(
                    Diagnostic::error(codes::ROLE, who.span(), message).help(format!("remove `{word} {}`", who.text())),
                );
                None
            }
            (Some(slot), None) => {
                if inherited.is_none() {
                    let role = self.model.procedures[procedure.0].slots[slot.0].name.clone();
                    let message = format!("`{name}` does not say who is the `{role}`");
                    self.report(
                        Diagnostic::error(codes::ROLE, span, message)
                            .help(format!("add `{word} NAME` before the brace")),
                    );
                }
                inherited
            }
            (Some(slot), Some(who)) => {
                let wanted = self.model.procedures[procedure.0].slots[slot.0].ty.clone();
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

    /// The lines between a form's braces, or between those of one of its steps.
    fn form_lines(&mut self, id: FormId, body: &'a [ast::Statement], step: Option<usize>) {
        for statement in body {
            let (kept, statement) = of_kept(statement);
            match &statement.kind {
                StatementKind::Line(line) => self.form_line(id, line, step, kept),
                StatementKind::Mode(word) if kept.is_none() => {
                    let method = self.method_word(word);
                    let form = &mut self.model.forms[id.0];
                    match step {
                        Some(step) => form.step_methods.extend(method.map(|m| (step, m))),
                        None => form.method = method,
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

    pub fn form_line(&mut self, id: FormId, line: &'a Line, step: Option<usize>, kept: Option<Kept>) {
        for used in (1..=line.words.words.len()).rev() {
            let name = join(&line.words.words[..used]);
            if let Some(slot) = self.blank_line(id, line, used, &name, step) {
                if let Some(kept) = kept {
                    self.keep_blank(id, slot, kept, line);
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
        let procedure = self.model.forms[id.0].procedure;
        let mut heads = self.blank_names(procedure);
        heads.extend(self.model.procedures[procedure.0].steps.iter().map(|s| s.name.clone()));
        if let Some((_, plan)) = self.plan_of(procedure) {
            heads.push(self.model.plans[plan.0].item.clone());
            heads.extend(self.model.plans[plan.0].groups.iter().map(|g| g.name.clone()));
        }
        for slot in &self.model.procedures[procedure.0].slots {
            if let SlotKind::Resolve(scale) = slot.kind {
                heads.extend(self.model.scales[scale.0].levels.iter().cloned());
            }
        }
        let name = self.model.procedures[procedure.0].name.clone();
        self.unknown_line(line, &format!("`{name}`"), &heads);
    }

    /// A nested run: written inline, or named where it was run before.
    pub fn run_line(
        &mut self,
        id: FormId,
        slot: SlotId,
        run: ProcedureId,
        (line, used): (&'a Line, usize),
        many: bool,
    ) {
        let inline = line.body.is_some() || line.by.is_some() || line.versus.is_some() || line.text.is_some();
        let reference = if inline { None } else { self.named_run(id, line, used, run) };
        let entry = match reference {
            Some(form) => (form, false),
            None => (self.form(line, used, run, Some((id, slot))), true),
        };
        let asked = &self.model.procedures[self.model.forms[id.0].procedure.0].slots[slot.0];
        let name = asked.name.clone();
        if let (true, (form, true)) = (asked.secret, entry) {
            self.model.forms[form.0].kept = Some(Kept::Secret);
        }
        let fills = &mut self.model.forms[id.0].fills;
        match fills.entry(slot).or_insert_with(|| Fill::Forms(Vec::new())) {
            Fill::Forms(forms) if many || forms.is_empty() => forms.push(entry),
            _ => {
                let message = format!("`{name}` is filled twice");
                self.report(
                    Diagnostic::error(codes::FILLED_TWICE, line.words.span(), message).help("remove one of them"),
                );
            }
        }
    }

    /// Whether a run is the one in hand, or lies around it.
    fn is_around(&self, outer: FormId, inner: FormId) -> bool {
        let nested = &self.model.forms[outer.0].nested;
        outer == inner || nested.values().any(|form| self.is_around(*form, inner))
    }

    /// The run of the scene that a line names, if it names one.
    fn named_run(&mut self, id: FormId, line: &'a Line, used: usize, run: ProcedureId) -> Option<FormId> {
        let value = self.line_value(line, used)?;
        if let ast::ExprKind::Name(name) = &value.kind {
            self.scene_name(&name.text())?;
        }
        let typed = self.expr(&Env::default(), &value, None);
        let form = match &typed.kind {
            ExprKind::Form(form) | ExprKind::Member(_, Member::Nested(form)) => *form,
            _ => return None,
        };
        if self.is_around(form, id) {
            let path = self.model.forms[form.0].path.clone();
            let complaint = Diagnostic::error(codes::RUN, typed.span, format!("`{path}` cannot be part of itself"));
            self.report(complaint.help("name another one, or write it out between braces"));
        }
        if self.model.forms[form.0].procedure != run {
            let wanted = self.type_name(&Type::Run(run));
            let message = format!("`{}` is no {}", self.model.forms[form.0].path, wanted.trim_start_matches("a "));
            self.report(
                Diagnostic::error(codes::WRONG_TYPE, typed.span, message).help("name a run of the right procedure"),
            );
        }
        Some(form)
    }

    /// `STEP random { … }`, `STEP automatic LEVEL`, `STEP { … }`
    fn step_line(&mut self, id: FormId, line: &'a Line, used: usize, name: &str) -> bool {
        let procedure = self.model.forms[id.0].procedure;
        let step = self.model.procedures[procedure.0].steps.iter().position(|s| s.name == name);
        let slots = &self.model.procedures[procedure.0].slots;
        let resolved = slots
            .iter()
            .position(|s| s.name == name && matches!(s.kind, SlotKind::Resolve(_) | SlotKind::Roll | SlotKind::Draw));
        if step.is_none() && resolved.is_none() {
            return false;
        }
        let mut rest = &line.words.words[used..];
        if let Some(method) = rest.first().and_then(|word| method_of(&word.text)) {
            rest = &rest[1..];
            let method = self.method_value(id, method, (line, line.words.words.len() - rest.len()), (step, resolved));
            let form = &mut self.model.forms[id.0];
            match (step, resolved) {
                (Some(step), _) => form.step_methods.insert(step, method),
                (None, Some(slot)) => form.slot_methods.insert(SlotId(slot), method),
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
            self.form_lines(id, body, step);
        }
        true
    }

    /// What is declared by `automatic`.
    fn method_value(
        &mut self,
        id: FormId,
        method: Method,
        (line, used): (&'a Line, usize),
        (step, slot): (Option<usize>, Option<usize>),
    ) -> Method {
        let Some(value) = self.line_value(line, used) else { return method };
        let procedure = self.model.forms[id.0].procedure;
        let slots = &self.model.procedures[procedure.0].slots;
        let in_step =
            slots.iter().position(|s| step.is_some() && s.step == step && matches!(s.kind, SlotKind::Resolve(_)));
        let Some(slot) = slot.filter(|s| matches!(slots[*s].kind, SlotKind::Resolve(_))).or(in_step) else {
            self.report(
                Diagnostic::error(codes::METHOD, value.span, "nothing is resolved here that could be declared")
                    .help("write `automatic` without a value"),
            );
            return method;
        };
        let ty = slots[slot].ty.clone();
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
        id: FormId,
        line: &Line,
        used: usize,
        name: &str,
        (step, item): (Option<usize>, Option<usize>),
    ) -> bool {
        let Some(text) = &line.text else { return false };
        if used != line.words.words.len() || !matches!(line.value, LineValue::None) {
            return false;
        }
        let procedure = self.model.forms[id.0].procedure;
        let slots = &self.model.procedures[procedure.0].slots;
        // Where ladders are resolved, what their levels mean is what counts; elsewhere what is decided has a meaning.
        let resolves = slots.iter().any(|slot| matches!(slot.kind, SlotKind::Resolve(_)));
        let in_step = slots.iter().enumerate().filter(|(_, slot)| step.is_none() || slot.step == step);
        let mut fitting = in_step.filter_map(|(place, slot)| {
            let scale = match (&slot.kind, &slot.ty) {
                (SlotKind::Resolve(scale), _) => *scale,
                (SlotKind::Computed, Type::Level(scale)) if !resolves => *scale,
                _ => return None,
            };
            Some((SlotId(place), self.model.scales[scale.0].level(name)?))
        });
        let Some((slot, level)) = fitting.next() else { return false };
        let texts = self.model.forms[id.0].texts.entry((slot, item)).or_default();
        if texts.insert(level, text.text.clone()).is_some() {
            self.report(
                Diagnostic::error(codes::TEXT_TWICE, line.words.span(), format!("`{name}` has two texts"))
                    .help("one level has one text; remove the other"),
            );
        }
        true
    }
}

/// A form with nothing in it.
pub fn new_form(path: String, name: String, procedure: ProcedureId, span: Span) -> Form {
    Form {
        path,
        name,
        title: None,
        procedure,
        by: None,
        versus: None,
        fills: std::collections::BTreeMap::new(),
        texts: std::collections::BTreeMap::new(),
        step_methods: std::collections::BTreeMap::new(),
        slot_methods: std::collections::BTreeMap::new(),
        method: None,
        kept: None,
        kept_blanks: std::collections::BTreeMap::new(),
        span,
        nested: std::collections::BTreeMap::new(),
    }
}
