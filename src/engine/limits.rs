//! How much a script may cost before it is stopped.

use crate::drivers::odds::Budget;
use crate::machine::FUEL;

/// A longer file is not read; in bytes.
pub const LONGEST_FILE: usize = 1024 * 1024;

/// Limits on everything that a script could use up. All of them always hold; reaching one is an error with a code.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Steps of one run: one for each instruction, one for each die, and one for every 64 bytes of text that it tells.
    pub fuel: u64,
    /// Bytes of one file.
    pub file: usize,
    /// Files of one script.
    pub files: usize,
    /// Operations of one call of a function.
    pub operations: u64,
    /// Operations of all calls of functions for one answer, with one for every eight bytes of the words they answer.
    pub operations_in_all: u64,
    /// Calls of functions within each other.
    pub calls: usize,
    /// Bytes of a text within a function, and of all texts within one list or map.
    pub text: usize,
    /// Entries of a list within a function, those of the lists inside it included; never more than 1,000. A map holds a
    /// quarter as many.
    pub entries: usize,
    /// Variables of a function at one time.
    pub variables: usize,
    /// Situations of one question about odds.
    pub situations: usize,
}

impl Default for Limits {
    /// For scripts of one's own table.
    fn default() -> Self {
        Self {
            fuel: FUEL,
            file: LONGEST_FILE,
            files: 64,
            operations: 5_000,
            operations_in_all: 500_000,
            calls: 8,
            text: 10_000,
            entries: 400,
            variables: 32,
            situations: Budget::default().states,
        }
    }
}

impl Limits {
    /// For scripts of strangers: an answer or a refusal within a fraction of a second and a few megabytes.
    pub const fn untrusted() -> Self {
        Self {
            fuel: 200_000,
            file: 64 * 1024,
            files: 16,
            operations: 2_500,
            operations_in_all: 50_000,
            calls: 5,
            text: 1_000,
            entries: 100,
            variables: 32,
            situations: 20_000,
        }
    }
}
