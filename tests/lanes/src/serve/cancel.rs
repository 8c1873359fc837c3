//! What calls something off, as `src/allowance.rs` has it, with a number that the checker looks at.

use super::sync::Arc;
use super::sync::atomic::{AtomicBool, Ordering};
use crate::lie::{Lie, is_told};

/// Copies are one and the same.
#[derive(Clone, Debug, Default)]
pub(crate) struct Cancel(Arc<AtomicBool>);

impl Cancel {
    pub(crate) fn call_off(&self) {
        if !is_told(&Lie::Deaf) {
            self.0.store(true, Ordering::SeqCst);
        }
    }

    pub(crate) fn clear(&self) {
        if !is_told(&Lie::Uncleared) {
            self.0.store(false, Ordering::SeqCst);
        }
    }

    pub(crate) fn is_called_off(&self) -> bool {
        self.0.load(Ordering::SeqCst)
    }
}
