//! The commands: one table for what they do, their help and their completion.

use crate::diagnostic::{codes, nearest};
use crate::engine::Failure;
use crate::language_service::Vocabulary;

/// A command.
pub(super) struct Command {
    /// Its name, without the colon.
    pub(super) name: &'static str,
    /// Its short form.
    pub(super) short: &'static str,
    /// What may follow.
    pub(super) arguments: &'static str,
    /// What it does, in one line.
    pub(super) does: &'static str,
    /// More about it.
    pub(super) more: &'static str,
    /// An example.
    pub(super) example: &'static str,
    /// Words that may follow.
    pub(super) words: &'static [&'static str],
    /// Which it is.
    pub(super) id: CommandId,
}

/// Which command it is; what it does stands in a function beside the others of its subject.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum CommandId {
    Help,
    Undo,
    Redo,
    History,
    Edit,
    Why,
    Odds,
    Advise,
    State,
    Info,
    List,
    Mode,
    Dice,
    Brief,
    Seed,
    Cast,
    Save,
    Load,
    Export,
    Reset,
    Quit,
}

/// Whether a command could do what it was asked for; complaints have been shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Ended {
    /// It could.
    Done,
    /// It could not.
    Failed,
    /// It could, and the session is over.
    Over,
    /// What was entered is not a line of a scene but this command, without its colon.
    Meant(CommandId),
}

