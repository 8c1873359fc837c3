//! `:odds`, `:why`, `:state`

use super::commands::Ended;
use super::shell::Repl;
use crate::cli::odds_lines::{lines, that_can_be};
use crate::cli::odds_rows::Fractions;
use crate::cli::odds_table;
use crate::cli::odds_watch::{Patience, Watch};
use crate::engine::{Budget, Failure, OddsRequest, closing};
use crate::verdict::Audience;

/// Odds that take no longer than this show nothing meanwhile, in milliseconds.
const SILENT_FOR: u128 = 200;

pub(super) fn odds(repl: &mut Repl<'_>, rest: &str) -> Ended {
    let (given, asked) = condition(rest);
    let mode = repl.session.answering().0.into();
    let told = watched(repl, |repl, watch| {
        let progress = watch.progress.clone();
        let request = OddsRequest { given: given.map(str::to_owned), mode, progress, ..OddsRequest::default() };
        told(repl, asked, &request, watch)
    });
    match told {
        Ok(text) => {
            repl.terminal.say(if text.is_empty() {
                "nothing here is still open: name a statement, and you see the odds before you enter it\n"
            } else {
                &text
            });
            Ended::Done
        }
        Err(failure) => repl.fail(&failure),
    }
}

/// What is found out while Ctrl-C stops it, and how far it has come is shown.
pub(super) fn watched<T>(repl: &mut Repl<'_>, find: impl FnOnce(&mut Repl<'_>, &Watch) -> T) -> T {
    let interrupt = repl.interrupt.clone();
    interrupt.during_odds(|stop| {
        let most_situations = Budget::default().states;
        find(repl, &Watch::new(Patience { stop, seconds: None, most_situations, silent_for: SILENT_FOR }))
    })
}

/// What is asked is a question, or else a statement that has not been entered: of that every result is told, as of a scene.
fn told(repl: &mut Repl<'_>, asked: &str, request: &OddsRequest, watch: &Watch) -> Result<String, Failure> {
    let questions: Vec<String> = (!asked.is_empty()).then(|| asked.to_owned()).into_iter().collect();
    let session = &mut repl.session;
    let request = OddsRequest { questions, ..request.clone() };
    let answers =
        closing(&request, &mut |request| session.odds(None, request, Audience::Gm), &mut |known| watch.tell(known));
    let wrong = match answers {
        Ok(chances) => return Ok(lines(&that_can_be(chances), Fractions::Readable)),
        Err(failure) if asked.is_empty() => return Err(failure),
        Err(failure) => failure,
    };
    let is_block = asked.contains('{') || asked.contains('"');
    let request = OddsRequest { questions: Vec::new(), ..request };
    let overview = repl.session.odds_of_results(asked, &request, Audience::Gm);
    let overview = overview.map_err(|failure| if is_block { failure } else { wrong })?;
    Ok(odds_table::text(&overview, odds_table::look(false)))
}

/// `given CONDITION : QUESTION`; the colon may be left out when nothing is asked but the usual.
fn condition(rest: &str) -> (Option<&str>, &str) {
    match rest.strip_prefix("given ") {
        Some(rest) => {
            let (given, asked) = rest.split_once(" : ").unwrap_or((rest, ""));
            (Some(given.trim()), asked.trim())
        }
        None => (None, rest),
    }
}

pub(super) fn why(repl: &mut Repl<'_>, rest: &str) -> Ended {
    match repl.session.why(if rest.is_empty() { "_" } else { rest }, Audience::Gm) {
        Ok(text) => {
            repl.terminal.say(&text);
            Ended::Done
        }
        Err(failure) => repl.fail(&failure),
    }
}

pub(super) fn state(repl: &mut Repl<'_>, _: &str) -> Ended {
    let state = repl.session.state_seen_by(Audience::Gm);
    let state: String = state.iter().flat_map(|one| [&one.name, " = ", &one.value, "\n"]).collect();
    repl.terminal.say(if state.is_empty() { "nothing has a value yet\n" } else { &state });
    Ended::Done
}

#[cfg(test)]
mod tests {
    use super::condition;

    #[test]
    fn a_condition_stands_before_the_question() {
        assert_eq!(condition("given a is low : P(b >= 2)"), (Some("a is low"), "P(b >= 2)"));
        assert_eq!(condition("given a is low"), (Some("a is low"), ""));
        assert_eq!(condition("P(b)"), (None, "P(b)"));
    }
}
