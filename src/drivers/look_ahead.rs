//! Whether an answer would be refused, before it counts: a copy of the run goes on with it.

use super::Driver;
use crate::machine::{Answer, Ask, Deaf, Fault, FaultKind, FunctionFault, How, Machine, Step, Unanswered};

/// So many answers to later questions are looked at.
const MOST_LATER_ANSWERS: u32 = 64;

/// What stops the run if it goes on with this answer: before anybody is asked again, or whatever is chosen then. `driver` answers
/// whatever nobody need be asked for; where nobody has an answer, nothing more is known.
pub(super) fn refusal(mut machine: Machine<'_>, answer: &Answer, driver: &mut dyn Driver) -> Option<Fault> {
    let mut answer = answer.clone();
    let mut left = MOST_LATER_ANSWERS;
    loop {
        let went_on = machine.answer(answer, &mut Deaf).and_then(|()| machine.run(&mut Deaf));
        match went_on {
            Err(fault) => return is_refusal(&fault.kind).then_some(fault),
            Ok(Step::Done) => return None,
            Ok(Step::Ask(ask)) => match driver.answer(&ask) {
                Ok(next) => answer = next,
                Err(_) => return whatever_is_chosen(&machine, &ask, &mut left),
            },
        }
    }
}

/// What stops the run if every answer to a choice is refused, or leads to a choice of which that is true; the refusal of the first
/// one. Where dice or cards would fall first, nothing is known.
fn whatever_is_chosen(machine: &Machine<'_>, ask: &Ask<'_>, left: &mut u32) -> Option<Fault> {
    let Ask::Choose { low, high, .. } = ask else { return None };
    let mut first = None;
    for option in *low..=*high {
        *left = left.checked_sub(1)?;
        let mut ahead = machine.clone();
        let went_on = ahead.answer(Answer::Choice(option, How::Person), &mut Deaf).and_then(|()| ahead.run(&mut Deaf));
        let refused = match went_on {
            Err(fault) => is_refusal(&fault.kind).then_some(fault),
            Ok(Step::Done) => None,
            Ok(Step::Ask(ask)) => whatever_is_chosen(&ahead, &ask, left),
        }?;
        first.get_or_insert(refused);
    }
    first
}

/// Whether rules speak against an answer, and not a limit or somebody who is not there.
pub(super) fn is_refusal(kind: &FaultKind) -> bool {
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
