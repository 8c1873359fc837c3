//! Questions about the odds of a scene, and conditions on them, checked against it as it stands.

use crate::diagnostic::{Diagnostic, Diagnostics, codes};
use crate::model::typing::{Env, Notes, Typer, asks_for_odds};
use crate::model::{Condition, Expr, ExprKind, Question, QuestionKind, Scene, System, Term, Type};
use crate::semantics::formula::{Formula, Reading};
use crate::syntax::ast;

/// Checks a question. Findings go to `sink`; with errors among them there is no question.
pub fn question(both: (&System, &Scene), asked: &ast::Question, sink: &mut Diagnostics) -> Option<Question> {
    let ((kind, terms), notes) = checked(both, sink, |typer| {
        if typer.has_two_meanings(&asked.asked) {
            // That was reported, so there is no question.
            return (QuestionKind::Formula(Formula::fraction(0, 1)), Vec::new());
        }
        if asks_for_odds(typer.system, &asked.asked) { computed(typer, &asked.asked) } else { of(typer, asked) }
    })?;
    Some(Question { kind, terms, of_rolls: notes.questions, counted: notes.counted })
}

/// A formula over odds, or a comparison of two.
fn computed(typer: &mut Typer<'_>, asked: &ast::Expr) -> (QuestionKind, Vec<Term>) {
    let mut terms = Vec::new();
    let kind = match typer.comparison(asked, &mut terms) {
        Some(comparison) => QuestionKind::Comparison(comparison),
        None => QuestionKind::Formula(typer.formula(asked, &mut terms)),
    };
    (kind, terms)
}

/// A condition alone, whose chance is asked; or a number or a level, with the chance of each of its values.
fn of(typer: &mut Typer<'_>, question: &ast::Question) -> (QuestionKind, Vec<Term>) {
    let env = Env::at_the_end();
    let asked = typer.expr(&env, &question.asked, None);
    level_alone(typer, &asked);
    let (kind, reading, of) = match counted(&asked.ty) {
        Some(ty) => (QuestionKind::Each, Reading::Each, typer.fit(asked, &ty, &env)),
        None => (QuestionKind::Formula(Formula::Answer(0)), Reading::Chance, typer.fit(asked, &Type::YesNo, &env)),
    };
    let given = question.given.as_ref().map(|given| typer.condition(&env, given));
    let given_at = given.iter().map(|given: &Expr| given.span).collect();
    (kind, vec![Term { reading, of, given, given_at }])
}

/// A level alone is what it is: nobody asks for its chance.
fn level_alone(typer: &mut Typer<'_>, asked: &Expr) {
    let (Type::Level(scale), ExprKind::Number(place)) = (&asked.ty, &asked.kind) else { return };
    let scale = &typer.system.scales[*scale];
    let Some(level) = usize::try_from(*place).ok().and_then(|place| scale.levels.get(place)) else { return };
    let message = format!("`{level}` is a level of `{}`, and not a result", scale.name);
    let help = format!("ask how often a result is that: `P(NAME.PART is {level})`");
    typer.report(Diagnostic::error(codes::ODDS, asked.span, message).help(help));
}

/// As what the values of something are counted, if it has numbers or levels.
fn counted(ty: &Type) -> Option<Type> {
    match ty {
        Type::Number | Type::Roll | Type::Dice | Type::NamedModifier => Some(Type::Number),
        Type::Level(_) | Type::Die => Some(ty.clone()),
        Type::YesNo
        | Type::Text
        | Type::Thing(_)
        | Type::Run(_)
        | Type::Card(_)
        | Type::TableRow(_)
        | Type::Plan(_)
        | Type::Item(_)
        | Type::Many(_)
        | Type::Unknown => None,
    }
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
