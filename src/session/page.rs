//! A page: what is known, what has happened, and what was carried over to it.

use super::{Entry, Session};
use crate::engine::{Besides, Encounter, Failure, PageText};
use crate::journal::{Asked, Record, Sort};
use crate::verdict::{Carried, Happened};

/// A page of a session.
#[derive(Clone, Debug, Default)]
pub(super) struct Page {
    /// Entries before this one are not known.
    pub(super) known: usize,
    /// Entries before this one have not happened here; they only say who and what there is.
    pub(super) first: usize,
    /// Values that things begin with.
    pub(super) carried: Vec<Carried>,
    /// The entry for which the page was turned.
    pub(super) turned_for: Option<u64>,
}

impl Session {
    /// Begins a fresh page on which nothing is known; the `carried` values are set as far as it gets a place for them.
    ///
    /// # Errors
    /// When the journal cannot be written.
    pub fn turn_page(&mut self, carried: Vec<Carried>, why: &str) -> Result<(), Failure> {
        let record = Record::Page { keeps: false, carried: carried.clone(), turned_for: None, why: why.to_owned() };
        self.write(&record)?;
        self.turn(false, carried, None);
        Ok(())
    }

    /// The next page, in memory.
    pub(super) fn turn(&mut self, keeps: bool, carried: Vec<Carried>, turned_for: Option<u64>) {
        let next = self.next_page(keeps, carried, turned_for);
        let before = std::mem::replace(&mut self.page, next);
        match turned_for {
            Some(_) => self.earlier.push(before),
            // Nobody turns back to a page that was closed on purpose, or that its scripts have left behind.
            None => self.earlier.clear(),
        }
        self.encounter = None;
    }

    pub(super) fn next_page(&self, keeps: bool, carried: Vec<Carried>, turned_for: Option<u64>) -> Page {
        let first = self.entries.len();
        let known = if keeps { self.page.known } else { first };
        Page { known, first, carried, turned_for }
    }

    /// The values of things as they stand, which another page or session can carry over.
    pub fn state(&self) -> Vec<Carried> {
        self.happened().last().map_or_else(|| self.page.carried.clone(), |entry| entry.state.clone())
    }

    /// The entries that have happened on this page.
    pub(super) fn happened(&self) -> impl DoubleEndedIterator<Item = &Entry> {
        self.entries.iter().skip(self.page.first).filter(|entry| !entry.struck && entry.sort == Sort::Statement)
    }

    /// Everything that was asked on this page, with its answers.
    pub(super) fn asked(&self) -> Vec<Asked> {
        self.happened().flat_map(|entry| entry.asked.iter().cloned()).collect()
    }

    /// Everything that happened on this page.
    pub(super) fn events(&self) -> Vec<&Happened> {
        self.happened().flat_map(|entry| &entry.verdict.events).collect()
    }

    /// Compiles what stands on `page`, with a new text or an expression behind it.
    pub(super) fn compile(&self, page: &Page, new: New<'_>) -> Result<Encounter, Failure> {
        let known = self.entries.iter().enumerate().skip(page.known);
        let counts = known.filter(|(_, entry)| !entry.struck && entry.sort == Sort::Statement);
        let names: Vec<(String, &str, bool)> =
            counts.map(|(place, entry)| (entry_name(entry.number), entry.text.as_str(), place >= page.first)).collect();
        let mut texts: Vec<PageText<'_>> =
            names.iter().map(|(name, text, acts)| PageText { name, text, acts: *acts }).collect();
        let name = entry_name(self.next);
        let mut besides = Besides { carried: &page.carried, expression: None };
        match new {
            New::Nothing => {}
            New::Statement(text) => texts.push(PageText { name: &name, text, acts: true }),
            New::Expression(text) => besides.expression = Some((&name, text)),
        }
        self.engine.compile_page(&texts, &self.cast, &besides)
    }

    /// What the entries of this page come to, for `why`, odds and the words that can be completed.
    pub(super) fn recompile(&mut self) {
        let compiled = self.compile(&self.page, New::Nothing);
        self.encounter = compiled.ok();
    }
}

impl Page {
    /// Values that were carried over and have found no place stay with the state.
    pub(super) fn with_carried(&self, state: Vec<Carried>) -> Vec<Carried> {
        let has = |name: &str| state.iter().any(|value| value.name == name);
        let kept: Vec<Carried> = self.carried.iter().filter(|value| !has(&value.name)).cloned().collect();
        kept.into_iter().chain(state).collect()
    }
}

/// What stands behind the entries of a page.
#[derive(Clone, Copy, Debug)]
pub(super) enum New<'a> {
    /// Nothing.
    Nothing,
    /// A statement.
    Statement(&'a str),
    /// An expression whose value is asked for.
    Expression(&'a str),
}

/// What messages call an entry's text.
pub(super) fn entry_name(number: u64) -> String {
    format!("entry {number}")
}
