//! `assize lsp`: the Language Server Protocol over stdin and stdout, for editors.
//!
//! One thread reads messages, one writes them, one finds out what is known of texts, and one does what may take long. In between one
//! decides about each message, and never waits. Whatever an editor asks about a script is answered by the language service; here
//! it is only said in the words of the protocol.

// Each layer uses the ones above it here and none below, and no two files use each other.

// Messages, places and addresses.
mod addresses;
mod positions;
mod refusal;

mod wire;

// What scripts are read with, and what is open.
mod copies;
mod desk;

mod open;

// What is asked about a text, a file for each subject.
mod commands;
mod completion;
mod diagnostics;
mod hints;
mod layout;
mod navigation;
mod symbols;
mod tokens;

mod fixes;
mod lenses;
mod renaming;

// Who answers.
mod capabilities;
mod requests;
mod workers;

mod server;

use std::io;
use std::sync::Arc;
use std::sync::mpsc::{self, Receiver, Sender};
use std::thread::{self, JoinHandle};

use clap::Args;
use lsp_server::{ErrorCode, RequestId};
use serde_json::Value;

use super::{Exit, Terminal};
use desk::Desk;
use refusal::Refusal;
use server::{Next, Server};
use wire::Incoming;
use workers::Analysed;

#[derive(Debug, Args)]
pub(super) struct Arguments {
    /// Use stdin and stdout; this is always so, but some editors pass the option
    #[arg(long)]
    stdio: bool,
}

/// What the thread hears that decides.
enum Event {
    Heard(Incoming),
    Analysed(Analysed),
    Done(RequestId, Result<Value, Refusal>),
    /// Nothing more can be read or written.
    Over,
}

pub(super) fn lsp(Arguments { stdio: _ }: &Arguments, terminal: &mut Terminal) -> Exit {
    let desk = Arc::new(Desk::new(terminal.folder().clone()));
    let (events, heard) = mpsc::channel();
    let (out, outgoing) = mpsc::channel();
    let writer = write_all(outgoing, events.clone());
    let (jobs, errands) = begin_work(&desk, &events);
    read_all(events);
    let mut server = Server::new(desk, jobs, errands, out);
    let is_orderly = converse(&mut server, &heard);
    drop(server);
    // The last response is written before the program ends; if it cannot be, nobody is there to read it.
    let _ = writer.join();
    // As the protocol has it: an end that nobody has asked for is a failure.
    if is_orderly { Exit::Done } else { Exit::Mistakes }
}

/// Whether the editor has ended it as it should.
fn converse(server: &mut Server, heard: &Receiver<Event>) -> bool {
    for event in heard {
        match event {
            Event::Heard(Incoming::Message(message)) => match server.hear(message) {
                Next::GoOn => {}
                Next::End { is_orderly } => return is_orderly,
            },
            Event::Heard(Incoming::Malformed(refusal)) => server.malformed(&refusal),
            Event::Analysed(analysed) => server.analysed(analysed),
            Event::Done(id, result) => server.done(id, result),
            Event::Over => break,
        }
    }
    server.is_shut_down()
}

fn read_all(events: Sender<Event>) {
    thread::spawn(move || {
        let mut input = io::stdin().lock();
        let last = loop {
            match wire::read(&mut input) {
                Ok(Some(incoming)) => {
                    if events.send(Event::Heard(incoming)).is_err() {
                        return;
                    }
                }
                Ok(None) => break None,
                Err(error) => break Some(Refusal::new(ErrorCode::ParseError, error.to_string())),
            }
        };
        let told = last.map(|refusal| Event::Heard(Incoming::Malformed(refusal)));
        for event in told.into_iter().chain([Event::Over]) {
            let _ = events.send(event);
        }
    });
}

/// Writes until there is nobody left who could have something to write.
fn write_all(outgoing: Receiver<Value>, events: Sender<Event>) -> JoinHandle<()> {
    thread::spawn(move || {
        let mut output = io::stdout().lock();
        for message in outgoing {
            if wire::write(&mut output, &message).is_err() {
                let _ = events.send(Event::Over);
                return;
            }
        }
    })
}

fn begin_work(desk: &Arc<Desk>, events: &Sender<Event>) -> (Sender<workers::Job>, Sender<workers::Errand>) {
    let (jobs, to_analyse) = mpsc::channel();
    let (errands, to_do) = mpsc::channel();
    let (desk, analysed) = (Arc::clone(desk), events.clone());
    thread::spawn(move || {
        workers::analyse(&desk, &to_analyse, |found| {
            let _ = analysed.send(Event::Analysed(found));
        });
    });
    let done = events.clone();
    thread::spawn(move || {
        workers::work(&to_do, |id, result| {
            let _ = done.send(Event::Done(id, result));
        });
    });
    (jobs, errands)
}
