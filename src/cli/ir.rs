//! `assize ir FILE`

use std::path::PathBuf;

use clap::{Args, ValueEnum};

use super::answering::pair;
use super::{Exit, Terminal, compile};
use crate::diagnostic::clean;
use crate::engine::{Cast, Encounter, Failure};
use crate::ir::{Program, print};

#[derive(Debug, Args)]
pub(super) struct Arguments {
    /// The scene; `-` for stdin
    pub(super) file: PathBuf,
    /// Fill a role of the scene, or several, separated by commas; may be repeated
    #[arg(long, value_name = "ROLE=NAME", value_parser = pair, value_delimiter = ',')]
    cast: Vec<(String, String)>,
    /// How the program is shown
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
}

/// How a program is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Format {
    /// For people
    Text,
    /// For storing, so that a host can load it again
    Json,
}

pub(super) fn ir(arguments: &Arguments, terminal: &mut Terminal) -> Exit {
    let cast: Cast = arguments.cast.iter().cloned().collect();
    match compile::shown(&arguments.file, &cast, terminal) {
        Ok(encounter) => show(&encounter, arguments.format, terminal),
        Err(exit) => exit,
    }
}

fn show(encounter: &Encounter, format: Format, terminal: &mut Terminal) -> Exit {
    let Some(program) = encounter.program() else {
        let complaint = crate::diagnostic::Diagnostic::placeless(
            crate::diagnostic::codes::EMPTY,
            "there is no scene here, so there is no program",
        );
        return terminal.fail(&Failure::from(complaint), Exit::Mistakes);
    };
    match format {
        Format::Text => terminal.say(&print::print(program, encounter.sources())),
        Format::Json => terminal.say(&stored(program)),
    }
    Exit::Done
}

fn stored(program: &Program) -> String {
    // Numbers, strings and lists always have a JSON form.
    clean::json(format!("{}\n", serde_json::to_string(program).unwrap_or_default()))
}
