//! Choices made in advance that no run asks for, or that are impossible.

use std::collections::BTreeSet;

use crate::diagnostic::{Diagnostic, Diagnostics, codes, nearest};
use crate::drivers::chosen::{self, Choices};
use crate::ir::Program;
use crate::ir::expectation::{Expectation, ExpectedMode};
use crate::model::{LocalKind, Scene, Statement, StatementKind, System};
use crate::shared_text::SharedText;

/// Nobody is asked for a choice of this name, but for these.
pub(super) fn no_such_choice(name: &str, asked: &[&str]) -> Diagnostic {
    if asked.is_empty() {
        return Diagnostic::placeless(codes::NO_CHOICE, format!("this scene has no choices, so none named `{name}`"));
    }
    let complaint = Diagnostic::placeless(codes::NO_CHOICE, format!("this scene has no choice `{name}`"));
    let last = asked.iter().filter_map(|path| path.rsplit('.').next());
    match nearest::nearest(name, asked.iter().copied().chain(last)) {
        Some(near) => complaint.help(nearest::question(name, near)),
        None => complaint.help(match asked {
            [only] => format!("the only choice is `{only}`"),
            several => format!("the choices are `{}`", several.join("`, `")),
        }),
    }
}

/// No run comes to the question of this choice.
fn never_reached(name: &str) -> Diagnostic {
    Diagnostic::placeless(codes::NO_CHOICE, format!("the choice `{name}` is never reached"))
        .help("omit the choice, or change the scene so that it is reached")
}

/// Why choices made beforehand for a program are of no use, if one of them is: it has no such question, or no run that begins as
/// the program is written comes to it.
pub(super) fn useless(choices: &Choices, program: &Program) -> Option<Diagnostic> {
    if let Some((name, asked)) = chosen::never_asked(choices, program) {
        return Some(no_such_choice(name, &asked));
    }
    chosen::never_reached(choices, program).map(never_reached)
}

/// Why choices made beforehand for a run are refused where something is kept from somebody. A refusal must not tell whether a run
/// comes to a question, so it hangs on nothing but the names that are written, and on what can be chosen in any case.
pub(super) fn refused_whatever_is_kept(
    choices: &Choices,
    program: &Program,
    (system, scene): (&System, &Scene),
) -> Option<Diagnostic> {
    let (named, blanks) = written((system, scene));
    let is_written = |name: &str| {
        let last = name.rsplit('.').next().unwrap_or(name);
        [name, last].iter().any(|name| named.contains(name) || blanks.contains(name))
    };
    let is_asked = |name: &str| chosen::has_question(name, program);
    if let Some(name) = choices.keys().find(|name| !is_written(name) && !is_asked(name)) {
        let named: Vec<&str> = named.into_iter().collect();
        return Some(no_such_choice(name, &named));
    }
    chosen::impossible(choices, program).map(|why| Diagnostic::placeless(codes::NO_CHOICE, why))
}

/// The names of all choices that a scene and its system write, and of all blanks, which a scene may have asked with `?`.
fn written<'m>((system, scene): (&'m System, &'m Scene)) -> (BTreeSet<&'m str>, BTreeSet<&'m str>) {
    let (mut named, mut blanks) = (BTreeSet::new(), BTreeSet::new());
    for local in system.procedures.iter().flat_map(|procedure| procedure.locals.iter()) {
        if local.kind == LocalKind::Choose {
            named.insert(local.name.as_str());
        } else if local.is_blank() {
            blanks.insert(local.name.as_str());
        }
    }
    of_lines(&scene.statements, &mut named);
    (named, blanks)
}

/// The names of the choices in these lines of a scene.
fn of_lines<'m>(lines: &'m [Statement], named: &mut BTreeSet<&'m str>) {
    for line in lines {
        if let StatementKind::ChooseOption { name, .. } = &line.kind {
            named.insert(name.as_str());
        }
        line.blocks().into_iter().for_each(|block| of_lines(block, named));
    }
}

/// Those choices of an expectation for which one run has not asked, when it has asked for these.
pub(super) fn unasked(expectation: &Expectation, asked: &BTreeSet<SharedText>) -> Vec<Diagnostic> {
    let is_asked = |name: &str| asked.iter().any(|path| chosen::is_of(name, path));
    let idle = expectation.choosing.iter().filter(|(name, ..)| !is_asked(name));
    let found = idle.map(|(name, _, span)| {
        Diagnostic::error(codes::NO_CHOICE, *span, format!("the choice `{name}` did not come up in this run"))
            .help("omit the choice, or expect a run that reaches it")
    });
    found.collect()
}

/// Says which choices of an expectation nobody is asked for, or cannot be made. Of what has to be refused nothing is said: that may
/// be why.
pub(super) fn check(expectation: &Expectation, sink: &mut Diagnostics) {
    let Ok(program) = &expectation.program else { return };
    if matches!(expectation.mode, ExpectedMode::Refused { .. }) {
        return;
    }
    for (name, option, span) in &expectation.choosing {
        let choices: Choices = [(name.to_string(), option.to_string())].into();
        if let Some(found) = useless(&choices, program) {
            sink.push(Diagnostic::error(found.code, *span, found.message).help(found.help.unwrap_or_default()));
        } else if let Some(why) = chosen::impossible(&choices, program) {
            sink.push(Diagnostic::error(codes::NO_CHOICE, *span, why).help("choose one of these"));
        }
    }
}
