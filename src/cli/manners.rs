//! What every good program of a command line can print of itself.

use std::io;

use clap::{Args, CommandFactory};
use clap_complete::Shell;

use super::{Exit, Terminal};
use crate::verdict::json;

#[derive(Debug, Args)]
pub(super) struct Completions {
    /// The shell
    #[arg(value_enum)]
    shell: Shell,
}

/// `assize completions SHELL`
pub(super) fn completions(arguments: &Completions, terminal: &mut Terminal) -> Exit {
    let mut script = Vec::new();
    clap_complete::generate(arguments.shell, &mut super::Arguments::command(), "assize", &mut script);
    terminal.say(&String::from_utf8_lossy(&script));
    Exit::Done
}

/// `assize man`
pub(super) fn man(terminal: &mut Terminal) -> Exit {
    match page() {
        Ok(page) => {
            terminal.say(&String::from_utf8_lossy(&page));
            Exit::Done
        }
        Err(error) => {
            terminal.warn(&format!("error: the manual page could not be made: {error}\n"));
            Exit::InputOutput
        }
    }
}

fn page() -> io::Result<Vec<u8>> {
    let mut page = Vec::new();
    clap_mangen::Man::new(super::Arguments::command()).render(&mut page)?;
    Ok(page)
}

/// `assize schema`
pub(super) fn schema(terminal: &mut Terminal) -> Exit {
    terminal.say(&format!("{:#}\n", json::schema()));
    Exit::Done
}
