//! What is asked about odds.

use super::Expr;
use crate::source::Span;

/// A question about odds: `P(X given Y)`, `E(X given Y)`, `X given Y`, each with or without its condition.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Question {
    /// The whole question, its condition included.
    pub span: Span,
    /// What is asked for.
    pub kind: QuestionKind,
    /// Only runs in which this holds are counted.
    pub given: Option<Expr>,
}

/// What a question asks for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum QuestionKind {
    /// `P(CONDITION)`: how often it holds.
    Chance(Expr),
    /// `E(NUMBER)`: its mean.
    Mean(Expr),
    /// A condition alone, which means its chance; or a name alone, which means the chance of each of its levels.
    Of(Expr),
}
