//! `assize fmt [--check] [--diff] FILE…`

use std::path::{Path, PathBuf};
use std::time::Duration;

use clap::Args;
use similar::TextDiff;

use super::named::Named;
use super::paths::readable;
use super::{Exit, Terminal, files};
use crate::diagnostic::{Diagnostic, clean, codes};
use crate::language_service::formatted;

#[derive(Debug, Args)]
pub(super) struct Arguments {
    /// Scripts, or folders with them; `-` formats stdin to stdout
    #[arg(required = true)]
    pub(super) files: Vec<PathBuf>,
    /// Change nothing; list the files that are not formatted, and fail if there are any
    #[arg(long)]
    check: bool,
    /// Change nothing; show what would change
    #[arg(long)]
    diff: bool,
}

pub(super) fn fmt(arguments: &Arguments, terminal: &mut Terminal) -> Exit {
    let files = match files::scripts(&arguments.files) {
        Ok(files) => files,
        Err(found) => return terminal.fail(&found.into(), Exit::InputOutput),
    };
    files.iter().map(|file| one(file, arguments, terminal)).fold(Exit::Done, Exit::and)
}

fn one(path: &Path, arguments: &Arguments, terminal: &mut Terminal) -> Exit {
    let named = match Named::read(path) {
        Ok(named) => named,
        Err(found) => return terminal.fail(&found.into(), Exit::InputOutput),
    };
    if path.extension().is_some_and(|extension| extension == "rhai") {
        return terminal.fail(&functions(path).into(), Exit::Usage);
    }
    let formatted = match formatted(&files::name(path), named.text()) {
        Ok(formatted) => formatted,
        Err(failure) => return terminal.fail(&failure, Exit::Mistakes),
    };
    for remark in formatted.remarks.iter() {
        terminal.show(remark, &formatted.sources);
    }
    let formatted = formatted.text;
    let shown = readable(path);
    let is_changed = formatted != named.text();
    if arguments.diff && is_changed {
        terminal.say(&diff(&shown, named.text(), &formatted));
    }
    if arguments.check {
        if is_changed && !arguments.diff {
            terminal.say(&format!("{shown} is not formatted\n"));
        }
        return if is_changed { Exit::Mistakes } else { Exit::Done };
    }
    if arguments.diff {
        return Exit::Done;
    }
    if path == Path::new("-") {
        terminal.say(&formatted);
        return Exit::Done;
    }
    if !is_changed {
        return Exit::Done;
    }
    match named.replace(&formatted) {
        Ok(()) => {
            terminal.say(&format!("{shown} is formatted\n"));
            Exit::Done
        }
        Err(complaint) => terminal.fail(&complaint.into(), Exit::InputOutput),
    }
}

/// What is said of functions of house rules, which are in another language.
fn functions(path: &Path) -> Diagnostic {
    let message = format!("`{}` holds functions in Rhai, and only scripts are formatted", readable(path));
    Diagnostic::placeless(codes::USAGE, message).help("name files that end in `.asz`, or the folder they are in")
}

/// So long the shortest difference is looked for; any other shows the same changes with more lines.
const LONGEST: Duration = Duration::from_secs(1);

/// The lines that change, with some around them.
fn diff(shown: &str, before: &str, after: &str) -> String {
    // Where almost every line is another one, the shortest difference is not worth minutes.
    let diff = TextDiff::configure().timeout(LONGEST).diff_lines(before, after);
    clean::lines(&diff.unified_diff().header(shown, "formatted").to_string())
}
