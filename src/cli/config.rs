//! What the options are where no argument says so: from the environment, or from `assize.toml`.

use std::env;
use std::ffi::OsStr;
use std::fs;
use std::ops::Range;
use std::path::{self, Path, PathBuf};
use std::sync::Arc;

use clap::{Args, Command};
use toml::Spanned;
use toml::de::{DeTable, DeValue};

use super::paths::readable;
use super::{Exit, Terminal, files};
use crate::diagnostic::{Diagnostic, Diagnostics, codes, nearest};
use crate::engine::{Failure, PACK_TABLE, PackInForce, pack_of_table};
use crate::source::{Source, SourceId, SourceKind, SourceMap, Span};

/// The name of the file: it is looked for in the folder of the script, and in the folders above it.
const FILE: &str = "assize.toml";

/// The table of the file in which the settings are.
const TABLE: &str = "defaults";

/// Something that can be set.
struct Setting {
    /// Its key in the file.
    key: &'static str,
    /// Its variable in the environment.
    variable: &'static str,
    /// What it can be; anything, if there is nothing here.
    values: &'static [&'static str],
    /// What it is if nobody says so.
    usual: &'static str,
}

/// The folders in which `use` looks besides that of the script. It is the one setting with several values.
const FOLDERS: Setting = Setting { key: "folders", variable: "ASSIZE_FOLDERS", values: &[], usual: "" };
/// The packs of house rules that are in force in every scene of the system that they extend.
const PACKS: Setting = Setting { key: "packs", variable: "ASSIZE_PACKS", values: &[], usual: "" };
const MODE: Setting =
    Setting { key: "mode", variable: "ASSIZE_MODE", values: &["automatic", "deliberate", "random"], usual: "random" };
const DICE: Setting = Setting { key: "dice", variable: "ASSIZE_DICE", values: &["program", "table"], usual: "program" };
const COLOUR: Setting =
    Setting { key: "colour", variable: "ASSIZE_COLOUR", values: &["auto", "always", "never"], usual: "auto" };

const SETTINGS: [Setting; 5] = [FOLDERS, PACKS, MODE, DICE, COLOUR];

/// A setting and who says so.
#[derive(Clone, Debug)]
struct Set {
    key: &'static str,
    values: Vec<String>,
    by: String,
}

/// What is set.
#[derive(Clone, Debug, Default)]
pub(super) struct Config {
    set: Vec<Set>,
    /// The folders in which `use` looks, as they lie from here.
    folders: Vec<PathBuf>,
    /// The packs of house rules, each with the place that names it.
    packs: Vec<PackInForce>,
}

#[derive(Debug, Args)]
pub(super) struct Arguments {
    /// A script or a folder; the settings are those of `assize.toml` in that folder or one above it
    path: Option<PathBuf>,
}

/// `assize config [PATH]`: what is in force there.
pub(super) fn config(arguments: &Arguments, terminal: &mut Terminal) -> Exit {
    match Config::at(arguments.path.as_deref()) {
        Ok(config) => {
            terminal.say(&config.text());
            Exit::Done
        }
        Err(failure) => terminal.fail(&failure, Exit::Mistakes),
    }
}

impl Config {
    /// What is set for the script at this path, or for the folder one is in.
    ///
    /// # Errors
    /// When the file or a variable says something that cannot be.
    pub(super) fn at(script: Option<&Path>) -> Result<Self, Failure> {
        let mut config = match file_above(script) {
            Some(path) => Self::of_file(&path)?,
            None => Self::default(),
        };
        for setting in &SETTINGS {
            let Some(said) = env::var_os(setting.variable).filter(|said| !said.is_empty()) else { continue };
            let values: Vec<String> = if setting.key == PACKS.key {
                config.packs = packs_of_variable(&said);
                config.packs.iter().map(|pack| pack.name.clone()).collect()
            } else if setting.values.is_empty() {
                config.folders = env::split_paths(&said).collect();
                config.folders.iter().map(readable).collect()
            } else {
                vec![said.to_string_lossy().into_owned()]
            };
            if let Some(why) = values.iter().find_map(|value| setting.refuses(value)) {
                return Err(why.of_variable(setting).into());
            }
            config.set.retain(|set| set.key != setting.key);
            config.set.push(Set { key: setting.key, values, by: setting.variable.to_owned() });
        }
        Ok(config)
    }

