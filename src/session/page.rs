//! A page: what is known, what has happened, and what was carried over to it.

use crate::verdict::Carried;

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

impl Page {
    /// Values that were carried over and have found no place stay with the state.
    pub(super) fn with_carried(&self, state: Vec<Carried>) -> Vec<Carried> {
        let has = |name: &str| state.iter().any(|value| value.name == name);
        let unplaced: Vec<Carried> = self.carried.iter().filter(|value| !has(&value.name)).cloned().collect();
        unplaced.into_iter().chain(state).collect()
    }
}
