//! What the prompt says about names and events, as texts.

use std::collections::BTreeMap;

use crate::cli::terminal;
use crate::diagnostic::clean;
use crate::engine::{Ask, Encounter};
use crate::session::{CameOut, Edited, Entry, NewPage, Session, Why};
use crate::verdict::{Audience, Carried, Event, Verdict, text};

/// More characters of an entry are not listed.
const LONGEST: usize = 70;

/// In fewer columns than these no words are wrapped.
const LEAST_ROOM: usize = 20;

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

/// Words behind a margin of so many columns, on as many lines as the terminal needs; on one where the output goes elsewhere.
pub(super) fn hanging(head: &str, words: &str) -> String {
    let margin = head.chars().count();
    let room = terminal::height().map_or(usize::MAX, |_| terminal::width().saturating_sub(margin));
    if room < LEAST_ROOM {
        return format!("{head}{words}\n");
    }
    let (mut text, mut columns) = (head.to_owned(), 0);
    for word in words.split(' ') {
        let long = word.chars().count();
        if columns > 0 && columns + 1 + long > room {
            text.extend(["\n", &" ".repeat(margin)]);
            columns = 0;
        } else if columns > 0 {
            text.push(' ');
            columns += 1;
        }
        text.push_str(word);
        columns += long;
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
    Some([head, values(name, results), dice_of(verdict, name)].concat())
}

/// The dice of a roll that the scene makes by itself under this name: they are all that came of it.
fn dice_of(verdict: &Verdict, name: &str) -> String {
    let is_of = |event: &Event| matches!(event, Event::Rolled { path, .. } if path == name);
    let rolled = verdict.events.iter().map(|happened| &happened.event).filter(|event| is_of(event));
    rolled.flat_map(|event| ["  ".to_owned(), text::line(event), "\n".to_owned()]).collect()
}

/// A name with what it is and what it means.
pub(super) fn headed(name: &str, sort: &str, meaning: &str) -> String {
    let meaning = if meaning.is_empty() { String::new() } else { format!(", {meaning}") };
    clean::line(&format!("{name} ({sort}){meaning}")) + "\n"
}

/// Of all values those of one owner, as they stand.
fn values<'v>(owner: &str, all: impl Iterator<Item = (&'v str, &'v str)>) -> String {
    let of_owner = |name: &str| name.strip_prefix(owner).is_some_and(|rest| rest.starts_with('.'));
    let lines = all.filter(|(name, _)| of_owner(name)).map(|(name, value)| format!("{name} = {value}\n"));
    clean::lines(&lines.collect::<Vec<String>>().concat())
}

/// The values that the session carries on, of one owner or of this name, with what they mean.
pub(super) fn values_with_meaning(session: &Session, name: &str) -> String {
    let is_asked =
        |one: &Carried| one.name.strip_prefix(name).is_some_and(|rest| rest.is_empty() || rest.starts_with('.'));
    let (state, known) = (session.state_seen_by(Audience::Gm), session.known());
    state.iter().filter(|one| is_asked(one)).map(|one| stated(known, &one.name, &one.value)).collect()
}

/// The values of somebody or something of this name, where it has any.
pub(super) fn owned_values(session: &Session, name: &str) -> Option<String> {
    let is_a_value = session.state_seen_by(Audience::Gm).iter().any(|one| one.name == name);
    Some(values_with_meaning(session, name)).filter(|values| !is_a_value && !values.is_empty())
}

/// What the scene itself keeps count of: its values belong to nobody.
pub(super) fn tallies(session: &Session) -> Vec<Carried> {
    session.state_seen_by(Audience::Gm).into_iter().filter(|one| !one.name.contains('.')).collect()
}

/// A value, and what the script or its system says that it means.
pub(super) fn stated(known: Option<&Encounter>, name: &str, value: &str) -> String {
    let meaning = known.and_then(|known| known.meaning(name));
    let meaning = meaning.map_or_else(String::new, |meaning| format!(" ({meaning})"));
    clean::line(&format!("{name} = {value}{meaning}")) + "\n"
}

