//! Changes that a later line overwrites before anything reads them.

use super::same::is_same;
use crate::diagnostic::{Diagnostic, codes};
use crate::model::{Expr, ExprKind, Statement, StatementKind};
use crate::source::Span;

/// Remarks on changes in lines that follow each other.
pub fn overwritten(lines: &[Statement]) -> Vec<Diagnostic> {
    let found = lines.iter().enumerate().filter_map(|(number, line)| {
        let (place, _) = change(line)?;
        let again = set_anew(place, lines.get(number + 1..)?)?;
        let found = Diagnostic::warning(codes::IDLE, line.span, "this is overwritten before anything reads it");
        Some(found.also(again, "set here").help("remove one of the two, or write a line between them that reads it"))
    });
    found.collect()
}

/// What a line changes, and what it works that out from.
fn change(line: &Statement) -> Option<(&Expr, &Expr)> {
    if let StatementKind::Set { place, value } | StatementKind::Add { place, amount: value } = &line.kind {
        Some((place, value))
    } else {
        None
    }
}

/// The line that sets a place, if all lines before it only change others and none of them reads it.
fn set_anew(place: &Expr, behind: &[Statement]) -> Option<Span> {
    for line in behind {
        let (changed, value) = change(line)?;
        let is_here = is_same(changed, place);
        if may_read(value, place) || changed.parts().into_iter().any(|part| may_read(part, place)) {
            return None;
        }
        if is_here {
            return matches!(line.kind, StatementKind::Set { .. }).then_some(line.span);
        }
    }
    None
}

/// Whether a value hangs on a place; of what rules and functions read nothing is known here.
fn may_read(value: &Expr, place: &Expr) -> bool {
    let is_hidden = matches!(value.kind, ExprKind::Rule(..) | ExprKind::House(..));
    is_hidden || is_same(value, place) || value.parts().into_iter().any(|part| may_read(part, place))
}
