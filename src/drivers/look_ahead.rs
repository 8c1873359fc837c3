//! Whether an answer would be refused, before it counts: a copy of the run goes on with it.

use super::Driver;
use crate::machine::{Answer, Deaf, Fault, FaultKind, FunctionFault, Machine, Step, Unanswered};

/// What stops the run if it goes on with this answer, before anybody is asked again. `driver` answers whatever nobody need be
/// asked for; where it has no answer, nothing more is known.
pub(super) fn refusal(mut machine: Machine<'_>, answer: &Answer, driver: &mut dyn Driver) -> Option<Fault> {
    let mut answer = answer.clone();
    loop {
        let went_on = machine.answer(answer, &mut Deaf).and_then(|()| machine.run(&mut Deaf));
        match went_on {
            Err(fault) => return is_refusal(&fault.kind).then_some(fault),
            Ok(Step::Done) => return None,
            Ok(Step::Ask(ask)) => answer = driver.answer(&ask).ok()?,
        }
    }
}

/// Whether rules speak against an answer, and not a limit or somebody who is not there.
fn is_refusal(kind: &FaultKind) -> bool {
    match kind {
        FaultKind::Refused(..) | FaultKind::BadDice { .. } | FaultKind::BadAnswer { .. } => true,
        FaultKind::House { what, .. } => *what == FunctionFault::Refuses,
        FaultKind::NoAnswer { why, .. } => *why == Unanswered::NoChoice,
        FaultKind::Overflow
        | FaultKind::DivisionByZero
        | FaultKind::Fuel { .. }
        | FaultKind::Work { .. }
        | FaultKind::Events { .. }
        | FaultKind::Output { .. }
        | FaultKind::DeckEmpty { .. }
        | FaultKind::Malformed { .. }
        | FaultKind::Diverged { .. }
        | FaultKind::Paused
        | FaultKind::CalledOff => false,
    }
}
