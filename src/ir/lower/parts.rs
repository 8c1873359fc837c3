//! Parts of a condition of a scene that decide nothing beside the others.

use super::pieces::{Piece, Why};
use super::reasons::Accounts;
use crate::diagnostic::{Diagnostic, codes};
use crate::model::{Expr, ExprKind};
use crate::syntax::ast::{BinaryOp, UnaryOp};

impl Accounts<'_> {
    /// The parts of a condition that holds in some runs which come to it, and not in others: beside an `or` one that never holds, and
    /// beside an `and` one that always does.
    pub fn parts(&mut self, holding: &[Piece], condition: &Expr) {
        let has_taken = |piece: &Piece| self.ledger.has_taken(*piece);
        if holding.iter().any(has_taken) && has_taken(&Piece::Unless(condition.span)) {
            self.parts_inside(condition);
        }
    }

    fn parts_inside(&mut self, condition: &Expr) {
        if let ExprKind::Binary(op @ (BinaryOp::Or | BinaryOp::And), left, right) = &condition.kind {
            for part in [left, right] {
                match self.idle_part(*op, part) {
                    Some(found) => self.sink.push(found),
                    None => self.parts_inside(part),
                }
            }
        } else if let ExprKind::Unary(UnaryOp::Not, inner) = &condition.kind {
            self.parts_inside(inner);
        }
    }

    /// A remark on a part that decides nothing. There is none on a field that is asked for beside an `and`: the author may want to be sure.
    fn idle_part(&self, op: BinaryOp, part: &Expr) -> Option<Diagnostic> {
        if !self.is_new(part.span) {
            return None;
        }
        if op == BinaryOp::Or {
            let pieces = [Piece::PartHolds(part.span)];
            let (found, otherwise) = self.found_never(&pieces, part.span)?;
            let help = "remove this part of the condition, or ask for something that can happen";
            return Some(found.help(otherwise.unwrap_or(help)));
        }
        let untrue = Piece::PartUntrue(part.span);
        if self.ledger.has_taken(untrue) || self.asks_for_a_field(part.span) {
            return None;
        }
        let (message, otherwise) = self.settled("this is always true", &[untrue], Why::Always(part.span));
        let help = "remove this part of the condition, or ask for something that can fail";
        Some(Diagnostic::warning(codes::IDLE, part.span, message).help(otherwise.unwrap_or(help)))
    }
}
