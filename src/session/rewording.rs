//! What is asked while the text of an entry is being changed: each answer of a person is written down before it counts.

use std::cell::RefCell;

use super::left_off::by_a_person;
use super::log::{Session, not_recorded};
use crate::engine::{Ask, Failure};
use crate::journal::{Exchange, Journal, JournalError, Record};

/// Writes down what is asked for a change.
pub(super) struct Asking<'s> {
    journal: &'s RefCell<Option<Journal>>,
    /// The first record, until it is written.
    begins: Option<Record>,
    /// Whether somebody was asked just now.
    is_asked: bool,
    written: Vec<Record>,
    lost: Option<JournalError>,
}

impl Asking<'_> {
    /// Somebody is about to be asked.
    pub(super) fn ask(&mut self, ask: &Ask<'_>) {
        if !ask.is_for_a_person() {
            return;
        }
        self.is_asked = true;
        if let Some(begins) = self.begins.take() {
            self.write(begins);
        }
    }

    /// Something was answered for this entry: by somebody who was asked, or as it was before.
    ///
    /// # Errors
    /// When it could not be written down.
    pub(super) fn hear(&mut self, entry: u64, asked: &Exchange) -> Result<(), String> {
        if !std::mem::take(&mut self.is_asked) || !by_a_person(asked) {
            return Ok(());
        }
        self.write(Record::Replied { entry, asked: asked.clone() });
        if self.lost.is_some() { Err("it could not be saved".to_owned()) } else { Ok(()) }
    }

    fn write(&mut self, record: Record) {
        if self.lost.is_some() {
            return;
        }
        match self.journal.borrow_mut().as_mut().map_or(Ok(()), |journal| journal.write(&record)) {
            Ok(()) => self.written.push(record),
            Err(error) => self.lost = Some(error),
        }
    }
}

impl Session {
    /// Finds out what a change comes to while everything that somebody answers for it is written down. A change that comes to
    /// nothing is written down as well, if anybody was asked.
    pub(super) fn under_record<T>(
        &mut self,
        (entry, text): (u64, &str),
        run: impl FnOnce(&Self, &RefCell<Asking<'_>>) -> Result<T, Failure>,
    ) -> Result<T, Failure> {
        let goes_on = self.unfinished_change().is_some_and(|(of, to)| (of, to.as_str()) == (entry, text));
        let begins = (!goes_on).then(|| Record::Rewording { entry, text: text.to_owned() });
        let asking =
            RefCell::new(Asking { journal: &self.journal, begins, is_asked: false, written: Vec::new(), lost: None });
        let ran = run(self, &asking);
        let Asking { written, lost, .. } = asking.into_inner();
        for record in &written {
            self.take_in(record)?;
        }
        match (ran, lost) {
            (_, Some(error)) => Err(not_recorded(&error, false)),
            (Ok(ran), None) => Ok(ran),
            (Err(failure), None) => {
                if self.rewording.is_some() {
                    let why = failure.diagnostics.iter().next().map_or_else(String::new, |one| one.message.clone());
                    self.record(&Record::Dropped { entry, why })?;
                }
                Err(failure)
            }
        }
    }
}