/// All commands, in the order of the help.
pub(super) const COMMANDS: &[Command] = &[
    Command {
        name: "help",
        short: "h",
        arguments: "[COMMAND, TOPIC or CODE]",
        does: "show this list, a command, a page of the book, or of a mistake",
        more: "Without a word it lists the commands and the topics. A topic is a page of the book, a code that of a mistake.",
        example: ":help undo",
        words: &[],
        id: CommandId::Help,
    },
    Command {
        name: "undo",
        short: "u",
        arguments: "[N]",
        does: "undo the last entry, or the last N",
        more: "Nothing is deleted: what is undone stays in the journal and in the history, but no longer counts. What `:edit` has \
               changed since is taken back first. When there are fewer than N, you are told how many there were.",
        example: ":undo 2",
        words: &[],
        id: CommandId::Undo,
    },
    Command {
        name: "redo",
        short: "r",
        arguments: "",
        does: "bring back what the last `:undo` undid",
        more: "It works until something new is entered. What `:undo 3` undid comes back with one `:redo`.",
        example: ":redo",
        words: &[],
        id: CommandId::Redo,
    },
    Command {
        name: "history",
        short: "hi",
        arguments: "",
        does: "list the entries; those that were undone are marked with `-`",
        more: "The number before an entry is the one that `:edit` takes.",
        example: ":history",
        words: &[],
        id: CommandId::History,
    },
    Command {
        name: "edit",
        short: "e",
        arguments: "[N [TEXT]]",
        does: "change an entry: redo it and all behind it, with the dice they had",
        more: "You see what it was before, and what comes out in another way. If an entry behind it would not be allowed any more, \
               nothing changes. `:undo` takes the change back. Without a text, the entry is put on the line behind the command, \
               to be changed there; without a number, the last one.",
        example: ":edit 3 set ada.oil = 2",
        words: &[],
        id: CommandId::Edit,
    },
    Command {
        name: "why",
        short: "w",
        arguments: "[NAME]",
        does: "show what a result was made of",
        more: "Without a name it is the last thing that was done, what it came to first. `NAME.PART` asks for one result; a word \
               that the verdict has shown, such as the name of a row, asks for the last line about it.",
        example: ":why _",
        words: &[],
        id: CommandId::Why,
    },
    Command {
        name: "odds",
        short: "o",
        arguments: "[given CONDITION :] [QUESTION | STATEMENT | QUESTION : STATEMENT]",
        does: "show exact odds of a question, or of a statement before you enter it",
        more: "A statement is not entered, and nothing is rolled. With a question before it you see only the answer to that. If the \
               question is about something that has been rolled, you also see what the odds were before the roll.",
        example: ":odds P(1d6 >= 4)",
        words: &["given"],
        id: CommandId::Odds,
    },
    Command {
        name: "advise",
        short: "a",
        arguments: "GOAL : STATEMENT",
        does: "show what is best at each choice of a statement before you enter it",
        more: "The goal is a chance or a mean. The statement is not entered: nothing is rolled. Where the mode is random, it is \
               compared as well whether to judge or to roll.",
        example: ":advise E(lift.total) : lift gate by ada",
        words: &[],
        id: CommandId::Advise,
    },
    Command {
        name: "state",
        short: "st",
        arguments: "",
        does: "show the values of things as they stand",
        more: "These are the values that the next scene can begin with.",
        example: ":state",
        words: &[],
        id: CommandId::State,
    },
    Command {
        name: "info",
        short: "i",
        arguments: "NAME",
        does: "say what a word is",
        more: "A scale is shown with its table, a procedure with its blanks, a thing with its fields and their values, \
               something done with what came of it.",
        example: ":info WORD",
        words: &[],
        id: CommandId::Info,
    },
    Command {
        name: "list",
        short: "l",
        arguments: "[SORT]",
        does: "list the words that are known, or those of one sort",
        more: "Sorts are scales, tables, dice, decks, kinds, plans, periods, rules, procedures and things, and every kind.",
        example: ":list procedures",
        words: &["decks", "dice", "kinds", "periods", "plans", "procedures", "rules", "scales", "tables", "things"],
        id: CommandId::List,
    },
    Command {
        name: "mode",
        short: "m",
        arguments: "[random|deliberate|automatic|table]",
        does: "say how what comes next is answered",
        more: "`random` rolls, `deliberate` judges without dice, `automatic` lets happen what is declared, and `table` asks \
               for dice that you roll.",
        example: ":mode deliberate",
        words: &["automatic", "deliberate", "random", "table"],
        id: CommandId::Mode,
    },
    Command {
        name: "dice",
        short: "d",
        arguments: "[program|table [NAMES]]",
        does: "say who rolls: the program, or you at the table",
        more: "With names only their dice are rolled by hand, and the program rolls the others.",
        example: ":dice table",
        words: &["program", "table"],
        id: CommandId::Dice,
    },
    Command {
        name: "brief",
        short: "b",
        arguments: "[on|off]",
        does: "show only results, texts, and what has changed",
        more: "Without a word it switches between the two. `:why` still explains everything.",
        example: ":brief on",
        words: &["off", "on"],
        id: CommandId::Brief,
    },
    Command {
        name: "seed",
        short: "s",
        arguments: "[N]",
        does: "show or set the seed from which the next entries roll",
        more: "Each entry rolls dice of its own from it. The same entries, from the same seed and at the same place in the \
               session, roll the same dice. A seed that you set is that of secret rolls as well.",
        example: ":seed 7",
        words: &[],
        id: CommandId::Seed,
    },
    Command {
        name: "cast",
        short: "c",
        arguments: "ROLE=NAME, ROLE=NAME",
        does: "fill the roles of a scene that is used",
        more: "From then on the page plays by it. Who fills a role again takes the place of the one before.",
        example: ":cast thief=inez",
        words: &[],
        id: CommandId::Cast,
    },
    Command {
        name: "save",
        short: "sa",
        arguments: "FILE",
        does: "write what counts as a script that runs",
        more: "The session itself needs no saving: its journal is written as you play.",
        example: ":save evening.asz",
        words: &[],
        id: CommandId::Save,
    },
    Command {
        name: "load",
        short: "lo",
        arguments: "FILE",
        does: "enter `use` of a file",
        more: "It is an entry like any other: `:undo` undoes it.",
        example: ":load party.asz",
        words: &[],
        id: CommandId::Load,
    },
    Command {
        name: "export",
        short: "x",
        arguments: "FILE [players] [without undone] [\"TITLE\"]",
        does: "write what happened to be read (.md, .html), for programs (.json), or as a script (.asz)",
        more: "With `players` nothing is told that players must not know; with `without undone` it tells only what counts. \
               Without a title it is called as the file is.",
        example: ":export evening.md players \"The wall, 26 November\"",
        words: &[],
        id: CommandId::Export,
    },
    Command {
        name: "reset",
        short: "re",
        arguments: "",
        does: "begin with an empty page, on which nothing is known",
        more: "What happened stays in the journal.",
        example: ":reset",
        words: &[],
        id: CommandId::Reset,
    },
    Command {
        name: "quit",
        short: "q",
        arguments: "",
        does: "end the session; Ctrl-D does the same",
        more: "Nothing is lost: the journal holds everything.",
        example: ":quit",
        words: &[],
        id: CommandId::Quit,
    },
];

