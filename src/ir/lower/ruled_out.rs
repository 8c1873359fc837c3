//! Why a run does not come to a level named in a scene: no run reaches the rows that give it.

use super::reasons::{Accounts, because};
use crate::diagnostic::Diagnostic;
use crate::model::{Expr, ExprKind, InvocationId, LocalId, Member, Statement, StatementKind};
use crate::syntax::ast::BinaryOp;

/// A row of a `decide`.
type Row = (Option<Expr>, Expr);

impl Accounts<'_> {
    /// The finding that something never holds, beside the rows that would answer the level which it asks for.
    pub fn beside_rows_of(&self, found: Diagnostic, condition: &Expr) -> Diagnostic {
        let asked = asked_level(condition);
        asked.into_iter().fold(found, |found, (run, local, level)| self.beside_rows(found, (run, local), &[level]))
    }

    /// The finding that a run never comes to these levels, beside the rows of a `decide` that would answer them: with what rules
    /// a row out, if that is known beforehand.
    pub fn beside_rows(&self, found: Diagnostic, (run, local): (InvocationId, LocalId), levels: &[i64]) -> Diagnostic {
        let mut rows = Vec::new();
        deciding_rows(&self.procedure(run).body, local, &mut rows);
        rows.retain(|(_, value)| levels.iter().any(|level| value.kind == ExprKind::Number(*level)));
        let beside = |found: Diagnostic, (condition, value): &Row| {
            let passed = self.ledger.passed_in(Some(run)).find(|passed| passed.lines.contains(value.span));
            match passed.map(|passed| passed.why) {
                Some(why) if self.said(run, Some(why)) => because(found, why),
                Some(_) => found,
                None => {
                    let row = condition.as_ref().map_or(value.span, |condition| value.span.to(condition.span));
                    found.also(row, format!("`{}` never reaches this row", self.scene.invocations[run].path))
                }
            }
        };
        rows.into_iter().fold(found, beside)
    }
}

/// The level of a run's result of which a condition asks whether that is it.
fn asked_level(condition: &Expr) -> Option<(InvocationId, LocalId, i64)> {
    let ExprKind::Binary(BinaryOp::Is, result, level) = &condition.kind else { return None };
    let ExprKind::Member(run, Member::Local(local)) = &result.kind else { return None };
    match (&run.kind, &level.kind) {
        (ExprKind::Invocation(run), ExprKind::Number(level)) => Some((*run, *local, *level)),
        _ => None,
    }
}

/// The rows that decide on a value, in whatever blocks they stand.
fn deciding_rows<'b>(body: &'b [Statement], wanted: LocalId, into: &mut Vec<&'b Row>) {
    for statement in body {
        if let StatementKind::Decide { local, rows, .. } = &statement.kind {
            into.extend(rows.iter().filter(|_| *local == wanted));
        }
        if let StatementKind::If { branches, otherwise } = &statement.kind {
            for (_, body) in branches {
                deciding_rows(body, wanted, into);
            }
            deciding_rows(otherwise, wanted, into);
        }
        if let StatementKind::ForEach { body, .. }
        | StatementKind::Step { body, .. }
        | StatementKind::Concealed { body, .. } = &statement.kind
        {
            deciding_rows(body, wanted, into);
        }
    }
}
