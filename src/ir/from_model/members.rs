//! Parts of things, runs, rolls, cards and plans.

use super::super::{Operand, Question, Register};
use super::partial_value::{Context, Entity};
use super::{Lowering, emit};
use crate::diagnostic::{Diagnostic, codes};
use crate::model::{Expr, ExprKind, Fill, FormId, Member, SlotId, SlotKind, Type};

impl<'m> Lowering<'m, '_> {
    /// A part of something.
    pub fn member(&mut self, context: &Context<'m>, base: &'m Expr, member: &'m Member, whole: &'m Expr) -> Entity<'m> {
        if *member == Member::Given {
            return Entity::Scalar(Operand::Value(i64::from(self.is_given(context, base))));
        }
        let entity = self.eval(context, base);
        match (entity, member) {
            (Entity::Thing(thing), Member::Field(field)) => self.field(thing, *field, 0),
            (Entity::Run(form, nth), Member::Slot(slot)) => self.slot((form, nth), *slot),
            (Entity::Run(form, _), Member::Nth(nth)) => Entity::Run(form, *nth),
            (Entity::Run(_, nth), Member::Nested(form)) => Entity::Run(*form, nth),
            (Entity::Plan(form, slot, nth), Member::Last(last)) => match self.item_count(form, slot) {
                0 => Entity::Absent,
                count => Entity::Item(form, slot, if *last { count - 1 } else { 0 }, nth),
            },
            (Entity::Plan(form, slot, nth), Member::Named(name)) => {
                if let Some(item) = self.item_named(form, slot, name) {
                    return Entity::Item(form, slot, item, nth);
                }
                self.sink.push(
                    Diagnostic::error(codes::UNKNOWN_NAME, whole.span, format!("the plan has no `{name}`"))
                        .help("name one of the items that the scene lays out"),
                );
                Entity::Absent
            }
            (Entity::Item(form, slot, item, nth), Member::Qualifier(qualifier)) => {
                let state = self.state((form, nth));
                Entity::Scalar(state.qualifiers.get(&(slot, item, *qualifier)).copied().unwrap_or(Operand::Unreached))
            }
            (Entity::Item(form, _, item, nth), Member::Slot(slot)) => {
                self.slot_register((form, nth), *slot, Some(item), 0)
            }
            (Entity::Roll(form, slot, item, nth), Member::Question(question)) => {
                Entity::Scalar(self.answer((form, nth), slot, item, *question))
            }
            (entity @ (Entity::Dice(..) | Entity::DiceByLevel(..)), Member::Question(question)) => {
                Entity::Scalar(self.roll_now(context, &entity, *question, String::new()))
            }
            (Entity::Card(deck, card), Member::Card(field, arguments)) => {
                Entity::Scalar(self.card_field(context, deck, card, (*field, arguments)))
            }
            (Entity::Scalar(key), Member::Column(column)) => match base.ty {
                Type::Level(scale) => self.column(context, scale, *column, key, whole),
                _ => Entity::Absent,
            },
            (Entity::Row(table, keys), Member::Column(column)) => self.row(context, table, &keys, *column, whole),
            _ => Entity::Absent,
        }
    }

    /// Whether an optional blank is filled.
    fn is_given(&mut self, context: &Context<'m>, base: &'m Expr) -> bool {
        let (form, slot) = match &base.kind {
            ExprKind::Slot(slot) => match context.form {
                Some((form, _)) => (form, *slot),
                None => return false,
            },
            ExprKind::Member(run, Member::Slot(slot)) => match self.eval(context, run) {
                Entity::Run(form, _) => (form, *slot),
                _ => return false,
            },
            _ => return false,
        };
        let with = matches!(self.given.get(&(form, slot)), Some(entity) if !matches!(entity, Entity::Absent));
        let asked = self.states.get(&(form, 0)).and_then(|state| state.blanks.get(&slot));
        with || self.model.forms[form.0].fills.contains_key(&slot)
            || asked.is_some_and(|entity| !matches!(entity, Entity::Absent | Entity::Scalar(Operand::Unreached)))
    }

    /// One value of a family.
    pub fn index(&mut self, context: &Context<'m>, base: &'m Expr, index: &'m Expr) -> Entity<'m> {
        let level = self.operand(context, index);
        let Operand::Value(level) = level else {
            self.sink.push(
                Diagnostic::error(
                    codes::NOT_CONSTANT,
                    index.span,
                    "which one of the family this is must be known before the run",
                )
                .help("name a level, or go through them with `for each level in scale { … }`"),
            );
            return Entity::Absent;
        };
        let place = usize::try_from(level).unwrap_or(0);
        match &base.kind {
            ExprKind::Slot(slot) => match context.form {
                Some(run) => self.family_value(run, *slot, place),
                None => Entity::Absent,
            },
            ExprKind::Member(owner, Member::Slot(slot)) => match self.eval(context, owner) {
                Entity::Run(form, nth) => self.family_value((form, nth), *slot, place),
                _ => Entity::Absent,
            },
            ExprKind::Member(owner, Member::Field(field)) => match self.eval(context, owner) {
                Entity::Thing(thing) => self.field(thing, *field, place),
                _ => Entity::Absent,
            },
            _ => Entity::Absent,
        }
    }

    fn family_value(&mut self, run: (FormId, i64), slot: SlotId, place: usize) -> Entity<'m> {
        let procedure = self.model.forms[run.0.0].procedure;
        let SlotKind::Ask { default, .. } = &self.model.procedures[procedure.0].slots[slot.0].kind else {
            return self.slot_register(run, slot, None, place);
        };
        let state = self.state(run);
        let entries = state.entries.get(&slot);
        if let Some(entry) = entries.and_then(|entries| entries.iter().find(|entry| entry.index == Some(place))) {
            return Entity::Scalar(entry.value);
        }
        match default {
            Some(default) if state.blanks.contains_key(&slot) => self.eval(&Context::scene(), default),
            _ => Entity::Absent,
        }
    }

    /// What a slot of a run stands for.
    pub fn slot(&mut self, run: (FormId, i64), slot: SlotId) -> Entity<'m> {
        let form = &self.model.forms[run.0.0];
        let declared = &self.model.procedures[form.procedure.0].slots[slot.0];
        match (&declared.kind, &declared.ty) {
            (SlotKind::Role, _) => {
                let procedure = &self.model.procedures[form.procedure.0];
                let who = if procedure.by == Some(slot) { form.by } else { form.versus };
                who.map_or(Entity::Absent, Entity::Thing)
            }
            (SlotKind::Ask { .. }, ty) => self.blank(run, slot, ty),
            (SlotKind::Roll, _) => Entity::Roll(run.0, slot, None, run.1),
            (SlotKind::Draw, Type::Card(deck)) => match self.slot_register(run, slot, None, 0) {
                Entity::Scalar(card) => Entity::Card(*deck, card),
                other => other,
            },
            (SlotKind::Computed, Type::Thing(_) | Type::Many(_) | Type::Dice | Type::TableRow(_) | Type::Item(_)) => {
                self.state(run).blanks.get(&slot).cloned().unwrap_or(Entity::Absent)
            }
            _ => self.slot_register(run, slot, None, 0),
        }
    }

    fn blank(&mut self, run: (FormId, i64), slot: SlotId, ty: &Type) -> Entity<'m> {
        if let Some(entity) = self.state(run).blanks.get(&slot) {
            return entity.clone();
        }
        let form = &self.model.forms[run.0.0];
        match (ty, form.fills.get(&slot)) {
            (Type::Plan(_), Some(_)) => Entity::Plan(run.0, slot, run.1),
            (Type::Many(of), Some(Fill::Forms(forms))) if matches!(**of, Type::Run(_)) => {
                Entity::List(forms.iter().map(|(form, _)| Entity::Run(*form, run.1)).collect())
            }
            (Type::Run(_), Some(Fill::Forms(forms))) => {
                forms.first().map_or(Entity::Absent, |(form, _)| Entity::Run(*form, run.1))
            }
            _ => Entity::Absent,
        }
    }

    /// The register of a computed slot.
    pub fn slot_register(&mut self, run: (FormId, i64), slot: SlotId, item: Option<usize>, level: usize) -> Entity<'m> {
        let register = self.state(run).slots.get(&(slot, item, level)).copied();
        Entity::Scalar(register.map_or(Operand::Unreached, Operand::Register))
    }

    /// What a roll answers to a question.
    pub fn answer(&mut self, run: (FormId, i64), slot: SlotId, item: Option<usize>, question: Question) -> Operand {
        let asked = self.state(run).questions.get(&(slot, item));
        let found = asked.and_then(|asked| asked.iter().find(|(q, _)| *q == question));
        found.map_or(Operand::Unreached, |(_, register)| Operand::Register(*register))
    }

    /// How many items a plan has.
    pub fn item_count(&self, form: FormId, slot: SlotId) -> usize {
        match self.model.forms[form.0].fills.get(&slot) {
            Some(Fill::Plan(plan)) => plan.items.len(),
            _ => 0,
        }
    }

    fn item_named(&self, form: FormId, slot: SlotId, name: &str) -> Option<usize> {
        match self.model.forms[form.0].fills.get(&slot) {
            Some(Fill::Plan(plan)) => plan.items.iter().position(|item| item.name == name),
            _ => None,
        }
    }

    /// The register a statement writes.
    pub fn target(
        &mut self,
        context: &Context<'m>,
        slot: SlotId,
        item: Option<&'m Expr>,
        level: usize,
    ) -> Option<Register> {
        let run = context.form?;
        let place = match item {
            None => None,
            Some(item) => match self.eval(context, item) {
                Entity::Item(_, _, place, _) => Some(place),
                _ => return None,
            },
        };
        self.state(run).slots.get(&(slot, place, level)).copied()
    }

    /// Whether the number is known to be so.
    pub fn is_yes(operand: Operand) -> Option<bool> {
        emit::known(operand).map(|value| matches!(value, Some(1..)))
    }
}
