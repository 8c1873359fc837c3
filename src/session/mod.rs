//! A session: statements entered one after the other, kept in a journal, struck out, resumed and told.
//!
//! A session is a script that grows. Each statement is compiled together with all that stand before it, and the whole is
//! run again with the answers that were given then, so that only what is new is asked. If what stands before would come
//! out differently, because a rule has changed, what happened still stands: a new *page* begins, to which the values of
//! things are carried over by name.
//!
//! ```
//! use assize::engine::Engine;
//! use assize::session::{Entered, Session};
//!
//! let mut session = Session::begin(Engine::default(), 7, None)?;
//! session.enter("system stones \"Stones\"", None)?;
//! session.enter("kind person { stones : 0..9 = 3 }", None)?;
//! session.enter("person ada", None)?;
//! session.enter("set ada.stones = 5", None)?;
//! let Entered::Value { value, .. } = session.enter("ada.stones + 1", None)? else { panic!("it is an expression") };
//! assert_eq!(value.value, "6");
//! session.undo()?;
//! assert_eq!(session.state(), []);
//! # Ok::<(), assize::engine::Failure>(())
//! ```

mod answering;
mod compare;
mod enter;
mod page;
mod reading;
mod resume;
mod tell;
mod undo;

use std::fmt;

use crate::diagnostic::{Diagnostic, codes};
use crate::engine::{Cast, Encounter, Engine, Failure};
use crate::journal::{Asked, Journal, JournalError, Mode, Record, Sort, VERSION};
use crate::semantics::chance::{Seeds, Stream};
use crate::verdict::{Carried, Shown, Verdict};
use page::{New, Page};
use undo::StruckOut;

/// A session.
pub struct Session {
    engine: Engine,
    journal: Option<Journal>,
    cast: Cast,
    entries: Vec<Entry>,
    page: Page,
    /// Pages that can be turned back to, the last of them last.
    earlier: Vec<Page>,
    /// What was struck out and can be restored, the last of it last.
    struck_out: Vec<StruckOut>,
    /// The number of the next entry.
    next: u64,
    /// From which the next entries roll.
    seeds: Seeds,
    mode: Mode,
    by_hand: Vec<String>,
    unfinished: Option<Unfinished>,
    /// The texts that the journal holds already, by name.
    kept: std::collections::BTreeMap<String, String>,
    encounter: Option<Encounter>,
}

/// Something that was entered and has run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// Its number in the journal, from 1.
    pub number: u64,
    /// What it is called: the file it uses, or the first thing it does, or else how it begins.
    pub name: String,
    /// A line of the script, or an expression that rolled.
    pub sort: Sort,
    /// As it was typed.
    pub text: String,
    /// How it was answered.
    pub mode: Mode,
    /// Where its dice and cards come from.
    pub chance: Stream,
    /// What was asked on the way.
    pub asked: Vec<Asked>,
    /// What came of it, and of nothing before it; the results are those that are new or have changed.
    pub verdict: Verdict,
    /// The values of things after it.
    pub state: Vec<Carried>,
    /// Whether it was struck out.
    pub struck: bool,
}

/// An entry that has begun and is not over, with the answers that are kept of it: it runs, it waits, or it was cut off, by a
/// crash or since the journal could not be written.
#[derive(Clone, Debug)]
struct Unfinished {
    number: u64,
    sort: Sort,
    text: String,
    mode: Mode,
    chance: Stream,
    replies: Vec<Asked>,
    /// The page that was turned for it, if it was in this life of the session.
    page: Option<NewPage>,
}

/// What came of a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Entered {
    /// A statement: it is an entry now.
    Statement {
        /// As the program reads it, in its own spelling.
        understood: String,
        /// The entry's number.
        number: u64,
        /// What came of it. Empty of events when it only declares.
        verdict: Verdict,
        /// When a new page had to begin: why, and what could not be carried over.
        page: Option<NewPage>,
    },
    /// An expression. If it rolled it is an entry, otherwise nothing has changed.
    Value {
        /// As the program reads it.
        understood: String,
        /// Its value.
        value: Shown,
        /// What was rolled for it; empty of events when nothing was.
        verdict: Verdict,
    },
    /// Nothing yet: somebody will answer [later](crate::engine::Response::Later). The entry waits; entered again, it goes
    /// on behind the answers it had, and anything else that is entered breaks it off.
    Waiting,
    /// The lines say how entries are answered from now on.
    Answering(Mode),
}

/// A new page that began.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewPage {
    /// Why.
    pub why: Why,
    /// Values that nothing on the new page has a place for, by name. They are carried on all the same.
    pub lost: Vec<String>,
}

/// Why a new page began.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Why {
    /// What happened would come out differently.
    Differs {
        /// The first line that differs, as it was.
        was: String,
        /// As it would be now; empty when there is no such line any more.
        now: String,
    },
    /// The page before is full.
    Full {
        /// So many entries stand on it.
        entries: usize,
    },
}

impl fmt::Display for Why {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Why::Differs { was, now } if now.is_empty() => write!(f, "`{was}` would not happen any more"),
            Why::Differs { was, now } => write!(f, "`{was}` would be `{now}` now"),
            Why::Full { entries } => write!(f, "{entries} entries stand on the page before"),
        }
    }
}

/// What was found in a journal.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Resumed {
    /// Something that was cut off while it ran. [`Session::enter`] it again: the answers it had are remembered.
    pub unfinished: Option<String>,
    /// A new page, when the scripts have changed so much that what happened would come out differently.
    pub page: Option<NewPage>,
}

