//! What is known about odds so far, found by one thread and reported by another.

use super::sync::{Arc, Mutex, PoisonError};
use crate::protocol::Odd;

/// Copies are one and the same.
#[derive(Clone, Default)]
pub(super) struct Known(Arc<Mutex<Vec<Odd>>>);

impl Known {
    /// So much is known from now on.
    pub(super) fn becomes(&self, odds: Vec<Odd>) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = odds;
    }

    pub(super) fn odds(&self) -> Vec<Odd> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }
}
