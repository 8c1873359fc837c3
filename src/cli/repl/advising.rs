//! `:advise`

use super::asking::{question_of_statement, watched};
use super::commands::Ended;
use super::shell::Repl;
use crate::cli::advise_table;
use crate::cli::odds_table;
use crate::engine::{AdviceRequest, Mode};
use crate::verdict::Audience;

pub(super) fn advise(repl: &mut Repl<'_>, rest: &str) -> Ended {
    let Some((goal, statement)) = goal_and_statement(rest, repl.vocabulary().keywords("")) else {
        let help = "write `:advise GOAL : STATEMENT`, such as `:advise E(NAME.PART) : ` and the line to try, or the line alone";
        return repl.complain("`:advise` needs a statement".to_owned(), help.to_owned());
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
            if let Some(instead) = advise_table::instead(&advice) {
                repl.terminal
                    .say(&format!("{instead}; for another goal, write it first: `:advise GOAL : STATEMENT`\n"));
            }
            repl.terminal.say(&advise_table::text(&advice, &[], odds_table::look(false)));
            Ended::Done
        }
        Err(failure) => repl.fail(&failure),
    }
}

/// A goal, and a statement behind a colon; or a statement, for the goal that it suggests.
fn goal_and_statement<'r>(rest: &'r str, begin: &[&str]) -> Option<(&'r str, &'r str)> {
    let (goal, statement) = match question_of_statement(rest, begin) {
        (goal, Some(statement)) => (goal, statement),
        (statement, None) => ("", statement.trim()),
    };
    // No statement begins with a word and a bracket, as `E(…)` does.
    let is_goal = statement.trim_start_matches(char::is_alphabetic).trim_start().starts_with('(');
    (!statement.is_empty() && !is_goal).then_some((goal, statement))
}
