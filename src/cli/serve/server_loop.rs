//! The conversation: lines in, lines out.

use std::io::{self, BufRead, Write};

use super::lines::{Line, Lines};
use super::reply::{Refused, Reply, Said};
use super::request::Id;
use crate::engine::Failure;

/// Whoever asks, at the other end.
pub(super) struct Talk<R, W> {
    input: Lines<R>,
    output: W,
    /// How many lines were read.
    lines: u64,
}

impl<R: BufRead, W: Write> Talk<R, W> {
    pub(super) fn new(input: Lines<R>, output: W) -> Self {
        Self { input, output, lines: 0 }
    }

    /// The next line; `None` at the end of the input.
    pub(super) fn next_line(&mut self) -> io::Result<Option<Line>> {
        let line = self.input.next()?;
        self.lines += u64::from(line.is_some());
        Ok(line)
    }

    /// Refuses a line.
    pub(super) fn refuse(&mut self, id: Option<&Id>, failure: &Failure) -> io::Result<()> {
        let line = if id.is_none() { Some(self.lines) } else { None };
        self.say(id, Said::Error(Refused { line, ..Refused::from(failure) }))
    }

    /// Says something to whoever sent the request of this id.
    pub(super) fn say(&mut self, id: Option<&Id>, said: Said) -> io::Result<()> {
        // Texts and numbers always have a JSON form.
        let mut line = serde_json::to_string(&Reply { id, said }).unwrap_or_default();
        line.push('\n');
        self.output.write_all(line.as_bytes())?;
        self.output.flush()
    }
}
