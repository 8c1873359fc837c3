//! Dice and levels that are moved up, down, or towards another one.

use super::super::{Binary, Operand, Unary};
use super::Lowering;
use crate::syntax::ast::BinaryOp;

impl Lowering<'_, '_> {
    /// `die up 1`, `die down 1`
    pub fn step_of_a_die(&mut self, op: BinaryOp, from: Operand, by: Operand) -> Operand {
        let by = if op == BinaryOp::Down { self.emit.unary(Unary::Negate, by) } else { by };
        self.emit.binary(Binary::SizesUp, from, by)
    }

    /// `level up 1`, `level down 1`, `level towards goal`; the number of levels.
    pub fn movement(&mut self, op: BinaryOp, levels: i64, from: Operand, by: Operand) -> Operand {
        match op {
            BinaryOp::Up => {
                let moved = self.emit.binary(Binary::Add, from, by);
                let low = self.emit.binary(Binary::Maximum, moved, Operand::Value(0));
                self.emit.binary(Binary::Minimum, low, Operand::Value(levels - 1))
            }
            BinaryOp::Down => {
                let moved = self.emit.binary(Binary::Subtract, from, by);
                let low = self.emit.binary(Binary::Maximum, moved, Operand::Value(0));
                self.emit.binary(Binary::Minimum, low, Operand::Value(levels - 1))
            }
            // The third of the operators that move a level: towards another.
            BinaryOp::Or
            | BinaryOp::And
            | BinaryOp::Is
            | BinaryOp::IsNot
            | BinaryOp::Less
            | BinaryOp::LessOrEqual
            | BinaryOp::Greater
            | BinaryOp::GreaterOrEqual
            | BinaryOp::Equals
            | BinaryOp::Knows
            | BinaryOp::Add
            | BinaryOp::Subtract
            | BinaryOp::Multiply
            | BinaryOp::DivideDown
            | BinaryOp::DivideUp
            | BinaryOp::Modulo
            | BinaryOp::Fraction
            | BinaryOp::Towards
            | BinaryOp::Otherwise => {
                let up = self.emit.binary(Binary::Less, from, by);
                let down = self.emit.binary(Binary::Less, by, from);
                let raised = self.emit.binary(Binary::Add, from, up);
                self.emit.binary(Binary::Subtract, raised, down)
            }
        }
    }
}
