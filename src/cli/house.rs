//! `assize house RULE… --in SCENE…`

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};
use schemars::JsonSchema;
use serde::Serialize;

use super::answering::{For, ModeName, pair, pairs};
use super::files::{Folder, Typed};
use super::journalled::{exit_of, refused};
use super::seeds::Seeding;
use super::{Exit, Terminal, files, odds};
use crate::diagnostic::clean;
use crate::engine::{
    Answers, Budget, Cast, Chance, Chances, DiceFrom, Engine, Failure, Mode, OddsRequest, Shelf, Verdicts, file_stem,
};
use crate::journal::JournalFile;
use crate::session::{Retold, Session};
use crate::verdict::{Audience, Verdict, text};

#[derive(Debug, Args)]
pub(super) struct Arguments {
    /// House rules, as `use house` names them, or files
    #[arg(required = true, value_name = "RULE")]
    rules: Vec<String>,
    /// Scenes to run with and without them
    #[arg(long = "in", value_name = "SCENE", num_args = 1.., required_unless_present = "journal")]
    scenes: Vec<PathBuf>,
    /// Journals of past sessions to go through again, with the dice that fell then
    #[arg(long, value_name = "JOURNAL", num_args = 1..)]
    journal: Vec<PathBuf>,
    /// What answers whatever a scene leaves open
    #[arg(long, value_enum, default_value_t = ModeName::Random)]
    mode: ModeName,
    #[command(flatten)]
    seeding: Seeding,
    /// Use these faces in both runs; what is rolled beyond them is missed
    #[arg(long, value_name = "5,4,1", value_delimiter = ',')]
    dice: Vec<i64>,
    /// Make a choice beforehand; may be repeated
    #[arg(long, value_name = "NAME=OPTION", value_parser = pair)]
    choose: Vec<(String, String)>,
    /// Fill a role of the scenes, or several with commas between them; may be repeated
    #[arg(long, value_name = "ROLE=THING", value_parser = pair, value_delimiter = ',')]
    cast: Vec<(String, String)>,
    /// A question about odds instead of every level of every result; may be repeated
    #[arg(long, value_name = "QUESTION")]
    odds: Vec<String>,
    /// Give odds up beyond so many situations
    #[arg(long, value_name = "N", default_value_t = Budget::default().states)]
    budget: usize,
    /// For whom verdicts are shown; nothing else is left in them
    #[arg(long = "for", value_enum, value_name = "WHOM", default_value_t = For::Gm)]
    whom: For,
    /// How it is shown
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
}

/// How it is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Format {
    /// For people
    Text,
    /// For programs; see `assize schema house`
    Json,
}

/// What house rules do, as `house --format json` prints it.
#[derive(Debug, Serialize, JsonSchema)]
struct Report {
    /// The house rules, as they were named.
    rules: Vec<String>,
    /// What they do in each scene.
    scenes: Vec<InScene>,
    /// What they would have done in each journal.
    journals: Vec<InJournal>,
}

/// What house rules do in a scene.
#[derive(Debug, Serialize, JsonSchema)]
struct InScene {
    /// The file.
    scene: String,
    /// The verdict without them.
    without: Told,
    /// The verdict with them. Dice that are rolled only then are marked as redrawn.
    with: Told,
    /// Both answers to each question about odds.
    odds: Vec<Asked>,
    /// Why there are no odds, if there are none.
    no_odds: Option<String>,
}

/// What house rules would have done in a session.
#[derive(Debug, Serialize, JsonSchema)]
struct InJournal {
    /// The file.
    journal: String,
    /// Its pages, the first one first.
    pages: Vec<Page>,
}

/// A page of a session.
#[derive(Debug, Serialize, JsonSchema)]
struct Page {
    /// What happened.
    was: Told,
    /// What would have happened.
    now: Told,
}

/// A verdict, or why there is none.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
enum Told {
    /// What happened.
    Verdict(Box<Verdict>),
    /// Why nothing did, or why it went no further.
    Refused(String),
}

/// A question about odds with both answers: exact fractions, and `null` for what is not there or never reached.
#[derive(Debug, Serialize, JsonSchema)]
struct Asked {
    /// The question.
    question: String,
    /// The answer without the house rules.
    without: Option<String>,
    /// The answer with them.
    with: Option<String>,
}

