//! `:odds`, `:why`, `:state`

use super::commands::Ended;
use super::shell::Repl;
use crate::cli::odds_lines::lines;
use crate::cli::odds_rows::Fractions;
use crate::engine::{Chance, Failure, OddsRequest};
use crate::verdict::Audience;

pub(super) fn odds(repl: &mut Repl<'_>, rest: &str) -> Ended {
    let (given, asked) = condition(rest);
    let mode = repl.session.answering().0.into();
    let request = OddsRequest { given: given.map(str::to_owned), mode, ..OddsRequest::default() };
    match answers(repl, asked, &request) {
        Ok(chances) => {
            let text = lines(&chances, Fractions::Readable);
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

/// What is asked is a question, or else a statement that has not been entered.
fn answers(repl: &mut Repl<'_>, asked: &str, request: &OddsRequest) -> Result<Vec<Chance>, Failure> {
    if asked.is_empty() {
        return repl.session.odds(None, request, Audience::Gm);
    }
    let question = OddsRequest { questions: vec![asked.to_owned()], ..request.clone() };
    let wrong = match repl.session.odds(None, &question, Audience::Gm) {
        Ok(answers) => return Ok(answers),
        Err(failure) => failure,
    };
    let is_block = asked.contains('{') || asked.contains('"');
    repl.session.odds(Some(asked), request, Audience::Gm).map_err(|failure| if is_block { failure } else { wrong })
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
