//! What the client says, as input of the server.

use std::io::{self, BufRead, Read};

use super::desk::Desk;
use crate::cli::serve::{LONGEST, Line, Lines};

/// The lines for the server, made from those of the client as they come.
pub(super) struct Requests<R> {
    lines: Lines<R>,
    desk: Desk,
    line: Vec<u8>,
    read: usize,
}

impl<R: BufRead> Requests<R> {
    pub(super) fn new(input: R, desk: Desk) -> Self {
        Self { lines: Lines::new(input), desk, line: Vec::new(), read: 0 }
    }

    /// The next line for the server; an empty one at the end.
    fn next(&mut self) -> io::Result<Vec<u8>> {
        loop {
            match self.lines.next()? {
                None => return Ok(Vec::new()),
                Some(Line::Text(line)) if line.trim().is_empty() => {}
                Some(Line::Text(line)) => {
                    if let Some(line) = self.desk.hear_client(&line)? {
                        return Ok(line.into_bytes());
                    }
                }
                Some(Line::TooLong) => self.desk.refuse(&format!("a line is longer than {} kB", LONGEST / 1024))?,
                Some(Line::NotText) => self.desk.refuse("this line is not UTF-8 text")?,
            }
        }
    }
}

impl<R: BufRead> Read for Requests<R> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        let read = self.fill_buf()?.read(into)?;
        self.consume(read);
        Ok(read)
    }
}

impl<R: BufRead> BufRead for Requests<R> {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        if self.read == self.line.len() {
            (self.line, self.read) = (self.next()?, 0);
        }
        Ok(&self.line[self.read..])
    }

    fn consume(&mut self, bytes: usize) {
        self.read += bytes;
    }
}
