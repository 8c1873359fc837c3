//! The threads of `assize serve` under a model checker.
//!
//! The files of `src/cli/serve/` that threads meet in are read here as they are, with locks, conditions, channels and threads of
//! shuttle in place of those of the standard library ([`fn@play`] runs them). Shuttle lets one thread go on at a time and chooses at each
//! step which one, so that a schedule is a row of choices, and can be had again. What requests come to is made up: it is not what
//! is checked.

// As the files of the server name them.
use assize::{diagnostic, protocol};

mod client;
mod lie;
mod serve;

/// The engine, as the server names it.
mod engine {
    pub(crate) use assize::engine::*;

    pub(crate) use crate::serve::Cancel;
}

pub use client::{Told, answer, called_off, enter, odds, run};
pub use lie::{Clock, Lie, sites};
pub use serve::{Scenario, play};
