//! `:info`, `:list`, and what could fill a hole.

use super::commands::Ended;
use super::completion;
use super::in_words::{self, hanging, happened, headed, values_with_meaning, wrapped};
use super::shell::Repl;
use crate::diagnostic::{clean, nearest};
use crate::engine::Encounter;
use crate::language_service::{Term, Vocabulary, Word};
use crate::source::Span;
use crate::verdict::House;

pub(super) fn info(repl: &mut Repl<'_>, rest: &str) -> Ended {
    if rest.is_empty() {
        return repl.complain("`:info` needs a word", "`:list` lists all known words");
    }
    if let Some(house) = houses(repl).into_iter().find(|house| house.name == rest) {
        let told = headed_rule(repl.session.known(), &house, std::slice::from_ref(&house));
        repl.terminal.say(&told);
        return Ended::Done;
    }
    let known = repl.vocabulary();
    let text = happened(&repl.session, rest)
        .or_else(|| Some([declared(known.find(rest)?), values_with_meaning(&repl.session, rest)].concat()));
    let value = || Some(values_with_meaning(&repl.session, rest)).filter(|value| !value.is_empty());
    let Some(text) = text.or_else(|| parts_called(&known, rest)).or_else(value) else {
        let names = known.terms.iter().map(|term| term.name.as_str());
        let help = match nearest::nearest(rest, names) {
            Some(near) => format!("did you mean `{near}`?"),
            None => "`:list` lists all known words".to_owned(),
        };
        return repl.complain(format!("there is no `{rest}` here"), help);
    };
    repl.terminal.say(&text);
    Ended::Done
}

/// What this is called as part of other words: a blank of several procedures, a field, a level.
fn parts_called(known: &Vocabulary, name: &str) -> Option<String> {
    let is_done = |term: &&Term| known.done().any(|done| done.name == term.name);
    let told = known.named().filter(|term| !is_done(term)).flat_map(|term| {
        let of = format!("{name}, of {} ({}): ", term.name, term.sort);
        let parts = term.words().into_iter().filter(|part| part.text == name);
        parts.map(move |part| hanging("", &clean::line(&[of.as_str(), &part.meaning].concat())))
    });
    let told: String = told.collect();
    (!told.is_empty()).then_some(told)
}

/// What a word stands for, with its parts.
fn declared(term: &Term) -> String {
    [headed(&term.name, &term.sort.to_string(), &term.meaning), listed(&term.words())].concat()
}

pub(super) fn list(repl: &mut Repl<'_>, rest: &str) -> Ended {
    let known = repl.vocabulary();
    let named: Vec<&Term> = known.named().collect();
    if rest.is_empty() {
        let mut sorts: Vec<String> = named.iter().map(|term| term.sort.to_string()).collect();
        sorts.sort_unstable();
        sorts.dedup();
        let line = |sort: &String| hanging(&format!("{sort}: "), &names_of(&named, sort));
        let rules: Vec<String> = houses(repl).into_iter().map(|house| house.name.to_string()).collect();
        let rules = if rules.is_empty() { String::new() } else { format!("house rules: {}\n", rules.join(", ")) };
        let tallies: Vec<String> = in_words::tallies(&repl.session).into_iter().map(|one| one.name).collect();
        let tallies =
            if tallies.is_empty() { String::new() } else { clean::lines(&hanging("tallies: ", &tallies.join(", "))) };
        let lines = [sorts.iter().map(line).collect::<Vec<String>>().concat(), tallies, rules].concat();
        repl.terminal.say(if lines.is_empty() {
            "nothing is known yet; begin with `use` of a system\n"
        } else {
            &lines
        });
        return Ended::Done;
    }
    let of_sorts = |wanted: &dyn Fn(&str) -> bool| -> Vec<Word> {
        named.iter().filter(|term| wanted(&term.sort.to_string())).map(|term| term.word()).collect()
    };
    let rules = houses(repl);
    if matches!(rest, "house" | "houses" | "house rules") && !rules.is_empty() {
        let known = repl.session.known();
        let told: String = rules.iter().map(|house| headed_rule(known, house, &rules)).collect();
        repl.terminal.say(&told);
        return Ended::Done;
    }
    let tallies = in_words::tallies(&repl.session);
    if matches!(rest, "tally" | "tallies" | "flag" | "flags") && !tallies.is_empty() {
        let known = repl.session.known();
        let told: String = tallies.iter().map(|one| in_words::stated(known, &one.name, &one.value)).collect();
        repl.terminal.say(&told);
        return Ended::Done;
    }
    let found = match rest {
        "things" => known.things().map(Term::word).collect(),
        "scales" => of_sorts(&|sort| matches!(sort, "scale" | "ladder")),
        _ => of_sorts(&|sort| sort == rest || rest.strip_suffix('s') == Some(sort)),
    };
    if found.is_empty() {
        return repl.complain(format!("there are no `{rest}` here"), "`:list` lists everything by sort");
    }
    repl.terminal.say(&listed(&found));
    Ended::Done
}

