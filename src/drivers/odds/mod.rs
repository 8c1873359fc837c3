//! Exact odds: the driver that follows every answer at once.
//!
//! Runs at the same question with the same live values are merged, so the work grows with the number of
//! distinct situations, not with the number of runs. Nothing is sampled and nothing is rounded: a question that needs more
//! than the budget is refused.

mod alike;
pub(super) mod branching;
mod card_lumping;
mod carried;
pub(crate) mod crowd;
mod distribution;
pub(super) mod explore;
mod foresight;
pub(super) mod frontier;
pub(super) mod key;
mod order;
mod refusals;
mod request;
mod sample;
pub(super) mod segments;
pub(super) mod slices;
pub(super) mod walk;

pub use crowd::Crowd;
pub use distribution::{Distribution, Reach};
pub use request::{Budget, OddsError, Progress, Rounds, Savings, Ways};
pub use sample::Samples;
pub use slices::{Each, Slices};
pub use walk::{Walked, walk};

use super::Mode;
use super::chosen::Choices;
use crate::ir::Program;
use crate::machine::{Bounds, Deaf, Listener};

/// The exact joint distribution of all results of a program.
///
/// `mode` answers whatever the script leaves open; choices are those made beforehand, or the defaults.
///
/// # Errors
/// When a run faults or every run is refused, when a choice or a call has no answer, or when it costs more than the budget.
pub fn odds(program: &Program, mode: Mode, choices: &Choices, budget: Budget) -> Result<Distribution, OddsError> {
    let (bounds, progress) = (Bounds::default(), Progress::default());
    let ways = Ways { mode, choices, before: &[], drawn: &[], host: None, bounds: &bounds, progress: &progress };
    heard(program, ways, budget, &mut Deaf)
}

/// The same, told to a listener: it hears every way that some run takes, once.
///
/// # Errors
/// As [`odds`].
pub fn heard(
    program: &Program,
    ways: Ways<'_>,
    budget: Budget,
    listener: &mut dyn Listener,
) -> Result<Distribution, OddsError> {
    if listener.is_deaf() {
        return saving(program, ways, budget, Savings::default());
    }
    slices::check(program)?;
    match refusals::ended(program) {
        Some(ended) => refusals::told(slices::merged(&ended, ways, budget, listener), (&ended, program), || {
            slices::merged(program, ways, budget, &mut Deaf)
        }),
        None => slices::merged(program, ways, budget, listener),
    }
}

/// The same with some of the savings, told to nobody.
///
/// # Errors
/// As [`odds`].
pub fn saving(program: &Program, ways: Ways<'_>, budget: Budget, savings: Savings) -> Result<Distribution, OddsError> {
    Slices::of(program, ways)?.odds(budget, savings)
}
