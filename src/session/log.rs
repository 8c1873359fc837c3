//! What a session knows, and how each record of its journal changes it.

use std::cell::{OnceCell, RefCell};
use std::collections::BTreeMap;
use std::fmt;

use super::entry::{Entry, NewPage};
use super::left_off::{LeftOff, Rewording};
use super::page::{Closed, Page};
use super::undone::{Edit, Undone};
use crate::diagnostic::{Diagnostic, codes};
use crate::engine::{Cast, Course, Encounter, Engine, Failure};
use crate::journal::{EntryMode, EntrySort, Exchange, Journal, JournalError, Record, Redone};
use crate::semantics::chance::{Seeds, Stream};
use crate::verdict::{Carried, Verdict};

/// A session: what has been entered, and everything needed to go on with it.
///
/// It is `Send`: one thread after another may enter. It is not `Sync`, since a [`Store`](crate::journal::Store) need not be,
/// and since some answers are computed on demand. A host with several threads keeps it in a `Mutex`;
/// the [`Cancel`](crate::Cancel) of its engine stays outside, so that a pending call can be cancelled.
///
/// ```
/// use std::sync::Mutex;
/// use std::thread;
///
/// use assize::{Engine, Session};
///
/// let session = Mutex::new(Session::begin(Engine::default(), 7, None)?);
/// thread::scope(|threads| {
///     for text in ["note \"a knock\"", "note \"a cry\""] {
///         let session = &session;
///         threads.spawn(move || session.lock().expect("nobody panics").enter(text, None).is_ok());
///     }
/// });
/// assert_eq!(session.lock().expect("nobody panics").entries().len(), 2);
/// # Ok::<(), assize::Failure>(())
/// ```
///
/// ```compile_fail,E0277
/// fn shared<T: Sync>() {}
/// shared::<assize::Session>();
/// ```
pub struct Session {
    pub(super) engine: Engine,
    pub(super) journal: RefCell<Option<Journal>>,
    /// Who fills the roles of the page.
    pub(super) cast: Cast,
    pub(super) entries: Vec<Entry>,
    pub(super) page: Page,
    /// Pages that can be restored, the latest last.
    pub(super) earlier: Vec<Page>,
    /// Pages that were left on purpose and can be gone back to, the latest last.
    pub(super) closed: Vec<Closed>,
    /// The places of the first entries of all pages but the first.
    pub(super) begins: Vec<usize>,
    /// What was undone and can be redone, the latest last.
    pub(super) undone: Vec<Undone>,
    /// Changes of texts that can be undone, the latest last.
    pub(super) edits: Vec<Edit>,
    /// The number of the next entry.
    pub(super) next: u64,
    /// The seeds of the next entries.
    pub(super) seeds: Seeds,
    /// The day on which it was begun, if it is known.
    pub(super) date: Option<String>,
    /// How entries are answered.
    pub(super) mode: EntryMode,
    /// Whose dice are rolled by hand.
    pub(super) by_hand: Vec<String>,
    pub(super) unfinished: Option<Unfinished>,
    /// The change of a text that is under way, or was interrupted.
    pub(super) rewording: Option<Rewording>,
    /// What people answered to lines that came to nothing.
    pub(super) left_off: LeftOff,
    /// The texts that the journal already contains, by name.
    pub(super) recorded_texts: BTreeMap<String, String>,
    /// The page, compiled as a whole when needed.
    pub(super) encounter: OnceCell<Option<Encounter>>,
    /// The page, text by text.
    pub(super) course: Way,
    /// The page as it was before an expression asked more of its runs.
    pub(super) aside: Option<Box<Course>>,
}

/// Whether the page can be gone through text by text, so that only what is new need be laid out and run.
#[derive(Default)]
pub(super) enum Way {
    /// No one has tried.
    #[default]
    Untried,
    /// It was.
    Gone(Box<Course>),
    /// It comes out the same only as a whole.
    Whole,
}

/// An entry that has begun and is not over, with its recorded answers: it runs, it waits, or it was interrupted, by a
/// crash or because the journal could not be written.
#[derive(Clone, Debug)]
pub(super) struct Unfinished {
    pub(super) number: u64,
    pub(super) sort: EntrySort,
    pub(super) text: String,
    pub(super) mode: EntryMode,
    pub(super) chance: Stream,
    pub(super) replies: Vec<Exchange>,
    /// The page that was turned for it, if it was in this life of the session.
    pub(super) page: Option<NewPage>,
}

