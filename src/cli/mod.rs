//! The command line. Files, the terminal and fresh seeds live here and nowhere else.

mod advise;
mod advise_data;
mod advise_table;
mod allowed;
mod answering;
mod bars;
mod book;
mod check;
mod compile;
mod config;
mod dates;
mod dice_page;
mod distributions;
mod edited;
mod estimates;
mod exit;
mod explain;
mod export;
mod files;
mod fix;
mod fmt;
mod folding;
mod generate;
mod given_twice;
mod groups;
mod highlight;
mod house;
mod house_levels;
mod house_odds;
mod house_told;
mod inside;
mod inside_texts;
mod ir;
mod journalled;
mod lsp;
mod mcp;
mod merge;
mod misunderstood;
mod named;
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
mod pack;
mod pack_files;
mod page;
mod paths;
mod policies;
mod prompt;
mod repl;
mod run;
mod seeds;
mod seen;
mod serve;
mod show;
mod simulate;
mod simulated;
mod socket;
mod terminal;
mod test;
mod test_data;
mod token;
mod watch;
mod why;
mod with_odds;
mod writing;

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::{CommandFactory, FromArgMatches, Parser, Subcommand};

pub use exit::Exit;

use crate::diagnostic::{Diagnostic, codes};
use crate::engine::Failure;
use config::Config;
use files::Folder;
use misunderstood::misunderstood;
use terminal::{Colour, ErrorFormat, Terminal};
use watch::Anew;

/// The heading of the options that every command takes.
const EVERYWHERE: &str = "Options of every command";

