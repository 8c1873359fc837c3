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
mod segments;
mod walk;

pub use distribution::Distribution;
pub use walk::{Walked, walk};

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use super::adjudicate::Host;
use super::chosen::{self, Choices};
use super::recorded::Exchange;
use super::{Mode, by_mode};
use crate::diagnostic::{Code, codes};
use crate::ir::passes::{self, Answers, Reduced};
use crate::ir::{Address, Choose, Instruction, Program, invariants};
use crate::machine::{Bounds, Deaf, Fault, FaultKind, Listener};
use branching::Forks;

/// With no more answers than this a program is followed as it is.
const FEW_ANSWERS: u64 = 100;

/// With no more steps than this dice are counted for that.
const FEW_STEPS: u64 = 20_000;

/// What exact odds may cost.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Budget {
    /// Distinct situations, and distinct results.
    pub states: usize,
    /// Answers followed from one situation to the next, and steps of counting dice.
    pub answers: u64,
    /// Bytes held at a time, about: the values of the situations, and their chances.
    pub memory: usize,
}

impl Default for Budget {
    fn default() -> Self {
        Self { states: 5_000_000, answers: 500_000_000, memory: 2 << 30 }
    }
}

impl Budget {
    /// With so many situations.
    #[must_use]
    pub const fn states(self, states: usize) -> Self {
        Self { states, ..self }
    }

    /// With so many answers.
    #[must_use]
    pub const fn answers(self, answers: u64) -> Self {
        Self { answers, ..self }
    }

    /// With so many bytes.
    #[must_use]
    pub const fn memory(self, memory: usize) -> Self {
        Self { memory, ..self }
    }
}

/// How far odds have come, for whoever waits for them in another thread. Copies are one and the same.
///
/// ```
/// use assize::engine::{Engine, OddsRequest, Progress, Shelf};
///
/// let mut shelf = Shelf::default();
/// shelf.put("dice", "system dice \"Dice\"\nprocedure p { roll a : 1d6 }");
/// let encounter = Engine::with(shelf).compile("scene.asz", "use dice\np x {}").unwrap();
/// let progress = Progress::default();
/// let questions = vec!["E(x.a)".to_owned()];
/// encounter.odds(&OddsRequest { questions, progress: progress.clone(), ..OddsRequest::default() }).unwrap();
/// assert!(progress.situations() >= 6);
/// ```
#[derive(Clone, Debug, Default)]
pub struct Progress(Arc<AtomicUsize>);

impl Progress {
    /// Situations that were come upon so far, over all questions. It only grows; where it ends is not known before.
    pub fn situations(&self) -> usize {
        self.0.load(Ordering::SeqCst)
    }

    /// Counts one more.
    fn count(&self) {
        self.0.fetch_add(1, Ordering::SeqCst);
    }
}

/// What answers the questions of odds, as far as they do not go every way.
#[derive(Clone, Copy)]
pub struct Ways<'a> {
    /// What answers whatever the script leaves open.
    pub mode: Mode,
    /// Choices made beforehand; all others take their default.
    pub choices: &'a Choices,
    /// What was answered before; only what comes after it is open.
    pub before: &'a [Exchange],
    /// For each deck the cards that are drawn at the start; none where that is not said.
    pub drawn: &'a [Vec<u32>],
    /// Whoever answers functions; without, a program that calls one has no odds.
    pub host: Option<Host<'a>>,
    /// How far each run may go.
    pub bounds: &'a Bounds,
    /// Where it is counted how far it has come.
    pub progress: &'a Progress,
}

/// Why there are no odds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum OddsError {
    /// Some run cannot go on; a choice nobody made carries the code of odds that cannot be answered.
    Fault(Fault),
    /// Beyond the budget. The size reached is told, and where.
    Budget {
        /// How many different situations had been met by then.
        states: usize,
        /// How many answers had been followed by then, each from its own situation.
        answers: u64,
        /// What it was allowed to cost.
        budget: Budget,
        /// The question at which it ran out.
        at: Address,
    },
    /// The chances do not add up to 1. This is a mistake of the program, never of a script.
    Mass,
}

impl OddsError {
    /// The code under which it is reported; `None` when the fault decides.
    pub fn code(&self) -> Option<Code> {
        match self {
            OddsError::Fault(Fault { kind: FaultKind::NoAnswer { code, .. }, .. }) => Some(*code),
            OddsError::Fault(_) => None,
            OddsError::Budget { .. } => Some(codes::ODDS_BUDGET),
            OddsError::Mass => Some(codes::ODDS),
        }
    }
}

impl fmt::Display for OddsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            OddsError::Fault(fault) => write!(f, "a run cannot go on: {:?}", fault.kind),
            OddsError::Budget { states, answers, .. } => {
                write!(f, "exact odds need more than {states} situations and {answers} answers followed")
            }
            OddsError::Mass => f.write_str("the chances do not add up to 1"),
        }
    }
}

impl From<Fault> for OddsError {
    fn from(fault: Fault) -> Self {
        OddsError::Fault(fault)
    }
}

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