/// What the lines of a changed entry were before that are not what they were.
pub(super) fn was_before(number: u64, edited: &Edited) -> String {
    let Edited { understood, was, verdict, .. } = edited;
    let (text, was, now) = (understood.clone(), was.clone(), verdict.clone());
    let (was, _) = CameOut { number, text, was, now }.lines_seen_by(Audience::Gm);
    if was.is_empty() {
        return String::new();
    }
    let lines = was.iter().flat_map(|line| line.lines()).flat_map(|line| ["  ", line, "\n"]);
    clean::lines(&["before the change, the result was:\n"].into_iter().chain(lines).collect::<String>())
}

/// The dice and cards of an entry, in words.
pub(super) fn dice(verdict: &Verdict) -> Vec<String> {
    let seen = verdict.seen_by(Audience::Gm);
    let fell =
        seen.events.iter().filter(|happened| matches!(happened.event, Event::Rolled { .. } | Event::Drawn { .. }));
    fell.map(|happened| text::line(&happened.event)).collect()
}

/// What dice show, by the path of their roll.
pub(super) type DiceByPath = BTreeMap<String, Vec<i64>>;

/// What the dice of these entries show, as far as the game master may see it.
pub(super) fn dice_by_path(entries: &[Entry]) -> DiceByPath {
    let count = entries.iter().filter(|entry| !entry.struck);
    let seen = count.flat_map(|entry| entry.verdict.seen_by(Audience::Gm).events);
    let fell = seen.filter_map(|happened| {
        let Event::Rolled { path, dice, .. } = happened.event else { return None };
        Some((path.to_string(), dice.iter().map(|die| die.face).collect()))
    });
    fell.collect()
}

/// What a roll showed until now of which no die stays on the table.
pub(super) fn until_now(ask: &Ask<'_>, before: &DiceByPath) -> String {
    let Ask::Roll { roll, on_table, .. } = ask else { return String::new() };
    let gone = before.get(roll.path.as_str()).filter(|faces| !faces.is_empty() && on_table.faces().next().is_none());
    let shown = |faces: &Vec<i64>| faces.iter().map(i64::to_string).collect::<Vec<String>>().join(" ");
    gone.map_or_else(String::new, |faces| format!("until now this roll showed {}\n", shown(faces)))
}

/// An entry that comes out in another way: of its lines only those that are not what they were.
pub(super) fn came_out(entry: &CameOut) -> String {
    let (was, now) = entry.lines_seen_by(Audience::Gm);
    let told = |lines: &[String], word: &str| -> String {
        // What stands below a line stays below it.
        let deeper = |line: &String| line.replace('\n', "\n  ");
        lines.iter().map(|line| ["  ", word, ": ", &deeper(line), "\n"].concat()).collect()
    };
    let told = [told(&was, "was"), told(&now, "now")].concat();
    clean::lines(&format!("{}: {}\n{told}", entry.number, first_line(&entry.text)))
}

/// The lines of an entry that are again what they were; nothing where none had changed.
pub(super) fn came_out_again(entry: &CameOut) -> String {
    let (_, again) = entry.lines_seen_by(Audience::Gm);
    let lines = again.iter().flat_map(|line| line.lines()).flat_map(|line| ["  ", line, "\n"]);
    let lines = lines.collect::<String>();
    if lines.is_empty() {
        lines
    } else {
        clean::lines(&format!("the result of entry {} is again:\n{lines}", entry.number))
    }
}

/// Why a new page began, with both lines.
pub(super) fn new_page(page: &NewPage) -> String {
    let mut told = match page.why.seen_by(Audience::Gm) {
        Why::Differs { was, now, .. } => {
            let now = if now.is_empty() { "nothing" } else { &now };
            format!("the rules have changed, and earlier results would be different:\n  was: {was}\n  now: {now}\n")
        }
        Why::Kept => "some secret or hidden results may be different now; they are not shown\n".to_owned(),
    };
    told.push_str("earlier results stay as they are, and a new page begins with the current values\n");
    if !page.lost.is_empty() {
        told.extend(["these values are not used: ", &page.lost.join(", "), "\n"]);
    }
    clean::lines(&told)
}
