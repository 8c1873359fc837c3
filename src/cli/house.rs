//! `assize house RULE… --in SCENE…`

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};
use schemars::JsonSchema;
use serde::Serialize;

use super::answering::{Faces, For, ModeName, dice, pair, pairs};
use super::house_levels::{self, Added};
use super::house_odds::compared;
use super::house_told::{Told, differences, reason};
use super::journalled::{self, told_by};
use super::pack_files::Contents;
use super::paths::readable;
use super::seeds::Seeding;
use super::{Exit, Terminal, files, seeds};
use crate::diagnostic::{Diagnostic, Severity, clean, codes};
use crate::engine::{
    Answers, Budget, Cast, Chance, Chances, DiceFrom, Engine, Failure, Mode, OddsRequest, PACK_FILE, Shelf, Trial,
    TrialOdds, Verdicts, file_stem,
};
use crate::protocol::Distributed;
use crate::session::Retold;
use crate::shared_text::SharedText;
use crate::verdict::{Audience, Verdict};

#[derive(Debug, Args)]
pub(super) struct Arguments {
    /// House rules, as `use house` names them, or files; or folders of packs
    #[arg(required = true, value_name = "RULE")]
    rules: Vec<String>,
    /// Scenes to run with and without them
    #[arg(long = "in", value_name = "SCENE", num_args = 1.., required_unless_present = "journal")]
    pub(super) scenes: Vec<PathBuf>,
    /// Journals of past sessions to replay, with the dice recorded in them
    #[arg(long, value_name = "JOURNAL", num_args = 1..)]
    journal: Vec<PathBuf>,
    /// How to decide what a scene leaves open
    #[arg(help_heading = "Answers", long, value_enum, default_value_t = ModeName::Random, requires = "scenes")]
    mode: ModeName,
    #[command(flatten)]
    seeding: Seeding,
    /// Use these faces in both runs; a run that rolls more dice is refused
    #[arg(help_heading = "Answers", long, value_name = "5,4,1", value_parser = dice, requires = "scenes")]
    dice: Option<Faces>,
    /// Make a choice beforehand; may be repeated
    #[arg(help_heading = "Answers", long, value_name = "NAME=OPTION", value_parser = pair, requires = "scenes")]
    choose: Vec<(String, String)>,
    /// Fill a role of the scenes, or several, separated by commas; may be repeated
    #[arg(help_heading = "Answers", long, value_name = "ROLE=NAME", value_parser = pair, value_delimiter = ',', requires = "scenes")]
    cast: Vec<(String, String)>,
    /// A question about odds instead of every level of every result; may be repeated
    #[arg(help_heading = "Questions", long, value_name = "QUESTION", requires = "scenes")]
    odds: Vec<String>,
    /// Give up on odds after this many situations
    #[arg(help_heading = "Limits", long, value_name = "N", default_value_t = Budget::default().states, requires = "scenes")]
    budget: usize,
    /// Who the verdicts are for; what they must not see is left out
    #[arg(help_heading = "Output", long = "for", value_enum, value_name = "WHOM", default_value_t = For::Gm)]
    whom: For,
    /// How the comparison is shown
    #[arg(help_heading = "Output", long, value_enum, default_value_t = Format::Text)]
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
    /// Levels that they add to scales and ladders, with the lines that ask for the level beside them.
    new_levels: Vec<Added>,
    /// The verdict without them.
    without: Told,
    /// The verdict with them. Dice that are rolled only then are marked as redrawn.
    with: Told,
    /// Both answers to each question about odds.
    odds: Vec<Asked>,
    /// The names whose odds are not compared, since that would take too long.
    not_compared: Vec<SharedText>,
    /// Why there are no odds without them, or not all.
    no_odds_without: Option<String>,
    /// Why there are no odds with them, or not all.
    no_odds_with: Option<String>,
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

/// A question about odds with both answers: exact fractions, and `null` for what is not there or never reached.
#[derive(Debug, Serialize, JsonSchema)]
struct Asked {
    /// The question; a name alone asks how often it is each of its values.
    question: String,
    /// Whether the house rules make a difference to it.
    differs: bool,
    /// Whether it differs only because more runs are refused, or fewer.
    only_by_refusals: bool,
    /// The answer without the house rules; the mean of a distribution.
    without: Option<String>,
    /// The answer with them.
    with: Option<String>,
    /// How often it is each of its values without them.
    #[serde(skip_serializing_if = "Option::is_none")]
    distribution_without: Option<Distributed>,
    /// How often it is each of its values with them.
    #[serde(skip_serializing_if = "Option::is_none")]
    distribution_with: Option<Distributed>,
}

pub(super) fn schema() -> serde_json::Value {
    schemars::schema_for!(Report).to_value()
}

pub(super) fn house(arguments: &Arguments, terminal: &mut Terminal) -> Exit {
    if let (true, [option, ..]) = (arguments.scenes.is_empty(), arguments.seeding.given().as_slice()) {
        let message = format!("`{option}` makes no difference: a journal already contains its dice");
        let found = Diagnostic::placeless(codes::USAGE, message);
        return terminal.fail(&found.help(format!("omit `{option}`, or name scenes with `--in`")).into(), Exit::Usage);
    }
    let mut report = Report { rules: arguments.rules.clone(), scenes: Vec::new(), journals: Vec::new() };
    let (mut exit, mut pages) = (Exit::Done, Vec::new());
    for scene in &arguments.scenes {
        match in_scene(arguments, scene, terminal) {
            Ok((told, page)) => {
                report.scenes.push(told);
                pages.push(page);
            }
            Err((failure, failed)) => exit = exit.and(terminal.fail(&failure, failed)),
        }
    }
    for journal in &arguments.journal {
        match in_journal(arguments, journal, terminal) {
            Ok((told, page)) => {
                report.journals.push(told);
                pages.push(page);
            }
            Err(failure) => exit = exit.and(terminal.fail(&failure, Exit::Refused)),
        }
    }
    match arguments.format {
        Format::Text => terminal.say(&pages.join("\n")),
        // Verdicts and plain strings always have a JSON form.
        Format::Json => {
            let told = serde_json::to_string_pretty(&report).unwrap_or_default();
            terminal.say(&clean::json(told + "\n"));
        }
    }
    exit
}

/// The engine that finds the house rules beside whoever calls, and then beside the scene.
pub(super) fn engine(rules: &[String], terminal: &Terminal) -> Engine {
    let mut shelf = Shelf::default();
    for rule in rules {
        if is_pack(rule) {
            put_pack(rule, &mut shelf);
            continue;
        }
        let functions = Path::new(rule).with_extension("rhai");
        for file in [PathBuf::from(rule), Path::new(rule).with_extension("asz"), functions] {
            if let Ok(text) = files::text_of(&file, None) {
                shelf.put(files::name(&file), text);
            }
        }
    }
    terminal.engine().and(shelf)
}

/// Whether a rule is the folder of a pack.
fn is_pack(rule: &str) -> bool {
    Path::new(rule).join(PACK_FILE).is_file()
}

/// House rules as the engine is told of them.
pub(super) fn as_used(rules: &[String]) -> Vec<String> {
    let used = |rule: &String| {
        if is_pack(rule) { format!("pack \"{}\"", files::name(Path::new(rule))) } else { rule.clone() }
    };
    rules.iter().map(used).collect()
}

/// Puts the files of a pack on a shelf.
fn put_pack(folder: &str, shelf: &mut Shelf) {
    let described = [Path::new(folder).join(PACK_FILE)];
    // What cannot be read is told as a file that is not there.
    let contents = Contents::of(Path::new(folder)).map(|contents| contents.files).unwrap_or_default();
    for file in described.iter().chain(&contents) {
        if let Ok(text) = files::text_of(file, None) {
            shelf.put(files::name(file), text);
        }
    }
}

fn in_scene(
    arguments: &Arguments,
    scene: &Path,
    terminal: &mut Terminal,
) -> Result<(InScene, String), (Failure, Exit)> {
    let text = files::read(scene).map_err(|found| (Failure::from(found), Exit::InputOutput))?;
    let used = as_used(&arguments.rules);
    let rules: Vec<&str> = used.iter().map(String::as_str).collect();
    let cast: Cast = arguments.cast.iter().cloned().collect();
    let trial = engine(&arguments.rules, terminal).try_houses(&files::name(scene), &text, &rules, &cast);
    let trial = trial.map_err(|failure| (failure, Exit::Mistakes))?;
    let mut options = arguments.seeding.given();
    options.extend(arguments.dice.as_ref().map(|_| "--dice"));
    let (mode, whom) = (Mode::from(arguments.mode), Audience::from(arguments.whom));
    if !trial.without.as_ref().is_ok_and(|without| without.may_roll(mode)) {
        seed_without_dice(seeds::refuse_idle(&options, (&trial.with, mode), whom), terminal);
    }
    if whom.may_see(trial.with.most_kept()) {
        remarks(&trial, &files::name(scene), terminal);
    }
    let Verdicts { without, with, .. } = verdicts(arguments, &trial)?;
    // Whether they fall may depend on what is hidden.
    let scenes = [trial.without.as_ref().ok(), Some(&trial.with)];
    let may_hide = whom == Audience::Gm && scenes.into_iter().flatten().any(|scene| scene.may_hide_dice(mode));
    let without = match &trial.without {
        Ok(_) => Told::of(without, whom),
        Err(failure) => Told::unreadable(failure, whom),
    };
    let names = names(&arguments.rules);
    let (with, odds) = (Told::of(with, whom), trial.odds(&request(arguments), whom));
    // What cannot be asked with the rules nor without them is an error in the question.
    if let (Some(_), Some(failure)) = (&odds.failed_without, &odds.failed_with)
        && Exit::outside(failure) == Some(Exit::Usage)
    {
        return Err((failure.seen_by(whom), Exit::Usage));
    }
    let new_levels = house_levels::added(&trial);
    let page = [
        format!("{}\n", readable(scene)),
        differences(&names, &without, &with),
        house_levels::told(&new_levels),
        if may_hide { "dice may be hidden from the game master here: `--for log` shows them\n" } else { "" }.to_owned(),
        compared(&names, &odds, (whom, !arguments.odds.is_empty())),
    ];
    let told = InScene::of(files::name(scene), (without, with), &odds, whom);
    Ok((InScene { new_levels, ..told }, page.concat()))
}

/// Says that a seed makes no difference to a scene without dice; somebody who compares several scenes may give the same seed to all.
fn seed_without_dice(refused: Result<(), Failure>, terminal: &mut Terminal) {
    let Err(failure) = refused else { return };
    for found in &failure.diagnostics {
        terminal.show(&Diagnostic { severity: Severity::Warning, ..found.clone() }, &failure.sources);
    }
}

/// Both verdicts, answered as the command line says.
fn verdicts(arguments: &Arguments, trial: &Trial) -> Result<Verdicts, (Failure, Exit)> {
    let dice = match &arguments.dice {
        None => DiceFrom::Program(arguments.seeding.stream().map_err(|failure| (failure, Exit::Usage))?),
        Some(Faces(faces)) => DiceFrom::Given(faces.clone()),
    };
    let mode = Mode::from(arguments.mode);
    Ok(trial.verdicts(&mut || Answers { choices: pairs(&arguments.choose), ..Answers::new(mode, dice.clone()) }))
}

fn request(arguments: &Arguments) -> OddsRequest {
    OddsRequest {
        questions: arguments.odds.clone(),
        choices: pairs(&arguments.choose),
        budget: Budget::default().states(arguments.budget),
        ..OddsRequest::default()
    }
}

/// Remarks on the house rules themselves.
fn remarks(trial: &Trial, scene: &str, terminal: &mut Terminal) {
    let sources = trial.with.sources();
    for warning in trial.with.warnings() {
        let place = warning.labels.first().map(|label| sources.place(label.span));
        if place.is_some_and(|place| place.file != scene) {
            terminal.show(warning, sources);
        }
    }
}

/// The house rules by their names, as a message lists them.
fn names(rules: &[String]) -> String {
    let names: Vec<String> = rules.iter().map(|rule| format!("`{}`", readable(file_stem(rule)))).collect();
    match names.as_slice() {
        [several @ .., last] if !several.is_empty() => format!("{} and {last}", several.join(", ")),
        _ => names.concat(),
    }
}

impl InScene {
    fn of(scene: String, (without, with): (Told, Told), odds: &TrialOdds, whom: Audience) -> Self {
        let no_odds = |failed: &Option<Failure>| failed.as_ref().map(|failure| reason(failure, whom));
        let (no_odds_without, no_odds_with) = (no_odds(&odds.failed_without), no_odds(&odds.failed_with));
        let seen = odds.chances.iter().filter(|one| whom.may_see(one.visibility));
        let not_compared = odds.not_compared.iter().filter(|one| whom.may_see(one.visibility));
        let not_compared = not_compared.map(|one| one.name.clone()).collect();
        let new_levels = Vec::new();
        Self {
            scene,
            new_levels,
            without,
            with,
            odds: seen.map(asked).collect(),
            not_compared,
            no_odds_without,
            no_odds_with,
        }
    }
}

fn in_journal(arguments: &Arguments, journal: &Path, terminal: &Terminal) -> Result<(InJournal, String), Failure> {
    let recovered = journalled::read(journal)?;
    let session = told_by(engine(&arguments.rules, terminal), &recovered)?;
    let used = as_used(&arguments.rules);
    let rules: Vec<&str> = used.iter().map(String::as_str).collect();
    let whom = Audience::from(arguments.whom);
    let in_force = |verdict: &Verdict| {
        let houses = verdict.houses.iter().map(|house| &house.name);
        let names = houses.chain(verdict.packs.iter().map(|pack| &pack.name));
        let stems: BTreeSet<String> = names.map(|name| file_stem(name)).collect();
        let stem =
            |rule: &String| file_stem(Path::new(rule).file_name().and_then(|name| name.to_str()).unwrap_or(rule));
        arguments.rules.iter().all(|rule| stems.contains(&stem(rule)))
    };
    let names = names(&arguments.rules);
    let (mut pages, mut page) = (Vec::new(), format!("{}\n", readable(journal)));
    for Retold { was, now, .. } in session.retold(&rules) {
        let known = in_force(&was);
        let now = now.map(|now| now.of_session_seen_by(whom));
        let (was, now) = (Told::of(Ok(was.of_session_seen_by(whom)), whom), Told::of(now, whom));
        page.push_str(&if known { "already in use\n".to_owned() } else { differences(&names, &was, &now) });
        pages.push(Page { was, now });
    }
    Ok((InJournal { journal: files::name(journal), pages }, page))
}

fn asked(one: &Chances) -> Asked {
    let value = |chance: &Option<Chance>| chance.as_ref()?.value.as_ref().map(ToString::to_string);
    let spread = |chance: &Option<Chance>| chance.as_ref()?.distribution.as_ref().map(Distributed::from);
    Asked {
        question: one.question.clone(),
        differs: one.differ(),
        only_by_refusals: one.only_by_refusals,
        without: value(&one.without),
        with: value(&one.with),
        distribution_without: spread(&one.without),
        distribution_with: spread(&one.with),
    }
}
