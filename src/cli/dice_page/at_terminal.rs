//! Whether a line has been typed at a terminal.

use std::io::{self, BufRead};
use std::os::fd::AsFd;
use std::time::Duration;

use nix::poll::{PollFd, PollFlags, PollTimeout, poll};
use nix::sys::termios::{FlushArg, tcflush};

use super::typed::Typed;

/// What was typed of a line that has no end yet.
#[derive(Default)]
pub(super) struct AtTerminal(Vec<u8>);

impl AtTerminal {
    /// What is typed within this time. The terminal hands over whole lines, so nothing waits for the end of one.
    pub(super) fn within(&mut self, wait: Duration) -> Typed {
        let input = io::stdin();
        let mut asked = [PollFd::new(input.as_fd(), PollFlags::POLLIN)];
        match poll(&mut asked, PollTimeout::try_from(wait).unwrap_or(PollTimeout::ZERO)) {
            // A signal may be Ctrl-C: the one that waits looks.
            Ok(0) | Err(nix::errno::Errno::EINTR) => Typed::Nothing,
            Ok(_) => self.read(&mut input.lock()),
            Err(_) => Typed::Over,
        }
    }

    fn read(&mut self, input: &mut impl BufRead) -> Typed {
        let Ok(bytes) = input.fill_buf() else { return Typed::Over };
        if bytes.is_empty() {
            return Typed::Over;
        }
        let end = bytes.iter().position(|byte| *byte == b'\n');
        let taken = end.map_or(bytes.len(), |end| end + 1);
        self.0.extend(&bytes[..taken]);
        input.consume(taken);
        if end.is_none() {
            return Typed::Nothing;
        }
        Typed::Line(String::from_utf8_lossy(&std::mem::take(&mut self.0)).into_owned())
    }

    /// Drops what has been typed and not handed over: it was for a question that is answered.
    pub(super) fn forget(&mut self) {
        self.0.clear();
        // What cannot be dropped stands on the next line, where the person sees it.
        let _ = tcflush(io::stdin(), FlushArg::TCIFLUSH);
    }
}

#[cfg(test)]
mod tests {
    use super::{AtTerminal, Typed};

    #[test]
    fn a_line_may_come_in_parts() {
        let mut typing = AtTerminal::default();
        assert!(matches!(typing.read(&mut "3 ".as_bytes()), Typed::Nothing));
        let mut rest = "5\n6\n".as_bytes();
        assert!(matches!(typing.read(&mut rest), Typed::Line(line) if line == "3 5\n"));
        assert!(matches!(typing.read(&mut rest), Typed::Line(line) if line == "6\n"));
        assert!(matches!(typing.read(&mut rest), Typed::Over));
    }
}
