//! From the bytes of a journal to its records.

use std::io::{BufRead, Read};

use super::line::{self, Bad, Head};
use super::{JournalError, LONGEST_LINE, Record};

/// What a journal's bytes say.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Recovered {
    /// Everything that was recorded, in order.
    pub records: Vec<Record>,
    /// So many bytes are whole lines; what follows was torn off in the middle of a line.
    pub whole: u64,
    /// So many bytes follow; they tell nothing that anybody was shown.
    pub torn: u64,
    /// The checksum of the last whole line, from which the next goes on.
    pub sum: u32,
}

/// Reads the bytes of a journal. No bytes are a journal in which nothing has happened.
///
/// ```
/// use assize::journal::{self, JournalError};
///
/// assert_eq!(journal::read(b"")?.records, []);
/// assert_eq!(journal::read(b"use lamps\n"), Err(JournalError::NotAJournal));
/// # Ok::<(), assize::journal::JournalError>(())
/// ```
///
/// # Errors
/// When they are no journal, are of another version, or are damaged anywhere but in their last line.
pub fn read(bytes: &[u8]) -> Result<Recovered, JournalError> {
    read_from(bytes)
}

/// Reads a journal line by line, and never more of it than the longest line into memory.
pub(super) fn read_from(mut bytes: impl BufRead) -> Result<Recovered, JournalError> {
    let mut recovered = Recovered::default();
    let mut line = Vec::new();
    while next_line(&mut bytes, &mut line)? {
        let number = recovered.records.len() as u64 + 1;
        if number == 1 {
            known(&line)?;
        }
        if line.len() > LONGEST_LINE {
            return Err(JournalError::Damaged { line: number, why: format!("it is longer than {LONGEST_LINE} bytes") });
        }
        match line::read(&line, number, recovered.sum) {
            Ok((record, sum)) => {
                recovered.records.push(record);
                recovered.whole += line.len() as u64;
                recovered.sum = sum;
            }
            Err(Bad::Torn(_)) if is_at_its_end(&mut bytes)? => {
                recovered.torn = line.len() as u64;
                return Ok(recovered);
            }
            Err(Bad::Torn(why) | Bad::Wrong(why)) => return Err(JournalError::Damaged { line: number, why }),
        }
    }
    Ok(recovered)
}

/// Whether the file is a journal that this program can read.
fn known(line: &[u8]) -> Result<(), JournalError> {
    match line::head(line) {
        Head::Ours => Ok(()),
        Head::Other(found) => Err(JournalError::Version { found }),
        Head::Foreign => Err(JournalError::NotAJournal),
    }
}

/// Whether there is another line. Of one that is too long, only as much is read as shows it.
fn next_line(bytes: &mut impl BufRead, line: &mut Vec<u8>) -> Result<bool, JournalError> {
    line.clear();
    let read = bytes.take(LONGEST_LINE as u64 + 1).read_until(b'\n', line);
    Ok(read.map_err(JournalError::io)? > 0)
}

fn is_at_its_end(bytes: &mut impl BufRead) -> Result<bool, JournalError> {
    Ok(bytes.fill_buf().map_err(JournalError::io)?.is_empty())
}
