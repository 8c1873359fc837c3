//! `assize advise FILE --goal GOAL`

use std::path::PathBuf;

use clap::{Args, ValueEnum};

use super::advise_data;
use super::advise_table;
use super::answering::{For, ModeName, pair, pairs};
use super::bars::Ink;
use super::odds_table::Look;
use super::odds_watch::Watch;
use super::{Exit, Terminal, compile, terminal};
use crate::diagnostic::codes;
use crate::engine::{AdviceRequest, Budget, Cast};

#[derive(Debug, Args)]
pub(super) struct Arguments {
    /// The scene; `-` for the input
    file: PathBuf,
    /// What is to be as high as possible: `P(NAME.PART >= LEVEL)` or `E(NAME.PART)`
    #[arg(long)]
    goal: String,
    /// Whoever plays against the goal: their choices make it as low as possible; may be repeated
    #[arg(long, value_name = "NAME")]
    against: Vec<String>,
    /// Tell what is best at each choice in so many conditions at most, and what that costs
    #[arg(long, value_name = "N", default_value_t = AdviceRequest::default().conditions)]
    plain: usize,
    /// Leave something open that the scene writes, and compare everything that could stand there: a plan or an item of one, with all
    /// ways to spend its points, or a value; may be repeated
    #[arg(long, value_name = "NAME")]
    over: Vec<String>,
    /// Make a choice beforehand; may be repeated
    #[arg(long, value_name = "NAME=OPTION", value_parser = pair)]
    choose: Vec<(String, String)>,
    /// Fill a role of the scene, or several with commas between them; may be repeated
    #[arg(long, value_name = "ROLE=THING", value_parser = pair, value_delimiter = ',')]
    cast: Vec<(String, String)>,
    /// What answers whatever the script leaves open; without it, it is compared for each ladder whether to judge or to roll
    #[arg(long, value_enum)]
    mode: Option<ModeName>,
    /// Give up beyond so many situations
    #[arg(long, value_name = "N", default_value_t = Budget::default().states)]
    budget: usize,
    /// Stop after so many seconds, and tell between which numbers the best lies; Ctrl-C stops as well
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    seconds: Option<u32>,
    /// Write every fraction in full, however long
    #[arg(long)]
    exact: bool,
    /// How the advice is shown
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
    /// For whom the advice is: it hangs on nothing that they do not know. Players get none where anything is secret
    #[arg(long = "for", value_enum, value_name = "WHOM", default_value_t = For::Gm)]
    whom: For,
}

/// How advice is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Format {
    /// What is best, where, and what everything else comes to
    Text,
    /// A JSON object; see `assize schema advice`
    Json,
}

pub(super) fn advise(arguments: &Arguments, terminal: &mut Terminal) -> Exit {
    let cast: Cast = arguments.cast.iter().cloned().collect();
    let encounter = match compile::shown(&arguments.file, &cast, terminal) {
        Ok(encounter) => encounter,
        Err(exit) => return exit,
    };
    let watch = Watch::of_command(arguments.seconds, arguments.budget);
    let answer = encounter.advise_for(arguments.whom.into(), &request(arguments, &watch));
    drop(watch);
    match answer {
        Ok(advice) => {
            terminal.say(&match arguments.format {
                Format::Text => advise_table::text(&advice, look(arguments)),
                Format::Json => advise_data::json(&advice),
            });
            Exit::Done
        }
        Err(failure) => {
            let exit = terminal.fail(&failure, Exit::Refused);
            if failure.has(codes::ODDS_BUDGET) {
                let more = arguments.budget.saturating_mul(10);
                terminal.warn(&format!(
                    "to compare more situations, add `--budget {more}`; to compare fewer, make a choice beforehand with `--choose`\n"
                ));
            }
            exit
        }
    }
}

fn request(arguments: &Arguments, watch: &Watch) -> AdviceRequest {
    AdviceRequest {
        goal: arguments.goal.clone(),
        choices: pairs(&arguments.choose),
        against: arguments.against.iter().cloned().collect(),
        over: arguments.over.clone(),
        mode: arguments.mode.map(Into::into),
        conditions: arguments.plain,
        budget: Budget::default().states(arguments.budget),
        progress: watch.progress.clone(),
    }
}

fn look(arguments: &Arguments) -> Look {
    let ink = if terminal::draws_blocks() { Ink::Blocks } else { Ink::Signs };
    Look { width: terminal::width(), ink, exact: arguments.exact }
}
