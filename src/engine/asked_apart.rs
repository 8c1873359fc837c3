//! Answers to several questions, none of which asks what comes about together with what: each result is counted where it is written, so that
//! nothing of it is kept for the sake of the others.

use dashu_ratio::RBig;

use super::odds::{
    AT_ONCE, Answered, Asked, Explored, OddsRequest, are_alike, every_place, one_by_one, read, with_finder, with_odds,
};
use super::odds_complaints::complaint;
use crate::diagnostic::Diagnostic;
use crate::drivers::odds::{Distribution, Each, OddsError};
use crate::machine::Listener;

/// The answers to what is asked of a program's results.
pub(super) fn values(
    explored: Explored<'_>,
    request: &OddsRequest,
    asked: &[Asked],
    listener: &mut dyn Listener,
) -> Result<Answered, Diagnostic> {
    let program = explored.program;
    let is_much = asked.len() > 1 && request.budget.states > AT_ONCE.states;
    let apart = if is_much && listener.is_deaf() { apart(explored, request, asked)? } else { Apart::Elsewhere };
    with_odds(explored, request, listener, |odds| {
        let all = every_place(program);
        match apart {
            Apart::Found(found) => return Ok(*found),
            Apart::TooMuch => return one_by_one(program, request, asked, odds),
            Apart::Elsewhere => {}
        }
        if is_much {
            match odds(&all, AT_ONCE) {
                Err(OddsError::Budget { .. }) => return one_by_one(program, request, asked, odds),
                found => return read(found, (program, &all), asked),
            }
        }
        read(odds(&all, request.budget), (program, &all), asked)
    })
}

/// What came of asking in this way.
enum Apart {
    Found(Box<Answered>),
    /// It was too much at once.
    TooMuch,
    /// Answers hang together, or some run is refused: that is found out in another way.
    Elsewhere,
}

/// Asks for the results of a program apart.
fn apart(explored: Explored<'_>, request: &OddsRequest, asked: &[Asked]) -> Result<Apart, Diagnostic> {
    if asked.iter().any(|(_, given)| given.is_some()) {
        return Ok(Apart::Elsewhere);
    }
    let program = explored.program;
    let all = every_place(program);
    match with_finder(explored, request, |odds| odds.each(&all, AT_ONCE)) {
        Ok(Each { each, refused, open }) if refused.is_empty() && open == RBig::ZERO => {
            let mut found = Answered::default();
            for alike in asked.chunk_by(are_alike) {
                let Some(place) = alike.first().map(|(one, _)| one.result()) else { continue };
                let Some(values) = each.get(place) else { return Ok(Apart::Elsewhere) };
                let asked: Vec<Asked> = alike.iter().map(|(one, _)| (one.at(0), None)).collect();
                let alone = Distribution::of_one(values.clone());
                found.add(read(Ok(alone), (program, &[place]), &asked)?, None);
            }
            Ok(Apart::Found(Box::new(found)))
        }
        Ok(_) => Ok(Apart::Elsewhere),
        Err(OddsError::Budget { .. }) => Ok(Apart::TooMuch),
        Err(error) => Err(complaint(error, asked.len(), program)),
    }
}