pub(super) fn schema() -> serde_json::Value {
    schemars::schema_for!(Report).to_value()
}

pub(super) fn house(arguments: &Arguments, terminal: &mut Terminal) -> Exit {
    let mut report = Report { rules: arguments.rules.clone(), scenes: Vec::new(), journals: Vec::new() };
    let (mut exit, mut pages) = (Exit::Done, Vec::new());
    for scene in &arguments.scenes {
        match in_scene(arguments, scene) {
            Ok((told, page)) => {
                report.scenes.push(told);
                pages.push(page);
            }
            Err((failure, failed)) => exit = exit.and(terminal.fail(&failure, failed)),
        }
    }
    for journal in &arguments.journal {
        match in_journal(arguments, journal) {
            Ok((told, page)) => {
                report.journals.push(told);
                pages.push(page);
            }
            Err(failure) => exit = exit.and(terminal.fail(&failure, exit_of(&failure))),
        }
    }
    match arguments.format {
        Format::Text => terminal.say(&pages.join("\n")),
        // Verdicts and plain strings always have a JSON form.
        Format::Json => terminal.say(&format!("{}\n", serde_json::to_string_pretty(&report).unwrap_or_default())),
    }
    exit
}

/// The engine that finds the house rules beside whoever calls, and then beside the scene.
fn engine(rules: &[String]) -> Engine {
    let mut shelf = Shelf::default();
    for rule in rules {
        let functions = Path::new(rule).with_extension("rhai");
        for file in [PathBuf::from(rule), Path::new(rule).with_extension("asz"), functions] {
            if let Ok(text) = files::text_of(&file) {
                shelf.put(files::name(&file), text);
            }
        }
    }
    files::engine(Folder).and(Typed).and(shelf)
}

fn in_scene(arguments: &Arguments, scene: &Path) -> Result<(InScene, String), (Failure, Exit)> {
    let text = files::read(scene).map_err(|found| (Failure::from(found), Exit::InputOutput))?;
    let rules: Vec<&str> = arguments.rules.iter().map(String::as_str).collect();
    let cast: Cast = arguments.cast.iter().cloned().collect();
    let trial = engine(&arguments.rules).try_houses(&files::name(scene), &text, &rules, &cast);
    let trial = trial.map_err(|failure| (failure, Exit::Mistakes))?;
    let dice = if arguments.dice.is_empty() {
        DiceFrom::Program(arguments.seeding.stream().map_err(|failure| (failure, Exit::Usage))?)
    } else {
        DiceFrom::Given(arguments.dice.clone())
    };
    let mut answers =
        || Answers { choices: pairs(&arguments.choose), ..Answers::new(Mode::from(arguments.mode), dice.clone()) };
    let verdicts = trial.verdicts(&mut answers);
    let request = OddsRequest {
        questions: arguments.odds.clone(),
        choices: pairs(&arguments.choose),
        budget: Budget { states: arguments.budget, ..Budget::default() },
        ..OddsRequest::default()
    };
    let odds = trial.odds(&request);
    let whom = Audience::from(arguments.whom);
    let Verdicts { without, with } = verdicts;
    let (without, with) = (told(without, whom), told(with, whom));
    let page = [
        format!("{}\n", scene.display()),
        differences(&without, &with),
        match &odds {
            Ok(odds) => compared(odds),
            Err(failure) => format!("no odds: {}\n", reason(failure, whom)),
        },
    ];
    let no_odds = odds.as_ref().err().map(|failure| reason(failure, whom));
    let odds = odds.unwrap_or_default().iter().map(asked).collect();
    Ok((InScene { scene: files::name(scene), without, with, odds, no_odds }, page.concat()))
}

fn in_journal(arguments: &Arguments, journal: &Path) -> Result<(InJournal, String), Failure> {
    let recovered = JournalFile::read(journal).map_err(|error| refused(journal, &error))?;
    let (session, _) = Session::resume(engine(&arguments.rules), &recovered.records, None)?;
    let rules: Vec<&str> = arguments.rules.iter().map(String::as_str).collect();
    let whom = Audience::from(arguments.whom);
    let in_force = |verdict: &Verdict| {
        let stems: BTreeSet<String> = verdict.houses.iter().map(|house| file_stem(&house.name)).collect();
        rules.iter().all(|rule| stems.contains(&file_stem(rule)))
    };
    let (mut pages, mut page) = (Vec::new(), format!("{}\n", journal.display()));
    for Retold { was, now, .. } in session.retold(&rules) {
        let known = in_force(&was);
        let (was, now) = (told(Ok(was), whom), told(now, whom));
        page.push_str(&if known { "in force already\n".to_owned() } else { differences(&was, &now) });
        pages.push(Page { was, now });
    }
    Ok((InJournal { journal: files::name(journal), pages }, page))
}

