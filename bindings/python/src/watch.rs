//! How far something long has come: it hears of Ctrl-C, of whoever calls it off, and tells Python.

use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use assize::diagnostic::codes;
use assize_handles::{Answered, GoesOn, Hear, complaint};
use pyo3::exceptions::PyKeyboardInterrupt;
use pyo3::prelude::*;

use crate::raised::{freely, refusal};

/// So many steps lie between two looks at the clock.
const STEPS: u32 = 256;
/// So long a time lies between two looks at Python.
const TICK: Duration = Duration::from_millis(50);

/// Calls off what it was given to, from any thread.
#[pyclass(frozen, module = "assize")]
#[derive(Default)]
pub struct Cancel(Arc<AtomicBool>);

#[pymethods]
impl Cancel {
    /// One that nobody has used.
    #[new]
    pub fn new() -> Self {
        Self::default()
    }

    /// Calls off what is under way, and whatever begins with it later.
    pub fn call_off(&self) {
        self.0.store(true, Ordering::SeqCst);
    }

    /// Whether it was called off.
    #[getter]
    pub fn is_called_off(&self) -> bool {
        self.0.load(Ordering::SeqCst)
    }
}

/// Who is told of one long call.
pub(crate) struct Watch {
    state: Arc<State>,
    /// Hears how many situations were come upon.
    on_count: Option<Py<PyAny>>,
    /// Hears what is known by then, as JSON.
    on_known: Option<Py<PyAny>>,
    keeps: bool,
}

struct State {
    cancel: Arc<AtomicBool>,
    /// What was raised by a function that listens, or by Ctrl-C.
    raised: Mutex<Option<PyErr>>,
    is_over: AtomicBool,
    step: AtomicU32,
    last: Mutex<Instant>,
}

impl State {
    /// Leaves it at that.
    fn stop(&self, error: PyErr) {
        *self.raised.lock().unwrap_or_else(PoisonError::into_inner) = Some(error);
        self.is_over.store(true, Ordering::SeqCst);
    }

    fn is_stopped(&self) -> bool {
        self.is_over.load(Ordering::Relaxed) || self.cancel.load(Ordering::Relaxed)
    }

    /// Whether it is time to look at Python again.
    fn is_time(&self) -> bool {
        let mut last = self.last.lock().unwrap_or_else(PoisonError::into_inner);
        let is_time = last.elapsed() >= TICK;
        if is_time {
            *last = Instant::now();
        }
        is_time
    }

    /// Asks Python whether to go on.
    fn ask(&self, count: usize, on_count: Option<&Py<PyAny>>) -> bool {
        let asked = Python::attach(|py| {
            py.check_signals()?;
            on_count.map_or(Ok(()), |hear| hear.call1(py, (count,)).map(drop))
        });
        asked.map_err(|error| self.stop(error)).is_ok() && !self.is_stopped()
    }
}

impl Watch {
    pub(crate) fn new(
        cancel: Option<&Cancel>,
        (on_count, on_known): (Option<Py<PyAny>>, Option<Py<PyAny>>),
        keeps: bool,
    ) -> Self {
        let state = State {
            cancel: cancel.map(|Cancel(flag)| Arc::clone(flag)).unwrap_or_default(),
            raised: Mutex::default(),
            is_over: AtomicBool::default(),
            step: AtomicU32::default(),
            last: Mutex::new(Instant::now()),
        };
        Self { state: Arc::new(state), on_count, on_known, keeps }
    }

    /// Works something out without the interpreter's lock, and looks at Python every `steps` steps at most.
    pub(crate) fn over(
        self,
        py: Python<'_>,
        is_slow: bool,
        work: impl FnOnce(Hear<'_>) -> Answered<String> + Send,
    ) -> PyResult<String> {
        let Self { state, on_count, on_known, keeps } = self;
        let goes_on = goes_on(Arc::clone(&state), on_count, if is_slow { 1 } else { STEPS });
        let done = match on_known {
            None => freely(py, move || work(Hear { goes_on: Some(goes_on), known: None })),
            Some(hear) => {
                let state = Arc::clone(&state);
                let mut known = move |known: String| {
                    let told = Python::attach(|py| hear.call1(py, (known,)).map(drop));
                    if let Err(error) = told {
                        state.stop(error);
                    }
                };
                freely(py, move || work(Hear { goes_on: Some(goes_on), known: Some(&mut known) }))
            }
        };
        let raised = state.raised.lock().unwrap_or_else(PoisonError::into_inner).take();
        match raised {
            // What is known by then is kept, as at the command line.
            Some(error) if keeps && done.is_ok() && error.is_instance_of::<PyKeyboardInterrupt>(py) => done,
            Some(error) => Err(error),
            None if state.cancel.load(Ordering::SeqCst) && !keeps => Err(refusal(py, called_off())),
            None => done,
        }
    }
}

fn goes_on(state: Arc<State>, on_count: Option<Py<PyAny>>, steps: u32) -> GoesOn {
    Box::new(move |count| {
        if state.is_stopped() {
            return false;
        }
        let is_look = state.step.fetch_add(1, Ordering::Relaxed).wrapping_add(1).is_multiple_of(steps);
        !is_look || !state.is_time() || state.ask(count, on_count.as_ref())
    })
}

fn called_off() -> assize_handles::Refused {
    complaint(codes::CALLED_OFF, "this was cancelled; nothing has changed", None)
}
