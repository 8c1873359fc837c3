//! `assize odds FILE [QUESTION…]`

use std::path::PathBuf;

use clap::{Args, ValueEnum};

use super::answering::{For, ModeName, pair, pairs};
use super::bars::Ink;
use super::files::name;
use super::odds_lines::{GIVEN_ALWAYS, line};
use super::odds_page::Heading;
use super::odds_table::Look;
use super::{Exit, Terminal, compile, odds_data, odds_page, odds_table, terminal};
use crate::diagnostic::codes;
use crate::engine::{Budget, Cast, Chance, Mode, OddsRequest, Overview};
use crate::verdict::Audience;

#[derive(Debug, Args)]
pub(super) struct Arguments {
    /// The scene; `-` for the input
    file: PathBuf,
    /// `P(NAME.PART >= LEVEL)`, `E(NAME.PART)`, what is computed from them, a condition, or a name; a table for every result
    /// if left out
    questions: Vec<String>,
    /// Count only the runs in which this holds
    #[arg(long, value_name = "CONDITION")]
    given: Option<String>,
    /// What answers whatever the script leaves open
    #[arg(long, value_enum, default_value_t = ModeName::Random)]
    mode: ModeName,
    /// Give up beyond so many situations
    #[arg(long, value_name = "N", default_value_t = Budget::default().states)]
    budget: usize,
    /// Make a choice beforehand; may be repeated
    #[arg(long, value_name = "NAME=OPTION", value_parser = pair)]
    choose: Vec<(String, String)>,
    /// Fill a role of the scene, or several with commas between them; may be repeated
    #[arg(long, value_name = "ROLE=THING", value_parser = pair, value_delimiter = ',')]
    cast: Vec<(String, String)>,
    /// Show numbers as well that are only steps on the way to other results
    #[arg(long, conflicts_with = "questions")]
    all: bool,
    /// Write every fraction in full, however long
    #[arg(long)]
    exact: bool,
    /// For whom the odds are; players get none where anything is secret
    #[arg(long = "for", value_enum, value_name = "WHOM", default_value_t = For::Gm)]
    whom: For,
    /// How the odds are shown
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
}

/// How odds are shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Format {
    /// Tables, and a line for the answer to a question
    Text,
    /// A JSON object a line; see `assize schema odds`
    Json,
    /// Rows for a spreadsheet, with commas between the cells
    Csv,
    /// One page for a browser or a printer
    Html,
}

/// What is told of a scene.
enum Odds {
    /// Every result, since nothing was asked.
    Overview(Overview),
    /// The answers to questions.
    Answers(Vec<Chance>),
}

pub(super) fn odds(arguments: &Arguments, terminal: &mut Terminal) -> Exit {
    match found(arguments, terminal) {
        Ok(odds) => {
            terminal.say(&shown(&odds, arguments));
            Exit::Done
        }
        Err(exit) => exit,
    }
}

fn found(arguments: &Arguments, terminal: &mut Terminal) -> Result<Odds, Exit> {
    let cast: Cast = arguments.cast.iter().cloned().collect();
    let encounter = compile::shown(&arguments.file, &cast, terminal)?;
    let (request, whom) = (request(arguments), Audience::from(arguments.whom));
    let found = if request.questions.is_empty() {
        encounter.odds_of_results_for(whom, &request).map(Odds::Overview)
    } else {
        encounter.odds_for(whom, &request).map(Odds::Answers)
    };
    found.map_err(|failure| {
        let exit = terminal.fail(&failure, Exit::Refused);
        if failure.diagnostics.iter().any(|found| found.code == codes::ODDS_BUDGET) {
            let more = arguments.budget.saturating_mul(10);
            terminal.warn(&format!("to let it go further, add `--budget {more}`\n"));
        }
        exit
    })
}

fn request(arguments: &Arguments) -> OddsRequest {
    OddsRequest {
        questions: arguments.questions.clone(),
        given: arguments.given.clone(),
        choices: pairs(&arguments.choose),
        mode: Mode::from(arguments.mode),
        steps: arguments.all,
        budget: Budget { states: arguments.budget, ..Budget::default() },
        ..OddsRequest::default()
    }
}

fn shown(odds: &Odds, arguments: &Arguments) -> String {
    let title = name(&arguments.file);
    let heading = Heading { title: &title, given: arguments.given.as_deref(), exact: arguments.exact };
    match (arguments.format, odds) {
        (Format::Text, Odds::Overview(overview)) => {
            let always = if overview.given_always { GIVEN_ALWAYS } else { "" };
            [given(arguments).as_str(), always, &odds_table::tables(overview, look(arguments))].concat()
        }
        (Format::Text, Odds::Answers(answers)) => {
            [given(arguments)].into_iter().chain(answers.iter().map(line)).collect()
        }
        (Format::Json, Odds::Overview(overview)) => odds_data::json_overview(overview),
        (Format::Json, Odds::Answers(answers)) => answers.iter().map(odds_data::json_answer).collect(),
        (Format::Csv, Odds::Overview(overview)) => odds_data::csv_overview(overview),
        (Format::Csv, Odds::Answers(answers)) => odds_data::csv_answers(answers),
        (Format::Html, Odds::Overview(overview)) => odds_page::of_overview(&heading, overview),
        (Format::Html, Odds::Answers(answers)) => odds_page::of_answers(&heading, answers),
    }
}

/// The line that says on which condition.
fn given(arguments: &Arguments) -> String {
    arguments.given.as_ref().map(|given| format!("given {given}:\n")).unwrap_or_default()
}

fn look(arguments: &Arguments) -> Look {
    let ink = if terminal::draws_blocks() { Ink::Blocks } else { Ink::Signs };
    Look { width: terminal::width(), ink, exact: arguments.exact }
}
