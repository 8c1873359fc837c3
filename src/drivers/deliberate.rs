//! Answers by judgement: the judged column, the judged faces, the judged card.

use crate::ir::{Deck, Roll};
use crate::machine::{self, Answer, FaultKind, How, Unanswered};

/// A ladder: read its judged column.
pub fn resolve() -> Answer {
    Answer::Judge(How::Deliberate)
}

/// A roll: the faces judgement sees.
///
/// # Errors
/// When the pool is too large for its mean to be computed.
pub fn roll(roll: &Roll, sides: &[i64]) -> Result<Answer, FaultKind> {
    let (faces, how) = machine::judged(roll, sides)?;
    Ok(Answer::Faces(faces, how))
}

/// A draw: the card judgement sees. It stays in the deck.
///
/// # Errors
/// When the deck names none.
pub fn draw(deck: &Deck) -> Result<Answer, FaultKind> {
    match deck.judged {
        Some(card) => Ok(Answer::Card(card, How::Deliberate)),
        None => Err(FaultKind::NoAnswer {
            what: format!("the deck `{}` has no judged card", deck.name),
            why: Unanswered::NoJudgedCard,
        }),
    }
}
