//! Faces of dice: which of them count, and what they answer.

use std::cmp::Reverse;

use serde::{Deserialize, Serialize};

use super::arithmetic::Value;

/// More dice than this are not rolled at once.
pub const MOST_DICE: usize = 1_000;

/// A die has no more sides than this.
pub const MOST_SIDES: i64 = 1_000_000;

/// Which faces of a roll count.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Keep {
    /// Every face counts.
    All,
    /// The highest so many.
    Highest(u32),
    /// The lowest so many.
    Lowest(u32),
}

/// A question to the faces of one roll.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Question {
    /// The sum of the faces that count (see [`Keep`]).
    Kept,
    /// The sum of all faces that fell.
    Rolled,
    /// The sum of the faces that do not count.
    Dropped,
    /// What the die at this place shows, from 1 on in the order in which the dice are written.
    Face(i64),
    /// The highest face.
    Highest,
    /// The lowest face.
    Lowest,
    /// Whether two faces are equal: all of them, for two dice; any two, for more.
    Doubles,
    /// Whether a face shows this number.
    Any(i64),
    /// How many faces show this number.
    Count(i64),
    /// How many faces show at least this number.
    AtLeast(i64),
}

/// For each face whether it counts. Of equal faces the earlier one counts first.
pub fn kept(faces: &[i64], keep: Keep) -> Vec<bool> {
    let mut order: Vec<usize> = (0..faces.len()).collect();
    match keep {
        Keep::All => return vec![true; faces.len()],
        Keep::Highest(_) => order.sort_by_key(|&place| Reverse(faces[place])),
        Keep::Lowest(_) => order.sort_by_key(|&place| faces[place]),
    }
    let mut kept = vec![false; faces.len()];
    for place in order.into_iter().take(kept_count(faces.len(), keep)) {
        kept[place] = true;
    }
    kept
}

/// How many of so many dice count.
pub fn kept_count(dice: usize, keep: Keep) -> usize {
    match keep {
        Keep::All => dice,
        Keep::Highest(count) | Keep::Lowest(count) => dice.min(count as usize),
    }
}

/// The answer of the faces. No dice have no highest and no lowest face: that answer is unreached.
pub fn answer(question: Question, faces: &[i64], keep: Keep) -> Value {
    match question {
        Question::Kept => Some(sum_kept(faces, keep)),
        Question::Rolled => Some(sum(faces.iter().copied())),
        Question::Dropped => Some(sum(faces.iter().copied()) - sum_kept(faces, keep)),
        Question::Face(place) => face_at(faces, place),
        Question::Highest => faces.iter().copied().max(),
        Question::Lowest => faces.iter().copied().min(),
        Question::Doubles => Some(i64::from(has_doubles(faces))),
        Question::Any(face) => Some(i64::from(faces.contains(&face))),
        Question::Count(face) => Some(count(faces, |shown| shown == face)),
        Question::AtLeast(face) => Some(count(faces, |shown| shown >= face)),
    }
}

fn sum_kept(faces: &[i64], keep: Keep) -> i64 {
    let shown = faces.iter().copied();
    match keep {
        Keep::All => sum(shown),
        // Most rolls keep one die, for which nothing has to be put in order.
        Keep::Highest(1) => shown.max().unwrap_or(0),
        Keep::Lowest(1) => shown.min().unwrap_or(0),
        Keep::Highest(_) | Keep::Lowest(_) => {
            let kept = kept(faces, keep);
            sum(shown.zip(kept).filter(|(_, counts)| *counts).map(|(face, _)| face))
        }
    }
}

// A thousand dice of a million sides stay far from the limit, so saturation is never seen.
fn sum(faces: impl Iterator<Item = i64>) -> i64 {
    faces.fold(0, i64::saturating_add)
}

fn face_at(faces: &[i64], place: i64) -> Value {
    let index = usize::try_from(place).ok()?.checked_sub(1)?;
    faces.get(index).copied()
}

fn has_doubles(faces: &[i64]) -> bool {
    let mut sorted = faces.to_vec();
    sorted.sort_unstable();
    sorted.windows(2).any(|pair| pair[0] == pair[1])
}

fn count(faces: &[i64], holds: impl Fn(i64) -> bool) -> i64 {
    faces.iter().fold(0, |number, face| number + i64::from(holds(*face)))
}

/// Dice as people write them: `2d6 + 1d8`.
pub fn counted(sides: &[i64]) -> String {
    let mut terms: Vec<(i64, usize)> = Vec::new();
    for side in sides {
        match terms.last_mut() {
            Some((same, count)) if same == side => *count += 1,
            _ => terms.push((*side, 1)),
        }
    }
    let terms: Vec<String> = terms.into_iter().map(|(side, count)| format!("{count}d{side}")).collect();
    if terms.is_empty() { "no dice".to_owned() } else { terms.join(" + ") }
}
