//! Where lines come from: a person at a terminal, or a pipe.

use std::io::{self, BufRead};

use super::commands;
use super::editor::Typing;
use super::in_words::hanging;
use super::line::{self, Heard};
use crate::cli::{Terminal, terminal};
use crate::diagnostic::clean;
use crate::engine::{Ask, Response, by_hand};
use crate::language_service::Vocabulary;

/// Said of a command in place of an answer.
const WAITS: &str = "a command has to wait until this is answered; Ctrl-C gives up the line that asks\n";

/// Where lines come from.
pub(super) enum Input {
    /// A person at a terminal.
    Typed(Box<Typing>),
    /// A pipe or a file: no prompt, and nothing comes back.
    Lines,
}

impl Input {
    /// A person at a terminal; if that cannot be had, plain lines.
    pub(super) fn typed(terminal: &mut Terminal) -> Self {
        match Typing::new(terminal.colour()) {
            Ok(typing) => Self::Typed(Box::new(typing)),
            Err(error) => {
                terminal.warn(&format!("lines cannot be edited here: {error}\n"));
                Self::Lines
            }
        }
    }

    pub(super) fn lines() -> Self {
        Self::Lines
    }

    pub(super) fn is_typed(&self) -> bool {
        matches!(self, Self::Typed(_))
    }

    /// The next line; `back` stands on it already.
    pub(super) fn line(&mut self, back: &str) -> Heard {
        match self {
            Self::Typed(typing) => typing.line(back),
            Self::Lines => whole(&mut io::stdin().lock()),
        }
    }

    /// What answers a question on the way, behind what led up to it: asked until it fits, `None` when the person gives up.
    pub(super) fn answer(&mut self, ask: &Ask<'_>, lead_up: &str, terminal: &mut Terminal) -> Option<Response> {
        if !ask.is_for_a_person() {
            return None;
        }
        terminal.flush().ok()?;
        terminal::aside(lead_up).ok()?;
        loop {
            let question = clean::line(&by_hand::question(ask));
            let line = match self {
                Self::Typed(typing) => {
                    let options = by_hand::options(ask).into_iter().map(str::to_owned).collect();
                    typing.answer(&question, options)?
                }
                Self::Lines => {
                    terminal::aside(&format!("{question}\n")).ok()?;
                    next(&mut io::stdin().lock())?
                }
            };
            match by_hand::read(ask, line.trim()) {
                Ok(answer) => return Some(answer),
                Err(_) if is_command(&line) => terminal::aside(WAITS).ok()?,
                Err(why) => terminal::aside(&hanging("", &clean::line(&why))).ok()?,
            }
        }
    }

    /// Asks a question that has one of these answers as a rule; `None` when the person gives up.
    pub(super) fn ask(&mut self, question: &str, options: &[String], terminal: &mut Terminal) -> Option<String> {
        terminal.flush().ok()?;
        match self {
            Self::Typed(typing) => Some(typing.answer(&clean::line(question), options.to_vec())?.trim().to_owned()),
            Self::Lines => None,
        }
    }

    /// Takes in the words that are known now.
    pub(super) fn learn(&mut self, vocabulary: Vocabulary) {
        if let Self::Typed(typing) = self {
            typing.learn(vocabulary);
        }
    }

    /// Keeps the history.
    pub(super) fn close(&mut self) {
        if let Self::Typed(typing) = self {
            typing.close();
        }
    }
}

/// Whether a line that is not an answer is a command. Without a colon only a whole name is one: a letter may be a wrong answer.
fn is_command(line: &str) -> bool {
    line.trim_start().starts_with(':') || commands::begins_with_a_name(line)
}

/// One line, or as many as a block needs.
fn whole(input: &mut impl BufRead) -> Heard {
    let Some(mut text) = next(input) else { return Heard::End };
    while line::is_open(&text) && line::hole(&text).is_none() {
        match next(input) {
            Some(more) => text.push_str(&more),
            None => break,
        }
    }
    Heard::Line(text)
}

/// One line with its end; bytes that are no text become `�`, which the reader complains about.
fn next(input: &mut impl BufRead) -> Option<String> {
    let mut bytes = Vec::new();
    match input.read_until(b'\n', &mut bytes) {
        Ok(0) | Err(_) => None,
        Ok(_) => Some(String::from_utf8_lossy(&bytes).into_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::{Heard, whole};

    #[test]
    fn a_block_is_read_to_its_end() {
        let mut input = "lift {\n  rope\n}\nnext\n".as_bytes();
        assert!(matches!(whole(&mut input), Heard::Line(text) if text == "lift {\n  rope\n}\n"));
        assert!(matches!(whole(&mut input), Heard::Line(text) if text == "next\n"));
        assert!(matches!(whole(&mut input), Heard::End));
    }
}