impl Session {
    /// A session that begins now. Entries roll from these seeds, each by its place among them.
    ///
    /// # Errors
    /// When the journal cannot be written.
    pub fn begin(engine: Engine, seeds: impl Into<Seeds>, journal: Option<Journal>) -> Result<Self, Failure> {
        let seeds = seeds.into();
        let mut session = Self::new(engine, seeds, journal);
        let program = concat!("assize ", env!("CARGO_PKG_VERSION")).to_owned();
        session.write(&Record::Opened { version: VERSION, program, seeds })?;
        Ok(session)
    }

    fn new(engine: Engine, seeds: Seeds, journal: Option<Journal>) -> Self {
        Self {
            engine,
            journal,
            cast: Cast::new(),
            entries: Vec::new(),
            page: Page::default(),
            earlier: Vec::new(),
            struck_out: Vec::new(),
            next: 1,
            seeds,
            mode: Mode::Random,
            by_hand: Vec::new(),
            unfinished: None,
            kept: std::collections::BTreeMap::new(),
            encounter: None,
        }
    }

    /// Says how entries are answered from now on. `by_hand` names whose dice are rolled by hand in [`Mode::Table`]; nobody
    /// named is everybody.
    ///
    /// # Errors
    /// When a name is nobody's who could roll, as far as people are known already, or the journal cannot be written.
    pub fn answer_by(&mut self, mode: Mode, by_hand: Vec<String>) -> Result<(), Failure> {
        if mode == Mode::Table {
            self.check_names(&by_hand)?;
        }
        self.keep(&Record::Answering { mode, by_hand })
    }

    /// Says who fills a role: one of a scene to come, or one of the page, whose next line is entered with it. What was said
    /// of the role before counts no more; nothing strikes it out.
    ///
    /// # Errors
    /// When the page has the role and the thing cannot fill it, or the journal cannot be written: nothing has changed then.
    pub fn cast(&mut self, role: &str, thing: &str) -> Result<(), Failure> {
        let mut cast = self.cast.clone();
        cast.insert(role.to_owned(), thing.to_owned());
        let encounter = self.compile_cast(&self.page, New::Nothing, &cast)?;
        self.keep(&Record::Cast { role: role.to_owned(), thing: thing.to_owned() })?;
        if let Some(known) = &mut self.encounter {
            *known = encounter;
        }
        Ok(())
    }

    /// Sets the seeds from which the next entries roll.
    ///
    /// # Errors
    /// When the journal cannot be written.
    pub fn reseed(&mut self, seeds: impl Into<Seeds>) -> Result<(), Failure> {
        self.keep(&Record::Seeded { seeds: seeds.into() })
    }

    /// Every entry of the journal, struck out ones as well.
    pub fn entries(&self) -> &[Entry] {
        &self.entries
    }

    /// How entries are answered, and whose dice are rolled by hand.
    pub fn answering(&self) -> (Mode, &[String]) {
        (self.mode, &self.by_hand)
    }

    /// The entry that waits for an answer, as it is to be entered again; one that was cut off waits as well.
    pub fn waiting(&self) -> Option<&str> {
        self.unfinished.as_ref().map(|unfinished| unfinished.text.as_str())
    }

    /// Looks whether everybody whose dice are rolled by hand is known; nobody need be as long as the page is empty.
    ///
    /// # Errors
    /// When a name is nobody's who could roll.
    pub fn check_by_hand(&self) -> Result<(), Failure> {
        if self.mode == Mode::Table { self.check_names(&self.by_hand) } else { Ok(()) }
    }

    fn check_names(&self, by_hand: &[String]) -> Result<(), Failure> {
        self.encounter.as_ref().map_or(Ok(()), |encounter| encounter.check_could_roll(by_hand))
    }

    /// The seeds from which the next entries roll.
    pub fn seeds(&self) -> Seeds {
        self.seeds
    }

    /// What stands on the page, compiled; `None` before anything does.
    pub fn encounter(&self) -> Option<&Encounter> {
        self.encounter.as_ref()
    }

    /// Writes a record down, and only then takes it in, as resuming will: what a session knows is what its journal tells.
    fn keep(&mut self, record: &Record) -> Result<(), Failure> {
        self.write(record)?;
        self.take_in(record)
    }

    fn write(&mut self, record: &Record) -> Result<(), Failure> {
        match &mut self.journal {
            Some(journal) => journal.write(record).map_err(|error| not_kept(&error, self.unfinished.is_some())),
            None => Ok(()),
        }
    }
}

/// The failure of a journal that cannot be written. An entry that has `begun` stands in it already, and goes on later.
fn not_kept(error: &JournalError, begun: bool) -> Failure {
    if !begun {
        let why = format!("this cannot be kept, and does not count: {error}");
        return Diagnostic::placeless(codes::NOT_KEPT, why).into();
    }
    let why = format!("this cannot be kept, and does not count until it can be: {error}");
    let help = "make room, and enter it again or resume the session: it goes on with the answers it had; \
                another line breaks it off";
    Diagnostic::placeless(codes::NOT_KEPT, why).help(help).into()
}

/// A record, or an order of records, that no session writes.
fn senseless(why: impl Into<String>) -> Failure {
    Failure::from(Diagnostic::placeless(codes::DIVERGED, why))
}

impl fmt::Debug for Session {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Session").field("entries", &self.entries).finish_non_exhaustive()
    }
}
