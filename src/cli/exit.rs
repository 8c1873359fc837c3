//! How the program ends. The numbers are part of the interface and never change their meaning.

use std::process::ExitCode;

use crate::diagnostic::{Code, Diagnostic, codes};
use crate::engine::Failure;
use crate::source::{SourceKind, SourceMap};

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
  0  done
  1  a script has an error
  2  invalid arguments: an unknown option, a misspelt name, an invalid question
  3  an `expect` does not hold
  4  a run was refused or could not continue, or odds exceeded the budget
  5  a file could not be read, or the output could not be written";

/// What only files outside of the scripts can have, and what reading the file in hand finds.
const OF_FILES: [Code; 10] = [
    codes::TOO_LARGE,
    codes::UNREADABLE,
    codes::NOT_UTF8,
    codes::NOT_RECORDED,
    codes::NOT_A_JOURNAL,
    codes::JOURNAL_VERSION,
    codes::JOURNAL_DAMAGED,
    codes::JOURNAL_IN_USE,
    codes::JOURNAL_IO,
    codes::UNWRITABLE,
];

/// What an argument can have that is no line of a script: a name of nothing that is there.
const OF_ARGUMENTS: [Code; 4] = [codes::USAGE, codes::UNKNOWN_NAME, codes::USE_NOT_FOUND, codes::NO_CHOICE];

impl Exit {
    /// The graver of two ends, for a command with several files.
    #[must_use]
    pub fn and(self, other: Exit) -> Exit {
        if (other as u8) > (self as u8) { other } else { self }
    }

    /// How the program ends after a failure whose cause is outside of every script: an argument, or a file. One kind of error
    /// ends the program in one way, whatever the command was doing. Of anything else the command knows.
    pub(super) fn outside(failure: &Failure) -> Option<Exit> {
        let first = failure.diagnostics.iter().next()?;
        let is_of_no_script = first.labels.is_empty();
        if is_typed(first, &failure.sources) || (is_of_no_script && OF_ARGUMENTS.contains(&first.code)) {
            Some(Exit::Usage)
        } else if is_of_no_script && OF_FILES.contains(&first.code) {
            Some(Exit::InputOutput)
        } else {
            None
        }
    }
}

/// Whether what was found is in something that was typed: in a question, or in who plays a part, wherever the part is declared.
fn is_typed(found: &Diagnostic, sources: &SourceMap) -> bool {
    let source = found.labels.first().and_then(|label| sources.get(label.span.source));
    // What a question costs is no slip in its words.
    found.ran_out.is_none()
        && (found.code == codes::CAST || source.is_some_and(|source| source.kind == SourceKind::Question))
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> Self {
        ExitCode::from(exit as u8)
    }
}
