//! Functions of Python that are lent to scripts.

use assize::engine::{Argument, Returned};
use assize::verdict::Shown;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyInt, PyString, PyTuple};

use crate::raised::in_words;

/// What Python makes of an argument or of what a signal tells; both are made there.
pub(crate) struct Lent {
    function: Py<PyAny>,
    /// `assize._functions`, which knows what a level and a value are.
    values: Py<PyAny>,
}

impl Lent {
    pub(crate) fn new(py: Python<'_>, function: Py<PyAny>) -> PyResult<Self> {
        Ok(Self { function, values: py.import("assize._values")?.unbind().into_any() })
    }

    /// Has it answer with a value.
    pub(crate) fn answer(&self, arguments: &[Argument]) -> Result<Returned, String> {
        Python::attach(|py| {
            let call = || {
                let arguments: Vec<_> = arguments.iter().map(|one| self.argument(py, one)).collect::<PyResult<_>>()?;
                returned(&self.function.bind(py).call1(PyTuple::new(py, arguments)?)?)
            };
            call().map_err(|error| in_words(py, error))
        })
    }

    /// Has it act.
    pub(crate) fn act(&self, told: &[Shown]) -> Result<(), String> {
        Python::attach(|py| {
            let call = || {
                let told: Vec<_> = told.iter().map(|one| self.told(py, one)).collect::<PyResult<_>>()?;
                self.function.bind(py).call1(PyTuple::new(py, told)?).map(drop)
            };
            call().map_err(|error| in_words(py, error))
        })
    }

    /// A number, yes or no, a text, a level; `None` of what was not reached.
    fn argument<'py>(&self, py: Python<'py>, argument: &Argument) -> PyResult<Bound<'py, PyAny>> {
        match argument {
            Argument::Number(number) => Ok(PyInt::new(py, *number).into_any()),
            Argument::YesNo(yes) => Ok(PyBool::new(py, *yes).to_owned().into_any()),
            Argument::Word(word) => Ok(PyString::new(py, word).into_any()),
            Argument::Level { scale, levels, rank } => {
                let level = levels.get(*rank).map_or("", String::as_str);
                self.values.bind(py).call_method1("Level", (level, scale, *rank))
            }
            // The library may have others one day; those are not reached as far as this one knows.
            _ => Ok(py.None().into_bound(py)),
        }
    }

    fn told<'py>(&self, py: Python<'py>, shown: &Shown) -> PyResult<Bound<'py, PyAny>> {
        self.values.bind(py).call_method1("Value", (&*shown.value, &*shown.name, shown.number))
    }
}

fn returned(value: &Bound<'_, PyAny>) -> PyResult<Returned> {
    if let Ok(yes) = value.cast::<PyBool>() {
        return Ok(Returned::YesNo(yes.is_true()));
    }
    if let Ok(text) = value.cast::<PyString>() {
        return Ok(Returned::Level(text.to_string()));
    }
    // Numbers of other packages are taken where they are whole.
    value.extract::<i64>().map(Returned::Number).map_err(|error| {
        if error.is_instance_of::<PyTypeError>(value.py()) {
            PyTypeError::new_err(format!(
                "it returned {value:?}, which is not a whole number, a bool or the name of a level"
            ))
        } else {
            error
        }
    })
}