/// Adjudicates tabletop scenes by the rules of any system.
#[derive(Debug, Parser)]
#[command(name = "assize", version, about, max_term_width = 100, after_help = exit::TABLE)]
struct Arguments {
    /// How errors are shown
    #[arg(long, global = true, help_heading = EVERYWHERE, value_enum, default_value_t = ErrorFormat::Human, value_name = "FORMAT")]
    error_format: ErrorFormat,
    /// When colours are used; nothing is shown by colour alone
    #[arg(long, global = true, help_heading = EVERYWHERE, value_enum, default_value_t = Colour::Auto, value_name = "WHEN", alias = "color")]
    colour: Colour,
    /// Let scripts read nothing outside this folder, not even through links or `..`
    #[arg(long, global = true, help_heading = EVERYWHERE, value_name = "DIR")]
    within: Option<PathBuf>,
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Adjudicate a scene once and show the verdict
    #[command(
        after_help = "Examples:\n  assize run night.asz --seed 5\n  assize run night.asz --table=ada --save evening.journal\n  assize run night.asz --for players --format html"
    )]
    Run(run::Arguments),
    /// Play a session, line by line
    Repl(repl::Arguments),
    /// Answer requests of chat bots and virtual tabletops
    #[command(after_help = "Examples:\n  assize serve --stdio\n  assize serve --port 4000 --journals evenings")]
    Serve(serve::Arguments),
    /// Let a language model run a game with real dice and real rules
    #[command(
        after_help = "It speaks the Model Context Protocol over stdin and stdout.\n\nExamples:\n  assize mcp --journals evenings"
    )]
    Mcp(mcp::Arguments),
    /// Show errors, complete words and find names in an editor
    #[command(after_help = "It speaks the Language Server Protocol over stdin and stdout.")]
    Lsp(lsp::Arguments),
    /// Export what happened in a session
    #[command(
        after_help = "Examples:\n  assize export evening.journal --format html -o evening.html\n  assize export evening.journal --for players"
    )]
    Export(export::Arguments),
    /// Show exact odds
    #[command(
        after_help = "Examples:\n  assize odds night.asz\n  assize odds night.asz 'P(climb.height >= 3)'\n  assize odds night.asz 'P(climb.height >= 3)' --vary 'value 0..3'"
    )]
    Odds(odds::Arguments),
    /// Find the best option at each choice, for a goal
    #[command(after_help = "Examples:\n  assize advise night.asz --goal 'P(climb.height >= 3)'")]
    Advise(advise::Arguments),
    /// Estimate odds with many runs, if exact odds would take too long
    #[command(after_help = "Examples:\n  assize simulate night.asz 'E(climb.height)' -n 1000000")]
    Simulate(simulate::Arguments),
    /// Add up the counts of several simulations
    #[command(after_help = "Examples:\n  assize merge night.asz one.counts two.counts")]
    Merge(merge::Arguments),
    /// Show what house rules change in scenes and sessions
    #[command(
        after_help = "Examples:\n  assize house rain --in night.asz\n  assize house own.asz --in night.asz --odds 'E(climb.height)'"
    )]
    House(house::Arguments),
    /// Find errors, and words that make no difference
    #[command(
        after_help = "Examples:\n  assize check night.asz\n  assize check --fix night.asz\n  assize check . --quiet"
    )]
    Check(check::Arguments),
    /// Format scripts: spaces, indentation, columns, line length
    #[command(after_help = "Examples:\n  assize fmt night.asz\n  assize fmt . --check\n  assize fmt night.asz --diff")]
    Fmt(fmt::Arguments),
    /// Run the tests of scripts, their `expect` blocks
    #[command(
        after_help = "Examples:\n  assize test own.asz\n  assize test . --quiet\n  assize test own.asz --filter wall"
    )]
    Test(test::Arguments),
    /// Run a scene, its tests or its odds again at every save
    #[command(
        after_help = "Examples:\n  assize watch night.asz\n  assize watch own.asz --test\n  assize watch night.asz --odds 'P(climb.height >= 3)'",
        mut_arg("table", |table| table.hide(true))
    )]
    Watch(watch::Arguments),
    /// Show how a result came about
    #[command(after_help = "Examples:\n  assize why night.asz climb.height --seed 5")]
    Why(why::Arguments),
    /// Show the compiled program
    #[command(after_help = "Examples:\n  assize ir night.asz --format json > night.json")]
    Ir(ir::Arguments),
    /// Explain an error code, or a rule of a built-in system by its ID
    #[command(after_help = "Examples:\n  assize explain AZ201\n  assize explain DU-003")]
    Explain(explain::Arguments),
    /// Print a built-in system or house rule
    #[command(after_help = "Examples:\n  assize show --list\n  assize show duel > own.asz")]
    Show(show::Arguments),
    /// Create a folder with a scene to try, or a pack of house rules
    #[command(
        after_help = "Examples:\n  assize new prince\n  assize new prince --system d20\n  assize new pack 'old coast'"
    )]
    New(new::Arguments),
    /// Check a pack of house rules before you publish it
    #[command(after_help = "Examples:\n  assize pack check old-coast")]
    Pack(pack::Arguments),
    /// Show the settings in force, and where each is set
    #[command(after_help = "Examples:\n  assize config\n  assize config scenes/night.asz")]
    Config(config::Arguments),
    /// Print the JSON schema of a command's output, or of `serve`
    #[command(after_help = "Examples:\n  assize schema odds")]
    Schema(generate::Schema),
    /// Print a completion script for a shell
    #[command(after_help = "Examples:\n  assize completions bash > ~/.local/share/bash-completion/completions/assize")]
    Completions(generate::Completions),
    /// Print the manual page of the program or of a command
    #[command(after_help = "Examples:\n  assize man run | man -l -")]
    Man(generate::Man),
}

/// Runs the program with these words and says how it ended.
pub fn main(words: impl IntoIterator<Item = OsString>) -> ExitCode {
    let words: Vec<OsString> = words.into_iter().collect();
    let (mut terminal, exit) = match understood(&words) {
        Ok((arguments, config)) => {
            let mut terminal = Terminal::new(arguments.error_format, arguments.colour);
            let exit = match config {
                Ok(config) => carried_out((&arguments, &words), &config, &mut terminal),
                Err(_) if arguments.command.reads_settings_itself() => {
                    carried_out((&arguments, &words), &Config::default(), &mut terminal)
                }
                Err(failure) => {
                    let failed = terminal.fail(&failure, Exit::Mistakes);
                    // Such as `explain`, which says what the mistake in the settings means.
                    let goes_on = arguments.command.reads_no_script();
                    if goes_on { carried_out((&arguments, &words), &Config::default(), &mut terminal) } else { failed }
                }
            };
            (terminal, exit)
        }
        Err(error) => misunderstood(error, Arguments::command(), &words),
    };
    terminal.finish(exit).into()
}

