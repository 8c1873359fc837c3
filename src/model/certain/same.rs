//! Expressions that name the same value.

use crate::model::{Expr, ExprKind};

/// Whether two expressions name the same value.
pub fn is_same(one: &Expr, other: &Expr) -> bool {
    if let (ExprKind::Member(one, part), ExprKind::Member(other, of)) = (&one.kind, &other.kind) {
        return part == of && is_same(one, other);
    }
    if let (ExprKind::Index(one, level), ExprKind::Index(other, as_level)) = (&one.kind, &other.kind) {
        return is_same(one, other) && is_same(level, as_level);
    }
    if let (ExprKind::Binary(op, left, right), ExprKind::Binary(as_op, as_left, as_right)) = (&one.kind, &other.kind) {
        return op == as_op && is_same(left, as_left) && is_same(right, as_right);
    }
    if let (ExprKind::Unary(op, inner), ExprKind::Unary(as_op, as_inner)) = (&one.kind, &other.kind) {
        return op == as_op && is_same(inner, as_inner);
    }
    if let (ExprKind::IsUnreached(one), ExprKind::IsUnreached(other)) = (&one.kind, &other.kind) {
        return is_same(one, other);
    }
    // What else has parts has them at places of its own; of what follows a mistake nothing is known, nor of what people say.
    one.kind != ExprKind::Unreached && one.kind != ExprKind::Question && one.kind == other.kind
}
