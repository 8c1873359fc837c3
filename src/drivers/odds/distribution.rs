//! The result of odds: every tuple of results with its chance, and questions about it.

use std::collections::BTreeMap;
use std::ops::AddAssign;

use dashu_base::UnsignedAbs;
use dashu_int::{IBig, UBig};
use dashu_ratio::RBig;

use super::frontier::Weighed;
use super::request::Progress;
use crate::ir::{Address, Value};
use crate::semantics::arithmetic::is_yes;

/// While outcomes are read, whether somebody has stopped it is asked once in so many.
const LOOK_AFTER: usize = 256;

/// Once somebody has stopped it, outcomes are read for so many steps, which takes a tenth of a second or so.
const READ_AFTERWARDS: u64 = 4_000_000;

/// The joint distribution of all results of a program. Results are named by their places.
///
/// Chances are those among all runs. A run that is refused has no results, so it belongs to no outcome. Where it was stopped before
/// everything was known, each chance is at least what is said here, and at most so much more as is `open`; that goes for what is
/// `given` as well.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Distribution {
    /// The values of all results, and how likely they come about together; sorted by the values.
    pub outcomes: Vec<(Vec<Value>, RBig)>,
    /// The refusals that runs come to, in the order of the program, and how likely each of them is.
    pub refused: Vec<(Address, RBig)>,
    /// How likely it is that a run comes to what is not known yet; 0 where nobody has stopped it.
    pub open: RBig,
    /// A denominator of all chances, so that many can be added without looking for another one each time.
    denominator: UBig,
}

/// Which runs reach a result.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reach {
    /// None.
    None,
    /// So many of them.
    Some(RBig),
    /// All of them, as far as they are known.
    All,
}

impl Distribution {
    pub(super) fn new(finals: Weighed) -> Self {
        Self::read(finals, || true)
    }

    /// Brings chances to their lowest terms, one after the other, as long as it is to go on.
    fn read(finals: Weighed, mut goes_on: impl FnMut() -> bool) -> Self {
        let (denominator, weights) = finals.into_sorted();
        let share = |weight: UBig| RBig::from_parts(weight.into(), denominator.clone());
        let read = weights.into_iter().take_while(|_| goes_on());
        let outcomes = read.map(|(values, weight)| (values.into_vec(), share(weight))).collect();
        Self { outcomes, refused: Vec::new(), open: RBig::ZERO, denominator }
    }

    /// All that was found, unless somebody stops it on the way: then the chance of what was not read yet is open.
    pub(super) fn of_all(finals: Weighed, progress: &Progress) -> Self {
        let (all, mut read) = (finals.len(), 0_usize);
        let found = Self::read(finals, || {
            read += 1;
            !read.is_multiple_of(LOOK_AFTER) || progress.is_wanted()
        });
        if found.outcomes.len() == all { found } else { found.with_the_rest_open() }
    }

    /// What was found before it was stopped: the chance that is missing is open. Whoever has stopped it does not wait for more than a
    /// moment either, so the chance of what takes longer to read is open as well.
    pub(super) fn so_far(finals: Weighed) -> Self {
        let mut left = READ_AFTERWARDS / finals.steps_to_read_one();
        let found = Self::read(finals, || {
            left = left.saturating_sub(1);
            left > 0
        });
        found.with_the_rest_open()
    }

    fn with_the_rest_open(self) -> Self {
        Self { open: RBig::ONE - self.mass(), ..self }
    }

    /// The same where the first result is the address of what has refused a run.
    pub(super) fn without_refused(mut self) -> Self {
        let mut refused = Vec::new();
        let mut outcomes = Vec::with_capacity(self.outcomes.len());
        for (mut values, chance) in std::mem::take(&mut self.outcomes) {
            let by = if values.is_empty() { None } else { values.remove(0) };
            match by.and_then(|address| u32::try_from(address).ok()) {
                Some(address) => refused.push((Address(address), chance)),
                None => outcomes.push((values, chance)),
            }
        }
        Self { outcomes, refused, ..self }
    }

    /// Of no result, where every run comes to its end.
    pub(super) fn of_nothing() -> Self {
        let mut finals = Weighed::new();
        finals.add(&[], UBig::ONE, &UBig::ONE);
        Self::new(finals)
    }

    /// The values of one result with their chances, which add up to 1.
    pub(crate) fn of_one(values: Vec<(Value, RBig)>) -> Self {
        let mut finals = Weighed::new();
        for (value, chance) in values {
            let (weight, denominator) = chance.into_parts();
            finals.add(&[value], weight.unsigned_abs(), &denominator);
        }
        Self::new(finals)
    }

    /// What so many runs came to: how often each tuple of results came about.
    pub fn of_counts<const N: usize>(runs: u64, counts: impl IntoIterator<Item = ([Value; N], u64)>) -> Self {
        let (mut finals, runs) = (Weighed::new(), UBig::from(runs));
        for (values, times) in counts {
            finals.add(&values, UBig::from(times), &runs);
        }
        Self::new(finals)
    }

    /// The chances of all outcomes and refusals and of what is open together; 1, unless nothing is possible.
    pub fn mass(&self) -> RBig {
        self.total(|_| true) + self.refused_mass() + &self.open
    }

