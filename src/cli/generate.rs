//! What every good command-line program can print about itself.

use std::io;

use clap::{Args, Command, ValueEnum};
use clap_complete::Shell;

use super::{Exit, Terminal, advise_data, check, house, odds_data, test_data, why};
use crate::diagnostic::{Diagnostic, codes, nearest};
use crate::protocol;
use crate::verdict::json;

#[derive(Debug, Args)]
pub(super) struct Completions {
    /// The shell
    #[arg(value_enum)]
    shell: Shell,
}

#[derive(Debug, Args)]
pub(super) struct Schema {
    /// What to describe
    #[arg(value_enum, default_value_t = Described::Verdict)]
    of: Described,
}

/// What has a schema.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Described {
    /// What `run --format json` prints
    Verdict,
    /// What `export --format json` prints
    Session,
    /// What `house --format json` prints
    House,
    /// Every line that `odds --format json` prints
    Odds,
    /// Every line that `check --format json` prints
    Check,
    /// Every line that `test --format json` prints
    Test,
    /// What `why --format json` prints
    Why,
    /// What `advise --format json` prints
    Advice,
    /// Every line that `serve` reads and writes
    Serve,
}

/// `assize completions SHELL`
pub(super) fn completions(arguments: &Completions, mut program: Command, terminal: &mut Terminal) -> Exit {
    let mut script = Vec::new();
    clap_complete::generate(arguments.shell, &mut program, "assize", &mut script);
    terminal.say(&String::from_utf8_lossy(&script));
    Exit::Done
}

#[derive(Debug, Args)]
pub(super) struct Man {
    /// The command whose page is printed; if omitted, the page of the whole program
    command: Option<String>,
}

/// `assize man [COMMAND]`
pub(super) fn man(arguments: &Man, program: Command, terminal: &mut Terminal) -> Exit {
    // Its page lists each command by the name of a page, and there is none for `help`.
    let mut program = program.disable_help_subcommand(true);
    program.build();
    let wanted = match arguments.command.as_deref() {
        None => &program,
        Some(name) => match program.find_subcommand(name) {
            Some(command) => command,
            None => return terminal.fail(&unknown(name, &program).into(), Exit::Usage),
        },
    };
    match page(wanted.clone()) {
        Ok(page) => {
            terminal.say(&String::from_utf8_lossy(&page));
            Exit::Done
        }
        Err(error) => {
            terminal.warn(&format!("error: the manual page could not be generated: {error}\n"));
            Exit::InputOutput
        }
    }
}

fn unknown(name: &str, program: &Command) -> Diagnostic {
    let found = Diagnostic::placeless(codes::USAGE, format!("there is no command `{name}`"));
    match nearest::nearest(name, program.get_subcommands().map(Command::get_name)) {
        Some(near) => found.help(format!("did you mean `{near}`?")),
        None => found.help("`assize --help` lists the commands"),
    }
}

fn page(program: Command) -> io::Result<Vec<u8>> {
    let mut page = Vec::new();
    clap_mangen::Man::new(program).render(&mut page)?;
    Ok(page)
}

/// `assize schema`
pub(super) fn schema(arguments: &Schema, terminal: &mut Terminal) -> Exit {
    let schema = match arguments.of {
        Described::Verdict => json::schema(),
        Described::House => house::schema(),
        Described::Odds => odds_data::schema(),
        Described::Check => check::schema(),
        Described::Test => test_data::schema(),
        Described::Why => why::schema(),
        Described::Advice => advise_data::schema(),
        Described::Serve => protocol::schema(),
        Described::Session => json::transcript_schema(),
    };
    terminal.say(&format!("{schema:#}\n"));
    Exit::Done
}
