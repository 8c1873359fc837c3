//! A session, with a journal that the host keeps.

use std::io;

use assize::journal::Store;
use assize_handles as handles;
use js_sys::Function;
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::engine::Engine;
use crate::lent::Lent;
use crate::playing::hears;
use crate::watch;
use crate::wire::Answered;

/// A session.
#[wasm_bindgen]
pub struct Session(handles::Session);

/// The rows of a journal, in the host's hands.
struct Rows(Lent);

impl Rows {
    fn kept_by(keep: Function) -> Box<dyn Store> {
        Box::new(Self(Lent::new(keep)))
    }
}

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
        Ok(Self(handles::Session::begin(engine.inner(), options, Rows::kept_by(keep))?))
    }

    /// Goes on with a session from all rows of its journal; those to come go to `keep`.
    pub fn resume(engine: &Engine, rows: &str, keep: Function) -> Answered<Resumed> {
        let resumed = handles::Session::resume(engine.inner(), rows.as_bytes(), Rows::kept_by(keep))?;
        Ok(Resumed { session: Some(Self(resumed.session)), found: resumed.found })
    }

    /// Enters a line. Where `asks`, a question ends the call, and the next one goes on with what was `said`.
    pub fn enter(&mut self, asked: &str, asks: bool, said: Option<String>, hear: Option<Function>) -> Answered<String> {
        Ok(hears(hear, |tell| self.0.enter(asked, asks, said, tell))?)
    }

    /// Breaks off the entry that waits for an answer.
    pub fn break_off(&mut self) -> Answered<()> {
        Ok(self.0.break_off()?)
    }

    /// Undoes the last entry that counts.
    pub fn undo(&mut self) -> Answered<String> {
        Ok(self.0.undo()?)
    }

    /// Restores the entry that was undone last.
    pub fn redo(&mut self) -> Answered<String> {
        Ok(self.0.redo()?)
    }

    /// Changes the text of an earlier entry.
    pub fn edit(&mut self, asked: &str) -> Answered<String> {
        Ok(self.0.edit(asked)?)
    }

    /// The values of things.
    pub fn state(&self, whom: &str) -> Answered<String> {
        Ok(self.0.state(whom)?)
    }

    /// What a value was made of.
    pub fn why(&self, name: &str, whom: &str) -> Answered<String> {
        Ok(self.0.why(name, whom)?)
    }

    /// The entries.
    pub fn history(&self, whom: &str) -> Answered<String> {
        Ok(self.0.history(whom)?)
    }

    /// All of it in one text.
    pub fn export(&self, asked: &str) -> Answered<String> {
        Ok(self.0.export(asked)?)
    }

    /// Says how entries are answered from now on.
    pub fn answer_by(&mut self, asked: &str) -> Answered<String> {
        Ok(self.0.answer_by(asked)?)
    }

    /// Says who fills a role.
    pub fn cast(&mut self, role: &str, thing: &str) -> Answered<()> {
        Ok(self.0.cast(role, thing)?)
    }

    /// Exact odds of what comes next; see `Encounter.odds`.
    pub fn odds(&mut self, asked: &str, hear: Option<Function>, closing: bool) -> Answered<String> {
        Ok(watch::over(hear, closing, |hear| self.0.odds(asked, hear))?)
    }

    /// The best choices in a statement that is not entered.
    pub fn advise(&mut self, asked: &str, hear: Option<Function>) -> Answered<String> {
        Ok(self.0.advise(asked, hear.map(watch::now_and_then))?)
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
