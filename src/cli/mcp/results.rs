//! What the server says, as lines for the client.

use std::io::{self, Write};

use super::desk::Desk;

/// Takes the output of the server, line by line.
pub(super) struct Results {
    desk: Desk,
    /// What has no end yet.
    line: Vec<u8>,
}

impl Results {
    pub(super) fn new(desk: Desk) -> Self {
        Self { desk, line: Vec::new() }
    }
}

impl Write for Results {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.line.extend_from_slice(bytes);
        while let Some(end) = self.line.iter().position(|byte| *byte == b'\n') {
            let rest = self.line.split_off(end + 1);
            let line = std::mem::replace(&mut self.line, rest);
            self.desk.hear_server(std::str::from_utf8(&line).map_err(io::Error::other)?)?;
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
