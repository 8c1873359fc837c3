//! `assize odds FILE [QUESTION…]`

use std::path::PathBuf;

use clap::{Args, ValueEnum};
use dashu_ratio::RBig;

use super::allowed::{Allowed, one_or_more};
use super::answering::{For, ModeName, pair, pairs};
use super::files::{self, name, title};
use super::odds_beside::Others;
use super::odds_lines::that_can_be;
use super::odds_page::Heading;
use super::odds_rows::Fractions;
use super::odds_watch::Watch;
use super::simulated::{self, Asked};
use super::{
    Exit, Terminal, compile, odds_csv, odds_data, odds_hinges, odds_joint, odds_page, odds_reach, odds_table,
    odds_varied, policies, simulate,
};
use crate::diagnostic::{Diagnostic, codes};
use crate::engine::{
    Cast, Chance, Encounter, Failure, Gathered, Hinges, Joint, Mode, OddsRequest, Overview, RanOut, Reach, Variants,
};
use crate::verdict::Audience;

#[derive(Debug, Args)]
pub(super) struct Arguments {
    /// The scene; `-` for stdin
    pub(super) file: PathBuf,
    /// `P(NAME.PART >= LEVEL)`, `E(NAME.PART)`, `sd(…)`, `median(…)`, `quantile(…, 90%)`, a formula of these, a condition, or a
    /// name; a table for every result if omitted
    questions: Vec<String>,
    /// Count only the runs in which this is true
    #[arg(help_heading = "Questions", long, value_name = "CONDITION")]
    given: Option<String>,
    /// How to decide what the script leaves open
    #[arg(help_heading = "Answers", long, value_enum, default_value_t = ModeName::Random)]
    mode: ModeName,
    #[command(flatten)]
    allowed: Allowed,
    /// Stop after this many seconds, and show between which numbers the answers lie; Ctrl-C does the same
    #[arg(help_heading = "Limits", long, value_name = "N", value_parser = one_or_more::<u32>)]
    seconds: Option<u32>,
    /// What to do if exact odds exceed the budget, or are stopped by `--seconds` or Ctrl-C
    #[arg(help_heading = "Limits", long, value_enum, value_name = "WHAT", conflicts_with_all = ["vary", "why", "by", "beside", "with", "reach"])]
    otherwise: Option<Otherwise>,
    /// Make a choice beforehand; may be repeated
    #[arg(help_heading = "Answers", long, value_name = "NAME=OPTION", value_parser = pair)]
    choose: Vec<(String, String)>,
    /// Make choices by the policy in this file, written by `assize advise --save`
    #[arg(help_heading = "Answers", long, value_name = "FILE", conflicts_with_all = ["vary", "why", "beside", "with", "reach"])]
    policy: Option<PathBuf>,
    /// Fill a role of the scene, or several, separated by commas; may be repeated
    #[arg(help_heading = "Answers", long, value_name = "ROLE=NAME", value_parser = pair, value_delimiter = ',')]
    cast: Vec<(String, String)>,
    /// Also show numbers that are only steps on the way to other results
    #[arg(help_heading = "Questions", long, conflicts_with_all = ["questions", "why", "reach"])]
    all: bool,
    /// Answer the questions, or show every result, for other values as well, such as `value 0..3`; may be repeated
    #[arg(help_heading = "Questions", long, value_name = "NAME [VALUES]")]
    vary: Vec<String>,
    /// Show what the answers depend on: how each one changes with each value that the scene sets; without questions, the first result
    #[arg(help_heading = "Questions", long, conflicts_with = "vary")]
    why: bool,
    /// Show the question and another result together: the values of that result are the rows
    #[arg(help_heading = "Questions", long, value_name = "RESULT", requires = "questions", conflicts_with_all = ["vary", "why"])]
    by: Option<String>,
    /// Show another scene in the same table; may be repeated
    #[arg(help_heading = "Questions", long, value_name = "SCENE", conflicts_with_all = ["why", "by"])]
    beside: Vec<PathBuf>,
    /// Also show the scene with a house rule, or with several, separated by commas; may be repeated
    #[arg(help_heading = "Questions", long, value_name = "RULE", conflicts_with_all = ["why", "by"])]
    with: Vec<String>,
    /// Find the smallest changes to the scene that make this true, such as `P(NAME.PART >= LEVEL) >= 60%`
    #[arg(help_heading = "Questions", long, value_name = "GOAL", conflicts_with_all = ["questions", "vary", "why", "beside", "with"])]
    reach: Option<String>,
    /// Write every fraction in full, however long
    #[arg(help_heading = "Output", long)]
    exact: bool,
    /// Who the odds are for; players get none if anything is secret
    #[arg(help_heading = "Output", long = "for", value_enum, value_name = "WHOM", default_value_t = For::Gm)]
    whom: For,
    /// How the odds are shown
    #[arg(help_heading = "Output", long, value_enum, default_value_t = Format::Text)]
    format: Format,
}

