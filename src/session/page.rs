//! A page: what is known, what has happened, and what was carried over to it.

use super::{Entry, Session};
use crate::engine::{Besides, Cast, Encounter, Failure, PageText};
use crate::journal::{Asked, Record, Sort};
use crate::source::Source;
use crate::verdict::{Carried, Happened};

/// A page of a session.
#[derive(Clone, Debug, Default)]
pub(super) struct Page {
    /// The numbers of earlier entries that say who and what there is; they do not happen here.
    pub(super) known: Vec<u64>,
    /// The place of the first entry that happens here.
    pub(super) first: usize,
    /// Values that things begin with.
    pub(super) carried: Vec<Carried>,
    /// The entry for which the page was turned.
    pub(super) turned_for: Option<u64>,
}

impl Session {
    /// Begins a fresh page on which nothing is known and nobody is cast; the `carried` values are set as far as it gets a
    /// place for them. An entry that waits is broken off.
    ///
    /// # Errors
    /// When the journal cannot be written.
    pub fn turn_page(&mut self, carried: Vec<Carried>, why: &str) -> Result<(), Failure> {
        self.break_off()?;
        let page = Page { known: Vec::new(), first: self.entries.len(), carried, turned_for: None };
        self.turn(page, why)
    }

    /// Turns to a page and writes it down.
    pub(super) fn turn(&mut self, page: Page, why: &str) -> Result<(), Failure> {
        let Page { known, carried, turned_for, .. } = page;
        self.keep(&Record::Page { known, carried, turned_for, why: why.to_owned() })?;
        self.recompile();
        Ok(())
    }

    /// Turns to a page, in memory. Where nothing is known, nobody is cast.
    pub(super) fn turn_to(&mut self, page: Page) {
        if page.known.is_empty() {
            self.cast.clear();
        }
        let turned_for = page.turned_for;
        let before = std::mem::replace(&mut self.page, page);
        match turned_for {
            Some(_) => self.earlier.push(before),
            // Nobody turns back to a page that was closed on purpose, or that its scripts have left behind.
            None => self.earlier.clear(),
        }
        self.encounter = None;
    }

    /// A page on which everybody and everything is known that this one knows.
    pub(super) fn next_page(&self, turned_for: Option<u64>) -> Page {
        let declares =
            |entry: &&Entry| self.encounter.as_ref().is_none_or(|encounter| encounter.declares(entry.number));
        let new = self.happened().filter(declares).map(|entry| entry.number);
        let known = self.page.known.iter().copied().chain(new).collect();
        Page { known, first: self.entries.len(), carried: self.state(), turned_for }
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
        self.compile_cast(page, new, &self.cast)
    }

    /// The same, with the roles filled so.
    pub(super) fn compile_cast(&self, page: &Page, new: New<'_>, cast: &Cast) -> Result<Encounter, Failure> {
        let stands = |place: usize, entry: &Entry| place >= page.first || page.known.contains(&entry.number);
        let entries = self.entries.iter().enumerate().filter(|(place, entry)| stands(*place, entry));
        let counts = entries.filter(|(_, entry)| !entry.struck && entry.sort == Sort::Statement);
        let text = |(place, entry): (usize, &Entry)| PageText {
            source: Source::entry(entry.number, entry.text.as_str()),
            acts: place >= page.first,
        };
        let mut texts: Vec<PageText> = counts.map(text).collect();
        let mut besides = Besides { carried: &page.carried, expression: None };
        match new {
            New::Nothing => {}
            New::Statement(text) => texts.push(PageText { source: Source::entry(self.next, text), acts: true }),
            New::Expression(text) => besides.expression = Some(Source::entry(self.next, text)),
        }
        self.engine.compile_page(texts, cast, besides)
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
