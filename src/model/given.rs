//! What the rules put into the runs that they create.

use super::{ExprKind, LocalId, Statement, StatementKind};
use crate::source::Span;

/// Where a line gives a blank of a run that the rules make its value.
pub fn given_by_rules(body: &[Statement], run: LocalId, blank: LocalId) -> Option<Span> {
    body.iter().find_map(|statement| match &statement.kind {
        StatementKind::Run { target, with, .. } => {
            let is_it = target.kind == ExprKind::Local(run);
            with.iter().find(|(local, _)| is_it && *local == blank).map(|(_, value)| value.span)
        }
        StatementKind::If { branches, otherwise } => {
            let bodies = branches.iter().map(|(_, body)| body).chain([otherwise]);
            bodies.into_iter().find_map(|body| given_by_rules(body, run, blank))
        }
        StatementKind::ForEach { body, .. }
        | StatementKind::Step { body, .. }
        | StatementKind::Concealed { body, .. } => given_by_rules(body, run, blank),
        StatementKind::Ask(_)
        | StatementKind::Let { .. }
        | StatementKind::Sum { .. }
        | StatementKind::Decide { .. }
        | StatementKind::Roll { .. }
        | StatementKind::Draw { .. }
        | StatementKind::Shuffle(_)
        | StatementKind::Resolve { .. }
        | StatementKind::Choose { .. }
        | StatementKind::Cut { .. }
        | StatementKind::Pay { .. }
        | StatementKind::Stop { .. }
        | StatementKind::Needs { .. }
        | StatementKind::Set { .. }
        | StatementKind::Add { .. }
        | StatementKind::Note { .. }
        | StatementKind::Signal { .. }
        | StatementKind::Reveal { .. }
        | StatementKind::Invocation(_)
        | StatementKind::Tally(_)
        | StatementKind::Chance(_)
        | StatementKind::Period { .. }
        | StatementKind::Repeat { .. }
        | StatementKind::Turns(_)
        | StatementKind::ChooseOption { .. } => None,
    })
}
