//! The words of a line.

use crate::shared_text::SharedText;
use crate::source::Span;
use crate::syntax::ast::{self, BinaryOp};

/// What stands between a name and the faces that are stated of it.
pub const SHOWS: &str = "shows";

/// From the first word to the last.
pub fn place_of(words: &[ast::Word]) -> Span {
    match words {
        [first, .., last] => first.span.to(last.span),
        [only] => only.span,
        [] => Span::default(),
    }
}

/// Words joined by single spaces.
pub fn join(words: &[ast::Word]) -> SharedText {
    match words {
        [only] => only.text.clone(),
        several => several.iter().map(|w| w.text.as_str()).collect::<Vec<_>>().join(" ").into(),
    }
}

/// The word of an operator that is a single word, as a name would be.
pub fn word_of(operator: BinaryOp) -> Option<&'static str> {
    match operator {
        BinaryOp::Or => Some("or"),
        BinaryOp::And => Some("and"),
        BinaryOp::Is => Some("is"),
        BinaryOp::Knows => Some("knows"),
        BinaryOp::Modulo => Some("mod"),
        BinaryOp::Up => Some("up"),
        BinaryOp::Down => Some("down"),
        BinaryOp::Towards => Some("towards"),
        BinaryOp::Otherwise => Some("otherwise"),
        BinaryOp::IsNot
        | BinaryOp::Less
        | BinaryOp::LessOrEqual
        | BinaryOp::Greater
        | BinaryOp::GreaterOrEqual
        | BinaryOp::Equals
        | BinaryOp::Add
        | BinaryOp::Subtract
        | BinaryOp::Multiply
        | BinaryOp::DivideDown
        | BinaryOp::DivideUp
        | BinaryOp::Fraction => None,
    }
}
