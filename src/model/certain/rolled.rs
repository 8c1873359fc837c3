//! What dice can show, as far as their numbers are written.

use super::bounds::Bounds;
use super::lines::only_line;
use crate::model::{DiceBody, Expr, ExprKind, LocalId, Member, ProcedureId, StatementKind};
use crate::semantics::dice::Question;
use crate::syntax::ast::BinaryOp;

/// Plain dice: so many, what they come to, and so many sides, at most.
#[derive(Clone, Copy)]
pub struct Dice {
    count: i64,
    most: i64,
    sides: i64,
}

impl Bounds<'_> {
    /// What a question to a roll can come to.
    pub fn asked(self, roll: &Expr, question: Question) -> Option<(i64, i64)> {
        let (procedure, local) = if let ExprKind::Local(local) = &roll.kind {
            (self.procedure()?, *local)
        } else if let ExprKind::Member(of, Member::Local(local)) = &roll.kind {
            (self.procedure_of(of)?, *local)
        } else {
            return None;
        };
        let dice = self.rolled(procedure, local)?;
        match question {
            Question::Kept => Some((dice.count, dice.most)),
            Question::Highest | Question::Lowest => Some((1, dice.sides)),
            // Of these it also matters which dice are kept, and how many there are.
            Question::Rolled
            | Question::Dropped
            | Question::Face(_)
            | Question::Doubles
            | Question::Any(_)
            | Question::Count(_)
            | Question::AtLeast(_) => None,
        }
    }

    /// What comes of the line that rolls.
    pub fn sum_rolled(self, procedure: ProcedureId, local: LocalId) -> Option<(i64, i64)> {
        self.rolled(procedure, local).map(|dice| (dice.count, dice.most))
    }

    fn rolled(self, procedure: ProcedureId, local: LocalId) -> Option<Dice> {
        let StatementKind::Roll { dice, .. } = &only_line(&self.system().procedures[procedure], local)?.kind else {
            return None;
        };
        self.inside(procedure)?.dice(dice)
    }

    fn dice(self, dice: &Expr) -> Option<Dice> {
        if let ExprKind::Dice { count, sides } = &dice.kind {
            let (ExprKind::Number(count), ExprKind::Number(sides)) = (&count.kind, &sides.kind) else { return None };
            let most = count.checked_mul(*sides)?;
            return (*count > 0).then_some(Dice { count: *count, most, sides: *sides });
        }
        if let ExprKind::Keep { count, dice, .. } = &dice.kind {
            let Dice { count: all, sides, .. } = self.shared(1)?.dice(dice)?;
            let count = all.min(*count);
            return Some(Dice { count, most: count.checked_mul(sides)?, sides });
        }
        if let ExprKind::DiceCall(id, _) = &dice.kind {
            let DiceBody::Expr(body) = &self.system().dice[*id].body else { return None };
            return self.shared(1)?.dice(body);
        }
        if let ExprKind::If(cases, otherwise) = &dice.kind {
            let each = self.shared(cases.len() + 1)?;
            let first = each.dice(otherwise)?;
            return cases.iter().try_fold(first, |all, (_, value)| all.or_others(each.dice(value)?));
        }
        let ExprKind::Binary(BinaryOp::Add, left, right) = &dice.kind else { return None };
        let each = self.shared(2)?;
        let (one, other) = (each.dice(left)?, each.dice(right)?);
        let (count, most) = (one.count.checked_add(other.count)?, one.most.checked_add(other.most)?);
        Some(Dice { count, most, sides: one.sides.max(other.sides) })
    }
}

impl Dice {
    /// Either these or as many others.
    fn or_others(self, other: Self) -> Option<Self> {
        let (most, sides) = (self.most.max(other.most), self.sides.max(other.sides));
        (self.count == other.count).then_some(Self { count: self.count, most, sides })
    }
}
