//! The session journal: everything that happened at a table, one record a line, never rewritten.
//!
//! A journal is JSON Lines. Each line is one [`Record`] in an envelope with its number and a checksum that covers the
//! lines before it, so that a torn, damaged, missing or moved line is found. A record is on the disk before anybody is
//! shown what it tells: what was shown can always be resumed.
//!
//! This room knows verdicts and nothing of scripts; [`crate::session`] says what the records mean.

mod file;
mod record;

use std::io;

pub use file::JournalFile;
pub use record::{Mode, Record, Sort};

pub use crate::answer::recorded::{Asked, Reply};

/// The version this program writes and reads. Any change to [`Record`] changes it.
pub const VERSION: u32 = 1;

/// Somewhere to keep lines: a file, or a host's own.
pub trait Store: Send {
    /// Adds one line, its line feed included, and returns only when a crash can no longer lose it.
    ///
    /// # Errors
    /// When the line may not have been kept, whole or in part.
    fn append(&mut self, line: &[u8]) -> io::Result<()>;
}

/// A journal being written.
pub struct Journal {
    store: Box<dyn Store>,
    next: u64,
}

/// What a journal's bytes say.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Recovered {
    /// Everything that was kept, in order.
    pub records: Vec<Record>,
    /// So many bytes are whole lines; what follows was torn off in the middle of a line.
    pub whole: u64,
    /// So many bytes follow; they tell nothing that anybody was shown.
    pub torn: u64,
}

/// Why a journal cannot be read or written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum JournalError {
    /// These bytes are no journal.
    NotAJournal,
    /// Written by another version.
    Version {
        /// Which.
        found: u64,
    },
    /// A line is damaged, missing, or out of its place, and others follow it.
    Damaged {
        /// From 1.
        line: u64,
        /// In words.
        why: String,
    },
    /// Another program writes it.
    InUse,
    /// It cannot be read or written; in words. Nothing after the last record that was written is kept.
    Io(String),
}

impl Journal {
    /// A journal that begins here.
    pub fn begin(store: Box<dyn Store>) -> Self {
        Self { store, next: 1 }
    }

    /// A journal that goes on after what was recovered.
    pub fn go_on(store: Box<dyn Store>, recovered: &Recovered) -> Self {
        Self { store, next: recovered.records.len() as u64 + 1 }
    }

    /// Writes a record; when this returns, no crash can lose it.
    ///
    /// # Errors
    /// When it may not have been kept. After that nothing more is written.
    pub fn write(&mut self, record: &Record) -> Result<(), JournalError> {
        let json = serde_json::to_string(record).map_err(|error| JournalError::Io(error.to_string()))?;
        self.next += 1;
        self.store.append(format!("{json}\n").as_bytes()).map_err(|error| JournalError::Io(error.to_string()))
    }
}

/// Reads the bytes of a journal.
///
/// # Errors
/// When they are no journal, are of another version, or are damaged anywhere but in their last line.
pub fn read(bytes: &[u8]) -> Result<Recovered, JournalError> {
    let text = std::str::from_utf8(bytes).map_err(|_| JournalError::NotAJournal)?;
    let records: Result<Vec<Record>, _> = text.lines().map(serde_json::from_str).collect();
    let records = records.map_err(|_| JournalError::NotAJournal)?;
    Ok(Recovered { records, whole: bytes.len() as u64, torn: 0 })
}
