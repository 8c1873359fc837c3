//! Where lines come from: a person at a terminal, or a pipe.

use std::io::{self, BufRead};

use super::commands;
use super::editor::Typing;
use super::in_words::hanging;
use super::line::{self, Heard};
use super::offers::Offer;
use crate::cli::dice_page::{self, Address, Desk, Fallen};
use crate::cli::{Terminal, terminal};
use crate::diagnostic::clean;
use crate::engine::{Ask, Cancel, Failure, Response, by_hand};
use crate::language_service::Vocabulary;

/// Said of a command in place of an answer.
const WAITS: &str = "answer this first (`?` explains it), or press Ctrl-C to cancel the line\n";

/// Where lines come from, and the page on which dice are told as well.
pub(super) struct Input {
    source: Source,
    page: Option<Desk>,
}

/// Where lines come from.
enum Source {
    /// A person at a terminal.
    Typed(Box<Typing>),
    /// A pipe or a file: no prompt, and nothing comes back.
    Lines,
}

impl Input {
    /// A person at a terminal; if that cannot be had, plain lines.
    pub(super) fn typed(terminal: &mut Terminal) -> Self {
        let source = match Typing::new(terminal.colour()) {
            Ok(typing) => Source::Typed(Box::new(typing)),
            Err(error) => {
                terminal.warn(&format!("lines cannot be edited here: {error}\n"));
                Source::Lines
            }
        };
        Self { source, page: None }
    }

    pub(super) fn lines() -> Self {
        Self { source: Source::Lines, page: None }
    }

    /// Has dice told on a page as well, until the run is called off.
    ///
    /// # Errors
    /// When it cannot be served there.
    pub(super) fn serve(&mut self, address: Address, called_off: &Cancel) -> Result<(), Failure> {
        self.page = Some(Desk::open(address, self.is_typed(), called_off)?);
        Ok(())
    }

    pub(super) fn is_typed(&self) -> bool {
        matches!(self.source, Source::Typed(_))
    }

    /// The next line; `back` stands on it already.
    pub(super) fn line(&mut self, back: &str) -> Heard {
        match (&mut self.source, &mut self.page) {
            (Source::Typed(typing), _) => typing.line(back),
            (Source::Lines, Some(page)) => whole(&mut || page.line()),
            (Source::Lines, None) => whole(&mut || next(&mut io::stdin().lock())),
        }
    }

    /// What shows on the page the dice that the program has rolled.
    pub(super) fn fallen(&self) -> Option<Fallen> {
        self.page.as_ref().map(Desk::fallen)
    }

    /// What answers a question on the way, behind what led up to it: asked until it fits, `None` when the person gives up.
    pub(super) fn answer(
        &mut self,
        ask: &Ask<'_>,
        (lead_up, offer): (&str, Option<Offer>),
        terminal: &mut Terminal,
    ) -> Option<Response> {
        if !ask.is_for_a_person() {
            return None;
        }
        terminal.flush().ok()?;
        terminal::aside(&terminal.folded(lead_up)).ok()?;
        if let Some(offer) = &offer {
            terminal::aside(&offer.told).ok()?;
        }
        let offer = offer.as_ref();
        let question = clean::line(&by_hand::question(ask));
        match &mut self.source {
            Source::Typed(typing) => match self.page.as_mut().filter(|_| Desk::is_asked(ask)) {
                Some(page) => beside_page(page, ask, offer),
                None => answered(ask, offer, || {
                    typing.answer(&question, by_hand::options(ask).into_iter().map(str::to_owned).collect())
                }),
            },
            Source::Lines => match &mut self.page {
                Some(page) => beside_page(page, ask, offer),
                None => answered(ask, offer, || {
                    terminal::aside(&format!("{question}\n")).ok()?;
                    next(&mut io::stdin().lock())
                }),
            },
        }
    }

    /// Asks a question that has one of these answers as a rule; `None` when the person gives up.
    pub(super) fn ask(&mut self, question: &str, options: &[String], terminal: &mut Terminal) -> Option<String> {
        terminal.flush().ok()?;
        match &mut self.source {
            Source::Typed(typing) => Some(typing.answer(&clean::line(question), options.to_vec())?.trim().to_owned()),
            Source::Lines => None,
        }
    }

    /// Takes in the words that are known now.
    pub(super) fn learn(&mut self, vocabulary: Vocabulary) {
        if let Source::Typed(typing) = &mut self.source {
            typing.learn(vocabulary);
        }
    }

    /// Keeps the history.
    pub(super) fn close(&mut self) {
        if let Source::Typed(typing) = &mut self.source {
            typing.close();
        }
    }
}

/// What answers a question of which every line is asked for so.
fn answered(ask: &Ask<'_>, offer: Option<&Offer>, mut next: impl FnMut() -> Option<String>) -> Option<Response> {
    loop {
        if let Some(answer) = read(ask, offer, &next()?).ok()? {
            return Some(answer);
        }
    }
}

/// What answers a question first, the page or the terminal.
fn beside_page(page: &mut Desk, ask: &Ask<'_>, offer: Option<&Offer>) -> Option<Response> {
    let mut asking = page.ask(ask);
    loop {
        match asking.hear() {
            dice_page::Heard::Line(line) => {
                if let Some(answer) = read(ask, offer, &line).ok()? {
                    return Some(asking.answered(answer));
                }
            }
            dice_page::Heard::OnPage(answer) => return Some(answer),
            dice_page::Heard::Over => return None,
        }
    }
}

/// What a line says of a question; `None` when it does not fit, which is told.
fn read(ask: &Ask<'_>, offer: Option<&Offer>, line: &str) -> io::Result<Option<Response>> {
    let line = line.trim();
    if let (true, Some(offer)) = (line.is_empty(), offer) {
        return Ok(Some(offer.answer.clone()));
    }
    let asks_for_help =
        line == "?" || is_help(line) && !by_hand::options(ask).iter().any(|option| begins(option, line));
    match by_hand::read(ask, if asks_for_help { "?" } else { line }) {
        Ok(answer) => return Ok(Some(answer)),
        Err(_) if !asks_for_help && is_command(line) => terminal::aside(WAITS)?,
        Err(why) => terminal::aside(&hanging("", &clean::line(&why)))?,
    }
    Ok(None)
}

/// Whether somebody asks what to do, at a question.
fn is_help(line: &str) -> bool {
    line.trim_start_matches(':').eq_ignore_ascii_case("help")
}

fn begins(option: &str, line: &str) -> bool {
    option.to_lowercase().starts_with(&line.to_lowercase())
}

/// Whether a line that is not an answer is a command. Without a colon only a whole name is one: a letter may be a wrong answer.
fn is_command(line: &str) -> bool {
    line.trim_start().starts_with(':') || commands::begins_with_a_name(line)
}

/// One line, or as many as a block needs.
fn whole(next: &mut dyn FnMut() -> Option<String>) -> Heard {
    let Some(mut text) = next() else { return Heard::End };
    while line::is_open(&text) && line::hole(&text).is_none() {
        match next() {
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
    use super::{Heard, next, whole};

    #[test]
    fn a_block_is_read_to_its_end() {
        let mut input = "lift {\n  rope\n}\nnext\n".as_bytes();
        let mut whole = || whole(&mut || next(&mut input));
        assert!(matches!(whole(), Heard::Line(text) if text == "lift {\n  rope\n}\n"));
        assert!(matches!(whole(), Heard::Line(text) if text == "next\n"));
        assert!(matches!(whole(), Heard::End));
    }
}
