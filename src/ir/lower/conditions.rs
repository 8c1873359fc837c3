//! The conditions of lines of a scene, part by part.

use super::super::Operand;
use super::pieces::Piece;
use super::{Lowering, emit};
use crate::model::Expr;
use crate::source::Span;
use crate::syntax::ast::BinaryOp;

impl Lowering<'_, '_> {
    /// A part of a condition on which lines of the scene hang has an effect of its own if it holds beside an `or`, or is untrue beside an `and`, in some run.
    pub fn part_of_condition(&mut self, op: BinaryOp, (part, value): (&Expr, Operand)) {
        if !self.asks || part.span.source.is_of_system() {
            return;
        }
        if op == BinaryOp::Or {
            self.ledger.take_with(Piece::PartHolds(part.span), self.emit.here(), (value, 1));
        } else if op == BinaryOp::And {
            self.ledger.take_unless(Piece::PartUntrue(part.span), self.emit.here(), value);
        }
    }

    /// A value of the scene hangs on this condition.
    pub fn choose_by(&mut self, place: Span, holds: Operand) {
        if place.source.is_of_system() {
            if matches!(emit::known(holds), Some(Some(1..))) && self.ledger.is_laid_out(Piece::Note(place)) {
                self.ledger.take(Piece::Note(place));
            }
            return;
        }
        self.ledger.choose(place);
        match emit::known(holds) {
            Some(Some(1..)) => self.ledger.take(Piece::Then(place)),
            Some(_) => self.ledger.take(Piece::Unless(place)),
            None => self.ledger.take_unless(Piece::Unless(place), self.emit.here(), holds),
        }
    }

    /// A value is chosen since this condition holds, which is known only at the table. Of house rules those count that hold back all
    /// that a row adds.
    pub fn chosen_at_the_table(&mut self, place: Span) {
        let piece = if place.source.is_of_system() { Piece::Note(place) } else { Piece::Then(place) };
        if !place.source.is_of_system() || self.ledger.is_laid_out(piece) {
            self.ledger.take_at(piece, self.emit.here());
        }
    }
}
