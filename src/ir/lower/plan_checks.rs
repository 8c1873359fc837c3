//! What a plan may not be: too expensive, too long, or loosely joined. Each refusal names a way out.

use super::super::{Binary, Filling, Hole, Operand, Refusal, Shape, Unary, Wording};
use super::partial_value::Context;
use super::plans::is_asked;
use super::prices::Laid;
use super::{Lowering, emit};
use crate::diagnostic::counted::are;
use crate::diagnostic::{Diagnostic, codes};
use crate::model::{GroupNeed, InvocationId, ItemGroup, LocalId, Minimum, Plan, PlanArgument, PlanId, Type};
use crate::shared_text::SharedText;

/// What a plan costs.
pub struct Bill<'b> {
    /// All of it.
    pub spent: Operand,
    /// What its items cost.
    pub laid: &'b [Laid],
    /// All that is paid for, in the order of the points, and what it costs.
    pub prices: &'b [(SharedText, Operand)],
    /// So many of them are paid before the first item.
    pub upfront: usize,
}

impl Bill<'_> {
    /// The places of what is known to cost something, with what it costs.
    fn parts(&self) -> impl Iterator<Item = (usize, i64)> {
        let known =
            |(place, (_, price)): (usize, &(SharedText, Operand))| Some((place, emit::known(*price).flatten()?));
        self.prices.iter().enumerate().filter_map(known).filter(|(_, cost)| *cost > 0)
    }

    /// What it is made of, in brackets.
    fn told(&self) -> String {
        let told: Vec<String> = self.parts().map(|(place, cost)| format!("{} {cost}", self.prices[place].0)).collect();
        if told.is_empty() { String::new() } else { format!(" ({})", told.join(", ")) }
    }

    /// The dearest of what is paid before the first item.
    fn dearest_upfront(&self) -> Option<&SharedText> {
        let upfront = self.parts().filter(|(place, _)| *place < self.upfront);
        upfront.max_by_key(|(_, cost)| *cost).map(|(place, _)| &self.prices[place].0)
    }
}

