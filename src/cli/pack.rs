//! `assize pack check FOLDER`: what a pack of house rules lacks for others to use it.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use clap::{Args, Subcommand};

use super::config::Config;
use super::pack_files::{self, Contents, unfinished};
use super::paths::readable;
use super::seen::Seen;
use super::{Exit, Terminal, compile, files};
use crate::diagnostic::{Diagnostic, Diagnostics, clean, codes};
use crate::engine::{Cancel, Cast, Covered, Encounter, Failure, PACK_FILE, PackFile, described_pack};
use crate::source::{Source, SourceId, SourceKind, SourceMap, Span};

#[derive(Debug, Args)]
pub(super) struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Find what a pack lacks for others to use it
    #[command(
        after_help = "Exit code 0 means that nothing is missing, 1 that something is, 3 that an `expect` does not hold."
    )]
    Check(Check),
}

#[derive(Debug, Args)]
struct Check {
    /// The folder of the pack, in which its `assize.toml` is
    folder: PathBuf,
}

impl Arguments {
    /// The folder whose settings are in force.
    pub(super) fn folder(&self) -> &Path {
        let Command::Check(Check { folder }) = &self.command;
        folder
    }
}

pub(super) fn pack(arguments: &Arguments, terminal: &mut Terminal) -> Exit {
    let Command::Check(Check { folder }) = &arguments.command;
    let described = folder.join(PACK_FILE);
    let text = match files::read(&described) {
        Ok(text) => text,
        Err(_) if folder.is_dir() && !described.exists() => {
            let message = format!("`{}` has no `{PACK_FILE}`, so it is not a pack", readable(folder));
            let found = Diagnostic::placeless(codes::UNREADABLE, message);
            let found = found.help("`assize new pack NAME` makes a folder with one");
            return terminal.fail(&found.into(), Exit::InputOutput);
        }
        Err(found) => return terminal.fail(&found.into(), Exit::InputOutput),
    };
    let contents = match Contents::of(folder) {
        Ok(contents) => contents,
        Err(found) => return terminal.fail(&found.into(), Exit::InputOutput),
    };
    Checking::new(folder, &text).check((&text, contents), terminal)
}

/// A pack that is being checked.
struct Checking<'f> {
    folder: &'f Path,
    sources: SourceMap,
    /// Its description.
    source: SourceId,
    /// How much is missing or wrong.
    found: usize,
    /// Expectations that hold, and all.
    held: usize,
    expected: usize,
    /// What can be reached in its rules, by its place, and whether an expectation reaches it.
    covered: BTreeMap<(String, u32, u32, String), Covered>,
    /// The files of rules that some expectation is about.
    tested: BTreeSet<String>,
}

impl<'f> Checking<'f> {
    fn new(folder: &'f Path, text: &str) -> Self {
        let mut sources = SourceMap::default();
        let name = files::name(&folder.join(PACK_FILE));
        let source = sources.add_source(Arc::new(Source::new(SourceKind::File, name, text)));
        let (covered, tested) = (BTreeMap::new(), BTreeSet::new());
        Self { folder, sources, source, found: 0, held: 0, expected: 0, covered, tested }
    }

    fn check(mut self, (text, contents): (&str, Contents), terminal: &mut Terminal) -> Exit {
        let mut wrong = Diagnostics::default();
        let pack = described_pack(self.source, text, &mut wrong);
        let is_wrong = wrong.has_errors();
        for found in wrong.iter() {
            self.tell(found, terminal);
        }
        let Some(pack) = pack else { return Exit::Mistakes };
        for found in pack_files::forgotten(&pack, (self.folder, &contents)) {
            self.tell(&found, terminal);
        }
        // What cannot be used as a pack cannot be tested as one. The settings in the same file may be wrong as well.
        let exit = match Config::at(Some(self.folder)) {
            _ if is_wrong => Exit::Mistakes,
            Err(failure) => self.fail(&failure, terminal),
            Ok(_) => self.use_it((&pack, &contents), terminal),
        };
        for found in pack_files::untidy(&contents, self.source) {
            self.tell(&found, terminal);
        }
        terminal.say(&self.summary(&pack));
        if exit == Exit::Done && self.found > 0 { Exit::Mistakes } else { exit }
    }

    fn tell(&mut self, found: &Diagnostic, terminal: &mut Terminal) {
        self.found += 1;
        terminal.show(found, &self.sources);
    }

