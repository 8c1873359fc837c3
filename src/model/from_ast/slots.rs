//! The names a procedure declares. A slot's type may depend on another procedure's slots, so it is found when first
//! needed.

use super::super::{Procedure, ProcedureId, Slot, SlotId, SlotKind, Step, Type};
use super::{Checker, Env};
use crate::diagnostic::nearest::nearest;
use crate::diagnostic::{Diagnostic, codes};
use crate::source::Span;
use crate::syntax::ast::{self, Declaration, DeclarationKind, ExprKind, Phrase, Role, Statement, StatementKind, Word};

/// A procedure whose slots are named but perhaps not typed.
pub struct Draft<'a> {
    /// For each slot how its type is found.
    pub sources: Vec<Source<'a>>,
    /// Slots whose type is being found.
    pub busy: Vec<SlotId>,
}

/// How a slot's type is found.
#[derive(Clone)]
pub enum Source<'a> {
    /// It is known.
    Known,
    /// It is that of an expression, inside these loops.
    Of(&'a ast::Expr, Vec<(&'a Word, &'a ast::Expr)>),
}

/// Where the walk through a procedure's statements is.
#[derive(Clone, Default)]
struct Walk<'a> {
    step: Option<usize>,
    loops: Vec<(&'a Word, &'a ast::Expr)>,
}

impl<'a> Checker<'a> {
    /// The slots of every procedure and period.
    pub fn collect_slots(&mut self, declarations: &'a [Declaration]) {
        for declaration in declarations {
            if let DeclarationKind::Procedure { by, versus, body } = &declaration.kind {
                let id = self.new_procedure(&declaration.name);
                let by = by.as_ref().map(|role| self.role(id, role));
                let versus = versus.as_ref().map(|role| self.role(id, role));
                self.model.procedures[id.0].by = by;
                self.model.procedures[id.0].versus = versus;
                self.walk(id, body, &Walk::default());
            }
        }
        for declaration in declarations {
            if let DeclarationKind::Period { before, after } = &declaration.kind {
                let id = self.new_procedure(&declaration.name);
                self.walk(id, before, &Walk::default());
                self.walk(id, after, &Walk::default());
                let (name, span) = (declaration.name.text(), declaration.name.span());
                self.model.periods.push(super::super::Period { name, span, procedure: id, before: before.len() });
            }
        }
    }

    fn new_procedure(&mut self, name: &Phrase) -> ProcedureId {
        let id = ProcedureId(self.model.procedures.len());
        self.model.procedures.push(Procedure {
            name: name.text(),
            span: name.span(),
            by: None,
            versus: None,
            slots: Vec::new(),
            steps: Vec::new(),
            body: Vec::new(),
        });
        self.drafts.push(Draft { sources: Vec::new(), busy: Vec::new() });
        id
    }

    fn role(&mut self, id: ProcedureId, role: &'a Role) -> SlotId {
        let kind_name = role.kind.as_ref().unwrap_or(&role.name);
        let ty = if let Some(kind) = self.names.kinds.get(&kind_name.text()) {
            Type::Thing(*kind)
        } else {
            let known: Vec<String> = self.names.kinds.keys().cloned().collect();
            let help = super::names::listed("the system", "kind", known.iter().map(String::as_str));
            let message = format!("there is no kind `{}`", kind_name.text());
            self.report(Diagnostic::error(codes::UNKNOWN_NAME, kind_name.span(), message).help(help));
            Type::Unknown
        };
        self.new_slot(id, &role.name, ty, SlotKind::Role, Source::Known, &Walk::default())
    }

    fn new_slot(
        &mut self,
        id: ProcedureId,
        name: &Phrase,
        ty: Type,
        kind: SlotKind,
        source: Source<'a>,
        walk: &Walk<'a>,
    ) -> SlotId {
        let slots = &self.model.procedures[id.0].slots;
        let text = name.text();
        let same = |slot: &&Slot| slot.name == text && slot.item_of.is_none();
        if let Some(place) = slots.iter().position(|slot| same(&slot)) {
            let again = slots[place].kind == kind && matches!(kind, SlotKind::Computed);
            let asked_elsewhere = slots[place].step != walk.step && matches!(kind, SlotKind::Ask { .. });
            if again {
                return SlotId(place);
            }
            if !asked_elsewhere {
                let first = slots[place].span;
                self.report(
                    Diagnostic::error(codes::DUPLICATE_NAME, name.span(), format!("`{text}` is declared twice here"))
                        .also(first, "declared here first")
                        .help("every name of a procedure must be its own"),
                );
            }
        }
        self.push_slot(id, text, name.span(), ty, kind, source, walk)
    }

    #[expect(clippy::too_many_arguments, reason = "a slot is what it is made of")]
    fn push_slot(
        &mut self,
        id: ProcedureId,
        name: String,
        span: Span,
        ty: Type,
        kind: SlotKind,
        source: Source<'a>,
        walk: &Walk<'a>,
    ) -> SlotId {
        let step = walk.step;
        let slot = Slot { name, span, ty, kind, step, item_of: None, by: None, text: None, secret: false };
        let slots = &mut self.model.procedures[id.0].slots;
        slots.push(slot);
        let place = SlotId(slots.len() - 1);
        self.drafts[id.0].sources.push(source);
        place
    }

