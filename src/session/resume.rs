//! Beginning a session, and resuming one from a journal.

use super::compare::Difference;
use super::compile::New;
use super::entry::{NewPage, OtherPack, Resumed, Why};
use super::log::{Session, senseless};
use crate::engine::{Engine, Failure, Shelf};
use crate::journal::{Journal, Record, VERSION};
use crate::semantics::chance::Seeds;
use crate::verdict::Audience;

impl Session {
    /// A session that begins now. Entries roll from these seeds, each by its place among them.
    ///
    /// ```
    /// use assize::{Engine, Session};
    ///
    /// let mut session = Session::begin(Engine::default(), 7, None)?;
    /// session.enter("note \"a knock\"", None)?;
    /// assert_eq!(session.entries().len(), 1);
    /// # Ok::<(), assize::Failure>(())
    /// ```
    ///
    /// # Errors
    /// When the journal cannot be written.
    pub fn begin(engine: Engine, seeds: impl Into<Seeds>, journal: Option<Journal>) -> Result<Self, Failure> {
        Self::new(engine, seeds.into(), journal).opened()
    }

    /// The same on a day that the host knows; the journal has it, and transcripts tell it. The library itself reads no clock.
    ///
    /// ```
    /// use assize::verdict::markdown;
    /// use assize::{Engine, Session};
    ///
    /// let mut session = Session::begin_on("2026-11-30", Engine::default(), 7, None)?;
    /// session.enter("note \"a knock\"", None)?;
    /// assert!(markdown::transcript(&session.transcript("The wall")).starts_with("# The wall\n\n30 November 2026\n"));
    /// # Ok::<(), assize::Failure>(())
    /// ```
    ///
    /// # Errors
    /// When the journal cannot be written.
    pub fn begin_on(
        date: impl Into<String>,
        engine: Engine,
        seeds: impl Into<Seeds>,
        journal: Option<Journal>,
    ) -> Result<Self, Failure> {
        let mut session = Self::new(engine, seeds.into(), journal);
        session.date = Some(date.into());
        session.opened()
    }

    /// It has written its first record.
    fn opened(mut self) -> Result<Self, Failure> {
        let program = concat!("assize ", env!("CARGO_PKG_VERSION")).to_owned();
        self.write(&Record::Opened { version: VERSION, program, seeds: self.seeds, date: self.date.clone() })?;
        Ok(self)
    }

    /// Resumes from a journal. Texts are looked for where they were; a missing one is taken from the
    /// journal.
    ///
    /// ```
    /// use std::io;
    /// use std::sync::{Arc, Mutex, PoisonError};
    ///
    /// use assize::journal::{self, Journal, Store};
    /// use assize::{Engine, Session};
    ///
    /// /// A host's own place for lines.
    /// #[derive(Clone, Default)]
    /// struct Rows(Arc<Mutex<Vec<u8>>>);
    ///
    /// impl Store for Rows {
    ///     fn append(&mut self, line: &[u8]) -> io::Result<()> {
    ///         self.0.lock().unwrap_or_else(PoisonError::into_inner).extend_from_slice(line);
    ///         Ok(())
    ///     }
    /// }
    ///
    /// let rows = Rows::default();
    /// let mut session = Session::begin(Engine::default(), 7, Some(Journal::begin(Box::new(rows.clone()))))?;
    /// session.enter("note \"a knock\"", None)?;
    /// drop(session);
    ///
    /// let recovered = journal::read(&rows.0.lock().unwrap_or_else(PoisonError::into_inner))?;
    /// let journal = Journal::go_on(Box::new(rows.clone()), &recovered);
    /// let (session, resumed) = Session::resume(Engine::default(), &recovered.records, Some(journal))?;
    /// assert_eq!((session.entries().len(), resumed.unfinished), (1, None));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// When the records do not form a session, or the journal cannot be written.
    pub fn resume(engine: Engine, records: &[Record], journal: Option<Journal>) -> Result<(Self, Resumed), Failure> {
        let mut shelf = Shelf::default();
        for record in records {
            if let Record::Source { name, text } = record {
                shelf.put(name.clone(), text.clone());
            }
        }
        let Some(Record::Opened { seeds, date, .. }) = records.first() else {
            return Err(senseless("this journal has no first record"));
        };
        let mut session = Self::new(engine.and(shelf), *seeds, journal);
        session.date.clone_from(date);
        for record in records.iter().skip(1) {
            session.take_in(record)?;
        }
        let page = session.go_on()?;
        let unfinished = session.waiting().map(str::to_owned);
        let (unfinished_edit, packs) = (session.unfinished_change(), session.other_packs());
        Ok((session, Resumed { unfinished, unfinished_edit, page, packs }))
    }

    /// The packs with which the last entry was played, where another version is there now.
    fn other_packs(&self) -> Vec<OtherPack> {
        let Some(known) = self.known() else { return Vec::new() };
        let now = &known.system().packs;
        let last = self.entries.iter().rev().find(|entry| !entry.struck && !entry.verdict.system.is_empty());
        let was = last.iter().flat_map(|entry| &entry.verdict.packs);
        let others = was.filter_map(|was| {
            let now = now.iter().find(|now| now.name == was.name).map(|now| now.version.clone());
            let other = OtherPack { name: was.name.clone(), was: was.version.clone(), now };
            (other.now.as_ref() != Some(&other.was)).then_some(other)
        });
        others.collect()
    }

    /// Checks whether what happened would still come out the same; if not, or if that would reveal anything hidden, past
    /// events are final, and a new page begins.
    fn go_on(&mut self) -> Result<Option<NewPage>, Failure> {
        let difference = self.difference_now();
        let why = match difference {
            Some(difference) => self.why_it_differs(difference),
            None if self.is_kept_under_other_rules() => Why::Kept,
            None => return Ok(None),
        };
        let page = self.next_page(None);
        self.turn(page, &why.told(Audience::Log))?;
        let lost = self.encounter().map_or_else(Vec::new, |encounter| encounter.lost().to_vec());
        Ok(Some(NewPage { why, lost }))
    }

    /// What would come out differently with the scripts as they are now.
    fn difference_now(&mut self) -> Option<Difference> {
        if self.go_through(None) {
            self.recompile();
            return None;
        }
        match self.compile(&self.page, New::Nothing) {
            Ok(encounter) => {
                let difference = self.difference(&encounter);
                self.know(Some(encounter));
                difference
            }
            Err(_) if self.events().is_empty() => None,
            Err(failure) => {
                let now = failure.diagnostics.iter().next().map(|found| found.message.clone()).unwrap_or_default();
                let was = "the scripts could be understood".to_owned();
                Some(Difference { was, now, visibility: failure.visibility() })
            }
        }
    }
}
