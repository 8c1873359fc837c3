//! `:info`, `:list`, and what could stand in a hole.

use super::Repl;
use super::commands::Ended;
use crate::diagnostic::{clean, nearest};
use crate::engine::{Encounter, Term, Vocabulary, Word};

pub(super) fn info(repl: &mut Repl<'_>, rest: &str) -> Ended {
    let known = vocabulary(repl);
    let Some(term) = known.find(rest) else {
        let names = known.terms.iter().map(|term| term.name.as_str());
        let help = match nearest::nearest(rest, names) {
            Some(near) => format!("did you mean `{near}`?"),
            None => "`:list` lists what is known".to_owned(),
        };
        return repl.complain(format!("nothing is called `{rest}` here"), help);
    };
    let meaning = if term.meaning.is_empty() { String::new() } else { format!(", {}", term.meaning) };
    let head = clean::lines(&format!("{} ({}){meaning}\n", term.name, term.sort));
    let parts: Vec<Word> = term.parts.iter().map(|part| part.word.clone()).collect();
    repl.terminal.say(&head);
    repl.terminal.say(&listed(&parts));
    Ended::Done
}

pub(super) fn list(repl: &mut Repl<'_>, rest: &str) -> Ended {
    let known = vocabulary(repl);
    let named: Vec<&Term> = known.terms.iter().filter(|term| !term.name.contains(':')).collect();
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
    let is_thing = |term: &&&Term| known.find(&term.sort).is_some_and(|kind| kind.sort == "kind");
    let wanted = |term: &&&Term| term.sort == rest || format!("{}s", term.sort) == rest;
    let found: Vec<&&Term> = match rest {
        "things" => named.iter().filter(is_thing).collect(),
        "scales" => named.iter().filter(|term| term.sort == "scale" || term.sort == "ladder").collect(),
        _ => named.iter().filter(wanted).collect(),
    };
    if found.is_empty() {
        return repl.complain(format!("there are no `{rest}` here"), "`:list` lists everything by its sort");
    }
    let words: Vec<Word> =
        found.iter().map(|term| Word { text: term.name.clone(), meaning: term.meaning.clone() }).collect();
    repl.terminal.say(&listed(&words));
    Ended::Done
}

/// Lists what could stand after `before`.
pub(super) fn hole(repl: &mut Repl<'_>, before: &str) {
    let words = vocabulary(repl).fitting(before);
    if words.is_empty() {
        repl.terminal.say("no words of the system stand here: a number, a text, or a name of your own\n");
    } else {
        repl.terminal.say(&listed(&words));
    }
}

fn names_of(terms: &[&Term], sort: &str) -> String {
    let names = terms.iter().filter(|term| term.sort == sort).map(|term| term.name.as_str());
    clean::line(&names.collect::<Vec<&str>>().join(", "))
}

/// A line for each word, with its meaning.
fn listed(words: &[Word]) -> String {
    let width = words.iter().map(|word| word.text.chars().count()).max().unwrap_or_default();
    let line = |word: &Word| {
        let text = clean::line(&format!("  {:<width$}  {}", word.text, word.meaning));
        format!("{}\n", text.trim_end())
    };
    words.iter().map(line).collect::<Vec<String>>().concat()
}

fn vocabulary(repl: &Repl<'_>) -> Vocabulary {
    repl.session.encounter().map(Encounter::vocabulary).unwrap_or_default()
}
