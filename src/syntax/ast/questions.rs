//! What is asked about odds.

use smol_str::format_smolstr;

use super::{BinaryOp, CallArgument, Expr, ExprKind, UnaryOp};
use crate::shared_text::SharedText;
use crate::source::Span;

/// A question about odds: a formula over `P(X given Y)`, `E(X given Y)` and the like, or a condition or a name alone.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Question {
    /// The whole question, its condition included.
    pub span: Span,
    /// What is asked.
    pub asked: Expr,
    /// Only runs in which this holds are counted; only behind what is no formula over odds.
    pub given: Option<Expr>,
}

/// What `P(…)`, `E(…)` and the like ask for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OddsWord {
    /// `P`: how often a condition holds.
    Chance,
    /// `E`: the mean of a number.
    Mean,
    /// `sd`: the standard deviation of a number.
    Deviation,
    /// `median`: the number that it does not exceed in half of the runs.
    Median,
    /// `quantile`: the number that it does not exceed in a share of the runs.
    Quantile,
}

impl OddsWord {
    /// What a word asks for, if it is one of these.
    pub fn of(written: &str) -> Option<Self> {
        let all = [Self::Chance, Self::Mean, Self::Deviation, Self::Median, Self::Quantile];
        all.into_iter().find(|word| word.written() == written)
    }

    /// The word as it is written.
    pub fn written(self) -> &'static str {
        match self {
            OddsWord::Chance => "P",
            OddsWord::Mean => "E",
            OddsWord::Deviation => "sd",
            OddsWord::Median => "median",
            OddsWord::Quantile => "quantile",
        }
    }

    /// What it asks for, in the words of people.
    pub fn meaning(self) -> &'static str {
        match self {
            OddsWord::Chance => "chance",
            OddsWord::Mean => "mean",
            OddsWord::Deviation => "deviation",
            OddsWord::Median => "median",
            OddsWord::Quantile => "quantile",
        }
    }

    /// Whether a system may give something this name: the calls of a rule that has it are read in the same way.
    pub fn may_be_a_name(self) -> bool {
        match self {
            OddsWord::Chance | OddsWord::Mean => false,
            OddsWord::Deviation | OddsWord::Median | OddsWord::Quantile => true,
        }
    }
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

    /// `P(…)`, `E(…)` or the like, with what stands between the brackets.
    pub fn odds_of(&self) -> Option<(OddsWord, &[CallArgument])> {
        let ExprKind::Call(callee, arguments) = &self.kind else { return None };
        let ExprKind::Name(name) = &callee.kind else { return None };
        OddsWord::of(&name.text()).map(|word| (word, arguments.as_slice()))
    }

    /// Whether it is computed from odds: `P(…)`, `E(…)` or the like, or a sum, a fraction or a comparison of such.
    pub fn asks_for_odds(&self) -> bool {
        self.odds_asked(&|_| true).is_some()
    }

    /// The first call by which it is computed from odds, among those with a word that counts.
    pub fn odds_asked(&self, counts: &dyn Fn(OddsWord) -> bool) -> Option<(OddsWord, &Expr)> {
        match &self.kind {
            ExprKind::Call(..) => self.odds_of().filter(|(word, _)| counts(*word)).map(|(word, _)| (word, self)),
            ExprKind::Unary(UnaryOp::Minus | UnaryOp::Plus, inner) => inner.odds_asked(counts),
            ExprKind::Binary(operator, left, right) if operator.computes_or_compares() => {
                left.odds_asked(counts).or_else(|| right.odds_asked(counts))
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
            | ExprKind::Binary(..)
            | ExprKind::If(..) => None,
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
