//! What must hold of a session, kept so plainly that it can be seen to be right.

use std::collections::BTreeMap;

use assize::engine::{Seeds, Stream};
use assize::journal::{EntryMode, Record};
use assize::session::Entry;
use assize::verdict::Carried;

/// A session as somebody with a notebook would keep it.
#[derive(Clone, Debug)]
pub struct Model {
    pub entries: Vec<Note>,
    /// So many entries stand on pages that were closed for good, which left these values.
    pub closed: usize,
    carried: BTreeMap<String, i64>,
    /// What was undone and can be redone.
    undone: Vec<Undone>,
    /// Lines that were changed, and what they were.
    changed: Vec<Changed>,
    pub next: u64,
    pub seeds: Seeds,
    pub mode: EntryMode,
    pub by_hand: Vec<String>,
    pub waiting: Option<Waiting>,
}

/// A change of a line: where, behind how many entries, and what the line is without it or, once it is undone, with it.
#[derive(Clone, Debug)]
struct Changed {
    place: usize,
    behind: usize,
    other: Note,
}

/// What can be redone.
#[derive(Clone, Debug)]
enum Undone {
    Entry(usize),
    Change(Changed),
}

/// An entry.
#[derive(Clone, Debug)]
pub struct Note {
    pub number: u64,
    pub text: String,
    pub does: Does,
    pub struck: bool,
}

/// What an entry does.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Does {
    /// It brings everybody in.
    Declare,
    Set(String, i64),
    /// Light, by dice or not, and whether oil was paid for it.
    Light {
        by_dice: bool,
        paid: Option<String>,
    },
    /// Other rules hold, for which a page was turned or not.
    Nights {
        page: bool,
    },
    Nothing,
}

/// What has begun and is not over.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Waiting {
    pub number: u64,
    pub text: String,
    pub mode: EntryMode,
    pub chance: Stream,
    /// So many answers of a person are kept.
    pub answers: usize,
}

impl Model {
    pub fn begin_with(seeds: Seeds) -> Self {
        Self {
            entries: Vec::new(),
            closed: 0,
            carried: BTreeMap::new(),
            undone: Vec::new(),
            changed: Vec::new(),
            next: 1,
            seeds,
            mode: EntryMode::Random,
            by_hand: Vec::new(),
            waiting: None,
        }
    }

    /// Where the dice of the next entry that counts come from.
    pub fn chance(&self) -> Stream {
        Stream::of_entry(self.seeds, self.entries.len() as u64 + 1)
    }

    /// What counts on pages that are still open.
    fn open(&self) -> impl DoubleEndedIterator<Item = &Note> {
        self.entries.iter().skip(self.closed).filter(|note| !note.struck)
    }

    /// Whether anybody is there.
    pub fn knows(&self) -> bool {
        self.open().any(|note| note.does == Does::Declare)
    }

    pub fn has_nights(&self) -> bool {
        self.open().any(|note| matches!(note.does, Does::Nights { .. }))
    }

    /// Whether something has happened on the last page that other dice would change.
    pub fn has_rolled_light(&self) -> bool {
        let page = self.open().rev().take_while(|note| note.does != Does::Nights { page: true });
        page.into_iter().any(|note| matches!(note.does, Does::Light { by_dice: true, .. }))
    }

    pub fn oil(&self, who: &str) -> Option<i64> {
        self.state().get(&format!("{who}.oil")).copied()
    }

    /// The values of things.
    pub fn state(&self) -> BTreeMap<String, i64> {
        let mut state = self.carried.clone();
        for note in self.open() {
            match &note.does {
                Does::Declare => {
                    for who in ["ada.oil", "ben.oil"] {
                        state.entry(who.to_owned()).or_insert(3);
                    }
                }
                Does::Set(who, oil) => drop(state.insert(format!("{who}.oil"), *oil)),
                Does::Light { paid: Some(who), .. } => *state.entry(format!("{who}.oil")).or_default() -= 1,
                Does::Light { .. } | Does::Nights { .. } | Does::Nothing => {}
            }
        }
        state
    }

    /// An entry is over, and counts.
    pub fn count(&mut self, entry: &Entry, does: Does) {
        self.entries.push(Note { number: entry.number, text: entry.text.clone(), does, struck: false });
        self.undone.clear();
        self.waiting = None;
        self.next = entry.number + 1;
    }

    /// What has begun comes to nothing.
    pub fn break_off(&mut self) {
        if let Some(waiting) = self.waiting.take() {
            self.next = waiting.number + 1;
        }
    }

