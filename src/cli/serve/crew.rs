//! The threads at work: one reads, some work, one writes.

use std::io::{self, BufRead, Write};

use super::catch_panic;
use super::lanes::{Work, Worker};
use super::outbox::{self, Ended};
use super::reader::Reader;
use super::server::Server;
use super::sessions::Sessions;
use super::sync::{Arc, thread};

/// A sort of work, how many do it, and how many stand by.
pub(super) type Team = (Work, usize, usize);

/// Answers every line of the input. What is begun at its end is brought to an end as well.
pub(super) fn answer_all<I: BufRead>(
    sessions: Sessions,
    teams: &[Team],
    input: impl FnOnce() -> I + Send + 'static,
    output: impl Write,
) -> Result<(), Ended> {
    let (outbox, posted) = outbox::outbox();
    let server = Arc::new(Server::new(sessions, outbox));
    for (work, workers, further) in teams.iter().copied() {
        for number in 0..workers + further {
            let (server, stands_by) = (Arc::clone(&server), number >= workers);
            thread::spawn(move || server.take_jobs(Worker { work, stands_by }));
        }
    }
    thread::spawn(move || {
        // Even if reading is wrong, what was read is answered.
        let read = catch_panic::caught(|| Reader::new(&server).read_all(input()));
        if let Err(panic) = read {
            server.outbox.fail(io::Error::other(panic));
        }
        server.lanes.close();
    });
    outbox::write_all(&posted, output)
}
