//! Answers what the script leaves open: the one place where a [`Mode`] chooses its way of answering. The driver of a
//! single run and the odds both ask here, so that they cannot disagree.

use super::{Mode, deliberate};
use crate::ir::Method;
use crate::machine::{Answer, How};

/// How a ladder is resolved.
pub fn resolve(mode: Mode) -> Answer {
    match mode {
        Mode::Automatic => Answer::Best(How::Best),
        Mode::Deliberate => deliberate::resolve(),
        Mode::Random => Answer::Roll,
    }
}

/// The same as a script would say it.
pub fn method_of_ladders(mode: Mode) -> Method {
    match mode {
        Mode::Automatic => Method::Automatic(None),
        Mode::Deliberate => Method::Deliberate,
        Mode::Random => Method::Random,
    }
}

/// How a ladder of this method is resolved; `None` where whoever answers takes the best level.
pub fn of_ladder(method: Method, mode: Mode) -> Option<Method> {
    match (method, mode) {
        (Method::Open, Mode::Automatic) => None,
        (Method::Open, Mode::Deliberate) => Some(Method::Deliberate),
        (Method::Open, Mode::Random) => Some(Method::Random),
        (Method::Automatic(_) | Method::Deliberate | Method::Random, _) => Some(method),
    }
}

/// Whether judgement answers dice and cards: what the script says, or else the mode. If not, they come up by chance, or
/// from whoever gives them.
pub fn is_judged(method: Method, mode: Mode) -> bool {
    match (method, mode) {
        (Method::Open, Mode::Random) | (Method::Random, _) => false,
        (Method::Open, Mode::Automatic | Mode::Deliberate) | (Method::Deliberate | Method::Automatic(_), _) => true,
    }
}
