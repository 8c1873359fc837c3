//! Exact odds by segments: the engine over the reduced program, which follows stretches of it once for all situations.
//!
//! A program is cut at the heads of its loops, and before a roll where fewer registers matter than before the roll ahead of it. The
//! segment after a cut is followed with symbols instead of numbers (`diagram`): each register is a known value, or its value at the
//! cut plus a number. Only dice and tests of those values branch. All situations for which the tests turn out alike share the result
//! of the segment, a *kernel* (`kernels`): a list of effects with their weights, each of which changes a packed situation (`packing`)
//! by a mask and a sum. So situations are explored once into a graph (`explore`); if a loop only counts its rounds, the count is left
//! out (`clocks`).
//! Then weights go through that graph round by round, as whole numbers over one denominator (`solve`); of rounds in which nothing may
//! change, only those in which something does (`ties`).
//!
//! If each result is asked for by itself, none of them is part of a situation once it is written and nothing reads it (`bookings`):
//! it is counted at the end of that segment, with the chance that nothing writes it once more (`marginals`).
//!
//! Anything it cannot do is left to the engine that walks the machine, which can do everything: see [`odds`].

// Each layer uses the ones above it here and none below; within a layer files may need each other.

// What it may cost, and how situations are looked up.
mod cost;
mod hashing;

// The program.
mod bookings;
mod clocks;
mod code;
mod piles;

// A segment, for all situations at once.
mod diagram;
mod faces;
mod fraction;
mod kernels;
mod options;
mod registers;
mod symbols;

// Situations.
mod deciding;
mod explore;
mod lookout;
mod packing;

// Weights.
mod backward;
mod levels;
pub(in crate::drivers) mod limbs;
mod lots;
mod marginals;
mod solve;
mod ties;

use super::branching::Forks;
use super::distribution::Distribution;
use super::frontier::Weighed;
use super::request::{Budget, OddsError, Rounds, Ways};
use crate::ir::{Instruction, Program};
pub(in crate::drivers) use code::Decisions;
use code::{Asking, Code, Cutting};
use cost::{Cost, Stop};
pub(in crate::drivers) use deciding::{FIRST, Lead, Led, Met, Part, Situations, situations};
pub(in crate::drivers) use hashing::Map;
pub(super) use hashing::hash_of;
pub(super) use lots::Lots;
pub(super) use marginals::Alone;

/// The odds of a reduced program, whose questions are answered by `forks`; `None` if this engine does not do it.
pub(super) fn odds<'a>(
    (program, forks): (&'a Program, &dyn Fn() -> Forks<'a>),
    ways: Ways<'a>,
    budget: Budget,
    rounds: Rounds,
) -> Option<Result<Distribution, OddsError>> {
    if !is_taken(program, ways) {
        return None;
    }
    for cutting in [Cutting::Heads, Cutting::Rolls] {
        match attempt((program, forks()), ways, budget, (cutting, rounds)) {
            Ok(found) => return Some(Ok(found)),
            Err(Stop::TooWide) => {}
            Err(Stop::Elsewhere) => return None,
            Err(Stop::Stopped) => return Some(Ok(Distribution::so_far(Weighed::new()))),
            Err(Stop::Failed(error)) => return Some(Err(error)),
        }
    }
    None
}

/// How often each result is each of its values, each sorted: all of them at once, with nothing kept of a result from where it is
/// counted. `None` if this engine does not do it, or somebody has stopped it.
pub(super) fn odds_of_each<'a>(
    (program, forks): (&'a Program, &dyn Fn() -> Forks<'a>),
    ways: Ways<'a>,
    budget: Budget,
) -> Option<Result<Vec<Alone>, OddsError>> {
    if !is_taken(program, ways) {
        return None;
    }
    for cutting in [Cutting::Heads, Cutting::Rolls] {
        match attempt_each((program, forks()), ways, budget, cutting) {
            Ok(found) => return Some(Ok(found)),
            Err(Stop::TooWide) => {}
            Err(Stop::Elsewhere | Stop::Stopped) => return None,
            Err(Stop::Failed(error)) => return Some(Err(error)),
        }
    }
    None
}

