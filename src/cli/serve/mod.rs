//! `assize serve --stdio`: the protocol over stdin and stdout, for chat bots and virtual tabletops.
//!
//! One thread reads lines and never computes anything. A few workers carry out the requests, those of one session in
//! order; requests that may take long have their own workers. One thread writes.

// Each layer uses the ones above it here and none below, and no two files use each other.

// What threads share, and how much may wait.
mod room;
mod sync;

// Lines in, lines out.
mod lines;
mod outbox;

// What guards a request, and the order of what is to be done.
pub(super) mod catch_panic;
mod known;
mod lanes;
mod under_way;
mod watch;

// What the server holds.
mod folder;
mod script;
mod texts;
mod waiting;

mod sessions;

mod server;

// What is done.
mod asking;

mod perform;

mod work;

mod reader;

mod crew;

use std::io::{self, BufRead, ErrorKind, Write};
use std::path::PathBuf;

use clap::{ArgGroup, Args};

use super::inside::Inside;
use super::socket::Door;
use super::{Exit, Terminal};
use crate::diagnostic::{Diagnostic, codes};
use crew::Team;
use lanes::Work;
use outbox::Ended;
use sessions::Sessions;

pub(super) use lines::{LONGEST, Line, Lines};

/// How many entries are worked out at the same time. They are short, and two take turns on any computer.
const FOR_ENTRIES: usize = 2;

/// How many small scripts.
const FOR_SMALL: usize = 1;

/// How many requests that may take seconds: more would only take longer, each of them.
const FOR_LONG: usize = 2;

/// How many workers stand by for entries, and as many for small scripts, should those before them turn out to be long.
const FURTHER: usize = 6;

/// Who does what.
const TEAMS: [Team; 3] =
    [(Work::Entry, FOR_ENTRIES, FURTHER), (Work::Small, FOR_SMALL, FURTHER), (Work::Long, FOR_LONG, 0)];

#[derive(Debug, Args)]
#[command(group(ArgGroup::new("way").required(true).args(["stdio", "port"])))]
pub(super) struct Arguments {
    /// Read requests from stdin and write responses to stdout
    #[arg(long)]
    stdio: bool,
    /// Take requests over WebSocket, at this port, from this machine only; 0 picks a free port
    #[arg(long, value_name = "PORT")]
    port: Option<u16>,
    /// Let the pages of this origin connect, such as `https://table.example`; otherwise no page of a browser can
    #[arg(long, value_name = "ORIGIN", requires = "port", value_parser = origin)]
    origin: Vec<String>,
    #[command(flatten)]
    held: Held,
}

/// Where a server finds texts, and keeps journals.
#[derive(Clone, Debug, Args)]
pub(super) struct Held {
    /// Let `use` read files in this folder only
    #[arg(long, value_name = "DIR")]
    folder: Option<PathBuf>,
    /// Keep each session's journal in this folder, and continue it when the session is opened again
    #[arg(long, value_name = "DIR")]
    journals: Option<PathBuf>,
}

/// Where a page comes from, as browsers say it: anything else would never be what they say.
fn origin(text: &str) -> Result<String, String> {
    let host = text.split_once("://").map_or("", |(_, host)| host);
    let is_odd = |sign: char| sign.is_uppercase() || sign.is_whitespace() || "/?#@".contains(sign);
    if host.is_empty() || host.chars().any(is_odd) || text.starts_with(is_odd) {
        return Err(
            "write it as browsers do, in lower case and without a path, such as https://table.example".to_owned()
        );
    }
    Ok(text.to_owned())
}

pub(super) fn serve(arguments: &Arguments, terminal: &mut Terminal) -> Exit {
    match arguments.port {
        Some(port) => answer_at(port, arguments, terminal),
        None => answer(&arguments.held, || io::stdin().lock(), io::stdout().lock(), terminal),
    }
}

/// Answers every client that connects, until the program is ended.
fn answer_at(port: u16, arguments: &Arguments, terminal: &mut Terminal) -> Exit {
    let folder = match arguments.held.folder() {
        Ok(folder) => folder,
        Err(found) => return terminal.fail(&found.into(), Exit::InputOutput),
    };
    let door = match Door::at(port, arguments.origin.clone(), LONGEST) {
        Ok(Ok(door)) => door,
        Ok(Err(error)) => {
            let message = format!("port {port} of this machine cannot be used: {error}");
            let found =
                Diagnostic::placeless(codes::UNREADABLE, message).help("name another one, or 0 for any that is free");
            return terminal.fail(&found.into(), Exit::InputOutput);
        }
        Err(failure) => return terminal.fail(&failure, Exit::InputOutput),
    };
    terminal.say(&format!("{}\n", door.url()));
    if terminal.flush().is_err() {
        return Exit::InputOutput;
    }
    let journals = arguments.held.journals.clone();
    door.serve(move |heard, told| {
        // A client that has gone hears nothing of it.
        let _ = crew::answer_all(Sessions::new(folder.clone(), journals.clone()), &TEAMS, || heard, told);
    });
    Exit::Done
}

impl Held {
    fn folder(&self) -> Result<Option<folder::OneFolder>, Diagnostic> {
        Ok(self.folder.as_deref().map(Inside::of).transpose()?.map(folder::OneFolder))
    }
}

/// Answers every line of an input.
pub(super) fn answer<I: BufRead>(
    held: &Held,
    input: impl FnOnce() -> I + Send + 'static,
    output: impl Write,
    terminal: &mut Terminal,
) -> Exit {
    let folder = match held.folder() {
        Ok(folder) => folder,
        Err(found) => return terminal.fail(&found.into(), Exit::InputOutput),
    };
    let sessions = Sessions::new(folder, held.journals.clone());
    let (code, error) = match crew::answer_all(sessions, &TEAMS, input, output) {
        Ok(()) => return Exit::Done,
        Err(Ended::Unread(error)) => (codes::UNREADABLE, error),
        Err(Ended::Unwritten(error)) => (codes::UNWRITABLE, error),
    };
    // Whoever asked has gone, and that is a way to end.
    if error.kind() == ErrorKind::BrokenPipe {
        return Exit::Done;
    }
    let found = Diagnostic::placeless(code, format!("the requests could not be answered: {error}"));
    terminal.fail(&found.into(), Exit::InputOutput)
}
