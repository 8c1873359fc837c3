//! What is asked about odds.

use smol_str::format_smolstr;

use super::{BinaryOp, CallArgument, Expr, ExprKind, UnaryOp};
use crate::shared_text::SharedText;
use crate::source::Span;

/// A question about odds: a formula over `P(X given Y)` and `E(X given Y)`, or a condition or a name alone.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Question {
    /// The whole question, its condition included.
    pub span: Span,
    /// What is asked.
    pub asked: Expr,
    /// Only runs in which this holds are counted; only behind what is no formula over odds.
    pub given: Option<Expr>,
}

/// What `P(…)` and `E(…)` ask for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OddsWord {
    /// `P`: how often a condition holds.
    Chance,
    /// `E`: the mean of a number.
    Mean,
}

impl Expr {
    /// The path that names alone make: `slip`, `slip.outcome`.
    pub fn path(&self) -> Option<SharedText> {
        match &self.kind {
            ExprKind::Name(name) => Some(name.text()),
            ExprKind::Member(base, name) => Some(format_smolstr!("{}.{}", base.path()?, name.text())),
            ExprKind::Number { .. }
            | ExprKind::Die(_)
            | ExprKind::Decimal { .. }
            | ExprKind::Dice { .. }
            | ExprKind::Keep { .. }
            | ExprKind::Text(_)
            | ExprKind::Question
            | ExprKind::Call(..)
            | ExprKind::Unary(..)
            | ExprKind::Binary(..)
            | ExprKind::If(..) => None,
        }
    }

    /// `P(…)` or `E(…)`, with what stands between the brackets.
    pub fn odds_of(&self) -> Option<(OddsWord, &[CallArgument])> {
        let ExprKind::Call(callee, arguments) = &self.kind else { return None };
        let ExprKind::Name(name) = &callee.kind else { return None };
        match name.text().as_str() {
            "P" => Some((OddsWord::Chance, arguments)),
            "E" => Some((OddsWord::Mean, arguments)),
            _ => None,
        }
    }

    /// Whether it is computed from odds: `P(…)` or `E(…)`, or a sum, a fraction or a comparison of such.
    pub fn asks_for_odds(&self) -> bool {
        match &self.kind {
            ExprKind::Call(..) => self.odds_of().is_some(),
            ExprKind::Unary(UnaryOp::Minus | UnaryOp::Plus, inner) => inner.asks_for_odds(),
            ExprKind::Binary(operator, left, right) => {
                operator.computes_or_compares() && (left.asks_for_odds() || right.asks_for_odds())
            }
            ExprKind::Number { .. }
            | ExprKind::Decimal { .. }
            | ExprKind::Die(_)
            | ExprKind::Dice { .. }
            | ExprKind::Keep { .. }
            | ExprKind::Text(_)
            | ExprKind::Name(_)
            | ExprKind::Question
            | ExprKind::Member(..)
            | ExprKind::Unary(UnaryOp::Not, _)
            | ExprKind::If(..) => false,
        }
    }
}

impl BinaryOp {
    /// Whether it makes a number of numbers, or compares them.
    fn computes_or_compares(self) -> bool {
        match self {
            BinaryOp::Is
            | BinaryOp::IsNot
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
            | BinaryOp::Modulo
            | BinaryOp::Fraction => true,
            BinaryOp::Or
            | BinaryOp::And
            | BinaryOp::Knows
            | BinaryOp::Up
            | BinaryOp::Down
            | BinaryOp::Towards
            | BinaryOp::Otherwise => false,
        }
    }
}
