//! A session, with a journal that the host keeps.

use std::io;

use assize::engine::{AdviceRequest, Answers, Failure, Mode, OddsRequest, Seeds};
use assize::journal::{self, Journal, JournalError, Store};
use assize::protocol::{
    Answering, AskAdvice, AskOdds, Edit, Edited, Enter, Entered, Export, GivenSeed, History, Odds, OpenQuestion, State,
    Struck, Text, ToldAdvice,
};
use assize::{Audience, session};
use js_sys::Function;
use serde::{Deserialize, Serialize};
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::engine::Engine;
use crate::lent::Lent;
use crate::wire::{Answered, read, refused, written};
use crate::{person, watch};

/// A session.
#[wasm_bindgen]
pub struct Session {
    session: session::Session,
    /// So many events have been told with the question that is open.
    told: usize,
}

/// What a session begins with.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Begun {
    seed: GivenSeed,
    secret_seed: GivenSeed,
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

/// The rows of a journal, in the host's hands.
struct Rows(Lent);

impl Store for Rows {
    fn append(&mut self, line: &[u8]) -> io::Result<()> {
        let Self(keep) = self;
        let row = String::from_utf8_lossy(line);
        keep.call(&[JsValue::from_str(row.trim_end_matches('\n'))]).map(drop).map_err(io::Error::other)
    }
}

#[wasm_bindgen]
impl Session {
    /// Begins a session, whose journal goes row by row to `keep`.
    pub fn begin(engine: &Engine, options: &str, keep: Function) -> Answered<Session> {
        let Begun { seed, secret_seed } = read(options)?;
        let seeds = Seeds { public: seed.0, secret: secret_seed.0 };
        let journal = Journal::begin(Box::new(Rows(Lent::new(keep))));
        let session = session::Session::begin(engine.inner().clone(), seeds, Some(journal));
        Ok(Self { session: session.map_err(|failure| refused(&failure))?, told: 0 })
    }

    /// Goes on with a session from all rows of its journal; those to come go to `keep`.
    pub fn resume(engine: &Engine, rows: &str, keep: Function) -> Answered<Resumed> {
        let wrong = |error: JournalError| refused(&Failure::from(error.diagnostic("the journal")));
        let recovered = journal::read(rows.as_bytes()).map_err(wrong)?;
        if recovered.torn > 0 {
            let line = recovered.records.len() as u64 + 1;
            return Err(wrong(JournalError::Damaged { line, why: "the row is not whole".to_owned() }));
        }
        let journal = Journal::go_on(Box::new(Rows(Lent::new(keep))), &recovered);
        let resumed = session::Session::resume(engine.inner().clone(), &recovered.records, Some(journal));
        let (session, found) = resumed.map_err(|failure| refused(&failure))?;
        let page = found.page.map(|page| page.why.told(Audience::Log));
        let found = Found { entries: session.entries().len(), unfinished: found.unfinished, page };
        Ok(Resumed { session: Some(Self { session, told: 0 }), found: written(&found) })
    }

    /// Enters a line. Where `asks`, a question ends the call, and the next one goes on with what was `said`.
    pub fn enter(&mut self, asked: &str, asks: bool, said: Option<String>, hear: Option<Function>) -> Answered<String> {
        let Enter { text, whom, want, .. } = read(asked)?;
        let audience = Audience::from(whom);
        let teller = person::teller(said, self.told);
        let text = self.session.waiting().filter(|_| teller.goes_on()).unwrap_or(&text).to_owned();
        let session = &mut self.session;
        let entered = person::hears(teller, audience, hear.as_ref(), |person, events, refused| {
            let answers = Answers { events: Some(events), refused: Some(refused), ..session.answers() };
            let answers = if asks { Answers { person: Some(person), ..answers } } else { answers };
            session.enter_with(&text, answers).map_err(|failure| failure.seen_by(audience))
        });
        let (entered, open) = entered.map_err(|failure| refused(&failure))?;
        self.told = open.as_ref().map_or(0, |open| open.told);
        Ok(written(&match open {
            Some(open) => Came::Asks(Box::new(open)),
            None => Came::Entered(Box::new(Entered::of(&self.session, entered, whom, &want))),
        }))
    }

    /// Breaks off the entry that waits for an answer.
    pub fn break_off(&mut self) -> Answered<()> {
        self.told = 0;
        self.session.break_off().map_err(|failure| refused(&failure))
    }

