//! `assize repl [FILE…]`

mod answers;
mod asking;
mod commands;
mod completion;
mod editor;
mod help;
mod history;
mod input;
mod inspect;
mod journals;
mod keeping;
mod line;

use std::io::{self, IsTerminal};
use std::path::PathBuf;

use clap::Args;

use super::event_tail::LeadUp;
use super::files::{Folder, Typed};
use super::{Exit, Terminal};
use crate::diagnostic::{Diagnostic, clean, codes};
use crate::engine::{Answers, Ask, Cancel, Failure, Response, Seed};
use crate::journal::Mode;
use crate::session::{Entered, NewPage, Session, Why};
use crate::source::SourceMap;
use crate::verdict::{Audience, Happened, Verdict, text};
use commands::Ended;
use input::{Heard, Input};
use line::Line;

#[derive(Debug, Args)]
#[command(after_help = commands::summary())]
pub(super) struct Arguments {
    /// Scripts to begin with; each is entered as `use`
    files: Vec<PathBuf>,
    /// Keep the session here; go on with it if it is there
    #[arg(long, value_name = "FILE", conflicts_with = "resume")]
    journal: Option<PathBuf>,
    /// Go on with a session; the last one of this folder if no file is named
    #[arg(long, value_name = "FILE", num_args = 0..=1)]
    resume: Option<Vec<PathBuf>>,
    /// Roll from this seed instead of a fresh one, in secret as well
    #[arg(long, value_name = "N")]
    seed: Option<Seed>,
    /// Roll at the table; with names, with commas between them, only their dice
    #[arg(long, value_name = "NAME,NAME", num_args = 0..=1, require_equals = true)]
    table: Option<Vec<String>>,
}

pub(super) fn repl(arguments: &Arguments, terminal: &mut Terminal) -> Exit {
    let typed = io::stdin().is_terminal();
    let cancel = Cancel::default();
    if typed {
        // Between two lines Ctrl-C is a key; while an answer is worked out it calls that off and not the session.
        let stop = cancel.clone();
        let _ = ctrlc::set_handler(move || stop.call_off());
    }
    let engine = crate::cli::files::engine(Folder).and(Typed).called_off_by(&cancel);
    let begun = match journals::begin(engine, arguments, typed, terminal) {
        Ok(begun) => begun,
        Err(exit) => return exit,
    };
    let input = if typed { Input::typed(terminal) } else { Input::lines() };
    let (session, back) = (begun.session, String::new());
    let mut repl = Repl { session, terminal, input, cancel, back, failed: Exit::Done };
    let result = repl.play(arguments, begun.unfinished);
    repl.input.close();
    let is_empty = repl.session.entries().is_empty();
    drop(repl);
    journals::tidy(begun.fresh.as_deref(), is_empty);
    result
}

/// A session and the person who types.
pub(super) struct Repl<'t> {
    session: Session,
    terminal: &'t mut Terminal,
    input: Input,
    /// Calls off what is worked out for a line.
    cancel: Cancel,
    /// What stands on the next line already.
    back: String,
    /// The gravest end of a line, when lines come through a pipe.
    failed: Exit,
}