impl Session {
    /// A session about which nothing is known yet.
    pub(super) fn new(engine: Engine, seeds: Seeds, journal: Option<Journal>) -> Self {
        Self {
            engine,
            journal: RefCell::new(journal),
            cast: Cast::new(),
            entries: Vec::new(),
            page: Page::default(),
            earlier: Vec::new(),
            closed: Vec::new(),
            begins: Vec::new(),
            undone: Vec::new(),
            edits: Vec::new(),
            next: 1,
            seeds,
            date: None,
            mode: EntryMode::Random,
            by_hand: Vec::new(),
            unfinished: None,
            rewording: None,
            left_off: LeftOff::default(),
            recorded_texts: BTreeMap::new(),
            encounter: OnceCell::from(None),
            course: Way::Untried,
            aside: None,
        }
    }

    /// Every entry of the journal, including undone ones.
    ///
    /// ```
    /// use assize::{Engine, Session};
    ///
    /// let mut session = Session::begin(Engine::default(), 7, None)?;
    /// session.enter("note \"a knock\"", None)?;
    /// session.undo()?;
    /// let entry = &session.entries()[0];
    /// assert_eq!((entry.number, entry.struck, entry.verdict.events.len()), (1, true, 1));
    /// # Ok::<(), assize::Failure>(())
    /// ```
    pub fn entries(&self) -> &[Entry] {
        &self.entries
    }

    /// The entry that waits for an answer, in the text to be entered again; an interrupted one waits too.
    ///
    /// ```
    /// use assize::engine::Response;
    /// use assize::{Engine, Session};
    ///
    /// let mut session = Session::begin(Engine::default(), 7, None)?;
    /// let text = "choose way \"which way?\" {\nleft { note \"home\" }\nright { note \"away\" }\n}";
    /// session.enter("system doors", None)?;
    /// session.enter(text, Some(&mut |_| Response::Later))?;
    /// assert_eq!(session.waiting(), Some(text));
    /// session.break_off()?;
    /// assert_eq!(session.waiting(), None);
    /// # Ok::<(), assize::Failure>(())
    /// ```
    pub fn waiting(&self) -> Option<&str> {
        self.unfinished.as_ref().map(|unfinished| unfinished.text.as_str())
    }

    /// Writes a record, and only then applies it, as resuming will: what a session knows is what its journal says.
    pub(super) fn record(&mut self, record: &Record) -> Result<(), Failure> {
        self.write(record)?;
        self.take_in(record)
    }

    /// Writes a record.
    pub(super) fn write(&mut self, record: &Record) -> Result<(), Failure> {
        match self.journal.get_mut() {
            Some(journal) => journal.write(record).map_err(|error| not_recorded(&error, self.unfinished.is_some())),
            None => Ok(()),
        }
    }

    /// Applies one record of the journal.
    pub(super) fn take_in(&mut self, record: &Record) -> Result<(), Failure> {
        let changing = self.rewording.as_ref().map(|rewording| rewording.entry);
        if !matches!(record, Record::Replied { .. } | Record::Source { .. }) {
            self.leave_rewording();
        }
        match record {
            Record::Opened { .. } => return Err(senseless("this journal begins twice")),
            Record::Source { name, text } => {
                self.recorded_texts.insert(name.clone(), text.clone());
            }
            Record::Page { known, carried, turned_for, .. } => self.turn_to(Page {
                known: known.clone(),
                first: self.entries.len(),
                carried: carried.clone(),
                turned_for: *turned_for,
                ..Page::default()
            }),
            Record::Reopened {} => self.reopened()?,
            Record::Cast { role, thing } => {
                self.cast.insert(role.clone(), thing.clone());
            }
            Record::Seeded { seeds } => self.seeds = *seeds,
            Record::Answering { mode, by_hand } => {
                self.mode = *mode;
                self.by_hand.clone_from(by_hand);
            }
            Record::Entered { entry, sort, text, mode, chance } => {
                let (number, text, replies) = (*entry, text.clone(), Vec::new());
                self.unfinished =
                    Some(Unfinished { number, sort: *sort, text, mode: *mode, chance: *chance, replies, page: None });
                self.next = number;
            }
            Record::Replied { entry, asked } => match &mut self.rewording {
                Some(rewording) => rewording.replies.push(asked.clone()),
                None => self.under_way(*entry)?.replies.push(asked.clone()),
            },
            Record::Answered { entry, name, asked, verdict, state } => {
                self.answered(*entry, name, (asked, verdict, state))?;
            }
            // The change of a text has been left already.
            Record::Dropped { entry, .. } if changing == Some(*entry) => {}
            Record::Dropped { entry, .. } => {
                self.under_way(*entry)?;
                self.dropped(*entry);
            }
            Record::Struck { entry } => {
                let place = self.place_of(*entry)?;
                self.cross_out(place);
            }
            Record::Restored { entry } => self.restored(*entry)?,
            Record::Rewording { entry, text } => self.rewording_begins(*entry, text)?,
            Record::Edited { entry, redone } => self.reworded(*entry, redone)?,
            Record::Unedited { entry } => self.unreworded(*entry)?,
        }
        Ok(())
    }

