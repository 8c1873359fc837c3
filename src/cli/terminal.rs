//! What is written, and where: results to stdout, findings to stderr.

use std::io::{self, IsTerminal, Write};
use std::path::PathBuf;

use clap::ValueEnum;
use serde::Serialize;

use super::files::{self, Folder, Typed};
use super::seen::Seen;
use super::{Exit, folding, highlight, page};
use crate::diagnostic::{Diagnostic, clean, codes, render};
use crate::engine::{Budget, Cancel, Engine, Failure, Limits, PackInForce};
use crate::source::SourceMap;
use crate::verdict::text::Piece;

/// How mistakes are shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum ErrorFormat {
    /// With the lines of the script
    Human,
    /// One line each, for screen readers and editors
    Plain,
    /// One JSON object per line
    Json,
}

/// When colours are used.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum Colour {
    /// On a terminal, unless `NO_COLOR` is set or `TERM` is `dumb`
    Auto,
    /// Always
    Always,
    /// Never
    Never,
}

/// Gathers what is to be written, and writes it in the end. Whatever is in it, the terminal obeys nothing but colours: the words of
/// others, such as names of files and what a journal holds, may be anything.
pub(super) struct Terminal {
    format: ErrorFormat,
    colour: bool,
    /// Whether results on stdout have colours.
    colours_output: bool,
    output: String,
    errors: String,
    /// What scripts may read.
    folder: Folder,
    /// What odds and advice may cost.
    limits: Limits,
    /// What calls off everything that engines do.
    cancel: Cancel,
    /// Whether lines of the output are broken between words where the screen ends.
    folds: bool,
    /// The packs of house rules that are in force.
    packs: Vec<PackInForce>,
}

impl Terminal {
    pub(super) fn new(format: ErrorFormat, colour: Colour) -> Self {
        let on = |is_terminal: bool| match colour {
            Colour::Always => true,
            Colour::Never => false,
            Colour::Auto => is_terminal && may_colour(),
        };
        let (colour, colours_output) = (on(io::stderr().is_terminal()), on(io::stdout().is_terminal()));
        Self {
            format,
            colour,
            colours_output,
            output: String::new(),
            errors: String::new(),
            folder: Folder::default(),
            limits: Limits::default(),
            cancel: Cancel::default(),
            folds: false,
            packs: Vec::new(),
        }
    }

    /// Lets odds and advice cost so much.
    pub(super) fn allow(&mut self, Budget { states, answers, memory, .. }: Budget) {
        self.limits = self.limits.situations(states).answers(answers).memory(memory);
    }

    /// Lets scripts read less.
    pub(super) fn hold_within(&mut self, folder: Folder) {
        self.folder = folder;
    }

    /// Lets `use` look in these folders as well.
    pub(super) fn look_in(&mut self, folders: &[PathBuf]) {
        self.folder.look_in(folders);
    }

    /// Notes what scripts read, and can call off what is done with them.
    pub(super) fn attend(&mut self, seen: &Seen, cancel: &Cancel) {
        self.folder.note_in(seen);
        self.cancel = cancel.clone();
    }

    /// Breaks lines between words where the screen ends. Not where somebody may take texts from the screen to use them elsewhere.
    pub(super) fn fold_lines(&mut self) {
        self.folds = true;
    }

    /// A text as it stands on the screen.
    pub(super) fn folded(&self, text: &str) -> String {
        let room = columns(terminal_size::terminal_size_of(io::stdout())).filter(|_| self.folds);
        room.map_or_else(|| text.to_owned(), |columns| folding::folded(text, columns))
    }

    /// Has these packs of house rules in force.
    pub(super) fn have_in_force(&mut self, packs: &[PackInForce]) {
        self.packs = packs.to_vec();
    }

    /// What scripts may read.
    pub(super) fn folder(&self) -> &Folder {
        &self.folder
    }

    /// An engine for scripts in files, which a person names by their whole paths as well.
    pub(super) fn engine(&self) -> Engine {
        let engine = files::engine(self.folder.clone()).and(Typed(self.folder.clone()));
        engine.and_packs(self.packs.iter().cloned()).limits(self.limits).called_off_by(&self.cancel)
    }

    /// Adds to the output.
    pub(super) fn say(&mut self, text: &str) {
        self.output.push_str(&clean::output(text));
    }

    /// Adds a page of the book as people read it, with colours where the output has them.
    pub(super) fn say_page(&mut self, text: &str) {
        self.output.push_str(&page::readable(&clean::output(text), self.colours_output));
    }

    /// Adds data as a JSON object on a line. Plain strings, numbers and lists always have a JSON form.
    pub(super) fn say_json(&mut self, data: &impl Serialize) {
        self.output.push_str(&clean::json(serde_json::to_string(data).unwrap_or_default() + "\n"));
    }

    /// Adds a verdict to the output, in which conclusions stand out where there are colours.
    pub(super) fn say_verdict(&mut self, pieces: &[Piece]) {
        for Piece { text, is_conclusion, .. } in pieces {
            let text = clean::output(text);
            self.output.push_str(&if *is_conclusion && self.colours_output {
                highlight::conclusion(&text)
            } else {
                text.into_owned()
            });
        }
    }

    /// Takes out what is to be written to the output.
    pub(super) fn take_output(&mut self) -> String {
        let output = std::mem::take(&mut self.output);
        self.folded(&output)
    }

