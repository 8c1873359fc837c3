//! Undo, redo, and cancelling an entry.

use super::compile::New;
use super::entry::Entry;
use super::log::{Session, Way};
use super::undone::Undone;
use crate::engine::Failure;
use crate::journal::Record;

/// Why a cancelled entry had no effect.
const BROKEN_OFF: &str = "cancelled";

impl Session {
    /// Undoes the last entry that counts; `None` if there is none on this page. If the text of the entry was
    /// [changed](Session::edit) since, only the change is undone, and the entry still counts. A waiting entry is cancelled.
    ///
    /// ```
    /// use assize::{Engine, Session};
    ///
    /// let mut session = Session::begin(Engine::default(), 7, None)?;
    /// session.enter("note \"a knock\"", None)?;
    /// assert!(session.undo()?.is_some_and(|entry| entry.struck));
    /// assert!(session.redo()?.is_some_and(|entry| !entry.struck));
    /// assert!(session.redo()?.is_none(), "nothing else is undone");
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

    /// Redoes the entry or the [change](Session::edit) that was undone last; `None` if something was entered since, or a page has
    /// begun. A waiting entry is cancelled.
    ///
    /// ```
    /// use assize::{Engine, Session};
    ///
    /// let mut session = Session::begin(Engine::default(), 7, None)?;
    /// session.enter("note \"a knock\"", None)?;
    /// session.undo()?;
    /// assert_eq!(session.redo()?.map(|entry| entry.number), Some(1));
    /// // What is entered takes the place of what was undone.
    /// session.undo()?;
    /// session.enter("note \"a cry\"", None)?;
    /// assert_eq!(session.redo()?, None);
    /// # Ok::<(), assize::Failure>(())
    /// ```
    ///
    /// # Errors
    /// When it no longer makes sense, such as a scene with a role that was cast since with someone unknown, or the journal
    /// cannot be written.
    pub fn redo(&mut self) -> Result<Option<&Entry>, Failure> {
        self.break_off()?;
        let last = self.undone.last().map(|undone| (undone.place(), matches!(undone, Undone::Edit(_))));
        let Some((place, is_edit)) = last.filter(|(place, _)| *place >= self.page.first) else { return Ok(None) };
        if self.bring_back(place) {
            self.record(&Record::Restored { entry: self.entries[place].number })
                .inspect_err(|_| self.course = Way::Untried)?;
            self.recompile();
            return Ok(self.entries.get(place));
        }
        self.restore()?;
        let compiled = self.compile(&self.page, New::Nothing);
        if is_edit {
            self.undo_edit()?;
        } else {
            self.cross_out(place);
        }
        let encounter = compiled?;
        self.record(&Record::Restored { entry: self.entries[place].number })?;
        (self.course, self.aside) = (Way::Untried, None);
        self.know(Some(encounter));
        Ok(self.entries.get(place))
    }

    /// Cancels the [waiting](Session::waiting) entry; nothing has changed then.
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
