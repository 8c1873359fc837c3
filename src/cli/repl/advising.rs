//! `:advise`

use super::asking::watched;
use super::commands::Ended;
use super::shell::Repl;
use crate::cli::advise_table;
use crate::cli::odds_table;
use crate::engine::{AdviceRequest, Mode};
use crate::verdict::Audience;

pub(super) fn advise(repl: &mut Repl<'_>, rest: &str) -> Ended {
    let Some((goal, statement)) = goal_and_statement(rest) else {
        let help = "write `:advise GOAL : STATEMENT`, such as `:advise E(NAME.PART) : ` and the line to try";
        return repl.complain("`:advise` needs a goal and a statement".to_owned(), help.to_owned());
    };
    // Rolling is what the prompt begins with, so nobody need have decided for it.
    let mode = Some(Mode::from(repl.session.answering().0)).filter(|mode| *mode != Mode::Random);
    let told = watched(repl, |repl, watch| {
        let progress = watch.progress.clone();
        let request = AdviceRequest { mode, progress, ..AdviceRequest::of(goal) };
        repl.session.advise(statement, &request, Audience::Gm)
    });
    match told {
        Ok(advice) => {
            repl.terminal.say(&advise_table::text(&advice, &[], odds_table::look(false)));
            Ended::Done
        }
        Err(failure) => repl.fail(&failure),
    }
}

/// A goal, and a statement behind a colon that stands alone.
fn goal_and_statement(rest: &str) -> Option<(&str, &str)> {
    let (goal, statement) = rest.split_once(" : ")?;
    let (goal, statement) = (goal.trim(), statement.trim());
    (!goal.is_empty() && !statement.is_empty()).then_some((goal, statement))
}