    /// Names every slot that these statements declare.
    fn walk(&mut self, id: ProcedureId, body: &'a [Statement], walk: &Walk<'a>) {
        for statement in body {
            match &statement.kind {
                StatementKind::Ask { secret, field } => self.walk_ask(id, *secret, field, walk),
                StatementKind::Let { target, by, ty, value } => {
                    let known = ty.as_ref().map(|ty| self.written(ty).ty);
                    let slot = self.target(id, target, known, value, SlotKind::Computed, walk);
                    let by = by.as_ref().and_then(|by| self.scale_named(by));
                    if let Some(slot) = slot {
                        self.model.procedures[id.0].slots[slot.0].by = by;
                    }
                }
                StatementKind::Sum { target, .. } => {
                    self.target(id, target, Some(Type::Number), target, SlotKind::Sum, walk);
                }
                StatementKind::Decide { target, ty, rows } => {
                    let known = match ty {
                        Some(ty) => Some(self.written(ty).ty),
                        None => self.names.scales.get(&last_name(target)).copied().map(|id| self.level_type(id)),
                    };
                    let value = rows.first().map_or(target, |(value, _)| value);
                    self.target(id, target, known, value, SlotKind::Computed, walk);
                }
                StatementKind::Roll { target, .. } => {
                    self.target(id, target, Some(Type::Roll), target, SlotKind::Roll, walk);
                }
                StatementKind::Draw { target, deck } => {
                    let ty = self.names.decks.get(&deck.text()).map_or(Type::Unknown, |deck| Type::Card(*deck));
                    self.target(id, target, Some(ty), target, SlotKind::Draw, walk);
                }
                StatementKind::Resolve { target, ladder, .. } => self.walk_resolve(id, target, ladder.as_ref(), walk),
                StatementKind::Choose { target, ty, .. } => {
                    let ty = match &ty.kind {
                        ast::TypeKind::Limits(..) => Type::Number,
                        _ => self.written(ty).ty,
                    };
                    self.target(id, target, Some(ty), target, SlotKind::Choose, walk);
                }
                StatementKind::ForEach { variable, list, body } => {
                    let mut inner = walk.clone();
                    inner.loops.push((variable, list));
                    self.walk(id, body, &inner);
                }
                StatementKind::If { branches, otherwise } => {
                    for body in branches.iter().map(|(_, body)| body).chain(otherwise) {
                        self.walk(id, body, walk);
                    }
                }
                StatementKind::Step { name, title, body } => {
                    let step =
                        Step { name: name.text(), title: title.as_ref().map(|t| t.text.clone()), span: name.span() };
                    self.model.procedures[id.0].steps.push(step);
                    let inner = Walk { step: Some(self.model.procedures[id.0].steps.len() - 1), ..walk.clone() };
                    self.walk(id, body, &inner);
                }
                StatementKind::Kept { line, .. } => self.walk(id, std::slice::from_ref(&**line), walk),
                _ => {}
            }
        }
    }

    fn walk_ask(&mut self, id: ProcedureId, secret: bool, field: &'a ast::Field, walk: &Walk<'a>) {
        let written = self.written(&field.ty);
        let default = field.default.as_ref().map(|default| {
            let typed = self.expr(&Env::default(), default, Some(&written.ty));
            self.fit(typed, &written.ty, &Env::default())
        });
        let by = field.by.as_ref().and_then(|by| self.scale_named(by));
        self.check_default(&field.names, default.as_ref(), written.limits);
        if secret {
            self.can_be_kept(&field.names, &written.ty);
        }
        for name in &field.names {
            self.check_head(name);
            let kind = SlotKind::Ask { default: default.clone(), optional: written.optional, limits: written.limits };
            let slot = self.new_slot(id, name, written.ty.clone(), kind, Source::Known, walk);
            if let Some(role) = &field.role {
                self.blank_role(id, slot, role);
            }
            let slot = &mut self.model.procedures[id.0].slots[slot.0];
            slot.by = by;
            slot.text = field.text.as_ref().map(|t| t.text.clone());
            slot.secret = secret;
        }
    }

    /// `ask reply : test by defender`: who acts in it unless the scene says otherwise.
    fn blank_role(&mut self, id: ProcedureId, slot: SlotId, role: &Phrase) {
        let found = self.slot_named(id, &role.text(), None);
        let is_role = |found: &SlotId| self.model.procedures[id.0].slots[found.0].kind == SlotKind::Role;
        if let Some(found) = found.filter(is_role) {
            self.blank_roles.insert((id, slot), found);
            return;
        }
        let message = format!("`{}` is no role of this procedure", role.text());
        let help = "name the role after `by` or `versus` in the procedure's first line";
        self.report(Diagnostic::error(codes::ROLE, role.span(), message).help(help));
    }

