//! `assize export JOURNAL`

use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};

use super::answering::For;
use super::journalled::{self, told_by};
use super::{Exit, Terminal, dates, writing};
use crate::diagnostic::{Diagnostic, codes};
use crate::engine::Failure;
use crate::verdict::{html, json, markdown};

#[derive(Debug, Args)]
pub(super) struct Arguments {
    /// The journal of a session; it may be open in another program
    journal: PathBuf,
    /// What is written
    #[arg(long, value_enum, default_value_t = Format::Markdown)]
    format: Format,
    /// Who the export is for; what they must not see is left out
    #[arg(long = "for", value_enum, value_name = "WHOM", default_value_t = For::Gm)]
    whom: For,
    /// The title, such as `The wall`; if omitted, the name of the journal
    #[arg(long, value_name = "TEXT")]
    title: Option<String>,
    /// Leave out what was undone
    #[arg(long)]
    without_undone: bool,
    /// Write to this file, which must not exist yet; `-` is stdout
    #[arg(long, short, value_name = "FILE")]
    output: Option<PathBuf>,
}

/// What a session is written as.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Format {
    /// For a log, a wiki or a chat
    Markdown,
    /// One page for a browser or a printer
    Html,
    /// For programs; see `assize schema session`
    Json,
    /// The lines that were entered on the last page, as a scene
    Script,
}

pub(super) fn export(arguments: &Arguments, terminal: &mut Terminal) -> Exit {
    let written = told(arguments, terminal).and_then(|text| match &arguments.output {
        None => Ok(text),
        // As for the scripts that other commands read.
        Some(path) if path == Path::new("-") => Ok(text),
        // What is there already may be a journal.
        Some(path) => match writing::create(path, &text) {
            Ok(()) => Ok(String::new()),
            Err(error) => Err(writing::refused(path, &error).into()),
        },
    });
    match written {
        Ok(text) => {
            terminal.say(&text);
            Exit::Done
        }
        Err(failure) => terminal.fail(&failure, Exit::Refused),
    }
}

fn told(arguments: &Arguments, terminal: &Terminal) -> Result<String, Failure> {
    let Arguments { journal, format, whom, title, without_undone, .. } = arguments;
    if *format == Format::Script && *whom == For::Players {
        let found = Diagnostic::placeless(codes::USAGE, "a script would show players everything");
        return Err(found.help("omit `--for players`, or choose another format").into());
    }
    if *format == Format::Script && (title.is_some() || *without_undone) {
        let found = Diagnostic::placeless(codes::USAGE, "a script has no title and no undone entries");
        return Err(found.help("omit `--title` and `--without-undone`, or choose another format").into());
    }
    let recovered = journalled::read(journal)?;
    let session = told_by(terminal.engine(), &recovered)?;
    let title = title.clone().unwrap_or_else(|| named_after(journal));
    let transcript = session.transcript(&title).dated(dates::today()).seen_by((*whom).into());
    let transcript = if *without_undone { transcript.without_undone() } else { transcript };
    Ok(match format {
        Format::Markdown => markdown::transcript(&transcript),
        Format::Html => html::transcript(&transcript),
        Format::Json => json::transcript(&transcript),
        Format::Script => session.script(),
    })
}

/// A session is called as its file is.
pub(super) fn named_after(journal: &Path) -> String {
    journal.file_stem().unwrap_or_default().to_string_lossy().into_owned()
}
