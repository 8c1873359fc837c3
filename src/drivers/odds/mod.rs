//! Exact odds: the driver that follows every answer at once.
//!
//! Runs that stand at the same question with the same live values are merged, so the work grows with the number of
//! distinct situations, not with the number of runs. Nothing is sampled and nothing is rounded: what would need more
//! than the budget is refused.

mod branching;
mod card_lumping;
mod distribution;
mod explore;
mod frontier;
mod key;
mod order;
mod request;
mod sample;
mod segments;
mod walk;

pub use distribution::Distribution;
pub use request::{Budget, OddsError, Progress, Ways};
pub use sample::Samples;
pub use walk::{Walked, walk};

use super::chosen::{self, Choices};
use super::{Mode, by_mode};
use crate::ir::passes::{self, Answers, Reduced};
use crate::ir::{Address, Choose, Instruction, Program, invariants};
use crate::machine::{Bounds, Deaf, Fault, FaultKind, Listener};
use branching::Forks;

/// With no more answers than this a program is followed as it is.
const FEW_ANSWERS: u64 = 100;

/// With no more steps than this dice are counted for that.
const FEW_STEPS: u64 = 20_000;

/// The exact joint distribution of all results of a program.
///
/// `mode` answers whatever the script leaves open; choices are those made beforehand, or the defaults.
///
/// # Errors
/// When a run faults or is refused, when a choice or a call has no answer, or when it costs more than the budget.
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
    check(program)?;
    merged(program, ways, budget, listener)
}

/// What odds save work with. The odds are the same without any of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Savings {
    /// A short program is followed as it is.
    pub short: bool,
    /// Segments are followed once for all situations.
    pub segments: bool,
    /// Rounds that are only counted are the same segment each time.
    pub rounds: bool,
}

impl Default for Savings {
    fn default() -> Self {
        Self { short: true, segments: true, rounds: true }
    }
}

/// The same with some of the savings, told to nobody.
///
/// # Errors
/// As [`odds`].
pub fn saving(program: &Program, ways: Ways<'_>, budget: Budget, savings: Savings) -> Result<Distribution, OddsError> {
    check(program)?;
    let short = if savings.short { short(program, ways, budget) } else { None };
    if let Some(found) = short {
        return found;
    }
    let reduced = reduced(program, ways);
    let segments = savings.segments.then(|| segments::odds(&reduced.program, ways, budget, savings.rounds));
    let found = segments.flatten().unwrap_or_else(|| merged(&reduced.program, ways, budget, &mut Deaf));
    found.map_err(|error| error.of_whole(program, &reduced))
}

/// The odds, if they are found with a few answers: it would take longer to make the program smaller.
fn short(program: &Program, ways: Ways<'_>, budget: Budget) -> Option<Result<Distribution, OddsError>> {
    let few = Budget { answers: budget.answers.min(FEW_ANSWERS), ..budget };
    let counting = Budget { answers: budget.answers.min(FEW_STEPS), ..budget };
    let forks = Forks::new(program, ways, counting);
    let found = explore::explore(program, (ways, forks), few, &mut Deaf);
    let is_beyond = matches!(found, Err(OddsError::Budget { .. }));
    (!is_beyond).then_some(found)
}

/// The program without whatever decides nothing. Where some questions were answered before, all of them stay.
fn reduced(program: &Program, ways: Ways<'_>) -> Reduced {
    let ladders = ways.before.is_empty().then(|| by_mode::method_of_ladders(ways.mode));
    let is_chosen = |choose: &Choose| !ways.before.is_empty() || chosen::of(ways.choices, choose).is_some();
    passes::reduce(program, &passes::ALL, Answers { ladders, is_chosen: &is_chosen })
}

/// The odds of a program in whose decks cards count as one that never make a difference.
fn merged(
    program: &Program,
    ways: Ways<'_>,
    budget: Budget,
    listener: &mut dyn Listener,
) -> Result<Distribution, OddsError> {
    let merged = card_lumping::merge(program, Ways { before: &[], ..ways }, budget);
    let program = merged.as_ref().unwrap_or(program);
    explore::explore(program, (ways, Forks::new(program, ways, budget)), budget, listener)
}

impl OddsError {
    /// The same error of the whole program, of which one that is reduced tells.
    fn of_whole(self, whole: &Program, reduced: &Reduced) -> Self {
        let origin = |at: Address| reduced.origins.get(at.0 as usize).copied().unwrap_or(at);
        match self {
            OddsError::Fault(Fault { at, kind }) => {
                let at = origin(at);
                let kind = match (kind, whole.code.get(at.0 as usize)) {
                    (FaultKind::Refused(_, numbers), Some(Instruction::Refuse { why })) => {
                        FaultKind::Refused(why.clone(), numbers)
                    }
                    (kind, _) => kind,
                };
                OddsError::Fault(Fault { at, kind })
            }
            OddsError::Budget { states, answers, budget, at } => {
                OddsError::Budget { states, answers, budget, at: origin(at) }
            }
            OddsError::Mass => OddsError::Mass,
        }
    }
}

/// A program from outside may be anything; what follows relies on its invariants.
fn check(program: &Program) -> Result<(), Fault> {
    let broken = |mistakes: Vec<String>| Fault {
        at: Address(0),
        kind: FaultKind::Malformed { what: mistakes.into_iter().next().unwrap_or_default() },
    };
    invariants::check(program).map_err(broken)
}
