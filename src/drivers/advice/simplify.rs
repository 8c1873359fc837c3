//! What the best answer depends on, in as few conditions as possible: a tree in which each condition asks for one thing that the person
//! who decides can see.
//!
//! The next condition is chosen by the cost of giving the same answer everywhere on each of its sides. That cost is rounded up, but
//! whether an answer is as good as any other is not rounded. So the tree may be larger than necessary, but never wrong.

use std::collections::BTreeMap;

use dashu_base::{Abs, UnsignedAbs};
use dashu_int::IBig;
use dashu_int::ops::BitTest;

use super::cases::Case;
use super::columns::Columns;
use crate::drivers::plays::Test;
use crate::ir::Value;

/// What the greatest cost counts.
const UNIT: u64 = 1 << 40;

/// So many bits of a cost are enough almost everywhere.
const SHORT_BITS: usize = 80;

/// What an answer costs that cannot be given.
const CLOSED: u128 = 1 << 60;

/// What is best, and what that depends on.
#[derive(Clone, Debug)]
pub enum Tree {
    /// It depends on nothing more.
    Leaf(Leaf),
    /// It depends on a condition.
    Branch(Box<Branch>),
}

/// A condition, and what is best where it holds and where it does not.
#[derive(Clone, Debug)]
pub struct Branch {
    /// Which feature it asks for, by its place.
    pub feature: usize,
    /// What it asks.
    pub test: Test,
    /// Where it holds.
    pub yes: Tree,
    /// Where it does not.
    pub no: Tree,
}

/// Some situations in which the same is answered.
#[derive(Clone, Debug)]
pub struct Leaf {
    /// What is answered; where there are several, each of them is as good as any.
    pub best: Vec<i64>,
    /// The situations, by their places.
    pub cases: Vec<usize>,
}

impl Tree {
    /// The same answer in so many cases, if there is one.
    pub fn always(option: Option<i64>, cases: usize) -> Self {
        Tree::Leaf(Leaf { best: option.into_iter().collect(), cases: (0..cases).collect() })
    }

    /// The same conditions and answers for other cases.
    #[must_use]
    pub fn over(&self, cases: &[Case]) -> Self {
        self.among(cases, (0..cases.len()).collect())
    }

    fn among(&self, all: &[Case], cases: Vec<usize>) -> Self {
        match self {
            Tree::Leaf(leaf) => Tree::Leaf(Leaf { best: leaf.best.clone(), cases }),
            Tree::Branch(branch) => {
                let holds = |case: &usize| branch.test.holds(all[*case].seen.get(branch.feature).copied().flatten());
                let (yes, no): (Vec<usize>, Vec<usize>) = cases.into_iter().partition(holds);
                let (yes, no) = (branch.yes.among(all, yes), branch.no.among(all, no));
                Tree::Branch(Box::new(Branch { feature: branch.feature, test: branch.test, yes, no }))
            }
        }
    }

    /// What it says of a situation in which this is seen.
    pub fn says(&self, seen: &[Value]) -> Option<i64> {
        match self {
            Tree::Leaf(leaf) => leaf.best.first().copied(),
            Tree::Branch(branch) => {
                let holds = branch.test.holds(seen.get(branch.feature).copied().flatten());
                if holds { branch.yes.says(seen) } else { branch.no.says(seen) }
            }
        }
    }

    /// Tells of each of its leaves.
    pub fn leaves(&self, tell: &mut dyn FnMut(&Leaf)) {
        match self {
            Tree::Leaf(leaf) => tell(leaf),
            Tree::Branch(branch) => {
                branch.yes.leaves(tell);
                branch.no.leaves(tell);
            }
        }
    }

    /// Whether it says something somewhere that is not as good as any.
    pub fn is_simplified(&self, cases: &[Case]) -> bool {
        let mut is_simplified = false;
        self.leaves(&mut |leaf| {
            let is_best = |case: &usize| {
                cases.get(*case).is_none_or(|case| leaf.best.iter().all(|option| case.best.contains(option)))
            };
            is_simplified |= !leaf.cases.iter().all(is_best);
        });
        is_simplified
    }
}

/// What each answer costs in each case, rounded.
struct Costs<'c> {
    cases: &'c [Case],
    columns: Columns,
    /// For each case the cost of each column.
    of: Vec<Vec<u128>>,
}