/// What a program comes to, to be drawn from; `None` if this engine does not do it within the budget, which is a small one.
pub(super) fn lots<'a>(
    (program, forks): (&'a Program, &dyn Fn() -> Forks<'a>),
    ways: Ways<'a>,
    budget: Budget,
) -> Option<Lots> {
    if !is_taken(program, ways) {
        return None;
    }
    let drawn = |cutting| {
        let code = Code::of((program, ways.drawn), (cutting, true), Asking::Together, budget.memory)?;
        let explored = explore::explore(&code, forks(), Cost::new(ways, budget.keeping(false))).ok()?;
        Lots::of(&code, &explored).ok()
    };
    drawn(Cutting::Heads).or_else(|| drawn(Cutting::Rolls))
}

fn attempt_each<'a>(
    (program, forks): (&'a Program, Forks<'a>),
    ways: Ways<'a>,
    budget: Budget,
    cutting: Cutting,
) -> Result<Vec<Alone>, Stop> {
    let code = Code::of((program, ways.drawn), (cutting, true), Asking::Each, budget.memory).ok_or(Stop::Elsewhere)?;
    let bookings = code.bookings.as_ref().ok_or(Stop::Elsewhere)?;
    let mut explored = explore::explore(&code, forks, Cost::new(ways, budget.keeping(false)))?;
    explored.kernels.diagram.cost.heed()?;
    let course = solve::course(&code, &mut explored)?;
    marginals::marginals(&code, &mut explored, (bookings, &course))
}

fn attempt<'a>(
    (program, forks): (&'a Program, Forks<'a>),
    ways: Ways<'a>,
    budget: Budget,
    (cutting, rounds): (Cutting, Rounds),
) -> Result<Distribution, Stop> {
    let cost = Cost::new(ways, budget);
    let code = Code::of((program, ways.drawn), (cutting, rounds != Rounds::Apart), Asking::Together, budget.memory);
    let code = code.ok_or(Stop::Elsewhere)?;
    let mut explored = explore::explore(&code, forks, cost)?;
    if program.results.is_empty() && explored.beyond.is_none() && !ways.progress.is_stopped() {
        // Weights tell nothing: no run is refused, and each of them comes to an end.
        return Ok(Distribution::of_nothing());
    }
    let ties = rounds == Rounds::Changing && explored.beyond.is_none();
    let given_up = explored.beyond.clone();
    let (finals, beyond) = match (solve::solve(&code, &mut explored, ties), given_up) {
        // What is known is too much to work out.
        (Err(_), Some(error)) => return Err(Stop::Failed(error.knowing(|| Distribution::so_far(Weighed::new())))),
        (solved, _) => solved?,
    };
    if let Some(error) = beyond {
        Err(Stop::Failed(error.knowing(|| Distribution::so_far(finals))))
    } else if finals.is_whole() {
        Ok(Distribution::of_all(finals, ways.progress))
    } else if ways.progress.is_stopped() {
        Ok(Distribution::so_far(finals))
    } else {
        Err(Stop::Failed(OddsError::Mass))
    }
}

/// Whether this engine does all that a program asks for. Answers that are recorded are left to the other one; so is, later on, a
/// run that fails.
fn is_taken(program: &Program, ways: Ways<'_>) -> bool {
    ways.before.is_empty() && program.code.iter().all(is_done_here)
}

fn is_done_here(instruction: &Instruction) -> bool {
    match instruction {
        Instruction::Copy { .. }
        | Instruction::Clear { .. }
        | Instruction::Unary { .. }
        | Instruction::Binary { .. }
        | Instruction::Lookup { .. }
        | Instruction::Band { .. }
        | Instruction::Jump { .. }
        | Instruction::Unless { .. }
        | Instruction::Resolve { .. }
        | Instruction::Roll(_)
        | Instruction::Draw { .. }
        | Instruction::Shuffle { .. }
        | Instruction::Choose(_)
        | Instruction::Call { .. }
        | Instruction::Refuse { .. }
        | Instruction::Done => true,
        Instruction::Aside { .. } | Instruction::Trace(_) => false,
    }
}
