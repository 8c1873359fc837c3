//! `assize run FILE`

use std::path::PathBuf;

use clap::{Args, ValueEnum};

use super::answering::Answering;
use super::journalled::{JournalOptions, exit_of};
use super::{Exit, Terminal, files};
use crate::verdict::{Verdict, html, json, markdown, text};

#[derive(Debug, Args)]
pub(super) struct Arguments {
    /// The scene; `-` for the input
    file: PathBuf,
    #[command(flatten)]
    answering: Answering,
    #[command(flatten)]
    journal: JournalOptions,
    /// How the verdict is shown
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
}

/// How a verdict is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Format {
    /// For people at a table
    Text,
    /// For programs; see `assize schema`
    Json,
    /// For the log of a session
    Markdown,
    /// One page for a browser or a printer
    Html,
}

pub(super) fn run(arguments: &Arguments, terminal: &mut Terminal) -> Exit {
    match verdict(arguments, terminal) {
        Ok(verdict) => {
            terminal.say(&shown(&verdict, arguments.format));
            Exit::Done
        }
        Err(exit) => exit,
    }
}

fn verdict(arguments: &Arguments, terminal: &mut Terminal) -> Result<Verdict, Exit> {
    let Arguments { file, answering, journal, .. } = arguments;
    let encounter = files::compile(file, &answering.cast(), terminal)?;
    if !journal.is_asked_for() {
        return answering.adjudicate(&encounter, terminal);
    }
    let cast = answering.cast();
    let told = answering.answer(|answers| journal.adjudicate(&encounter, &cast, answers, terminal));
    told.map_err(|failure| terminal.fail(&failure, exit_of(&failure)))
}

fn shown(verdict: &Verdict, format: Format) -> String {
    match format {
        Format::Text => text::text(verdict),
        Format::Json => json::json(verdict),
        Format::Markdown => markdown::markdown(verdict),
        Format::Html => html::html(verdict),
    }
}