/// A place in the tree that is growing.
struct Growing {
    cases: Vec<usize>,
    /// What it costs to answer alike in all of them.
    cost: u128,
    split: Option<Split>,
}

/// A condition, and the two places that it leads to.
struct Split {
    feature: usize,
    test: Test,
    yes: usize,
    no: usize,
}

/// The tree of at most so many conditions. For each feature it is said whether its values have an order.
pub fn simplify(cases: &[Case], is_ordered: &[bool], most: usize) -> Tree {
    let costs = Costs::of(cases);
    let all: Vec<usize> = (0..cases.len()).collect();
    let mut places = vec![Growing { cost: costs.alike(&all), cases: all, split: None }];
    for _ in 0..most {
        let open = places.iter().enumerate().filter(|(_, place)| place.split.is_none() && place.cost > 0);
        let Some((at, _)) = open.max_by_key(|(at, place)| (place.cost, std::cmp::Reverse(*at))) else { break };
        let Some((feature, test)) = best_test(cases, &costs, (&places[at].cases, is_ordered)) else { break };
        let holds = |case: &usize| test.holds(cases[*case].seen[feature]);
        let (yes, no): (Vec<usize>, Vec<usize>) = places[at].cases.iter().copied().partition(holds);
        places[at].split = Some(Split { feature, test, yes: places.len(), no: places.len() + 1 });
        for cases in [yes, no] {
            places.push(Growing { cost: costs.alike(&cases), cases, split: None });
        }
    }
    grown(&places, 0, &costs)
}

impl<'c> Costs<'c> {
    fn of(cases: &'c [Case]) -> Self {
        let columns = Columns::of(cases.iter());
        let costs = |case: &Case| case.values.iter().filter_map(|value| cost(case, value.as_ref())).max();
        let scale = Rounding::of(cases.iter().filter_map(costs).max().unwrap_or_default());
        let of = cases.iter().map(|case| {
            let all = case.values.iter();
            let each: Vec<u128> =
                all.map(|value| cost(case, value.as_ref()).map_or(CLOSED, |cost| scale.rounded(&cost))).collect();
            let cost = |place: Option<usize>| place.and_then(|place| each.get(place)).copied().unwrap_or(CLOSED);
            columns.places(case).map(cost).collect()
        });
        Self { of: of.collect(), columns, cases }
    }

    /// What each column costs in all of these.
    fn sums(&self, cases: &[usize]) -> Vec<u128> {
        let mut sums = vec![0; self.columns.count()];
        for case in cases {
            self.add(*case, &mut sums);
        }
        sums
    }

    fn add(&self, case: usize, sums: &mut [u128]) {
        for (sum, cost) in sums.iter_mut().zip(self.of.get(case).into_iter().flatten()) {
            *sum += cost;
        }
    }

    /// What it costs to answer alike in all of these.
    fn alike(&self, cases: &[usize]) -> u128 {
        self.sums(cases).into_iter().min().unwrap_or(0)
    }

    /// The answers with which it costs least, exactly, of those that can be given most often.
    fn best(&self, cases: &[usize]) -> Vec<i64> {
        let rounded = self.sums(cases);
        // Only what costs nothing is rounded to nothing.
        if rounded.contains(&0) {
            return self.columns.options(&|column| rounded.get(column) == Some(&0));
        }
        let mut costs = vec![(0, IBig::ZERO); self.columns.count()];
        for case in cases.iter().filter_map(|case| self.cases.get(*case)) {
            let each: Vec<Option<IBig>> = case.values.iter().map(|value| cost(case, value.as_ref())).collect();
            for ((missing, sum), place) in costs.iter_mut().zip(self.columns.places(case)) {
                match place.and_then(|place| each.get(place)?.as_ref()) {
                    Some(cost) => *sum += cost,
                    None => *missing += 1,
                }
            }
        }
        let least = costs.iter().min();
        self.columns.options(&|column| costs.get(column) == least)
    }
}

/// By how much an answer is worse than the best one, as often as the case comes about.
fn cost(case: &Case, value: Option<&IBig>) -> Option<IBig> {
    let best = case.best.first().and_then(|best| case.values.get(case.place(*best)?)?.as_ref())?;
    Some((best - value?).abs())
}

