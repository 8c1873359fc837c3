//! A session, with a journal that the host keeps.

use assize::engine::{AdviceRequest, Answers, Mode, OddsRequest};
use assize::journal::{self, Journal, JournalError, Store};
use assize::protocol::{
    Answering, AskAdvice, AskOdds, Edit, Edited, Enter, Entered, Export, For, GivenSeed, History, Odds, OpenQuestion,
    State, Struck, Text, ToldAdvice,
};
use assize::{Audience, Cancel, Failure, session};
use serde::{Deserialize, Serialize};

use crate::engine::Engine;
use crate::playing::{Tell, hears, teller};
use crate::seeds::or_fresh;
use crate::watch::{self, GoesOn, Hear};
use crate::wire::{Answered, Refused, read, written};

/// Statements entered one after the other, kept in a journal, undone, told.
pub struct Session {
    session: session::Session,
    /// So many events have been told with the question that is open.
    told: usize,
}

/// A session that goes on, with what was found in its journal, as JSON.
pub struct Resumed {
    /// The session.
    pub session: Session,
    /// What was found: `entries`, `unfinished` and `page`.
    pub found: String,
}

/// What a session begins with.
#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
struct Begun {
    seed: Option<GivenSeed>,
    secret_seed: Option<GivenSeed>,
}

/// What came of an entry for now.
#[derive(Serialize)]
#[serde(rename_all = "snake_case")]
enum Came {
    /// It is over.
    Entered(Box<Entered>),
    /// Somebody is asked.
    Asks(Box<OpenQuestion>),
}

/// What was found in a journal.
#[derive(Serialize)]
struct Found {
    /// So many entries are in it.
    entries: usize,
    /// A line that waits for an answer, or that was cut off. Entered again, it has the answers that were given then.
    unfinished: Option<String>,
    /// Why a new page had to begin.
    page: Option<String>,
}

impl Session {
    /// Begins a session, whose journal goes row by row to `store`. Fresh seeds stand in for those that are left out.
    pub fn begin(engine: &Engine, options: &str, store: Box<dyn Store>) -> Answered<Self> {
        let Begun { seed, secret_seed } = read(options)?;
        let [public, secret] = [seed, secret_seed].map(|given| given.map(|seed| seed.0));
        let seeds = or_fresh(engine.host(), public, secret)?;
        let session = session::Session::begin(engine.inner().clone(), seeds, Some(Journal::begin(store)))?;
        Ok(Self { session, told: 0 })
    }

    /// Goes on with a session from all rows of its journal; those to come go to `store`.
    pub fn resume(engine: &Engine, rows: &[u8], store: Box<dyn Store>) -> Answered<Resumed> {
        let wrong = |error: JournalError| Refused::from(Failure::from(error.diagnostic("the journal")));
        let recovered = journal::read(rows).map_err(wrong)?;
        if recovered.torn > 0 {
            let line = recovered.records.len() as u64 + 1;
            return Err(wrong(JournalError::Damaged { line, why: "the row is not whole".to_owned() }));
        }
        let journal = Journal::go_on(store, &recovered);
        let (session, found) = session::Session::resume(engine.inner().clone(), &recovered.records, Some(journal))?;
        let page = found.page.map(|page| page.why.told(Audience::Log));
        let found = Found { entries: session.entries().len(), unfinished: found.unfinished, page };
        Ok(Resumed { session: Self { session, told: 0 }, found: written(&found) })
    }

    /// Enters a line. Where `asks`, a question ends the call, and the next one goes on with what was `said`.
    pub fn enter(&mut self, asked: &str, asks: bool, said: Option<String>, tell: Tell<'_>) -> Answered<String> {
        let Enter { text, whom, want, .. } = read(asked)?;
        let audience = Audience::from(whom);
        let teller = teller(said, self.told);
        let text = self.session.waiting().filter(|_| teller.goes_on()).unwrap_or(&text).to_owned();
        let session = &mut self.session;
        let (entered, open) = hears(teller, audience, tell, |person, events, refused| {
            let answers = Answers { events: Some(events), refused: Some(refused), ..session.answers() };
            let answers = if asks { Answers { person: Some(person), ..answers } } else { answers };
            session.enter_with(&text, answers).map_err(|failure| failure.seen_by(audience))
        })?;
        self.told = open.as_ref().map_or(0, |open| open.told);
        Ok(written(&match open {
            Some(open) => Came::Asks(Box::new(open)),
            None => Came::Entered(Box::new(Entered::of(&self.session, entered, whom, &want))),
        }))
    }

