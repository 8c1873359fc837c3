//! Answers by chance, from the program's own dice.

use crate::ir::Deck;
use crate::machine::{Answer, FaultKind, How};
use crate::semantics::chance::{Chance, Draw};

/// A roll: the dice from left to right.
pub fn roll(chance: &mut Chance, draw: Draw<'_>, sides: &[i64]) -> Answer {
    Answer::Faces(chance.faces(draw, sides), How::Random)
}

/// A draw from the cards that are left.
///
/// # Errors
/// When nothing is left.
pub fn card(
    chance: &mut Chance,
    draw: Draw<'_>,
    (deck, cards): (u32, &Deck),
    left: &[(u32, u32)],
) -> Result<Answer, FaultKind> {
    let left: Vec<u32> = left.iter().map(|(card, _)| *card).collect();
    let card = chance.card(draw, cards.class.len(), &left).ok_or(FaultKind::DeckEmpty { deck })?;
    Ok(Answer::Card(card, How::Random))
}
