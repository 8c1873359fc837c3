//! Undo, redo, and cancelling an entry.

use super::compile::New;
use super::entry::Entry;
use super::log::{Session, Way};
use crate::engine::Failure;
use crate::journal::Record;

/// Why an entry came to nothing that somebody let go.
const BROKEN_OFF: &str = "broken off";

impl Session {
    /// Strikes out the last entry that counts; `None` when there is none on this page. Of an entry whose text was
    /// [changed](Session::edit) since, the change is taken back instead, and it still counts. An entry that waits is broken off.
    ///
    /// ```
    /// use assize::{Engine, Session};
    ///
    /// let mut session = Session::begin(Engine::default(), 7, None)?;
    /// session.enter("note \"a knock\"", None)?;
    /// assert!(session.undo()?.is_some_and(|entry| entry.struck));
    /// assert!(session.redo()?.is_some_and(|entry| !entry.struck));
    /// assert!(session.redo()?.is_none(), "nothing else is struck out");
    /// # Ok::<(), assize::Failure>(())
    /// ```
    ///
    /// # Errors
    /// When the journal cannot be written.
    pub fn undo(&mut self) -> Result<Option<&Entry>, Failure> {
        self.break_off()?;
        let counts = |entry: &Entry| !entry.struck;
        let place = self.entries.iter().skip(self.page.first).rposition(counts).map(|place| place + self.page.first);
        if let Some(edit) = self.edits.last().filter(|edit| edit.place >= self.page.first)
            && place.is_none_or(|place| place < edit.behind)
        {
            let place = edit.place;
            self.record(&Record::Unedited { entry: self.entries[place].number })?;
            (self.course, self.aside) = (Way::Untried, None);
            self.recompile();
            return Ok(self.entries.get(place));
        }
        let Some(place) = place else { return Ok(None) };
        self.record(&Record::Struck { entry: self.entries[place].number })?;
        self.take_back(place);
        self.recompile();
        Ok(self.entries.get(place))
    }

    /// Lets the entry count again that was struck out last; `None` when something was entered since, or a page has begun.
    /// An entry that waits is broken off.
    ///
    /// ```
    /// use assize::{Engine, Session};
    ///
    /// let mut session = Session::begin(Engine::default(), 7, None)?;
    /// session.enter("note \"a knock\"", None)?;
    /// session.undo()?;
    /// assert_eq!(session.redo()?.map(|entry| entry.number), Some(1));
    /// // What is entered takes the place of what was struck out.
    /// session.undo()?;
    /// session.enter("note \"a cry\"", None)?;
    /// assert_eq!(session.redo()?, None);
    /// # Ok::<(), assize::Failure>(())
    /// ```
    ///
    /// # Errors
    /// When it makes no sense any more, such as a scene of which a role was cast since with somebody unknown, or the journal
    /// cannot be written.
    pub fn redo(&mut self) -> Result<Option<&Entry>, Failure> {
        self.break_off()?;
        let last = self.struck_out.last().map(|struck_out| struck_out.place);
        let Some(place) = last.filter(|place| *place >= self.page.first) else { return Ok(None) };
        if self.bring_back(place) {
            self.record(&Record::Restored { entry: self.entries[place].number })
                .inspect_err(|_| self.course = Way::Untried)?;
            self.recompile();
            return Ok(self.entries.get(place));
        }
        self.restore();
        let compiled = self.compile(&self.page, New::Nothing);
        self.cross_out(place);
        let encounter = compiled?;
        self.record(&Record::Restored { entry: self.entries[place].number })?;
        (self.course, self.aside) = (Way::Untried, None);
        self.know(Some(encounter));
        Ok(self.entries.get(place))
    }

    /// Drops the entry that [waits](Session::waiting); nothing has changed then.
    ///
    /// ```
    /// use assize::engine::Response;
    /// use assize::{Engine, Session};
    ///
    /// let mut session = Session::begin(Engine::default(), 7, None)?;
    /// session.enter("system doors \"Doors\"", None)?;
    /// session.enter("choose way \"which way?\" { left { }, right { } }", Some(&mut |_| Response::Later))?;
    /// assert!(session.waiting().is_some());
    /// session.break_off()?;
    /// assert_eq!((session.waiting(), session.entries().len()), (None, 1));
    /// # Ok::<(), assize::Failure>(())
    /// ```
    ///
    /// # Errors
    /// When the journal cannot be written.
    pub fn break_off(&mut self) -> Result<(), Failure> {
        match &self.unfinished {
            Some(unfinished) => self.drop_entry(unfinished.number, BROKEN_OFF.to_owned()),
            None => Ok(()),
        }
    }
}
