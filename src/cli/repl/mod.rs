//! `assize repl [FILE…]`

// Each layer uses the ones above it here and none below, and no two files use each other.

// Lines, commands and words, as plain data.
mod commands;
mod in_words;
mod line;

// Where lines come from, and where sessions are recorded.
mod arguments;
mod completion;
mod editor;
mod input;
mod interrupt;
mod journals;
mod offers;

// The session at the prompt.
mod shell;

// What the commands do, by their subjects.
mod advising;
mod answers;
mod asking;
mod help;
mod history;
mod inspect;
mod keeping;
mod paging;

use std::io::{self, IsTerminal};

use super::{Exit, Terminal, dice_page};
use crate::journal::EntryMode;
use commands::{CommandId, Ended};
use in_words::first_line;
use input::Input;
use interrupt::Interrupt;
use line::{Heard, Line};
use shell::Repl;

pub(super) use arguments::Arguments;

/// `assize repl`
pub(super) fn repl(arguments: &Arguments, terminal: &mut Terminal) -> Exit {
    let typed = io::stdin().is_terminal();
    let interrupt = Interrupt::new();
    if typed {
        terminal.fold_lines();
        // Between two lines Ctrl-C is a key; while an answer is worked out it stops that and not the session.
        let keys = interrupt.clone();
        let _ = ctrlc::set_handler(move || keys.come());
    }
    // What can be read while a page is asked too is not edited everywhere.
    let is_edited = typed && (arguments.dice_page.is_none() || dice_page::WAITS_AT_TERMINAL);
    let mut input = if is_edited { Input::typed(terminal) } else { Input::lines() };
    if let Some(address) = arguments.dice_page
        && let Err(failure) = input.serve(address, &interrupt.all)
    {
        return terminal.fail(&failure, Exit::Usage);
    }
    let engine = terminal.engine().called_off_by(&interrupt.all);
    let begun = match journals::begin(engine, arguments, typed, terminal) {
        Ok(begun) => begun,
        Err(exit) => return exit,
    };
    let (session, back) = (begun.session, String::new());
    let (undone_at_once, brief, failed) = (Vec::new(), arguments.brief, Exit::Done);
    let with_odds = arguments.with_odds.clone();
    let mut repl =
        Repl { session, terminal, input, interrupt, back, mended: None, undone_at_once, brief, with_odds, failed };
    let result = repl.play(arguments, begun.unfinished);
    repl.input.close();
    let is_empty = repl.session.entries().is_empty();
    drop(repl);
    journals::tidy(begun.fresh.as_deref(), is_empty);
    result
}

