//! Whole lines or nothing: what happens when a line could be written only in part, or not at all.

use std::io::{self, ErrorKind};

use super::Store;

/// Bytes that outlast a crash once they are synced: a file, or a host's own.
pub trait Disk: Send {
    /// Writes some of the bytes from `at` on, and says how many.
    ///
    /// # Errors
    /// When nothing was written.
    fn write(&mut self, at: u64, bytes: &[u8]) -> io::Result<usize>;

    /// Returns when everything that was written would outlast a crash.
    ///
    /// # Errors
    /// When it might not. What the disk holds is unknown from then on.
    fn sync(&mut self) -> io::Result<()>;

    /// Cuts off whatever lies behind the first `length` bytes.
    ///
    /// # Errors
    /// When it may still be there.
    fn cut(&mut self, length: u64) -> io::Result<()>;

    /// Looks whether the disk still holds what was written, where others look for it: `whole` bytes, of which these are the
    /// last. It is asked before each line, and again before the line counts. A disk that nobody else can reach need not look.
    ///
    /// # Errors
    /// When it does not, best as [`JournalError::Lost`](super::JournalError::Lost).
    fn check(&mut self, whole: u64, last: &[u8]) -> io::Result<()> {
        let _ = (whole, last);
        Ok(())
    }
}

/// So many bytes at the end of a line hold its checksum, which tells of everything before it.
const LAST: usize = 32;

/// A store that puts line after line on a disk.
///
/// A line that cannot be written whole is taken back; the next may succeed. When it cannot be taken back, or a sync has
/// failed, the store is closed for good: after a failed sync the system may have thrown away what it could not write, and
/// would say at the next one that all is well. A line is refused as well while the disk does not hold what was written.
#[derive(Debug)]
pub struct Appending<M> {
    disk: M,
    /// So many bytes are whole lines.
    whole: u64,
    /// The end of the last of them.
    last: Vec<u8>,
    /// Why nothing is written any more.
    closed: Option<String>,
}

impl<M: Disk> Appending<M> {
    /// A store that goes on after the first `whole` bytes of the disk, behind which nothing lies.
    pub fn after(whole: u64, disk: M) -> Self {
        Self { disk, whole, last: Vec::new(), closed: None }
    }

    fn write_whole(&mut self, line: &[u8]) -> io::Result<()> {
        let mut done = 0;
        while done < line.len() {
            match self.disk.write(self.whole + done as u64, &line[done..]) {
                Ok(0) => return Err(ErrorKind::WriteZero.into()),
                Ok(written) => done += written,
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(error) => return Err(error),
            }
        }
        Ok(())
    }

    /// Takes back what was written of a line.
    fn take_back(&mut self) {
        if let Err(error) = self.disk.cut(self.whole) {
            self.closed = Some(error.to_string());
        }
    }
}

impl<M: Disk> Store for Appending<M> {
    fn append(&mut self, line: &[u8]) -> io::Result<()> {
        if let Some(why) = &self.closed {
            return Err(io::Error::other(format!("it was closed after an earlier failure: {why}")));
        }
        self.disk.check(self.whole, &self.last)?;
        if let Err(error) = self.write_whole(line) {
            self.take_back();
            return Err(error);
        }
        if let Err(error) = self.disk.sync() {
            self.take_back();
            self.closed = Some(error.to_string());
            return Err(error);
        }
        let (whole, last) = (self.whole + line.len() as u64, &line[line.len().saturating_sub(LAST)..]);
        if let Err(error) = self.disk.check(whole, last) {
            self.take_back();
            return Err(error);
        }
        (self.whole, self.last) = (whole, last.to_vec());
        Ok(())
    }
}
