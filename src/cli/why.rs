//! `assize why FILE [EVENT]`

use std::path::PathBuf;

use clap::{Args, ValueEnum};
use schemars::JsonSchema;
use serde::Serialize;

use super::answering::Answering;
use super::{Exit, Terminal, compile};
use crate::diagnostic::Diagnostic;
use crate::verdict::Verdict;
use crate::verdict::why::{self, Reason};

#[derive(Debug, Args)]
pub(super) struct Arguments {
    /// The scene; `-` for stdin
    pub(super) file: PathBuf,
    /// What to explain, such as `lift.height`; if omitted, everything that was resolved
    event: Option<String>,
    #[command(flatten)]
    answering: Answering,
    /// How the explanation is shown
    #[arg(help_heading = "Output", long, value_enum, default_value_t = Format::Text)]
    format: Format,
}

/// How a tree of reasons is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Format {
    /// Line by line, each below what it led to
    Text,
    /// A JSON object; see `assize schema why`
    Json,
}

/// What `why --format json` prints.
#[derive(Serialize, JsonSchema)]
struct Explained<'a> {
    /// What was asked for; none for everything.
    asked: Option<&'a str>,
    /// What it is, and what led to it.
    reasons: Vec<Reason>,
}

pub(super) fn schema() -> serde_json::Value {
    let mut schema = schemars::schema_for!(Explained<'_>).to_value();
    schema["$id"] = "urn:assize:why:1".into();
    schema["title"] = "what `assize why --format json` prints".into();
    schema
}

pub(super) fn why(arguments: &Arguments, terminal: &mut Terminal) -> Exit {
    match verdict(arguments, terminal) {
        Ok(verdict) => told(&verdict, arguments, terminal),
        Err(exit) => exit,
    }
}

fn verdict(arguments: &Arguments, terminal: &mut Terminal) -> Result<Verdict, Exit> {
    let encounter =
        compile::shown_to(arguments.answering.audience(), &arguments.file, &arguments.answering.cast(), terminal)?;
    arguments.answering.adjudicate(&encounter, terminal)
}

fn told(verdict: &Verdict, arguments: &Arguments, terminal: &mut Terminal) -> Exit {
    let asked = arguments.event.as_deref();
    let told = match arguments.format {
        Format::Text => why::why(verdict, asked).map(|text| terminal.say(&text)),
        Format::Json => why::reasons(verdict, asked).map(|reasons| terminal.say_json(&Explained { asked, reasons })),
    };
    match told {
        Ok(()) => Exit::Done,
        Err(unknown) => terminal.fail(&Diagnostic::from(&unknown).into(), Exit::Usage),
    }
}
