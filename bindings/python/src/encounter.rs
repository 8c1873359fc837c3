//! A compiled script.

use assize_handles as handles;
use pyo3::prelude::*;

use crate::playing::Playing;
use crate::raised::{freely, refusal};
use crate::verdict::Verdict;
use crate::watch::{Cancel, Watch};

/// A compiled script, asked as often as you like.
#[pyclass(frozen)]
pub struct Encounter(handles::Encounter);

impl Encounter {
    pub(crate) fn new(encounter: handles::Encounter) -> Self {
        Self(encounter)
    }
}

#[pymethods]
impl Encounter {
    /// What is worth a look although it runs.
    pub fn check(&self) -> String {
        self.0.check()
    }

    /// What comes of its expectations.
    pub fn test(&self, py: Python<'_>) -> PyResult<String> {
        let watch = Watch::new(None, (None, None), false);
        watch.over(py, true, |hear| match hear.goes_on {
            Some(goes_on) => self.0.test_while(&*goes_on),
            None => self.0.test(),
        })
    }

    /// The roles that somebody has to fill.
    pub fn roles(&self) -> String {
        self.0.roles()
    }

    /// Runs it once, with nobody to ask.
    pub fn adjudicate(&self, py: Python<'_>, options: &str) -> PyResult<Verdict> {
        freely(py, || self.0.adjudicate(options)).map(Verdict::new)
    }

    /// Runs it once, with people who choose and roll.
    pub fn play(&self, py: Python<'_>, options: &str) -> PyResult<Playing> {
        self.0.play(options).map(Playing::new).map_err(|refused| refusal(py, refused))
    }

    /// Carries out what a verdict signals; how many signals there were.
    pub fn perform(&self, py: Python<'_>, verdict: &Verdict) -> PyResult<usize> {
        freely(py, || self.0.perform(verdict.inner()))
    }

    /// Exact odds.
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
        watch.over(py, false, |hear| self.0.odds(options, hear))
    }

    /// The best choices for a goal.
    #[pyo3(signature = (options, cancel, on_count))]
    pub fn advise(
        &self,
        py: Python<'_>,
        options: &str,
        cancel: Option<&Cancel>,
        on_count: Option<Py<PyAny>>,
    ) -> PyResult<String> {
        let watch = Watch::new(cancel, (on_count, None), false);
        watch.over(py, false, |hear| self.0.advise(options, hear.goes_on))
    }

    /// Odds by trying.
    #[pyo3(signature = (options, cancel, on_count))]
    pub fn simulate(
        &self,
        py: Python<'_>,
        options: &str,
        cancel: Option<&Cancel>,
        on_count: Option<Py<PyAny>>,
    ) -> PyResult<String> {
        let watch = Watch::new(cancel, (on_count, None), false);
        watch.over(py, true, |hear| self.0.simulate(options, hear.goes_on))
    }

    /// How often some of the blocks of a simulation came to what.
    #[pyo3(signature = (options, first, behind, cancel, on_count))]
    pub fn count(
        &self,
        py: Python<'_>,
        options: &str,
        first: u64,
        behind: u64,
        cancel: Option<&Cancel>,
        on_count: Option<Py<PyAny>>,
    ) -> PyResult<String> {
        let watch = Watch::new(cancel, (on_count, None), false);
        watch.over(py, true, |hear| self.0.count(options, first..behind, hear.goes_on))
    }

    /// What counts of a simulation say together.
    pub fn estimate(&self, py: Python<'_>, options: &str, counts: &str) -> PyResult<String> {
        freely(py, || self.0.estimate(options, counts))
    }
}
