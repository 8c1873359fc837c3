//! A person at a terminal: editing, history, hints, completion and colour. Nothing in here executes what is typed.

use std::borrow::Cow;
use std::fs;
use std::path::PathBuf;

use rustyline::completion::{Completer, Pair};
use rustyline::error::ReadlineError;
use rustyline::highlight::{CmdKind, Highlighter};
use rustyline::hint::{Hinter, HistoryHinter};
use rustyline::history::FileHistory;
use rustyline::validate::{ValidationContext, ValidationResult, Validator};
use rustyline::{Cmd, CompletionType, Config, Context, Editor, Event, Helper, KeyCode, KeyEvent, Modifiers};

use super::completion::completions;
use super::journals::state_folder;
use super::line::{self, Heard};
use crate::cli::highlight;
use crate::cli::terminal::ASKS;
use crate::diagnostic::clean;
use crate::language_service::Vocabulary;

/// So many lines of history are remembered.
const MOST_LINES: usize = 2000;

/// An editor of lines.
pub(super) struct Typing {
    editor: Editor<Guide, FileHistory>,
    history: Option<PathBuf>,
}

impl Typing {
    pub(super) fn new(colour: bool) -> Result<Self, ReadlineError> {
        let config = Config::builder()
            .completion_type(CompletionType::List)
            .max_history_size(MOST_LINES)?
            .history_ignore_space(true)
            .build();
        let mut editor = Editor::with_config(config)?;
        editor.set_helper(Some(Guide { colour, asking: None, vocabulary: Vocabulary::default() }));
        let newline = Event::from(KeyEvent(KeyCode::Enter, Modifiers::ALT));
        editor.bind_sequence(newline, Cmd::Newline);
        let history = state_folder().map(|folder| folder.join("history.txt"));
        if let Some(path) = &history {
            // Without a history nothing is amiss.
            let _ = editor.load_history(path);
        }
        Ok(Self { editor, history })
    }

    pub(super) fn line(&mut self, back: &str) -> Heard {
        match self.editor.readline_with_initial("> ", (back, "")) {
            Ok(text) => {
                if !text.trim().is_empty() {
                    let _ = self.editor.add_history_entry(text.trim_end());
                }
                Heard::Line(text)
            }
            Err(ReadlineError::Interrupted) => Heard::Cleared,
            Err(_) => Heard::End,
        }
    }

    /// What is typed to a question, which may be one of the options; `None` when the person gives up.
    pub(super) fn answer(&mut self, question: &str, options: Vec<String>) -> Option<String> {
        self.ask(Some(options));
        let line = self.editor.readline(&format!("{question}{ASKS}"));
        self.ask(None);
        line.ok()
    }

    fn ask(&mut self, asking: Option<Vec<String>>) {
        if let Some(guide) = self.editor.helper_mut() {
            guide.asking = asking;
        }
    }

    pub(super) fn learn(&mut self, vocabulary: Vocabulary) {
        if let Some(guide) = self.editor.helper_mut() {
            guide.vocabulary = vocabulary;
        }
    }

    /// Keeps the history; a folder that cannot be written is no failure. It is written beside the one before and put in its
    /// place, since a disk may be full.
    pub(super) fn close(&mut self) {
        if let Some(path) = &self.history {
            // A link stays one.
            let path = &fs::canonicalize(path).unwrap_or_else(|_| path.clone());
            let beside = path.with_extension(format!("{}.new", std::process::id()));
            let _ = path.parent().map(fs::create_dir_all);
            let written = self.editor.save_history(&beside).is_ok();
            if !(written && fs::rename(&beside, path).is_ok()) {
                let _ = fs::remove_file(&beside);
            }
        }
    }
}

/// What helps while a line is typed.
struct Guide {
    colour: bool,
    /// What may be chosen, when the line answers a question and is no script.
    asking: Option<Vec<String>>,
    vocabulary: Vocabulary,
}

impl Helper for Guide {}

impl Validator for Guide {
    fn validate(&self, context: &mut ValidationContext<'_>) -> rustyline::Result<ValidationResult> {
        let text = context.input();
        let more = self.asking.is_none() && line::is_open(text) && line::hole(text).is_none();
        Ok(if more { ValidationResult::Incomplete } else { ValidationResult::Valid(None) })
    }
}

impl Hinter for Guide {
    type Hint = String;

    fn hint(&self, line: &str, pos: usize, context: &Context<'_>) -> Option<String> {
        if self.asking.is_some() || line.is_empty() || line.contains('\n') {
            return None;
        }
        let hint = HistoryHinter::new().hint(line, pos, context)?;
        (!hint.contains('\n')).then_some(hint)
    }
}

impl Highlighter for Guide {
    fn highlight<'l>(&self, line: &'l str, _: usize) -> Cow<'l, str> {
        if !self.colour || self.asking.is_some() {
            return Cow::Borrowed(line);
        }
        Cow::Owned(highlight::script(line, |word| self.vocabulary.knows(word)))
    }

    fn highlight_hint<'h>(&self, hint: &'h str) -> Cow<'h, str> {
        if self.colour { Cow::Owned(highlight::quiet(hint)) } else { Cow::Borrowed(hint) }
    }

    fn highlight_char(&self, _: &str, _: usize, kind: CmdKind) -> bool {
        self.colour && kind != CmdKind::MoveCursor
    }
}

impl Completer for Guide {
    type Candidate = Pair;

    fn complete(&self, line: &str, pos: usize, _: &Context<'_>) -> rustyline::Result<(usize, Vec<Pair>)> {
        let before = line.get(..pos).unwrap_or(line);
        let (start, texts) = if let Some(options) = &self.asking {
            let begun = options.iter().filter(|option| option.to_lowercase().starts_with(&before.to_lowercase()));
            (0, begun.cloned().collect())
        } else {
            let (start, words) = completions(&self.vocabulary, before);
            (start, words.into_iter().map(|word| word.text).collect::<Vec<String>>())
        };
        let pairs = texts.into_iter().map(|text| Pair { display: clean::line(&text), replacement: text });
        Ok((start, pairs.collect()))
    }
}