    /// Uses the pack as a scene does, and runs everything that it expects.
    fn use_it(&mut self, (pack, contents): (&PackFile, &Contents), terminal: &mut Terminal) -> Exit {
        let seen = Seen::default();
        terminal.attend(&seen, &Cancel::default());
        let name = files::name(&self.folder.join("scene.asz"));
        let whole = match terminal.engine().compile(&name, "use house pack \".\"\n") {
            Ok(whole) => whole,
            Err(failure) => {
                self.found += failure.diagnostics.iter().count();
                return terminal.fail(&failure, Exit::Mistakes);
            }
        };
        self.remarks(&whole, terminal);
        let rules: Vec<PathBuf> = pack.rules.iter().map(|rule| self.folder.join(&rule.text)).collect();
        let mut exit = Exit::Done;
        for rule in rules.iter().filter(|rule| rule.extension().is_some_and(|extension| extension == "asz")) {
            // One that builds on another is tested with it.
            if let Ok(alone) = compile::quietly(rule, &Cast::new(), terminal) {
                exit = exit.and(self.test(&alone, rule, terminal));
            }
        }
        for test in &contents.tests {
            exit = exit.and(match compile::quietly(test, &Cast::new(), terminal) {
                Ok(scene) => self.test(&scene, test, terminal),
                Err(failure) => self.fail(&failure, terminal),
            });
        }
        for rule in &pack.rules {
            self.untested(&rule.text, rule.span, terminal);
        }
        let read: BTreeSet<String> = seen.files().iter().map(|file| files::name(file)).collect();
        for found in pack_files::unused(contents, &read, self.source) {
            self.tell(&found, terminal);
        }
        exit
    }

    fn fail(&mut self, failure: &Failure, terminal: &mut Terminal) -> Exit {
        self.found += 1;
        terminal.fail(failure, Exit::Mistakes)
    }

    /// Remarks on the rules, as `assize check` makes them.
    fn remarks(&mut self, whole: &Encounter, terminal: &mut Terminal) {
        for found in whole.remarks() {
            self.found += 1;
            terminal.show(&found, whole.sources());
        }
    }

    /// Runs what a file expects.
    fn test(&mut self, encounter: &Encounter, file: &Path, terminal: &mut Terminal) -> Exit {
        let report = encounter.test();
        self.held += report.passed();
        self.expected += report.tested.len();
        if !report.tested.is_empty() {
            self.tested.insert(files::name(file));
            self.tested.extend(in_force(encounter));
        }
        for found in encounter.coverage() {
            let key = (found.place.file.to_string(), found.place.line, found.place.column, found.what.clone());
            self.covered.entry(key).or_insert_with(|| found.clone()).reached |= found.reached;
        }
        for found in report.tested.iter().flat_map(|one| &one.failures) {
            self.found += 1;
            terminal.show(found, encounter.sources());
        }
        if report.all_passed() { Exit::Done } else { Exit::ExpectationsFailed }
    }

    /// Says of a rule that nothing is expected of it, or not of all that can be reached in it.
    fn untested(&mut self, rule: &str, span: Span, terminal: &mut Terminal) {
        let name = files::name(&self.folder.join(rule));
        let missed = self.covered.values().filter(|one| one.place.file.as_str() == name);
        let missed = missed.filter(|one| !one.reached && one.reason.is_none());
        let missed: Vec<String> = missed.map(|one| format!("line {}: {}", one.place.line, one.what)).collect();
        let found = if !self.tested.contains(&name) {
            let message = format!("`{}` has no expectations", clean::line(rule));
            unfinished(span, message).help(format!(
                "write `expect` blocks into it, or into a scene in the folder `{}` that says `use house pack \"..\"`",
                pack_files::TESTS
            ))
        } else if let [first, ..] = missed.as_slice() {
            let others = missed.len() - 1;
            let others = if others == 0 { String::new() } else { format!(", and {others} more") };
            let message = format!("no expectation reaches all of `{}`: {first}{others}", clean::line(rule));
            let help = "`assize test FOLDER --coverage` lists everything; `# not reached: WHY` at the end of a line excuses it";
            unfinished(span, message).help(help)
        } else {
            return;
        };
        self.tell(&found, terminal);
    }

    /// What the pack is, and how much is missing, in a line.
    fn summary(&self, pack: &PackFile) -> String {
        let by = pack.author.as_ref().map_or_else(String::new, |author| format!(" by {}", author.text));
        let licence = pack.licence.as_ref().map_or_else(String::new, |licence| format!(", {}", licence.text));
        let (rules, files) = (pack.rules.len(), if pack.rules.len() == 1 { "file" } else { "files" });
        let missing = match self.found {
            0 => "nothing is missing".to_owned(),
            1 => "1 thing is missing or wrong".to_owned(),
            several => format!("{several} things are missing or wrong"),
        };
        let line = format!(
            "{} {}{by}, for {}{licence}: {rules} {files} of rules, {} of {} expectations hold, {missing}",
            pack.name.text, pack.version.text, pack.extends.text, self.held, self.expected
        );
        clean::line(&line) + "\n"
    }
}

/// The files of the house rules that a scene has.
fn in_force(encounter: &Encounter) -> Vec<String> {
    let of = |span: Span| encounter.sources().get(span.source).map(|source| source.name.to_string());
    let houses = encounter.system().houses.iter().filter_map(|house| of(house.span));
    houses.chain(encounter.system().functions.iter().filter_map(|function| of(function.span))).collect()
}
