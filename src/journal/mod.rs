//! The session journal: everything that happened at a table, one record per line, never rewritten.
//!
//! A journal is JSON Lines. Each line is one [`Record`] in an envelope with its number and a checksum that covers the
//! lines before it, so that a torn, damaged, missing or moved line is found. A record is on disk before anyone sees
//! its contents: everything shown can always be resumed. `docs/src/journal.md` describes the format.
//!
//! This room knows verdicts but not scripts; [`crate::session`] says what the records mean.

mod append;
mod error;
mod line;
mod reading;

#[cfg(feature = "files")]
mod file;
mod record;

use std::io;

pub use append::{Appending, Disk};
pub use error::JournalError;
pub use reading::{Recovered, read};

#[cfg(feature = "files")]
pub use file::JournalFile;
pub use record::{EntryMode, EntrySort, Record, Redone};

pub use crate::drivers::recorded::{Exchange, Reply};

/// The version this program writes and reads. Any change to [`Record`] changes it, but for a field that is left out where
/// it says what was so before, and for a record that no older program has written: an older journal is read as it was meant, and
/// an older program refuses the new field or record.
pub const VERSION: u32 = 2;

/// The longest line, in bytes, its line feed included: 16 MiB. Nothing longer is written, or read into memory.
pub const LONGEST_LINE: usize = 16 << 20;

/// Somewhere to keep lines: a file, or a host's own.
pub trait Store: Send {
    /// Adds one line, its line feed included, and returns only when a crash can no longer lose it.
    ///
    /// # Errors
    /// When the line may not have been stored. Nothing of it must be left before the next line then; a store that cannot
    /// promise this refuses every later line.
    fn append(&mut self, line: &[u8]) -> io::Result<()>;
}

/// A journal being written.
pub struct Journal {
    store: Box<dyn Store>,
    /// The number of the next line.
    next: u64,
    /// The checksum of the line before it.
    sum: u32,
}

impl Journal {
    /// A journal that begins here; its first record is [`Record::Opened`].
    ///
    /// ```
    /// use std::io;
    ///
    /// use assize::journal::{self, Journal, Record, Store, VERSION};
    ///
    /// /// A store of the host's own.
    /// #[derive(Clone, Default)]
    /// struct Memory(std::sync::Arc<std::sync::Mutex<Vec<u8>>>);
    ///
    /// impl Store for Memory {
    ///     fn append(&mut self, line: &[u8]) -> io::Result<()> {
    ///         self.0.lock().expect("nobody panics").extend_from_slice(line);
    ///         Ok(())
    ///     }
    /// }
    ///
    /// let memory = Memory::default();
    /// let mut journal = Journal::begin(Box::new(memory.clone()));
    /// journal.write(&Record::Opened { version: VERSION, program: "my table".to_owned(), seeds: 7.into(), date: None })?;
    /// let recovered = journal::read(&memory.0.lock().expect("nobody panics"))?;
    /// assert_eq!(recovered.records.len(), 1);
    /// # Ok::<(), assize::journal::JournalError>(())
    /// ```
    pub fn begin(store: Box<dyn Store>) -> Self {
        Self::go_on(store, &Recovered::default())
    }

    /// A journal that goes on after what was recovered. The store holds `recovered.whole` bytes and no torn ones.
    ///
    /// ```
    /// # use std::io;
    /// #
    /// # use assize::journal::{self, Journal, Record, Store, VERSION};
    /// #
    /// # /// A store of the host's own.
    /// # #[derive(Clone, Default)]
    /// # struct Memory(std::sync::Arc<std::sync::Mutex<Vec<u8>>>);
    /// #
    /// # impl Store for Memory {
    /// #     fn append(&mut self, line: &[u8]) -> io::Result<()> {
    /// #         self.0.lock().expect("nobody panics").extend_from_slice(line);
    /// #         Ok(())
    /// #     }
    /// # }
    /// # let memory = Memory::default();
    /// # let opened = Record::Opened { version: VERSION, program: "my table".to_owned(), seeds: 7.into(), date: None };
    /// # Journal::begin(Box::new(memory.clone())).write(&opened)?;
    /// let recovered = journal::read(&memory.0.lock().expect("nobody panics"))?;
    /// let mut journal = Journal::go_on(Box::new(memory.clone()), &recovered);
    /// journal.write(&Record::Seeded { seeds: 8.into() })?;
    /// let recovered = journal::read(&memory.0.lock().expect("nobody panics"))?;
    /// assert_eq!(recovered.records.len(), 2);
    /// # Ok::<(), assize::journal::JournalError>(())
    /// ```
    pub fn go_on(store: Box<dyn Store>, recovered: &Recovered) -> Self {
        Self { store, next: recovered.records.len() as u64 + 1, sum: recovered.sum }
    }

    /// Writes a record; when this returns, no crash can lose it.
    ///
    /// # Errors
    /// When it may not have been stored, is longer than [`LONGEST_LINE`], or would stand first and does not open the
    /// journal. The journal is as it was before then, and a later record may be stored again, for instance when a full
    /// disk has room. When the disk no longer tells what it holds, every later record is refused as well.
    pub fn write(&mut self, record: &Record) -> Result<(), JournalError> {
        let opens = matches!(record, Record::Opened { version: VERSION, .. });
        if opens != (self.next == 1) {
            return Err(JournalError::Io("only the first record can open a journal".to_owned()));
        }
        let written = line::written(self.next, record, self.sum);
        let (line, sum) = written.map_err(|error| JournalError::Io(error.to_string()))?;
        if line.len() > LONGEST_LINE {
            return Err(JournalError::Io(format!("a record of {} bytes is too long to save", line.len())));
        }
        self.store.append(&line).map_err(JournalError::io)?;
        (self.next, self.sum) = (self.next + 1, sum);
        Ok(())
    }
}