    fn walk_resolve(&mut self, id: ProcedureId, target: &'a ast::Expr, ladder: Option<&Phrase>, walk: &Walk<'a>) {
        let name = ladder.map_or_else(|| last_name(target), Phrase::text);
        let Some(scale) = self.names.scales.get(&name).copied() else {
            let span = ladder.map_or(target.span, Phrase::span);
            let help = nearest(&name, self.names.scales.keys().map(String::as_str))
                .map_or("name the ladder: `resolve result : ladder with total`".into(), |c| {
                    format!("did you mean `{c}`?")
                });
            self.report(
                Diagnostic::error(codes::UNKNOWN_NAME, span, format!("there is no ladder `{name}`")).help(help),
            );
            return;
        };
        let ty = self.level_type(scale);
        self.target(id, target, Some(ty), target, SlotKind::Resolve(scale), walk);
    }

    /// The slot that a statement's target declares: `name`, or `item.name` inside a loop over a plan's items.
    fn target(
        &mut self,
        id: ProcedureId,
        target: &'a ast::Expr,
        known: Option<Type>,
        value: &'a ast::Expr,
        kind: SlotKind,
        walk: &Walk<'a>,
    ) -> Option<SlotId> {
        let source = if known.is_some() { Source::Known } else { Source::Of(value, walk.loops.clone()) };
        let ty = known.unwrap_or(Type::Unknown);
        match &target.kind {
            ExprKind::Name(name) => {
                self.check_head(name);
                Some(self.new_slot(id, name, ty, kind, source, walk))
            }
            ExprKind::Member(base, name) => {
                let plan = self.model.procedures[id.0].slots.iter().position(|s| matches!(s.ty, Type::Plan(_)));
                let is_loop =
                    matches!(&base.kind, ExprKind::Name(n) if walk.loops.iter().any(|(w, _)| w.text == n.text()));
                let Some(plan) = plan.filter(|_| is_loop) else {
                    self.misplaced(
                        target.span,
                        "only an item of a plan can be given values of its own here",
                        "name a plain target",
                    );
                    return None;
                };
                let slot = self.push_slot(id, name.text(), name.span(), ty, kind, source, walk);
                self.model.procedures[id.0].slots[slot.0].item_of = Some(SlotId(plan));
                Some(slot)
            }
            _ => {
                self.misplaced(target.span, "a name is wanted here", "write the name the result shall have");
                None
            }
        }
    }

    /// A slot's type, found when first needed.
    pub fn slot_type(&mut self, id: ProcedureId, slot: SlotId, caller: Span) -> Type {
        let source = self.drafts[id.0].sources[slot.0].clone();
        let Source::Of(value, loops) = source else {
            return self.model.procedures[id.0].slots[slot.0].ty.clone();
        };
        if self.drafts[id.0].busy.contains(&slot) {
            let name = self.model.procedures[id.0].slots[slot.0].name.clone();
            self.report(
                Diagnostic::error(codes::RECURSION, caller, format!("`{name}` needs itself"))
                    .help("compute one of the two from something else"),
            );
            return Type::Unknown;
        }
        self.drafts[id.0].busy.push(slot);
        let mut env = Env { procedure: Some(id), ..Env::default() };
        for (word, list) in loops {
            let list = self.expr(&env, list, None);
            let element = self.element(&list);
            let variable = self.variable(word.span, element);
            env.variables.push((word.text.clone(), variable));
        }
        if let Some(by) = self.model.procedures[id.0].slots[slot.0].by {
            let level = self.level_type(by);
            let variable = self.variable(caller, level);
            env.variables.push((self.model.scales[by.0].name.clone(), variable));
        }
        let name = self.model.procedures[id.0].slots[slot.0].name.clone();
        let hint = self.names.scales.get(&name).copied().map(|scale| self.level_type(scale));
        let ty = self.expr(&env, value, hint.as_ref()).ty;
        let ty = if matches!(ty, Type::Roll | Type::Fact) { Type::Number } else { ty };
        self.drafts[id.0].busy.pop();
        self.drafts[id.0].sources[slot.0] = Source::Known;
        self.model.procedures[id.0].slots[slot.0].ty = ty.clone();
        ty
    }

    /// A slot of a procedure by its name; those of the step in hand come first.
    pub fn slot_named(&self, id: ProcedureId, name: &str, step: Option<usize>) -> Option<SlotId> {
        let slots = &self.model.procedures[id.0].slots;
        let named = |slot: &Slot| slot.name == name && slot.item_of.is_none();
        let in_step = slots.iter().position(|slot| named(slot) && step.is_some() && slot.step == step);
        in_step.or_else(|| slots.iter().position(named)).map(SlotId)
    }
}

/// The last name of a target: `total` of `task.total`.
pub fn last_name(target: &ast::Expr) -> String {
    match &target.kind {
        ExprKind::Name(name) | ExprKind::Member(_, name) => name.text(),
        _ => String::new(),
    }
}