/// What `watch` goes round with, understood anew.
fn understood_anew(words: &[OsString]) -> Anew {
    let (arguments, config) = match understood(words) {
        Ok(understood) => understood,
        Err(error) => {
            let (terminal, exit) = misunderstood(error, Arguments::command(), words);
            return Anew { terminal, arguments: Err(exit) };
        }
    };
    let mut terminal = Terminal::new(arguments.error_format, arguments.colour);
    let held = arguments.within.as_deref().map_or(Ok(()), |folder| hold(&arguments.command, folder, &mut terminal));
    let settled = held.map_err(|found| (found.into(), Exit::Usage)).and_then(|()| {
        let config = config.map_err(|failure| (failure, Exit::Mistakes))?;
        terminal.look_in(config.folders());
        terminal.have_in_force(config.packs());
        Ok(())
    });
    let arguments = match (settled, arguments.command) {
        (Err((failure, exit)), _) => Err(terminal.fail(&failure, exit)),
        (Ok(()), Command::Watch(watched)) => Ok(watched),
        (Ok(()), _) => Err(Exit::Usage),
    };
    Anew { terminal, arguments }
}

/// The arguments, with what is set elsewhere for the script that they name.
fn understood(words: &[OsString]) -> Result<(Arguments, Result<Config, Failure>), clap::Error> {
    let matches = groups::grouped(Arguments::command()).try_get_matches_from(words)?;
    given_twice::refuse(Arguments::command(), &matches)?;
    let arguments = Arguments::from_arg_matches(&matches)?;
    let config = arguments.command.config();
    let arguments = match &config {
        Ok(config) => {
            let program = config.make_default(Arguments::command());
            Arguments::from_arg_matches(&program.try_get_matches_from(words)?)?
        }
        Err(_) => arguments,
    };
    Ok((arguments, config))
}

fn carried_out((arguments, words): (&Arguments, &[OsString]), config: &Config, terminal: &mut Terminal) -> Exit {
    let held = arguments.within.as_deref().map_or(Ok(()), |folder| hold(&arguments.command, folder, terminal));
    match held {
        Ok(()) => {
            terminal.look_in(config.folders());
            terminal.have_in_force(config.packs());
            dispatch((&arguments.command, words), terminal)
        }
        Err(complaint) => terminal.fail(&complaint.into(), Exit::Usage),
    }
}

impl Command {
    /// The settings that are in force: those of the script that is named, or else of the folder one is in.
    fn config(&self) -> Result<Config, Failure> {
        match self {
            Command::Run(arguments) => Config::at(Some(&arguments.file)),
            Command::Repl(arguments) => Config::at(arguments.files.first().map(PathBuf::as_path)),
            Command::Odds(arguments) => Config::at(Some(&arguments.file)),
            Command::Advise(arguments) => Config::at(Some(&arguments.file)),
            Command::Simulate(arguments) => Config::at(Some(&arguments.file)),
            Command::Merge(arguments) => Config::at(Some(&arguments.file)),
            Command::House(arguments) => Config::at(arguments.scenes.first().map(PathBuf::as_path)),
            Command::Check(arguments) => Config::at(arguments.files.first().map(PathBuf::as_path)),
            Command::Fmt(arguments) => Config::at(arguments.files.first().map(PathBuf::as_path)),
            Command::Test(arguments) => Config::at(arguments.files.first().map(PathBuf::as_path)),
            Command::Watch(arguments) => Config::at(Some(&arguments.file)),
            Command::Why(arguments) => Config::at(Some(&arguments.file)),
            Command::Ir(arguments) => Config::at(Some(&arguments.file)),
            Command::Pack(arguments) => Config::at(Some(arguments.folder())),
            Command::Export(_)
            | Command::Explain(_)
            | Command::Show(_)
            | Command::New(_)
            | Command::Schema(_)
            | Command::Completions(_)
            | Command::Man(_) => Config::at(None),
            // A host says everything itself, an editor opens files of several folders, and `config` reads them on its own.
            Command::Serve(_) | Command::Mcp(_) | Command::Lsp(_) | Command::Config(_) => Ok(Config::default()),
        }
    }

