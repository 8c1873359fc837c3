//! What people answered to lines that came to nothing: dice that have fallen on a table are there to be taken when the line is entered
//! again.

use std::collections::BTreeMap;

use crate::diagnostic::clean;
use crate::journal::{Exchange, Reply};
use crate::machine::How;

/// So many lines are remembered, the latest.
const MOST: usize = 20;

/// So many entries that came to nothing are remembered, the latest, by how they began.
const MOST_DROPPED: usize = 200;

/// So much of each.
const MOST_OF_A_LINE: usize = 70;

/// Lines that came to nothing, with what people answered to them, the latest last.
#[derive(Clone, Debug, Default)]
pub(super) struct LeftOff {
    lines: Vec<Line>,
    /// How entries began that came to nothing, by their numbers.
    dropped: BTreeMap<u64, String>,
}

/// A line that came to nothing.
#[derive(Clone, Debug)]
struct Line {
    text: String,
    /// The dice and cards that people told.
    told: Vec<Exchange>,
    /// So many entries there were.
    #[cfg_attr(not(feature = "cli"), expect(dead_code, reason = "only the prompt offers what was told"))]
    behind: usize,
}

impl LeftOff {
    /// Remembers a line behind so many entries, if people told dice or cards for it.
    pub(super) fn put(&mut self, text: String, replies: Vec<Exchange>, behind: usize) {
        let told = newest(replies);
        if told.is_empty() {
            return;
        }
        // What was told before and is not told again yet is not forgotten.
        let before = self.lines.iter().position(|line| line.text == text).map(|at| self.lines.remove(at).told);
        let before = before.into_iter().flatten().filter(|old| !told.iter().any(|new| is_of_the_same(old, new)));
        let told = before.chain(told.iter().cloned()).collect();
        self.lines.push(Line { text, told, behind });
        if self.lines.len() > MOST {
            self.lines.remove(0);
        }
    }

    /// These rolls have come about, and are nothing to be offered.
    pub(super) fn come_about(&mut self, asked: &[Exchange]) {
        for line in &mut self.lines {
            line.told.retain(|told| !asked.iter().any(|asked| is_of_the_same(told, asked)));
        }
        self.lines.retain(|line| !line.told.is_empty());
    }

    /// Remembers how an entry began that came to nothing.
    pub(super) fn note(&mut self, entry: u64, text: &str) {
        let first = text.lines().next().unwrap_or_default();
        self.dropped.insert(entry, clean::short(first, MOST_OF_A_LINE));
        if self.dropped.len() > MOST_DROPPED {
            self.dropped.pop_first();
        }
    }

    /// How entries began that came to nothing, by their numbers.
    #[cfg(feature = "cli")]
    pub(super) fn dropped(&self) -> &BTreeMap<u64, String> {
        &self.dropped
    }

    /// What was told for the last line, as long as no entry has come behind it.
    #[cfg(feature = "cli")]
    pub(super) fn last(&self, entries: usize) -> &[Exchange] {
        self.lines.last().filter(|line| line.behind == entries).map_or(&[], |line| &line.told)
    }

    /// What was told for this line; and for the last one, as long as no entry has come behind it: it may have been mended.
    #[cfg(feature = "cli")]
    pub(super) fn for_line(&self, text: &str, entries: usize) -> Vec<Exchange> {
        let same = self.lines.iter().filter(|line| line.text == text);
        let last = self.lines.last().filter(|line| line.text != text && line.behind == entries);
        same.chain(last).flat_map(|line| line.told.iter().cloned()).collect()
    }
}

/// The dice and cards that people told; of those told several times, since a change was begun again, the last.
pub(super) fn newest(replies: Vec<Exchange>) -> Vec<Exchange> {
    let mut told: Vec<Exchange> = Vec::new();
    for reply in replies.into_iter().filter(fell) {
        match told.iter_mut().find(|told| is_of_the_same(told, &reply)) {
            Some(before) => *before = reply,
            None => told.push(reply),
        }
    }
    told
}

/// Whether somebody told dice or a card.
fn fell(asked: &Exchange) -> bool {
    by_a_person(asked) && matches!(asked.reply, Reply::Faces { .. } | Reply::Card { .. })
}

/// Whether two answers are to the same roll.
fn is_of_the_same(one: &Exchange, other: &Exchange) -> bool {
    (&one.path, &one.by, one.time) == (&other.path, &other.by, other.time)
}

/// The change of a text that has asked somebody something and is not over.
#[derive(Clone, Debug)]
pub(super) struct Rewording {
    pub(super) entry: u64,
    pub(super) text: String,
    /// What was answered for it.
    pub(super) replies: Vec<Exchange>,
}

impl Rewording {
    /// As what it is remembered. No line can be so.
    pub(super) fn as_line(&self) -> String {
        change(self.entry, &self.text)
    }
}

/// As what the change of an entry is remembered.
pub(super) fn change(entry: u64, text: &str) -> String {
    format!(":edit {entry} {text}")
}

/// Whether a person answered, and not the program.
pub(super) fn by_a_person(asked: &Exchange) -> bool {
    match asked.reply {
        Reply::Faces { how, .. } | Reply::Card { how, .. } | Reply::Chosen { how, .. } => {
            matches!(how, How::Given | How::Person)
        }
        Reply::Judged | Reply::Best | Reply::ToBeRolled => false,
    }
}
