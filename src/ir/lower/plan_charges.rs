//! What the line that cuts a plan charges in addition to its items.

use crate::model::{Expr, ExprKind, LocalId, Statement, StatementKind};
use crate::shared_text::SharedText;

/// What is paid besides the items: once, and for each after the first.
type Costs<'m> = (&'m [(Expr, SharedText)], &'m [(Expr, SharedText)]);

/// What the line that cuts this plan charges besides its items, if there is one.
pub fn costs(body: &[Statement], plan: LocalId) -> Option<Costs<'_>> {
    body.iter().find_map(|statement| match &statement.kind {
        StatementKind::Cut { target, upfront, further, .. } => {
            (target.kind == ExprKind::Local(plan)).then_some((upfront.as_slice(), further.as_slice()))
        }
        StatementKind::ForEach { body, .. }
        | StatementKind::Step { body, .. }
        | StatementKind::Concealed { body, .. }
        | StatementKind::Period { body, .. }
        | StatementKind::Repeat { body, .. } => costs(body, plan),
        StatementKind::If { branches, otherwise } => {
            branches.iter().find_map(|(_, body)| costs(body, plan)).or_else(|| costs(otherwise, plan))
        }
        StatementKind::Turns(turns) => turns.iter().find_map(|turn| costs(&turn.body, plan)),
        StatementKind::Ask(_)
        | StatementKind::Let { .. }
        | StatementKind::Sum { .. }
        | StatementKind::Decide { .. }
        | StatementKind::Roll { .. }
        | StatementKind::Draw { .. }
        | StatementKind::Shuffle(_)
        | StatementKind::Resolve { .. }
        | StatementKind::Choose { .. }
        | StatementKind::Run { .. }
        | StatementKind::Pay { .. }
        | StatementKind::Stop { .. }
        | StatementKind::Needs { .. }
        | StatementKind::Tally(_)
        | StatementKind::Chance(_)
        | StatementKind::Set { .. }
        | StatementKind::Add { .. }
        | StatementKind::Note { .. }
        | StatementKind::Signal { .. }
        | StatementKind::Reveal { .. }
        | StatementKind::Invocation(_)
        | StatementKind::ChooseOption { .. } => None,
    })
}