/// How odds are shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Format {
    /// Tables, and a line for the answer to a question
    Text,
    /// One JSON object per line; see `assize schema odds`
    Json,
    /// Rows for a spreadsheet, with commas between the cells
    Csv,
    /// One page for a browser or a printer
    Html,
}

/// What is done where exact odds take too much.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Otherwise {
    /// Run the scene 100,000 times with dice, and say how far the answers may be off
    Simulate,
}

/// So many runs are simulated instead.
const RUNS: u64 = 100_000;

/// What is told of a scene.
enum Odds {
    /// Every result, since nothing was asked.
    Overview(Overview),
    /// The answers to questions, and those to the levels of one result together.
    Answers(Vec<Chance>, Vec<Gathered>),
    /// The answers of variants.
    Variants(Variants),
    /// The answers, and what they hinge on.
    Hinges(Vec<Hinges>),
    /// Two results together.
    Joint(Vec<Joint>),
    /// The smallest changes that reach a goal.
    Reach(Box<Reach>),
}

pub(super) fn odds(arguments: &Arguments, terminal: &mut Terminal) -> Exit {
    match told(arguments, terminal) {
        Ok(text) => {
            terminal.say(&text);
            Exit::Done
        }
        Err(exit) => exit,
    }
}

fn told(arguments: &Arguments, terminal: &mut Terminal) -> Result<String, Exit> {
    if arguments.exact && matches!(arguments.format, Format::Json | Format::Csv) {
        let complaint = Diagnostic::placeless(
            codes::USAGE,
            "`--exact` makes no difference: this format always has exact fractions",
        );
        return Err(terminal.fail(&complaint.help("omit `--exact`").into(), Exit::Usage));
    }
    let cast: Cast = arguments.cast.iter().cloned().collect();
    arguments.allowed.allow(terminal);
    let mut encounter = compile::shown_to(arguments.whom.into(), &arguments.file, &cast, terminal)?;
    if let Some(path) = &arguments.policy {
        let chosen = policies::read(path).and_then(|policy| encounter.by_policy(&policy));
        encounter = chosen.map_err(|failure| policies::fail(&failure, terminal))?;
    }
    let watch = Watch::of_command(arguments.seconds, arguments.allowed.situations());
    let request = request(arguments, &watch);
    let others = Others { scenes: &arguments.beside, rules: &arguments.with, cast: &cast, vary: &arguments.vary };
    if !others.are_none() {
        let whom = Audience::from(arguments.whom);
        let variants = others.beside((&arguments.file, &encounter), (whom, &request), terminal)?;
        tell_of_stopping(&request, terminal);
        return Ok(shown(&Odds::Variants(variants), arguments));
    }
    let simulated = simulated_format(arguments, terminal)?;
    let found = found(arguments, (&encounter, &request, &watch), terminal);
    let is_open = found.as_ref().is_ok_and(|odds| leaves_open(odds, &request));
    if let (Some(format), true) = (simulated, is_open || goes_beyond(&found)) {
        let why = if is_open { "exact odds were stopped" } else { "there are too many possibilities for exact odds" };
        terminal.warn(&format!("{why}; these are estimates from a simulation\n"));
        return simulate::instead((&encounter, asked(arguments), RUNS), format, terminal);
    }
    if is_open {
        tell_of_stopping(&request, terminal);
    }
    if let (Some(format), Ok(Odds::Overview(overview))) = (simulated, &found) {
        return with_estimates((&encounter, overview), format, arguments, terminal);
    }
    found.map(|odds| shown(&odds, arguments)).map_err(|failure| {
        if says_something(failure.known()) {
            terminal.say(&shown(&answers(&encounter, failure.known().to_vec()), arguments));
        }
        let exit = terminal.fail(&failure, Exit::Refused);
        if let Some(ran_out) = failure.ran_out() {
            terminal.warn(&ways_on(arguments.allowed.raised(ran_out), ran_out));
        }
        exit
    })
}

