//! Questions about the odds of a scene, checked against it as it stands.

use std::collections::{BTreeMap, BTreeSet};

use super::Scene;
use crate::diagnostic::Diagnostics;
use crate::model::typing::{Env, Notes, Typer};
use crate::model::{Expr, ExprKind, InvocationId, LocalId, ProcedureId, System, Type};
use crate::semantics::dice::Question as RollQuestion;
use crate::syntax::ast::{self, BinaryOp};

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

/// Checks a question. Findings go to `sink`; with errors among them there is no question.
pub fn question((system, scene): (&System, &Scene), asked: &ast::Question, sink: &mut Diagnostics) -> Option<Question> {
    let mut notes = Notes::after(system.variable_types.len(), system.posted.clone());
    let env = Env::at_the_end();
    let mut typer = Typer { system, scene, notes: &mut notes };
    let kind = match &asked.kind {
        ast::QuestionKind::Chance(event) | ast::QuestionKind::Of(event) => {
            QuestionKind::Chance(typer.condition(&env, event))
        }
        ast::QuestionKind::Mean(value) => QuestionKind::Mean(typer.wanted(&env, value, &Type::Number)),
    };
    let given = asked.given.as_ref().map(|given| typer.condition(&env, given));
    let found = notes.take_findings();
    let sound = !found.has_errors();
    sink.extend(found);
    sound.then_some(Question { kind, given, of_rolls: notes.questions, counted: notes.counted })
}
