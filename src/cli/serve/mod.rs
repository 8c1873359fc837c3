//! `assize serve --stdio`: one request a line, one answer a line, for chat bots and virtual tabletops.

// Each layer uses the ones above it here and none below, and no two files use each other.

// Lines, requests and replies, as plain data.
mod lines;
mod reply;
mod request;
mod seed;

// How requests are read and described.
mod describe;
mod field_types;
mod read;

// What the server holds, and what guards it.
mod catch_panic;
mod folder;
mod script;
mod server;
mod sessions;
mod waiting;
mod watch;

// What is done, and the conversation around it.
mod asking;
mod perform;
mod server_loop;

use std::io::{self, BufRead, ErrorKind, Write};
use std::path::PathBuf;

use clap::Args;

use super::{Exit, Terminal};
use lines::Lines;
use request::Heard;
use server::Server;
use server_loop::Talk;
use sessions::Sessions;

pub(super) use describe::schema;

#[derive(Debug, Args)]
pub(super) struct Arguments {
    /// Take requests from the input and write answers to the output
    #[arg(long, required = true)]
    stdio: bool,
    /// Let `use` look in this folder, and nowhere outside of it
    #[arg(long, value_name = "DIR")]
    folder: Option<PathBuf>,
    /// Keep each session's journal in this folder, and go on with it when the session is opened again
    #[arg(long, value_name = "DIR")]
    journals: Option<PathBuf>,
}

pub(super) fn serve(arguments: &Arguments, terminal: &mut Terminal) -> Exit {
    let folder = match arguments.folder.as_deref().map(folder::Inside::of).transpose() {
        Ok(folder) => folder,
        Err(found) => return terminal.fail(&found.into(), Exit::InputOutput),
    };
    let sessions = Sessions::new(folder, arguments.journals.clone());
    match answer_all(sessions, io::stdin().lock(), io::stdout().lock()) {
        Ok(()) => Exit::Done,
        // Whoever asked has gone, and that is a way to end.
        Err(error) if error.kind() == ErrorKind::BrokenPipe => Exit::Done,
        Err(error) => {
            terminal.warn(&["error: the requests could not be answered: ", &error.to_string(), "\n"].concat());
            Exit::InputOutput
        }
    }
}

/// Answers every line of the input, each before the next is read.
fn answer_all(sessions: Sessions, input: impl BufRead, output: impl Write) -> io::Result<()> {
    let mut talk = Talk::new(Lines::new(input), output);
    let mut server = Server::new(sessions);
    while let Some(line) = talk.next_line()? {
        match read::read(line) {
            // Two requests of one id could not be told apart in what is answered.
            Ok((id, Heard::Request(_))) if server.is_asking(&id) => {
                let found = request::wrong("a question with this `id` waits for its answer");
                talk.refuse(None, &found.help("answer it, or take another `id`").into())?;
            }
            Ok((id, heard)) => match server.hear(&id, heard) {
                Ok(said) => talk.say(Some(&id), said)?,
                Err(failure) => talk.refuse(Some(&id), &failure)?,
            },
            Err((id, found)) => talk.refuse(id.as_ref(), &(*found).into())?,
        }
    }
    Ok(())
}
