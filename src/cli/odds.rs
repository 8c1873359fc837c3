//! `assize odds FILE [QUESTION…]`

use std::path::PathBuf;

use clap::{Args, ValueEnum};
use serde::Serialize;

use super::answering::{ModeName, pair, pairs};
use super::distributions::{middle, table};
use super::{Exit, Terminal, compile};
use crate::diagnostic::{clean, codes};
use crate::engine::{Budget, Cast, Chance, ChanceKind, Mode, OddsRequest};
use crate::protocol::Distributed;

#[derive(Debug, Args)]
pub(super) struct Arguments {
    /// The scene; `-` for the input
    file: PathBuf,
    /// `P(NAME.PART >= LEVEL)`, `E(NAME.PART)`, what is computed from them, a condition, or a name; every level of every
    /// result if left out
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
    /// How the odds are shown
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
}

/// How odds are shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Format {
    /// A line each
    Text,
    /// A JSON object a line
    Json,
}

/// An answer as a program reads it.
#[derive(Serialize)]
struct Written<'a> {
    question: &'a str,
    /// The exact fraction; `null` for the mean of what is never reached.
    value: Option<String>,
    percent: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    holds: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    distribution: Option<Distributed>,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    given_always: bool,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    never_reached: bool,
}

impl<'a> From<&'a Chance> for Written<'a> {
    fn from(answer: &'a Chance) -> Self {
        Self {
            question: &answer.question,
            value: answer.value.as_ref().map(ToString::to_string),
            percent: answer.percent(),
            holds: answer.holds(),
            distribution: answer.distribution.as_ref().map(Distributed::from),
            given_always: answer.given_always,
            never_reached: answer.never_reached,
        }
    }
}

pub(super) fn odds(arguments: &Arguments, terminal: &mut Terminal) -> Exit {
    match answers(arguments, terminal) {
        Ok(answers) => {
            if let (Format::Text, Some(given)) = (arguments.format, &arguments.given) {
                terminal.say(&format!("given {given}:\n"));
            }
            for answer in &answers {
                terminal.say(&shown(answer, arguments.format));
            }
            Exit::Done
        }
        Err(exit) => exit,
    }
}

fn answers(arguments: &Arguments, terminal: &mut Terminal) -> Result<Vec<Chance>, Exit> {
    let cast: Cast = arguments.cast.iter().cloned().collect();
    let encounter = compile::shown(&arguments.file, &cast, terminal)?;
    let request = OddsRequest {
        questions: arguments.questions.clone(),
        given: arguments.given.clone(),
        choices: pairs(&arguments.choose),
        mode: Mode::from(arguments.mode),
        budget: Budget { states: arguments.budget, ..Budget::default() },
        ..OddsRequest::default()
    };
    encounter.odds(&request).map_err(|failure| {
        let exit = terminal.fail(&failure, Exit::Refused);
        if failure.diagnostics.iter().any(|found| found.code == codes::ODDS_BUDGET) {
            let more = arguments.budget.saturating_mul(10);
            terminal.warn(&format!("to let it go further, add `--budget {more}`\n"));
        }
        exit
    })
}

/// An answer as people read it.
pub(super) fn line(chance: &Chance) -> String {
    let remark = if chance.given_always { "  what is given always holds, so it makes no difference\n" } else { "" };
    written(chance) + remark
}

fn written(chance: &Chance) -> String {
    if let Some(spread) = &chance.distribution {
        return table(chance, spread);
    }
    if chance.holds().is_some() && chance.sides.is_some() {
        return format!("{}: {}\n", chance.question, answer(chance));
    }
    format!("{} = {}\n", chance.question, answer(chance))
}

/// An answer without its question, in one line: of a distribution what lies in its middle.
pub(super) fn answer(answer: &Chance) -> String {
    if let Some(spread) = &answer.distribution {
        return middle(answer, spread).unwrap_or("never reached".to_owned());
    }
    if let (Some(holds), Some((left, right))) = (answer.holds(), &answer.sides) {
        let holds = if holds { "yes" } else { "no" };
        let reached = if answer.never_reached { "; something in it is never reached" } else { "" };
        return format!("{holds}  ({left} and {right}{reached})");
    }
    let without = if answer.kind == ChanceKind::Mean { "never reached" } else { "no value" };
    let value = answer.value.as_ref().map_or_else(|| without.to_owned(), ToString::to_string);
    let about = match answer.percent().or_else(|| answer.decimal()) {
        Some(_) if answer.never_reached && answer.kind == ChanceKind::Chance => Some("never reached".to_owned()),
        Some(about) if answer.never_reached => Some(format!("{about}; something in it is never reached")),
        about => about,
    };
    let about = about.map(|about| format!("  ({about})")).unwrap_or_default();
    format!("{value}{about}")
}

fn shown(answer: &Chance, format: Format) -> String {
    match format {
        Format::Text => line(answer),
        Format::Json => {
            // Plain strings always have a JSON form.
            clean::json(format!("{}\n", serde_json::to_string(&Written::from(answer)).unwrap_or_default()))
        }
    }
}