fn told(verdict: Result<Verdict, Failure>, whom: Audience) -> Told {
    match verdict {
        Ok(verdict) => Told::Verdict(Box::new(verdict.seen_by(whom))),
        Err(failure) => Told::Refused(reason(&failure, whom)),
    }
}

/// What stopped a run, in one line.
fn reason(failure: &Failure, whom: Audience) -> String {
    let seen = failure.clone().seen_by(whom);
    seen.diagnostics.iter().next().map_or_else(String::new, |found| clean::line(&found.message))
}

/// The lines of a verdict, without the header that names the house rules.
fn lines(told: &Told) -> Vec<String> {
    match told {
        Told::Verdict(verdict) => text::text(verdict).lines().skip(1).map(str::to_owned).collect(),
        Told::Refused(why) => vec![format!("stopped: {why}")],
    }
}

/// Both runs as one list: `-` before what is told only without the house rules, `+` before what is told only with them.
fn differences(without: &Told, with: &Told) -> String {
    let (without, with) = (lines(without), lines(with));
    if without == with {
        return "the house rules make no difference to this run\n".to_owned();
    }
    let marked = aligned(&without, &with).into_iter().map(|(mark, line)| format!("{mark} {line}"));
    marked.map(|line| [line.trim_end(), "\n"].concat()).collect()
}

/// Lines of two lists in their order, with a mark for those that only one of them has: as few as possible.
fn aligned<'l>(one: &'l [String], other: &'l [String]) -> Vec<(char, &'l str)> {
    let mut longest = vec![vec![0_usize; other.len() + 1]; one.len() + 1];
    for (at, line) in one.iter().enumerate().rev() {
        for (beside, counterpart) in other.iter().enumerate().rev() {
            longest[at][beside] = if line == counterpart {
                longest[at + 1][beside + 1] + 1
            } else {
                longest[at + 1][beside].max(longest[at][beside + 1])
            };
        }
    }
    let (mut at, mut beside, mut marked) = (0, 0, Vec::new());
    while at < one.len() || beside < other.len() {
        match (one.get(at), other.get(beside)) {
            (Some(line), Some(counterpart)) if line == counterpart => {
                marked.push((' ', line.as_str()));
                (at, beside) = (at + 1, beside + 1);
            }
            (Some(line), None) => {
                marked.push(('-', line.as_str()));
                at += 1;
            }
            (Some(line), Some(_)) if longest[at + 1][beside] >= longest[at][beside + 1] => {
                marked.push(('-', line.as_str()));
                at += 1;
            }
            (_, Some(counterpart)) => {
                marked.push(('+', counterpart.as_str()));
                beside += 1;
            }
            (None, None) => break,
        }
    }
    marked
}

/// The odds that differ.
fn compared(odds: &[Chances]) -> String {
    let differing: Vec<&Chances> = odds.iter().filter(|one| one.differ()).collect();
    if differing.is_empty() {
        return "the odds are the same\n".to_owned();
    }
    let value = |chance: &Option<Chance>| {
        let told = chance.as_ref().map(odds::answer);
        told.unwrap_or_else(|| "not there".to_owned())
    };
    let line = |one: &&Chances| format!("  {}: {} -> {}\n", one.question, value(&one.without), value(&one.with));
    let lines: String = differing.iter().map(line).collect();
    let same = odds.len() - differing.len();
    let rest = if same == 0 { String::new() } else { format!("  {same} more are the same\n") };
    format!("odds, without -> with:\n{lines}{rest}")
}

fn asked(one: &Chances) -> Asked {
    let value = |chance: &Option<Chance>| chance.as_ref()?.value.as_ref().map(ToString::to_string);
    Asked { question: one.question.clone(), without: value(&one.without), with: value(&one.with) }
}
