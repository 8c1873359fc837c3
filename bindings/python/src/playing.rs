//! A run with people who choose and roll.

use assize_handles as handles;
use pyo3::prelude::*;

use crate::owned::Owned;
use crate::raised::{freely, misused};
use crate::verdict::Verdict;

/// What is raised where a callback asks for what it was called from.
pub(crate) const AGAIN: &str = "a callback cannot use the run or session that it was called from";

/// A run that goes on as its questions are answered.
#[pyclass(frozen)]
pub struct Playing(Owned<handles::Playing>);

impl Playing {
    pub(crate) fn new(playing: handles::Playing) -> Self {
        Self(Owned::new(playing))
    }
}

#[pymethods]
impl Playing {
    /// Goes on with what was said to the question that is open, up to the next one or to the verdict.
    #[pyo3(signature = (said, hear))]
    pub fn go_on(&self, py: Python<'_>, said: Option<String>, hear: Option<Py<PyAny>>) -> PyResult<Option<Verdict>> {
        let listener = Listener::new(hear);
        let went = freely(py, || Ok(self.0.with(|playing| listener.hears(|tell| playing.go_on(said, tell)))))?;
        let verdict = listener.over(py, went.map_err(|_| misused(AGAIN))?)?;
        Ok(verdict.map(Verdict::new))
    }

    /// The question that is open.
    pub fn question(&self, py: Python<'_>) -> PyResult<Option<String>> {
        py.detach(|| self.0.with(|playing| playing.question())).map_err(|_| misused(AGAIN))
    }
}

pub(crate) use listening::Listener;

/// Somebody who hears of events.
mod listening {
    use std::sync::{Mutex, PoisonError};

    use assize_handles::{Answered, Tell};
    use pyo3::prelude::*;

    use crate::raised::refusal;

    /// A function of Python that hears of events. It cannot stop what happens; what it raises is raised when that is over.
    pub(crate) struct Listener {
        hear: Option<Py<PyAny>>,
        raised: Mutex<Option<PyErr>>,
    }

    impl Listener {
        pub(crate) fn new(hear: Option<Py<PyAny>>) -> Self {
            Self { hear, raised: Mutex::default() }
        }

        /// Lets something happen of which it hears.
        pub(crate) fn hears<T>(&self, happen: impl FnOnce(Tell<'_>) -> T) -> T {
            let Some(hear) = &self.hear else { return happen(None) };
            happen(Some(&mut |event: String| {
                if let Err(error) = Python::attach(|py| hear.call1(py, (event,)).map(drop)) {
                    self.raised.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(error);
                }
            }))
        }

        /// What came of it, unless the function has raised something.
        pub(crate) fn over<T>(&self, py: Python<'_>, came: Answered<T>) -> PyResult<T> {
            let came = came.map_err(|refused| refusal(py, refused))?;
            match self.raised.lock().unwrap_or_else(PoisonError::into_inner).take() {
                Some(error) => Err(error),
                None => Ok(came),
            }
        }
    }
}
