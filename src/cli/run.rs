//! `assize run FILE`

use std::io::{self, IsTerminal};
use std::path::PathBuf;

use clap::{Args, ValueEnum};

use super::answering::Answering;
use super::dice_page::{Address, Desk};
use super::journalled::JournalOptions;
use super::terminal::{aside, from_its_first_line};
use super::with_odds::Beside;
use super::{Exit, Terminal, compile, seeds};
use crate::diagnostic::{Diagnostic, codes};
use crate::engine::{Cancel, Encounter, Failure};
use crate::verdict::{Event, LeadUp, Verdict, html, json, markdown, text};

#[derive(Debug, Args)]
pub(super) struct Arguments {
    /// The scene; `-` for stdin
    pub(super) file: PathBuf,
    #[command(flatten)]
    answering: Answering,
    #[command(flatten)]
    journal: JournalOptions,
    /// Open a page on which players enter their dice from a phone, at this address; without an address, on this computer only
    #[arg(help_heading = "Answers", long, value_name = "ADDRESS", num_args = 0..=1, require_equals = true, default_missing_value = "",
        value_parser = Address::read, conflicts_with = "dice")]
    dice_page: Option<Address>,
    /// With each choice, show the odds after each option: for this question, or for the goal that the scene suggests
    #[arg(help_heading = "Output", long, value_name = "QUESTION", num_args = 0..=1, require_equals = true, default_missing_value = "",
        conflicts_with_all = ["save", "from", "policy"])]
    with_odds: Option<String>,
    /// How the verdict is shown
    #[arg(help_heading = "Output", long, value_enum, default_value_t = Format::Text)]
    format: Format,
    /// Show only results, texts, and what has changed
    #[arg(help_heading = "Output", long)]
    brief: bool,
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
    if arguments.brief && arguments.format != Format::Text {
        let found = Diagnostic::placeless(codes::USAGE, "`--brief` only works with `--format text`");
        return terminal.fail(&found.help("omit `--brief` or `--format`").into(), Exit::Usage);
    }
    let lead_up = arguments.answering.lead_up();
    let told = || if is_on_one_screen() { lead_up.told() } else { 0 };
    match verdict(arguments, &lead_up, terminal) {
        Ok(verdict) => {
            show((&verdict, told()), arguments, terminal);
            Exit::Done
        }
        Err(NotRun::Compiled(exit)) => exit,
        Err(NotRun::Stopped(failure)) => {
            if let Some(happened) = failure.happened() {
                show((happened, told()), arguments, terminal);
            }
            let exit = terminal.fail(&failure, Exit::Refused);
            terminal.warn(&again(&failure));
            exit
        }
    }
}

/// Whether the verdict is read where the questions are: then nothing is told twice.
fn is_on_one_screen() -> bool {
    io::stdout().is_terminal() && io::stderr().is_terminal()
}

/// Why there is no verdict.
enum NotRun {
    /// The scene is wrong, and that has been said.
    Compiled(Exit),
    /// Its run was stopped.
    Stopped(Box<Failure>),
}

/// How the same run is had again; empty where nothing rolls or the seed must not be told.
fn again(failure: &Failure) -> String {
    let Some(happened) = failure.happened() else { return String::new() };
    // Where nothing was rolled before, every seed comes to the same.
    let is_chance = |event: &Event| matches!(event, Event::Rolled { .. } | Event::Drawn { .. });
    let rolled = happened.events.iter().any(|happened| is_chance(&happened.event));
    let Some(seed) = happened.seed.filter(|_| rolled) else { return String::new() };
    let secret = happened.secret_seed.map_or_else(String::new, |seed| format!(" --secret-seed {seed}"));
    let stream = happened.stream.as_deref().filter(|name| *name != seeds::USUAL_STREAM);
    let stream = stream.map_or_else(String::new, |name| format!(" --stream {name}"));
    format!("to repeat this run, add `--seed {seed}{secret}{stream}`\n")
}

fn verdict(arguments: &Arguments, lead_up: &LeadUp, terminal: &mut Terminal) -> Result<Verdict, NotRun> {
    let Arguments { file, answering, journal, with_odds, .. } = arguments;
    let cast = answering.cast();
    let encounter = compile::shown_to(answering.audience(), file, &cast, terminal).map_err(NotRun::Compiled)?;
    let stopped = |failure| NotRun::Stopped(Box::new(failure));
    answering.refuse_idle(&encounter).map_err(stopped)?;
    let mut page = dice_page(arguments, &encounter).map_err(stopped)?;
    let beside = with_odds.as_ref().map(|question| {
        Beside::of((&encounter, Vec::new()), question, (answering.audience(), answering.odds_request()))
    });
    let beside = beside.transpose().unwrap_or_else(|why| {
        // Whoever cannot be told sees that there are no odds.
        let _ = aside(why);
        None
    });
    let mut unasked = String::new();
    let told = answering.answer_beside((lead_up, beside.as_ref()), page.as_mut(), |answers| {
        let verdict = if journal.is_asked_for() {
            journal.adjudicate(&encounter, &cast, answers, terminal)
        } else {
            encounter.adjudicate(answers)
        };
        verdict.inspect(|verdict| unasked = answering.unasked(&encounter, verdict))
    });
    terminal.warn(&unasked);
    told.map_err(|failure| NotRun::Stopped(Box::new(failure)))
}

/// The dice page, if one is to be served.
fn dice_page(arguments: &Arguments, encounter: &Encounter) -> Result<Option<Desk>, Failure> {
    let Some(address) = arguments.dice_page else { return Ok(None) };
    if !arguments.answering.is_at_table() {
        let found =
            Diagnostic::placeless(codes::USAGE, "`--dice-page` makes no difference: the program rolls all dice");
        return Err(found.help("add `--table`").into());
    }
    arguments.answering.refuse_idle_page(encounter)?;
    Desk::open(address, io::stdin().is_terminal(), &Cancel::default()).map(Some)
}

/// Shows a verdict of which so many events have been told; in brief all of it is told once more.
fn show((verdict, told): (&Verdict, usize), arguments: &Arguments, terminal: &mut Terminal) {
    match arguments.format {
        Format::Text if arguments.brief => {
            terminal.say_verdict(&from_its_first_line(text::pieces(verdict, 0, true)));
        }
        Format::Text => {
            if told == 0 {
                terminal.say(&text::heading(verdict));
            }
            terminal.say_verdict(&text::pieces(verdict, told, false));
        }
        Format::Json => terminal.say(&json::json(verdict)),
        Format::Markdown => terminal.say(&markdown::markdown(verdict)),
        Format::Html => terminal.say(&html::html(verdict)),
    }
}
