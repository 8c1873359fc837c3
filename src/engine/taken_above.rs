//! Why a branch is never taken although its condition holds in some runs: in all of these a condition above it has held already.

use super::encounter::Encounter;
use super::later_changes::lines;
use crate::diagnostic::{Diagnostic, codes};
use crate::model::{Expr, ExprKind, Statement, StatementKind, Type};
use crate::source::Span;
use crate::syntax::ast::BinaryOp;

/// So many conditions above one are looked at.
const MOST_ABOVE: usize = 12;

impl Encounter {
    /// A remark on a branch that no run takes, with the conditions above it that take each run in which its own condition holds. Nothing
    /// where its condition is not seen to hold at all, so that it is no matter of their order.
    pub(super) fn taken_above(&self, remark: &Diagnostic) -> Option<Diagnostic> {
        let place = remark.labels.first().filter(|_| remark.code == codes::IDLE)?.span;
        let (above, condition) = branch_at(&self.scene.statements, place)?;
        let label = remark.labels.iter().position(|label| label.span == condition.span)?;
        let holds = |above: &&Expr| self.holds_at(condition.span, &together(condition, above));
        let taking: Vec<&Expr> = above.into_iter().take(MOST_ABOVE).filter(holds).collect();
        let mut found = remark.clone();
        found.labels[label].text = "because whenever this is true, a condition above it is true as well".into();
        let (beside, these) = match taking.as_slice() {
            [] => return None,
            [_] => ("in the runs tried, this one", "that condition"),
            _ => ("in some of the runs tried, this one", "those conditions"),
        };
        let found = taking.into_iter().fold(found, |found, above| found.also(above.span, beside));
        Some(found.help(format!(
            "move this branch above {these}, or change a condition, so that each branch takes runs of its own"
        )))
    }
}

/// The conditions above a branch whose lines are these, and its own. The first branch has none above it.
fn branch_at(all: &[Statement], place: Span) -> Option<(Vec<&Expr>, &Expr)> {
    lines(all).into_iter().find_map(|line| {
        let StatementKind::If { branches, .. } = &line.kind else { return None };
        let is_here = |body: &[Statement]| match (body.first(), body.last()) {
            (Some(first), Some(last)) => first.span.to(last.span) == place,
            _ => false,
        };
        let at = branches.iter().position(|(_, body)| is_here(body)).filter(|at| *at > 0)?;
        Some((branches[..at].iter().map(|(above, _)| above).collect(), &branches[at].0))
    })
}

/// Whether two conditions hold at once.
fn together(one: &Expr, other: &Expr) -> Expr {
    let kind = ExprKind::Binary(BinaryOp::And, Box::new(one.clone()), Box::new(other.clone()));
    Expr { span: one.span, ty: Type::YesNo, kind }
}
