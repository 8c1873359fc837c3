//! How far a run may go before it is stopped from outside.

use crate::allowance::Allowance;

/// So many steps are taken at most, unless another limit is set.
pub const FUEL: u64 = 10_000_000;

/// So many events are told at most, unless another limit is set.
pub const EVENTS: u64 = 10_000_000;

/// So many bytes are told at most, unless another limit is set.
pub const OUTPUT: u64 = 1 << 32;

/// How far a run may go.
#[derive(Clone, Debug)]
pub struct Bounds {
    /// Steps: one for each instruction, and more for many dice and long texts. Nothing in a program can lift this limit.
    pub fuel: u64,
    /// How often something is told to whoever listens.
    pub events: u64,
    /// Bytes of what is told: texts and names, dice and rows, and as many again for each event as it takes to hold it.
    pub output: u64,
    /// What it may take of the steps of the call it belongs to.
    pub allowance: Allowance,
}

impl Default for Bounds {
    fn default() -> Self {
        Self { fuel: FUEL, events: EVENTS, output: OUTPUT, allowance: Allowance::default() }
    }
}
