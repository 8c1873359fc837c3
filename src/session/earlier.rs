//! What earlier pages contain: a page ends, and nothing on it is forgotten.

use super::compare::difference_in;
use super::compile::New;
use super::happened::{asked_in, events_of};
use super::log::Session;
use super::page::Page;
use crate::engine::Encounter;
use crate::journal::Exchange;
use crate::shared_text::SharedText;
use crate::verdict::Shown;

impl Session {
    /// Whether there are pages before this one: what happened on them is over, and its values were carried on.
    ///
    /// ```
    /// use assize::{Engine, Session};
    ///
    /// let mut session = Session::begin(Engine::default(), 7, None)?;
    /// assert!(!session.has_earlier_pages());
    /// session.turn_page(Vec::new(), "the next evening")?;
    /// assert!(session.has_earlier_pages());
    /// # Ok::<(), assize::Failure>(())
    /// ```
    pub fn has_earlier_pages(&self) -> bool {
        !self.begins.is_empty()
    }

    /// The places in [`entries`](Session::entries) at which pages begin, but for the first; one may have no entry yet.
    ///
    /// ```
    /// use assize::{Engine, Session};
    ///
    /// let mut session = Session::begin(Engine::default(), 7, None)?;
    /// session.enter("note \"a knock\"", None)?;
    /// session.turn_page(Vec::new(), "the next evening")?;
    /// assert_eq!(session.page_begins(), [1]);
    /// # Ok::<(), assize::Failure>(())
    /// ```
    pub fn page_begins(&self) -> &[usize] {
        &self.begins
    }

    /// The value of an expression on the latest earlier page that knows its names, if that asks nothing new.
    pub(super) fn value_of_earlier(&self, text: &str, understood: &str) -> Option<Shown> {
        self.result_of_earlier(understood).or_else(|| {
            let mut values = self.pages_before().into_iter().filter_map(|page| {
                let encounter = self.as_it_was(&page, New::Expression(text))?;
                encounter.known_value(&self.asked_on(&page)).ok()?
            });
            values.next()
        })
    }

    /// A result on an earlier page, by its name: as it was then, whatever the scripts say today.
    fn result_of_earlier(&self, name: &str) -> Option<Shown> {
        let mut results = self.page.stretches().filter_map(|places| {
            let told = self.happened_in(places).rev().flat_map(|entry| &entry.verdict.results);
            told.into_iter().find(|result| result.name == name)
        });
        results.next().map(|result| Shown { name: SharedText::default(), ..result.clone() })
    }

    /// Everything that was asked on a page, with its answers.
    pub(super) fn asked_on(&self, page: &Page) -> Vec<Exchange> {
        asked_in(self.happened_in(page.first..page.end.unwrap_or(self.entries.len())))
    }

    /// The earlier pages that can be compiled, the latest first. Pages before one that began because files
    /// had changed cannot: their rules are no longer known.
    pub(super) fn pages_before(&self) -> Vec<Page> {
        let ends = self.page.stretches().map(|places| places.end);
        let pages = self.earlier.iter().rev().zip(ends);
        pages.map(|(page, end)| Page { end: Some(end), ..page.clone() }).collect()
    }

    /// An earlier page, compiled; `None` if what happened on it would come out differently today.
    pub(super) fn as_it_was(&self, page: &Page, new: New<'_>) -> Option<Encounter> {
        let encounter = self.compile(page, new).ok()?;
        let happened = self.happened_in(page.first..page.end.unwrap_or(self.entries.len()));
        let events = events_of(happened);
        difference_in((&events, &self.asked_on(page)), &encounter).is_none().then_some(encounter)
    }
}