    fn of_file(path: &Path) -> Result<Self, Failure> {
        let text = files::read(path).map_err(Failure::from)?;
        let mut sources = SourceMap::default();
        let written = Arc::new(Source::new(SourceKind::File, files::name(path), text.clone()));
        let source = sources.add_source(Arc::clone(&written));
        let mut reading = Reading { source, found: Diagnostics::default(), set: Vec::new() };
        match DeTable::parse(&text) {
            Ok(file) => reading.tables(file.get_ref()),
            Err(error) => {
                let at = error.span().unwrap_or(0..text.len().min(1));
                reading.report(at, format!("this is not valid TOML: {}", error.message().replace('\n', ", ")), "");
            }
        }
        if reading.found.has_errors() {
            return Err(Failure::new(sources, reading.found));
        }
        let beside = path.parent().unwrap_or(Path::new(""));
        let set = reading.set;
        let named = set.iter().filter(|written| written.setting.key == FOLDERS.key).flat_map(|written| &written.values);
        let folders = named.map(|folder| beside.join(folder)).collect();
        let packs = set.iter().filter(|set| set.setting.key == PACKS.key);
        let packs = packs.flat_map(|set| set.values.iter().zip(&set.places)).map(|(name, place)| PackInForce {
            source: Arc::clone(&written),
            place: place.clone(),
            name: name.clone(),
            relative_to: Some(written.name.to_string()),
        });
        let packs = packs.collect();
        let set = set.into_iter().map(|Written { setting, at, values, .. }| {
            let line = text[..at].matches('\n').count() + 1;
            Set { key: setting.key, values, by: format!("{}:{line}", readable(path)) }
        });
        Ok(Self { set: set.collect(), folders, packs })
    }

    /// The folders in which `use` looks besides that of the script.
    pub(super) fn folders(&self) -> &[PathBuf] {
        &self.folders
    }

    /// The packs of house rules that are in force.
    pub(super) fn packs(&self) -> &[PackInForce] {
        &self.packs
    }

    /// Makes the settings the defaults of the options that they are about. `advise` compares modes where none is named, so it
    /// takes none from here; `watch` asks nobody for dice.
    pub(super) fn make_default(&self, mut program: Command) -> Command {
        let said =
            |setting: &Setting| Some(self.set.iter().find(|set| set.key == setting.key)?.values.first()?.clone());
        if let Some(colour) = said(&COLOUR) {
            program = program.mut_arg("colour", |argument| argument.default_value(leaked(colour)));
        }
        let (mode, table) = (said(&MODE).map(leaked), said(&DICE).filter(|dice| dice == "table"));
        program.mut_subcommands(|mut command| {
            let has = |command: &Command, name: &str| command.get_arguments().any(|one| one.get_id() == name);
            if let Some(mode) = mode.filter(|_| has(&command, "mode") && command.get_name() != "advise") {
                command = command.mut_arg("mode", |argument| argument.default_value(mode));
            }
            if table.is_some() && has(&command, "table") && command.get_name() != "watch" {
                command = command.mut_arg("table", |argument| argument.default_value(""));
            }
            command
        })
    }

    /// Each setting as the file would say it, with who says so.
    fn text(&self) -> String {
        let line = |setting: &Setting| {
            let set = self.set.iter().find(|set| set.key == setting.key);
            let quoted = |value: &String| format!("{value:?}");
            let value = match set {
                Some(set) if setting.values.is_empty() => {
                    format!("[{}]", set.values.iter().map(quoted).collect::<Vec<_>>().join(", "))
                }
                Some(set) => set.values.first().map(quoted).unwrap_or_default(),
                None if setting.values.is_empty() => "[]".to_owned(),
                None => format!("{:?}", setting.usual),
            };
            let by = set.map_or("default", |set| set.by.as_str());
            format!("{:7} = {value}  # {by}\n", setting.key)
        };
        [format!("[{TABLE}]\n")].into_iter().chain(SETTINGS.iter().map(line)).collect()
    }
}

/// The packs that the variable names, as they lie from here.
fn packs_of_variable(said: &OsStr) -> Vec<PackInForce> {
    let text = said.to_string_lossy().into_owned();
    let source = Arc::new(Source::new(SourceKind::File, PACKS.variable, text.clone()));
    let named = env::split_paths(said).map(|pack| pack.to_string_lossy().into_owned());
    let placed = named.map(|name| {
        let start = text.find(&name).unwrap_or_default();
        PackInForce { source: Arc::clone(&source), place: start..start + name.len(), name, relative_to: None }
    });
    placed.collect()
}

/// Options keep their defaults as long as the program runs, and it reads its settings once.
fn leaked(value: String) -> &'static str {
    value.leak()
}

/// Where the file is looked for that is in force for a script: as far as it is found, and at all places before.
pub(super) fn places(script: &Path) -> Vec<PathBuf> {
    let folder = path::absolute(script).ok().and_then(|script| fs::canonicalize(script.parent()?).ok());
    let mut places = Vec::new();
    for folder in folder.iter().flat_map(|folder| folder.ancestors()) {
        places.push(folder.join(FILE));
        if places.last().is_some_and(|place| place.is_file()) {
            break;
        }
    }
    places
}

