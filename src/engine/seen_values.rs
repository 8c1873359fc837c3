//! What a comparison compares: the values that a few runs of the scene have there.

use std::collections::BTreeSet;

use super::answers::Answers;
use super::encounter::Encounter;
use super::later_changes::lines;
use crate::model::listing::one_of;
use crate::model::{Expr, ExprKind, Hole, Hooks, Statement, StatementKind, Type, Wording, constant_of};
use crate::shared_text::SharedText;
use crate::source::Span;
use crate::syntax::ast::{BinaryOp, UnaryOp};
use crate::verdict::{Event, TextPart, Visibility};

/// So many runs by dice are looked at.
const RUNS: u64 = 40;

/// So many numbers are listed; of more the least and the greatest are told.
const MOST_NUMBERS: usize = 4;

/// The name of the hole that tells a value; no script can call something so.
const SEEN: &str = "(seen)";

/// A value, and the number behind it.
pub(super) type Seen = (Option<i64>, SharedText);

impl Encounter {
    /// What a comparison in a line of the scene looks at, and what it came to there: `` `flood.filled` was 0 to 6 in the runs tried ``. Behind
    /// `else if` it is what it came to where no condition above holds. Nothing where
    /// no run comes there, where the value is kept from anybody (players read remarks too), and where the words are not a comparison with
    /// something that is written out.
    pub(super) fn seen_at(&self, comparison: Span) -> Option<String> {
        let asked = compared_in(&self.scene.statements, comparison)?;
        let come = none_of(&above(&self.scene.statements, comparison));
        let tried = if come.is_some() { "runs tried that come here" } else { "runs tried" };
        let seen = self.told_at(comparison, (asked.clone(), come))?;
        let ((least, from), (_, to)) = (seen.first()?, seen.last()?);
        let is_number = least.is_some_and(|number| number.to_string() == from.trim_start_matches('+'));
        let values = if is_number && seen.len() > MOST_NUMBERS {
            format!("{from} to {to}")
        } else {
            one_of(seen.iter().map(|(_, value)| value.as_str()))
        };
        Some(format!("`{}` was {values} in the {tried}", self.sources.slice(asked.span)))
    }

    /// Where the value is written that a comparison looks at, and what it comes to, in the order of the numbers behind it.
    pub(super) fn values_at(&self, comparison: Span) -> Option<(Span, BTreeSet<Seen>)> {
        let asked = compared_in(&self.scene.statements, comparison)?.clone();
        Some((asked.span, self.told_at(comparison, (asked, None))?))
    }

    /// Whether what ends a repetition holds at the end of some round; not where that is kept from anybody.
    pub(super) fn ends_a_repetition(&self, until: &Expr) -> bool {
        self.holds_at(until.span, until)
    }

    /// Whether something holds in some run where a comparison is made; not where that is kept from anybody.
    pub(super) fn holds_at(&self, comparison: Span, condition: &Expr) -> bool {
        let kept = Expr { span: condition.span, ty: Type::YesNo, kind: ExprKind::Number(1) };
        self.told_at(comparison, (kept, Some(condition.clone()))).is_some_and(|told| !told.is_empty())
    }

    /// What an expression comes to where a comparison is made, each time that a condition holds there.
    fn told_at(&self, comparison: Span, (told, condition): (Expr, Option<Expr>)) -> Option<BTreeSet<Seen>> {
        let mut scene = self.scene.clone();
        let span = told.span;
        let hole = Hole { at: 0, name: SEEN.into(), value: told };
        let text = Wording { text: SharedText::default(), holes: vec![hole] };
        let kind = StatementKind::Note { text, condition };
        told_before(&mut scene.statements, comparison, &Statement { span, kind, hooks: Hooks::default() })?;
        let watched = self.of_scene(scene).ok()?;
        let mut seen: BTreeSet<Seen> = BTreeSet::new();
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
        Some(seen)
    }
}

/// What a comparison in these lines looks at.
fn compared_in(all: &[Statement], comparison: Span) -> Option<&Expr> {
    let mut conditions = lines(all).into_iter().flat_map(conditions);
    conditions.find_map(|condition| compared(condition, comparison))
}

/// Puts a line where a comparison is made: before the line that makes it, or at the end of each round of which it says whether it is the last.
pub(super) fn told_before(lines: &mut Vec<Statement>, comparison: Span, told: &Statement) -> Option<()> {
    for at in 0..lines.len() {
        if conditions(&lines[at]).into_iter().any(|condition| condition.span.contains(comparison)) {
            if let StatementKind::Repeat { body, .. } = &mut lines[at].kind {
                body.push(told.clone());
            } else {
                lines.insert(at, told.clone());
            }
            return Some(());
        }
        let mut inside = lines[at].blocks_mut().into_iter();
        if inside.any(|block| told_before(block, comparison, told).is_some()) {
            return Some(());
        }
    }
    None
}

/// The conditions above the one in which a comparison stands: where one of them holds, no run comes to it.
fn above(all: &[Statement], comparison: Span) -> Vec<&Expr> {
    let mut all = lines(all).into_iter().map(conditions);
    let here = all.find_map(|all| {
        let at = all.iter().position(|condition| condition.span.contains(comparison))?;
        Some(all[..at].to_vec())
    });
    here.unwrap_or_default()
}

/// That none of some conditions holds.
fn none_of(conditions: &[&Expr]) -> Option<Expr> {
    let yes_no = |span, kind| Expr { span, ty: Type::YesNo, kind };
    let not = |one: &&Expr| yes_no(one.span, ExprKind::Unary(UnaryOp::Not, Box::new((*one).clone())));
    conditions
        .iter()
        .map(not)
        .reduce(|all, one| yes_no(all.span, ExprKind::Binary(BinaryOp::And, Box::new(all), Box::new(one))))
}

/// The conditions of a line.
pub(super) fn conditions(line: &Statement) -> Vec<&Expr> {
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
    // What a list is gone through with is not known outside of it.
    if matches!(condition.kind, ExprKind::Reduce { .. }) {
        return None;
    }
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
