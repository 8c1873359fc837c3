//! Values that lines of a scene lose where a run has not reached them.

use super::super::Operand;
use super::Lowering;
use super::partial_value::Context;
use super::pieces::Piece;
use crate::model::Expr;

impl<'m> Lowering<'m, '_> {
    /// A value of the scene is lost if some run comes here and has not reached it.
    pub fn may_lose(&mut self, context: &Context<'m>, expr: &Expr, value: Operand) {
        if context.invocation.is_none() && self.scene.may_be_lost.contains_key(&expr.span) {
            self.ledger.take_without(Piece::Lost(expr.span), self.emit.here(), value);
        }
    }
}
