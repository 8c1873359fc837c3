//! The command line. Files, the terminal and fresh seeds live here and nowhere else.

mod advise;
mod advise_data;
mod advise_table;
mod answering;
mod bars;
mod check;
mod compile;
mod distributions;
mod event_tail;
mod exit;
mod explain;
mod export;
mod files;
mod fix;
mod generate;
mod highlight;
mod house;
mod house_odds;
mod house_told;
mod inside;
mod ir;
mod journalled;
mod merge;
mod new;
mod odds;
mod odds_beside;
mod odds_csv;
mod odds_data;
mod odds_grid;
mod odds_hinges;
mod odds_joint;
mod odds_lines;
mod odds_page;
mod odds_reach;
mod odds_rows;
mod odds_table;
mod odds_varied;
mod odds_watch;
mod paths;
mod policies;
mod prompt;
mod repl;
mod run;
mod seeds;
mod serve;
mod show;
mod simulate;
mod simulated;
mod terminal;
mod test;
mod why;
mod with_odds;
mod writing;

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::{CommandFactory, Parser, Subcommand};

pub use exit::Exit;

use crate::diagnostic::{Diagnostic, codes};
use crate::source::SourceMap;
use files::Folder;
use terminal::{Colour, ErrorFormat, Terminal};

/// Adjudicates tabletop scenes by the rules of any system.
#[derive(Debug, Parser)]
#[command(name = "assize", version, about, max_term_width = 100, after_help = exit::TABLE)]
struct Arguments {
    /// How mistakes are shown
    #[arg(long, global = true, value_enum, default_value_t = ErrorFormat::Human, value_name = "FORMAT")]
    error_format: ErrorFormat,
    /// When mistakes are shown in colour; they can be read without
    #[arg(long, global = true, value_enum, default_value_t = Colour::Auto, value_name = "WHEN", alias = "color")]
    colour: Colour,
    /// Let scripts read nothing outside of this folder, whatever leads there
    #[arg(long, global = true, value_name = "DIR")]
    within: Option<PathBuf>,
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Adjudicate a scene once and show the verdict
    Run(run::Arguments),
    /// Play a session, line by line
    Repl(repl::Arguments),
    /// Answer requests, one a line, for chat bots and virtual tabletops
    Serve(serve::Arguments),
    /// Tell what happened in a session
    Export(export::Arguments),
    /// Show exact odds
    Odds(odds::Arguments),
    /// Show what is best at each choice, for a goal
    Advise(advise::Arguments),
    /// Estimate odds by many runs, where exact ones would take too long
    Simulate(simulate::Arguments),
    /// Put together what was counted in several simulations
    Merge(merge::Arguments),
    /// Show what house rules change: scenes with and without them, side by side
    House(house::Arguments),
    /// Look for mistakes, and for words that make no difference
    Check(check::Arguments),
    /// Run the `expect`s of scripts
    Test(test::Arguments),
    /// Show what a result was made of
    Why(why::Arguments),
    /// Show the compiled program
    Ir(ir::Arguments),
    /// Explain a mistake by its code, or a rule of a shipped system by its ID
    Explain(explain::Arguments),
    /// Print a system or a house rule that is inside the program
    Show(show::Arguments),
    /// Make a folder with a party and a scene to try
    New(new::Arguments),
    /// Print the JSON schema of a verdict, of a session, or of the protocol of `serve`
    Schema(generate::Schema),
    /// Print a completion script for a shell
    Completions(generate::Completions),
    /// Print the manual page
    Man,
}

/// Runs the program with these words and says how it ended.
pub fn main(words: impl IntoIterator<Item = OsString>) -> ExitCode {
    let words: Vec<OsString> = words.into_iter().collect();
    let (mut terminal, exit) = match Arguments::try_parse_from(&words) {
        Ok(arguments) => {
            let mut terminal = Terminal::new(arguments.error_format, arguments.colour);
            let exit = match arguments
                .within
                .as_deref()
                .map_or(Ok(()), |folder| hold(&arguments.command, folder, &mut terminal))
            {
                Ok(()) => dispatch(&arguments.command, &mut terminal),
                Err(complaint) => terminal.fail(&complaint.into(), Exit::Usage),
            };
            (terminal, exit)
        }
        Err(error) => misunderstood(&error, &words),
    };
    terminal.finish(exit).into()
}