    /// Undoes the last entry that counts.
    pub fn undo(&mut self) -> Answered<String> {
        let entry = self.session.undo().map_err(|failure| refused(&failure))?;
        Ok(written(&Struck::from(entry)))
    }

    /// Restores the entry that was undone last.
    pub fn redo(&mut self) -> Answered<String> {
        let entry = self.session.redo().map_err(|failure| refused(&failure))?;
        Ok(written(&Struck::from(entry)))
    }

    /// Changes the text of an earlier entry.
    pub fn edit(&mut self, asked: &str) -> Answered<String> {
        let Edit { number, text, whom, want, .. } = read(asked)?;
        let edited = self.session.edit(number, &text, None);
        let edited = edited.map_err(|failure| refused(&failure.seen_by(whom.into())))?;
        Ok(written(&Edited::of(number, edited, whom, &want)))
    }

    /// The values of things.
    pub fn state(&self, whom: &str) -> Answered<String> {
        Ok(written(&State::of(&self.session, read(whom)?)))
    }

    /// What a value was made of.
    pub fn why(&self, name: &str, whom: &str) -> Answered<String> {
        let audience = Audience::from(read::<assize::protocol::For>(whom)?);
        self.session.why(name, audience).map_err(|failure| refused(&failure))
    }

    /// The entries.
    pub fn history(&self, whom: &str) -> Answered<String> {
        Ok(written(&History::of(&self.session, read(whom)?)))
    }

    /// All of it in one text.
    pub fn export(&self, asked: &str) -> Answered<String> {
        let Export { format, whom, .. } = read(asked)?;
        let exported = Text::exported(&self.session, format, whom, &assize::Cancel::default());
        exported.map(|text| text.text).map_err(|failure| refused(&failure))
    }

    /// Says how entries are answered from now on.
    pub fn answer_by(&mut self, asked: &str) -> Answered<String> {
        let Answering { mode, by_hand } = read(asked)?;
        self.session.answer_by(mode, by_hand).map_err(|failure| refused(&failure))?;
        Ok(written(&Answering::from(&self.session)))
    }

    /// Says who fills a role.
    pub fn cast(&mut self, role: &str, thing: &str) -> Answered<()> {
        self.session.cast(role, thing).map_err(|failure| refused(&failure))
    }

    /// Exact odds of what comes next; see `Encounter.odds`.
    pub fn odds(&mut self, asked: &str, hear: Option<Function>, closing: bool) -> Answered<String> {
        let AskOdds { statement, questions, given, whom, keep, .. } = read(asked)?;
        let (mode, progress) = (Mode::from(self.session.answering().0), watch::progress(hear.as_ref()));
        let request = OddsRequest { questions, given, mode, progress, ..OddsRequest::default() };
        let statement = statement.as_deref();
        let found = match &hear {
            Some(hear) if closing => {
                let mut known = |known: &[assize::engine::Chance]| watch::known(hear, known);
                self.session.odds_closing(statement, &request, whom.into(), &mut known)
            }
            Some(_) | None => self.session.odds(statement, &request, whom.into()),
        };
        Odds::of(found, keep).map(|odds| written(&odds)).map_err(|failure| refused(&failure))
    }

    /// The best choices in a statement that is not entered.
    pub fn advise(&mut self, asked: &str, hear: Option<Function>) -> Answered<String> {
        let asked: AskAdvice = read(asked)?;
        let mode = Some(Mode::from(self.session.answering().0)).filter(|mode| *mode != Mode::Random);
        let request = AdviceRequest { mode, progress: watch::progress(hear.as_ref()), ..AdviceRequest::from(&asked) };
        let advice = self.session.advise(&asked.statement, &request, asked.whom.into());
        let advice = advice.map_err(|failure| refused(&failure))?;
        Ok(written(&ToldAdvice::from(&advice)))
    }
}

/// A session that goes on, with what was found in its journal.
#[wasm_bindgen]
pub struct Resumed {
    session: Option<Session>,
    found: String,
}

#[wasm_bindgen]
impl Resumed {
    /// The session, once.
    pub fn session(&mut self) -> Option<Session> {
        self.session.take()
    }

    /// What was found in its journal.
    pub fn found(&self) -> String {
        self.found.clone()
    }
}
