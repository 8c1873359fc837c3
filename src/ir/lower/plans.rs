//! Plans: lowered point by point, checked against the budget, cut to what was achieved.

use super::super::{Achieved, Binary, Operand, PlanPoint, Trace};
use super::partial_value::{Context, PartialValue};
use super::paths::joined;
use super::plan_checks::Bill;
use super::prices::Laid;
use super::{Lowering, emit};
use crate::model::{Argument, Expr, ExprKind, InvocationId, LocalId, Plan, PlanArgument, PlanId, Type};
use crate::shared_text::SharedText;

/// What is paid besides the items, each with its label.
type Costs<'m> = &'m [(Expr, SharedText)];

impl<'m> Lowering<'m, '_> {
    /// Reads what the scene laid out.
    pub fn lay_out_plan(&mut self, context: &Context<'m>, slot: LocalId, plan: PlanId) {
        let Some(run) = context.invocation else { return };
        let Some(Argument::Plan(fill)) = self.scene.invocations[run.0].arguments.get(&slot) else { return };
        let declared = &self.system.plans[plan];
        let mut asked = Vec::new();
        for (item, written) in fill.items.iter().enumerate() {
            if let Some(text) = &written.title {
                let path = joined(&self.scene.invocations[run.0].path, &written.name);
                self.emit.trace(Trace::Said { path, text: text.clone() });
            }
            for qualifier in 0..declared.qualifiers.len() {
                if is_asked(fill, (item, qualifier)) {
                    asked.push((item, qualifier));
                } else {
                    self.lay_out_qualifier(run, slot, (declared, fill), (item, qualifier));
                }
            }
        }
        // What is asked comes behind all that is known, so an answer is refused at once where it leaves the plan too dear, or
        // too little for its place.
        for place in asked {
            self.lay_out_qualifier(run, slot, (declared, fill), place);
            self.check_answer((run.0, slot), plan, fill, place);
        }
        self.check_groups(run.0, slot, plan, fill);
    }

    fn lay_out_qualifier(
        &mut self,
        run: (InvocationId, i64),
        slot: LocalId,
        (declared, fill): (&'m Plan, &'m PlanArgument),
        (item, qualifier): (usize, usize),
    ) {
        let field = &declared.qualifiers[qualifier];
        let name = joined(&joined(&self.scene.invocations[run.0].path, &fill.items[item].name), &field.name);
        if let Type::Many(_) = field.ty {
            self.list_qualifier(run, (slot, item, qualifier), fill, (field.limits, &name));
        }
        let value = self.qualifier_value(run, slot, (declared, fill), (item, qualifier));
        if let Some(Operand::Register(register)) =
            self.known_state(run).qualifiers.get(&(slot, item, qualifier)).copied()
        {
            self.emit.copy(register, value);
        }
        let written = fill.items[item].qualifiers.iter().find(|(place, _)| *place == qualifier);
        if let Some((_, entry)) = written.filter(|_| !matches!(field.ty, Type::Many(_))) {
            self.entry_within(entry, value, field.limits, &name);
        }
        self.state(run).planned.insert((slot, item, qualifier), value);
    }

    /// The entries of a qualifier that takes any number of values: each counts for those who know of it, as in a blank.
    fn list_qualifier(
        &mut self,
        run: (InvocationId, i64),
        key @ (_, item, qualifier): (LocalId, usize, usize),
        fill: &'m PlanArgument,
        (limits, name): (Option<(i64, i64)>, &SharedText),
    ) {
        let who = self.scene.invocations[run.0].by;
        let written = fill.items[item].qualifiers.iter().filter(|(place, _)| *place == qualifier);
        let mut entries = Vec::new();
        for (_, entry) in written {
            let filled = self.filled(&Context::scene(), entry, who);
            self.entry_within(entry, filled.value, limits, name);
            entries.push(filled);
        }
        self.state(run).described.insert(key, entries);
    }

    fn qualifier_value(
        &mut self,
        run: (InvocationId, i64),
        slot: LocalId,
        (plan, fill): (&'m Plan, &'m PlanArgument),
        (item, qualifier): (usize, usize),
    ) -> Operand {
        let declared = &plan.qualifiers[qualifier];
        if let Some(entries) = self.known_state(run).described.get(&(slot, item, qualifier)) {
            let values: Vec<Operand> = entries.iter().map(|entry| entry.value).collect();
            return self.total(&values);
        }
        let written = fill.items[item].qualifiers.iter().find(|(place, _)| *place == qualifier);
        match (written, &declared.default) {
            (Some((_, entry)), _) if entry.value.kind == ExprKind::Question => {
                let name = &fill.items[item].name;
                let path = format!("{}.{name}.{}", self.scene.invocations[run.0].path, declared.name);
                let question = self.asked_of_item((run.0, slot), (plan, fill), (item, qualifier));
                self.ask_person(run.0, path.into(), question, (&declared.ty, declared.limits, None))
            }
            (Some((_, entry)), _) => self.operand(&Context::scene(), &entry.value),
            (None, Some(default)) => self.operand(&Context::scene(), default),
            (None, None) => Operand::Unreached,
        }
    }

    /// The order in which an item's qualifiers take their points.
    fn order(plan: &Plan, fill: &PlanArgument, item: usize) -> Vec<usize> {
        let mut order = plan.first.clone();
        if plan.as_written {
            let written = fill.items[item].qualifiers.iter().map(|(place, _)| *place);
            for place in written.filter(|place| plan.rest.contains(place)) {
                if !order.contains(&place) {
                    order.push(place);
                }
            }
        }
        for place in &plan.rest {
            if !order.contains(place) {
                order.push(*place);
            }
        }
        order
    }

    /// `cut PLAN to n`
    pub fn cut(&mut self, context: &Context<'m>, target: &'m Expr, to: &'m Expr, costs: (Costs<'m>, Costs<'m>)) {
        let PartialValue::Plan(form, slot, _) = self.eval(context, target) else { return };
        let Type::Plan(id) = target.ty else { return };
        let plan = &self.system.plans[id];
        let Some(Argument::Plan(fill)) = self.scene.invocations[form].arguments.get(&slot) else { return };
        self.mark(plan.span);
        let (mut slots, mut prices) = (Vec::new(), Vec::new());
        let mut spent = Operand::Value(0);
        for (cost, label) in costs.0 {
            spent = self.charge(context, cost, label, spent, (&mut slots, &mut prices));
        }
        let upfront = prices.len();
        let mut laid = Vec::new();
        for (item, written) in fill.items.iter().enumerate() {
            if item > 0 {
                for (cost, label) in costs.1 {
                    let label = [&written.name, ": ", label].into_iter().collect();
                    spent = self.charge(context, cost, &label, spent, (&mut slots, &mut prices));
                }
            }
            for qualifier in Self::order(plan, fill, item) {
                let value = self.planned(form, slot, item, qualifier);
                let price = self.price(plan, qualifier, value);
                let first = self.emit.binary(Binary::Add, spent, Operand::Value(1));
                let counted = self.emit.unary(super::super::Unary::OrZero, price);
                spent = self.emit.binary(Binary::Add, spent, counted);
                let label: SharedText = [&written.name, ": ", &plan.qualifiers[qualifier].name].into_iter().collect();
                prices.push((label.clone(), counted));
                slots.push(PlanPoint { label, first, last: spent });
                laid.push(Laid { item, qualifier, price: counted, first });
            }
        }
        let bill = Bill { spent, laid: &laid, prices: &prices, upfront };
        self.check_budget((form, slot), plan, fill, &bill);
        let kept = self.operand(context, to);
        let achieved = laid.iter().map(|laid| self.achieve(form, (slot, plan), laid, kept)).collect();
        let path = self.scene.invocations[form].path.clone();
        self.emit.trace(Trace::Cut { path, plan: plan.name.clone(), unit: plan.unit.clone(), kept, slots, achieved });
    }

    /// A cost that is not a qualifier's: what is spent with it.
    fn charge(
        &mut self,
        context: &Context<'m>,
        cost: &'m Expr,
        label: &SharedText,
        spent: Operand,
        (slots, prices): (&mut Vec<PlanPoint>, &mut Vec<(SharedText, Operand)>),
    ) -> Operand {
        self.mark(cost.span);
        let cost = self.operand(context, cost);
        let counted = self.emit.unary(super::super::Unary::OrZero, cost);
        let first = self.emit.binary(Binary::Add, spent, Operand::Value(1));
        let spent = self.emit.binary(Binary::Add, spent, counted);
        prices.push((label.clone(), counted));
        slots.push(PlanPoint { label: label.clone(), first, last: spent });
        spent
    }

    /// What is left of a qualifier: as much as its kept points pay for.
    fn achieve(
        &mut self,
        form: InvocationId,
        (slot, plan): (LocalId, &'m Plan),
        laid: &Laid,
        kept: Operand,
    ) -> Achieved {
        let before = self.emit.binary(Binary::Subtract, laid.first, Operand::Value(1));
        let points = self.emit.binary(Binary::Subtract, kept, before);
        let points = self.emit.binary(Binary::Maximum, points, Operand::Value(0));
        let points = self.emit.binary(Binary::Minimum, points, laid.price);
        let value = self.bought(plan, laid.qualifier, points);
        let planned = self.planned(form, slot, laid.item, laid.qualifier);
        let register = self.known_state((form, 0)).qualifiers.get(&(slot, laid.item, laid.qualifier)).copied();
        if let Some(Operand::Register(register)) = register {
            self.emit.copy(register, value);
            let path = self.register_name(register);
            let shape = emit::shape(&plan.qualifiers[laid.qualifier].ty);
            return Achieved { path, planned, achieved: Operand::Register(register), shape };
        }
        Achieved { path: SharedText::default(), planned, achieved: value, shape: super::super::Shape::Number }
    }
}

/// Whether a qualifier of an item is left to the person at the table.
pub fn is_asked(fill: &PlanArgument, (item, qualifier): (usize, usize)) -> bool {
    let mut written = fill.items[item].qualifiers.iter();
    written.any(|(place, entry)| *place == qualifier && entry.value.kind == ExprKind::Question)
}
