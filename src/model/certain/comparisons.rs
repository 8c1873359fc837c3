//! Comparisons and choices that always have the same result, because of the possible values of their sides.

use super::bounds::Bounds;
use super::same::is_same;
use crate::diagnostic::{Diagnostic, Diagnostics, codes};
use crate::model::{Expr, ExprKind, System, Type};
use crate::syntax::ast::BinaryOp;

const HELP_ALWAYS: &str = "compare it with a value between the lowest and the highest; if it matters only whether it \
                           has a value at all, write `… is not unreached`";

/// Remarks on comparisons and choices in an expression of a scene that say nothing.
pub fn remark_on_certain(bounds: Bounds<'_>, expr: &Expr, sink: &mut Diagnostics) {
    if let Some(found) = remark_on_part(bounds, expr) {
        return sink.push(found);
    }
    for part in expr.parts() {
        remark_on_certain(bounds, part, sink);
    }
}

/// A remark on a comparison or a choice that says nothing.
pub fn remark_on_part(bounds: Bounds<'_>, whole: &Expr) -> Option<Diagnostic> {
    if let ExprKind::If(cases, otherwise) = &whole.kind {
        let are_same = cases.iter().all(|(_, value)| is_same(value, otherwise));
        let message = "this value does not depend on its conditions";
        let help = "write the value alone, or a different value for one of the cases";
        return are_same.then(|| Diagnostic::warning(codes::IDLE, whole.span, message).help(help));
    }
    remark_on_comparison(bounds, whole)
}

/// A remark on a comparison that says nothing.
fn remark_on_comparison(bounds: Bounds<'_>, whole: &Expr) -> Option<Diagnostic> {
    let ExprKind::Binary(op, left, right) = &whole.kind else { return None };
    if let Some(holds) = of_the_same(*op).filter(|_| is_same(left, right) && !bounds.is_open(whole)) {
        let message = format!("this {}: both sides are the same", how(holds));
        let found = Diagnostic::warning(codes::IDLE, whole.span, message);
        return Some(found.help("compare it with something else"));
    }
    let (first, second) = (bounds.of(left)?, bounds.of(right)?);
    let holds = always_so(*op, first, second)?;
    let is_fixed = |(low, high): (i64, i64)| low == high;
    let (side, range, number) = match (is_fixed(first), is_fixed(second)) {
        (false, true) => (left, first, second.0),
        (true, false) => (right, second, first.0),
        // Two numbers that are known may be told apart on purpose.
        (true, true) => return None,
        (false, false) => return Some(of_two_ranges(whole, holds, [first, second])),
    };
    let help = if holds { HELP_ALWAYS } else { "compare it with a value it can have" };
    let message = format!("this {}: {}", how(holds), why(bounds.system(), side, range, number));
    Some(Diagnostic::warning(codes::IDLE, whole.span, message).help(help))
}

/// Neither side is fixed, and yet all that one can be lies on one side of all that the other can be.
fn of_two_ranges(whole: &Expr, holds: bool, [first, second]: [(i64, i64); 2]) -> Diagnostic {
    let (first, second) = (in_words(first), in_words(second));
    let message = format!("this {}: the left side {first}, and the right side {second}", how(holds));
    Diagnostic::warning(codes::IDLE, whole.span, message).help("compare values for which this can be true or false")
}

/// Where all values lie.
fn in_words((low, high): (i64, i64)) -> String {
    if high == i64::MAX { format!("is never below {low}") } else { format!("is always from {low} to {high}") }
}

/// In words.
pub fn how(holds: bool) -> &'static str {
    if holds { "is always true" } else { "is never true" }
}

/// What a comparison of a value with itself comes to.
fn of_the_same(op: BinaryOp) -> Option<bool> {
    let holds = [BinaryOp::Is, BinaryOp::Equals, BinaryOp::LessOrEqual, BinaryOp::GreaterOrEqual];
    let never = [BinaryOp::IsNot, BinaryOp::Less, BinaryOp::Greater];
    if holds.contains(&op) { Some(true) } else { never.contains(&op).then_some(false) }
}

/// Whether a comparison comes out the same for all values between two limits, on either side.
fn always_so(op: BinaryOp, (low, high): (i64, i64), (least, most): (i64, i64)) -> Option<bool> {
    let apart = high < least || low > most;
    let (holds, never) = if op == BinaryOp::Less {
        (high < least, low >= most)
    } else if op == BinaryOp::LessOrEqual {
        (high <= least, low > most)
    } else if op == BinaryOp::Greater {
        (low > most, high <= least)
    } else if op == BinaryOp::GreaterOrEqual {
        (low >= most, high < least)
    } else if op == BinaryOp::Is || op == BinaryOp::Equals {
        (false, apart)
    } else if op == BinaryOp::IsNot {
        (apart, false)
    } else {
        (false, false)
    };
    if holds { Some(true) } else { never.then_some(false) }
}

fn why(system: &System, side: &Expr, (low, high): (i64, i64), number: i64) -> String {
    let Type::Level(scale) = side.ty else {
        return format!("the value {}", in_words((low, high)));
    };
    let scale = &system.scales[scale];
    let level = usize::try_from(number).ok().and_then(|place| scale.levels.get(place));
    let which = if number == low { "lowest" } else { "highest" };
    format!("`{}` is the {which} level of `{}`", level.cloned().unwrap_or_default(), scale.name)
}
