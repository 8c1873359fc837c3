//! `assize advise FILE`

use std::path::PathBuf;

use clap::{Args, ValueEnum};

use super::advise_data;
use super::advise_table;
use super::allowed::{Allowed, one_or_more};
use super::answering::{For, ModeName, pair, pairs};
use super::bars::Ink;
use super::odds_table::Look;
use super::odds_watch::Watch;
use super::paths::readable;
use super::{Exit, Terminal, compile, policies, terminal, writing};
use crate::diagnostic::{Diagnostic, codes};
use crate::engine::{Advice, AdviceRequest, Cast, Failure, Policy};

#[derive(Debug, Args)]
pub(super) struct Arguments {
    /// The scene; `-` for stdin
    pub(super) file: PathBuf,
    /// What should be as high as possible: `P(NAME.PART >= LEVEL)` or `E(NAME.PART)`; if omitted, the goal that the scene suggests
    #[arg(help_heading = "Questions", long)]
    goal: Option<String>,
    /// Who plays against the goal, and chooses to keep it as low as possible; may be repeated
    #[arg(help_heading = "Questions", long, value_name = "NAME")]
    against: Vec<String>,
    /// Describe the best choices with at most this many conditions, and say how much that loses
    #[arg(help_heading = "Output", long, value_name = "N", default_value_t = AdviceRequest::default().conditions)]
    plain: usize,
    /// Leave open something that the scene sets, and compare everything that it could be: a plan or an item of a plan, with all
    /// ways to spend its points, or a value; may be repeated
    #[arg(help_heading = "Questions", long, value_name = "NAME")]
    over: Vec<String>,
    /// Save the advice in a new file, as a policy for `assize run --policy`
    #[arg(help_heading = "Output", long, value_name = "FILE", conflicts_with = "over")]
    save: Option<PathBuf>,
    /// Show the value of the goal with the policy saved in this file; may be repeated
    #[arg(help_heading = "Questions", long, value_name = "FILE")]
    compare: Vec<PathBuf>,
    /// Make a choice beforehand; may be repeated
    #[arg(help_heading = "Answers", long, value_name = "NAME=OPTION", value_parser = pair)]
    choose: Vec<(String, String)>,
    /// Fill a role of the scene, or several, separated by commas; may be repeated
    #[arg(help_heading = "Answers", long, value_name = "ROLE=NAME", value_parser = pair, value_delimiter = ',')]
    cast: Vec<(String, String)>,
    /// How to decide what the script leaves open; if omitted, judging and rolling are compared for each ladder
    #[arg(help_heading = "Answers", long, value_enum)]
    mode: Option<ModeName>,
    #[command(flatten)]
    allowed: Allowed,
    /// Stop after this many seconds, and show between which numbers the best value lies; Ctrl-C does the same
    #[arg(help_heading = "Limits", long, value_name = "N", value_parser = one_or_more::<u32>)]
    seconds: Option<u32>,
    /// Write every fraction in full, however long
    #[arg(help_heading = "Output", long)]
    exact: bool,
    /// How the advice is shown
    #[arg(help_heading = "Output", long, value_enum, default_value_t = Format::Text)]
    format: Format,
    /// Who the advice is for: it depends on nothing that they do not know. Players get no advice if anything is secret
    #[arg(help_heading = "Output", long = "for", value_enum, value_name = "WHOM", default_value_t = For::Gm)]
    whom: For,
}

/// How advice is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Format {
    /// What is best at each choice, and the value of every other option
    Text,
    /// A JSON object; see `assize schema advice`
    Json,
}

pub(super) fn advise(arguments: &Arguments, terminal: &mut Terminal) -> Exit {
    match advised(arguments, terminal) {
        Ok(advice) => told(&advice, arguments, terminal),
        Err(exit) => exit,
    }
}

fn advised(arguments: &Arguments, terminal: &mut Terminal) -> Result<Advice, Exit> {
    if arguments.exact && arguments.format == Format::Json {
        let complaint = Diagnostic::placeless(
            codes::USAGE,
            "`--exact` makes no difference: this format always has exact fractions",
        );
        return Err(terminal.fail(&complaint.help("omit `--exact`").into(), Exit::Usage));
    }
    if let Some(path) = &arguments.save {
        // Nobody wants to hear of it when all has been compared.
        writing::check_new(path).map_err(|found| terminal.fail(&found.into(), Exit::InputOutput))?;
    }
    let policies = arguments.compare.iter().map(|path| policies::read(path));
    let policies = policies.collect::<Result<Vec<Policy>, Failure>>();
    let policies = policies.map_err(|failure| policies::fail(&failure, terminal))?;
    let cast: Cast = arguments.cast.iter().cloned().collect();
    arguments.allowed.allow(terminal);
    let encounter = compile::shown_to(arguments.whom.into(), &arguments.file, &cast, terminal)?;
    let watch = Watch::of_command(arguments.seconds, arguments.allowed.situations());
    let answer = encounter.advise_for(arguments.whom.into(), &request(arguments, policies, &watch));
    drop(watch);
    answer.map_err(|failure| {
        let exit = terminal.fail(&failure, Exit::Refused);
        if let Some(ran_out) = failure.ran_out() {
            let more = arguments
                .allowed
                .raised(ran_out)
                .map(|options| format!("to compare more situations, add `{options}`; "));
            terminal.warn(&format!("{}to compare fewer, fix a choice with `--choose`\n", more.unwrap_or_default()));
        }
        exit
    })
}

/// Tells the advice, and keeps it if that is asked for.
fn told(advice: &Advice, arguments: &Arguments, terminal: &mut Terminal) -> Exit {
    if let Some(instead) = advise_table::instead(advice) {
        terminal.warn(&format!("{instead}; for another goal, add `--goal`\n"));
    }
    terminal.say(&match arguments.format {
        Format::Text => advise_table::text(advice, &names(&arguments.compare), look(arguments)),
        Format::Json => advise_data::json(advice),
    });
    match (&arguments.save, &advice.policy) {
        (None, _) => Exit::Done,
        (Some(path), Some(policy)) => match writing::create(path, &policy.to_string()) {
            Ok(()) => Exit::Done,
            Err(error) => terminal.fail(&writing::refused(path, &error).into(), Exit::InputOutput),
        },
        (Some(_), None) => {
            terminal.warn("stopped before there was any advice, so no policy was saved\n");
            Exit::Refused
        }
    }
}

fn names(paths: &[PathBuf]) -> Vec<String> {
    paths.iter().map(readable).collect()
}

fn request(arguments: &Arguments, policies: Vec<Policy>, watch: &Watch) -> AdviceRequest {
    AdviceRequest {
        goal: arguments.goal.clone().unwrap_or_default(),
        choices: pairs(&arguments.choose),
        against: arguments.against.iter().cloned().collect(),
        over: arguments.over.clone(),
        mode: arguments.mode.map(Into::into),
        policies,
        as_policy: arguments.save.is_some(),
        conditions: arguments.plain,
        budget: arguments.allowed.budget(),
        progress: watch.progress.clone(),
    }
}

fn look(arguments: &Arguments) -> Look {
    let ink = if terminal::draws_blocks() { Ink::Blocks } else { Ink::Signs };
    Look { width: terminal::width(), ink, exact: arguments.exact, about: false }
}
