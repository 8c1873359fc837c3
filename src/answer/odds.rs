//! Stand-in.

use dashu_ratio::RBig;

use super::Mode;
use super::chosen::Choices;
use crate::ir::{Address, Program};
use crate::machine::Fault;

/// What exact odds may cost.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Budget {
    /// Distinct situations, and distinct results.
    pub states: usize,
    /// Answers followed from one situation to the next, and steps of counting dice.
    pub answers: u64,
}

impl Default for Budget {
    fn default() -> Self {
        Self { states: 5_000_000, answers: 500_000_000 }
    }
}

/// Why there are no odds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum OddsError {
    /// Some run cannot go on.
    Fault(Fault),
    /// Beyond the budget.
    Budget {
        /// Situations reached.
        states: usize,
        /// Answers followed.
        answers: u64,
        /// The budget.
        budget: Budget,
        /// The question at which it ran out.
        at: Address,
    },
    /// The chances do not add up to 1.
    Mass,
}

/// Exact odds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Distribution;

impl Distribution {
    /// The chance that result `i` is *yes*.
    pub fn chance(&self, _: usize) -> RBig {
        RBig::ZERO
    }

    /// The same distribution on the condition that result `i` is *yes*.
    pub fn given(&self, _: usize) -> Option<Distribution> {
        None
    }

    /// The mean of result `i`.
    pub fn mean(&self, _: usize) -> Option<RBig> {
        None
    }
}

/// Odds over the program's results.
///
/// # Errors
/// Over the budget, or when a run goes wrong.
pub fn odds(_: &Program, _: Mode, _: &Choices, budget: Budget) -> Result<Distribution, OddsError> {
    Err(OddsError::Budget { states: 0, answers: 0, budget, at: Address(0) })
}
