//! A journal in a file: locked while it is open, cut back to its last whole line, and written through to the disk.

use std::path::Path;

use super::{Journal, JournalError, Recovered};

/// Journals in files.
pub struct JournalFile;

impl JournalFile {
    /// Opens a journal for writing, or makes it. A torn last line is cut off. The file stays locked until the journal is
    /// dropped.
    ///
    /// # Errors
    /// When another program has it open, it cannot be read or written, or it is damaged.
    pub fn open(path: &Path) -> Result<(Journal, Recovered), JournalError> {
        let _ = path;
        Err(JournalError::NotAJournal)
    }

    /// Reads a journal and changes nothing, whoever is writing it.
    ///
    /// # Errors
    /// When it cannot be read, or is damaged.
    pub fn read(path: &Path) -> Result<Recovered, JournalError> {
        let _ = path;
        Err(JournalError::NotAJournal)
    }
}
