//! How tightly operators bind; shared by the reader and the printer.

use super::ast::BinaryOp;

/// `not`: looser than comparisons, tighter than `and`.
pub(super) const NOT: u8 = 3;
/// `-` and `+` before an operand: tighter than every infix operator.
pub(super) const SIGN: u8 = 9;

/// The larger, the tighter.
pub(super) fn tightness(operator: BinaryOp) -> u8 {
    match operator {
        BinaryOp::Or => 1,
        BinaryOp::And => 2,
        BinaryOp::Is
        | BinaryOp::IsNot
        | BinaryOp::Less
        | BinaryOp::LessOrEqual
        | BinaryOp::Greater
        | BinaryOp::GreaterOrEqual
        | BinaryOp::Equals
        | BinaryOp::Knows => 4,
        BinaryOp::Add | BinaryOp::Subtract => 5,
        BinaryOp::Multiply | BinaryOp::DivideDown | BinaryOp::DivideUp | BinaryOp::Modulo | BinaryOp::Fraction => 6,
        BinaryOp::Up | BinaryOp::Down | BinaryOp::Towards => 7,
        BinaryOp::Otherwise => 8,
    }
}