    /// What was undone last counts again.
    fn restored(&mut self, entry: u64) -> Result<(), Failure> {
        if self.undone.last().map(Undone::place) != Some(self.place_of(entry)?) {
            return Err(senseless(format!("entry {entry} is restored, but was not the last one undone")));
        }
        self.restore()
    }

    /// Somebody is asked something for another text of an entry.
    fn rewording_begins(&mut self, entry: u64, text: &str) -> Result<(), Failure> {
        self.place_of(entry)?;
        self.rewording = Some(Rewording { entry, text: text.to_owned(), replies: Vec::new() });
        Ok(())
    }

    /// The last change of a text is taken back.
    fn unreworded(&mut self, entry: u64) -> Result<(), Failure> {
        let place = self.place_of(entry)?;
        if self.edits.last().map(|edit| edit.place) != Some(place) {
            return Err(senseless(format!("entry {entry} is unchanged")));
        }
        self.undo_edit()
    }

    /// The text of an entry was changed.
    fn reworded(&mut self, entry: u64, redone: &[Redone]) -> Result<(), Failure> {
        let (place, behind) = (self.place_of(entry)?, self.entries.len());
        let other = self.redo_as(redone)?;
        // What was undone may make no sense behind them.
        self.undone.clear();
        for redone in redone {
            self.left_off.come_about(&redone.asked);
        }
        self.edits.push(Edit { place, behind, other });
        Ok(())
    }

    /// Makes entries what they have become, in memory; answers what they were.
    fn redo_as(&mut self, redone: &[Redone]) -> Result<Vec<Redone>, Failure> {
        let mut before = Vec::with_capacity(redone.len());
        for redone in redone {
            let place = self.place_of(redone.entry)?;
            let (entry, Redone { name, text, asked, verdict, state, .. }) = (&mut self.entries[place], redone.clone());
            before.push(Redone {
                entry: entry.number,
                name: std::mem::replace(&mut entry.name, name),
                text: std::mem::replace(&mut entry.text, text),
                asked: std::mem::replace(&mut entry.asked, asked),
                verdict: std::mem::replace(&mut entry.verdict, verdict),
                state: std::mem::replace(&mut entry.state, state),
            });
        }
        Ok(before)
    }

    /// The entry that has begun and is not over, if it has this number.
    pub(super) fn under_way(&mut self, entry: u64) -> Result<&mut Unfinished, Failure> {
        let under_way = self.unfinished.as_mut().filter(|unfinished| unfinished.number == entry);
        under_way.ok_or_else(|| senseless(format!("entry {entry} is mentioned before it was entered")))
    }

    pub(super) fn place_of(&self, entry: u64) -> Result<usize, Failure> {
        let place = self.entries.iter().position(|known| known.number == entry);
        place.ok_or_else(|| senseless(format!("there is no entry {entry}")))
    }

    fn answered(
        &mut self,
        number: u64,
        name: &str,
        (asked, verdict, state): (&[Exchange], &Verdict, &[Carried]),
    ) -> Result<(), Failure> {
        let Unfinished { sort, text, mode, chance, .. } = self.under_way(number)?.clone();
        self.unfinished = None;
        self.next = number.saturating_add(1);
        self.undone.clear();
        self.left_off.come_about(asked);
        self.entries.push(Entry {
            number,
            name: name.to_owned(),
            sort,
            text,
            mode,
            chance,
            asked: asked.to_vec(),
            verdict: verdict.clone(),
            state: state.to_vec(),
            struck: false,
        });
        Ok(())
    }

    /// Turns to a page, in memory. If nothing is known, no one is cast.
    fn turn_to(&mut self, page: Page) {
        let (turned_for, is_blank) = (page.turned_for, page.known.is_empty());
        let cast = if is_blank { std::mem::take(&mut self.cast) } else { Cast::new() };
        let (page, begins) = (page.behind(&self.page), self.begins.len());
        self.begins.push(page.first);
        let before = std::mem::replace(&mut self.page, page);
        if turned_for.is_some() {
            self.earlier.push(before);
        } else {
            let earlier = std::mem::take(&mut self.earlier);
            // Nobody turns back to a page that its scripts have left behind.
            if !is_blank {
                self.closed.clear();
            } else if before.holds_anything(self.entries.len()) {
                self.closed.push(Closed { page: before, earlier, cast, begins });
            }
        }
        (self.encounter, self.course, self.aside) = (OnceCell::from(None), Way::Untried, None);
    }