    /// Puts back lines that were taken out.
    pub(super) fn put_output(&mut self, lines: &str) {
        self.output.push_str(lines);
    }

    /// Adds to the error output.
    pub(super) fn warn(&mut self, text: &str) {
        self.errors.push_str(&clean::output(text));
    }

    /// Adds a finding to the error output.
    pub(super) fn show(&mut self, diagnostic: &Diagnostic, sources: &SourceMap) {
        let text = match self.format {
            ErrorFormat::Human => match columns(terminal_size::terminal_size_of(io::stderr())) {
                Some(columns) => render::human_within(diagnostic, sources, self.colour, columns),
                None => render::human(diagnostic, sources, self.colour),
            },
            ErrorFormat::Plain => render::one_line(diagnostic, sources),
            ErrorFormat::Json => render::json(diagnostic, sources),
        };
        self.errors.push_str(&text);
    }

    /// Adds all findings of a failure, and says how the program ends: as every command does after an error in an argument or a
    /// file, and `otherwise` after any other.
    pub(super) fn fail(&mut self, failure: &Failure, otherwise: Exit) -> Exit {
        for diagnostic in failure.diagnostics.iter() {
            self.show(diagnostic, &failure.sources);
        }
        Exit::outside(failure).unwrap_or(otherwise)
    }

    /// Adds something said aside, in grey where there are colours.
    pub(super) fn say_quietly(&mut self, text: &str) {
        let text = clean::output(text);
        self.output.push_str(&if self.colour { highlight::quiet(&text) } else { text.into_owned() });
    }

    /// The same behind what was complained of.
    pub(super) fn hint(&mut self, text: &str) {
        let text = clean::output(text);
        self.errors.push_str(&if self.colour { highlight::quiet(&text) } else { text.into_owned() });
    }

    /// Whether there are colours.
    pub(super) fn colour(&self) -> bool {
        self.colour
    }

    /// Writes what there is so far. What cannot be written is said in the end.
    pub(super) fn flush(&mut self) -> io::Result<()> {
        let output = self.take_output();
        write(&mut io::stdout().lock(), &output).inspect_err(|error| self.unwritten(error))?;
        write(&mut io::stderr().lock(), &std::mem::take(&mut self.errors))
    }

    fn unwritten(&mut self, error: &io::Error) {
        let found = Diagnostic::placeless(codes::UNWRITABLE, format!("the output could not be written: {error}"));
        self.show(&found, &SourceMap::default());
    }

    /// Writes everything. What cannot be written is said on the error output, and changes how the program ends.
    pub(super) fn finish(&mut self, exit: Exit) -> Exit {
        let written = write(&mut io::stdout().lock(), &self.output);
        if let Err(error) = &written {
            self.unwritten(error);
        }
        let complained = write(&mut io::stderr().lock(), &self.errors);
        if written.is_err() || complained.is_err() { Exit::InputOutput } else { exit }
    }
}

/// The pieces of a verdict without the empty line that parts it from what stands above.
pub(super) fn from_its_first_line(mut pieces: Vec<Piece>) -> Vec<Piece> {
    if let Some(first) = pieces.first_mut() {
        first.text = first.text.trim_start_matches('\n').to_owned();
    }
    pieces
}

/// Whether the environment lets a terminal be coloured.
fn may_colour() -> bool {
    std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty()) && !is_dumb()
}

/// Whether the terminal says that it can do nothing but write letters.
fn is_dumb() -> bool {
    std::env::var_os("TERM").is_some_and(|terminal| terminal == "dumb")
}

/// How many columns a terminal has; `None` where something else is written to.
fn columns(size: Option<(terminal_size::Width, terminal_size::Height)>) -> Option<usize> {
    size.map(|(width, _)| usize::from(width.0)).filter(|width| *width > 0)
}

/// The width of a page whose reader tells none.
const USUAL_WIDTH: usize = 80;

/// How many columns a line of the output may take: those of the terminal, or what `COLUMNS` says.
pub(super) fn width() -> usize {
    let terminal = columns(terminal_size::terminal_size_of(io::stdout()));
    let said = || std::env::var("COLUMNS").ok()?.trim().parse().ok();
    terminal.or_else(said).filter(|width| *width > 0).unwrap_or(USUAL_WIDTH)
}

/// How many lines the terminal shows at once; `None` where the output goes elsewhere.
pub(super) fn height() -> Option<usize> {
    terminal_size::terminal_size_of(io::stdout()).map(|(_, height)| usize::from(height.0))
}

/// Whether blocks can be drawn: unless the locale names another encoding, or the terminal draws nothing.
pub(super) fn draws_blocks() -> bool {
    let said = |name: &str| std::env::var(name).ok().filter(|value| !value.is_empty());
    let locale = ["LC_ALL", "LC_CTYPE", "LANG"].into_iter().find_map(said);
    let is_unicode = locale.is_none_or(|locale| locale.to_uppercase().replace('-', "").contains("UTF8"));
    is_unicode && !is_dumb()
}

/// What ends a question, so that the answer behind it stands apart.
pub(super) const ASKS: &str = " > ";

/// Writes a word on the error output at once.
pub(super) fn aside(text: &str) -> io::Result<()> {
    write(&mut io::stderr().lock(), &clean::output(text))
}

fn write(to: &mut impl Write, text: &str) -> io::Result<()> {
    to.write_all(text.as_bytes())?;
    to.flush()
}
