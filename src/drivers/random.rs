//! Answers by chance, from the program's own dice.

use crate::machine::{Answer, FaultKind, How};
use crate::semantics::chance::Chance;

/// A roll: the dice from left to right.
pub fn roll(chance: &mut Chance, sides: &[i64]) -> Answer {
    Answer::Faces(sides.iter().map(|sides| chance.face(*sides)).collect(), How::Random)
}

/// A draw: `left` is for each class its lowest card and how many of its cards are left.
///
/// # Errors
/// When nothing is left.
pub fn draw(chance: &mut Chance, deck: u32, left: &[(u32, u32)]) -> Result<Answer, FaultKind> {
    let weights: Vec<u32> = left.iter().map(|(_, count)| *count).collect();
    let picked = chance.pick(&weights).and_then(|place| left.get(place));
    picked.map(|(card, _)| Answer::Card(*card, How::Random)).ok_or(FaultKind::DeckEmpty { deck })
}
