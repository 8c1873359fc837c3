//! A question about the odds of a scene.

use std::collections::{BTreeMap, BTreeSet};

use super::{Expr, ExprKind, InvocationId, LocalId, ProcedureId, Type};
use crate::semantics::dice::Question as RollQuestion;
use crate::syntax::ast::BinaryOp;

/// A checked question about odds.
#[derive(Clone, Debug)]
pub struct Question {
    /// What is asked.
    pub kind: QuestionKind,
    /// Only runs in which this holds are counted.
    pub given: Option<Expr>,
    /// What it asks of rolls; the scene itself may not have asked that.
    pub of_rolls: BTreeMap<(ProcedureId, LocalId), Vec<RollQuestion>>,
    /// Runs of a repetition that it reads by their number.
    pub counted: BTreeSet<(InvocationId, i64)>,
}

impl Question {
    /// The same question about the runs in which another one's condition holds as well; that one asks for a chance.
    #[must_use]
    pub fn and_given(mut self, other: &Question) -> Question {
        let (QuestionKind::Chance(condition) | QuestionKind::Mean(condition)) = &other.kind;
        self.given = Some(match self.given {
            None => condition.clone(),
            Some(own) => {
                let kind = ExprKind::Binary(BinaryOp::And, Box::new(own), Box::new(condition.clone()));
                Expr { span: condition.span, ty: Type::YesNo, kind }
            }
        });
        for (roll, questions) in &other.of_rolls {
            self.of_rolls.entry(*roll).or_default().extend(questions);
        }
        self.counted.extend(&other.counted);
        self
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
