//! A question about the odds of a scene.

use std::collections::{BTreeMap, BTreeSet};

use super::{Expr, ExprKind, InvocationId, LocalId, OwnId, ProcedureId, Type};
use crate::semantics::dice::Question as RollQuestion;
use crate::source::Span;
use crate::syntax::ast::BinaryOp;

/// What dice are rolled for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum RolledFor {
    /// A name of a procedure.
    Local(ProcedureId, LocalId),
    /// What a scene has of its own.
    Own(OwnId),
}

/// A checked question about odds.
#[derive(Clone, Debug)]
pub struct Question {
    /// What is asked.
    pub kind: QuestionKind,
    /// Only runs in which this holds are counted.
    pub given: Option<Expr>,
    /// Where that is written; more than one place where several conditions hold together.
    pub given_at: Vec<Span>,
    /// What it asks of rolls; the scene itself may not have asked that.
    pub of_rolls: BTreeMap<RolledFor, Vec<RollQuestion>>,
    /// Runs of a repetition that it reads by their number.
    pub counted: BTreeSet<(InvocationId, i64)>,
}

impl Question {
    /// The same question about the runs in which a condition holds as well.
    #[must_use]
    pub fn and_given(mut self, condition: &Condition) -> Question {
        let Condition { holds, of_rolls, counted } = condition;
        self.given_at.push(holds.span);
        self.given = Some(match self.given {
            None => holds.clone(),
            Some(own) => {
                let kind = ExprKind::Binary(BinaryOp::And, Box::new(own), Box::new(holds.clone()));
                Expr { span: holds.span, ty: Type::YesNo, kind }
            }
        });
        for (roll, questions) in of_rolls {
            self.of_rolls.entry(*roll).or_default().extend(questions);
        }
        self.counted.extend(counted);
        self
    }
}

/// A checked condition on the runs that several questions count.
#[derive(Clone, Debug)]
pub struct Condition {
    /// What has to hold.
    pub holds: Expr,
    /// What it asks of rolls, as a question does.
    pub of_rolls: BTreeMap<RolledFor, Vec<RollQuestion>>,
    /// Runs of a repetition that it reads by their number.
    pub counted: BTreeSet<(InvocationId, i64)>,
}

impl Condition {
    /// How likely the condition itself is.
    #[must_use]
    pub fn chance(&self) -> Question {
        let Condition { holds, of_rolls, counted } = self.clone();
        let kind = QuestionKind::Chance(holds);
        Question { kind, given: None, given_at: Vec::new(), of_rolls, counted }
    }
}

/// What is asked.
#[derive(Clone, Debug)]
pub enum QuestionKind {
    /// How likely it is that this is *yes*.
    Chance(Expr),
    /// What this comes to on average.
    Mean(Expr),
}
