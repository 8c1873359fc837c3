//! How far a run may go before it is stopped from outside.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// So many steps are taken at most, unless another limit is set.
pub const FUEL: u64 = 10_000_000;

/// Calls off whatever it was given to, from another thread or from the handler of a signal. Copies are one and the same.
#[derive(Clone, Debug, Default)]
pub struct Cancel(Arc<AtomicBool>);

impl Cancel {
    /// Calls off what is under way, and whatever begins before [`Cancel::clear`].
    pub fn call_off(&self) {
        self.0.store(true, Ordering::SeqCst);
    }

    /// Lets the next answer be worked out.
    pub fn clear(&self) {
        self.0.store(false, Ordering::SeqCst);
    }

    /// Whether it is called off.
    pub fn is_called_off(&self) -> bool {
        self.0.load(Ordering::SeqCst)
    }
}

/// How far a run may go.
#[derive(Clone, Debug)]
pub struct Bounds {
    /// Steps: one for each instruction, and more for many dice and long texts. Nothing in a program can lift this limit.
    pub fuel: u64,
    /// What can call it off.
    pub cancel: Cancel,
}

impl Default for Bounds {
    fn default() -> Self {
        Self { fuel: FUEL, cancel: Cancel::default() }
    }
}
