//! What is known of odds by now, which one thread finds and another one tells.

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
