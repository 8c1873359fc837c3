//! A question about the odds of a scene.

use std::collections::{BTreeMap, BTreeSet};

use super::{Expr, ExprKind, InvocationId, LocalId, OwnId, ProcedureId, Type};
use crate::semantics::dice::Question as RollQuestion;
use crate::semantics::formula::{Comparison, Formula, Reading};
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
    /// The odds that it asks for; formulas name them by their places.
    pub terms: Vec<Term>,
    /// What it asks of rolls; the scene itself may not have asked that.
    pub of_rolls: BTreeMap<RolledFor, Vec<RollQuestion>>,
    /// Runs of a repetition that it reads by their number.
    pub counted: BTreeSet<(InvocationId, i64)>,
}

/// What is asked.
#[derive(Clone, Debug)]
pub enum QuestionKind {
    /// A number: a chance, a mean, or what is computed from some.
    Formula(Formula),
    /// Whether two numbers stand so to each other.
    Comparison(Comparison),
    /// How often the only term is each of its values.
    Each,
}

/// `P(…)`, `E(…)`, or all values of something.
#[derive(Clone, Debug)]
pub struct Term {
    /// What is read from the ways it can come out.
    pub reading: Reading,
    /// What it is about.
    pub of: Expr,
    /// Only runs in which this holds are counted.
    pub given: Option<Expr>,
    /// Where that is written; more than one place where several conditions hold together.
    pub given_at: Vec<Span>,
}

impl Term {
    /// The same over the runs in which a condition holds as well.
    pub fn and_given(&mut self, holds: &Expr) {
        self.given_at.push(holds.span);
        self.given = Some(match self.given.take() {
            None => holds.clone(),
            Some(own) => {
                let kind = ExprKind::Binary(BinaryOp::And, Box::new(own), Box::new(holds.clone()));
                Expr { span: holds.span, ty: Type::YesNo, kind }
            }
        });
    }
}

impl Question {
    /// The same question about the runs in which a condition holds as well.
    #[must_use]
    pub fn and_given(mut self, condition: &Condition) -> Question {
        let Condition { holds, of_rolls, counted } = condition;
        for term in &mut self.terms {
            term.and_given(holds);
        }
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
        let term = Term { reading: Reading::Chance, of: holds, given: None, given_at: Vec::new() };
        Question { kind: QuestionKind::Formula(Formula::Answer(0)), terms: vec![term], of_rolls, counted }
    }
}
