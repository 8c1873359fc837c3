//! Inputs that nobody meant: what reads the texts of others is given them changed, piece by piece, as the grammar has it.
//!
//! Everything happens in one process, on a thread with a stack of known size, with limits on time and memory
//! ([`watch`]). A [`targets::Target`] says where its inputs begin, how they are changed, and what must hold of them.
//! `README.md` says how it is run.

#![forbid(unsafe_code)]

pub mod corpus;
pub mod families;
pub mod finds;
pub mod grammar;
pub mod mutate;
pub mod targets;
pub mod watch;

/// The chance that everything here is drawn from: the same seed draws the same inputs on every machine.
pub type Chance = rand::rngs::ChaCha8Rng;
