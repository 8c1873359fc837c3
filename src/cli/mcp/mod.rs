//! `assize mcp`: the tools of a language model that runs a game, in the Model Context Protocol over stdin and stdout.
//!
//! It stands in front of `assize serve`: each call of a tool becomes a request of that protocol, which the same server answers.
//! The person who starts the program decides who may see the results, and the model never does.

// Each layer uses the ones above it here and none below, and no two files use each other.

// What there is to call and to read.
mod look_up;
mod resources;
mod tools;

// Lines in, lines out.
mod message;

// What is said to which side.
mod desk;

mod requests;
mod results;

use std::io;

use clap::Args;

use super::serve::{self, Held};
use super::{Exit, Terminal};
use desk::Desk;
use requests::Requests;
use results::Results;

#[derive(Debug, Args)]
pub(super) struct Arguments {
    /// Show the model what only the game master may see; otherwise it knows what players know
    #[arg(long)]
    gm: bool,
    #[command(flatten)]
    held: Held,
}

pub(super) fn mcp(arguments: &Arguments, terminal: &mut Terminal) -> Exit {
    let desk = Desk::new(arguments.gm, io::stdout());
    let (input, output) = (desk.clone(), Results::new(desk));
    serve::answer(&arguments.held, move || Requests::new(io::stdin().lock(), input), output, terminal)
}