impl Repl<'_> {
    /// Enters line after line until the session is over.
    fn play(&mut self, arguments: &Arguments, unfinished: Option<String>) -> Exit {
        if let Some(text) = unfinished {
            self.terminal.say(&format!("continuing with: {}\n", first_line(&text)));
            // The change of an entry is a command, and no line of a scene begins as one.
            if text.starts_with(':') {
                self.line(&text)
            } else {
                self.enter(&text)
            };
        }
        if let Some((mode, names)) = arguments.answering()
            && let Err(failure) = self.session.answer_by(mode, names)
        {
            self.fail(&failure);
        }
        for (role, thing) in &arguments.cast {
            if let Err(failure) = self.session.cast(role, thing) {
                self.fail(&failure);
            }
        }
        for file in &arguments.files {
            let file = file.to_string_lossy();
            let ended = keeping::begin_with(self, &file);
            if ended == Ended::Failed && arguments.table.as_ref().is_some_and(Vec::is_empty) {
                let message = format!("`{file}` was taken as a file, and you roll all dice");
                self.complain(
                    message,
                    format!("if `{file}` is the person whose dice you roll, write `--table={file}`"),
                );
            }
        }
        if let Err(failure) = self.session.check_by_hand() {
            // The program would roll the dice of whoever was meant.
            if arguments.table.is_some() {
                return self.terminal.fail(&failure, Exit::Usage);
            }
            self.fail(&failure);
        }
        if arguments.dice_page.is_some() && self.session.answering().0 != EntryMode::Table {
            self.terminal
                .say("the dice page stays empty while the program rolls; type `:dice table` to roll by hand\n");
        }
        self.back.clear();
        self.learn();
        loop {
            if self.terminal.flush().is_err() {
                return Exit::InputOutput;
            }
            let back = std::mem::take(&mut self.back);
            match self.input.line(&back) {
                Heard::Line(text) if self.line(self.meant(&text, &back)) == Ended::Over => break,
                Heard::Line(_) | Heard::Cleared => {}
                Heard::End => break,
            }
        }
        if self.input.is_typed() { Exit::Done } else { self.failed }
    }

    /// What was typed on a line that was there already: all of it, unless somebody typed another line behind it.
    fn meant<'t>(&self, text: &'t str, back: &str) -> &'t str {
        let known = self.vocabulary();
        let begins = |first: &str, glued: &str| match first.strip_prefix(':') {
            Some(command) => commands::find(command).is_some(),
            None => !known.knows(glued) && (commands::begins_with_a_name(first) || known.keywords("").contains(&first)),
        };
        line::typed_behind(text, back, begins).unwrap_or(text)
    }

    /// What was typed, and what comes of it. Where a command fails, the lines behind it are not entered.
    fn line(&mut self, text: &str) -> Ended {
        let mut left = text;
        loop {
            let (first, more) = line::command_and_more(left);
            let ended = self.one(first);
            if ended != Ended::Done || more.trim().is_empty() {
                if ended == Ended::Failed && !more.trim().is_empty() {
                    self.give_back(left);
                }
                return ended;
            }
            left = more;
        }
    }

    /// One command or entry, and what comes of it.
    fn one(&mut self, text: &str) -> Ended {
        self.interrupt.all.clear();
        self.mended = None;
        match line::read(text) {
            Line::Empty => Ended::Done,
            Line::Command { name, rest } => {
                let ended = self.command(name, rest);
                paging::page(self);
                // One without arguments cannot be mended.
                if ended == Ended::Failed && (!rest.is_empty() || commands::find(name).is_none()) {
                    self.give_back(text);
                }
                ended
            }
            Line::Hole(before) => {
                inspect::hole(self, before);
                paging::page(self);
                before.trim_end_matches([' ', '\t']).clone_into(&mut self.back);
                if !self.back.is_empty() {
                    self.back.push(' ');
                }
                Ended::Done
            }
            Line::Slash(name) => {
                let help = match commands::find(name) {
                    // In chats, `/r 2d6` throws dice.
                    _ if commands::throws(name) => commands::DICE.to_owned(),
                    Some(command) => format!("commands begin with a colon: `:{}`", command.name),
                    None => "commands begin with a colon; `:help` lists them".to_owned(),
                };
                self.complain(format!("there is no command `/{name}`"), help)
            }
            Line::Entry(text) => {
                let mut ended = self.enter(text);
                if let Ended::Meant(command) = ended {
                    ended = perform(command, self, commands::name_and_rest(text).1);
                    paging::page(self);
                }
                if ended == Ended::Failed {
                    self.give_back(text);
                }
                ended
            }
        }
    }

    /// Puts what was wrong on the next line, to be mended; with another name, where that is all that is wrong with it.
    fn give_back(&mut self, text: &str) {
        let mended = self.mended.take();
        if !self.input.is_typed() {
            return;
        }
        self.terminal.hint(match &mended {
            Some(_) => "(your line is back with another name: press Enter to accept it)\n",
            None => "(your line is back: correct it, or clear it with Ctrl-C)\n",
        });
        self.back = mended.unwrap_or_else(|| text.trim().to_owned());
    }

    /// Does what a command line asks for.
    fn command(&mut self, name: &str, rest: &str) -> Ended {
        let Some(command) = commands::find(name) else {
            if let Some(several) = commands::ambiguous(name) {
                return self.complain(format!("`:{name}` could be {several}"), "type more of it");
            }
            let help = match commands::near(name) {
                Some(near) => format!("did you mean `:{near}`?"),
                None if commands::throws(name) => commands::DICE.to_owned(),
                None => "`:help` lists the commands".to_owned(),
            };
            return self.complain(format!("there is no command `:{name}`"), help);
        };
        if command.arguments.is_empty() && !rest.is_empty() {
            let message = format!("`:{}` takes no argument", command.name);
            return self.complain(message, format!("write `:{}` alone", command.name));
        }
        perform(command.id, self, rest)
    }
}

/// Whether the prompt has a command of this name.
pub(super) fn has_command(name: &str) -> bool {
    commands::find(name).is_some()
}

/// Does what a command asks for.
fn perform(command: CommandId, repl: &mut Repl<'_>, rest: &str) -> Ended {
    match command {
        CommandId::Help => help::help(repl, rest),
        CommandId::Undo => history::undo(repl, rest),
        CommandId::Redo => history::redo(repl, rest),
        CommandId::History => history::history(repl, rest),
        CommandId::Edit => history::edit(repl, rest),
        CommandId::Why => asking::why(repl, rest),
        CommandId::Odds => asking::odds(repl, rest),
        CommandId::Advise => advising::advise(repl, rest),
        CommandId::State => asking::state(repl, rest),
        CommandId::Info => inspect::info(repl, rest),
        CommandId::List => inspect::list(repl, rest),
        CommandId::Mode => answers::mode(repl, rest),
        CommandId::Dice => answers::dice(repl, rest),
        CommandId::Brief => answers::brief(repl, rest),
        CommandId::Seed => answers::seed(repl, rest),
        CommandId::Cast => answers::cast(repl, rest),
        CommandId::Save => keeping::save(repl, rest),
        CommandId::Load => keeping::load(repl, rest),
        CommandId::Export => keeping::export(repl, rest),
        CommandId::Reset => keeping::reset(repl, rest),
        CommandId::Quit => keeping::quit(repl, rest),
    }
}
