//! How the program ends. The numbers are part of the interface and never change their meaning.

use std::process::ExitCode;

/// How the program ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Exit {
    /// All went well.
    Done = 0,
    /// Something is wrong in a script.
    Mistakes = 1,
    /// Something is wrong with the words of the command line.
    Usage = 2,
    /// An `expect` does not hold.
    ExpectationsFailed = 3,
    /// A run was refused or could not go on, or odds went beyond the budget.
    Refused = 4,
    /// A file could not be read, or the output not be written.
    InputOutput = 5,
}

/// The codes as help and manual show them.
pub(super) const TABLE: &str = "Exit codes:
  0  all went well
  1  something is wrong in a script
  2  something is wrong with the words of the command line
  3  an `expect` does not hold
  4  a run was refused or could not go on, or odds went beyond the budget
  5  a file could not be read, or the output not be written";

impl Exit {
    /// The graver of two ends, for a command with several files.
    #[must_use]
    pub fn and(self, other: Exit) -> Exit {
        if (other as u8) > (self as u8) { other } else { self }
    }
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> Self {
        ExitCode::from(exit as u8)
    }
}