    /// Whether it tells itself what is wrong in the settings: each time round, or with everything else that is wrong in a pack.
    fn reads_settings_itself(&self) -> bool {
        matches!(self, Command::Watch(_) | Command::Pack(_))
    }

    /// Whether it does all its work without a script, so that only its colours can be set.
    fn reads_no_script(&self) -> bool {
        match self {
            Command::Explain(_)
            | Command::Show(_)
            | Command::New(_)
            | Command::Schema(_)
            | Command::Completions(_)
            | Command::Man(_) => true,
            Command::Run(_)
            | Command::Repl(_)
            | Command::Serve(_)
            | Command::Mcp(_)
            | Command::Lsp(_)
            | Command::Export(_)
            | Command::Odds(_)
            | Command::Advise(_)
            | Command::Simulate(_)
            | Command::Merge(_)
            | Command::House(_)
            | Command::Check(_)
            | Command::Fmt(_)
            | Command::Test(_)
            | Command::Watch(_)
            | Command::Why(_)
            | Command::Ir(_)
            | Command::Pack(_)
            | Command::Config(_) => false,
        }
    }
}

fn dispatch((command, words): (&Command, &[OsString]), terminal: &mut Terminal) -> Exit {
    match command {
        Command::Run(arguments) => run::run(arguments, terminal),
        Command::Repl(arguments) => repl::repl(arguments, terminal),
        Command::Serve(arguments) => serve::serve(arguments, terminal),
        Command::Mcp(arguments) => mcp::mcp(arguments, terminal),
        Command::Lsp(arguments) => lsp::lsp(arguments, terminal),
        Command::Export(arguments) => export::export(arguments, terminal),
        Command::Odds(arguments) => odds::odds(arguments, terminal),
        Command::Advise(arguments) => advise::advise(arguments, terminal),
        Command::Simulate(arguments) => simulate::simulate(arguments, terminal),
        Command::Merge(arguments) => merge::merge(arguments, terminal),
        Command::House(arguments) => house::house(arguments, terminal),
        Command::Check(arguments) => check::check(arguments, terminal),
        Command::Fmt(arguments) => fmt::fmt(arguments, terminal),
        Command::Test(arguments) => test::test(arguments, terminal),
        Command::Watch(arguments) => watch::watch(&arguments.file, &|| understood_anew(words), terminal),
        Command::Why(arguments) => why::why(arguments, terminal),
        Command::Ir(arguments) => ir::ir(arguments, terminal),
        Command::Explain(arguments) => explain::explain(arguments, terminal),
        Command::Show(arguments) => show::show(arguments, terminal),
        Command::New(arguments) => new::new(arguments, terminal),
        Command::Pack(arguments) => pack::pack(arguments, terminal),
        Command::Config(arguments) => config::config(arguments, terminal),
        Command::Schema(arguments) => generate::schema(arguments, terminal),
        Command::Completions(arguments) => generate::completions(arguments, Arguments::command(), terminal),
        Command::Man(arguments) => generate::man(arguments, Arguments::command(), terminal),
    }
}

/// Holds what is read within a folder.
fn hold(command: &Command, folder: &Path, terminal: &mut Terminal) -> Result<(), Diagnostic> {
    let nothing = |help: &str| Err(Diagnostic::placeless(codes::USAGE, "`--within` does nothing here").help(help));
    match command {
        Command::Run(_)
        | Command::Repl(_)
        | Command::Lsp(_)
        | Command::Export(_)
        | Command::Odds(_)
        | Command::Advise(_)
        | Command::Simulate(_)
        | Command::Merge(_)
        | Command::House(_)
        | Command::Check(_)
        | Command::Test(_)
        | Command::Watch(_)
        | Command::Why(_)
        | Command::Ir(_)
        | Command::Pack(_) => {
            terminal.hold_within(Folder::within(folder)?);
            Ok(())
        }
        Command::Serve(_) | Command::Mcp(_) => {
            nothing("write `--folder DIR`: this command reads files only from that folder")
        }
        Command::Fmt(_) => nothing("omit it: this command reads only the files that are named"),
        Command::Explain(_)
        | Command::Show(_)
        | Command::New(_)
        | Command::Config(_)
        | Command::Schema(_)
        | Command::Completions(_)
        | Command::Man(_) => nothing("omit it: this command reads no script"),
    }
}
