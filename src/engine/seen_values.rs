//! What a comparison that never holds compares: the values that a few runs of the scene have there.

use std::collections::BTreeSet;

use super::answers::Answers;
use super::encounter::Encounter;
use crate::model::listing::one_of;
use crate::model::{Expr, ExprKind, Hole, Hooks, Statement, StatementKind, Wording, constant_of};
use crate::shared_text::SharedText;
use crate::source::Span;
use crate::syntax::ast::BinaryOp;
use crate::verdict::{Event, TextPart, Visibility};

/// So many runs by dice are looked at.
const RUNS: u64 = 40;

/// So many numbers are listed; of more the least and the greatest are told.
const MOST_NUMBERS: usize = 4;

/// The name of the hole that tells a value; no script can call something so.
const SEEN: &str = "(seen)";

impl Encounter {
    /// What a comparison in a line of the scene looks at, and what it comes to there: `` `flood.filled` is 0 to 6 ``. Nothing where
    /// no run comes there, where the value is kept from anybody (players read remarks too), and where the words are not a comparison with
    /// something that is written out.
    pub(super) fn seen_at(&self, comparison: Span) -> Option<String> {
        let mut scene = self.scene.clone();
        let asked = tell_before(&mut scene.statements, comparison)?;
        let watched = self.of_scene(scene).ok()?;
        // In the order of their numbers.
        let mut seen: BTreeSet<(Option<i64>, SharedText)> = BTreeSet::new();
        for answers in [Answers::deliberate()].into_iter().chain((1..=RUNS).map(Answers::random)) {
            let Ok(verdict) = watched.adjudicate(answers) else { continue };
            for happened in verdict.events {
                if let Event::Note { parts, .. } = happened.event
                    && let [TextPart::Value(shown)] = parts.as_slice()
                    && shown.name == SEEN
                {
                    if happened.visibility.max(shown.visibility) != Visibility::All {
                        return None;
                    }
                    seen.insert((shown.number, shown.value.clone()));
                }
            }
        }
        let ((least, from), (_, to)) = (seen.first()?, seen.last()?);
        let is_number = least.is_some_and(|number| number.to_string() == from.trim_start_matches('+'));
        let values = if is_number && seen.len() > MOST_NUMBERS {
            format!("{from} to {to}")
        } else {
            one_of(seen.iter().map(|(_, value)| value.as_str()))
        };
        Some(format!("`{}` is {values}", self.sources.slice(asked)))
    }
}

/// Has a value told before the line that compares it with something that is written out; where the value is written.
fn tell_before(lines: &mut Vec<Statement>, comparison: Span) -> Option<Span> {
    for at in 0..lines.len() {
        if let Some(asked) = conditions(&lines[at]).into_iter().find_map(|condition| compared(condition, comparison)) {
            let asked = asked.clone();
            let span = asked.span;
            let hole = Hole { at: 0, name: SEEN.into(), value: asked };
            let text = Wording { text: SharedText::default(), holes: vec![hole] };
            let kind = StatementKind::Note { text, condition: None };
            let told = Statement { span, kind, hooks: Hooks::default() };
            // What ends a repetition is asked after each round.
            if let StatementKind::Repeat { body, .. } = &mut lines[at].kind {
                body.push(told);
            } else {
                lines.insert(at, told);
            }
            return Some(span);
        }
        if let Some(asked) = lines[at].blocks_mut().into_iter().find_map(|block| tell_before(block, comparison)) {
            return Some(asked);
        }
    }
    None
}

/// The conditions of a line.
fn conditions(line: &Statement) -> Vec<&Expr> {
    if let StatementKind::If { branches, .. } = &line.kind {
        branches.iter().map(|(condition, _)| condition).collect()
    } else if let StatementKind::Note { condition: Some(condition), .. }
    | StatementKind::Signal { condition: Some(condition), .. }
    | StatementKind::Repeat { until: Some(condition), .. } = &line.kind
    {
        vec![condition]
    } else {
        Vec::new()
    }
}

/// The side of a comparison at this place that is not written out, where the other one is.
fn compared(condition: &Expr, place: Span) -> Option<&Expr> {
    if condition.span != place {
        return condition.parts().into_iter().find_map(|part| compared(part, place));
    }
    let ExprKind::Binary(op, left, right) = &condition.kind else { return None };
    let compares = [
        BinaryOp::Is,
        BinaryOp::IsNot,
        BinaryOp::Less,
        BinaryOp::LessOrEqual,
        BinaryOp::Greater,
        BinaryOp::GreaterOrEqual,
    ];
    (compares.contains(op) && constant_of(right).is_some() && constant_of(left).is_none()).then_some(&**left)
}
