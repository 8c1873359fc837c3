//! Striking out and restoring.

use super::page::{New, Page};
use super::{Entry, Session};
use crate::engine::Failure;
use crate::journal::Record;

/// Something that was struck out and can be restored.
#[derive(Clone, Debug)]
pub(super) struct StruckOut {
    /// The entry's place.
    pub(super) place: usize,
    /// The page that was turned back with it.
    pub(super) page: Option<Page>,
}

impl Session {
    /// Strikes out the last entry that counts; `None` when there is none on this page. An entry that waits is broken off.
    ///
    /// # Errors
    /// When the journal cannot be written.
    pub fn undo(&mut self) -> Result<Option<&Entry>, Failure> {
        self.break_off()?;
        let counts = |entry: &Entry| !entry.struck;
        let Some(place) = self.entries.iter().skip(self.page.first).rposition(counts) else { return Ok(None) };
        let place = place + self.page.first;
        self.keep(&Record::Struck { entry: self.entries[place].number })?;
        self.recompile();
        Ok(self.entries.get(place))
    }

    /// Lets the entry count again that was struck out last; `None` when something was entered since, or a page has begun.
    /// An entry that waits is broken off.
    ///
    /// # Errors
    /// When it makes no sense any more, such as a scene of which a role was cast since with somebody unknown, or the journal
    /// cannot be written.
    pub fn redo(&mut self) -> Result<Option<&Entry>, Failure> {
        self.break_off()?;
        let last = self.struck_out.last().map(|struck_out| struck_out.place);
        let Some(place) = last.filter(|place| *place >= self.page.first) else { return Ok(None) };
        self.restore();
        let compiled = self.compile(&self.page, New::Nothing);
        self.cross_out(place);
        let encounter = compiled?;
        self.keep(&Record::Restored { entry: self.entries[place].number })?;
        self.encounter = Some(encounter);
        Ok(self.entries.get(place))
    }

    /// Strikes an entry out, in memory; a page that was turned for it is turned back.
    pub(super) fn cross_out(&mut self, place: usize) {
        self.entries[place].struck = true;
        let page = self.turn_back(self.entries[place].number);
        self.struck_out.push(StruckOut { place, page });
    }

    /// Drops an entry that came to nothing, in memory.
    pub(super) fn dropped(&mut self, entry: u64) {
        self.turn_back(entry);
        self.unfinished = None;
        self.next = entry.saturating_add(1);
    }

    /// Turns back the page that was turned for an entry, if there is one.
    fn turn_back(&mut self, entry: u64) -> Option<Page> {
        let turned = self.page.turned_for == Some(entry);
        let earlier = self.earlier.pop_if(|_| turned)?;
        Some(std::mem::replace(&mut self.page, earlier))
    }

    /// Restores what was struck out last, in memory.
    pub(super) fn restore(&mut self) {
        let Some(StruckOut { place, page }) = self.struck_out.pop() else { return };
        self.entries[place].struck = false;
        if let Some(page) = page {
            let before = std::mem::replace(&mut self.page, page);
            self.earlier.push(before);
        }
    }
}
