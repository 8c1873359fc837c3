//! What was undone and can be redone, and changes that can be undone.

use super::page::Page;
use crate::journal::Redone;

/// Something that was undone and can be redone.
#[derive(Clone, Debug)]
pub(super) enum Undone {
    /// An entry.
    Entry {
        /// Where it stands among all entries.
        place: usize,
        /// The page that was turned back with it.
        page: Option<Page>,
    },
    /// A change of a text; what it keeps are the entries as the change made them.
    Edit(Edit),
}

impl Undone {
    /// Where the entry stands among all entries.
    pub(super) fn place(&self) -> usize {
        match self {
            Self::Entry { place, .. } | Self::Edit(Edit { place, .. }) => *place,
        }
    }
}

/// A change of a text that can be undone.
#[derive(Clone, Debug)]
pub(super) struct Edit {
    /// Where the entry stands among all entries.
    pub(super) place: usize,
    /// So many entries there were.
    pub(super) behind: usize,
    /// What was changed by it, as it is on the other side of the change: before it, or after it once it is undone.
    pub(super) other: Vec<Redone>,
}
