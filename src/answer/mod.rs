//! Stand-in.

pub mod adjudicate;
pub mod chosen;
pub mod given;
pub mod odds;

use crate::ir::{Address, Program};
use crate::machine::{Answer, Ask, Fault, FaultKind, Listener, State};

/// What answers whatever the script leaves open.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Mode {
    /// What is declared happens: the best level, the judged faces.
    Automatic,
    /// Judgement.
    Deliberate,
    /// Dice and cards.
    Random,
}

/// Answers the questions of one run.
pub trait Driver {
    /// Answers one question.
    ///
    /// # Errors
    /// When it has no answer.
    fn answer(&mut self, ask: &Ask<'_>) -> Result<Answer, FaultKind>;
}

/// Runs nothing.
///
/// # Errors
/// Never.
pub fn run(program: &Program, _driver: &mut dyn Driver, _listener: &mut dyn Listener) -> Result<State, Fault> {
    Ok(State {
        at: Address(0),
        registers: program.registers.iter().map(|r| r.initial).collect(),
        drawn: program.decks.iter().map(|_| Vec::new()).collect(),
    })
}
