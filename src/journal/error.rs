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
            Self::NotAJournal => (codes::NOT_A_JOURNAL, format!("`{name}` is not the journal of a session")),
            Self::Version { found } => (
                codes::JOURNAL_VERSION,
                format!("`{name}` is a journal of version {found}, and this program reads version {VERSION}"),
            ),
            Self::Damaged { line, why } => {
                (codes::JOURNAL_DAMAGED, format!("line {line} of the journal `{name}` is damaged: {why}"))
            }
            Self::InUse => (codes::JOURNAL_IN_USE, format!("the journal `{name}` is open in another program")),
            Self::Lost(why) => (codes::JOURNAL_IO, format!("the journal `{name}` is not what it was: {why}")),
            Self::Io(why) => (codes::JOURNAL_IO, format!("the journal `{name}` cannot be read or written: {why}")),
        };
        Diagnostic::placeless(code, message).help(self.way_out())
    }

    /// What can be done about it.
    pub(crate) fn way_out(&self) -> String {
        match self {
            Self::NotAJournal => "choose another name; nothing in this file was changed".to_owned(),
            Self::Version { .. } => {
                "its first line names the program that wrote it: use that one, or begin another journal".to_owned()
            }
            Self::Damaged { line: 1, .. } => "begin another journal; nothing in this file was changed".to_owned(),
            Self::Damaged { line, .. } => format!(
                "copy the lines before line {line} into another file and go on with that; nothing in this file was changed"
            ),
            Self::InUse => "leave that program first, or choose another name".to_owned(),
            Self::Lost(_) => {
                "put the file back as it was, under its name; or save what counts as a script in another place \
                              (`:save FILE` at the prompt), and begin another journal with that"
                    .to_owned()
            }
            Self::Io(_) => {
                "see that its folder is there, that you may write in it, and that the disk has room".to_owned()
            }
        }
    }
}

impl fmt::Display for JournalError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotAJournal => f.write_str("this is not the journal of a session"),
            Self::Version { found } => write!(f, "the journal is of version {found}, and not of version {VERSION}"),
            Self::Damaged { line, why } => write!(f, "line {line} of the journal is damaged: {why}"),
            Self::InUse => f.write_str("the journal is open in another program"),
            Self::Lost(why) => write!(f, "the journal is not what it was: {why}"),
            Self::Io(why) => write!(f, "the journal cannot be read or written: {why}"),
        }
    }
}

impl std::error::Error for JournalError {}
