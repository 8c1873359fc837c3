//! `assize merge FILE COUNTS…`

use std::path::PathBuf;

use clap::Args;

use super::estimates::{self, Simulated};
use super::files::title;
use super::simulated::{self, Kept};
use super::{Exit, Terminal, compile, files, paths, writing};
use crate::diagnostic::{Diagnostic, codes};
use crate::engine::{Cast, Failure, Policy, SimulateRequest};
use crate::verdict::Audience;

#[derive(Debug, Args)]
pub(super) struct Arguments {
    /// The scene that was simulated
    pub(super) file: PathBuf,
    /// Files with its counts, written by `assize simulate --counts FILE`
    #[arg(required = true)]
    counts: Vec<PathBuf>,
    /// Write the sum of all counts into a new file
    #[arg(short = 'o', long = "counts", value_name = "FILE")]
    into: Option<PathBuf>,
    /// How the estimates are shown
    #[arg(long, value_enum, default_value_t = simulated::Format::Text)]
    format: simulated::Format,
}

pub(super) fn merge(arguments: &Arguments, terminal: &mut Terminal) -> Exit {
    match merged(arguments, terminal) {
        Ok(exit) | Err(exit) => exit,
    }
}

fn merged(arguments: &Arguments, terminal: &mut Terminal) -> Result<Exit, Exit> {
    let kept = all_counts(&arguments.counts).map_err(|(failure, exit)| terminal.fail(&failure, exit))?;
    let cast: Cast = kept.asked().cast.clone().into_iter().collect();
    let encounter = compile::shown_to(Audience::Gm, &arguments.file, &cast, terminal)?;
    let encounter = match &kept.asked().policy {
        Some(text) => Policy::read("the policy of these counts", text).and_then(|policy| encounter.by_policy(&policy)),
        None => Ok(encounter),
    };
    let simulated = encounter.and_then(|encounter| {
        let simulation = encounter.simulation(&SimulateRequest::from(kept.asked()))?;
        Ok((encounter, simulation))
    });
    let (encounter, simulation) =
        simulated.map_err(|failure| terminal.fail(&of_another(&failure).into(), Exit::Refused))?;
    let estimates = simulation.told(kept.counts()).map_err(|failure| terminal.fail(&failure, Exit::Refused))?;
    let (title, estimates) = (title(&arguments.file), &estimates);
    let told = Simulated { title: &title, encounter: &encounter, simulation: &simulation, kept: &kept, estimates };
    terminal.say(&estimates::told(&told, arguments.format));
    match &arguments.into {
        None => Ok(Exit::Done),
        Some(path) => writing::create(path, &kept.written())
            .map(|()| Exit::Done)
            .map_err(|error| terminal.fail(&writing::refused(path, &error).into(), Exit::InputOutput)),
    }
}

/// All counts, added up.
fn all_counts(paths: &[PathBuf]) -> Result<Kept, (Failure, Exit)> {
    let read = |path: &PathBuf| {
        let text = files::read(path).map_err(|complaint| (complaint.into(), Exit::InputOutput))?;
        Kept::read(&text, &paths::readable(path)).map_err(|complaint| (complaint.into(), Exit::InputOutput))
    };
    let mut all = paths.iter().map(read);
    let first = all.next().unwrap_or_else(|| Err((Failure::from(nothing()), Exit::Usage)))?;
    all.try_fold(first, |first, other| first.and(other?).map_err(|failure| (failure, Exit::Usage)))
}

/// What is said where a script does not understand the questions that the counts answer: the one that was simulated did.
fn of_another(failure: &Failure) -> Diagnostic {
    let why = failure.diagnostics.iter().next().map_or_else(String::new, |found| format!(": {}", found.message));
    Diagnostic::placeless(codes::USAGE, format!("these counts come from another script{why}"))
        .help("use the script that was simulated, unchanged")
}

fn nothing() -> Diagnostic {
    Diagnostic::placeless(codes::USAGE, "no counts are named")
}
