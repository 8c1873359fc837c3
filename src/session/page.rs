//! A page: what is known, what has happened, and what was carried over to it.

use std::ops::Range;

use crate::engine::Cast;
use crate::verdict::Carried;

/// A page of a session.
#[derive(Clone, Debug, Default)]
pub(super) struct Page {
    /// The numbers of earlier entries that declare people and things; they do not happen here.
    pub(super) known: Vec<u64>,
    /// The place of the first entry that happens here.
    pub(super) first: usize,
    /// Values that things begin with.
    pub(super) carried: Vec<Carried>,
    /// The entry for which the page was turned.
    pub(super) turned_for: Option<u64>,
    /// The places of the first entries of the pages before it, since everything was last known.
    pub(super) before: Vec<usize>,
    /// The place after its last entry, once another page has begun.
    pub(super) end: Option<usize>,
}

/// A page that was left on purpose, with everything that is needed to go back to it.
#[derive(Clone, Debug)]
pub(super) struct Closed {
    pub(super) page: Page,
    /// The pages that could be restored from it.
    pub(super) earlier: Vec<Page>,
    /// Who filled the roles of it.
    pub(super) cast: Cast,
    /// So many pages had begun behind the first one.
    pub(super) begins: usize,
}

impl Page {
    /// Whether anything could be missed of it: an entry, somebody who is known, or a value.
    pub(super) fn holds_anything(&self, entries: usize) -> bool {
        self.first < entries || !self.known.is_empty() || !self.carried.is_empty()
    }

    /// The page that follows another one. If nothing is known, everything before is over.
    pub(super) fn behind(self, other: &Page) -> Page {
        let before = if self.known.is_empty() { Vec::new() } else { [&other.before[..], &[other.first]].concat() };
        Page { before, ..self }
    }

    /// The places of the entries of the pages before it, the latest page first.
    pub(super) fn stretches(&self) -> impl Iterator<Item = Range<usize>> {
        let ends = self.before.iter().copied().skip(1).chain([self.first]);
        let stretches: Vec<Range<usize>> = self.before.iter().copied().zip(ends).map(|(from, to)| from..to).collect();
        stretches.into_iter().rev()
    }

    /// Values that were carried over and have no place stay in the state.
    pub(super) fn with_carried(&self, state: Vec<Carried>) -> Vec<Carried> {
        let has = |name: &str| state.iter().any(|value| value.name == name);
        let unplaced: Vec<Carried> = self.carried.iter().filter(|value| !has(&value.name)).cloned().collect();
        unplaced.into_iter().chain(state).collect()
    }
}
