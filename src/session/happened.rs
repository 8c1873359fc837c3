//! What has happened on the page.

use std::collections::BTreeMap;
use std::ops::Range;

use super::entry::Entry;
use super::log::Session;
use crate::journal::{EntrySort, Exchange};
use crate::verdict::{Carried, Happened, Shown, Verdict};

impl Session {
    /// The entries that have happened on this page.
    pub(super) fn happened(&self) -> impl DoubleEndedIterator<Item = &Entry> + Clone {
        self.happened_in(self.page.first..self.entries.len())
    }

    /// Those that count among the entries at these places.
    pub(super) fn happened_in(&self, places: Range<usize>) -> impl DoubleEndedIterator<Item = &Entry> + Clone {
        let entries = self.entries.get(places).unwrap_or_default();
        entries.iter().filter(|entry| !entry.struck && entry.sort == EntrySort::Statement)
    }

    /// Everything that was asked on this page, with its answers.
    pub(super) fn asked(&self) -> Vec<Exchange> {
        asked_in(self.happened())
    }

    /// Everything that happened on this page.
    pub(super) fn events(&self) -> Vec<&Happened> {
        events_of(self.happened())
    }

    /// The current values of things, which another page or session can carry over.
    ///
    /// ```
    /// use assize::{Engine, Session};
    ///
    /// let mut session = Session::begin(Engine::default(), 7, None)?;
    /// for line in ["system pots", "kind person { pots : number = 0 }", "person ada", "set ada.pots = 2"] {
    ///     session.enter(line, None)?;
    /// }
    /// let state = session.state();
    /// assert_eq!((state[0].name.as_str(), state[0].value.as_str()), ("ada.pots", "2"));
    /// # Ok::<(), assize::Failure>(())
    /// ```
    pub fn state(&self) -> Vec<Carried> {
        self.happened().last().map_or_else(|| self.page.carried.clone(), |entry| entry.state.clone())
    }

    /// The current named results of this page, in the order in which they came up.
    pub(super) fn results(&self) -> Vec<Shown> {
        results_of(self.happened())
    }

    /// Everything that has happened on this page, as one verdict.
    ///
    /// ```
    /// use assize::{Engine, Session};
    ///
    /// let mut session = Session::begin(Engine::default(), 7, None)?;
    /// session.enter("note \"a knock\"", None)?;
    /// session.enter("note \"a creak\"", None)?;
    /// assert_eq!(session.whole().events.len(), 2);
    /// # Ok::<(), assize::Failure>(())
    /// ```
    pub fn whole(&self) -> Verdict {
        whole_of(self.happened())
    }

    /// The same for each page that this one continues, the latest first: those before it that were not closed on
    /// purpose.
    ///
    /// ```
    /// use assize::{Engine, Session};
    ///
    /// let mut session = Session::begin(Engine::default(), 7, None)?;
    /// session.enter("note \"a knock\"", None)?;
    /// session.turn_page(session.state(), "the next evening")?;
    /// // A page that was closed on purpose is not one that this one goes on from.
    /// assert_eq!(session.earlier().count(), 0);
    /// # Ok::<(), assize::Failure>(())
    /// ```
    pub fn earlier(&self) -> impl Iterator<Item = Verdict> {
        self.page.stretches().map(|places| whole_of(self.happened_in(places)))
    }
}

/// Everything that was asked in these entries, with its answers.
pub(super) fn asked_in<'e>(entries: impl Iterator<Item = &'e Entry>) -> Vec<Exchange> {
    entries.flat_map(|entry| entry.asked.iter().cloned()).collect()
}

/// Everything that happened in these entries.
pub(super) fn events_of<'e>(entries: impl Iterator<Item = &'e Entry>) -> Vec<&'e Happened> {
    entries.flat_map(|entry| &entry.verdict.events).collect()
}

/// The named results of these entries at their end, in the order in which they came up.
pub(super) fn results_of<'e>(entries: impl Iterator<Item = &'e Entry>) -> Vec<Shown> {
    let mut places: BTreeMap<&str, usize> = BTreeMap::new();
    let mut results: Vec<Shown> = Vec::new();
    for result in entries.flat_map(|entry| &entry.verdict.results) {
        let place = *places.entry(&result.name).or_insert(results.len());
        match results.get_mut(place) {
            Some(known) => known.clone_from(result),
            None => results.push(result.clone()),
        }
    }
    results
}

pub(super) fn whole_of<'e>(entries: impl DoubleEndedIterator<Item = &'e Entry> + Clone) -> Verdict {
    let last = entries.clone().next_back().map(|entry| entry.verdict.clone()).unwrap_or_default();
    let events = events_of(entries.clone()).into_iter().cloned().collect();
    Verdict { events, results: results_of(entries), ..last }
}
