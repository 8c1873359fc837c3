//! `assize test FILE…`

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use clap::Args;

use super::answering::pair;
use super::paths::readable;
use super::{Exit, Terminal, compile, files};
use crate::diagnostic::{Diagnostic, clean};
use crate::engine::{Cast, Covered, Encounter, Tested};
use crate::source::{SourceKind, Span};

#[derive(Debug, Args)]
pub(super) struct Arguments {
    /// Scenes, systems, overlays; `-` for the input
    #[arg(required = true)]
    files: Vec<PathBuf>,
    /// Fill a role of the scene, or several with commas between them; may be repeated
    #[arg(long, value_name = "ROLE=THING", value_parser = pair, value_delimiter = ',')]
    cast: Vec<(String, String)>,
    /// Say which rules, rows and branches of the system no expectation of these files reaches
    #[arg(long)]
    coverage: bool,
}

pub(super) fn test(arguments: &Arguments, terminal: &mut Terminal) -> Exit {
    let cast: Cast = arguments.cast.iter().cloned().collect();
    let mut exit = Exit::Done;
    let mut covered = Coverage::new();
    let mut tested: BTreeSet<String> = arguments.files.iter().map(|file| files::name(file)).collect();
    for file in &arguments.files {
        let failed = match compile::shown(file, &cast, terminal) {
            Ok(encounter) => {
                if arguments.coverage {
                    gather(&mut covered, encounter.coverage());
                }
                let own = test_one((&encounter, true), &file.to_string_lossy(), terminal);
                let houses = houses_beside(&encounter).into_iter().filter(|house| tested.insert(house.clone()));
                houses
                    .fold(own, |exit, house| exit.and(test_house(&house, (arguments.coverage, &mut covered), terminal)))
            }
            Err(failed) => failed,
        };
        exit = exit.and(failed);
    }
    if arguments.coverage {
        terminal.say(&coverage(&covered));
    }
    exit
}

/// The files of the house rules that a scene uses, without those that are shipped: they are tested where they are made.
fn houses_beside(encounter: &Encounter) -> Vec<String> {
    let Some(program) = encounter.program() else { return Vec::new() };
    let source = |span: Span| encounter.sources().get(span.source);
    let sources = program.houses.iter().filter_map(|house| source(house.span));
    let files = sources.filter(|source| source.kind == SourceKind::File);
    files.map(|source| source.name.to_string()).collect()
}

/// Tests a house rule that a scene uses, alone: what it claims holds whatever else the scene uses. One without expectations has
/// nothing to tell.
fn test_house(file: &str, (is_covering, covered): (bool, &mut Coverage), terminal: &mut Terminal) -> Exit {
    match compile::quietly(Path::new(file), &Cast::new(), terminal) {
        Ok(encounter) if encounter.expectations().is_empty() => Exit::Done,
        Ok(encounter) => {
            if is_covering {
                gather(covered, encounter.coverage());
            }
            test_one((&encounter, false), file, terminal)
        }
        Err(_) => {
            terminal.say(&format!("{}: not tested, since it cannot be read without the scene\n", readable(file)));
            Exit::Done
        }
    }
}

/// By script, line, column and name: a shipped system and its file are one.
type Coverage = BTreeMap<(String, u32, u32, String), Covered>;

/// What one file reaches is reached, whatever the others do.
fn gather(covered: &mut Coverage, found: Vec<Covered>) {
    for one in found {
        let script = Path::new(&one.place.file).file_stem().unwrap_or_default().to_string_lossy().into_owned();
        let key = (script, one.place.line, one.place.column, one.what.clone());
        let known = covered.entry(key).or_insert_with(|| one.clone());
        known.reached |= one.reached;
    }
}

/// What is reached, and line by line what is not.
fn coverage(covered: &Coverage) -> String {
    let missing: Vec<&Covered> = covered.values().filter(|one| !one.reached).collect();
    let excused = missing.iter().filter(|one| one.reason.is_some()).count();
    let mut text = format!(
        "coverage: {} of {} reached, {excused} excused, {} not reached\n",
        covered.len() - missing.len(),
        covered.len(),
        missing.len() - excused
    );
    for one in missing {
        let why = one.reason.as_ref().map_or_else(String::new, |reason| format!(" ({reason})"));
        let _ = writeln!(
            text,
            "  {}:{} {}{}",
            readable(one.place.file.as_str()),
            one.place.line,
            one.what,
            clean::line(&why)
        );
    }
    text
}

fn test_one((encounter, is_shown): (&Encounter, bool), file: &str, terminal: &mut Terminal) -> Exit {
    let report = encounter.test();
    let mut told: Vec<&Diagnostic> = Vec::new();
    for tested in &report.tested {
        terminal.say(&line(tested));
        let remarks = tested.remarks.iter().filter(|found| !is_shown || !is_said(found, encounter.warnings()));
        for found in tested.failures.iter().chain(remarks) {
            // What is wrong in a line that several expectations come to is one mistake.
            if told.contains(&found) {
                terminal.say(&format!("     as above: {}\n", clean::line(&found.message)));
            } else {
                terminal.show(found, encounter.sources());
                told.push(found);
            }
        }
    }
    terminal.say(&format!("{}: {} of {} expectations hold\n", readable(file), report.passed(), report.tested.len()));
    if report.all_passed() { Exit::Done } else { Exit::ExpectationsFailed }
}

/// Whether one of these, which have been shown, speaks of the same place.
fn is_said(found: &Diagnostic, shown: &[Diagnostic]) -> bool {
    let place = |found: &Diagnostic| found.labels.first().map(|label| label.span);
    shown.iter().any(|known| place(known) == place(found))
}

fn line(tested: &Tested) -> String {
    let word = if tested.failures.is_empty() { "ok  " } else { "FAIL" };
    let line =
        format!("{word} {}:{} {}", readable(tested.place.file.as_str()), tested.place.line, clean::line(&tested.title));
    format!("{}\n", line.trim_end())
}
