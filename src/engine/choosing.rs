//! Choices made beforehand that nobody is asked for, or that cannot be made.

use crate::diagnostic::{Diagnostic, Diagnostics, codes, nearest};
use crate::drivers::chosen::{self, Choices};
use crate::ir::expectation::{Expectation, ExpectedMode};

/// Nobody is asked for a choice of this name, but for these.
pub(super) fn no_such_choice(name: &str, asked: &[&str]) -> Diagnostic {
    let complaint = Diagnostic::placeless(codes::NO_CHOICE, format!("nobody is asked to choose `{name}`"));
    let last = asked.iter().filter_map(|path| path.rsplit('.').next());
    match nearest::nearest(name, asked.iter().copied().chain(last)) {
        Some(near) => complaint.help(format!("did you mean `{near}`?")),
        None if asked.is_empty() => complaint.help("this scene asks for no choices"),
        None => complaint.help(format!("the choices are {}", asked.join(", "))),
    }
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
        if let Some((name, asked)) = chosen::never_asked(&choices, program) {
            let found = no_such_choice(name, &asked);
            sink.push(Diagnostic::error(found.code, *span, found.message).help(found.help.unwrap_or_default()));
        } else if let Some(why) = chosen::impossible(&choices, program) {
            sink.push(Diagnostic::error(codes::NO_CHOICE, *span, why).help("choose one of these"));
        }
    }
}
