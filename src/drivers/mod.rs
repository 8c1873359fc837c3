//! Answers the machine's questions: one file for each way of answering.
//!
//! [`deliberate`], [`random`], [`given`] and [`chosen`] each know one way, and [`by_mode`] chooses between them.
//! [`adjudicate`] combines them into the driver of a single run; [`recorded`] and [`changed`] give earlier answers
//! again; [`odds`] follows every answer at once, and [`advice`] looks for the best answers that people can give.

#![deny(
    clippy::wildcard_enum_match_arm,
    reason = "a new question or answer is decided about by every way of answering"
)]

pub mod adjudicate;
pub mod advice;
pub mod by_hand;
pub mod by_mode;
pub mod changed;
pub mod chosen;
pub mod deliberate;
pub mod given;
mod look_ahead;
pub mod odds;
pub mod plays;
pub mod random;
pub mod recorded;
mod samples;
mod told_faces;

pub use samples::samples;

use crate::ir::Program;
use crate::machine::{Answer, Ask, Fault, FaultKind, Listener, Machine, State, Step};

/// What answers whatever the script leaves open; [`by_mode`] says how.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Mode {
    /// What is declared happens: the best level, the judged faces.
    Automatic,
    /// Judgement: what would be usual. Dice fall only where the script asks for them.
    Deliberate,
    /// Dice and cards, whoever rolls and draws them.
    Random,
}

/// Answers the questions of one run.
pub trait Driver {
    /// Is told where the run stands before a choice or a roll is asked for, or how something is resolved.
    fn stands(&mut self, _machine: &Machine<'_>) {}

    /// Answers one question.
    ///
    /// # Errors
    /// When it has no answer.
    fn answer(&mut self, ask: &Ask<'_>) -> Result<Answer, FaultKind>;

    /// Is told of an answer that was given in an earlier attempt at the same run, so that its own dice go on behind it.
    fn pass(&mut self, _ask: &Ask<'_>, _answer: &Answer) {}

    /// Is told that the run is over, and may object: to dice left over, for instance.
    ///
    /// # Errors
    /// When the run should not have ended yet.
    fn finish(&mut self) -> Result<(), FaultKind> {
        Ok(())
    }
}

/// Runs a program from its beginning to its end.
///
/// # Errors
/// When the run cannot go on, or the driver has no answer.
pub fn run(program: &Program, driver: &mut dyn Driver, listener: &mut dyn Listener) -> Result<State, Fault> {
    go_on(Machine::new(program), driver, listener)
}

/// Runs a machine to its end from wherever it is.
///
/// # Errors
/// When the run cannot go on, or the driver has no answer.
pub fn go_on(mut machine: Machine<'_>, driver: &mut dyn Driver, listener: &mut dyn Listener) -> Result<State, Fault> {
    loop {
        let step = machine.run(listener)?;
        let at = machine.state().at;
        let here = |kind| Fault { at, kind };
        match step {
            Step::Done => {
                driver.finish().map_err(here)?;
                return Ok(machine.into_state());
            }
            Step::Ask(ask) => {
                if let Ask::Choose { .. } | Ask::Resolve { .. } | Ask::Roll { .. } = ask {
                    driver.stands(&machine);
                }
                let answer = driver.answer(&ask).map_err(here)?;
                machine.answer(answer, listener)?;
            }
        }
    }
}
