//! Answers to several questions, none of which asks what comes about together with what: each result is counted where it is written, so that
//! nothing of it is kept for the sake of the others.

use dashu_ratio::RBig;

use super::odds::{self, AT_ONCE, Answered, Asked, Explored, OddsRequest, are_alike, every_place, with_finder};
use super::odds_complaints::complaint;
use crate::diagnostic::Diagnostic;
use crate::drivers::odds::{Distribution, Each, OddsError};

/// What came of asking in this way.
pub(super) enum Apart {
    Found(Box<Answered>),
    /// It was too much at once.
    TooMuch,
    /// Answers hang together, or some run is refused: that is found out in another way.
    Elsewhere,
}

/// Asks for the results of a program apart.
pub(super) fn apart(explored: Explored<'_>, request: &OddsRequest, asked: &[Asked]) -> Result<Apart, Diagnostic> {
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
                found.add(odds::read(Ok(alone), (program, &[place]), &asked)?, None);
            }
            Ok(Apart::Found(Box::new(found)))
        }
        Ok(_) => Ok(Apart::Elsewhere),
        Err(OddsError::Budget { .. }) => Ok(Apart::TooMuch),
        Err(error) => Err(complaint(error, asked.len(), program)),
    }
}
