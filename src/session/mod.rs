//! A session: statements entered one after the other, kept in a journal, struck out, resumed and told.
//!
//! A session is a script that grows. Each statement is compiled together with all that stand before it, and the whole is
//! run again with the answers that were given then, so that only what is new is asked. If what stands before would come
//! out differently, because a rule has changed, what happened still stands: a new *page* begins, to which the values of
//! things are carried over by name.

use std::fmt;

use crate::engine::{Chance, Encounter, Engine, Failure, OddsRequest, Person};
use crate::journal::{Asked, Journal, Mode, Record};
use crate::verdict::{Shown, Verdict};

/// A session.
pub struct Session {
    engine: Engine,
    journal: Option<Journal>,
    entries: Vec<Entry>,
    mode: Mode,
    by_hand: Vec<String>,
}

/// A statement that was entered and has run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// Its number in the journal, from 1.
    pub number: u64,
    /// What it is called: the name of what it declares or does, or else `entry 3`.
    pub name: String,
    /// As it was typed.
    pub text: String,
    /// How it was answered.
    pub mode: Mode,
    /// The seed of its dice.
    pub seed: u64,
    /// What was asked on the way.
    pub asked: Vec<Asked>,
    /// What came of it, and of nothing before it.
    pub verdict: Verdict,
    /// Whether it was undone.
    pub struck: bool,
    /// Whether it stands on the present page, so that later entries know its names.
    pub present: bool,
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
    /// An expression: nothing has changed.
    Value {
        /// As the program reads it.
        understood: String,
        /// Its value.
        value: Shown,
    },
}

/// Why a new page began.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewPage {
    /// The first line that would have come out differently: as it was.
    pub was: String,
    /// As it would be now; empty when there is no such line any more.
    pub now: String,
    /// Values that nothing on the new page has a place for.
    pub lost: Vec<Shown>,
}

/// What was found in a journal.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Resumed {
    /// A statement that was cut off while it ran. [`Session::enter`] it again: the answers it had are remembered.
    pub unfinished: Option<String>,
    /// A new page, when the scripts have changed so much that what happened would come out differently.
    pub page: Option<NewPage>,
}

impl Session {
    /// A session that begins now. Entries roll from `seed` on: the first from it, the second from the next, and so on.
    ///
    /// # Errors
    /// When the journal cannot be written.
    pub fn begin(engine: Engine, seed: u64, journal: Option<Journal>) -> Result<Self, Failure> {
        let _ = seed;
        Ok(Self { engine, journal, entries: Vec::new(), mode: Mode::Random, by_hand: Vec::new() })
    }

    /// Goes on with what a journal tells.
    ///
    /// # Errors
    /// When the records make no session, or the journal cannot be written.
    pub fn resume(engine: Engine, records: &[Record], journal: Option<Journal>) -> Result<(Self, Resumed), Failure> {
        let _ = records;
        Ok((Self::begin(engine, 0, journal)?, Resumed::default()))
    }

    /// Enters one statement, or asks for the value of an expression. `_` stands for the last entry that did something.
    /// Whoever is asked on the way is the person; without an answer the statement comes to nothing.
    ///
    /// # Errors
    /// When it makes no sense, is refused, or cannot be kept: nothing has changed then.
    pub fn enter(&mut self, text: &str, person: Option<Person<'_>>) -> Result<Entered, Failure> {
        let _ = (text, person, &self.engine, &self.journal);
        Err(Failure::nothing())
    }

    /// Strikes out the last entry that counts; `None` when there is none on this page.
    ///
    /// # Errors
    /// When the journal cannot be written.
    pub fn undo(&mut self) -> Result<Option<&Entry>, Failure> {
        Ok(None)
    }

    /// Lets the entry count again that was struck out last; `None` when something was entered since.
    ///
    /// # Errors
    /// When the journal cannot be written.
    pub fn redo(&mut self) -> Result<Option<&Entry>, Failure> {
        Ok(None)
    }

    /// Says how entries are answered from now on. `by_hand` names whose dice are rolled by hand in [`Mode::Table`]; nobody
    /// named is everybody.
    ///
    /// # Errors
    /// When the journal cannot be written.
    pub fn answer_by(&mut self, mode: Mode, by_hand: Vec<String>) -> Result<(), Failure> {
        (self.mode, self.by_hand) = (mode, by_hand);
        Ok(())
    }

    /// Begins a fresh page; `carried` values are set on it as far as it has a place for them.
    ///
    /// # Errors
    /// When the journal cannot be written.
    pub fn turn_page(&mut self, carried: Vec<Shown>, why: &str) -> Result<(), Failure> {
        let _ = (carried, why);
        Ok(())
    }

    /// Sets the seed from which the next entries roll.
    ///
    /// # Errors
    /// When the journal cannot be written.
    pub fn reseed(&mut self, seed: u64) -> Result<(), Failure> {
        let _ = seed;
        Ok(())
    }

    /// Exact odds of what stands on the page, or of a statement that is not entered: `request.questions` may name what
    /// `statement` would do.
    ///
    /// # Errors
    /// As [`Encounter::odds`].
    pub fn odds(&self, statement: Option<&str>, request: &OddsRequest) -> Result<Vec<Chance>, Failure> {
        let _ = (statement, request);
        Err(Failure::nothing())
    }

    /// What a value was made of, or the whole of an entry; `_` is the last.
    ///
    /// # Errors
    /// When nothing has that name.
    pub fn why(&self, name: &str) -> Result<String, Failure> {
        let _ = name;
        Err(Failure::nothing())
    }

    /// The values of things as they stand, which another page or session can carry over.
    pub fn state(&self) -> Vec<Shown> {
        Vec::new()
    }

    /// Every entry of the journal, struck out ones as well.
    pub fn entries(&self) -> &[Entry] {
        &self.entries
    }

    /// How entries are answered, and whose dice are rolled by hand.
    pub fn answering(&self) -> (Mode, &[String]) {
        (self.mode, &self.by_hand)
    }

    /// What stands on the page, compiled; `None` on an empty one.
    pub fn encounter(&self) -> Option<&Encounter> {
        None
    }

    /// A script that does what stands on the page, to be run as a file.
    pub fn script(&self) -> String {
        String::new()
    }
}

impl fmt::Debug for Session {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Session").field("entries", &self.entries).finish_non_exhaustive()
    }
}