/// Whether more is known of any answer than goes without saying.
fn says_something(known: &[Chance]) -> bool {
    let is_nothing = |(low, high): &(RBig, RBig)| *low == RBig::ZERO && *high == RBig::ONE;
    let values = |chance: &Chance| chance.distribution.as_ref().is_some_and(|spread| !spread.values.is_empty());
    known.iter().any(|chance| {
        let is_between = chance.between.as_ref().is_some_and(|limits| !is_nothing(limits));
        is_between || chance.value.is_some() || values(chance)
    })
}

/// What can be done where the budget ran out, with the options that raise it enough, as far as that is known.
fn ways_on(raised: Option<String>, ran_out: RanOut) -> String {
    match raised {
        Some(options) if ran_out.times == 0 => format!(
            "to go further, add `{options}`, which may not be enough either; `--otherwise simulate` simulates many runs instead\n"
        ),
        Some(options) => {
            format!("to go further, add `{options}`; `--otherwise simulate` simulates many runs instead\n")
        }
        None => {
            "no budget that fits into a computer would be enough; `--otherwise simulate` simulates many runs instead\n"
                .to_owned()
        }
    }
}

fn found(
    arguments: &Arguments,
    (encounter, request, watch): (&Encounter, &OddsRequest, &Watch),
    terminal: &Terminal,
) -> Result<Odds, Failure> {
    let whom = Audience::from(arguments.whom);
    if arguments.why {
        encounter.hinges_for(whom, request).map(|mut hinges| {
            // Where nothing was asked, they know what was taken for the goal.
            let questions = hinges.iter().map(|one| one.answer.question.clone()).collect();
            let request = OddsRequest { questions, ..request.clone() };
            add_houses(&mut hinges, encounter, (arguments, &request), terminal);
            Odds::Hinges(hinges)
        })
    } else if let Some(by) = &arguments.by {
        let joint = |question: &String| encounter.odds_joint_for(whom, (question, by), request);
        arguments.questions.iter().map(joint).collect::<Result<Vec<Joint>, _>>().map(Odds::Joint)
    } else if let Some(goal) = &arguments.reach {
        encounter.reach_for(whom, goal, request).map(|reach| Odds::Reach(Box::new(reach)))
    } else if !arguments.vary.is_empty() {
        encounter.odds_varied_for(whom, &arguments.vary, request).map(Odds::Variants)
    } else if request.questions.is_empty() {
        encounter.odds_of_results_for(whom, request).map(Odds::Overview)
    } else if Watch::is_seen() {
        let chances = encounter.odds_closing_for(whom, request, &mut |known| watch.tell(known));
        chances.map(|chances| answers(encounter, chances))
    } else {
        encounter.odds_for(whom, request).map(|chances| answers(encounter, chances))
    }
}

fn answers(encounter: &Encounter, chances: Vec<Chance>) -> Odds {
    let chances = that_can_be(chances);
    let gathered = encounter.gathered(&chances);
    Odds::Answers(chances, gathered)
}