    /// Whether there is a page to go back to, and nothing counts on this one.
    pub(super) fn can_reopen(&self) -> bool {
        let counts = self.entries.iter().skip(self.page.first).any(|entry| !entry.struck);
        !self.closed.is_empty() && self.page.turned_for.is_none() && !counts
    }

    /// Goes back to the page that was left on purpose, in memory.
    fn reopened(&mut self) -> Result<(), Failure> {
        if !self.can_reopen() {
            return Err(senseless("a page begins again, but none was left"));
        }
        let first = self.page.first;
        let Some(Closed { page, earlier, cast, begins }) = self.closed.pop() else { return Ok(()) };
        (self.page, self.earlier, self.cast) = (page, earlier, cast);
        self.begins.truncate(begins);
        // What was undone on the newer page has no place on this one.
        self.undone.retain(|undone| undone.place() < first);
        (self.encounter, self.course, self.aside) = (OnceCell::from(None), Way::Untried, None);
        Ok(())
    }

    /// A change of a text that is under way is over, in memory.
    fn leave_rewording(&mut self) {
        if let Some(rewording) = self.rewording.take() {
            self.left_off.put(rewording.as_line(), rewording.replies, self.entries.len());
        }
    }

    /// Undoes an entry, in memory; a page that was turned for it is turned back.
    pub(super) fn cross_out(&mut self, place: usize) {
        self.entries[place].struck = true;
        let page = self.turn_back(self.entries[place].number);
        self.undone.push(Undone::Entry { place, page });
    }

    /// Drops an entry that had no effect, in memory.
    fn dropped(&mut self, entry: u64) {
        self.turn_back(entry);
        if let Some(Unfinished { text, replies, .. }) = self.unfinished.take() {
            self.left_off.note(entry, &text);
            self.left_off.put(text, replies, self.entries.len());
        }
        self.next = entry.saturating_add(1);
    }

    /// Turns back the page that was turned for an entry, if there is one.
    fn turn_back(&mut self, entry: u64) -> Option<Page> {
        let turned = self.page.turned_for == Some(entry);
        let earlier = self.earlier.pop_if(|_| turned)?;
        self.begins.pop();
        Some(std::mem::replace(&mut self.page, earlier))
    }

    /// Undoes the last change of a text, in memory.
    pub(super) fn undo_edit(&mut self) -> Result<(), Failure> {
        let Some(edit) = self.edits.pop() else { return Ok(()) };
        let other = self.redo_as(&edit.other)?;
        self.undone.push(Undone::Edit(Edit { other, ..edit }));
        Ok(())
    }

    /// Redoes what was undone last, in memory.
    pub(super) fn restore(&mut self) -> Result<(), Failure> {
        match self.undone.pop() {
            None => {}
            Some(Undone::Edit(edit)) => {
                let other = self.redo_as(&edit.other)?;
                self.edits.push(Edit { other, ..edit });
            }
            Some(Undone::Entry { place, page }) => {
                self.entries[place].struck = false;
                if let Some(page) = page {
                    self.begins.push(page.first);
                    let before = std::mem::replace(&mut self.page, page);
                    self.earlier.push(before);
                }
            }
        }
        Ok(())
    }
}

/// The failure of a journal that cannot be written. An entry that has `begun` stands in it already, and goes on later.
pub(super) fn not_recorded(error: &JournalError, begun: bool) -> Failure {
    let until = if begun { " until it can be" } else { "" };
    let found = Diagnostic::placeless(
        codes::NOT_RECORDED,
        format!("this could not be saved, and does not count{until}: {error}"),
    );
    let help = if let JournalError::Lost(_) = error {
        error.way_out()
    } else if begun {
        "free some space, then enter it again or resume the session: it continues with the answers so far; \
                       any other line cancels it"
            .to_owned()
    } else {
        return found.into();
    };
    found.help(help).into()
}

/// A record, or an order of records, that no session writes.
pub(super) fn senseless(why: impl Into<String>) -> Failure {
    Failure::from(Diagnostic::placeless(codes::DIVERGED, why))
}

impl fmt::Debug for Session {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Session").field("entries", &self.entries).finish_non_exhaustive()
    }
}
