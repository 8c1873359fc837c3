//! Lines that never do anything: changes that leave everything as it is, rows that add nothing, texts that are never shown.

use super::bounds::Bounds;
use super::same::is_same;
use crate::diagnostic::{Diagnostic, codes};
use crate::model::{Expr, ExprKind, Member, Statement, StatementKind, SumRow, Type};
use crate::shared_text::SharedText;
use crate::source::Span;
use crate::syntax::ast::BinaryOp;

/// Remarks on those among lines that follow each other. Lines inside of them are not looked at.
pub fn idle_lines(bounds: Bounds<'_>, lines: &[Statement]) -> Vec<Diagnostic> {
    lines.iter().flat_map(|line| idle_line(bounds, line)).collect()
}

fn idle_line(bounds: Bounds<'_>, line: &Statement) -> Vec<Diagnostic> {
    if let StatementKind::Set { place, value } = &line.kind {
        return leaves(bounds, place, value).then(|| changes_nothing(value)).into_iter().collect();
    }
    if let StatementKind::Add { amount, .. } = &line.kind {
        return comes_to_nothing(bounds, amount).then(|| changes_nothing(amount)).into_iter().collect();
    }
    if let StatementKind::Pay { amount, place, why } = &line.kind {
        let nothing = comes_to_nothing(bounds, amount).then(|| changes_nothing(amount));
        let untold = why.as_ref().and_then(|_| never_refused(bounds, place, line.span));
        return nothing.or(untold).into_iter().collect();
    }
    if let StatementKind::Sum { rows, .. } = &line.kind {
        return rows.iter().filter_map(|row| row_of_nothing(bounds, row)).collect();
    }
    let StatementKind::Decide { rows, .. } = &line.kind else { return Vec::new() };
    decides_nothing(rows).into_iter().collect()
}

/// Whether a number that is worked out is 0 in any case. A plain `0` says that it is meant.
pub fn comes_to_nothing(bounds: Bounds<'_>, value: &Expr) -> bool {
    let is_worked_out = value.ty == Type::Number && !matches!(value.kind, ExprKind::Number(_));
    is_worked_out && bounds.of(value) == Some((0, 0))
}

fn changes_nothing(value: &Expr) -> Diagnostic {
    let found = Diagnostic::warning(codes::IDLE, value.span, "this changes nothing");
    found.help("write its new value or the change, or remove the line")
}

fn row_of_nothing(bounds: Bounds<'_>, row: &SumRow) -> Option<Diagnostic> {
    comes_to_nothing(bounds, &row.value).then(|| {
        let found = Diagnostic::warning(codes::IDLE, row.value.span, "this adds nothing: it is always 0");
        found.help("write what the row adds, or remove it")
    })
}

/// Whether a value is in any case what a place holds already.
fn leaves(bounds: Bounds<'_>, place: &Expr, value: &Expr) -> bool {
    if is_same(place, value) {
        return true;
    }
    if let ExprKind::Extreme { greatest, of } = &value.kind {
        let (here, others): (Vec<&Expr>, Vec<&Expr>) = of.iter().partition(|part| leaves(bounds, place, part));
        let Some((low, high)) = bounds.of(place).filter(|_| !here.is_empty()) else { return false };
        let is_beyond = |(least, most): (i64, i64)| if *greatest { most <= low } else { least >= high };
        return others.into_iter().all(|part| bounds.of(part).is_some_and(is_beyond));
    }
    let ExprKind::Binary(op, left, right) = &value.kind else { return false };
    let is_always = |side: &Expr, number: i64| bounds.of(side) == Some((number, number));
    let (is_left, is_right) = (leaves(bounds, place, left), leaves(bounds, place, right));
    if *op == BinaryOp::Add {
        is_left && is_always(right, 0) || is_right && is_always(left, 0)
    } else if *op == BinaryOp::Multiply {
        is_left && is_always(right, 1) || is_right && is_always(left, 1)
    } else {
        *op == BinaryOp::Subtract && is_left && is_always(right, 0)
    }
}

/// What is told where nobody has enough, if there is no such thing as too little.
fn never_refused(bounds: Bounds<'_>, place: &Expr, line: Span) -> Option<Diagnostic> {
    if bounds.of(place).is_some() {
        return None;
    }
    let whose = match name(bounds, place) {
        Some(name) => format!("`{name}` has no lower limit"),
        None => "the value it is paid from has no lower limit".to_owned(),
    };
    let found = Diagnostic::warning(codes::IDLE, line, format!("this text is never shown: {whose}"));
    Some(found.help("remove the text, or declare its limits, as in `0..99`"))
}

fn name(bounds: Bounds<'_>, place: &Expr) -> Option<SharedText> {
    if let ExprKind::Index(family, _) = &place.kind {
        return name(bounds, family);
    }
    let ExprKind::Member(of, Member::Field(field)) = &place.kind else { return None };
    let Type::Thing(kind) = of.ty else { return None };
    Some(bounds.system().kinds[kind].fields[*field].name.clone())
}

/// Rows that all give the same, one of them in any case.
fn decides_nothing(rows: &[(Option<Expr>, Expr)]) -> Option<Diagnostic> {
    let ((_, first), others) = rows.split_first()?;
    let (condition, last) = others.last()?;
    let are_same = condition.is_none() && others.iter().all(|(_, value)| is_same(value, first));
    are_same.then(|| {
        let message = "this has the same value in every row";
        let found = Diagnostic::warning(codes::IDLE, first.span.to(last.span), message);
        found.help("give it this value with a `let`, or change the value in one row")
    })
}
