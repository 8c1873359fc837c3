//! What ends a repetition after its first round in any case, and would not if it were asked the other way round.

use super::encounter::Encounter;
use crate::model::{Expr, ExprKind, Scene, Statement, StatementKind};
use crate::source::Span;
use crate::syntax::ast::{BinaryOp, UnaryOp};

/// A question that is asked the other way round.
pub(super) struct TurnedRound {
    /// Where it is written.
    pub(super) place: Span,
    /// How it would be written.
    pub(super) question: String,
    /// The scene that asks it so.
    pub(super) scene: Scene,
}

impl Encounter {
    /// What ends a repetition at this place, asked the other way round; not where it ends none, since all rounds are played then.
    pub(super) fn asked_the_other_way(&self, place: Span) -> Option<TurnedRound> {
        let mut scene = self.scene.clone();
        let (Turned { left, op, right }, asked) = turn_round(&mut scene.statements, place)?;
        if !self.ends_a_repetition(&asked) {
            return None;
        }
        let question = format!("until {} {op} {}", self.sources.slice(left), self.sources.slice(right));
        Some(TurnedRound { place, question, scene })
    }
}

/// Comparisons, and how their contraries are written.
const OTHER_WAY: [(BinaryOp, &str); 6] = [
    (BinaryOp::Is, "is not"),
    (BinaryOp::IsNot, "is"),
    (BinaryOp::Less, ">="),
    (BinaryOp::LessOrEqual, ">"),
    (BinaryOp::Greater, "<="),
    (BinaryOp::GreaterOrEqual, "<"),
];

/// A comparison, and what compares its sides the other way round.
struct Turned {
    left: Span,
    op: &'static str,
    right: Span,
}

/// Has what ends a repetition compared the other way round, if that is a comparison at this place; with how it was.
fn turn_round(lines: &mut [Statement], place: Span) -> Option<(Turned, Expr)> {
    lines.iter_mut().find_map(|line| {
        if let StatementKind::Repeat { until: Some(until), .. } = &mut line.kind
            && until.span == place
        {
            return turned(until);
        }
        line.blocks_mut().into_iter().find_map(|block| turn_round(block, place))
    })
}

fn turned(until: &mut Expr) -> Option<(Turned, Expr)> {
    let ExprKind::Binary(op, left, right) = &until.kind else { return None };
    let (_, other) = OTHER_WAY.into_iter().find(|(asked, _)| asked == op)?;
    let found = Turned { left: left.span, op: other, right: right.span };
    let asked = until.clone();
    until.kind = ExprKind::Unary(UnaryOp::Not, Box::new(asked.clone()));
    Some((found, asked))
}