    /// Breaks off the entry that waits for an answer.
    pub fn break_off(&mut self) -> Answered<()> {
        self.told = 0;
        Ok(self.session.break_off()?)
    }

    /// Undoes the last entry that counts.
    pub fn undo(&mut self) -> Answered<String> {
        Ok(written(&Struck::from(self.session.undo()?)))
    }

    /// Restores the entry that was undone last.
    pub fn redo(&mut self) -> Answered<String> {
        Ok(written(&Struck::from(self.session.redo()?)))
    }

    /// Changes the text of an earlier entry.
    pub fn edit(&mut self, asked: &str) -> Answered<String> {
        let Edit { number, text, whom, want, .. } = read(asked)?;
        let edited = self.session.edit(number, &text, None).map_err(|failure| failure.seen_by(whom.into()))?;
        Ok(written(&Edited::of(number, edited, whom, &want)))
    }

    /// The values of things.
    pub fn state(&self, whom: &str) -> Answered<String> {
        Ok(written(&State::of(&self.session, read(whom)?)))
    }

    /// What a value was made of.
    pub fn why(&self, name: &str, whom: &str) -> Answered<String> {
        Ok(self.session.why(name, read::<For>(whom)?.into())?)
    }

    /// The entries.
    pub fn history(&self, whom: &str) -> Answered<String> {
        Ok(written(&History::of(&self.session, read(whom)?)))
    }

    /// All of it in one text.
    pub fn export(&self, asked: &str) -> Answered<String> {
        let Export { format, whom, .. } = read(asked)?;
        Ok(Text::exported(&self.session, format, whom, &Cancel::default())?.text)
    }

    /// Says how entries are answered from now on.
    pub fn answer_by(&mut self, asked: &str) -> Answered<String> {
        let Answering { mode, by_hand } = read(asked)?;
        self.session.answer_by(mode, by_hand)?;
        Ok(written(&Answering::from(&self.session)))
    }

    /// Says who fills a role.
    pub fn cast(&mut self, role: &str, thing: &str) -> Answered<()> {
        Ok(self.session.cast(role, thing)?)
    }

    /// Exact odds of what comes next.
    pub fn odds(&mut self, asked: &str, Hear { goes_on, known }: Hear<'_>) -> Answered<String> {
        let AskOdds { statement, questions, given, whom, keep, .. } = read(asked)?;
        let (mode, progress) = (Mode::from(self.session.answering().0), watch::progress(goes_on));
        let request = OddsRequest { questions, given, mode, progress, ..OddsRequest::default() };
        let statement = statement.as_deref();
        let found = match known {
            Some(known) => {
                let mut known = |chances: &[assize::engine::Chance]| known(watch::told(chances));
                self.session.odds_closing(statement, &request, whom.into(), &mut known)
            }
            None => self.session.odds(statement, &request, whom.into()),
        };
        Ok(written(&Odds::of(found, keep)?))
    }

    /// The best choices in a statement that is not entered.
    pub fn advise(&mut self, asked: &str, goes_on: Option<GoesOn>) -> Answered<String> {
        let asked: AskAdvice = read(asked)?;
        let mode = Some(Mode::from(self.session.answering().0)).filter(|mode| *mode != Mode::Random);
        let request = AdviceRequest { mode, progress: watch::progress(goes_on), ..AdviceRequest::from(&asked) };
        let advice = self.session.advise(&asked.statement, &request, asked.whom.into())?;
        Ok(written(&ToldAdvice::from(&advice)))
    }
}
