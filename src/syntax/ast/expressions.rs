//! What is computed.

use super::{Phrase, Text, Word};
use crate::shared_text::SharedText;
use crate::source::Span;

/// An expression, and where it stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Expr {
    /// With the parentheses around it, if there are some.
    pub span: Span,
    /// The operation, with its operands.
    pub kind: ExprKind,
}

/// What an expression is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ExprKind {
    /// `3`, `2b`, `3p`
    Number { value: i64, unit: Option<SharedText> },
    /// `0.25`, in exact fractions only: 25 with 2 places; or so many of a hundred, such as `90%` of the runs.
    Decimal { digits: i64, places: u32, percent: bool },
    /// `d8`
    Die(i64),
    /// `2d6`, `(1 - m)d6`, `1d(a)`
    Dice { count: Box<Expr>, sides: Box<Expr> },
    /// `highest 3d6`, `lowest 2 of 4d6 "P#"`: keep so many (1 when unsaid); the notation's `#` is the number of dice.
    Keep { highest: bool, count: Option<i64>, dice: Box<Expr>, notation: Option<Text> },
    /// `"text"`
    Text(Text),
    /// A name, or several that the checker must part.
    Name(Phrase),
    /// `?`: ask the person at the table.
    Question,
    /// `a.b`; the member may begin with a joining word.
    Member(Box<Expr>, Phrase),
    /// `f(a, b)`
    Call(Box<Expr>, Vec<CallArgument>),
    /// `not a`, `-a`, `+a`
    Unary(UnaryOp, Box<Expr>),
    /// `a + b`
    Binary(BinaryOp, Box<Expr>, Box<Expr>),
    /// `if a then b else if c then d else e`
    If(Vec<(Expr, Expr)>, Box<Expr>),
}

/// An argument of a call.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CallArgument {
    /// A plain value.
    Value(Expr),
    /// `x in list : expr`
    Each { variable: Word, list: Expr, body: Expr },
    /// `x given condition`, in `P(…)`, `E(…)` and the like.
    Given { asked: Expr, condition: Expr },
}

/// An operator before its only operand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum UnaryOp {
    Not,
    Minus,
    Plus,
}

/// An infix operator, from loosest to tightest: `or`; `and`; comparisons (`is`, `is not`, `<`, …, `=`, `knows`);
/// `+ -`; `* div mod /`; `up down towards`; `otherwise` (left to right). `not` binds tighter than `and` and looser than comparisons.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum BinaryOp {
    Or,
    And,
    Is,
    IsNot,
    Less,
    LessOrEqual,
    Greater,
    GreaterOrEqual,
    /// `=`, in claims about odds.
    Equals,
    /// `ada knows secret`
    Knows,
    Add,
    Subtract,
    Multiply,
    DivideDown,
    DivideUp,
    Modulo,
    /// `/`, in exact fractions only.
    Fraction,
    Up,
    Down,
    Towards,
    /// The first value, or the second where the first is not reached.
    Otherwise,
}

impl BinaryOp {
    /// The word of an operator that is a single word, as a name would be.
    pub fn word(self) -> Option<&'static str> {
        match self {
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
}
