//! `assize check [--fix] FILE…`

use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};
use schemars::JsonSchema;
use serde::Serialize;

use super::answering::pair;
use super::paths::readable;
use super::{Exit, Terminal, compile, files, fix};
use crate::diagnostic::render::{self, JsonDiagnostic};
use crate::engine::Cast;

#[derive(Debug, Args)]
pub(super) struct Arguments {
    /// Scenes, systems and house rules, or folders with them; `-` for stdin
    #[arg(required = true)]
    pub(super) files: Vec<PathBuf>,
    /// Fill a role of the scene, or several, separated by commas; may be repeated
    #[arg(long, value_name = "ROLE=NAME", value_parser = pair, value_delimiter = ',')]
    cast: Vec<(String, String)>,
    /// Fix in the files whatever needs no decision
    #[arg(long, conflicts_with = "format")]
    fix: bool,
    /// Show only errors and warnings, and say nothing about files without any
    #[arg(long, short, conflicts_with = "format")]
    quiet: bool,
    /// How findings are shown
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
}

/// How findings are shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Format {
    /// For people, on stderr
    Text,
    /// One JSON object per file; see `assize schema check`
    Json,
}

/// A line of `check --format json`: what was found in a file.
#[derive(Serialize, JsonSchema)]
struct Checked {
    /// The file.
    file: String,
    /// Whether there is no error in it; there may be warnings.
    ok: bool,
    /// Whether it only holds functions, whose names are checked where they are used.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    functions_alone: bool,
    /// Whether the rules refuse each run that was tried.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    refused: bool,
    /// The errors, or else the warnings.
    findings: Vec<JsonDiagnostic>,
}

/// What `check --format json` prints, a line each.
pub(super) fn schema() -> serde_json::Value {
    let mut schema = schemars::schema_for!(Checked).to_value();
    schema["$id"] = "urn:assize:check:1".into();
    schema["title"] = "a line of `assize check --format json`".into();
    schema
}

pub(super) fn check(arguments: &Arguments, terminal: &mut Terminal) -> Exit {
    let cast: Cast = arguments.cast.iter().cloned().collect();
    let files = match files::scripts(&arguments.files) {
        Ok(files) => files,
        Err(found) => return terminal.fail(&found.into(), Exit::InputOutput),
    };
    let exit = if arguments.fix { fix::fix(&files, &cast, terminal) } else { Exit::Done };
    if exit != Exit::Done {
        return exit;
    }
    let one = |file: &PathBuf| match arguments.format {
        Format::Text => in_words(file, (&cast, arguments.quiet), terminal),
        Format::Json => as_data(file, &cast, terminal),
    };
    files.iter().map(one).fold(Exit::Done, Exit::and)
}

fn in_words(file: &Path, (cast, is_quiet): (&Cast, bool), terminal: &mut Terminal) -> Exit {
    let encounter = match compile::quietly(file, cast, terminal) {
        Ok(encounter) => encounter,
        Err(failure) => return terminal.fail(&failure, Exit::Mistakes),
    };
    let found = encounter.remarks();
    for found in &found {
        terminal.show(found, encounter.sources());
    }
    let is_refused = encounter.is_refused();
    if is_refused || !is_quiet {
        let (file, remarks) = (readable(file), remarks(found.len()));
        terminal.say(&if encounter.is_functions_alone() {
            format!("{file}: no errors; its names are checked when a scene uses it\n")
        } else if is_refused {
            format!("{file}: every run that was tried was refused{remarks}\n")
        } else {
            format!("{file}: no errors{remarks}\n")
        });
    }
    if is_refused { Exit::Refused } else { Exit::Done }
}

fn as_data(file: &Path, cast: &Cast, terminal: &mut Terminal) -> Exit {
    let (exit, checked) = match compile::quietly(file, cast, terminal) {
        Ok(encounter) => {
            let found = encounter.remarks().into_iter();
            let findings = found.map(|found| render::as_data(&found, encounter.sources())).collect();
            let functions_alone = encounter.is_functions_alone();
            let refused = encounter.is_refused();
            let exit = if refused { Exit::Refused } else { Exit::Done };
            (exit, Checked { file: files::name(file), ok: true, functions_alone, refused, findings })
        }
        Err(failure) => {
            let found = failure.diagnostics.iter().map(|found| render::as_data(found, &failure.sources));
            let checked = Checked {
                file: files::name(file),
                ok: false,
                functions_alone: false,
                refused: false,
                findings: found.collect(),
            };
            (Exit::outside(&failure).unwrap_or(Exit::Mistakes), checked)
        }
    };
    terminal.say_json(&checked);
    exit
}

/// `, 1 warning`: what stands above it, if anything does.
fn remarks(count: usize) -> String {
    match count {
        0 => String::new(),
        1 => ", 1 warning".to_owned(),
        several => format!(", {several} warnings"),
    }
}
