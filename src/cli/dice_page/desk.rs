//! A run that asks for dice on the page and at the terminal at the same time.

use std::net::TcpListener;
use std::sync::Arc;
use std::thread;
use std::time::Duration;

use super::address::Address;
use super::board::Told;
use super::keyboard::Keyboard;
use super::server;
use super::site::Site;
use super::typed::Typed;
use crate::cli::terminal::{ASKS, aside};
use crate::cli::token::Token;
use crate::diagnostic::{Diagnostic, clean, codes};
use crate::engine::by_hand::{self, TableRoll};
use crate::engine::{Ask, Cancel, Failure, Response};
use crate::journal::{Exchange, Reply};

/// So often the page is looked at, and whether somebody has called the run off.
const GLANCE: Duration = Duration::from_millis(50);

/// The page and the keyboard, side by side.
pub(in crate::cli) struct Desk {
    site: Arc<Site>,
    keyboard: Keyboard,
    called_off: Cancel,
}

/// What has come to a question.
pub(in crate::cli) enum Heard {
    /// A line at the terminal.
    Line(String),
    /// An answer on the page, which counts.
    OnPage(Response),
    /// There will be no answer.
    Over,
}

impl Desk {
    /// Serves the page at an address, and says where it is. Lines come from a terminal or another input.
    ///
    /// # Errors
    /// When nothing can be served there.
    pub(in crate::cli) fn open(address: Address, is_typed: bool, called_off: &Cancel) -> Result<Self, Failure> {
        let unserved = |error: &dyn std::fmt::Display| {
            let message = format!("the dice page cannot be served at {}: {error}", address.0);
            let found = Diagnostic::placeless(codes::USAGE, message);
            Failure::from(found.help("use an address of this machine and a free port"))
        };
        let listener = TcpListener::bind(address.0).map_err(|error| unserved(&error))?;
        let bound = listener.local_addr().map_err(|error| unserved(&error))?;
        let site = Arc::new(Site::new(bound, Token::fresh()?));
        server::serve(listener, Arc::clone(&site)).map_err(|error| unserved(&error))?;
        // A receiver that is gone has no use for it.
        let _ = aside(&format!("players enter their dice at {}\n", site.url()));
        let keyboard = if is_typed { Keyboard::at_terminal() } else { Keyboard::lines() };
        Ok(Self { site, keyboard, called_off: called_off.clone() })
    }

    /// What shows on the page the dice that the program has rolled.
    pub(in crate::cli) fn fallen(&self) -> Fallen {
        Fallen(Arc::clone(&self.site))
    }

    /// The next line of the input, where nothing is asked.
    pub(in crate::cli) fn line(&mut self) -> Option<String> {
        self.keyboard.next()
    }

    /// Whether this is asked on the page as well. Choices are not, since they may tell more than a roll; nor are cards, of which one
    /// that is gone may have been drawn in secret. Dice that are rolled in secret are never asked for.
    pub(in crate::cli) fn is_asked(ask: &Ask<'_>) -> bool {
        TableRoll::of(ask).is_some()
    }

    /// Asks at the terminal, and on the page if it is asked there.
    pub(in crate::cli) fn ask(&mut self, ask: &Ask<'_>) -> Asking<'_> {
        let roll = TableRoll::of(ask);
        let is_on_page = roll.is_some();
        if let Some(roll) = roll {
            self.site.board.ask(roll);
        }
        let gap = if self.keyboard.is_terminal() { ASKS } else { "\n" };
        let question = clean::line(&by_hand::question(ask)) + gap;
        Asking { desk: self, is_on_page, question }
    }
}

/// Shows on the page what the program has rolled for a question there.
pub(in crate::cli) struct Fallen(Arc<Site>);

impl Fallen {
    /// Takes in the next answer of a run.
    pub(in crate::cli) fn hear(&self, answered: &Exchange) {
        if let Reply::Faces { faces, .. } = &answered.reply {
            self.0.board.fell(faces);
        }
    }
}

/// A question. When it is dropped without an answer, it is taken back on the page.
pub(in crate::cli) struct Asking<'d> {
    desk: &'d mut Desk,
    is_on_page: bool,
    question: String,
}

impl Asking<'_> {
    /// Asks at the terminal, and waits for that or the page.
    pub(in crate::cli) fn hear(&mut self) -> Heard {
        if aside(&self.question).is_err() {
            return Heard::Over;
        }
        if !self.is_on_page {
            return self.desk.keyboard.next().map_or(Heard::Over, Heard::Line);
        }
        loop {
            if let Some(told) = self.desk.site.board.told() {
                return Heard::OnPage(self.on_page(told));
            }
            if self.desk.called_off.is_called_off() {
                return Heard::Over;
            }
            match self.desk.keyboard.within(GLANCE) {
                Typed::Line(line) => {
                    if let Some(told) = self.desk.site.board.told() {
                        // A line of a pipe is for what comes next.
                        self.desk.keyboard.put_back(line);
                        return Heard::OnPage(self.on_page(told));
                    }
                    return Heard::Line(line);
                }
                Typed::Over if self.desk.keyboard.is_terminal() => return Heard::Over,
                Typed::Over => thread::sleep(GLANCE),
                Typed::Nothing => {}
            }
        }
    }

    /// The answer that counts, when this one comes from the terminal: the page may have been first.
    pub(in crate::cli) fn answered(mut self, response: Response) -> Response {
        let first = if self.is_on_page { self.desk.site.board.answer_at_prompt(response.clone()) } else { None };
        first.map_or(response, |told| self.on_page(told))
    }

    /// Tells the person at the terminal that the page has answered. What they have begun to type was for this question.
    fn on_page(&mut self, told: Told) -> Response {
        self.desk.keyboard.forget();
        let who = if told.roll.who.is_empty() { String::new() } else { format!("{}: ", told.roll.who) };
        let said = told.faces().unwrap_or_else(|| "the program rolls this one".to_owned());
        // It begins a line of its own. Where it cannot be told, the run goes on all the same.
        let begin = if self.desk.keyboard.is_terminal() { "\n" } else { "" };
        let _ = aside(&format!("{begin}entered on the dice page: {}\n", clean::line(&format!("{who}{said}"))));
        told.response
    }
}

impl Drop for Asking<'_> {
    fn drop(&mut self) {
        if self.is_on_page {
            self.desk.site.board.take_back();
        }
    }
}