/// The file in the folder of a script, or in the nearest folder above it that has one.
fn file_above(script: Option<&Path>) -> Option<PathBuf> {
    let script = script.filter(|path| *path != Path::new("-"));
    let folder = match script {
        Some(path) if path.is_dir() => path,
        Some(path) => path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new(".")),
        None => Path::new("."),
    };
    let folder = fs::canonicalize(folder).ok()?;
    let found = folder.ancestors().map(|folder| folder.join(FILE)).find(|file| file.is_file())?;
    // From here it is called by its short name, if there is one.
    let here = fs::canonicalize(".").ok();
    let short = here.and_then(|here| found.strip_prefix(here).ok().map(Path::to_owned));
    Some(short.unwrap_or(found))
}

/// Why a value cannot be.
struct Refused {
    message: String,
    help: String,
}

impl Refused {
    fn of_variable(self, setting: &Setting) -> Diagnostic {
        let message = format!("the environment variable `{}`: {}", setting.variable, self.message);
        Diagnostic::placeless(codes::USAGE, message).help(self.help)
    }
}

impl Setting {
    /// Why this cannot be its value, if so.
    fn refuses(&self, value: &str) -> Option<Refused> {
        if self.values.is_empty() || self.values.contains(&value) {
            return None;
        }
        let message = format!("`{value}` is not a valid value of `{}`", self.key);
        let help = match nearest::nearest(value, self.values.iter().copied()) {
            Some(near) => format!("did you mean `{near}`?"),
            None => format!("it can be {}", self.values.join(", ")),
        };
        Some(Refused { message, help })
    }
}

/// A setting, where its line begins in the file, and its values.
struct Written {
    setting: &'static Setting,
    at: usize,
    values: Vec<String>,
    /// Where each of them stands.
    places: Vec<Range<usize>>,
}

/// A file as it is read.
struct Reading {
    source: SourceId,
    found: Diagnostics,
    set: Vec<Written>,
}

impl Reading {
    fn report(&mut self, at: Range<usize>, message: String, help: &str) {
        let found = Diagnostic::error(codes::CONFIG, Span::new(self.source, at), message);
        self.found.push(if help.is_empty() { found } else { found.help(help) });
    }

    fn tables(&mut self, file: &DeTable<'_>) {
        for (key, value) in file {
            match (key.get_ref().as_ref(), value.get_ref()) {
                (TABLE, DeValue::Table(settings)) => self.settings(settings),
                (TABLE, _) => {
                    self.report(value.span(), format!("`{TABLE}` must be a table"), &format!("write `[{TABLE}]`"));
                }
                // Which pack that is does not matter here, but that it is one.
                (PACK_TABLE, _) => {
                    pack_of_table(self.source, value, &mut self.found);
                }
                (other, _) => {
                    let is_setting = SETTINGS.iter().any(|setting| setting.key == other);
                    let help = if is_setting {
                        format!("write `[{TABLE}]` on a line above it")
                    } else {
                        format!("settings belong in `[{TABLE}]`")
                    };
                    self.report(key.span(), format!("unknown entry `{other}`"), &help);
                }
            }
        }
    }

    fn settings(&mut self, settings: &DeTable<'_>) {
        for (key, value) in settings {
            let name = key.get_ref().as_ref();
            let Some(setting) = SETTINGS.iter().find(|setting| setting.key == name) else {
                let known = SETTINGS.map(|setting| setting.key);
                let help = match nearest::nearest(name, known) {
                    Some(near) => format!("did you mean `{near}`?"),
                    None => format!("the settings are {}", known.join(", ")),
                };
                self.report(key.span(), format!("there is no setting `{name}`"), &help);
                continue;
            };
            let values = if setting.values.is_empty() { self.list(setting, value) } else { self.one(setting, value) };
            let places = match value.get_ref() {
                DeValue::Array(all) => all.iter().map(Spanned::span).collect(),
                _ => vec![value.span()],
            };
            if let Some(values) = values {
                self.set.push(Written { setting, at: key.span().start, values, places });
            }
        }
    }

    fn one(&mut self, setting: &Setting, value: &Spanned<DeValue<'_>>) -> Option<Vec<String>> {
        let text =
            self.text(setting, value, &format!("write it in quotes: `{} = \"{}\"`", setting.key, setting.usual))?;
        if let Some(Refused { message, help }) = setting.refuses(&text) {
            self.report(value.span(), message, &help);
            return None;
        }
        Some(vec![text])
    }

    fn list(&mut self, setting: &Setting, value: &Spanned<DeValue<'_>>) -> Option<Vec<String>> {
        let help = format!("write a list: `{} = [\"FOLDER\"]`", setting.key);
        let DeValue::Array(values) = value.get_ref() else {
            self.report(value.span(), format!("`{}` must be a list", setting.key), &help);
            return None;
        };
        values.iter().map(|value| self.text(setting, value, &help)).collect()
    }

    fn text(&mut self, setting: &Setting, value: &Spanned<DeValue<'_>>, help: &str) -> Option<String> {
        if let DeValue::String(text) = value.get_ref() {
            return Some(text.to_string());
        }
        self.report(value.span(), format!("`{}` must be text", setting.key), help);
        None
    }
}