/// The command of this name or short form.
pub(super) fn find(name: &str) -> Option<&'static Command> {
    let name = name.to_lowercase();
    COMMANDS.iter().find(|command| command.name == name || command.short == name)
}

/// The command that was probably meant.
pub(super) fn near(name: &str) -> Option<&'static str> {
    nearest::nearest(name, COMMANDS.iter().map(|command| command.name))
}

/// The command that is meant by a line that makes no sense and begins with its name.
pub(super) fn without_colon(entered: &str, known: &Vocabulary, failure: &Failure) -> Option<CommandId> {
    let (name, rest) = name_and_rest(entered);
    let command = COMMANDS.iter().find(|command| command.name == name.to_lowercase())?;
    let makes_no_sense = [codes::SYNTAX, codes::UNKNOWN_LINE, codes::UNKNOWN_NAME];
    let makes_no_sense = failure.diagnostics.iter().any(|found| makes_no_sense.contains(&found.code));
    let takes_it = command.words.iter().any(|word| rest.split_whitespace().next() == Some(*word));
    let is_of_a_scene = known.keywords("").contains(&name) && !takes_it
        || known.fitting("").iter().any(|word| word.text.split(' ').next() == Some(name));
    (makes_no_sense && !is_of_a_scene).then_some(command.id)
}

/// Whether a line begins with the whole name of a command, without its colon.
pub(super) fn begins_with_a_name(entered: &str) -> bool {
    let name = name_and_rest(entered).0.to_lowercase();
    COMMANDS.iter().any(|command| command.name == name)
}

/// The first word of a line, and what follows it.
pub(super) fn name_and_rest(entered: &str) -> (&str, &str) {
    let entered = entered.trim();
    let (name, rest) = entered.split_once(char::is_whitespace).unwrap_or((entered, ""));
    (name, rest.trim())
}

/// The list of commands.
pub(super) fn summary() -> String {
    let mut text = String::from("Commands:\n");
    for command in COMMANDS {
        let call = format!(":{} {}", command.name, command.arguments);
        let short = format!(":{}", command.short);
        let line = format!("  {short:<4}  {}\n        {}\n", call.trim_end(), command.does);
        text.push_str(&line);
    }
    text
}

impl Command {
    /// Its own page.
    pub(super) fn page(&self) -> String {
        let call = format!(":{} {}", self.name, self.arguments);
        let more = self.more;
        format!(
            "{}  (short: :{})\n  {}\n  {more}\n  example: {}\n",
            call.trim_end(),
            self.short,
            self.does,
            self.example
        )
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::{COMMANDS, find, near};

    #[test]
    fn every_name_and_short_form_is_there_once() {
        let names: Vec<&str> = COMMANDS.iter().flat_map(|command| [command.name, command.short]).collect();
        assert_eq!(names.iter().collect::<BTreeSet<_>>().len(), names.len());
        assert!(names.iter().all(|name| find(name).is_some()));
    }

    #[test]
    fn every_example_is_of_its_own_command() {
        for command in COMMANDS {
            assert!(command.example.starts_with(&format!(":{}", command.name)), "{}", command.example);
        }
    }

    #[test]
    fn a_misspelt_command_is_guessed() {
        assert_eq!(near("hsitory"), Some("history"));
        assert_eq!(near("zebra"), None);
    }
}
