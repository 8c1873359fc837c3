//! `:odds`, `:why`, `:state`

use super::commands::Ended;
use super::in_words::{stated, values_with_meaning};
use super::shell::Repl;
use crate::cli::odds_lines::{lines, that_can_be};
use crate::cli::odds_rows::Fractions;
use crate::cli::odds_table;
use crate::cli::odds_watch::{Patience, Watch};
use crate::diagnostic::nearest;
use crate::engine::{Budget, Chance, Failure, OddsRequest, Overview, closing};
use crate::verdict::Audience;

/// Odds that take no longer than this show nothing meanwhile, in milliseconds.
const SILENT_FOR: u128 = 200;

pub(super) fn odds(repl: &mut Repl<'_>, rest: &str) -> Ended {
    let (given, asked) = condition(rest);
    let (asked, statement) = question_of_statement(asked, repl.vocabulary().keywords(""));
    let mode = repl.session.answering().0.into();
    let told = watched(repl, |repl, watch| {
        let progress = watch.progress.clone();
        let request = OddsRequest { given: given.map(str::to_owned), mode, progress, ..OddsRequest::default() };
        match statement {
            Some(statement) => told_of_statement(repl, (asked, statement), &request, watch),
            None => told(repl, asked, &request, watch),
        }
    });
    match told {
        Ok(text) => {
            repl.terminal.say(if text.is_empty() {
                "nothing here is left to chance: add a statement to see its odds before you enter it\n"
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
        Ok(chances) => {
            let told = told_of_page(repl, &that_can_be(chances));
            let before = before(repl, asked, &request);
            return Ok([told, before].concat());
        }
        Err(failure) if asked.is_empty() || !failure.known().is_empty() => {
            repl.terminal.say(&lines(failure.known(), Fractions::Readable));
            return Err(failure);
        }
        Err(failure) => failure,
    };
    let is_block = asked.contains('{') || asked.contains('"');
    let request = OddsRequest { questions: Vec::new(), ..request };
    let overview = repl.session.odds_of_results(asked, &request, Audience::Gm);
    // Dice that nothing reads yet are no result of the page, but here they are what somebody wants to know.
    if let Some(name) = rolled(asked)
        && overview.as_ref().map_or(true, |overview| overview.results.is_empty())
    {
        return told_of_statement(repl, (name, asked), &request, watch);
    }
    let overview = overview.map_err(|failure| if is_block { failure } else { wrong })?;
    Ok(with_left_out(overview))
}

/// The name in `roll NAME : DICE`.
fn rolled(statement: &str) -> Option<&str> {
    let (name, _) = statement.strip_prefix("roll ")?.split_once(':')?;
    Some(name.trim()).filter(|name| !name.is_empty())
}

/// Answers about the page, as `assize odds` tells them: a table for each result whose levels were asked for.
fn told_of_page(repl: &Repl<'_>, chances: &[Chance]) -> String {
    let Some(known) = repl.session.known() else { return lines(chances, Fractions::Readable) };
    odds_table::told_together((chances, &known.gathered(chances)), odds_table::look(false))
}

/// The tables, and what they leave out, with the way to it that the prompt has.
fn with_left_out(mut overview: Overview) -> String {
    let (steps, kept) = (std::mem::take(&mut overview.steps), std::mem::take(&mut overview.kept));
    let plural = if steps == 1 { "" } else { "s" };
    let steps = (steps > 0)
        .then(|| format!("left out: {steps} intermediate number{plural} (see one with `:odds NAME : STATEMENT`)\n"));
    let kept = (kept > 0).then(|| "left out: results hidden from the game master\n".to_owned());
    let tables = odds_table::text(&overview, odds_table::look(false));
    [Some(tables), steps, kept].into_iter().flatten().collect()
}

/// What the odds were before the entry that the question is about; empty where there is none.
fn before(repl: &Repl<'_>, asked: &str, request: &OddsRequest) -> String {
    let told = |entry: u64, were: &str| format!("before entry {entry} it was:\n{were}");
    let session = &repl.session;
    if let Some(name) = bare_name(asked)
        && let Some((entry, name, overview)) = session.overview_before(name, request, Audience::Gm)
        && let Some(table) = table_of(overview, &name)
    {
        return told(entry, &table);
    }
    let before = session.odds_before(request, Audience::Gm);
    before.map_or_else(String::new, |(entry, chances)| told(entry, &lines(&that_can_be(chances), Fractions::Readable)))
}

/// The tables of what has this name, or belongs to it; `None` where there is none.
fn table_of(mut overview: Overview, name: &str) -> Option<String> {
    let is_of = |one: &str| one.strip_prefix(name).is_some_and(|rest| rest.is_empty() || rest.starts_with('.'));
    overview.results.retain(|result| is_of(&result.name) || result.also.iter().any(|also| is_of(also)));
    (overview.steps, overview.kept) = (0, 0);
    let is_told = !overview.results.is_empty();
    is_told.then(|| odds_table::text(&overview, odds_table::look(false)))
}

/// A question that is no more than a name.
fn bare_name(asked: &str) -> Option<&str> {
    let is_name = asked.chars().all(|sign| sign.is_alphanumeric() || " ._'".contains(sign));
    let joins = |word: &str| matches!(word, "is" | "and" | "or" | "not");
    (is_name && !asked.is_empty() && !asked.split(' ').any(joins)).then_some(asked)
}

/// A question about a statement that has not been entered.
fn told_of_statement(
    repl: &mut Repl<'_>,
    (question, statement): (&str, &str),
    request: &OddsRequest,
    watch: &Watch,
) -> Result<String, Failure> {
    let session = &mut repl.session;
    if let Some(name) = bare_name(question)
        && let Ok(overview) = session.odds_of_results(statement, request, Audience::Gm)
        && let Some(table) = table_of(overview, name)
    {
        return Ok(table);
    }
    let request = OddsRequest { questions: vec![question.to_owned()], ..request.clone() };
    let mut ask = |request: &OddsRequest| session.odds(Some(statement), request, Audience::Gm);
    let answers = closing(&request, &mut ask, &mut |known| watch.tell(known)).inspect_err(|failure| {
        repl.terminal.say(&lines(failure.known(), Fractions::Readable));
    })?;
    Ok(lines(&that_can_be(answers), Fractions::Readable))
}

/// `QUESTION : STATEMENT`; a statement may hold a colon itself, but a question begins with no word that begins a statement, and
/// quotes nothing.
pub(super) fn question_of_statement<'r>(asked: &'r str, begin: &[&str]) -> (&'r str, Option<&'r str>) {
    let Some((question, statement)) = asked.split_once(" : ") else { return (asked, None) };
    let first = question.split_whitespace().next().unwrap_or_default();
    if question.contains(['"', '{']) || begin.contains(&first) {
        return (asked, None);
    }
    (question.trim(), Some(statement.trim()))
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

/// The values of one person or thing, or of all of them, without the members of a family that are `no`.
pub(super) fn state(repl: &mut Repl<'_>, rest: &str) -> Ended {
    let state = repl.session.state_seen_by(Audience::Gm);
    let all = || state.iter().map(|one| (one.name.as_str(), one.value.as_str()));
    if !rest.is_empty() {
        let told = values_with_meaning(&repl.session, rest);
        if !told.is_empty() {
            repl.terminal.say(&told);
            return Ended::Done;
        }
        let owner = |(name, _): (&'_ str, &'_ str)| name.split_once('.').map_or(name, |(owner, _)| owner).to_owned();
        let owners: Vec<String> = all().map(owner).collect();
        let help = match nearest::nearest(rest, owners.iter().map(String::as_str)) {
            Some(near) => format!("did you mean `{near}`?"),
            None => "`:state` alone shows all values".to_owned(),
        };
        return repl.complain(format!("`{rest}` has no values here"), help);
    }
    let is_idle = |(name, value): &(&str, &str)| *value == "no" && name.ends_with(')');
    let known = repl.session.known();
    let told: String = all().filter(|one| !is_idle(one)).map(|(name, value)| stated(known, name, value)).collect();
    let left_out = match all().filter(is_idle).count() {
        0 => String::new(),
        idle => format!("left out, because they are `no`: {idle} (`:state NAME` shows all values of NAME)\n"),
    };
    repl.terminal.say(&if state.is_empty() {
        "nothing has a value yet\n".to_owned()
    } else {
        [told, left_out].concat()
    });
    Ended::Done
}

#[cfg(test)]
mod tests {
    use super::{condition, question_of_statement};

    #[test]
    fn a_question_stands_before_the_statement() {
        let read = |asked| question_of_statement(asked, &["roll"]);
        assert_eq!(read("P(b >= 2) : lift b by ada"), ("P(b >= 2)", Some("lift b by ada")));
        assert_eq!(read("first.total : lift first by ada"), ("first.total", Some("lift first by ada")));
        let roll = "roll fall : 2d6";
        assert_eq!(read(roll), (roll, None));
        let lift = "lift b by ada { note \"so : it was\" }";
        assert_eq!(read(lift), (lift, None));
    }

    #[test]
    fn a_condition_stands_before_the_question() {
        assert_eq!(condition("given a is low : P(b >= 2)"), (Some("a is low"), "P(b >= 2)"));
        assert_eq!(condition("given a is low"), (Some("a is low"), ""));
        assert_eq!(condition("P(b)"), (None, "P(b)"));
    }
}
