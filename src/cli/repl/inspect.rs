//! `:info`, `:list`, and what could stand in a hole.

use super::commands::Ended;
use super::{Repl, completion};
use crate::diagnostic::{clean, nearest};
use crate::engine::{Encounter, Term, Vocabulary, Word};
use crate::verdict::{Audience, Event, Verdict};

/// Columns of a list of words.
const WIDTH: usize = 76;

pub(super) fn info(repl: &mut Repl<'_>, rest: &str) -> Ended {
    if rest.is_empty() {
        return repl.complain("there is no word to look up", "name one, such as one that `:list` lists");
    }
    let known = vocabulary(repl);
    let text = happened(&repl.session.whole().seen_by(Audience::Gm), rest).or_else(|| {
        let (term, now) = (known.find(rest)?, repl.session.state_seen_by(Audience::Gm));
        let now = now.iter().map(|one| (one.name.as_str(), one.value.as_str()));
        Some([declared(term), values(rest, now)].concat())
    });
    let Some(text) = text else {
        let names = known.terms.iter().map(|term| term.name.as_str());
        let help = match nearest::nearest(rest, names) {
            Some(near) => format!("did you mean `{near}`?"),
            None => "`:list` lists what is known".to_owned(),
        };
        return repl.complain(format!("nothing is called `{rest}` here"), help);
    };
    repl.terminal.say(&text);
    Ended::Done
}

/// What a word stands for, with its parts.
fn declared(term: &Term) -> String {
    [headed(&term.name, &term.sort, &term.meaning), listed(&term.words())].concat()
}

/// What was done under this name, with what came of it.
pub(super) fn happened(verdict: &Verdict, name: &str) -> Option<String> {
    let head = verdict.events.iter().find_map(|happened| {
        let Event::Begin { path, procedure, text, .. } = &happened.event else { return None };
        (path == name).then(|| headed(path, procedure, text.as_deref().unwrap_or_default()))
    })?;
    let results = verdict.results.iter().map(|one| (one.name.as_str(), one.value.as_str()));
    Some([head, values(name, results)].concat())
}

fn headed(name: &str, sort: &str, meaning: &str) -> String {
    let meaning = if meaning.is_empty() { String::new() } else { format!(", {meaning}") };
    clean::line(&format!("{name} ({sort}){meaning}")) + "\n"
}

/// Of all values those of one owner, as they stand.
fn values<'v>(owner: &str, all: impl Iterator<Item = (&'v str, &'v str)>) -> String {
    let of_owner = |name: &str| name.strip_prefix(owner).is_some_and(|rest| rest.starts_with('.'));
    let lines = all.filter(|(name, _)| of_owner(name)).map(|(name, value)| format!("{name} = {value}\n"));
    clean::lines(&lines.collect::<Vec<String>>().concat())
}

pub(super) fn list(repl: &mut Repl<'_>, rest: &str) -> Ended {
    let known = vocabulary(repl);
    let named: Vec<&Term> = known.named().collect();
    if rest.is_empty() {
        let mut sorts: Vec<&str> = named.iter().map(|term| term.sort.as_str()).collect();
        sorts.sort_unstable();
        sorts.dedup();
        let line = |sort: &&str| format!("{sort}: {}\n", names_of(&named, sort));
        let lines = sorts.iter().map(line).collect::<Vec<String>>().concat();
        repl.terminal.say(if lines.is_empty() {
            "nothing is known yet; begin with `use` of a system\n"
        } else {
            &lines
        });
        return Ended::Done;
    }
    let of_sorts = |wanted: &dyn Fn(&str) -> bool| -> Vec<Word> {
        named.iter().filter(|term| wanted(&term.sort)).map(|term| term.word()).collect()
    };
    let found = match rest {
        "things" => known.things().map(Term::word).collect(),
        "scales" => of_sorts(&|sort| matches!(sort, "scale" | "ladder")),
        _ => of_sorts(&|sort| sort == rest || rest.strip_suffix('s') == Some(sort)),
    };
    if found.is_empty() {
        return repl.complain(format!("there are no `{rest}` here"), "`:list` lists everything by its sort");
    }
    repl.terminal.say(&listed(&found));
    Ended::Done
}

/// Lists what could stand after `before`.
pub(super) fn hole(repl: &mut Repl<'_>, before: &str) {
    let known = vocabulary(repl);
    let words = completion::words(&known, before);
    let keywords = completion::keywords(&known, before, "");
    let mut told = listed(&words);
    if !keywords.is_empty() {
        told.push_str(&wrapped("  or a word of the language:", &keywords));
    }
    if told.is_empty() {
        let meaning = known.wanted(before).map(|part| part.word.meaning.as_str()).filter(|meaning| !meaning.is_empty());
        let meaning = meaning.unwrap_or("a number, a text, or a name of your own");
        told = format!("  here stands {}\n", clean::line(meaning));
    }
    repl.terminal.say(&told);
}

/// Words in as many lines as they need.
pub(super) fn wrapped(head: &str, words: &[impl AsRef<str>]) -> String {
    let mut text = head.to_owned();
    let mut columns = head.lines().last().map_or(0, str::len);
    for word in words.iter().map(AsRef::as_ref) {
        if columns + word.len() >= WIDTH {
            text.push_str("\n ");
            columns = 1;
        }
        text.extend([" ", word]);
        columns += 1 + word.len();
    }
    text.push('\n');
    text
}

fn names_of(terms: &[&Term], sort: &str) -> String {
    let names = terms.iter().filter(|term| term.sort == sort).map(|term| term.name.as_str());
    clean::line(&names.collect::<Vec<&str>>().join(", "))
}

/// A line for each word, with its meaning.
fn listed(words: &[Word]) -> String {
    if words.len() > 1 && words.iter().all(|word| word.meaning.is_empty()) {
        let last = words.len() - 1;
        let text = |(at, word): (usize, &Word)| clean::line(&word.text) + if at < last { "," } else { "" };
        return wrapped(" ", &words.iter().enumerate().map(text).collect::<Vec<String>>());
    }
    let width = words.iter().map(|word| word.text.chars().count()).max().unwrap_or_default();
    let line = |word: &Word| {
        let text = clean::line(&format!("  {:<width$}  {}", word.text, word.meaning));
        format!("{}\n", text.trim_end())
    };
    words.iter().map(line).collect::<Vec<String>>().concat()
}

/// The words that are known on this page.
pub(super) fn vocabulary(repl: &Repl<'_>) -> Vocabulary {
    repl.session.encounter().map(Encounter::vocabulary).unwrap_or_default()
}
