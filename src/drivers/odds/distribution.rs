//! What odds come to: every tuple of results with its chance, and questions to it.

use dashu_int::UBig;
use dashu_ratio::RBig;

use super::frontier::Weighed;
use crate::ir::Value;
use crate::semantics::arithmetic::is_yes;

/// The joint distribution of all results of a program. Results are named by their places.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Distribution {
    /// The values of all results, and how likely they come about together; sorted by the values.
    pub outcomes: Vec<(Vec<Value>, RBig)>,
}

impl Distribution {
    pub(super) fn new(finals: Weighed) -> Self {
        let (denominator, weights) = finals.into_sorted();
        let share = |weight: UBig| RBig::from_parts(weight.into(), denominator.clone());
        let outcomes = weights.into_iter().map(|(values, weight)| (values.into_vec(), share(weight)));
        Self { outcomes: outcomes.collect() }
    }

    /// All chances together; 1, unless nothing is possible.
    pub fn mass(&self) -> RBig {
        total(self.outcomes.iter().map(|(_, chance)| chance))
    }

    pub(super) fn is_whole(&self) -> bool {
        self.mass() == RBig::ONE
    }

    /// How likely a result is *yes*. Unreached counts as not.
    pub fn chance(&self, event: usize) -> RBig {
        let holds = |values: &[Value]| is_yes(value(values, event));
        total(self.outcomes.iter().filter(|(values, _)| holds(values)).map(|(_, chance)| chance))
    }

    /// How likely a result has this value; `None` for unreached.
    pub fn chance_of(&self, result: usize, wanted: Value) -> RBig {
        let same = self.outcomes.iter().filter(|(values, _)| value(values, result) == wanted);
        total(same.map(|(_, chance)| chance))
    }

    /// The distribution on the condition that a result is *yes*; `None` when it never is.
    pub fn given(&self, event: usize) -> Option<Distribution> {
        let mass = self.chance(event);
        if mass == RBig::ZERO {
            return None;
        }
        let holds = self.outcomes.iter().filter(|(values, _)| is_yes(value(values, event)));
        Some(Self { outcomes: holds.map(|(values, chance)| (values.clone(), chance / &mass)).collect() })
    }

    /// The mean of a result over the runs that reached it; `None` when none did.
    pub fn mean(&self, result: usize) -> Option<RBig> {
        let mut mass = RBig::ZERO;
        let mut sum = RBig::ZERO;
        for (values, chance) in &self.outcomes {
            if let Some(number) = value(values, result) {
                mass += chance;
                sum += chance * RBig::from(number);
            }
        }
        (mass != RBig::ZERO).then(|| sum / mass)
    }

    /// The distribution of one result alone, sorted; `None` stands for unreached.
    pub fn of(&self, result: usize) -> Vec<(Value, RBig)> {
        let mut alone: std::collections::BTreeMap<Value, RBig> = std::collections::BTreeMap::new();
        for (values, chance) in &self.outcomes {
            *alone.entry(value(values, result)).or_default() += chance;
        }
        alone.into_iter().collect()
    }
}

fn value(values: &[Value], place: usize) -> Value {
    values.get(place).copied().flatten()
}

fn total<'a>(chances: impl Iterator<Item = &'a RBig>) -> RBig {
    chances.fold(RBig::ZERO, |total, chance| total + chance)
}
