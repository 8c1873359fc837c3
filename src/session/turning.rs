//! Turning to a new page.

use super::entry::Entry;
use super::log::Session;
use super::page::Page;
use crate::engine::Failure;
use crate::journal::Record;
use crate::verdict::Carried;

impl Session {
    /// Begins a new page on which nothing is known and no one is cast; the `carried` values are set as soon as there is a
    /// place for them. A waiting entry is cancelled.
    ///
    /// ```
    /// use assize::{Engine, Session};
    ///
    /// let mut session = Session::begin(Engine::default(), 7, None)?;
    /// for line in ["system pots", "kind person { pots : number = 0 }", "person ada", "set ada.pots = 2"] {
    ///     session.enter(line, None)?;
    /// }
    /// session.turn_page(session.state(), "the next evening")?;
    /// assert!(!session.stands("person ada"));
    /// for line in ["system pots", "kind person { pots : number = 0 }", "person ada"] {
    ///     session.enter(line, None)?;
    /// }
    /// assert_eq!(session.state()[0].value, "2", "as far as there is a place for it again");
    /// # Ok::<(), assize::Failure>(())
    /// ```
    ///
    /// # Errors
    /// When the journal cannot be written.
    pub fn turn_page(&mut self, carried: Vec<Carried>, why: &str) -> Result<(), Failure> {
        self.break_off()?;
        let page = Page { first: self.entries.len(), carried, ..Page::default() };
        self.turn(page, why)
    }

    /// Goes back to the page that was left by [`Session::turn_page`], as it was, and answers whether there was one: only as long as
    /// nothing on the newer page counts, and not to a page that was left for other reasons. A waiting entry is cancelled.
    ///
    /// ```
    /// use assize::{Engine, Session};
    ///
    /// let mut session = Session::begin(Engine::default(), 7, None)?;
    /// session.enter("note \"a knock\"", None)?;
    /// session.turn_page(Vec::new(), "a slip of the fingers")?;
    /// assert!(session.undo()?.is_none() && session.whole().events.is_empty());
    /// assert!(session.reopen_page()?);
    /// assert_eq!(session.whole().events.len(), 1);
    /// # Ok::<(), assize::Failure>(())
    /// ```
    ///
    /// # Errors
    /// When the journal cannot be written.
    pub fn reopen_page(&mut self) -> Result<bool, Failure> {
        self.break_off()?;
        if !self.can_reopen() {
            return Ok(false);
        }
        self.record(&Record::Reopened {})?;
        self.recompile();
        Ok(true)
    }

    /// Turns to a page and records it.
    pub(super) fn turn(&mut self, page: Page, why: &str) -> Result<(), Failure> {
        let Page { known, carried, turned_for, .. } = page;
        self.record(&Record::Page { known, carried, turned_for, why: why.to_owned() })?;
        self.recompile();
        Ok(())
    }

    /// A page on which everyone and everything known on this one is known.
    pub(super) fn next_page(&self, turned_for: Option<u64>) -> Page {
        let declares = |entry: &&Entry| self.encounter().is_none_or(|encounter| encounter.entry_declares(entry.number));
        let new = self.happened().filter(declares).map(|entry| entry.number);
        let known = self.page.known.iter().copied().chain(new).collect();
        let page = Page { known, first: self.entries.len(), carried: self.state(), turned_for, ..Page::default() };
        page.behind(&self.page)
    }
}
