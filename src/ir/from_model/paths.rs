//! Names of values, for the audit trail: which named values an expression reads.

use super::Lowering;
use super::partial_value::{Context, Entity};
use crate::model::{Expr, ExprKind, FormId, Member, SlotId};

impl<'m> Lowering<'m, '_> {
    /// The named values that an expression reads, in order.
    pub fn reads(&self, context: &Context<'m>, expr: &'m Expr) -> Vec<String> {
        let mut found = Vec::new();
        self.collect(context, expr, &mut found);
        found.dedup();
        found
    }

    fn collect(&self, context: &Context<'m>, expr: &'m Expr, into: &mut Vec<String>) {
        if let Some(path) = self.path(context, expr) {
            into.push(path);
            return;
        }
        match &expr.kind {
            ExprKind::Member(base, _) => self.collect(context, base, into),
            ExprKind::Index(base, index) => {
                self.collect(context, base, into);
                self.collect(context, index, into);
            }
            ExprKind::Rule(_, arguments) | ExprKind::Table(_, arguments) | ExprKind::DiceCall(_, arguments) => {
                for argument in arguments {
                    self.collect(context, argument, into);
                }
            }
            ExprKind::House(id, arguments) => {
                into.push(format!("house.{}", self.model.functions[id.0].name));
                for argument in arguments {
                    self.collect(context, argument, into);
                }
            }
            ExprKind::Extreme { of, .. } => {
                for value in of {
                    self.collect(context, value, into);
                }
            }
            ExprKind::Band { key, .. } => self.collect(context, key, into),
            ExprKind::Unary(_, inner) | ExprKind::Absolute(inner) | ExprKind::IsUnreached(inner) => {
                self.collect(context, inner, into);
            }
            ExprKind::Binary(_, left, right) | ExprKind::Move { from: left, by: right, .. } => {
                self.collect(context, left, into);
                self.collect(context, right, into);
            }
            ExprKind::Reduce { variable, list, body, .. } => {
                for element in self.runs_in(context, list) {
                    self.collect(&context.with(*variable, element), body, into);
                }
            }
            ExprKind::If(branches, otherwise) => {
                for (condition, value) in branches {
                    self.collect(context, condition, into);
                    self.collect(context, value, into);
                }
                self.collect(context, otherwise, into);
            }
            _ => {}
        }
    }

    /// The runs and items that a list names, without computing anything.
    fn runs_in(&self, context: &Context<'m>, list: &'m Expr) -> Vec<Entity<'m>> {
        let (ExprKind::Slot(slot), Some((form, nth))) = (&list.kind, context.form) else { return Vec::new() };
        match self.model.forms[form.0].fills.get(slot) {
            Some(crate::model::Fill::Forms(forms)) => forms.iter().map(|(form, _)| Entity::Run(*form, nth)).collect(),
            Some(crate::model::Fill::Plan(plan)) => {
                (0..plan.items.len()).map(|item| Entity::Item(form, *slot, item, nth)).collect()
            }
            _ => Vec::new(),
        }
    }

    /// The path of a named value: `lift.total`, `ada.strength`.
    fn path(&self, context: &Context<'m>, expr: &'m Expr) -> Option<String> {
        match &expr.kind {
            ExprKind::Slot(slot) => {
                let (form, _) = context.form?;
                self.slot_path(form, *slot)
            }
            ExprKind::Member(base, Member::Column(_) | Member::Question(_) | Member::Card(..)) => {
                self.path(context, base)
            }
            ExprKind::Member(base, Member::Field(field)) => {
                let thing = self.thing_named(context, base)?;
                let declared = &self.all_things[thing.0];
                Some(format!("{}.{}", declared.name, self.model.kinds[declared.kind.0].fields[*field].name))
            }
            ExprKind::Member(base, Member::Slot(slot)) => match self.place(context, base)? {
                Entity::Run(form, _) => self.slot_path(form, *slot),
                Entity::Item(form, plan, item, _) => {
                    let procedure = self.model.forms[form.0].procedure;
                    let name = &self.model.procedures[procedure.0].slots[slot.0].name;
                    Some(format!("{}.{name}", self.item_path(form, plan, item)?))
                }
                _ => None,
            },
            ExprKind::Member(base, Member::Qualifier(qualifier)) => match self.place(context, base)? {
                Entity::Item(form, plan, item, _) => {
                    let procedure = self.model.forms[form.0].procedure;
                    let crate::model::Type::Plan(id) = self.model.procedures[procedure.0].slots[plan.0].ty else {
                        return None;
                    };
                    let name = &self.model.plans[id.0].qualifiers[*qualifier].name;
                    Some(format!("{}.{name}", self.item_path(form, plan, item)?))
                }
                _ => None,
            },
            _ => None,
        }
    }

    fn slot_path(&self, form: FormId, slot: SlotId) -> Option<String> {
        let form = &self.model.forms[form.0];
        let declared = &self.model.procedures[form.procedure.0].slots[slot.0];
        let computed = !matches!(declared.kind, crate::model::SlotKind::Ask { .. } | crate::model::SlotKind::Role);
        (computed && declared.item_of.is_none()).then(|| format!("{}.{}", form.path, declared.name))
    }

    fn item_path(&self, form: FormId, plan: SlotId, item: usize) -> Option<String> {
        match self.model.forms[form.0].fills.get(&plan) {
            Some(crate::model::Fill::Plan(fill)) => {
                Some(format!("{}.{}", self.model.forms[form.0].path, fill.items.get(item)?.name))
            }
            _ => None,
        }
    }

    /// What a run, an item or a variable stands for, without computing anything.
    fn place(&self, context: &Context<'m>, expr: &'m Expr) -> Option<Entity<'m>> {
        match &expr.kind {
            ExprKind::Var(variable) => Some(context.variable(*variable)),
            ExprKind::Form(form) => Some(Entity::Run(*form, 0)),
            ExprKind::Slot(slot) => {
                let (form, nth) = context.form?;
                match self.model.forms[form.0].fills.get(slot)? {
                    crate::model::Fill::Forms(forms) => Some(Entity::Run(forms.first()?.0, nth)),
                    crate::model::Fill::Plan(_) => Some(Entity::Plan(form, *slot, nth)),
                    _ => None,
                }
            }
            ExprKind::Member(base, Member::Last(last)) => match self.place(context, base)? {
                Entity::Plan(form, slot, nth) => {
                    let count = self.item_count(form, slot);
                    let item = if *last { count.checked_sub(1)? } else { 0 };
                    Some(Entity::Item(form, slot, item, nth))
                }
                _ => None,
            },
            ExprKind::Member(base, Member::Nested(form)) => {
                self.place(context, base)?;
                Some(Entity::Run(*form, 0))
            }
            _ => None,
        }
    }

    fn thing_named(&self, context: &Context<'m>, expr: &'m Expr) -> Option<crate::model::ThingId> {
        match &expr.kind {
            ExprKind::Thing(id) => Some(*id),
            ExprKind::Var(variable) => match context.variable(*variable) {
                Entity::Thing(id) => Some(id),
                _ => None,
            },
            ExprKind::Slot(slot) => {
                let form = &self.model.forms[context.form?.0.0];
                let procedure = &self.model.procedures[form.procedure.0];
                if procedure.by == Some(*slot) {
                    form.by
                } else if procedure.versus == Some(*slot) {
                    form.versus
                } else {
                    None
                }
            }
            _ => None,
        }
    }
}