fn dispatch(command: &Command, terminal: &mut Terminal) -> Exit {
    match command {
        Command::Run(arguments) => run::run(arguments, terminal),
        Command::Repl(arguments) => repl::repl(arguments, terminal),
        Command::Serve(arguments) => serve::serve(arguments, terminal),
        Command::Export(arguments) => export::export(arguments, terminal),
        Command::Odds(arguments) => odds::odds(arguments, terminal),
        Command::Advise(arguments) => advise::advise(arguments, terminal),
        Command::Simulate(arguments) => simulate::simulate(arguments, terminal),
        Command::Merge(arguments) => merge::merge(arguments, terminal),
        Command::House(arguments) => house::house(arguments, terminal),
        Command::Check(arguments) => check::check(arguments, terminal),
        Command::Test(arguments) => test::test(arguments, terminal),
        Command::Why(arguments) => why::why(arguments, terminal),
        Command::Ir(arguments) => ir::ir(arguments, terminal),
        Command::Explain(arguments) => explain::explain(arguments, terminal),
        Command::Show(arguments) => show::show(arguments, terminal),
        Command::New(arguments) => new::new(arguments, terminal),
        Command::Schema(arguments) => generate::schema(arguments, terminal),
        Command::Completions(arguments) => generate::completions(arguments, Arguments::command(), terminal),
        Command::Man => generate::man(Arguments::command(), terminal),
    }
}

/// Holds what is read within a folder.
fn hold(command: &Command, folder: &Path, terminal: &mut Terminal) -> Result<(), Diagnostic> {
    let nothing = |help: &str| Err(Diagnostic::placeless(codes::USAGE, "`--within` does nothing here").help(help));
    match command {
        Command::Run(_)
        | Command::Repl(_)
        | Command::Export(_)
        | Command::Odds(_)
        | Command::Advise(_)
        | Command::Simulate(_)
        | Command::Merge(_)
        | Command::House(_)
        | Command::Check(_)
        | Command::Test(_)
        | Command::Why(_)
        | Command::Ir(_) => {
            terminal.hold_within(Folder::within(folder)?);
            Ok(())
        }
        Command::Serve(_) => nothing("write `--folder DIR`: what `serve` reads is in that folder or nowhere"),
        Command::Explain(_)
        | Command::Show(_)
        | Command::New(_)
        | Command::Schema(_)
        | Command::Completions(_)
        | Command::Man => nothing("no script is read, so leave it out"),
    }
}

/// Words that mean nothing, or a call for help.
fn misunderstood(error: &clap::Error, words: &[OsString]) -> (Terminal, Exit) {
    let format = wanted_format(words);
    let mut terminal = Terminal::new(format, Colour::Never);
    let text = error.render().to_string();
    if !error.use_stderr() {
        terminal.say(&text);
        return (terminal, Exit::Done);
    }
    if format == ErrorFormat::Human {
        terminal.warn(&text);
    } else {
        let first = text.lines().next().unwrap_or_default().trim_start_matches("error: ");
        terminal.show(&Diagnostic::placeless(codes::USAGE, first), &SourceMap::default());
    }
    (terminal, Exit::Usage)
}

/// The error format asked for among words that could not be understood.
fn wanted_format(words: &[OsString]) -> ErrorFormat {
    let words: Vec<&str> = words.iter().filter_map(|word| word.to_str()).collect();
    let next = words.iter().zip(words.iter().skip(1)).find(|(word, _)| **word == "--error-format");
    let joined = words.iter().find_map(|word| word.strip_prefix("--error-format="));
    match joined.or(next.map(|(_, format)| *format)) {
        Some("json") => ErrorFormat::Json,
        Some("plain") => ErrorFormat::Plain,
        _ => ErrorFormat::Human,
    }
}
