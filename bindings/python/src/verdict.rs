//! A verdict, written down only when somebody asks for it.

use assize_handles as handles;
use pyo3::prelude::*;

use crate::raised::{freely, refusal};

/// What happened, as far as those may know for whom it is.
#[pyclass(frozen)]
pub struct Verdict(handles::Verdict);

impl Verdict {
    pub(crate) fn new(verdict: handles::Verdict) -> Self {
        Self(verdict)
    }

    pub(crate) fn inner(&self) -> &handles::Verdict {
        &self.0
    }
}

#[pymethods]
impl Verdict {
    /// The result of this name, if there is one.
    pub fn get(&self, name: &str) -> Option<String> {
        self.0.get(name)
    }

    /// The named results.
    pub fn brief(&self) -> String {
        self.0.brief()
    }

    /// All of it, as `assize run --format json` prints it.
    pub fn json(&self, py: Python<'_>) -> PyResult<String> {
        freely(py, || Ok(self.0.json()))
    }

    /// In words, for people at a table.
    pub fn text(&self, py: Python<'_>) -> PyResult<String> {
        freely(py, || Ok(self.0.text()))
    }

    /// In Markdown.
    pub fn markdown(&self, py: Python<'_>) -> PyResult<String> {
        freely(py, || Ok(self.0.markdown()))
    }

    /// One page for a browser.
    pub fn html(&self, py: Python<'_>) -> PyResult<String> {
        freely(py, || Ok(self.0.html()))
    }

    /// What a value was made of; of everything without a name.
    #[pyo3(signature = (name=None))]
    pub fn why(&self, py: Python<'_>, name: Option<&str>) -> PyResult<String> {
        self.0.why(name).map_err(|refused| refusal(py, refused))
    }

    /// The same as a tree.
    #[pyo3(signature = (name=None))]
    pub fn reasons(&self, py: Python<'_>, name: Option<&str>) -> PyResult<String> {
        self.0.reasons(name).map_err(|refused| refusal(py, refused))
    }
}
