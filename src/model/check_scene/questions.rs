//! Questions about the odds of a scene, checked against it as it stands.

use crate::diagnostic::Diagnostics;
use crate::model::typing::{Env, Notes, Typer};
use crate::model::{Question, QuestionKind, Scene, System, Type};
use crate::syntax::ast;

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
