//! A session, with a journal that the host keeps.

use std::io;

use assize::journal::Store;
use assize_handles as handles;
use assize_handles::Answered;
use pyo3::prelude::*;
use pyo3::types::PyBytes;

use crate::engine::Engine;
use crate::owned::Owned;
use crate::playing::{AGAIN, Listener};
use crate::raised::{freely, in_words, misused};
use crate::watch::{Cancel, Watch};

/// A session.
#[pyclass(frozen)]
pub struct Session(Owned<handles::Session>);

/// The rows of a journal, in the host's hands: a function that takes each of them, with its line feed.
struct Rows(Py<PyAny>);

impl Store for Rows {
    fn append(&mut self, line: &[u8]) -> io::Result<()> {
        let Self(keep) = self;
        Python::attach(|py| {
            let kept = keep.call1(py, (PyBytes::new(py, line),));
            kept.map(drop).map_err(|error| io::Error::other(in_words(py, error)))
        })
    }
}

impl Session {
    /// Does something with it, without the interpreter's lock.
    fn with<T: Send>(
        &self,
        py: Python<'_>,
        work: impl FnOnce(&mut handles::Session) -> Answered<T> + Send,
    ) -> PyResult<T> {
        match freely(py, || Ok(self.0.with(|session| work(session))))? {
            Ok(done) => done.map_err(|refused| crate::raised::refusal(py, refused)),
            Err(_) => Err(misused(AGAIN)),
        }
    }
}

#[pymethods]
impl Session {
    /// Begins a session, whose journal goes row by row to `keep`.
    #[staticmethod]
    pub fn begin(py: Python<'_>, engine: &Engine, options: &str, keep: Py<PyAny>) -> PyResult<Self> {
        let session = freely(py, || handles::Session::begin(engine.inner(), options, Box::new(Rows(keep))))?;
        Ok(Self(Owned::new(session)))
    }

    /// Goes on with a session from all rows of its journal; those to come go to `keep`. Beside it is what was found there.
    #[staticmethod]
    pub fn resume(py: Python<'_>, engine: &Engine, rows: &[u8], keep: Py<PyAny>) -> PyResult<(Self, String)> {
        let resumed = freely(py, || handles::Session::resume(engine.inner(), rows, Box::new(Rows(keep))))?;
        Ok((Self(Owned::new(resumed.session)), resumed.found))
    }

    /// Enters a line. Where `asks`, a question ends the call, and the next one goes on with what was `said`.
    #[pyo3(signature = (asked, asks, said, hear))]
    pub fn enter(
        &self,
        py: Python<'_>,
        asked: &str,
        asks: bool,
        said: Option<String>,
        hear: Option<Py<PyAny>>,
    ) -> PyResult<String> {
        let listener = Listener::new(hear);
        let came = self.with(py, |session| Ok(listener.hears(|tell| session.enter(asked, asks, said, tell))))?;
        listener.over(py, came)
    }

    /// Breaks off the entry that waits for an answer.
    pub fn break_off(&self, py: Python<'_>) -> PyResult<()> {
        self.with(py, handles::Session::break_off)
    }

    /// Undoes the last entry that counts.
    pub fn undo(&self, py: Python<'_>) -> PyResult<String> {
        self.with(py, handles::Session::undo)
    }

    /// Restores the entry that was undone last.
    pub fn redo(&self, py: Python<'_>) -> PyResult<String> {
        self.with(py, handles::Session::redo)
    }

    /// Changes the text of an earlier entry.
    pub fn edit(&self, py: Python<'_>, asked: &str) -> PyResult<String> {
        self.with(py, |session| session.edit(asked))
    }

    /// The values of things.
    pub fn state(&self, py: Python<'_>, whom: &str) -> PyResult<String> {
        self.with(py, |session| session.state(whom))
    }

    /// What a value was made of.
    pub fn why(&self, py: Python<'_>, name: &str, whom: &str) -> PyResult<String> {
        self.with(py, |session| session.why(name, whom))
    }

    /// The entries.
    pub fn history(&self, py: Python<'_>, whom: &str) -> PyResult<String> {
        self.with(py, |session| session.history(whom))
    }

    /// All of it in one text.
    pub fn export(&self, py: Python<'_>, asked: &str) -> PyResult<String> {
        self.with(py, |session| session.export(asked))
    }

    /// Says how entries are answered from now on.
    pub fn answer_by(&self, py: Python<'_>, asked: &str) -> PyResult<String> {
        self.with(py, |session| session.answer_by(asked))
    }

    /// Says who fills a role.
    pub fn cast(&self, py: Python<'_>, role: &str, thing: &str) -> PyResult<()> {
        self.with(py, |session| session.cast(role, thing))
    }

    /// Exact odds of what comes next.
    #[pyo3(signature = (options, keeps, cancel, on_count, on_known))]
    pub fn odds(
        &self,
        py: Python<'_>,
        options: &str,
        keeps: bool,
        cancel: Option<&Cancel>,
        on_count: Option<Py<PyAny>>,
        on_known: Option<Py<PyAny>>,
    ) -> PyResult<String> {
        let watch = Watch::new(cancel, (on_count, on_known), keeps);
        watch
            .over(py, false, |hear| self.0.with(|session| session.odds(options, hear)).unwrap_or_else(|_| Err(again())))
    }

    /// The best choices in a statement that is not entered.
    #[pyo3(signature = (options, cancel, on_count))]
    pub fn advise(
        &self,
        py: Python<'_>,
        options: &str,
        cancel: Option<&Cancel>,
        on_count: Option<Py<PyAny>>,
    ) -> PyResult<String> {
        let watch = Watch::new(cancel, (on_count, None), false);
        watch.over(py, false, |hear| {
            self.0.with(|session| session.advise(options, hear.goes_on)).unwrap_or_else(|_| Err(again()))
        })
    }
}

fn again() -> handles::Refused {
    handles::complaint(assize::diagnostic::codes::PARAMETERS, AGAIN, None)
}