impl Repl<'_> {
    fn play(&mut self, arguments: &Arguments, unfinished: Option<String>) -> Exit {
        if let Some(text) = unfinished {
            self.terminal.say(&format!("going on with: {}\n", history::first_line(&text)));
            self.enter(&text);
        }
        if let Some(names) = &arguments.table {
            let names = answers::listed(&names.join(","));
            if let Err(failure) = self.session.answer_by(Mode::Table, names) {
                self.fail(&failure);
            }
        }
        for file in &arguments.files {
            keeping::load(self, &file.display().to_string());
        }
        if let Err(failure) = self.session.check_by_hand() {
            self.fail(&failure);
        }
        self.back.clear();
        self.learn();
        loop {
            if self.terminal.flush().is_err() {
                return Exit::InputOutput;
            }
            match self.input.line(&std::mem::take(&mut self.back)) {
                Heard::Line(text) if self.line(&text) == Ended::Over => break,
                Heard::Line(_) | Heard::Cleared => {}
                Heard::End => break,
            }
        }
        if self.input.is_typed() { Exit::Done } else { self.failed }
    }

    /// What was typed, and what comes of it.
    fn line(&mut self, text: &str) -> Ended {
        self.cancel.clear();
        match line::read(text) {
            Line::Empty => Ended::Done,
            Line::Command { name, rest } => {
                let ended = self.command(name, rest);
                // One without arguments cannot be mended.
                if ended == Ended::Failed && (!rest.is_empty() || commands::find(name).is_none()) {
                    self.give_back(text);
                }
                ended
            }
            Line::Hole(before) => {
                inspect::hole(self, before);
                before.trim_end_matches([' ', '\t']).clone_into(&mut self.back);
                if !self.back.is_empty() {
                    self.back.push(' ');
                }
                Ended::Done
            }
            Line::Entry(text) => {
                let ended = self.enter(text);
                if ended == Ended::Failed {
                    self.give_back(text);
                }
                ended
            }
        }
    }

    /// Puts what was wrong on the next line, to be mended.
    fn give_back(&mut self, text: &str) {
        if self.input.is_typed() {
            text.trim().clone_into(&mut self.back);
        }
    }

    fn command(&mut self, name: &str, rest: &str) -> Ended {
        let Some(command) = commands::find(name) else {
            let help = match commands::near(name) {
                Some(near) => format!("did you mean `:{near}`?"),
                None => "`:help` lists the commands".to_owned(),
            };
            return self.complain(format!("there is no command `:{name}`"), help);
        };
        (command.run)(self, rest)
    }

    /// Enters a statement or an expression, and shows what came of it.
    fn enter(&mut self, entered: &str) -> Ended {
        let Self { session, input, terminal, .. } = self;
        let lead_up = LeadUp::new(Audience::Gm);
        let mut hear = |happened: &Happened| lead_up.hear(happened);
        let mut gave_up = false;
        let mut person = |ask: &Ask<'_>| -> Response {
            let answer = input.answer(ask, &lead_up.text(matches!(ask, Ask::Choose { .. })), terminal);
            gave_up = answer.is_none();
            answer.into()
        };
        let answers = Answers { person: Some(&mut person), events: Some(&mut hear), ..session.answers() };
        let entered_now = session.enter_with(entered, answers);
        let gave_up = gave_up && self.input.is_typed();
        match entered_now {
            Ok(entered_now) => {
                // At a terminal it stands above already, between the questions.
                let told = if self.input.is_typed() { lead_up.told() } else { 0 };
                self.tell(entered, &entered_now, told);
                self.learn();
                Ended::Done
            }
            Err(_) if gave_up => {
                self.terminal.say("given up: nothing of it has happened; the arrow up brings the line back\n");
                Ended::Done
            }
            Err(failure) => match commands::without_colon(entered, &inspect::vocabulary(self), &failure) {
                Some(meant) => self.complain("this is no line of a scene", meant),
                None => self.fail(&failure),
            },
        }
    }

    /// Tells what came of a line, but for so many of the first events.
    fn tell(&mut self, typed: &str, entered: &Entered, told: usize) {
        match entered {
            Entered::Statement { understood, verdict, page, .. } => {
                self.understood(typed, understood);
                self.new_page(page.as_ref());
                self.happened(verdict, told);
            }
            Entered::Value { understood, value, verdict } => {
                self.understood(typed, understood);
                self.happened(verdict, told);
                let shown = if Audience::Gm.may_see(value.visibility) { value.value.as_str() } else { "hidden" };
                let came_of_it = inspect::happened(&self.session.whole().seen_by(Audience::Gm), understood);
                self.terminal.say(&came_of_it.unwrap_or_else(|| format!("{}\n", clean::line(shown))));
            }
            Entered::Answering(_) => {
                answers::told(self);
            }
            // Nobody at the prompt answers later.
            Entered::Waiting => {}
        }
    }

    /// How a line was understood, unless that is what was typed but for the ends of its lines.
    fn understood(&mut self, typed: &str, understood: &str) {
        let in_one_line = |text: &str| text.replace(char::is_whitespace, "").replace(',', "");
        if understood.is_empty() || in_one_line(understood) == in_one_line(typed) {
            return;
        }
        let marked: String = understood.lines().flat_map(|line| ["  ", line, "\n"]).collect();
        let marked = clean::lines(&marked);
        self.terminal.say_quietly(&marked);
    }

    fn happened(&mut self, verdict: &Verdict, told: usize) {
        let seen = verdict.seen_by(Audience::Gm);
        self.terminal.say(text::events(&seen, told).trim_start_matches('\n'));
        // A name was not known yet when it was said, and now the program has rolled what somebody wanted to roll.
        if verdict.events.iter().any(|happened| happened.event.by_chance())
            && let Err(failure) = self.session.check_by_hand()
        {
            self.fail(&failure);
        }
    }

    fn new_page(&mut self, page: Option<&NewPage>) {
        if let Some(page) = page {
            let told = page_in_words(page);
            self.terminal.say(&told);
        }
    }

    /// Tells the completion what is known now.
    fn learn(&mut self) {
        if self.input.is_typed() {
            self.input.learn(self.session.encounter().map(crate::engine::Encounter::vocabulary).unwrap_or_default());
        }
    }

    /// Shows what is wrong with a script.
    fn fail(&mut self, failure: &Failure) -> Ended {
        if failure.diagnostics.iter().any(|found| found.code == codes::CALLED_OFF) {
            self.terminal.say("called off: nothing has changed\n");
            return Ended::Done;
        }
        self.failed = self.failed.and(Exit::Mistakes);
        self.terminal.fail(&failure.seen_by(Audience::Gm), Exit::Mistakes);
        Ended::Failed
    }

    /// Says what is wrong with a command.
    fn complain(&mut self, message: impl Into<String>, help: impl Into<String>) -> Ended {
        let (help, found) = (help.into(), Diagnostic::placeless(codes::USAGE, message.into()));
        let found = if help.is_empty() { found } else { found.help(help) };
        self.failed = self.failed.and(Exit::Usage);
        self.terminal.show(&found, &SourceMap::default());
        Ended::Failed
    }
}

/// Why a new page began, with both lines.
fn page_in_words(page: &NewPage) -> String {
    let mut told = match &page.why {
        Why::Differs { was, now } => {
            let now = if now.is_empty() { "nothing" } else { now };
            format!(
                "the rules have changed, and what happened would come out differently:\n  was: {was}\n  now: {now}\n"
            )
        }
        Why::Full { entries } => format!("the page is full: {entries} entries stand on it\n"),
    };
    told.push_str("what happened stands, and a new page begins; the values of things are carried over\n");
    if !page.lost.is_empty() {
        told.extend(["nothing has a place for: ", &page.lost.join(", "), "\n"]);
    }
    clean::lines(&told)
}
