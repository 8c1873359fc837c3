//! What scripts are compiled with.

use assize::diagnostic::codes;
use assize_handles as handles;
use pyo3::prelude::*;

use crate::encounter::Encounter;
use crate::functions::Lent;
use crate::raised::{freely, refusal};

/// An engine, with texts, limits and functions of the host.
#[pyclass(frozen)]
pub struct Engine(handles::Engine);

impl Engine {
    pub(crate) fn inner(&self) -> &handles::Engine {
        &self.0
    }
}

#[pymethods]
impl Engine {
    /// An engine with these options.
    #[new]
    pub fn new(py: Python<'_>, options: &str) -> PyResult<Self> {
        handles::Engine::new(options, handles::Host::system()).map(Self).map_err(|refused| refusal(py, refused))
    }

    /// The same with a function that answers with a value.
    pub fn lend(
        &self,
        py: Python<'_>,
        name: &str,
        parameters: &str,
        returns: &str,
        function: Py<PyAny>,
    ) -> PyResult<Self> {
        let lent = Lent::new(py, function)?;
        let with = self.0.clone().lend(name, (parameters, returns), move |arguments, _| lent.answer(arguments));
        with.map(Self).map_err(|refused| refusal(py, refused))
    }

    /// The same with a function that acts when a verdict is performed.
    pub fn signalled(&self, py: Python<'_>, name: &str, parameters: &str, function: Py<PyAny>) -> PyResult<Self> {
        let lent = Lent::new(py, function)?;
        let with = self.0.clone().signalled(name, parameters, move |told| lent.act(told));
        with.map(Self).map_err(|refused| refusal(py, refused))
    }

    /// Compiles a script, with an object that says who fills its roles.
    pub fn compile(&self, py: Python<'_>, name: &str, text: &str, cast: &str) -> PyResult<Encounter> {
        freely(py, || self.0.compile(name, text, cast)).map(Encounter::new)
    }

    /// A scene without some house rules and with them.
    pub fn compare(&self, py: Python<'_>, name: &str, text: &str, rules: &str, options: &str) -> PyResult<String> {
        freely(py, || self.0.compare(name, text, rules, options))
    }
}

/// The scripts that come with the library, with their texts.
#[pyfunction]
pub fn shipped() -> String {
    handles::shipped()
}

/// A script in the one layout.
#[pyfunction]
pub fn formatted(py: Python<'_>, name: &str, text: &str) -> PyResult<String> {
    freely(py, || handles::formatted(name, text))
}

/// What is wrong with the arguments of a call, or that it was broken off, as it is raised.
#[pyfunction]
#[pyo3(signature = (message, help=None, *, called_off=false))]
pub fn complaint(py: Python<'_>, message: &str, help: Option<&str>, called_off: bool) -> PyErr {
    let code = if called_off { codes::CALLED_OFF } else { codes::PARAMETERS };
    refusal(py, handles::complaint(code, message, help))
}
