//! The output, written by one writer, whoever it comes from.

use std::io::{self, Write};

use super::room::MOST_LINES;
use super::sync::mpsc::{Receiver, SyncSender, sync_channel};
use crate::protocol::ServerMessage;

/// Where messages are put. Copies are one and the same.
#[derive(Clone)]
pub(super) struct Outbox(SyncSender<Posted>);

/// What the writer is to do.
pub(super) enum Posted {
    /// Write a line.
    Line(String),
    /// End, since the input cannot be read any more.
    Broken(io::Error),
}

/// Why nothing is written any more, though somebody could have something to say.
pub(super) enum Ended {
    /// The input cannot be read.
    Unread(io::Error),
    /// The output cannot be written.
    Unwritten(io::Error),
}

/// An outbox, and where the writer finds what was put there.
pub(super) fn outbox() -> (Outbox, Receiver<Posted>) {
    let (outbox, posted) = sync_channel(MOST_LINES);
    (Outbox(outbox), posted)
}

impl Outbox {
    /// Puts a message there. Once nobody reads any more, the program is about to end, and nobody misses it.
    pub(super) fn send(&self, message: &ServerMessage) {
        let _ = self.0.send(Posted::Line(message.line()));
    }

    /// Puts a message there that is worth nothing later: it is left out when the writer has enough to do.
    pub(super) fn send_if_free(&self, message: &ServerMessage) {
        let _ = self.0.try_send(Posted::Line(message.line()));
    }

    /// Ends the program with what is wrong with its input.
    pub(super) fn fail(&self, error: io::Error) {
        let _ = self.0.send(Posted::Broken(error));
    }
}

/// Writes whatever is posted, until nobody is left who could post. Lines that wait together are written together.
pub(super) fn write_all(posted: &Receiver<Posted>, mut output: impl Write) -> Result<(), Ended> {
    while let Ok(first) = posted.recv() {
        let mut next = Some(first);
        while let Some(one) = next {
            match one {
                Posted::Line(line) => output.write_all(line.as_bytes()).map_err(Ended::Unwritten)?,
                Posted::Broken(error) => {
                    return output.flush().map_err(Ended::Unwritten).and(Err(Ended::Unread(error)));
                }
            }
            next = posted.try_recv().ok();
        }
        output.flush().map_err(Ended::Unwritten)?;
    }
    Ok(())
}
