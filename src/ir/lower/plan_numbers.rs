//! What a plan comes to as a whole: its cost, what is left of its budget, how many items it has.

use super::super::{Binary, Operand};
use super::Lowering;
use super::partial_value::Context;
use super::states::Run;
use crate::model::{Expr, ExprKind, LocalId, PlanNumber, Statement, StatementKind, Type};
use crate::shared_text::SharedText;

/// What is paid besides the items: once, and for each after the first.
type Costs<'m> = (&'m [(Expr, SharedText)], &'m [(Expr, SharedText)]);

impl Lowering<'_, '_> {
    /// A number of the plan that a run has laid out in this blank.
    pub fn plan_number(&mut self, run: Run, local: LocalId, number: PlanNumber) -> Operand {
        let items = self.item_count(run.0, local);
        if number == PlanNumber::Count {
            return Operand::Value(i64::try_from(items).unwrap_or(i64::MAX));
        }
        let procedure = &self.system.procedures[self.scene.invocations[run.0].procedure];
        let Type::Plan(plan) = procedure.locals[local].ty else { return Operand::Unreached };
        let plan = &self.system.plans[plan];
        let context = Context { invocation: Some(run), ..Context::scene() };
        let mut prices = Vec::new();
        if let Some((upfront, further)) = costs(&procedure.body, local) {
            let further = std::iter::repeat_n(further, items.saturating_sub(1)).flatten();
            for (cost, _) in upfront.iter().chain(further) {
                prices.push(self.operand(&context, cost));
            }
        }
        for item in 0..items {
            for qualifier in 0..plan.qualifiers.len() {
                let value = self.planned(run.0, local, item, qualifier);
                prices.push(self.price(plan, qualifier, value));
            }
        }
        let cost = self.total(&prices);
        match number {
            PlanNumber::Cost | PlanNumber::Count => cost,
            PlanNumber::Left => {
                let budget = self.operand(&context, &plan.budget);
                self.emit.binary(Binary::Subtract, budget, cost)
            }
        }
    }
}

/// What the line that cuts a plan charges besides its items.
fn costs(body: &[Statement], plan: LocalId) -> Option<Costs<'_>> {
    body.iter().find_map(|statement| match &statement.kind {
        StatementKind::Cut { target, upfront, further, .. } => {
            (target.kind == ExprKind::Local(plan)).then_some((upfront.as_slice(), further.as_slice()))
        }
        StatementKind::ForEach { body, .. }
        | StatementKind::Step { body, .. }
        | StatementKind::Concealed { body, .. }
        | StatementKind::Period { body, .. }
        | StatementKind::Repeat { body, .. } => costs(body, plan),
        StatementKind::If { branches, otherwise } => {
            branches.iter().find_map(|(_, body)| costs(body, plan)).or_else(|| costs(otherwise, plan))
        }
        StatementKind::Ask(_)
        | StatementKind::Let { .. }
        | StatementKind::Sum { .. }
        | StatementKind::Decide { .. }
        | StatementKind::Roll { .. }
        | StatementKind::Draw { .. }
        | StatementKind::Shuffle(_)
        | StatementKind::Resolve { .. }
        | StatementKind::Choose { .. }
        | StatementKind::Run { .. }
        | StatementKind::Pay { .. }
        | StatementKind::Stop { .. }
        | StatementKind::Needs { .. }
        | StatementKind::Tally(_)
        | StatementKind::Chance(_)
        | StatementKind::Set { .. }
        | StatementKind::Add { .. }
        | StatementKind::Note { .. }
        | StatementKind::Signal { .. }
        | StatementKind::Reveal { .. }
        | StatementKind::Invocation(_)
        | StatementKind::ChooseOption { .. } => None,
    })
}
