//! Texts with holes, whose names are resolved.

use std::fmt;

use super::Expr;
use crate::shared_text::SharedText;
use crate::source::Span;

/// A text with holes that values fill when it is told.
#[derive(Clone, Debug, Default)]
pub struct Wording {
    /// The words around the holes.
    pub text: SharedText,
    /// The holes, in order.
    pub holes: Vec<Hole>,
}

/// A place in a text that a value fills.
#[derive(Clone, Debug)]
pub struct Hole {
    /// The byte of the text before which the value stands.
    pub at: usize,
    /// The hole as it is written: `actor.luck`.
    pub name: SharedText,
    /// What fills it.
    pub value: Expr,
}

impl fmt::Display for Wording {
    /// As it is written, with the names between braces.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut from = 0;
        for hole in &self.holes {
            write!(f, "{}{{{}}}", self.text.get(from..hole.at).unwrap_or(""), hole.name)?;
            from = hole.at;
        }
        f.write_str(self.text.get(from..).unwrap_or(""))
    }
}

impl Wording {
    /// What its holes read.
    pub fn values(&self) -> impl Iterator<Item = &Expr> {
        self.holes.iter().map(|hole| &hole.value)
    }
}

/// What a level means.
#[derive(Clone, Debug)]
pub struct LevelText {
    /// What people read.
    pub text: Wording,
    /// The words of its line.
    pub span: Span,
}
