//! Questions about the odds of a scene, and conditions on them, checked against it as it stands.

use crate::diagnostic::Diagnostics;
use crate::model::typing::{Env, Notes, Typer};
use crate::model::{Condition, Question, QuestionKind, Scene, System, Type};
use crate::syntax::ast;

/// Checks a question. Findings go to `sink`; with errors among them there is no question.
pub fn question(both: (&System, &Scene), asked: &ast::Question, sink: &mut Diagnostics) -> Option<Question> {
    let ((kind, given), notes) = checked(both, sink, |typer| {
        let env = Env::at_the_end();
        let kind = match &asked.kind {
            ast::QuestionKind::Chance(event) | ast::QuestionKind::Of(event) => {
                QuestionKind::Chance(typer.condition(&env, event))
            }
            ast::QuestionKind::Mean(value) => QuestionKind::Mean(typer.wanted(&env, value, &Type::Number)),
        };
        (kind, asked.given.as_ref().map(|given| typer.condition(&env, given)))
    })?;
    let given_at = given.iter().map(|given| given.span).collect();
    Some(Question { kind, given, given_at, of_rolls: notes.questions, counted: notes.counted })
}

/// Checks a condition that several questions have. Findings go to `sink`; with errors among them there is no condition.
pub fn condition(both: (&System, &Scene), holds: &ast::Expr, sink: &mut Diagnostics) -> Option<Condition> {
    let (holds, notes) = checked(both, sink, |typer| typer.condition(&Env::at_the_end(), holds))?;
    Some(Condition { holds, of_rolls: notes.questions, counted: notes.counted })
}

fn checked<T>(
    (system, scene): (&System, &Scene),
    sink: &mut Diagnostics,
    check: impl FnOnce(&mut Typer<'_>) -> T,
) -> Option<(T, Notes)> {
    let mut notes = Notes::after(system.variable_types.len(), system.posted.clone());
    let made = check(&mut Typer { system, scene, notes: &mut notes });
    let found = notes.take_findings();
    let sound = !found.has_errors();
    sink.extend(found);
    sound.then_some((made, notes))
}
