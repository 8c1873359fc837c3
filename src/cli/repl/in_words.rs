//! What the prompt says about names and events, as texts.

use std::collections::BTreeMap;

use crate::cli::terminal;
use crate::diagnostic::{Diagnostic, clean, codes, fix};
use crate::engine::{Ask, Encounter, Failure};
use crate::session::{CameOut, Edited, Entry, NewPage, Session, Why};
use crate::shared_text::SharedText;
use crate::source::SourceKind;
use crate::verdict::{Audience, Carried, Die, Event, Verdict, text};

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

/// How an entry begins, behind a head on one line of the screen.
pub(super) fn on_a_line(head: &str, text: &str) -> String {
    let room = terminal::height().map_or(LONGEST, |_| terminal::width().saturating_sub(head.chars().count() + 3));
    let first = first_line(text);
    let first = if first.chars().count() > room { clean::short(&first, room.max(LEAST_ROOM)) } else { first };
    format!("{head}{first}\n")
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

/// Who is meant by a name or a title, however it is written: it has to be one.
pub(super) fn who_is_meant(said: &str, names: &[String], titles: &[String]) -> Option<String> {
    if let Some(name) = names.iter().find(|name| *name == said) {
        return Some(name.clone());
    }
    let said = said.to_lowercase();
    let is_meant = |(name, title): &(&String, &String)| name.to_lowercase() == said || title.to_lowercase() == said;
    let mut meant = names.iter().zip(titles).filter(is_meant);
    let (name, _) = meant.next()?;
    meant.next().is_none().then(|| name.clone())
}

/// Who could play a role, with their titles, in one line.
pub(super) fn who_could_play((role, kind): (&str, &str), names: &[String], titles: &[String]) -> String {
    let called = |(name, title): (&String, &String)| {
        if title.is_empty() || title == name { name.clone() } else { format!("{name} ({title})") }
    };
    let could: Vec<String> = names.iter().zip(titles).map(called).collect();
    clean::line(&format!(
        "the scene has a role, {role} ({kind}), which somebody plays: enter one of {}; press Enter for a stand-in with default values",
        could.join(", ")
    ))
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

/// The dice that a change has taken off the table, in words: of the entry and of those behind it.
pub(super) fn dice_gone(edited: &Edited) -> Vec<String> {
    let changed = edited.changed.iter().map(|entry| (&entry.was, &entry.now));
    std::iter::once((&edited.was, &edited.verdict))
        .chain(changed)
        .flat_map(|(was, now)| dice_gone_in(was, now))
        .collect()
}

fn dice_gone_in(was: &Verdict, now: &Verdict) -> Vec<String> {
    let (was, now) = (was.seen_by(Audience::Gm), now.seen_by(Audience::Gm));
    let rolls = |verdict: &Verdict| -> Vec<(SharedText, Vec<Die>)> {
        let rolled = verdict.events.iter().filter_map(|happened| {
            let Event::Rolled { path, dice, .. } = &happened.event else { return None };
            Some((path.clone(), dice.clone()))
        });
        rolled.collect()
    };
    let now = rolls(&now);
    let gone = rolls(&was).into_iter().filter_map(|(path, dice)| {
        let left = now.iter().find(|(other, _)| *other == path).map_or(&[][..], |(_, dice)| dice);
        let stays =
            |at: usize, die: &Die| left.get(at).is_some_and(|now| (now.sides, now.face) == (die.sides, die.face));
        let gone = dice.iter().enumerate().filter(|(at, die)| !stays(*at, die));
        let gone: Vec<String> = gone.map(|(_, die)| format!("{} (d{})", die.face, die.sides)).collect();
        (!gone.is_empty()).then(|| clean::line(&format!("{} of {path}", gone.join(", "))))
    });
    gone.collect()
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

/// The line with a free name, if all that is wrong with it is one that something has already.
pub(super) fn with_another_name(entered: &str, failure: &Failure) -> Option<String> {
    let mut found = failure.diagnostics.iter();
    let (Some(Diagnostic { code: codes::DUPLICATE_NAME, fixes, .. }), None) = (found.next(), found.next()) else {
        return None;
    };
    let (entered, fix) = (entered.trim(), fixes.first()?);
    let source = failure.sources.get(fix.span.source)?;
    let is_of_line = matches!(source.kind, SourceKind::Entry(_)) && source.text == entered;
    is_of_line.then(|| fix::write(entered, &[fix]))
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
