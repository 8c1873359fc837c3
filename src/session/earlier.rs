//! What pages before this one tell: a page ends, and nothing on it is forgotten.

use super::compare::difference_in;
use super::compile::New;
use super::happened::{asked_in, events_of, results_of};
use super::log::Session;
use super::page::Page;
use crate::diagnostic::{Diagnostic, codes};
use crate::engine::{Chance, Encounter, Failure, OddsRequest};
use crate::journal::Exchange;
use crate::shared_text::SharedText;
use crate::verdict::{Audience, Shown};

impl Session {
    /// The value of an expression on the last page before this one that knows what it speaks of, if that asks nothing new.
    pub(super) fn value_of_earlier(&self, text: &str, understood: &str) -> Option<Shown> {
        self.result_of_earlier(understood).or_else(|| {
            let mut values = self.pages_before().into_iter().filter_map(|page| {
                let encounter = self.as_it_was(&page, New::Expression(text))?;
                encounter.known_value(&self.asked_on(&page)).ok()?
            });
            values.next()
        })
    }

    /// A result of the pages before this one, by its name: as it was told then, whatever the scripts say today.
    fn result_of_earlier(&self, name: &str) -> Option<Shown> {
        let mut results = self.page.stretches().filter_map(|places| {
            let told = self.happened_in(places).rev().flat_map(|entry| &entry.verdict.results);
            told.into_iter().find(|result| result.name == name)
        });
        results.next().map(|result| Shown { name: SharedText::default(), ..result.clone() })
    }

    /// Odds of what a page before this one has left open or settled, the last of them first; `None` when none can tell.
    pub(super) fn odds_of_earlier(&self, request: &OddsRequest, audience: Audience) -> Option<Vec<Chance>> {
        let mut chances = self.pages_before().into_iter().filter_map(|page| {
            let encounter = self.as_it_was(&page, New::Nothing)?;
            self.odds_on(&page, &encounter, request, audience).ok()
        });
        chances.next()
    }

    /// Odds of what stands on a page, after everything that has happened there.
    pub(super) fn odds_on(
        &self,
        page: &Page,
        encounter: &Encounter,
        request: &OddsRequest,
        audience: Audience,
    ) -> Result<Vec<Chance>, Failure> {
        if audience == Audience::Players && encounter.keeps_secrets() {
            return Err(kept_from_players());
        }
        let end = page.end.unwrap_or(self.entries.len());
        let happened = results_of(self.happened_in(page.first..end)).into_iter().map(|result| result.name.into());
        encounter.odds(&OddsRequest { before: self.asked_on(page), happened: happened.collect(), ..request.clone() })
    }
    /// Everything that was asked on a page, with its answers.
    fn asked_on(&self, page: &Page) -> Vec<Exchange> {
        asked_in(self.happened_in(page.first..page.end.unwrap_or(self.entries.len())))
    }

    /// The pages before this one that can be compiled, the last of them first. Those before a page that began because files
    /// had changed cannot: nobody knows their rules any more.
    fn pages_before(&self) -> Vec<Page> {
        let ends = self.page.stretches().map(|places| places.end);
        let pages = self.earlier.iter().rev().zip(ends);
        pages.map(|(page, end)| Page { end: Some(end), ..page.clone() }).collect()
    }

    /// A page before this one, compiled; `None` when what happened on it would come out in another way today.
    fn as_it_was(&self, page: &Page, new: New<'_>) -> Option<Encounter> {
        let encounter = self.compile(page, new).ok()?;
        let happened = self.happened_in(page.first..page.end.unwrap_or(self.entries.len()));
        let events = events_of(happened);
        difference_in((&events, &self.asked_on(page)), &encounter).is_none().then_some(encounter)
    }
}

fn kept_from_players() -> Failure {
    let found = Diagnostic::placeless(codes::ODDS, "odds would tell the players what is kept from them");
    found.help("let the GM ask, and do not post the answer where players read it").into()
}
