//! What can be wrong with a journal, and the messages for it.

use std::fmt;
use std::io;

use super::VERSION;
use crate::diagnostic::{Diagnostic, codes};

/// Why a journal cannot be read or written.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum JournalError {
    /// These bytes are no journal.
    NotAJournal,
    /// Written by another version.
    Version {
        /// The version of its format, as its first line says.
        found: u64,
    },
    /// A line is damaged, missing, or out of its place, and no crash while it was written explains that.
    Damaged {
        /// The first line that is wrong, counted from 1.
        line: u64,
        /// What is wrong with it, for people.
        why: String,
    },
    /// Another program writes it.
    InUse,
    /// The file that is written is not any more what others find under its name: it was replaced, renamed, deleted, cut or
    /// written over; in words. Nothing after the last record that was written is stored, and what was may be gone.
    Lost(String),
    /// It cannot be read or written; in words. Nothing after the last record that was written is stored.
    Io(String),
}

impl JournalError {
    /// Something the system says.
    pub(super) fn io(error: io::Error) -> Self {
        error.downcast().unwrap_or_else(|error| Self::Io(error.to_string()))
    }

    /// The finding for people; `name` is what they call the journal.
    ///
    /// ```
    /// use assize::diagnostic::codes;
    /// use assize::journal::JournalError;
    ///
    /// let found = JournalError::InUse.diagnostic("evening.journal");
    /// assert_eq!(found.code, codes::JOURNAL_IN_USE);
    /// assert_eq!(found.message, "the journal `evening.journal` is open in another program");
    /// ```
    pub fn diagnostic(&self, name: &str) -> Diagnostic {
        let (code, message) = match self {
            Self::NotAJournal => (codes::NOT_A_JOURNAL, format!("`{name}` is not a session journal")),
            Self::Version { found } => (
                codes::JOURNAL_VERSION,
                format!("`{name}` is a version {found} journal; this program reads version {VERSION}"),
            ),
            Self::Damaged { line, why } => {
                (codes::JOURNAL_DAMAGED, format!("line {line} of the journal `{name}` is damaged: {why}"))
            }
            Self::InUse => (codes::JOURNAL_IN_USE, format!("the journal `{name}` is open in another program")),
            Self::Lost(why) => (codes::JOURNAL_IO, format!("the journal `{name}` has changed: {why}")),
            Self::Io(why) => (codes::JOURNAL_IO, format!("the journal `{name}` cannot be read or written: {why}")),
        };
        Diagnostic::placeless(code, message).help(self.way_out())
    }

    /// What can be done about it.
    pub(crate) fn way_out(&self) -> String {
        match self {
            Self::NotAJournal => {
                "name a file that a session was saved in, or a new one; this file was not changed".to_owned()
            }
            Self::Version { .. } => {
                "use the program version named in its first line, or start a new journal".to_owned()
            }
            Self::Damaged { line: 1, .. } => "start a new journal; this file was not changed".to_owned(),
            Self::Damaged { line, .. } => format!(
                "copy the lines before line {line} into another file and continue with that; this file was not changed"
            ),
            Self::InUse => "close that program first, or choose another name".to_owned(),
            Self::Lost(_) => "restore the original file under its name; or save the session as a script elsewhere \
                              (`:save FILE` at the prompt), and start a new journal from it"
                .to_owned(),
            Self::Io(_) => {
                "check that its folder exists, that you may write in it, and that the disk has space".to_owned()
            }
        }
    }
}

impl fmt::Display for JournalError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotAJournal => f.write_str("this is not a session journal"),
            Self::Version { found } => write!(f, "the journal has version {found}, not version {VERSION}"),
            Self::Damaged { line, why } => write!(f, "line {line} of the journal is damaged: {why}"),
            Self::InUse => f.write_str("the journal is open in another program"),
            Self::Lost(why) => write!(f, "the journal has changed: {why}"),
            Self::Io(why) => write!(f, "the journal cannot be read or written: {why}"),
        }
    }
}

impl std::error::Error for JournalError {}