impl<'m> Lowering<'m, '_> {
    /// The budget, beforehand where the cost is known, at the table otherwise.
    pub fn check_budget(
        &mut self,
        (invocation, local): (InvocationId, LocalId),
        plan: &'m Plan,
        fill: &'m PlanArgument,
        bill: &Bill,
    ) {
        let budget = self.operand(&Context::scene(), &plan.budget);
        let (Some(Some(cost)), Some(Some(allowed))) = (emit::known(bill.spent), emit::known(budget)) else {
            let least = bill.parts().map(|(_, cost)| cost).fold(0, i64::saturating_add);
            if let Some(Some(allowed)) = emit::known(budget)
                && least > allowed
            {
                self.over_budget((invocation, local), plan, fill, (least, allowed), bill);
                return;
            }
            self.refuse_over_budget(plan, bill.spent, budget);
            return;
        };
        if cost > allowed {
            self.over_budget((invocation, local), plan, fill, (cost, allowed), bill);
        }
    }

    /// Refuses at the table a plan whose cost is known only there.
    fn refuse_over_budget(&mut self, plan: &Plan, spent: Operand, budget: Operand) {
        let fine = self.emit.binary(Binary::LessOrEqual, spent, budget);
        let (what, unit) = (plan.name.clone(), plan.unit.clone());
        self.emit.refuse_unless(fine, Refusal::OverBudget { what, spent, budget, unit });
    }

    fn over_budget(
        &mut self,
        (invocation, local): (InvocationId, LocalId),
        plan: &'m Plan,
        fill: &'m PlanArgument,
        (cost, allowed): (i64, i64),
        bill: &Bill,
    ) {
        let unit = &plan.unit;
        let excess = cost.saturating_sub(allowed);
        let mut ways = Vec::new();
        if let Some((item, qualifier, level)) = self.cheaper(invocation, plan, local, (bill.laid, excess)) {
            ways.push(format!("lower the {qualifier} of `{}` to `{level}`", fill.items[item].name));
        }
        ways.extend(bill.dearest_upfront().map(|label| format!("spend less on {label}")));
        if let Some(last) = fill.items.last().filter(|_| fill.items.len() > 1) {
            let procedure = self.scene.invocations[invocation].procedure;
            ways.push(format!("move `{}` to its own {}", last.name, self.system.procedures[procedure].name));
        }
        if ways.is_empty() {
            ways.push("lower some of its qualifiers".into());
        }
        let span = fill.items.last().map_or(self.scene.invocations[invocation].span, |item| item.span);
        self.sink.push(
            Diagnostic::error(
                codes::OVER_BUDGET,
                span,
                format!("this plan costs {cost} {unit}, but only {} allowed{}", are(allowed), bill.told()),
            )
            .also(plan.budget.span, "the budget")
            .help(ways.join(", or ")),
        );
    }

    /// One qualifier that, lowered, brings the plan within its budget: the least important that can.
    fn cheaper(
        &mut self,
        invocation: InvocationId,
        plan: &'m Plan,
        local: LocalId,
        (laid, excess): (&[Laid], i64),
    ) -> Option<(usize, SharedText, SharedText)> {
        for laid in laid.iter().rev() {
            let Type::Level(scale) = plan.qualifiers[laid.qualifier].ty else { continue };
            let planned = emit::known(self.planned(invocation, local, laid.item, laid.qualifier)).flatten()?;
            let price = emit::known(laid.price).flatten()?;
            for lower in (0..planned).rev() {
                let cost = self.price(plan, laid.qualifier, Operand::Value(lower));
                if emit::known(cost).flatten().is_some_and(|cost| price.saturating_sub(cost) >= excess) {
                    let level =
                        usize::try_from(lower).ok().and_then(|place| self.system.scales[scale].levels.get(place));
                    return level.map(|level| (laid.item, plan.qualifiers[laid.qualifier].name.clone(), level.clone()));
                }
            }
        }
        None
    }

    /// Refuses an answer that leaves the plan too dear with all that is known of it so far, or too little for the item's place.
    pub fn check_answer(
        &mut self,
        (invocation, local): (InvocationId, LocalId),
        id: PlanId,
        fill: &'m PlanArgument,
        (item, qualifier): (usize, usize),
    ) {
        let plan = &self.system.plans[id];
        if priced(plan).any(|priced| priced == qualifier) {
            let spent = self.spent_so_far((invocation, local), plan, fill);
            let budget = self.operand(&Context::scene(), &plan.budget);
            self.refuse_over_budget(plan, spent, budget);
        }
        for group in &fill.groups {
            if let GroupNeed::AtLeast(needed, minimum) = plan.groups[group.group].need
                && needed == qualifier
                && let Some(place) = group.items.iter().position(|place| *place == item)
            {
                self.check_minimum(invocation, (local, id), fill, (group, place), (qualifier, minimum));
            }
        }
    }

    /// What an item is asked at the table: where it costs something, with what each level costs and what is left so far.
    pub fn asked_of_item(
        &mut self,
        run: (InvocationId, LocalId),
        (plan, fill): (&'m Plan, &'m PlanArgument),
        (item, qualifier): (usize, usize),
    ) -> Wording {
        let asked = format!("{} of {}", plan.qualifiers[qualifier].name, fill.items[item].name);
        let prices = if priced(plan).any(|priced| priced == qualifier) { self.prices(plan, qualifier) } else { None };
        let Some(prices) = prices else { return Wording::plain(asked.into()) };
        let spent = self.spent_so_far(run, plan, fill);
        let budget = self.operand(&Context::scene(), &plan.budget);
        let left = self.emit.binary(Binary::Subtract, budget, spent);
        let before = format!("{asked}: {prices}, with ");
        let at = u32::try_from(before.len()).unwrap_or(u32::MAX);
        let hole = Hole { at, name: "left".into(), filling: Filling::Value(left, Shape::Number) };
        Wording { text: (before + " left").into(), holes: vec![hole] }
    }

    /// What the items cost, with all that is known of them so far.
    fn spent_so_far(
        &mut self,
        (invocation, local): (InvocationId, LocalId),
        plan: &'m Plan,
        fill: &'m PlanArgument,
    ) -> Operand {
        let mut spent = Operand::Value(0);
        for item in 0..fill.items.len() {
            for qualifier in priced(plan) {
                let value = self.planned(invocation, local, item, qualifier);
                let price = self.price(plan, qualifier, value);
                let counted = self.emit.unary(Unary::OrZero, price);
                spent = self.emit.binary(Binary::Add, spent, counted);
            }
        }
        spent
    }

    /// The number of items, and what their groups demand.
    pub fn check_groups(&mut self, invocation: InvocationId, local: LocalId, id: PlanId, fill: &'m PlanArgument) {
        let plan = &self.system.plans[id];
        if let Some(most) = plan.most
            && i64::try_from(fill.items.len()).is_ok_and(|count| count > most)
        {
            let span = fill.items.last().map_or(fill.span, |item| item.span);
            let message = format!("{} of `{}` are too many: the limit is {most}", fill.items.len(), plan.item);
            self.sink.push(
                Diagnostic::error(codes::TOO_MANY_ITEMS, span, message).help("spread them over more than one run"),
            );
        }
        let demanding = plan.groups.iter().any(|group| group.need != GroupNeed::Nothing);
        let alone = (0..fill.items.len()).find(|item| !fill.groups.iter().any(|group| group.items.contains(item)));
        if let (true, Some(alone), 2..) = (demanding, alone, fill.items.len()) {
            let names: Vec<String> = plan.groups.iter().map(|g| format!("`{} {{ … }}`", g.name)).collect();
            let item = &fill.items[alone];
            let message = format!("`{}` is not in a group, though the plan has {} items", item.name, fill.items.len());
            self.sink.push(
                Diagnostic::error(codes::GROUPING, item.span, message)
                    .help(format!("say how the items are grouped: {}", names.join(" or "))),
            );
        }
        for group in &fill.groups {
            if let GroupNeed::AtLeast(qualifier, minimum) = plan.groups[group.group].need {
                let given = (0..group.items.len()).filter(|place| !is_asked(fill, (group.items[*place], qualifier)));
                for place in given {
                    self.check_minimum(invocation, (local, id), fill, (group, place), (qualifier, minimum));
                }
            }
        }
    }

    fn check_minimum(
        &mut self,
        invocation: InvocationId,
        (local, id): (LocalId, PlanId),
        fill: &'m PlanArgument,
        (group, place): (&'m ItemGroup, usize),
        (qualifier, minimum): (usize, Minimum),
    ) {
        let plan = &self.system.plans[id];
        let item = group.items[place];
        let wanted = demanded(group, place, minimum);
        let value = self.planned(invocation, local, item, qualifier);
        let price = self.price(plan, qualifier, value);
        let qualifier_name = &plan.qualifiers[qualifier].name;
        let (name, group_name) = (&fill.items[item].name, &plan.groups[group.group].name);
        match emit::known(price) {
            Some(Some(price)) if price >= wanted => {}
            Some(price) => {
                let found = price.unwrap_or(0);
                let need = self
                    .level_for(plan, qualifier, wanted)
                    .map_or_else(|| wanted.to_string(), |level| format!("`{level}`"));
                let unit = &plan.unit;
                let message = format!(
                    "`{name}` spends {found} {unit} on {qualifier_name}, but its place in `{group_name}` needs {wanted}"
                );
                self.sink.push(
                    Diagnostic::error(codes::GROUPING, fill.items[item].span, message)
                        .also(group.span, format!("number {} of {}", place + 1, group.items.len()))
                        .help(format!("raise the {qualifier_name} of `{name}` to {need}, or change the order")),
                );
            }
            None => {
                let enough = self.emit.binary(Binary::LessOrEqual, Operand::Value(wanted), price);
                let what = format!("`{name}` must spend {wanted} on {qualifier_name} in `{group_name}`");
                self.emit.refuse_unless(enough, Refusal::Grouping { what: what.into() });
            }
        }
    }
}

/// What an item's place in a group demands; neighbours in an exempting group do not count.
fn demanded(group: &ItemGroup, place: usize, minimum: Minimum) -> i64 {
    let item = group.items[place];
    let freed = |other: &usize| group.exempt.iter().any(|exempt| exempt.contains(&item) && exempt.contains(other));
    let count = |others: &[usize]| i64::try_from(others.iter().filter(|other| !freed(other)).count()).unwrap_or(0);
    match minimum {
        Minimum::After => count(&group.items[place + 1..]),
        Minimum::Before => count(&group.items[..place]),
        Minimum::Number(number) => number,
    }
}

/// The qualifiers of a plan that cost something.
fn priced(plan: &Plan) -> impl Iterator<Item = usize> {
    plan.first.iter().chain(&plan.rest).copied()
}
