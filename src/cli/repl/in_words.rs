//! What the prompt says about names and events, as texts.

use crate::diagnostic::clean;
use crate::session::{CameOut, NewPage, Session, Why};
use crate::verdict::{Audience, Event, Verdict};

/// More characters of an entry are not listed.
const LONGEST: usize = 70;

/// Columns of a list of words.
const WIDTH: usize = 76;

/// How an entry begins, without anything a terminal would obey.
pub(super) fn first_line(text: &str) -> String {
    let first = text.lines().next().unwrap_or_default();
    let mut told = clean::short(first, LONGEST);
    if text.lines().nth(1).is_some() && !told.ends_with('…') {
        told.push_str(" …");
    }
    told
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

/// What was done under this name, with what came of it, on the last page that knows it.
pub(super) fn happened(session: &Session, name: &str) -> Option<String> {
    if !session.entries().iter().any(|entry| !entry.struck && begins(&entry.verdict, name)) {
        return None;
    }
    let told = happened_in(&session.whole().seen_by(Audience::Gm), name);
    told.or_else(|| session.earlier().find_map(|page| happened_in(&page.seen_by(Audience::Gm), name)))
}

/// Whether something of this name was done, whoever may know of it.
fn begins(verdict: &Verdict, name: &str) -> bool {
    verdict.events.iter().any(|happened| matches!(&happened.event, Event::Begin { path, .. } if path == name))
}

fn happened_in(verdict: &Verdict, name: &str) -> Option<String> {
    let head = verdict.events.iter().find_map(|happened| {
        let Event::Begin { path, procedure, text, .. } = &happened.event else { return None };
        (path == name).then(|| headed(path, procedure, text.as_deref().unwrap_or_default()))
    })?;
    let results = verdict.results.iter().map(|one| (one.name.as_str(), one.value.as_str()));
    Some([head, values(name, results)].concat())
}

/// A name with what it is and what it means.
pub(super) fn headed(name: &str, sort: &str, meaning: &str) -> String {
    let meaning = if meaning.is_empty() { String::new() } else { format!(", {meaning}") };
    clean::line(&format!("{name} ({sort}){meaning}")) + "\n"
}

/// Of all values those of one owner, as they stand.
pub(super) fn values<'v>(owner: &str, all: impl Iterator<Item = (&'v str, &'v str)>) -> String {
    let of_owner = |name: &str| name.strip_prefix(owner).is_some_and(|rest| rest.starts_with('.'));
    let lines = all.filter(|(name, _)| of_owner(name)).map(|(name, value)| format!("{name} = {value}\n"));
    clean::lines(&lines.collect::<Vec<String>>().concat())
}

/// An entry that comes out in another way: of its lines only those that are not what they were.
pub(super) fn came_out(entry: &CameOut) -> String {
    let (was, now) = entry.lines_seen_by(Audience::Gm);
    let told = |lines: &[String], word: &str| -> String {
        lines.iter().flat_map(|line| ["  ", word, ": ", line, "\n"]).collect()
    };
    let told = [told(&was, "was"), told(&now, "now")].concat();
    clean::lines(&format!("{}: {}\n{told}", entry.number, first_line(&entry.text)))
}

/// Why a new page began, with both lines.
pub(super) fn new_page(page: &NewPage) -> String {
    let mut told = match page.why.seen_by(Audience::Gm) {
        Why::Differs { was, now, .. } => {
            let now = if now.is_empty() { "nothing" } else { &now };
            format!(
                "the rules have changed, and what happened would come out differently:\n  was: {was}\n  now: {now}\n"
            )
        }
        Why::Kept => {
            "what is kept from somebody may come out differently now, and whether it does is not told\n".to_owned()
        }
    };
    told.push_str("what happened stands, and a new page begins; the values of things are carried over\n");
    if !page.lost.is_empty() {
        told.extend(["nothing has a place for: ", &page.lost.join(", "), "\n"]);
    }
    clean::lines(&told)
}
