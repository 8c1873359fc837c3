//! Sessions in which nothing happens but that somebody works for them.

use std::collections::BTreeMap;

use super::cancel::Cancel;
use super::sync::atomic::{AtomicBool, Ordering};
use super::sync::{Arc, Mutex, MutexGuard, PoisonError};
use crate::engine::Failure;
use crate::protocol::Id;

/// The requests that were begun, in their order.
#[derive(Clone, Default)]
pub(super) struct Begun(Arc<Mutex<Vec<Id>>>);

impl Begun {
    pub(super) fn note(&self, id: &Id) {
        self.lock().push(id.clone());
    }

    pub(super) fn has(&self, number: i64) -> bool {
        self.lock().contains(&Id::Number(number))
    }

    pub(super) fn all(&self) -> Vec<Id> {
        self.lock().clone()
    }

    fn lock(&self) -> MutexGuard<'_, Vec<Id>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The sessions `a` and `b`.
pub(super) struct Sessions {
    open: BTreeMap<&'static str, Table>,
    begun: Begun,
}

#[derive(Default)]
struct Table {
    cancel: Cancel,
    is_taken: AtomicBool,
}

/// Somebody works for a session, and nobody else does.
pub(super) struct Taken<'s>(&'s AtomicBool);

impl Drop for Taken<'_> {
    fn drop(&mut self) {
        self.0.store(false, Ordering::SeqCst);
    }
}

impl Default for Sessions {
    fn default() -> Self {
        Self { open: ["a", "b"].map(|name| (name, Table::default())).into(), begun: Begun::default() }
    }
}

impl Sessions {
    pub(super) fn begun(&self) -> Begun {
        self.begun.clone()
    }

    /// Takes a session, which is nobody else's.
    pub(super) fn take(&self, name: &str) -> Taken<'_> {
        let is_taken = &self.open[name].is_taken;
        assert!(!is_taken.swap(true, Ordering::SeqCst), "two work for the session {name}");
        Taken(is_taken)
    }

    pub(super) fn cancel_of(&self, name: &str) -> Option<Cancel> {
        self.open.get(name).map(|table| table.cancel.clone())
    }

    /// No journal is kept.
    #[allow(clippy::unused_self, reason = "the reader asks it so")]
    pub(super) fn keep_journals(&self) -> bool {
        false
    }

    /// A session is closed only where a request met a mistake, of which the client is told.
    #[allow(clippy::unused_self, clippy::unnecessary_wraps, reason = "the worker asks it so")]
    pub(super) fn close(&self, _: &str) -> Result<(), Failure> {
        Ok(())
    }
}
