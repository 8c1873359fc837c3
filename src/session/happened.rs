//! What has happened on the page.

use std::collections::BTreeMap;

use super::entry::Entry;
use super::log::Session;
use crate::journal::{EntrySort, Exchange};
use crate::verdict::{Carried, Happened, Shown, Verdict};

impl Session {
    /// The entries that have happened on this page.
    pub(super) fn happened(&self) -> impl DoubleEndedIterator<Item = &Entry> {
        self.entries.iter().skip(self.page.first).filter(|entry| !entry.struck && entry.sort == EntrySort::Statement)
    }

    /// Everything that was asked on this page, with its answers.
    pub(super) fn asked(&self) -> Vec<Exchange> {
        self.happened().flat_map(|entry| entry.asked.iter().cloned()).collect()
    }

    /// Everything that happened on this page.
    pub(super) fn events(&self) -> Vec<&Happened> {
        self.happened().flat_map(|entry| &entry.verdict.events).collect()
    }

    /// The values of things as they stand, which another page or session can carry over.
    pub fn state(&self) -> Vec<Carried> {
        self.happened().last().map_or_else(|| self.page.carried.clone(), |entry| entry.state.clone())
    }

    /// The named results of this page as they stand, in the order in which they came up.
    pub(super) fn results(&self) -> Vec<Shown> {
        let mut places: BTreeMap<&str, usize> = BTreeMap::new();
        let mut results: Vec<Shown> = Vec::new();
        for result in self.happened().flat_map(|entry| &entry.verdict.results) {
            let place = *places.entry(&result.name).or_insert(results.len());
            match results.get_mut(place) {
                Some(known) => known.clone_from(result),
                None => results.push(result.clone()),
            }
        }
        results
    }

    /// Everything that has happened on this page, as one verdict.
    pub fn whole(&self) -> Verdict {
        let last = self.happened().next_back().map(|entry| entry.verdict.clone()).unwrap_or_default();
        let events = self.happened().flat_map(|entry| entry.verdict.events.iter().cloned()).collect();
        Verdict { events, results: self.results(), ..last }
    }
}
