//! `assize check [--fix] FILE…`

use std::path::PathBuf;

use clap::Args;

use super::answering::pair;
use super::paths::readable;
use super::{Exit, Terminal, compile, fix};
use crate::engine::Cast;

#[derive(Debug, Args)]
pub(super) struct Arguments {
    /// Scenes, systems, overlays; `-` for the input
    #[arg(required = true)]
    files: Vec<PathBuf>,
    /// Fill a role of the scene, or several with commas between them; may be repeated
    #[arg(long, value_name = "ROLE=THING", value_parser = pair, value_delimiter = ',')]
    cast: Vec<(String, String)>,
    /// Write into the files what can be written without asking
    #[arg(long)]
    fix: bool,
}

pub(super) fn check(arguments: &Arguments, terminal: &mut Terminal) -> Exit {
    let cast: Cast = arguments.cast.iter().cloned().collect();
    let mut exit = if arguments.fix { fix::fix(&arguments.files, &cast, terminal) } else { Exit::Done };
    if exit != Exit::Done {
        return exit;
    }
    for file in &arguments.files {
        match compile::shown(file, &cast, terminal) {
            Ok(encounter) if encounter.is_functions_alone() => terminal.say(&format!(
                "{}: no mistakes in it; whether its names are known at their points is checked where it is used\n",
                readable(file)
            )),
            Ok(encounter) => {
                let idle = encounter.idle();
                let found = encounter.warnings().len() + idle.len();
                for found in &idle {
                    terminal.show(found, encounter.sources());
                }
                let outcome = if encounter.is_refused() {
                    exit = exit.and(Exit::Refused);
                    "each run that was tried is refused"
                } else {
                    "no mistakes"
                };
                terminal.say(&format!("{}: {outcome}{}\n", readable(file), remarks(found)));
            }
            Err(failed) => exit = exit.and(failed),
        }
    }
    exit
}

/// `, 1 remark`: what stands above it, if anything does.
fn remarks(count: usize) -> String {
    match count {
        0 => String::new(),
        1 => ", 1 remark".to_owned(),
        several => format!(", {several} remarks"),
    }
}
