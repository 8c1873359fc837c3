//! Names of values, for the audit trail: which named values an expression reads.

use smol_str::format_smolstr;

use super::super::HOST;
use super::Lowering;
use super::partial_value::{Context, PartialValue};
use crate::model::{Argument, Expr, ExprKind, InvocationId, LocalId, LocalKind, Member, Type};
use crate::shared_text::SharedText;

impl<'m> Lowering<'m, '_> {
    /// The named values that an expression reads, in order.
    pub fn reads(&self, context: &Context<'m>, expr: &'m Expr) -> Vec<SharedText> {
        let mut found = Vec::new();
        self.collect(context, expr, &mut found);
        found.dedup();
        found
    }

    fn collect(&self, context: &Context<'m>, expr: &'m Expr, into: &mut Vec<SharedText>) {
        if let Some(path) = self.path(context, expr) {
            into.push(path);
        } else {
            self.collect_inside(context, expr, into);
        }
    }

    fn collect_inside(&self, context: &Context<'m>, expr: &'m Expr, into: &mut Vec<SharedText>) {
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
                let function = &self.system.functions[*id];
                let whose = if function.house == HOST { HOST } else { "house" };
                into.push(format_smolstr!("{whose}.{}", function.name));
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
            // Nothing is read in these that has a path.
            ExprKind::Number(_)
            | ExprKind::Unreached
            | ExprKind::Text(_)
            | ExprKind::Local(_)
            | ExprKind::Var(_)
            | ExprKind::Thing(_)
            | ExprKind::All(_)
            | ExprKind::Levels(_)
            | ExprKind::Invocation(_)
            | ExprKind::NamedModifier(_)
            | ExprKind::Own(_)
            | ExprKind::Dice { .. }
            | ExprKind::Keep { .. }
            | ExprKind::Knows(..)
            | ExprKind::Question => {}
        }
    }

    /// The runs and items that a list names, without computing anything.
    fn runs_in(&self, context: &Context<'m>, list: &'m Expr) -> Vec<PartialValue<'m>> {
        let (ExprKind::Local(local), Some((invocation, nth))) = (&list.kind, context.invocation) else {
            return Vec::new();
        };
        match self.scene.invocations[invocation].arguments.get(local) {
            Some(Argument::Forms(invocations)) => {
                invocations.iter().map(|(invocation, _)| PartialValue::Run(*invocation, nth)).collect()
            }
            Some(Argument::Plan(plan)) => {
                (0..plan.items.len()).map(|item| PartialValue::Item(invocation, *local, item, nth)).collect()
            }
            Some(Argument::One(_) | Argument::List(_)) | None => Vec::new(),
        }
    }

    /// Whether what is said of an item, and costs nothing, has a path to tell of: the scene says one value. The entries of a list are
    /// told as parts of what they count in.
    fn is_told_of(&self, run: InvocationId, slot: LocalId, (item, qualifier): (usize, usize)) -> bool {
        let invocation = &self.scene.invocations[run];
        let Type::Plan(plan) = self.system.procedures[invocation.procedure].locals[slot].ty else { return false };
        let plan = &self.system.plans[plan];
        let Some(Argument::Plan(fill)) = invocation.arguments.get(&slot) else { return false };
        let is_said = fill.items[item].qualifiers.iter().any(|(place, _)| *place == qualifier);
        !plan.describes(qualifier) || is_said && !matches!(plan.qualifiers[qualifier].ty, Type::Many(_))
    }

    /// The path of a named value: `lift.total`, `ada.strength`.
    fn path(&self, context: &Context<'m>, expr: &'m Expr) -> Option<SharedText> {
        match &expr.kind {
            ExprKind::Own(own) => Some(self.scene.own[*own].name.clone()),
            ExprKind::Local(local) => {
                let (invocation, _) = context.invocation?;
                self.local_path(invocation, *local)
            }
            ExprKind::Member(base, Member::Column(_) | Member::Question(_) | Member::Card(..)) => {
                self.path(context, base)
            }
            ExprKind::Member(base, Member::Field(field)) => {
                let thing = self.thing_named(context, base)?;
                let declared = &self.all_things[thing];
                Some(joined(&declared.name, &self.system.kinds[declared.kind].fields[*field].name))
            }
            ExprKind::Member(base, Member::Local(local)) => {
                let place = self.place(context, base)?;
                if let Some((invocation, _)) = place.run() {
                    return self.local_path(invocation, *local);
                }
                let (invocation, plan, item) = place.item()?;
                let procedure = self.scene.invocations[invocation].procedure;
                let name = &self.system.procedures[procedure].locals[*local].name;
                Some(joined(&self.item_path(invocation, plan, item)?, name))
            }
            ExprKind::Member(base, Member::Qualifier(qualifier)) => {
                let (invocation, plan, item) = self.place(context, base)?.item()?;
                let procedure = self.scene.invocations[invocation].procedure;
                let Type::Plan(id) = self.system.procedures[procedure].locals[plan].ty else {
                    return None;
                };
                if !self.is_told_of(invocation, plan, (item, *qualifier)) {
                    return None;
                }
                let name = &self.system.plans[id].qualifiers[*qualifier].name;
                Some(joined(&self.item_path(invocation, plan, item)?, name))
            }
            // These are no single value with a path.
            ExprKind::Number(_)
            | ExprKind::Unreached
            | ExprKind::Text(_)
            | ExprKind::Var(_)
            | ExprKind::Thing(_)
            | ExprKind::All(_)
            | ExprKind::Levels(_)
            | ExprKind::Invocation(_)
            | ExprKind::NamedModifier(_)
            | ExprKind::Member(..)
            | ExprKind::Index(..)
            | ExprKind::Rule(..)
            | ExprKind::House(..)
            | ExprKind::Table(..)
            | ExprKind::Band { .. }
            | ExprKind::DiceCall(..)
            | ExprKind::Dice { .. }
            | ExprKind::Keep { .. }
            | ExprKind::Reduce { .. }
            | ExprKind::Extreme { .. }
            | ExprKind::Absolute(_)
            | ExprKind::Unary(..)
            | ExprKind::Binary(..)
            | ExprKind::IsUnreached(_)
            | ExprKind::Move { .. }
            | ExprKind::Knows(..)
            | ExprKind::If(..)
            | ExprKind::Question => None,
        }
    }

    fn local_path(&self, invocation: InvocationId, local: LocalId) -> Option<SharedText> {
        let invocation = &self.scene.invocations[invocation];
        let declared = &self.system.procedures[invocation.procedure].locals[local];
        let computed = !matches!(declared.kind, LocalKind::Ask { .. } | LocalKind::Role | LocalKind::Run(_));
        (computed && declared.item_of.is_none()).then(|| joined(&invocation.path, &declared.name))
    }

    /// The path of an item of a plan: `lift.haul`.
    pub fn item_path(&self, invocation: InvocationId, plan: LocalId, item: usize) -> Option<SharedText> {
        let invocation = &self.scene.invocations[invocation];
        let Argument::Plan(fill) = invocation.arguments.get(&plan)? else { return None };
        Some(joined(&invocation.path, &fill.items.get(item)?.name))
    }

    /// What a run, an item or a variable stands for, without computing anything.
    fn place(&self, context: &Context<'m>, expr: &'m Expr) -> Option<PartialValue<'m>> {
        match &expr.kind {
            ExprKind::Var(variable) => Some(context.variable(*variable)),
            ExprKind::Invocation(invocation) => Some(PartialValue::Run(*invocation, 0)),
            ExprKind::Local(local) => {
                let (invocation, nth) = context.invocation?;
                match self.scene.invocations[invocation].arguments.get(local)? {
                    Argument::Forms(invocations) => Some(PartialValue::Run(invocations.first()?.0, nth)),
                    Argument::Plan(_) => Some(PartialValue::Plan(invocation, *local, nth)),
                    Argument::One(_) | Argument::List(_) => None,
                }
            }
            ExprKind::Member(base, Member::Last(last)) => {
                let PartialValue::Plan(invocation, local, nth) = self.place(context, base)? else { return None };
                let count = self.item_count(invocation, local);
                let item = if *last { count.checked_sub(1)? } else { 0 };
                Some(PartialValue::Item(invocation, local, item, nth))
            }
            ExprKind::Member(base, Member::Nested(invocation)) => {
                self.place(context, base)?;
                Some(PartialValue::Run(*invocation, 0))
            }
            // These stand for no run, item or variable, or only once they are computed.
            ExprKind::Number(_)
            | ExprKind::Unreached
            | ExprKind::Text(_)
            | ExprKind::Thing(_)
            | ExprKind::All(_)
            | ExprKind::Levels(_)
            | ExprKind::NamedModifier(_)
            | ExprKind::Own(_)
            | ExprKind::Member(..)
            | ExprKind::Index(..)
            | ExprKind::Rule(..)
            | ExprKind::House(..)
            | ExprKind::Table(..)
            | ExprKind::Band { .. }
            | ExprKind::DiceCall(..)
            | ExprKind::Dice { .. }
            | ExprKind::Keep { .. }
            | ExprKind::Reduce { .. }
            | ExprKind::Extreme { .. }
            | ExprKind::Absolute(_)
            | ExprKind::Unary(..)
            | ExprKind::Binary(..)
            | ExprKind::IsUnreached(_)
            | ExprKind::Move { .. }
            | ExprKind::Knows(..)
            | ExprKind::If(..)
            | ExprKind::Question => None,
        }
    }

    fn thing_named(&self, context: &Context<'m>, expr: &'m Expr) -> Option<crate::model::ThingId> {
        match &expr.kind {
            ExprKind::Thing(id) => Some(*id),
            ExprKind::Var(variable) => context.variable(*variable).thing(),
            ExprKind::Local(local) => {
                let invocation = &self.scene.invocations[context.invocation?.0];
                let procedure = &self.system.procedures[invocation.procedure];
                if procedure.by == Some(*local) {
                    invocation.by
                } else if procedure.versus == Some(*local) {
                    invocation.versus
                } else {
                    None
                }
            }
            // These name nobody, or only once they are computed.
            ExprKind::Number(_)
            | ExprKind::Unreached
            | ExprKind::Text(_)
            | ExprKind::All(_)
            | ExprKind::Levels(_)
            | ExprKind::Invocation(_)
            | ExprKind::NamedModifier(_)
            | ExprKind::Own(_)
            | ExprKind::Member(..)
            | ExprKind::Index(..)
            | ExprKind::Rule(..)
            | ExprKind::House(..)
            | ExprKind::Table(..)
            | ExprKind::Band { .. }
            | ExprKind::DiceCall(..)
            | ExprKind::Dice { .. }
            | ExprKind::Keep { .. }
            | ExprKind::Reduce { .. }
            | ExprKind::Extreme { .. }
            | ExprKind::Absolute(_)
            | ExprKind::Unary(..)
            | ExprKind::Binary(..)
            | ExprKind::IsUnreached(_)
            | ExprKind::Move { .. }
            | ExprKind::Knows(..)
            | ExprKind::If(..)
            | ExprKind::Question => None,
        }
    }
}

/// A path that goes on with this name.
pub fn joined(path: &str, name: &str) -> SharedText {
    [path, ".", name].into_iter().collect()
}
