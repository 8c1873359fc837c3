//! Going on with what a journal tells.

use super::compare::Difference;
use super::page::{New, Page};
use super::{Entry, NewPage, Resumed, Session, Unfinished, senseless};
use crate::engine::{Engine, Failure, Shelf};
use crate::journal::{Asked, Journal, Record};
use crate::verdict::{Carried, Verdict};

impl Session {
    /// Goes on with what a journal tells. Texts are looked for where they were; one that is gone is taken from the
    /// journal.
    ///
    /// # Errors
    /// When the records make no session, or the journal cannot be written.
    pub fn resume(engine: Engine, records: &[Record], journal: Option<Journal>) -> Result<(Self, Resumed), Failure> {
        let mut shelf = Shelf::default();
        for record in records {
            if let Record::Source { name, text } = record {
                shelf.put(name.clone(), text.clone());
            }
        }
        let Some(Record::Opened { seeds, .. }) = records.first() else {
            return Err(senseless("this journal does not say how it began"));
        };
        let mut session = Self::new(engine.and(shelf), *seeds, journal);
        for record in records.iter().skip(1) {
            session.take_in(record)?;
        }
        let page = session.go_on()?;
        let unfinished = session.waiting().map(str::to_owned);
        Ok((session, Resumed { unfinished, page }))
    }

    /// Takes one record in that stands in the journal.
    pub(super) fn take_in(&mut self, record: &Record) -> Result<(), Failure> {
        match record {
            Record::Opened { .. } => return Err(senseless("this journal begins twice")),
            Record::Source { name, text } => {
                self.kept.insert(name.clone(), text.clone());
            }
            Record::Page { known, carried, turned_for, .. } => self.turn_to(Page {
                known: known.clone(),
                first: self.entries.len(),
                carried: carried.clone(),
                turned_for: *turned_for,
            }),
            Record::Cast { role, thing } => {
                self.cast.insert(role.clone(), thing.clone());
            }
            Record::Seeded { seeds } => self.seeds = *seeds,
            Record::Answering { mode, by_hand } => {
                self.mode = *mode;
                self.by_hand.clone_from(by_hand);
            }
            Record::Entered { entry, sort, text, mode, chance } => {
                let (number, text, replies) = (*entry, text.clone(), Vec::new());
                self.unfinished =
                    Some(Unfinished { number, sort: *sort, text, mode: *mode, chance: *chance, replies, page: None });
                self.next = number;
            }
            Record::Replied { entry, asked } => self.under_way(*entry)?.replies.push(asked.clone()),
            Record::Answered { entry, name, asked, verdict, state } => {
                self.answered(*entry, name, (asked, verdict, state))?;
            }
            Record::Dropped { entry, .. } => {
                self.under_way(*entry)?;
                self.dropped(*entry);
            }
            Record::Struck { entry } => {
                let place = self.place_of(*entry)?;
                self.cross_out(place);
            }
            Record::Restored { entry } => {
                if self.struck_out.last().map(|struck_out| struck_out.place) != Some(self.place_of(*entry)?) {
                    return Err(senseless(format!("entry {entry} is restored without having been struck out last")));
                }
                self.restore();
            }
        }
        Ok(())
    }

    pub(super) fn under_way(&mut self, entry: u64) -> Result<&mut Unfinished, Failure> {
        let under_way = self.unfinished.as_mut().filter(|unfinished| unfinished.number == entry);
        under_way.ok_or_else(|| senseless(format!("entry {entry} is spoken of before it was entered")))
    }

    fn place_of(&self, entry: u64) -> Result<usize, Failure> {
        let place = self.entries.iter().position(|known| known.number == entry);
        place.ok_or_else(|| senseless(format!("there is no entry {entry}")))
    }

    fn answered(
        &mut self,
        number: u64,
        name: &str,
        (asked, verdict, state): (&[Asked], &Verdict, &[Carried]),
    ) -> Result<(), Failure> {
        let Unfinished { sort, text, mode, chance, .. } = self.under_way(number)?.clone();
        self.unfinished = None;
        self.next = number.saturating_add(1);
        self.struck_out.clear();
        self.entries.push(Entry {
            number,
            name: name.to_owned(),
            sort,
            text,
            mode,
            chance,
            asked: asked.to_vec(),
            verdict: verdict.clone(),
            state: state.to_vec(),
            struck: false,
        });
        Ok(())
    }

    /// Looks whether what happened would still come out as it did; if not, what happened stands, and a new page begins.
    fn go_on(&mut self) -> Result<Option<NewPage>, Failure> {
        let difference = match self.compile(&self.page, New::Nothing) {
            Ok(encounter) => {
                let difference = self.difference(&encounter);
                self.encounter = Some(encounter);
                difference
            }
            Err(_) if self.events().is_empty() => None,
            Err(failure) => {
                let now = failure.diagnostics.iter().next().map(|found| found.message.clone()).unwrap_or_default();
                Some(Difference { was: "the scripts could be understood".to_owned(), now })
            }
        };
        let Some(difference) = difference else { return Ok(None) };
        let (page, why) = (self.next_page(None), difference.why());
        self.turn(page, &why.to_string())?;
        let lost = self.encounter.as_ref().map_or_else(Vec::new, |encounter| encounter.lost().to_vec());
        Ok(Some(NewPage { why, lost }))
    }
}
