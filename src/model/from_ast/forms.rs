//! Forms: a run of a procedure as a scene writes it down. Each line fills a blank, opens a step, names a method, lays
//! out a plan, or gives a level its text.

use super::super::{
    Entry, Expr, ExprKind, Fill, Form, FormId, Item, ItemGroup, Member, Method, PeriodId, PeriodUse, PlanFill, PlanId,
    ProcedureId, ScaleId, SlotId, SlotKind, ThingId, Type,
};
use super::members::is_ask;
use super::names::{SceneName, one_of};
use super::scene::{join, method_of};
use super::{Checker, Env};
use crate::diagnostic::{Diagnostic, codes};
use crate::source::Span;
use crate::syntax::ast::{self, BinaryOp, Line, LineValue, Phrase, StatementKind, UnaryOp};

/// A blank or a field that a line fills.
pub struct Blank {
    pub name: String,
    pub ty: Type,
    pub limits: Option<(i64, i64)>,
    pub by: Option<ScaleId>,
}

impl<'a> Checker<'a> {
    /// A run of `procedure`; the first `used` words of the line are its head, the rest its name.
    pub fn form(
        &mut self,
        line: &'a Line,
        used: usize,
        procedure: ProcedureId,
        parent: Option<(FormId, SlotId)>,
    ) -> Option<FormId> {
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
        match parent {
            Some((parent, _)) => {
                self.model.forms[parent.0].nested.insert(name, id);
            }
            None => {
                let words = if rest.is_empty() { &line.words.words[..used] } else { rest };
                self.name_in_scene(&Phrase { words: words.to_vec() }, SceneName::Form(id));
            }
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
        Some(id)
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
                        let kind = self.model.kinds[self.model.things[thing.0].kind.0].name.clone();
                        let message =
                            format!("`{}` is a `{kind}`, and {} is wanted", who.text(), self.type_name(&wanted));
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
            match &statement.kind {
                StatementKind::Line(line) => self.form_line(id, line, step),
                StatementKind::Mode(word) => {
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

    fn form_line(&mut self, id: FormId, line: &'a Line, step: Option<usize>) {
        for used in (1..=line.words.words.len()).rev() {
            let name = join(&line.words.words[..used]);
            if self.blank_line(id, line, used, &name, step)
                || self.step_line(id, line, used, &name)
                || self.plan_line(id, line, used, &name)
                || self.level_line(id, line, used, &name, (step, None))
            {
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

    fn blank_line(&mut self, id: FormId, line: &'a Line, used: usize, name: &str, step: Option<usize>) -> bool {
        let procedure = self.model.forms[id.0].procedure;
        let slots = &self.model.procedures[procedure.0].slots;
        let fits =
            |slot: &super::super::Slot| slot.name == name && (is_ask(&slot.kind) || slot.kind == SlotKind::Choose);
        let in_step = slots.iter().position(|slot| fits(slot) && step.is_some() && slot.step == step);
        let mut all = slots.iter().enumerate().filter(|(_, slot)| fits(slot)).map(|(place, _)| place);
        let Some(place) = in_step.or_else(|| all.next()) else { return false };
        let ambiguous = in_step.is_none() && all.next().is_some();
        if ambiguous {
            let message = format!("more than one step asks for `{name}`");
            let help = "put the line between the braces of its step";
            self.report(Diagnostic::error(codes::AMBIGUOUS_NAME, line.words.span(), message).help(help));
        }
        let slot = SlotId(place);
        match self.model.procedures[procedure.0].slots[place].ty.clone() {
            Type::Run(run) => self.run_line(id, slot, run, (line, used), false),
            Type::Many(of) => match *of {
                Type::Run(run) => self.run_line(id, slot, run, (line, used), true),
                _ => self.value_line(id, slot, line, used),
            },
            Type::Plan(plan) => {
                let body = line.body.as_deref().unwrap_or_default();
                self.plan_lines(id, slot, plan, body, None);
            }
            _ => self.value_line(id, slot, line, used),
        }
        true
    }

    fn value_line(&mut self, id: FormId, slot: SlotId, line: &'a Line, used: usize) {
        let procedure = self.model.forms[id.0].procedure;
        let declared = &self.model.procedures[procedure.0].slots[slot.0];
        let limits = match &declared.kind {
            SlotKind::Ask { limits, .. } => *limits,
            _ => None,
        };
        let blank = Blank { name: declared.name.clone(), ty: declared.ty.clone(), limits, by: declared.by };
        let old = self.model.forms[id.0].fills.remove(&slot);
        let fill = self.fill(&Env::default(), &blank, line, used, old);
        self.model.forms[id.0].fills.extend(fill.map(|fill| (slot, fill)));
    }

    /// What a blank or a field holds after this line; `old` is what it held before.
    pub fn fill(&mut self, env: &Env, blank: &Blank, line: &'a Line, used: usize, old: Option<Fill>) -> Option<Fill> {
        let mut used = used;
        let index = blank.by.and_then(|by| {
            let (place, words) = self.level_prefix(by, &line.words.words[used..])?;
            used += words;
            Some(place)
        });
        let element = match &blank.ty {
            Type::Many(of) => (**of).clone(),
            other => other.clone(),
        };
        let value = self.line_value(line, used);
        let entry = self.entry(env, blank, &element, (line, value))?;
        let entry = Entry { index, ..entry };
        if matches!(blank.ty, Type::Many(_)) || index.is_some() {
            let mut entries = match old {
                Some(Fill::List(entries)) => entries,
                _ => Vec::new(),
            };
            entries.push(entry);
            return Some(Fill::List(entries));
        }
        if let Some(Fill::One(first)) = &old {
            let message = format!("`{}` is filled twice", blank.name);
            self.report(
                Diagnostic::error(codes::FILLED_TWICE, line.words.span(), message)
                    .also(first.span, "filled here first")
                    .help("remove one of the lines"),
            );
        }
        Some(Fill::One(entry))
    }

    fn entry(
        &mut self,
        env: &Env,
        blank: &Blank,
        element: &Type,
        (line, value): (&'a Line, Option<ast::Expr>),
    ) -> Option<Entry> {
        let span = line.words.span();
        let text = line.text.as_ref().map(|t| t.text.clone());
        let (value, label) = match value {
            Some(value) => {
                let label = written_label(&value).unwrap_or_else(|| blank.name.clone());
                let typed = self.expr(env, &value, Some(element));
                (self.fit(typed, element, env), label)
            }
            None if *element == Type::Text => {
                let said = text.clone()?;
                (Expr { span, ty: Type::Text, kind: ExprKind::Text(said) }, blank.name.clone())
            }
            None if *element == Type::YesNo => {
                (Expr { span, ty: Type::YesNo, kind: ExprKind::Number(1) }, "yes".into())
            }
            None => {
                let wanted = self.type_name(element);
                let message = format!("`{}` has no value", blank.name);
                self.report(Diagnostic::error(codes::UNFILLED, span, message).help(format!("write {wanted} after it")));
                return None;
            }
        };
        self.check_limits(blank, &value);
        let fact = if let ExprKind::Fact(fact) = value.kind { Some(fact) } else { None };
        Some(Entry { label, value, text, span, fact, index: None })
    }

    fn check_limits(&mut self, blank: &Blank, value: &Expr) {
        let (Some((low, high)), Some(number)) = (blank.limits, constant_of(value)) else { return };
        if number < low || number > high {
            let message = format!("`{}` is {number}, and it lies in {low}..{high}", blank.name);
            self.report(
                Diagnostic::error(codes::OUT_OF_RANGE, value.span, message)
                    .help(format!("write a number from {low} to {high}")),
            );
        }
    }

    /// The level that some words begin with, and how many words it takes.
    fn level_prefix(&self, scale: ScaleId, words: &[ast::Word]) -> Option<(usize, usize)> {
        (1..=words.len()).rev().find_map(|used| {
            let place = self.model.scales[scale.0].level(&join(&words[..used]))?;
            Some((place, used))
        })
    }

    /// The value of a line whose first `used` words are its head.
    pub fn line_value(&mut self, line: &'a Line, used: usize) -> Option<ast::Expr> {
        let rest = &line.words.words[used..];
        let phrase = (!rest.is_empty()).then(|| Phrase { words: rest.to_vec() });
        match &line.value {
            LineValue::None => phrase.map(name_of),
            LineValue::After(expr) => {
                if let Some(phrase) = phrase {
                    let message = format!("`{}` is not understood here", phrase.text());
                    let help = "a line is a head and one value; a reason stands in quotes";
                    self.report(Diagnostic::error(codes::UNKNOWN_LINE, phrase.span(), message).help(help));
                }
                Some(expr.clone())
            }
            LineValue::Through(expr) => {
                let value = replace_leftmost(expr, phrase.map(name_of));
                if value.is_none() {
                    let help = "write the value after the head: `bonus +1`, `skill ilse.climb`";
                    self.report(Diagnostic::error(codes::SYNTAX, expr.span, "this is no value").help(help));
                }
                value
            }
        }
    }

    /// A nested run: written inline, or named where it was run before.
    fn run_line(&mut self, id: FormId, slot: SlotId, run: ProcedureId, (line, used): (&'a Line, usize), many: bool) {
        let inline = line.body.is_some() || line.by.is_some() || line.versus.is_some() || line.text.is_some();
        let reference = if inline { None } else { self.named_run(line, used, run) };
        let entry = match reference {
            Some(form) => Some((form, false)),
            None => self.form(line, used, run, Some((id, slot))).map(|form| (form, true)),
        };
        let Some(entry) = entry else { return };
        let name = self.model.procedures[self.model.forms[id.0].procedure.0].slots[slot.0].name.clone();
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

    /// The run of the scene that a line names, if it names one.
    fn named_run(&mut self, line: &'a Line, used: usize, run: ProcedureId) -> Option<FormId> {
        let value = self.line_value(line, used)?;
        if let ast::ExprKind::Name(name) = &value.kind {
            self.scene_name(&name.text())?;
        }
        let typed = self.expr(&Env::default(), &value, None);
        let form = match &typed.kind {
            ExprKind::Form(form) | ExprKind::Member(_, Member::Nested(form)) => *form,
            _ => return None,
        };
        if self.model.forms[form.0].procedure != run {
            let wanted = self.type_name(&Type::Run(run));
            let message = format!("`{}` is no {}", self.model.forms[form.0].path, wanted.trim_start_matches("a "));
            self.report(
                Diagnostic::error(codes::WRONG_TYPE, typed.span, message).help("name a run of the right procedure"),
            );
        }
        Some(form)
    }

    /// `performance random { … }`, `outcome automatic major`, `outcome { … }`
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
            let message = format!("`{name}` is a step, and this is no method for it");
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
    fn level_line(
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
        let slots = self.model.procedures[procedure.0].slots.iter().enumerate();
        let fitting: Vec<(SlotId, usize, usize)> = slots
            .filter(|(_, slot)| step.is_none() || slot.step == step)
            .filter_map(|(place, slot)| match slot.kind {
                SlotKind::Resolve(scale) => Some((SlotId(place), self.model.scales[scale.0].level(name)?)),
                _ => match slot.ty {
                    Type::Level(scale) if slot.kind == SlotKind::Computed => {
                        Some((SlotId(place), self.model.scales[scale.0].level(name)?))
                    }
                    _ => None,
                },
            })
            .map(|(slot, level)| (slot, level, 0))
            .collect();
        let Some((slot, level, _)) = fitting.first().copied() else { return false };
        let texts = self.model.forms[id.0].texts.entry((slot, item)).or_default();
        if texts.insert(level, text.text.clone()).is_some() {
            self.report(
                Diagnostic::error(codes::TEXT_TWICE, line.words.span(), format!("`{name}` has two texts"))
                    .help("one level means one thing; remove one of the texts"),
            );
        }
        true
    }

    /// Lines of a plan that stand directly in a form.
    fn plan_line(&mut self, id: FormId, line: &'a Line, used: usize, name: &str) -> bool {
        let procedure = self.model.forms[id.0].procedure;
        let Some((slot, plan)) = self.plan_of(procedure) else { return false };
        self.plan_part(id, slot, plan, (line, used, name), None)
    }

    fn plan_lines(&mut self, id: FormId, slot: SlotId, plan: PlanId, body: &'a [ast::Statement], group: Option<usize>) {
        for statement in body {
            let StatementKind::Line(line) = &statement.kind else {
                self.misplaced(
                    statement.span,
                    "only items and groups of the plan can stand here",
                    "close the brace first",
                );
                continue;
            };
            let known = (1..=line.words.words.len()).rev().any(|used| {
                let name = join(&line.words.words[..used]);
                self.plan_part(id, slot, plan, (line, used, &name), group)
            });
            if !known {
                let declared = &self.model.plans[plan.0];
                let mut heads: Vec<String> = vec![declared.item.clone()];
                heads.extend(declared.groups.iter().map(|g| g.name.clone()));
                let name = declared.name.clone();
                self.unknown_line(line, &format!("`{name}`"), &heads);
            }
        }
    }

    fn plan_part(
        &mut self,
        id: FormId,
        slot: SlotId,
        plan: PlanId,
        (line, used, name): (&'a Line, usize, &str),
        group: Option<usize>,
    ) -> bool {
        if self.model.plans[plan.0].item == name {
            self.plan_item(id, slot, plan, (line, used), group);
            return true;
        }
        let Some(place) = self.model.plans[plan.0].groups.iter().position(|g| g.name == name) else { return false };
        let exempts = self.model.plans[plan.0].groups[place].need == super::super::GroupNeed::Nothing;
        let rest = join(&line.words.words[used..]);
        let also_exempt = self.model.plans[plan.0]
            .groups
            .iter()
            .any(|g| g.name == rest && g.need == super::super::GroupNeed::Nothing);
        if !rest.is_empty() && !also_exempt {
            let groups = one_of(self.model.plans[plan.0].groups.iter().map(|g| g.name.as_str()));
            let message = format!("`{rest}` is no grouping");
            self.report(
                Diagnostic::error(codes::GROUPING, line.words.span(), message)
                    .help(format!("the groupings are {groups}")),
            );
        }
        let first = self.plan_fill(id, slot).items.len();
        let target = match group {
            Some(outer) if exempts => outer,
            _ => {
                let fill = self.plan_fill(id, slot);
                fill.groups.push(ItemGroup {
                    group: place,
                    items: Vec::new(),
                    exempt: Vec::new(),
                    span: line.words.span(),
                });
                fill.groups.len() - 1
            }
        };
        self.plan_lines(id, slot, plan, line.body.as_deref().unwrap_or_default(), Some(target));
        let fill = self.plan_fill(id, slot);
        let items: Vec<usize> = (first..fill.items.len()).collect();
        if exempts || also_exempt {
            fill.groups[target].exempt.push(items);
        }
        true
    }

    fn plan_fill(&mut self, id: FormId, slot: SlotId) -> &mut PlanFill {
        let span = self.model.forms[id.0].span;
        let fills = &mut self.model.forms[id.0].fills;
        let fill = fills.entry(slot).or_insert_with(|| Fill::Plan(PlanFill { span, ..PlanFill::default() }));
        if !matches!(fill, Fill::Plan(_)) {
            *fill = Fill::Plan(PlanFill::default());
        }
        match fill {
            Fill::Plan(plan) => plan,
            _ => unreachable!("it was made a plan above"),
        }
    }

    fn plan_item(
        &mut self,
        id: FormId,
        slot: SlotId,
        plan: PlanId,
        (line, used): (&'a Line, usize),
        group: Option<usize>,
    ) {
        let declared = self.model.plans[plan.0].item.clone();
        let name = join(&line.words.words[used..]);
        let name = if name.is_empty() { declared } else { name };
        let title = line.text.as_ref().map(|t| t.text.clone());
        let span = line.words.span();
        let fill = self.plan_fill(id, slot);
        if fill.items.iter().any(|item| item.name == name) {
            let message = format!("two items are called `{name}`");
            self.report(Diagnostic::error(codes::DUPLICATE_NAME, span, message).help("give each its own name"));
        }
        let fill = self.plan_fill(id, slot);
        fill.items.push(Item { name, title, span, qualifiers: Vec::new() });
        let place = fill.items.len() - 1;
        if let Some(group) = group {
            fill.groups[group].items.push(place);
        }
        for statement in line.body.as_deref().unwrap_or_default() {
            if let StatementKind::Line(line) = &statement.kind {
                self.qualifier_line(id, (slot, plan, place), line);
            } else {
                self.misplaced(statement.span, "only qualifiers can stand here", "close the brace first");
            }
        }
    }

    fn qualifier_line(&mut self, id: FormId, (slot, plan, item): (SlotId, PlanId, usize), line: &'a Line) {
        for used in (1..=line.words.words.len()).rev() {
            let name = join(&line.words.words[..used]);
            let declared = self.model.plans[plan.0].qualifiers.iter().position(|q| q.name == name);
            let Some(place) = declared else {
                if self.level_line(id, line, used, &name, (None, Some(item))) {
                    return;
                }
                continue;
            };
            let field = self.model.plans[plan.0].qualifiers[place].clone();
            let many = matches!(field.ty, Type::Many(_));
            let twice = self.plan_fill(id, slot).items[item].qualifiers.iter().any(|(q, _)| *q == place);
            if twice && !many {
                let message = format!("`{name}` is given twice");
                self.report(
                    Diagnostic::error(codes::FILLED_TWICE, line.words.span(), message).help("remove one of them"),
                );
            }
            let blank = Blank { name, ty: field.ty, limits: field.limits, by: None };
            match self.fill(&Env::default(), &blank, line, used, None) {
                Some(Fill::One(entry)) => self.plan_fill(id, slot).items[item].qualifiers.push((place, entry)),
                Some(Fill::List(entries)) => {
                    let entries = entries.into_iter().map(|entry| (place, entry));
                    self.plan_fill(id, slot).items[item].qualifiers.extend(entries);
                }
                _ => {}
            }
            return;
        }
        let qualifiers: Vec<String> = self.model.plans[plan.0].qualifiers.iter().map(|q| q.name.clone()).collect();
        let item = self.model.plans[plan.0].item.clone();
        self.unknown_line(line, &format!("a `{item}`"), &qualifiers);
    }

    /// A period in use: a form that holds the blanks of its upkeep.
    pub fn period_use(&mut self, period: PeriodId, line: Option<(&'a Line, usize)>) -> PeriodUse {
        let procedure = self.model.periods[period.0].procedure;
        let span = line.map_or(self.model.periods[period.0].span, |(line, _)| line.words.span());
        let form = FormId(self.model.forms.len());
        let name = self.model.periods[period.0].name.clone();
        self.model.forms.push(new_form(name.clone(), name, procedure, span));
        if let Some((line, used)) = line {
            self.model.forms[form.0].title = line.text.as_ref().map(|t| t.text.clone());
            if used < line.words.words.len() {
                let asked = self.model.procedures[procedure.0].slots.iter().position(|s| is_ask(&s.kind));
                match asked {
                    Some(slot) => self.value_line(form, SlotId(slot), line, used),
                    None => self.misplaced(
                        line.words.span(),
                        "this period asks for nothing",
                        "remove the words after its name",
                    ),
                }
            }
            self.period_blanks(&PeriodUse { period, form }, period, line.body.as_deref().unwrap_or_default());
        }
        PeriodUse { period, form }
    }

    /// Fills the blanks of a period from the lines between its braces.
    pub fn period_blanks(&mut self, used: &PeriodUse, period: PeriodId, body: &'a [ast::Statement]) {
        for statement in body {
            if let (StatementKind::Line(line), true) = (&statement.kind, self.is_period_blank(period, statement)) {
                self.form_line(used.form, line, None);
            }
        }
    }

    /// Whether a line fills a blank of a period's upkeep.
    pub fn is_period_blank(&self, period: PeriodId, statement: &ast::Statement) -> bool {
        let procedure = self.model.periods[period.0].procedure;
        let StatementKind::Line(line) = &statement.kind else { return false };
        (1..=line.words.words.len()).rev().any(|used| {
            let name = join(&line.words.words[..used]);
            self.model.procedures[procedure.0].slots.iter().any(|slot| slot.name == name && is_ask(&slot.kind))
        })
    }
}

fn new_form(path: String, name: String, procedure: ProcedureId, span: Span) -> Form {
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
        span,
        nested: std::collections::BTreeMap::new(),
    }
}

fn name_of(phrase: Phrase) -> ast::Expr {
    ast::Expr { span: phrase.span(), kind: ast::ExprKind::Name(phrase) }
}

/// A value's own words, if it is a name.
fn written_label(value: &ast::Expr) -> Option<String> {
    match &value.kind {
        ast::ExprKind::Name(phrase) => Some(phrase.text()),
        _ => None,
    }
}

/// The number a value is known to be.
fn constant_of(value: &Expr) -> Option<i64> {
    match &value.kind {
        ExprKind::Number(number) => Some(*number),
        ExprKind::Unary(UnaryOp::Minus, inner) => constant_of(inner)?.checked_neg(),
        ExprKind::Unary(UnaryOp::Plus, inner) => constant_of(inner),
        _ => None,
    }
}

/// The expression with its leftmost name replaced, or, where nothing is left of the name, with what remains: the sign
/// of `bonus + 1` then belongs to the number.
fn replace_leftmost(expr: &ast::Expr, with: Option<ast::Expr>) -> Option<ast::Expr> {
    let span = expr.span;
    match &expr.kind {
        ast::ExprKind::Name(_) => with,
        ast::ExprKind::Member(base, member) => {
            let base = replace_leftmost(base, with)?;
            Some(ast::Expr { span, kind: ast::ExprKind::Member(Box::new(base), member.clone()) })
        }
        ast::ExprKind::Call(base, arguments) => match (replace_leftmost(base, with), arguments.as_slice()) {
            (Some(base), _) => Some(ast::Expr { span, kind: ast::ExprKind::Call(Box::new(base), arguments.clone()) }),
            (None, [ast::Argument::Value(only)]) => Some(only.clone()),
            _ => None,
        },
        ast::ExprKind::Binary(op, left, right) => {
            let right = right.clone();
            match (replace_leftmost(left, with), op) {
                (Some(left), _) => Some(ast::Expr { span, kind: ast::ExprKind::Binary(*op, Box::new(left), right) }),
                (None, BinaryOp::Add) => Some(ast::Expr { span, kind: ast::ExprKind::Unary(UnaryOp::Plus, right) }),
                (None, BinaryOp::Subtract) => {
                    Some(ast::Expr { span, kind: ast::ExprKind::Unary(UnaryOp::Minus, right) })
                }
                _ => None,
            }
        }
        _ => None,
    }
}
