//! What is typed while the page may answer too.

use std::io;
use std::sync::mpsc::{Receiver, RecvTimeoutError, sync_channel};
use std::thread;
use std::time::Duration;

#[cfg(unix)]
use super::at_terminal::AtTerminal;
use super::typed::Typed;

/// Where lines come from.
pub(super) enum Keyboard {
    /// From a terminal, which somebody else reads between the questions.
    #[cfg(unix)]
    Terminal(AtTerminal),
    /// From a pipe, or wherever a terminal cannot be asked whether there is a line: a thread reads it, and nobody else does. One
    /// line may have been put back.
    Lines(Receiver<String>, Option<String>),
}

impl Keyboard {
    /// The person at the terminal, as far as it can be asked whether there is a line.
    #[cfg(unix)]
    pub(super) fn at_terminal() -> Self {
        Self::Terminal(AtTerminal::default())
    }

    #[cfg(not(unix))]
    pub(super) fn at_terminal() -> Self {
        Self::lines()
    }

    /// The lines of the input.
    pub(super) fn lines() -> Self {
        // One line is read ahead: more would be lost when the program ends.
        let (read, lines) = sync_channel(0);
        thread::spawn(move || {
            let mut line = Vec::new();
            while io::BufRead::read_until(&mut io::stdin().lock(), b'\n', &mut line).is_ok_and(|read| read > 0) {
                let text = String::from_utf8_lossy(&std::mem::take(&mut line)).into_owned();
                if read.send(text).is_err() {
                    break;
                }
            }
        });
        Self::Lines(lines, None)
    }

    /// What is typed within this time.
    pub(super) fn within(&mut self, wait: Duration) -> Typed {
        match self {
            #[cfg(unix)]
            Self::Terminal(typing) => typing.within(wait),
            Self::Lines(lines, back) => match back.take().map_or_else(|| lines.recv_timeout(wait), Ok) {
                Ok(line) => Typed::Line(line),
                Err(RecvTimeoutError::Timeout) => Typed::Nothing,
                Err(RecvTimeoutError::Disconnected) => Typed::Over,
            },
        }
    }

    /// The next line, whenever it comes; `None` when there will be none.
    pub(super) fn next(&mut self) -> Option<String> {
        match self {
            #[cfg(unix)]
            Self::Terminal(_) => {
                let mut line = String::new();
                io::stdin().read_line(&mut line).is_ok_and(|read| read > 0).then_some(line)
            }
            Self::Lines(lines, back) => back.take().or_else(|| lines.recv().ok()),
        }
    }

    /// Whether somebody types behind the question, sees the answer of a phone on a line of its own, and gives up by ending the input. A
    /// pipe that ends leaves the page to answer.
    pub(super) fn is_terminal(&self) -> bool {
        match self {
            #[cfg(unix)]
            Self::Terminal(_) => true,
            Self::Lines(..) => false,
        }
    }

    /// Keeps a line of a pipe for the next question. One at a terminal was typed to the question that is answered.
    pub(super) fn put_back(&mut self, line: String) {
        match self {
            #[cfg(unix)]
            Self::Terminal(_) => drop(line),
            Self::Lines(_, back) => *back = Some(line),
        }
    }

    /// Drops the part of a line that was typed to a question which the page has answered.
    pub(super) fn forget(&mut self) {
        match self {
            #[cfg(unix)]
            Self::Terminal(typing) => typing.forget(),
            Self::Lines(..) => {}
        }
    }
}
