//! What a script expects of itself.

use super::{Expr, Statement, Text, Trivia};
use crate::shared_text::SharedText;
use crate::source::Span;

/// `expect MODE choosing NAME = OPTION "text" { … }`
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Expect {
    /// How it is answered; `None` for pure claims.
    pub mode: Option<ExpectMode>,
    /// Choices made beforehand: which one, and the option as it is written.
    pub choosing: Vec<(Expr, SharedText)>,
    /// What it is about: an ID, a sentence.
    pub text: Option<Text>,
    /// Scene lines of its own and claims, in order.
    pub lines: Vec<ExpectLine>,
}

/// How an expectation is answered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ExpectMode {
    /// `automatic`
    Automatic,
    /// `deliberate`
    Deliberate,
    /// `random SEED`
    Random(Option<i64>),
    /// `dice 5, 4, 1`
    Dice(Vec<(i64, Span)>),
    /// `odds given CONDITION`
    Odds(Option<Expr>),
    /// `refused "words"`: the lines must be refused with these words; without them, with the text of the expectation.
    Refused(Option<Text>),
}

/// A line between the braces of an expectation.
#[derive(Clone, Debug, PartialEq, Eq)]
#[expect(clippy::large_enum_variant, reason = "a file holds few expectations")]
pub enum ExpectLine {
    /// Part of the scene the expectation brings along.
    Statement(Statement),
    /// A condition that must hold, or an equation about odds.
    Claim(Claim),
}

/// A claim of an expectation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Claim {
    /// A condition, or an equation about odds.
    pub condition: Expr,
    /// The comments around it.
    pub trivia: Trivia,
}
