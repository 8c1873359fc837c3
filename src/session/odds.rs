//! Exact odds of what has not happened yet. They are lowered after the page, like entries, so that the cost of a question depends
//! only on the question.

use super::compile::New;
use super::entry::Entry;
use super::happened::results_of;
use super::log::Session;
#[cfg(feature = "cli")]
use super::log::Way;
use super::page::Page;
use crate::diagnostic::codes;
#[cfg(feature = "cli")]
use crate::engine::Next;
#[cfg(feature = "cli")]
use crate::engine::Overview;
use crate::engine::{self, Chance, Encounter, Failure, Mode, OddsRequest};
use crate::journal::EntrySort;
#[cfg(feature = "cli")]
use crate::journal::Exchange;
#[cfg(feature = "cli")]
use crate::source::Source;
use crate::syntax::tokens::{Token, Tokens};
use crate::verdict::Audience;
#[cfg(feature = "cli")]
use crate::verdict::Shown;

/// A page as it was before one of its entries, with this entry still to come.
struct BeforeEntry {
    entry: u64,
    mode: Mode,
    page: Page,
    encounter: Encounter,
}

impl Session {
    /// Exact odds after everything that has happened on the page: of a `statement` that is not entered, or
    /// of what the page leaves open. `_` stands for the last entry in questions, too. A question about names that only an
    /// earlier page knows is asked there.
    ///
    /// ```
    /// use assize::{Audience, Engine, OddsRequest, Session, Shelf};
    ///
    /// # let mut shelf = Shelf::default();
    /// # shelf.put("lamps", "
    /// #     system lamps \"Lamps in the Dark\"
    /// #     ladder glow, rolls 1d6, highest first { level | rolls | judged, bright | 4..6 | 0.., dark | 1..3 | ..-1 }
    /// #     kind person { oil : 0..9 = 3 }
    /// #     procedure light by person { resolve glow with person.oil }");
    /// let mut session = Session::begin(Engine::with(shelf), 7, None)?;
    /// session.enter("use lamps", None)?;
    /// session.enter("person ada", None)?;
    /// let request = OddsRequest::of(["P(lamp.glow is bright)"]);
    /// let chances = session.odds(Some("light lamp by ada"), &request, Audience::Gm)?;
    /// assert_eq!(chances[0].percent().as_deref(), Some("50.00%"));
    /// # Ok::<(), assize::Failure>(())
    /// ```
    ///
    /// # Errors
    /// As [`crate::engine::Encounter::odds`]; and for players if anything is secret from them, since odds would reveal it.
    pub fn odds(
        &mut self,
        statement: Option<&str>,
        request: &OddsRequest,
        audience: Audience,
    ) -> Result<Vec<Chance>, Failure> {
        let new = statement.map(|text| self.with_last(text, Audience::Log)).transpose()?;
        let questions = request.questions.iter().map(|question| self.with_last(question, Audience::Log));
        let questions = questions.collect::<Result<_, Failure>>()?;
        let given = request.given.as_ref().map(|given| self.with_last(given, Audience::Log)).transpose()?;
        let request = OddsRequest { questions, given, ..request.clone() };
        let failure = match self.odds_here(new.as_deref(), &request, audience) {
            Ok(chances) => return Ok(chances),
            Err(failure) => failure,
        };
        let is_unknown = failure.has(codes::UNKNOWN_NAME);
        let earlier = if new.is_none() && is_unknown { self.odds_of_earlier(&request, audience) } else { None };
        earlier.ok_or(failure)
    }

