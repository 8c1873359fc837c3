//! Texts with holes, and how a value is written in the words of a system.

use serde::{Deserialize, Serialize};
use smol_str::{ToSmolStr, format_smolstr};

use super::{Notation, Operand, Program, Shape, Value};
use crate::shared_text::SharedText;

/// What stands for a value whose line was not reached.
pub const UNREACHED: &str = "unreached";

/// What stands in a hole for whoever must not learn its value.
pub const KEPT: &str = "…";

/// A text with holes, in which values are put when it is told.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Wording {
    /// The words around the holes.
    pub text: SharedText,
    /// The holes, in order.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub holes: Vec<Hole>,
}

/// A place in a text that a value fills.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Hole {
    /// The byte of the text before which the value stands.
    pub at: u32,
    /// The hole as it is written: `actor.luck`.
    pub name: SharedText,
    /// What fills it.
    pub filling: Filling,
}

/// What fills a hole.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Filling {
    /// Somebody's title, or another text that was known when the program was made.
    Words(SharedText),
    /// A value, and how it is read.
    Value(Operand, Shape),
}

/// A piece of a text that is told.
pub enum Piece<'w> {
    /// Words around the holes; never empty.
    Words(&'w str),
    /// A hole.
    Hole(&'w Hole),
}

impl Wording {
    /// A text without holes.
    pub fn plain(text: SharedText) -> Self {
        Self { text, holes: Vec::new() }
    }

    /// Whether nothing at all is told.
    pub fn is_empty(&self) -> bool {
        self.text.is_empty() && self.holes.is_empty()
    }

    /// About how many bytes it has when it is told.
    pub fn len(&self) -> usize {
        /// What a value takes that is a number or a name.
        const EACH: usize = 32;
        let filled = self.holes.iter().map(|hole| match &hole.filling {
            Filling::Words(words) => words.len(),
            Filling::Value(..) => EACH,
        });
        self.text.len() + filled.sum::<usize>()
    }

    /// Its words and its holes in order.
    pub fn pieces(&self) -> impl Iterator<Item = Piece<'_>> {
        let starts = std::iter::once(0).chain(self.holes.iter().map(|hole| hole.at as usize));
        let ends = self.holes.iter().map(|hole| hole.at as usize).chain([self.text.len()]);
        let holes = self.holes.iter().map(Some).chain([None]);
        starts.zip(ends).zip(holes).flat_map(|((start, end), hole)| {
            let words = self.text.get(start..end).filter(|words| !words.is_empty()).map(Piece::Words);
            words.into_iter().chain(hole.map(Piece::Hole))
        })
    }

    /// What its holes read.
    pub fn operands(&self) -> impl Iterator<Item = Operand> {
        self.holes.iter().filter_map(|hole| match &hole.filling {
            Filling::Words(_) => None,
            Filling::Value(operand, _) => Some(*operand),
        })
    }

    /// The same, to be changed.
    pub fn operands_mut(&mut self) -> impl Iterator<Item = &mut Operand> {
        self.holes.iter_mut().filter_map(|hole| match &mut hole.filling {
            Filling::Words(_) => None,
            Filling::Value(operand, _) => Some(operand),
        })
    }
}

impl Wording {
    /// The text for whoever must not learn what fills any of its holes.
    pub fn kept(&self) -> SharedText {
        let words = self.pieces().map(|piece| match piece {
            Piece::Words(words) => words,
            Piece::Hole(_) => KEPT,
        });
        words.collect()
    }

    /// The text with its holes filled; `value` says what stands for a value.
    pub fn filled(&self, value: impl Fn(Operand, &Shape) -> SharedText) -> SharedText {
        if self.holes.is_empty() {
            return self.text.clone();
        }
        let mut told = String::new();
        for piece in self.pieces() {
            match piece {
                Piece::Words(words) => told.push_str(words),
                Piece::Hole(hole) => match &hole.filling {
                    Filling::Words(words) => told.push_str(words),
                    Filling::Value(operand, shape) => told.push_str(&value(*operand, shape)),
                },
            }
        }
        told.into()
    }
}

impl From<&str> for Wording {
    fn from(text: &str) -> Self {
        Self::plain(text.into())
    }
}

impl Program {
    /// A text as it is told in any run: a hole that is not filled alike in all of them is told as it is written.
    pub fn in_any_run(&self, words: &Wording) -> String {
        let pieces = words.pieces().map(|piece| match piece {
            Piece::Words(words) => words.to_owned(),
            Piece::Hole(hole) => match &hole.filling {
                Filling::Words(words) => words.to_string(),
                Filling::Value(Operand::Value(value), shape) => self.in_words(shape, Some(*value)).to_string(),
                Filling::Value(Operand::Register(_) | Operand::Unreached, _) => format!("{{{}}}", hole.name),
            },
        });
        pieces.collect()
    }

    /// A value in the words of the system: `minor`, `2b`, `yes`.
    pub fn in_words(&self, shape: &Shape, value: Value) -> SharedText {
        let Some(number) = value else { return SharedText::new_static(UNREACHED) };
        let word = match shape {
            Shape::Number | Shape::Card(_) => None,
            Shape::Modifier => Some(modifier(&self.notation, number)),
            Shape::YesNo => Some(SharedText::new_static(if number == 0 { "no" } else { "yes" })),
            Shape::Level(scale) => self.scales.get(*scale as usize).and_then(|scale| named(&scale.levels, number)),
            Shape::Die => Some(format_smolstr!("d{number}")),
            Shape::Text => named(&self.texts, number),
            Shape::Option(options) => named(options, number),
        };
        word.unwrap_or_else(|| number.to_smolstr())
    }
}

fn named(names: &[SharedText], number: i64) -> Option<SharedText> {
    usize::try_from(number).ok().and_then(|index| names.get(index)).cloned()
}

fn modifier(notation: &Notation, number: i64) -> SharedText {
    match (notation, number) {
        (_, 0) => SharedText::new_static("0"),
        (Notation::Signed, _) => format_smolstr!("{number:+}"),
        (Notation::Units { bonus, .. }, 1..) => format_smolstr!("{number}{bonus}"),
        (Notation::Units { penalty, .. }, _) => format_smolstr!("{}{penalty}", number.unsigned_abs()),
    }
}
