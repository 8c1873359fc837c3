//! `assize test FILE…`

use std::path::PathBuf;

use clap::Args;

use super::answering::pair;
use super::{Exit, Terminal, files};
use crate::diagnostic::clean;
use crate::engine::{Encounter, Tested};
use crate::model::Cast;

#[derive(Debug, Args)]
pub(super) struct Arguments {
    /// Scenes, systems, overlays; `-` for the input
    #[arg(required = true)]
    files: Vec<PathBuf>,
    /// Fill a role of the scene; may be repeated
    #[arg(long, value_name = "ROLE=THING", value_parser = pair)]
    cast: Vec<(String, String)>,
}

pub(super) fn test(arguments: &Arguments, terminal: &mut Terminal) -> Exit {
    let cast: Cast = arguments.cast.iter().cloned().collect();
    let mut exit = Exit::Done;
    for file in &arguments.files {
        let failed = match files::compile(file, &cast, terminal) {
            Ok(encounter) => test_one(&encounter, &file.display().to_string(), terminal),
            Err(failed) => failed,
        };
        exit = exit.and(failed);
    }
    exit
}

fn test_one(encounter: &Encounter, file: &str, terminal: &mut Terminal) -> Exit {
    let report = encounter.test();
    for tested in &report.tested {
        terminal.say(&line(tested));
        for failure in &tested.failures {
            terminal.show(failure, encounter.sources());
        }
    }
    terminal.say(&format!("{file}: {} of {} expectations hold\n", report.passed(), report.tested.len()));
    if report.all_passed() { Exit::Done } else { Exit::ExpectationsFailed }
}

fn line(tested: &Tested) -> String {
    let word = if tested.failures.is_empty() { "ok  " } else { "FAIL" };
    format!("{word} {}:{} {}\n", tested.place.file, tested.place.line, clean::line(&tested.title))
}
