//! What can be advised about: a goal that each run is worth something for, so that the best of all is found choice by choice.

use dashu_int::IBig;

use super::asking::{self, Query};
use super::chance::ChanceKind;
use super::odds::Statistic;
use crate::diagnostic::{Diagnostic, codes};
use crate::ir::Value;
use crate::semantics::arithmetic::is_yes;

/// What a result is to come to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Goal {
    /// It is to be *yes* as often as possible.
    Chance,
    /// Its mean is to be as high as possible.
    Mean,
}

impl Goal {
    /// The goal that is asked, and the place of its result.
    pub(super) fn of(queries: &[Query]) -> Result<(Self, usize), Diagnostic> {
        let alone = if let [query] = queries { query.formula_of_one() } else { None };
        match alone {
            Some(Statistic::Chance(result)) => Ok((Goal::Chance, result)),
            Some(Statistic::Mean(result)) => Ok((Goal::Mean, result)),
            Some(Statistic::Deviation(_) | Statistic::Quantile(..) | Statistic::Is(..) | Statistic::Each(_)) | None => {
                let is_of_all_runs = asking::asked(queries).iter().any(|(one, _)| is_of_all_runs(*one));
                Err(if is_of_all_runs { no_expectation() } else { no_goal() })
            }
        }
    }

    /// What its value is.
    pub(super) fn kind(self) -> ChanceKind {
        match self {
            Goal::Chance => ChanceKind::Chance,
            Goal::Mean => ChanceKind::Mean,
        }
    }

    /// What a run is worth that ends with this. Where nothing is reached it counts for nothing.
    pub(super) fn payoff(self, value: Value) -> IBig {
        match self {
            Goal::Chance => IBig::from(u8::from(is_yes(value))),
            Goal::Mean => value.map_or(IBig::ZERO, IBig::from),
        }
    }
}

/// Whether it says something of all runs together, to which no run adds something of its own.
fn is_of_all_runs(statistic: Statistic) -> bool {
    match statistic {
        Statistic::Deviation(_) | Statistic::Quantile(..) => true,
        Statistic::Chance(_) | Statistic::Is(..) | Statistic::Mean(_) | Statistic::Each(_) => false,
    }
}

/// What is said where something else is asked than one chance or one mean.
pub(super) fn no_goal() -> Diagnostic {
    Diagnostic::placeless(codes::ODDS, "a goal is one chance or one mean")
        .help("ask for a chance, such as `P(NAME.PART >= 2)`, or for a mean, such as `E(NAME.PART)`")
}

fn no_expectation() -> Diagnostic {
    let message =
        "a goal is one chance or one mean: what is best for a deviation or a quantile cannot be found choice by choice";
    Diagnostic::placeless(codes::ODDS, message).help(
        "ask for a chance, such as `P(NAME.PART >= 2)`, or for a mean, such as `E(NAME.PART)`; \
         `assize odds --policy` tells the deviation and the quantiles for a policy that is saved",
    )
}