/// Costs as parts of the greatest one.
struct Rounding {
    greatest: IBig,
    /// Without so many of the lowest bits it fits into a short number.
    shift: usize,
    short: u128,
}

impl Rounding {
    fn of(greatest: IBig) -> Self {
        let shift = (&greatest).unsigned_abs().bit_len().saturating_sub(SHORT_BITS);
        let short = u128::try_from(&greatest >> shift).unwrap_or(1).max(1);
        Self { greatest, shift, short }
    }

    /// Rounded up: only what costs nothing is nothing.
    fn rounded(&self, cost: &IBig) -> u128 {
        if cost.is_zero() {
            return 0;
        }
        let short = u128::try_from(cost >> self.shift).unwrap_or(0);
        let unit = u128::from(UNIT);
        let (low, high) = (short * unit / (self.short + 1), (short + 1) * unit / self.short);
        if low == high {
            return 1 + low;
        }
        1 + u128::try_from(cost * IBig::from(UNIT) / &self.greatest).unwrap_or(CLOSED)
    }
}

/// The condition with which answering alike on each side costs least; of several the one that leaves fewest cases answered otherwise
/// than they should be.
fn best_test(cases: &[Case], costs: &Costs<'_>, (among, is_ordered): (&[usize], &[bool])) -> Option<(usize, Test)> {
    let all = costs.sums(among);
    let mut best: Option<((u128, usize), (usize, Test))> = None;
    for (feature, is_ordered) in is_ordered.iter().enumerate() {
        let mut by_value: BTreeMap<Value, (Vec<u128>, usize)> = BTreeMap::new();
        for case in among {
            let value = cases[*case].seen[feature];
            let (sums, count) = by_value.entry(value).or_insert_with(|| (vec![0; all.len()], 0));
            costs.add(*case, sums);
            *count += 1;
        }
        for (test, sums, count) in sides(&by_value, *is_ordered) {
            let other = all.iter().zip(&sums).map(|(all, sum)| all - sum).min().unwrap_or(0);
            let cost = sums.iter().min().copied().unwrap_or(0) + other;
            let order = (cost, count.abs_diff(among.len() - count));
            if best.as_ref().is_none_or(|(known, _)| order < *known) {
                best = Some((order, (feature, test)));
            }
        }
    }
    best.map(|(_, test)| test)
}

/// Every condition on a feature, with what each answer costs where it holds, and in how many cases it does.
fn sides(by_value: &BTreeMap<Value, (Vec<u128>, usize)>, is_ordered: bool) -> Vec<(Test, Vec<u128>, usize)> {
    if by_value.len() < 2 {
        return Vec::new();
    }
    let mut sides = Vec::new();
    let mut so_far: Option<(Vec<u128>, usize)> = None;
    for (value, (sums, count)) in by_value {
        let Some(number) = value.filter(|_| is_ordered) else {
            sides.push((Test::Is(*value), sums.clone(), *count));
            continue;
        };
        let (before, counted) = so_far.unwrap_or_else(|| (vec![0; sums.len()], 0));
        let sums: Vec<u128> = before.iter().zip(sums).map(|(before, sum)| before + sum).collect();
        let count = counted + count;
        sides.push((Test::AtMost(number), sums.clone(), count));
        so_far = Some((sums, count));
    }
    if is_ordered && !by_value.contains_key(&None) {
        // The last one holds of all.
        sides.pop();
    }
    sides
}

/// The tree that has grown from a place. Where both sides can be answered alike, the condition is left out.
fn grown(places: &[Growing], at: usize, costs: &Costs<'_>) -> Tree {
    let Growing { cases, split, .. } = &places[at];
    let Some(Split { feature, test, yes, no }) = split else {
        return Tree::Leaf(Leaf { best: costs.best(cases), cases: cases.clone() });
    };
    let (yes, no) = (grown(places, *yes, costs), grown(places, *no, costs));
    if let (Tree::Leaf(one), Tree::Leaf(other)) = (&yes, &no) {
        let both: Vec<i64> = one.best.iter().filter(|option| other.best.contains(option)).copied().collect();
        if !both.is_empty() {
            return Tree::Leaf(Leaf { best: both, cases: cases.clone() });
        }
    }
    Tree::Branch(Box::new(Branch { feature: *feature, test: *test, yes, no }))
}