    /// The first place of the last page.
    fn page(&self) -> usize {
        let turns =
            |place: &usize| !self.entries[*place].struck && self.entries[*place].does == Does::Nights { page: true };
        (self.closed..self.entries.len()).rev().find(turns).unwrap_or(self.closed)
    }

    /// The places of lines that can be changed to give another amount of oil.
    pub fn changeable(&self) -> Vec<usize> {
        let is_set = |place: &usize| !self.entries[*place].struck && matches!(self.entries[*place].does, Does::Set(..));
        (self.page()..self.entries.len()).filter(is_set).collect()
    }

    /// Whether everybody can still pay; if so, a line is another one from now on.
    pub fn edit(&mut self, place: usize, text: &str, does: Does) -> bool {
        self.break_off();
        let mut after = self.clone();
        let note = Note { text: text.to_owned(), does, ..self.entries[place].clone() };
        let (behind, other) = (after.entries.len(), std::mem::replace(&mut after.entries[place], note));
        after.changed.push(Changed { place, behind, other });
        after.undone.clear();
        let can_pay = (place..=self.entries.len()).all(|end| {
            let mut until = after.clone();
            until.entries.truncate(end);
            until.state().values().all(|oil| *oil >= 0)
        });
        if can_pay {
            *self = after;
        }
        can_pay
    }

    /// The number of what is undone, or was changed and is as before.
    pub fn undo(&mut self) -> Option<u64> {
        self.break_off();
        let place = (self.closed..self.entries.len()).rev().find(|place| !self.entries[*place].struck);
        let page = self.page();
        let is_last = |changed: &mut Changed| changed.place >= page && place.is_none_or(|place| place < changed.behind);
        if let Some(changed) = self.changed.pop_if(is_last) {
            let (number, changed) = self.exchange(changed);
            self.undone.push(Undone::Change(changed));
            return Some(number);
        }
        let place = place?;
        self.entries[place].struck = true;
        self.undone.push(Undone::Entry(place));
        Some(self.entries[place].number)
    }

    /// The number of what counts again.
    pub fn redo(&mut self) -> Option<u64> {
        self.break_off();
        let is_open = |undone: &mut Undone| match undone {
            Undone::Entry(place) | Undone::Change(Changed { place, .. }) => *place >= self.closed,
        };
        match self.undone.pop_if(is_open)? {
            Undone::Entry(place) => {
                self.entries[place].struck = false;
                Some(self.entries[place].number)
            }
            Undone::Change(changed) => {
                let (number, changed) = self.exchange(changed);
                self.changed.push(changed);
                Some(number)
            }
        }
    }

    /// A line becomes what it is on the other side of a change: its number, and the way back.
    fn exchange(&mut self, Changed { place, behind, other }: Changed) -> (u64, Changed) {
        let other = std::mem::replace(&mut self.entries[place], other);
        (other.number, Changed { place, behind, other })
    }

    pub fn close_page(&mut self) {
        self.break_off();
        self.carried = self.state();
        self.closed = self.entries.len();
    }

    /// What is written of something that is not over.
    pub fn begin(&mut self, records: &[Record]) {
        for record in records {
            match record {
                Record::Source { .. } => {}
                Record::Entered { entry, text, mode, chance, .. } => {
                    let (number, text) = (*entry, text.clone());
                    assert_eq!(number, self.next, "a number is never used twice");
                    self.waiting = Some(Waiting { number, text, mode: *mode, chance: *chance, answers: 0 });
                }
                Record::Replied { asked, .. } => {
                    let waiting = self.waiting.as_mut().expect("it has begun");
                    waiting.answers += usize::from(super::walk::by_hand(asked).is_some());
                }
                Record::Page { turned_for: Some(entry), .. } => {
                    let under_way = self.waiting.as_ref().map(|waiting| waiting.number);
                    assert_eq!(under_way, Some(*entry), "no page is turned for nothing");
                }
                Record::Dropped { .. } => self.break_off(),
                other => panic!("this is no beginning: {other:?}"),
            }
        }
    }
}

/// Values as the session tells them.
pub fn told(state: &BTreeMap<String, i64>) -> BTreeMap<String, String> {
    state.iter().map(|(name, value)| (name.clone(), value.to_string())).collect()
}

/// Values as the model tells them.
pub fn named(state: &[Carried]) -> BTreeMap<String, String> {
    state.iter().map(|value| (value.name.clone(), value.value.clone())).collect()
}