/// All results, those that would take too long as estimates behind the others.
fn with_estimates(
    (encounter, overview): (&Encounter, &Overview),
    format: simulated::Format,
    arguments: &Arguments,
    terminal: &mut Terminal,
) -> Result<String, Exit> {
    let questions = encounter.unknown_in(overview);
    let mut known = overview.clone();
    known.results.retain(|result| !questions.contains(&result.name));
    let known = shown(&Odds::Overview(known), arguments);
    if questions.is_empty() {
        return Ok(known);
    }
    terminal.warn("exact odds of some results take too long; these are estimates from a simulation\n");
    let asked = Asked { questions, ..asked(arguments) };
    let estimates = simulate::instead((encounter, asked, RUNS), format, terminal)?;
    let gap = if known.is_empty() || format == simulated::Format::Json { "" } else { "\n" };
    Ok([&known, gap, &estimates].concat())
}

/// Says that what is told is not all that there is, if somebody has stopped it.
fn tell_of_stopping(request: &OddsRequest, terminal: &mut Terminal) {
    if request.progress.is_stopped() {
        let situations = request.progress.situations();
        terminal.warn(&format!("stopped after {situations} situations; these odds are correct but incomplete\n"));
    }
}

/// How what is simulated instead is shown, if that is agreed to. It is told as estimates, which are no rows of odds.
fn simulated_format(arguments: &Arguments, terminal: &mut Terminal) -> Result<Option<simulated::Format>, Exit> {
    let Some(Otherwise::Simulate) = arguments.otherwise else { return Ok(None) };
    match arguments.format {
        Format::Text => Ok(Some(simulated::Format::Text)),
        Format::Json => Ok(Some(simulated::Format::Json)),
        Format::Csv | Format::Html => {
            let message = "estimates are only available as text or JSON, so that they are not mistaken for exact odds";
            let complaint = Diagnostic::placeless(codes::USAGE, message);
            let complaint = complaint.help("omit `--otherwise simulate`, or write `--format json`");
            Err(terminal.fail(&complaint.into(), Exit::Usage))
        }
    }
}

/// Whether something is not known since it was stopped: as the seconds were over, or as somebody wanted it. What was found out just
/// before that is all there is.
fn leaves_open(odds: &Odds, request: &OddsRequest) -> bool {
    match odds {
        Odds::Answers(answers, _) => answers.iter().any(|answer| answer.stopped),
        Odds::Overview(overview) => overview.is_stopped(),
        Odds::Reach(reach) => !reach.tried_all && request.progress.is_stopped(),
        Odds::Variants(_) | Odds::Hinges(_) | Odds::Joint(_) => request.progress.is_stopped(),
    }
}

/// Whether it was given up since it goes beyond the budget.
fn goes_beyond(found: &Result<Odds, Failure>) -> bool {
    found.as_ref().is_err_and(|failure| failure.ran_out().is_some())
}

fn asked(arguments: &Arguments) -> Asked {
    Asked {
        questions: arguments.questions.clone(),
        given: arguments.given.clone(),
        mode: arguments.mode,
        choices: pairs(&arguments.choose),
        cast: pairs(&arguments.cast),
        // The scene is played by it already.
        policy: None,
    }
}

/// Adds the house rules that the scene uses, with the answers of the scene without each of them. The input can be read only
/// once, so there nothing is added.
fn add_houses(
    all: &mut [Hinges],
    encounter: &Encounter,
    (arguments, request): (&Arguments, &OddsRequest),
    terminal: &Terminal,
) {
    let cast: Cast = arguments.cast.iter().cloned().collect();
    let Ok(text) = files::text_of(&arguments.file, None) else { return };
    for house in encounter.program().iter().flat_map(|program| &program.houses) {
        let trial = terminal.engine().try_houses(&name(&arguments.file), &text, &[house.name.as_str()], &cast);
        let without = trial.and_then(|trial| trial.without);
        let answers = without.and_then(|without| without.odds_for(arguments.whom.into(), request));
        for (at, hinges) in all.iter_mut().enumerate() {
            let answer = answers.clone().map(|answers| answers.into_iter().nth(at));
            if let Some(answer) = answer.transpose() {
                hinges.add_house(&house.name, answer);
            }
        }
    }
}

