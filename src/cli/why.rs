//! `assize why FILE [EVENT]`

use std::path::PathBuf;

use clap::Args;

use super::answering::Answering;
use super::{Exit, Terminal, compile};
use crate::diagnostic::{Diagnostic, codes};
use crate::source::SourceMap;
use crate::verdict::why::{self, UnknownPath};

/// More names than this are not offered.
const MOST_NAMES: usize = 20;

#[derive(Debug, Args)]
pub(super) struct Arguments {
    /// The scene; `-` for the input
    file: PathBuf,
    /// What to explain, such as `lift.height`; everything that was resolved if left out
    event: Option<String>,
    #[command(flatten)]
    answering: Answering,
}

pub(super) fn why(arguments: &Arguments, terminal: &mut Terminal) -> Exit {
    match tree(arguments, terminal) {
        Ok(text) => {
            terminal.say(&text);
            Exit::Done
        }
        Err(exit) => exit,
    }
}

fn tree(arguments: &Arguments, terminal: &mut Terminal) -> Result<String, Exit> {
    let encounter = compile::shown(&arguments.file, &arguments.answering.cast(), terminal)?;
    let verdict = arguments.answering.adjudicate(&encounter, terminal)?;
    why::why(&verdict, arguments.event.as_deref()).map_err(|unknown| {
        terminal.show(&complaint(&unknown), &SourceMap::default());
        Exit::Usage
    })
}

fn complaint(unknown: &UnknownPath) -> Diagnostic {
    let found = Diagnostic::placeless(codes::UNKNOWN_NAME, format!("nothing is called `{}` here", unknown.path));
    if let Some(nearest) = &unknown.nearest {
        return found.help(format!("did you mean `{nearest}`?"));
    }
    let names: Vec<&str> = unknown.known.iter().take(MOST_NAMES).map(String::as_str).collect();
    let names = if names.is_empty() { "nothing".to_owned() } else { names.join(", ") };
    found.help(format!("you can ask about {names}"))
}
