//! What is raised in Python, in both directions.

use std::cell::RefCell;

use assize_handles::Refused;
use pyo3::exceptions::{PyException, PyRuntimeError};
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::PyType;

thread_local! {
    /// What functions of the host have raised in the call that is under way, the last one first: the library keeps their words only.
    static RAISED: RefCell<Option<PyErr>> = const { RefCell::new(None) };
}

/// Keeps what a function of the host has raised, and says it in words.
pub(crate) fn in_words(py: Python<'_>, error: PyErr) -> String {
    let words = error.value(py).to_string();
    let words = if words.is_empty() { error.get_type(py).to_string() } else { words };
    RAISED.set(Some(error));
    words
}

/// Does something that takes time, without the interpreter's lock.
pub(crate) fn freely<T: Send>(py: Python<'_>, work: impl FnOnce() -> Result<T, Refused> + Send) -> PyResult<T> {
    RAISED.set(None);
    py.detach(work).map_err(|refused| refusal(py, refused))
}

/// What is raised for something that is refused.
pub(crate) fn refusal(py: Python<'_>, Refused(text): Refused) -> PyErr {
    let cause = RAISED.take();
    // Somebody has had enough, or Python itself is ending: that is not ours to put into words.
    if let Some(error) = &cause
        && !error.is_instance_of::<PyException>(py)
    {
        return error.clone_ref(py);
    }
    match class(py).and_then(|class| class.call_method1("_of", (text,))) {
        Ok(error) => {
            let error = PyErr::from_value(error);
            error.set_cause(py, cause);
            error
        }
        Err(error) => error,
    }
}

fn class(py: Python<'_>) -> PyResult<&Bound<'_, PyType>> {
    static CLASS: PyOnceLock<Py<PyType>> = PyOnceLock::new();
    CLASS.import(py, "assize._error", "AssizeError")
}

/// Something that only a mistake in a host can bring about.
pub(crate) fn misused(words: &'static str) -> PyErr {
    PyRuntimeError::new_err(words)
}
