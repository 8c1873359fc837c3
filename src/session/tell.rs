//! What a session can be asked about what has happened, and what could.

use super::compile::New;
use super::entry::Entry;
use super::happened::results_of;
use super::log::Session;
use super::page::Page;
use crate::diagnostic::{Diagnostic, codes};
use crate::engine::{Chance, Encounter, Failure, OddsRequest};
use crate::journal::Sort;
use crate::verdict::{Audience, Carried, Transcript, TranscriptEntry, Verdict, Visibility, why};

impl Session {
    /// Exact odds of what comes after everything that has happened on the page: of a `statement` that is not entered, or
    /// of what the page leaves open. `_` stands for the last entry in questions, too. A question that speaks of what only a
    /// page before this one knows is asked there.
    ///
    /// # Errors
    /// As [`crate::engine::Encounter::odds`]; and for players where anything is secret from them, since odds would tell of it.
    pub fn odds(
        &self,
        statement: Option<&str>,
        request: &OddsRequest,
        audience: Audience,
    ) -> Result<Vec<Chance>, Failure> {
        let new = statement.map(|text| self.with_last(text, Audience::Log)).transpose()?;
        let questions = request.questions.iter().map(|question| self.with_last(question, Audience::Log));
        let questions = questions.collect::<Result<_, Failure>>()?;
        let given = request.given.as_ref().map(|given| self.with_last(given, Audience::Log)).transpose()?;
        let request = OddsRequest { questions, given, ..request.clone() };
        let encounter = self.compile(&self.page, new.as_deref().map_or(New::Nothing, New::Statement))?;
        let failure = match self.odds_on(&self.page, &encounter, &request, audience) {
            Ok(chances) => return Ok(chances),
            Err(failure) => failure,
        };
        let is_unknown = failure.diagnostics.iter().any(|found| found.code == codes::UNKNOWN_NAME);
        let earlier = if new.is_none() && is_unknown { self.odds_of_earlier(&request, audience) } else { None };
        earlier.ok_or(failure)
    }

    /// Odds of what a page before this one has left open or settled, the last of them first; `None` when none can tell.
    fn odds_of_earlier(&self, request: &OddsRequest, audience: Audience) -> Option<Vec<Chance>> {
        let mut chances = self.pages_before().into_iter().filter_map(|page| {
            let encounter = self.as_it_was(&page, New::Nothing)?;
            self.odds_on(&page, &encounter, request, audience).ok()
        });
        chances.next()
    }

    /// Odds of what stands on a page, after everything that has happened there.
    fn odds_on(
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
    /// What a value was made of, or everything an entry resolved, as far as `audience` may learn it; `_` is the last. What this
    /// page does not know is looked for on the pages before it.
    ///
    /// # Errors
    /// When nothing that they may know of has that name.
    pub fn why(&self, name: &str, audience: Audience) -> Result<String, Failure> {
        let name = self.with_last(name.trim(), audience)?;
        let told = |page: &Verdict| why::why(&page.seen_by(audience), Some(&name));
        let unknown = match told(&self.whole()) {
            Ok(text) => return Ok(text),
            Err(unknown) => unknown,
        };
        self.earlier().find_map(|page| told(&page).ok()).ok_or_else(|| {
            let found = Diagnostic::placeless(codes::UNKNOWN_NAME, format!("nothing here is called `{name}`"));
            Failure::from(match unknown.nearest {
                Some(near) => found.help(format!("did you mean `{near}`?")),
                None => found.help("ask for something that was resolved, such as `NAME.PART`"),
            })
        })
    }

    /// The values of things as they stand, as far as `audience` may learn them.
    pub fn state_seen_by(&self, audience: Audience) -> Vec<Carried> {
        self.state().into_iter().filter(|value| audience.may_see(value.visibility)).collect()
    }

    /// Everything that was entered, on all pages, struck out entries as well. `title` is what the session is called.
    pub fn transcript(&self, title: &str) -> Transcript {
        let entry = |entry: &Entry| TranscriptEntry {
            name: entry.name.clone(),
            text: entry.text.clone(),
            struck: entry.struck,
            verdict: entry.verdict.clone(),
        };
        Transcript { title: title.to_owned(), entries: self.entries.iter().map(entry).collect() }
    }

    /// A script that says what this page knows and does what has happened on it.
    pub fn script(&self) -> String {
        let counts = |entry: &&Entry| !entry.struck && entry.sort == Sort::Statement;
        let known = self.entries.iter().filter(|entry| self.page.known.contains(&entry.number)).filter(counts);
        let known = known.map(|entry| match entry.verdict.events.as_slice() {
            [] => entry.text.clone(),
            _ => format!("# `{}` has happened on an earlier page", entry.name),
        });
        let carried = self.page.carried.iter().map(set_again);
        let happened = self.happened().map(|entry| entry.text.clone());
        known.chain(carried).chain(happened).map(|lines| lines + "\n").collect()
    }
}

/// The line that gives a thing a value it was carried over with, secret from whom it was secret.
fn set_again(Carried { name, value, visibility }: &Carried) -> String {
    let secrecy = match visibility {
        Visibility::All => "",
        Visibility::Gm => "secret ",
        Visibility::Hidden => "hidden ",
    };
    format!("{secrecy}set {name} = {value}")
}

fn kept_from_players() -> Failure {
    let found = Diagnostic::placeless(codes::ODDS, "odds would tell the players what is kept from them");
    found.help("let the GM ask, and do not post the answer where players read it").into()
}