    /// How likely a run is refused.
    pub fn refused_mass(&self) -> RBig {
        self.refused.iter().fold(RBig::ZERO, |sum, (_, chance)| sum + chance)
    }

    /// How likely a result is *yes*. Unreached counts as not.
    pub fn chance(&self, event: usize) -> RBig {
        self.total(|values| is_yes(value(values, event)))
    }

    /// How likely a result has this value; `None` for unreached.
    pub fn chance_of(&self, result: usize, wanted: Value) -> RBig {
        self.total(|values| value(values, result) == wanted)
    }

    /// The distribution on the condition that a result is *yes*, which it is in no run that is refused; `None` when it never is.
    pub fn given(&self, event: usize) -> Option<Distribution> {
        let holds = || self.outcomes.iter().filter(|(values, _)| is_yes(value(values, event)));
        // It may hold in all that is open; so the chances are those that are at least known.
        let open = self.weight(&self.open);
        let denominator = holds().fold(open.clone(), |sum, (_, chance)| sum + self.weight(chance));
        if denominator == UBig::ZERO {
            return None;
        }
        let open = RBig::from_parts(open.into(), denominator.clone());
        let share = |chance| RBig::from_parts(self.weight(chance).into(), denominator.clone());
        let outcomes = holds().map(|(values, chance)| (values.clone(), share(chance))).collect();
        Some(Self { outcomes, refused: Vec::new(), open, denominator })
    }

    /// Whether a result is *yes* in every run.
    pub fn is_certain(&self, event: usize) -> bool {
        let is_all = self.refused.is_empty() && self.open == RBig::ZERO;
        is_all && self.outcomes.iter().all(|(values, _)| is_yes(value(values, event)))
    }

    /// Which runs reach a result, of those that nothing refuses.
    pub fn reach(&self, result: usize) -> Reach {
        let is_reached = |values: &[Value]| value(values, result).is_some();
        let mut outcomes = self.outcomes.iter().map(|(values, _)| is_reached(values));
        if self.open != RBig::ZERO || outcomes.all(|reached| reached) {
            return Reach::All;
        }
        let share = self.total(is_reached);
        if share == RBig::ZERO { Reach::None } else { Reach::Some(share) }
    }

    /// The mean of a result over the runs that reached it; `None` when none did.
    pub fn mean(&self, result: usize) -> Option<RBig> {
        let (mut mass, mut sum) = (UBig::ZERO, IBig::ZERO);
        for (values, chance) in &self.outcomes {
            if let Some(number) = value(values, result) {
                let weight = self.weight(chance);
                sum += IBig::from(number) * IBig::from(weight.clone());
                mass += weight;
            }
        }
        (mass != UBig::ZERO).then(|| RBig::from_parts(sum, mass))
    }

    /// The numbers between which the mean of a result lies over the runs that reach it, whatever those come to that are not known; in
    /// each of them it lies between these numbers, if they reach it.
    pub fn mean_between(&self, result: usize, (low, high): (i64, i64)) -> (RBig, RBig) {
        let (low, high) = (RBig::from(low), RBig::from(high));
        let Some(mean) = self.mean(result) else { return (low, high) };
        let reached = self.total(|values| value(values, result).is_some());
        // Any part of what is not known may reach it, so the limits are those for none of it and for all.
        let with = |number: RBig| (&mean * &reached + number * &self.open) / (&reached + &self.open);
        (mean.clone().min(with(low)), mean.clone().max(with(high)))
    }

    /// The distribution of one result alone, sorted; `None` stands for unreached.
    pub fn of(&self, result: usize) -> Vec<(Value, RBig)> {
        self.alone(self.outcomes.iter().map(|(values, chance)| (value(values, result), self.weight(chance))))
    }

    /// The same of each of so many results.
    pub fn of_each(&self, results: usize) -> Vec<Vec<(Value, RBig)>> {
        let weights: Vec<UBig> = self.outcomes.iter().map(|(_, chance)| self.weight(chance)).collect();
        let weighed = || self.outcomes.iter().zip(&weights);
        let of = |result| self.alone(weighed().map(|((values, _), weight)| (value(values, result), weight)));
        (0..results).map(of).collect()
    }

    fn alone<W>(&self, weighed: impl Iterator<Item = (Value, W)>) -> Vec<(Value, RBig)>
    where
        UBig: AddAssign<W>,
    {
        let mut alone: BTreeMap<Value, UBig> = BTreeMap::new();
        for (value, weight) in weighed {
            *alone.entry(value).or_default() += weight;
        }
        let share = |weight: UBig| RBig::from_parts(weight.into(), self.denominator.clone());
        alone.into_iter().map(|(value, weight)| (value, share(weight))).collect()
    }

    fn total(&self, counts: impl Fn(&[Value]) -> bool) -> RBig {
        let counted = self.outcomes.iter().filter(|(values, _)| counts(values));
        let weight = counted.fold(UBig::ZERO, |sum, (_, chance)| sum + self.weight(chance));
        RBig::from_parts(weight.into(), self.denominator.clone())
    }

    /// A chance over the denominator that all chances share.
    fn weight(&self, chance: &RBig) -> UBig {
        let numerator = chance.numerator().clone().into_parts().1;
        numerator * (&self.denominator / chance.denominator())
    }
}

fn value(values: &[Value], place: usize) -> Value {
    values.get(place).copied().flatten()
}
