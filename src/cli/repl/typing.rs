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

use super::commands::{COMMANDS, find};
use super::input::Heard;
use super::journals::state_folder;
use super::line;
use crate::cli::paint;
use crate::engine::Vocabulary;

/// Lines of history that are kept.
const KEPT: usize = 2000;

/// An editor of lines.
pub(super) struct Typing {
    editor: Editor<Guide, FileHistory>,
    history: Option<PathBuf>,
}

impl Typing {
    pub(super) fn new(colour: bool) -> Result<Self, ReadlineError> {
        let config = Config::builder()
            .completion_type(CompletionType::List)
            .max_history_size(KEPT)?
            .history_ignore_space(true)
            .build();
        let mut editor = Editor::with_config(config)?;
        editor.set_helper(Some(Guide { colour, asking: false, vocabulary: Vocabulary::default() }));
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

    pub(super) fn answer(&mut self, question: &str) -> Option<String> {
        self.ask(true);
        let line = self.editor.readline(&format!("{question} "));
        self.ask(false);
        line.ok()
    }

    fn ask(&mut self, asking: bool) {
        if let Some(guide) = self.editor.helper_mut() {
            guide.asking = asking;
        }
    }

    pub(super) fn learn(&mut self, vocabulary: Vocabulary) {
        if let Some(guide) = self.editor.helper_mut() {
            guide.vocabulary = vocabulary;
        }
    }

    /// Keeps the history; a folder that cannot be written is no failure.
    pub(super) fn close(&mut self) {
        if let Some(path) = &self.history {
            let _ = path.parent().map(fs::create_dir_all);
            let _ = self.editor.save_history(path);
        }
    }
}

/// What helps while a line is typed.
struct Guide {
    colour: bool,
    /// Whether the line answers a question, and is no script.
    asking: bool,
    vocabulary: Vocabulary,
}

impl Helper for Guide {}

impl Validator for Guide {
    fn validate(&self, context: &mut ValidationContext<'_>) -> rustyline::Result<ValidationResult> {
        let text = context.input();
        let more = !self.asking && line::is_open(text) && line::hole(text).is_none();
        Ok(if more { ValidationResult::Incomplete } else { ValidationResult::Valid(None) })
    }
}

impl Hinter for Guide {
    type Hint = String;

    fn hint(&self, line: &str, pos: usize, context: &Context<'_>) -> Option<String> {
        if self.asking || line.is_empty() || line.contains('\n') {
            return None;
        }
        let hint = HistoryHinter::new().hint(line, pos, context)?;
        (!hint.contains('\n')).then_some(hint)
    }
}

impl Highlighter for Guide {
    fn highlight<'l>(&self, line: &'l str, _: usize) -> Cow<'l, str> {
        if !self.colour || self.asking {
            return Cow::Borrowed(line);
        }
        Cow::Owned(paint::script(line, |word| self.vocabulary.knows(word)))
    }

    fn highlight_hint<'h>(&self, hint: &'h str) -> Cow<'h, str> {
        if self.colour { Cow::Owned(paint::quiet(hint)) } else { Cow::Borrowed(hint) }
    }

    fn highlight_char(&self, _: &str, _: usize, kind: CmdKind) -> bool {
        self.colour && kind != CmdKind::MoveCursor
    }
}

impl Completer for Guide {
    type Candidate = Pair;

    fn complete(&self, line: &str, pos: usize, _: &Context<'_>) -> rustyline::Result<(usize, Vec<Pair>)> {
        let before = line.get(..pos).unwrap_or(line);
        let start = before
            .rfind(|c: char| !(c.is_alphanumeric() || c == '_' || c == '\''))
            .map_or(0, |at| at + before[at..].chars().next().map_or(1, char::len_utf8));
        let (context, part) = before.split_at(start);
        let words = if before.trim_start().starts_with(':') {
            commanded(context)
        } else {
            let words = self.vocabulary.fitting(context);
            words.into_iter().map(|word| word.text).collect()
        };
        Ok((start, fitting(&words, part)))
    }
}

/// What may follow in a command: the commands, or the words of one.
fn commanded(context: &str) -> Vec<String> {
    let typed = context.trim_start().trim_start_matches(':').trim();
    if typed.is_empty() {
        return COMMANDS.iter().map(|command| command.name.to_owned()).collect();
    }
    let name = typed.split(' ').next().unwrap_or_default();
    match find(name) {
        Some(command) if command.name == "help" => COMMANDS.iter().map(|command| command.name.to_owned()).collect(),
        Some(command) => command.words.iter().map(|word| (*word).to_owned()).collect(),
        None => Vec::new(),
    }
}

/// Words that begin so; if none does, those of which a later part begins so.
fn fitting(words: &[String], part: &str) -> Vec<Pair> {
    let part = part.to_lowercase();
    let begins = |word: &&String| word.to_lowercase().starts_with(&part);
    let within = |word: &&String| word.to_lowercase().split(' ').any(|one| one.starts_with(&part));
    let mut found: Vec<&String> = words.iter().filter(begins).collect();
    if found.is_empty() {
        found = words.iter().filter(within).collect();
    }
    found.into_iter().map(|word| Pair { display: word.clone(), replacement: word.clone() }).collect()
}

#[cfg(test)]
mod tests {
    use super::{commanded, fitting};

    fn texts(words: &[&str], part: &str) -> Vec<String> {
        let words: Vec<String> = words.iter().map(|word| (*word).to_owned()).collect();
        fitting(&words, part).into_iter().map(|pair| pair.replacement).collect()
    }

    #[test]
    fn long_words_complete_by_their_parts() {
        assert_eq!(texts(&["as tall as possible", "tall", "low"], "ta"), ["tall"]);
        assert_eq!(texts(&["as tall as possible", "low"], "po"), ["as tall as possible"]);
        assert!(texts(&["low"], "x").is_empty());
    }

    #[test]
    fn commands_and_their_words_are_offered() {
        assert!(commanded(":").contains(&"undo".to_owned()));
        assert!(commanded(":mode ").contains(&"deliberate".to_owned()));
        assert!(commanded(":zebra ").is_empty());
    }
}