    /// The same, with what is known meanwhile handed to `hear`, as [`crate::engine::Encounter::odds_closing`] does.
    ///
    /// ```
    /// use assize::{Audience, Engine, OddsRequest, Session};
    ///
    /// let mut session = Session::begin(Engine::default(), 7, None)?;
    /// let mut known = 0;
    /// let (scene, request) = ("roll dice : 2d6", OddsRequest::of(["P(dice >= 7)"]));
    /// let chances = session.odds_closing(Some(scene), &request, Audience::Gm, &mut |_| known += 1)?;
    /// assert_eq!((chances[0].percent().as_deref(), known), (Some("58.33%"), 0), "it is found at once");
    /// # Ok::<(), assize::Failure>(())
    /// ```
    ///
    /// # Errors
    /// As [`odds`](Self::odds).
    pub fn odds_closing(
        &mut self,
        statement: Option<&str>,
        request: &OddsRequest,
        audience: Audience,
        hear: &mut dyn FnMut(&[Chance]),
    ) -> Result<Vec<Chance>, Failure> {
        engine::closing(request, &mut |request| self.odds(statement, request, audience), hear)
    }

    /// The page with a statement that is about to be entered, and all answers that come before it: what odds beside its questions are
    /// asked of.
    ///
    /// # Errors
    /// When it makes no sense as a statement.
    #[cfg(feature = "cli")]
    pub(crate) fn about_to_enter(&mut self, statement: &str) -> Result<(Encounter, Vec<Exchange>), Failure> {
        let text = self.with_last(statement.trim(), Audience::Log)?;
        let before = self.asked_on(&self.page);
        Ok((self.compile(&self.page, New::Statement(&text))?, before))
    }

    /// The odds of all results of a statement that is not entered, starting with everything as it is now.
    ///
    /// # Errors
    /// As [`odds`](Self::odds).
    #[cfg(feature = "cli")]
    pub(crate) fn odds_of_results(
        &mut self,
        statement: &str,
        request: &OddsRequest,
        audience: Audience,
    ) -> Result<Overview, Failure> {
        let text = self.with_last(statement, Audience::Log)?;
        let given = request.given.as_ref().map(|given| self.with_last(given, Audience::Log)).transpose()?;
        let request = OddsRequest { given, ..request.clone() };
        let (number, has_course) = (self.next, self.course().is_some());
        if let (true, Way::Gone(course)) = (has_course, &mut self.course) {
            let next = course.begin_statement(Source::entry(number, &text))?;
            let found = match next {
                Next::InHand => Some(course.odds_of_results(audience, &request)),
                Next::Whole | Next::Asks(_) => None,
            };
            course.leave();
            if let Some(found) = found {
                return found;
            }
        }
        let encounter = self.compile(&self.page, New::Statement(&text))?;
        let happened: Vec<Shown> = results_of(self.happened_in(self.page.first..self.entries.len()));
        let request = OddsRequest { before: self.asked_on(&self.page), ..request };
        let mut overview = encounter.odds_of_results_for(audience, &request)?;
        overview.results.retain(|result| !happened.iter().any(|known| known.name == result.name.as_str()));
        Ok(overview)
    }

    /// What the odds were before the last entry that did something named in a question: the number of this entry, and the answers, as
    /// if it were still to come. `None` if the question names nothing that was done on this page, or has no answer there.
    ///
    /// ```
    /// use assize::{Audience, Engine, OddsRequest, Session, Shelf};
    ///
    /// # let mut shelf = Shelf::default();
    /// # shelf.put("lamps", "
    /// #     system lamps \"Lamps in the Dark\"
    /// #     ladder glow, rolls 1d6, highest first { level | rolls | judged, bright | 4..6 | 0.., dark | 1..3 | ..-1 }
    /// #     kind person { oil : 0..9 = 3 }
    /// #     procedure light by person { resolve glow with person.oil }");
    /// let mut session = Session::begin(Engine::with(shelf), 7, None)?;
    /// for line in ["use lamps", "person ada", "light lamp by ada"] {
    ///     session.enter(line, None)?;
    /// }
    /// let request = OddsRequest::of(["P(lamp.glow is bright)"]);
    /// let (entry, chances) = session.odds_before(&request, Audience::Gm).expect("it was lit");
    /// assert_eq!((entry, chances[0].percent().as_deref()), (3, Some("50.00%")));
    /// # Ok::<(), assize::Failure>(())
    /// ```
    pub fn odds_before(&self, request: &OddsRequest, audience: Audience) -> Option<(u64, Vec<Chance>)> {
        let (questions, before) = self.before(&request.questions, audience)?;
        let request = OddsRequest { questions, mode: before.mode, ..request.clone() };
        let chances = self.odds_on(&before.page, &before.encounter, &request, audience).ok()?;
        Some((before.entry, chances))
    }

