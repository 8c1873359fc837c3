//! What following all runs of a program starts from, and what it finds out.

use super::super::Register;
use crate::model::ThingId;

/// A register that may begin with anything, and whose field it holds.
#[derive(Clone, Copy, Debug)]
pub struct Carried {
    pub register: Register,
    pub whose: Option<ThingId>,
}

/// Whether what takes effect at an instruction comes about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Comes {
    /// In a run that was seen.
    Surely,
    /// In some run, or nobody knows.
    Perhaps,
    /// In no run that begins as the scene is written; in one that begins otherwise, nobody knows.
    NotAsWritten,
    /// In no run.
    Never,
}
