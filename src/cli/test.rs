//! `assize test FILE…`

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};

use super::answering::pair;
use super::paths::readable;
use super::test_data::{self, Missing, TestedFile, ToldTest};
use super::{Exit, Terminal, compile, files};
use crate::diagnostic::render::{self, JsonDiagnostic};
use crate::diagnostic::{Diagnostic, clean, codes};
use crate::engine::{Cast, Covered, Encounter, Report, Tested};
use crate::source::{SourceKind, Span};

#[derive(Debug, Args)]
pub(super) struct Arguments {
    /// Scenes, systems and house rules, or folders with them; `-` for stdin
    #[arg(required = true)]
    pub(super) files: Vec<PathBuf>,
    /// Fill a role of the scene, or several, separated by commas; may be repeated
    #[arg(long, value_name = "ROLE=NAME", value_parser = pair, value_delimiter = ',')]
    cast: Vec<(String, String)>,
    /// Run only the expectations with these words in their text, as in `expect "TEXT"`
    #[arg(long, value_name = "TEXT", conflicts_with = "coverage")]
    filter: Option<String>,
    /// List the rules, rows and branches of the system that no expectation in these files reaches
    #[arg(long)]
    coverage: bool,
    /// Show only the expectations that do not hold, and the errors and warnings of the scripts
    #[arg(long, short, conflicts_with = "format")]
    quiet: bool,
    /// How the results are shown
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
}

/// How results are shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Format {
    /// A line for each expectation
    Text,
    /// One JSON object per file; see `assize schema test`
    Json,
}

/// What is tested, and how it is told.
struct Testing<'a> {
    arguments: &'a Arguments,
    covered: Coverage,
    /// How many expectations were run.
    run: usize,
}

pub(super) fn test(arguments: &Arguments, terminal: &mut Terminal) -> Exit {
    let files = match files::scripts(&arguments.files) {
        Ok(files) => files,
        Err(found) => return terminal.fail(&found.into(), Exit::InputOutput),
    };
    let mut testing = Testing { arguments, covered: Coverage::new(), run: 0 };
    let mut tested: BTreeSet<String> = files.iter().map(|file| files::name(file)).collect();
    let exit = files.iter().fold(Exit::Done, |exit, file| exit.and(testing.file(file, &mut tested, terminal)));
    if arguments.coverage {
        testing.tell_coverage(terminal);
    }
    match &arguments.filter {
        Some(filter) if testing.run == 0 && exit == Exit::Done => {
            let message = format!("no expectation contains `{filter}`");
            let found = Diagnostic::placeless(codes::USAGE, message);
            terminal.fail(&found.help("omit `--filter` to see them all").into(), Exit::Usage)
        }
        _ => exit,
    }
}

impl Testing<'_> {
    /// Tests a file that is named, and the house rules that it uses.
    fn file(&mut self, file: &Path, tested: &mut BTreeSet<String>, terminal: &mut Terminal) -> Exit {
        let cast: Cast = self.arguments.cast.iter().cloned().collect();
        let encounter = match self.arguments.format {
            Format::Text => compile::shown(file, &cast, terminal),
            Format::Json => compile::quietly(file, &cast, terminal).map_err(|failure| {
                let errors = failure.diagnostics.iter().map(|found| render::as_data(found, &failure.sources)).collect();
                terminal.say_json(&TestedFile { file: files::name(file), errors, ..TestedFile::default() });
                Exit::outside(&failure).unwrap_or(Exit::Mistakes)
            }),
        };
        let encounter = match encounter {
            Ok(encounter) => encounter,
            Err(failed) => return failed,
        };
        let own = self.one((&encounter, true), &file.to_string_lossy(), terminal);
        let houses = houses_beside(&encounter).into_iter().filter(|house| tested.insert(house.clone()));
        houses.fold(own, |exit, house| exit.and(self.house(&house, terminal)))
    }

    /// Tests a house rule that a scene uses, alone: what it claims holds whatever else the scene uses. One without expectations has
    /// nothing to tell.
    fn house(&mut self, file: &str, terminal: &mut Terminal) -> Exit {
        match compile::quietly(Path::new(file), &Cast::new(), terminal) {
            Ok(encounter) if encounter.expectations().is_empty() => Exit::Done,
            Ok(encounter) => self.one((&encounter, false), file, terminal),
            Err(_) => {
                terminal
                    .warn(&format!("{}: not tested, because it cannot be read without its scene\n", readable(file)));
                Exit::Done
            }
        }
    }

    /// Tests what one file expects; its remarks may have been shown already.
    fn one(&mut self, (encounter, is_shown): (&Encounter, bool), file: &str, terminal: &mut Terminal) -> Exit {
        if self.arguments.coverage {
            gather(&mut self.covered, encounter.coverage());
        }
        let filter = self.arguments.filter.as_deref().unwrap_or_default();
        let report = encounter.test_those(|title| title.contains(filter));
        self.run += report.tested.len();
        match self.arguments.format {
            Format::Text => self.in_words((&report, file), (encounter, is_shown), terminal),
            Format::Json => terminal.say_json(&TestedFile {
                file: files::name(Path::new(file)),
                hold: report.passed(),
                expectations: report.tested.iter().map(|tested| ToldTest::of(tested, encounter.sources())).collect(),
                errors: Vec::new(),
                // Those about house rules are among those about the scene that uses them.
                warnings: if is_shown { warnings(encounter) } else { Vec::new() },
            }),
        }
        if report.all_passed() { Exit::Done } else { Exit::ExpectationsFailed }
    }

    fn in_words(
        &self,
        (report, file): (&Report, &str),
        (encounter, is_shown): (&Encounter, bool),
        terminal: &mut Terminal,
    ) {
        let mut told: Vec<&Diagnostic> = Vec::new();
        for tested in &report.tested {
            if !self.arguments.quiet || !tested.failures.is_empty() {
                terminal.say(&line(tested));
            }
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
        let (holding, all, file) = (report.passed(), report.tested.len(), readable(file));
        if encounter.expectations().is_empty() && !self.arguments.quiet {
            terminal.say(&format!("{file}: nothing to test: it has no `expect`\n"));
        } else if holding < all || (!self.arguments.quiet && all > 0) {
            terminal.say(&format!("{file}: {holding} of {all} expectations hold\n"));
        }
    }

    fn tell_coverage(&self, terminal: &mut Terminal) {
        match self.arguments.format {
            Format::Text => terminal.say(&coverage(&self.covered)),
            Format::Json => {
                let missing: Vec<&Covered> = self.covered.values().filter(|one| !one.reached).collect();
                terminal.say_json(&test_data::Coverage {
                    reached: self.covered.len() - missing.len(),
                    of: self.covered.len(),
                    missing: missing.into_iter().map(Missing::of).collect(),
                });
            }
        }
    }
}

/// What is worth a look in a script that can be tested.
fn warnings(encounter: &Encounter) -> Vec<JsonDiagnostic> {
    encounter.warnings().iter().map(|found| render::as_data(found, encounter.sources())).collect()
}

/// The files of the house rules that a scene uses, without those that are shipped: they are tested where they are made.
pub(super) fn houses_beside(encounter: &Encounter) -> Vec<String> {
    let Some(program) = encounter.program() else { return Vec::new() };
    let source = |span: Span| encounter.sources().get(span.source);
    let sources = program.houses.iter().filter_map(|house| source(house.span));
    let files = sources.filter(|source| source.kind == SourceKind::File);
    files.map(|source| source.name.to_string()).collect()
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