    /// The odds of all results of the last entry that did something of this name, as they were before it: its number, the name, in
    /// which that of the last entry stands for `_`, and the odds.
    #[cfg(feature = "cli")]
    pub(crate) fn overview_before(
        &self,
        name: &str,
        request: &OddsRequest,
        audience: Audience,
    ) -> Option<(u64, String, Overview)> {
        let (names, before) = self.before(&[name.to_owned()], audience)?;
        let asked = self.asked_on(&before.page);
        let request = OddsRequest { mode: before.mode, before: asked, ..request.clone() };
        let overview = before.encounter.odds_of_results_for(audience, &request).ok()?;
        Some((before.entry, names.concat(), overview))
    }

    /// The page before the last entry that did something which the questions name, with this entry still to come; and the questions,
    /// in which names stand for `_`.
    fn before(&self, questions: &[String], audience: Audience) -> Option<(Vec<String>, BeforeEntry)> {
        let questions = questions.iter().map(|question| self.with_last(question, Audience::Log).ok());
        let questions = questions.collect::<Option<Vec<String>>>()?;
        let (place, entry) = self.last_named(&questions, audience)?;
        let page = Page { end: Some(place), ..self.page.clone() };
        let encounter = self.compile(&page, New::Statement(&entry.text)).ok()?;
        Some((questions, BeforeEntry { entry: entry.number, mode: entry.mode.into(), page, encounter }))
    }

    /// The last entry of the page that did something which the questions name and this audience may see, with its place.
    fn last_named(&self, questions: &[String], audience: Audience) -> Option<(usize, &Entry)> {
        let names = |path: &str| {
            let mut words = questions.iter().flat_map(|question| Tokens::of(question));
            words.any(|(token, _)| token == Token::Word(path))
        };
        let did = |entry: &Entry| {
            let seen = entry.verdict.events.iter().filter(|happened| audience.may_see(happened.visibility));
            seen.filter_map(|happened| happened.event.begun()).any(&names)
        };
        let here = self.entries.iter().enumerate().skip(self.page.first).rev();
        let mut counts = here.filter(|(_, entry)| !entry.struck && entry.sort == EntrySort::Statement);
        counts.find(|(_, entry)| did(entry))
    }

    /// Odds of this page, and of a statement after it.
    fn odds_here(
        &mut self,
        new: Option<&str>,
        request: &OddsRequest,
        audience: Audience,
    ) -> Result<Vec<Chance>, Failure> {
        if let Some(chances) = self.asked_behind(new, &|course| course.odds(audience, request))? {
            return Ok(chances);
        }
        let encounter = self.compile(&self.page, new.map_or(New::Nothing, New::Statement))?;
        self.odds_on(&self.page, &encounter, request, audience)
    }

    /// Odds of what an earlier page has left open or settled, the latest first; `None` if none can answer.
    fn odds_of_earlier(&self, request: &OddsRequest, audience: Audience) -> Option<Vec<Chance>> {
        let mut chances = self.pages_before().into_iter().filter_map(|page| {
            let encounter = self.as_it_was(&page, New::Nothing)?;
            self.odds_on(&page, &encounter, request, audience).ok()
        });
        chances.next()
    }

    /// Odds of a page, after everything that has happened there.
    fn odds_on(
        &self,
        page: &Page,
        encounter: &Encounter,
        request: &OddsRequest,
        audience: Audience,
    ) -> Result<Vec<Chance>, Failure> {
        let end = page.end.unwrap_or(self.entries.len());
        let happened = results_of(self.happened_in(page.first..end)).into_iter().map(|result| result.name.into());
        let request = OddsRequest { before: self.asked_on(page), happened: happened.collect(), ..request.clone() };
        encounter.odds_for(audience, &request)
    }
}