fn request(arguments: &Arguments, watch: &Watch) -> OddsRequest {
    OddsRequest {
        questions: arguments.questions.clone(),
        given: arguments.given.clone(),
        choices: pairs(&arguments.choose),
        mode: Mode::from(arguments.mode),
        steps: arguments.all,
        budget: arguments.allowed.budget(),
        progress: watch.progress.clone(),
        ..OddsRequest::default()
    }
}

fn shown(odds: &Odds, arguments: &Arguments) -> String {
    match arguments.format {
        Format::Text => text(odds, arguments),
        Format::Json => json(odds),
        Format::Csv => csv(odds),
        Format::Html => html(odds, arguments),
    }
}

fn text(odds: &Odds, arguments: &Arguments) -> String {
    let (look, whom) = (odds_table::look(arguments.exact), Audience::from(arguments.whom));
    let fractions = Fractions::of(arguments.exact);
    let parts: Vec<String> = match odds {
        Odds::Overview(overview) => vec![odds_table::text(overview, look)],
        Odds::Answers(answers, gathered) => vec![odds_table::told_together((answers, gathered), look)],
        Odds::Variants(variants) => vec![odds_varied::text(variants, (whom, fractions))],
        Odds::Hinges(hinges) => hinges.iter().map(|one| odds_hinges::text(one, whom, look)).collect(),
        Odds::Joint(all) => vec![odds_joint::text(all, fractions, look.width)],
        Odds::Reach(reach) => vec![odds_reach::text(reach, fractions)],
    };
    [given(arguments)].into_iter().chain(parts).collect()
}

fn json(odds: &Odds) -> String {
    match odds {
        Odds::Overview(overview) => odds_data::json_overview(overview),
        Odds::Answers(answers, _) => answers.iter().map(odds_data::json_answer).collect(),
        Odds::Variants(variants) => odds_data::json_variants(variants),
        Odds::Hinges(hinges) => odds_data::json_hinges(hinges),
        Odds::Joint(all) => odds_data::json_joint(all),
        Odds::Reach(reach) => odds_data::json_reach(reach),
    }
}

fn csv(odds: &Odds) -> String {
    match odds {
        Odds::Overview(overview) => odds_csv::of_overview(overview),
        Odds::Answers(answers, _) => odds_csv::of_answers(answers),
        Odds::Variants(variants) => odds_csv::of_variants(variants),
        Odds::Hinges(hinges) => odds_csv::of_hinges(hinges),
        Odds::Joint(all) => odds_csv::of_joint(all),
        Odds::Reach(reach) => odds_csv::of_reach(reach),
    }
}

fn html(odds: &Odds, arguments: &Arguments) -> String {
    let (title, whom) = (title(&arguments.file), Audience::from(arguments.whom));
    let fractions = Fractions::of(arguments.exact);
    let heading = Heading { title: &title, given: arguments.given.as_deref(), exact: arguments.exact, about: "" };
    match odds {
        Odds::Overview(overview) => odds_page::of_overview(&heading, overview),
        Odds::Answers(answers, gathered) => odds_page::of_answers(&heading, (answers, gathered)),
        Odds::Variants(variants) => odds_page::of_parts(&heading, &odds_varied::html(variants, (whom, fractions))),
        Odds::Hinges(hinges) => {
            let parts: String = hinges.iter().map(|one| odds_hinges::html(one, (whom, fractions))).collect();
            odds_page::of_parts(&heading, &parts)
        }
        Odds::Joint(all) => odds_page::of_parts(&heading, &odds_joint::html(all, fractions)),
        Odds::Reach(reach) => odds_page::of_parts(&heading, &odds_reach::html(reach, fractions)),
    }
}

/// The line that says on which condition.
fn given(arguments: &Arguments) -> String {
    arguments.given.as_ref().map(|given| format!("given {given}:\n")).unwrap_or_default()
}
