//! Odds by trying: the program is run again and again with dice, and the caller counts the results.

use super::branching::{Fork, Forks};
use super::explore::start;
use super::refusals;
use super::request::{Budget, OddsError, Ways};
use super::segments::{self, Lots};
use super::slices::{check, reduced};
use crate::drivers::{by_mode, deliberate};
use crate::ir::passes::Reduced;
use crate::ir::{Address, Program, Value};
use crate::machine::{Answer, Ask, Deaf, Fault, FaultKind, How, Machine, Step};
use crate::semantics::chance::sequential::Sequential;

/// What a run comes to: its results, as they stand in the program, or where it is refused.
pub type Run<'r> = Result<&'r [Value], Address>;

/// What it may cost to follow all runs beforehand, so that each needs only a few draws.
const FOLLOWED: Budget = Budget::of(20_000, 100_000, 64 * 1024 * 1024);

/// A program, made ready for many runs.
#[derive(Clone, Debug)]
pub struct Samples {
    reduced: Reduced,
    /// All that may come of it, where that is little: then nothing is executed any more.
    lots: Option<Lots>,
}

impl Samples {
    /// Makes a program smaller, once for all runs that are answered in these ways.
    ///
    /// # Errors
    /// When the program breaks its invariants.
    pub fn of(program: &Program, ways: Ways<'_>) -> Result<Self, OddsError> {
        check(program)?;
        let reduced = reduced(program, ways);
        let lots = segments::lots((&reduced.program, &|| Forks::new(&reduced.program, ways, FOLLOWED)), ways, FOLLOWED);
        Ok(Self { reduced, lots })
    }

    /// Runs the program so often, with these dice; `count` is shown the results of each run, as they stand in the program, or where it
    /// is refused, and in how many runs that is so.
    ///
    /// # Errors
    /// When a run cannot go on; it is told of the whole program, which is handed in once more.
    pub fn run(
        &self,
        (whole, ways): (&Program, Ways<'_>),
        (runs, dice): (u64, &mut Sequential),
        count: &mut dyn FnMut(Run<'_>, u64),
    ) -> Result<(), OddsError> {
        let Some(lots) = &self.lots else { return self.executed((whole, ways), (runs, dice), count) };
        let mut times = vec![0; lots.ends()];
        for _ in 0..runs {
            times[lots.draw(dice)] += 1;
        }
        for (end, times) in times.into_iter().enumerate().filter(|(_, times)| *times > 0) {
            count(Ok(lots.results(end)), times);
        }
        Ok(())
    }

    /// The same, with each run executed.
    fn executed(
        &self,
        (whole, ways): (&Program, Ways<'_>),
        (runs, dice): (u64, &mut Sequential),
        count: &mut dyn FnMut(Run<'_>, u64),
    ) -> Result<(), OddsError> {
        let program = &self.reduced.program;
        let begin = start(program, ways.drawn);
        let machine = Machine::resume(program, begin.clone()).within(ways.bounds.clone()).untold().lumped();
        let mut sampling = Sampling { machine, ways, forks: Forks::new(program, ways, Budget::default()), dice };
        let mut results = Vec::with_capacity(program.results.len());
        for _ in 0..runs {
            sampling.machine.restart(&begin);
            if let Err(fault) = sampling.run() {
                let stopped = OddsError::Fault(fault).of_whole(whole, &self.reduced);
                match stopped {
                    OddsError::Fault(Fault { at, kind }) if refusals::is_refusal(&kind) => count(Err(at), 1),
                    OddsError::Fault(_) | OddsError::Budget { .. } | OddsError::Mass => return Err(stopped),
                }
                continue;
            }
            let registers = &sampling.machine.state().registers;
            let value = |place: u32| registers.get(place as usize).copied().flatten();
            results.clear();
            results.extend(program.results.iter().map(|result| value(result.register.0)));
            count(Ok(&results), 1);
        }
        Ok(())
    }
}

/// Runs under way.
struct Sampling<'a, 'd> {
    machine: Machine<'a>,
    ways: Ways<'a>,
    forks: Forks<'a>,
    dice: &'d mut Sequential,
}

impl Sampling<'_, '_> {
    /// One run, to its end.
    fn run(&mut self) -> Result<(), Fault> {
        loop {
            let Step::Ask(ask) = self.machine.run(&mut Deaf)? else { return Ok(()) };
            let at = self.machine.state().at;
            let answer = self.answer(ask).map_err(|kind| Fault { at, kind })?;
            self.machine.answer(answer, &mut Deaf)?;
        }
    }

    fn answer(&mut self, ask: Ask<'_>) -> Result<Answer, FaultKind> {
        match ask {
            Ask::Roll { roll, sides, .. } => {
                if by_mode::is_judged(roll.method, self.ways.mode) {
                    return deliberate::roll(roll, &sides);
                }
                Ok(Answer::Faces(sides.iter().map(|sides| self.dice.face(*sides)).collect(), How::Random))
            }
            Ask::Draw { deck, cards, left, method, .. } => {
                if by_mode::is_judged(method, self.ways.mode) {
                    return deliberate::draw(cards);
                }
                let all: u64 = left.iter().map(|(_, count)| u64::from(*count)).sum();
                let mut place = self.dice.below(all);
                let drawn = left.iter().find(|(_, count)| {
                    let is_here = place < u64::from(*count);
                    place = place.saturating_sub(u64::from(*count));
                    is_here
                });
                let (card, _) = drawn.ok_or(FaultKind::DeckEmpty { deck })?;
                Ok(Answer::Card(*card, How::Random))
            }
            ask @ (Ask::Resolve { .. } | Ask::Choose { .. } | Ask::Call { .. }) => match self.forks.fork(ask, &[])? {
                Fork::Only(answer) => Ok(answer),
                Fork::Rolled(..) | Fork::OneOf(..) | Fork::TooMany(_) => Err(unforeseen()),
            },
        }
    }
}

/// What nobody rolls or draws has one answer.
fn unforeseen() -> FaultKind {
    FaultKind::Malformed { what: "a question that is neither a roll nor a draw has several answers".to_owned() }
}