/// The house rules in force, in the order of their `use`. An overlay and the functions beside it are one.
fn houses(repl: &Repl<'_>) -> Vec<House> {
    let houses = repl.session.whole().houses;
    let has_overlay = |house: &House| houses.iter().any(|other| is_beside(house, other));
    houses.iter().filter(|house| !has_overlay(house)).cloned().collect()
}

/// Whether a file of functions stands beside an overlay.
fn is_beside(functions: &House, overlay: &House) -> bool {
    let stem = overlay.file.strip_suffix(".asz").unwrap_or(&overlay.file);
    functions.file != overlay.file && functions.file.strip_suffix(".rhai") == Some(stem)
}

/// A house rule, and below it what it touches, each with its place.
fn headed_rule(known: Option<&Encounter>, house: &House, all: &[House]) -> String {
    let width = all.iter().map(|one| one.name.chars().count()).max().unwrap_or_default();
    let title = house.title.as_deref().unwrap_or_default();
    let head = clean::line(&format!("  {:<width$}  {title}", house.name));
    let touched = known.map(|known| touched(known, house)).unwrap_or_default();
    format!("{}\n{touched}", head.trim_end())
}

fn touched(known: &Encounter, house: &House) -> String {
    let sources = known.sources();
    let is_own = |span: &Span| {
        let file = sources.get(span.source).map(|source| source.name.clone()).unwrap_or_default();
        let own = House { name: house.name.clone(), file, ..House::default() };
        own.file == house.file || is_beside(&own, house)
    };
    let spans = known.system().houses.iter().flat_map(|one| one.touches.iter().filter(|span| is_own(span)));
    let line = |span: &Span| {
        let text = sources.slice(*span).lines().next().unwrap_or_default();
        let place = sources.place(*span);
        clean::line(&format!("      {}:{}  {}", place.file, place.line, text.trim_end_matches(['{', ' ']))) + "\n"
    };
    spans.map(line).collect()
}

/// Lists what could stand after `before`.
pub(super) fn hole(repl: &mut Repl<'_>, before: &str) {
    let known = repl.vocabulary();
    let (words, keywords) = completion::hole(&known, before);
    let keywords: Vec<String> = keywords.into_iter().map(|word| word.text).collect();
    let mut told = listed(&words);
    if !keywords.is_empty() {
        told.push_str(&wrapped("  or a word of the language:", &keywords));
    }
    if told.is_empty() {
        let meaning = known.wanted(before).map(|part| part.word.meaning.as_str()).filter(|meaning| !meaning.is_empty());
        let meaning = meaning.unwrap_or("a number, a text, or a name of your own");
        told = format!("  this can be {}\n", clean::line(meaning));
    }
    repl.terminal.say(&told);
}

fn names_of(terms: &[&Term], sort: &str) -> String {
    let names = terms.iter().filter(|term| term.sort.to_string() == sort).map(|term| term.name.as_str());
    clean::line(&names.collect::<Vec<&str>>().join(", "))
}

/// A line for each word, with its meaning; several in a row that mean the same share theirs.
fn listed(words: &[Word]) -> String {
    if words.len() > 1 && words.iter().all(|word| word.meaning.is_empty()) {
        let last = words.len() - 1;
        let text = |(at, word): (usize, &Word)| clean::line(&word.text) + if at < last { "," } else { "" };
        return wrapped(" ", &words.iter().enumerate().map(text).collect::<Vec<String>>());
    }
    let groups: Vec<&[Word]> =
        words.chunk_by(|one, next| !one.meaning.is_empty() && one.meaning == next.meaning).collect();
    let alone = groups.iter().filter(|group| group.len() == 1).flat_map(|group| group.iter());
    let width = alone.map(|word| word.text.chars().count()).max().unwrap_or_default();
    let line = |group: &&[Word]| match group {
        [word] if word.meaning.is_empty() => clean::line(&format!("  {}", word.text)) + "\n",
        [word] => hanging(&clean::line(&format!("  {:<width$}  ", word.text)), &clean::line(&word.meaning)),
        words => {
            let names: Vec<&str> = words.iter().map(|word| word.text.as_str()).collect();
            let meaning = words.first().map(|word| word.meaning.as_str()).unwrap_or_default();
            hanging("  ", &clean::line(&format!("{}: {meaning}", names.join(", "))))
        }
    };
    groups.iter().map(line).collect::<Vec<String>>().concat()
}
