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
        does: "show this list, or help on a command, a topic or an error code",
        more: "Without an argument it lists the commands and topics. A topic is a page of the book (`:help topic odds` if a command has the same name); a code is that of an error.",
        example: ":help undo",
        words: &[],
        id: CommandId::Help,
    },
    Command {
        name: "undo",
        short: "u",
        arguments: "[N]",
        does: "undo the last entry, or the last N",
        more: "Nothing is deleted: undone entries stay in the journal and the history, but no longer count. Changes made by `:edit` \
               since then are undone first. If there are fewer than N entries, all are undone, and you see how many.",
        example: ":undo 2",
        words: &[],
        id: CommandId::Undo,
    },
    Command {
        name: "redo",
        short: "r",
        arguments: "",
        does: "bring back what the last `:undo` undid",
        more: "It works until you enter something new. One `:redo` brings back everything that `:undo 3` undid, changes made by `:edit` too.",
        example: ":redo",
        words: &[],
        id: CommandId::Redo,
    },
    Command {
        name: "history",
        short: "hi",
        arguments: "",
        does: "list the entries; those that were undone are marked with `-`",
        more: "Use the number before an entry with `:edit`.",
        example: ":history",
        words: &[],
        id: CommandId::History,
    },
    Command {
        name: "edit",
        short: "e",
        arguments: "[N [TEXT]]",
        does: "change an entry, and replay it and all later ones with the same dice",
        more: "You see the old entry and every result that changes. If a later entry would no longer be allowed, \
               nothing changes. `:undo` undoes the change. Without a text, the entry is put on the command line \
               for you to change; without a number, the last entry.",
        example: ":edit 3 set ada.oil = 2",
        words: &[],
        id: CommandId::Edit,
    },
    Command {
        name: "why",
        short: "w",
        arguments: "[NAME]",
        does: "show how a result came about",
        more: "Without a name, it explains the last action, its result first. `NAME.PART` asks for one result; a word \
               from the verdict, such as the name of a row, asks for the last line about it.",
        example: ":why _",
        words: &[],
        id: CommandId::Why,
    },
    Command {
        name: "odds",
        short: "o",
        arguments: "[given CONDITION :] [QUESTION | STATEMENT | QUESTION : STATEMENT]",
        does: "show the exact odds of a question, or of a statement before you enter it",
        more: "A statement is not entered, and nothing is rolled. With a question before it, you see only the answer to the question. If the \
               question is about something that has been rolled, you also see what the odds were before the roll.",
        example: ":odds P(1d6 >= 4)",
        words: &["given", "median", "quantile", "sd"],
        id: CommandId::Odds,
    },
    Command {
        name: "advise",
        short: "a",
        arguments: "[GOAL :] STATEMENT",
        does: "show the best option at each choice of a statement before you enter it",
        more: "The goal is a chance or a mean; without one, it is the goal that the statement suggests. The statement is not \
               entered: nothing is rolled. If the mode is random, it also compares judging with rolling.",
        example: ":advise E(lift.total) : lift gate by ada",
        words: &[],
        id: CommandId::Advise,
    },
    Command {
        name: "state",
        short: "st",
        arguments: "[NAME]",
        does: "show the current values of people and things",
        more: "With a name, only those of that person or thing. Without one, members of a family that are `no` are left out. The next \
               scene can begin with these values.",
        example: ":state ada",
        words: &[],
        id: CommandId::State,
    },
    Command {
        name: "info",
        short: "i",
        arguments: "NAME",
        does: "say what a word is",
        more: "A scale is shown with its table, a procedure with its blanks, a thing with its fields and their values, \
               an action with its results.",
        example: ":info WORD",
        words: &[],
        id: CommandId::Info,
    },
    Command {
        name: "list",
        short: "l",
        arguments: "[SORT]",
        does: "list all known words, or those of one sort",
        more: "Sorts are scales, tables, dice, decks, kinds, plans, periods, rules, procedures, things and tallies, or the name of a kind.",
        example: ":list procedures",
        words: &[
            "decks",
            "dice",
            "kinds",
            "periods",
            "plans",
            "procedures",
            "rules",
            "scales",
            "tables",
            "tallies",
            "things",
        ],
        id: CommandId::List,
    },
    Command {
        name: "mode",
        short: "m",
        arguments: "[random|deliberate|automatic|table]",
        does: "set the mode for the next entries",
        more: "`random` rolls, `deliberate` judges without dice, `automatic` takes the declared results, and `table` asks \
               for the dice you roll.",
        example: ":mode deliberate",
        words: &["automatic", "deliberate", "random", "table"],
        id: CommandId::Mode,
    },
    Command {
        name: "dice",
        short: "d",
        arguments: "[program|table [NAMES]]",
        does: "say who rolls: the program, or you at the table",
        more: "With names, only the dice of those people are rolled by hand; the program rolls all other dice.",
        example: ":dice table",
        words: &["program", "table"],
        id: CommandId::Dice,
    },
    Command {
        name: "brief",
        short: "b",
        arguments: "[on|off]",
        does: "show only results, texts, and what has changed",
        more: "Without an argument, it toggles. `:why` still explains everything.",
        example: ":brief on",
        words: &["off", "on"],
        id: CommandId::Brief,
    },
    Command {
        name: "seed",
        short: "s",
        arguments: "[N]",
        does: "show or set the seed from which the next entries roll",
        more: "Each entry draws its own dice from it. The same entries, from the same seed and at the same place in the \
               session, roll the same dice. A seed that you set also applies to secret rolls.",
        example: ":seed 7",
        words: &[],
        id: CommandId::Seed,
    },
    Command {
        name: "cast",
        short: "c",
        arguments: "[ROLE=NAME, ROLE=NAME]",
        does: "cast the roles of a scene that is used",
        more: "The cast applies from then on. Casting a role again replaces the earlier person. Without an argument, you see who plays \
               each role.",
        example: ":cast thief=inez",
        words: &[],
        id: CommandId::Cast,
    },
    Command {
        name: "save",
        short: "sa",
        arguments: "FILE",
        does: "save the session as a runnable script, without undone entries",
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
        does: "export the session for reading (.md, .html), for programs (.json), or as a script (.asz)",
        more: "`players` leaves out everything players may not see; `without undone` leaves out undone entries. \
               Without a title, the file name is used.",
        example: ":export evening.md players \"The wall\"",
        words: &[],
        id: CommandId::Export,
    },
    Command {
        name: "reset",
        short: "res",
        arguments: "",
        does: "start an empty page; `:undo` brings the old one back",
        more: "A page is what `:save` writes and what `:odds` and `:why` know. Everything before it stays in the journal, and `:export` writes all of it.",
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

/// The commands that begin so, where several do.
pub(super) fn ambiguous(name: &str) -> Option<String> {
    let name = name.to_lowercase();
    let begun: Vec<String> =
        COMMANDS.iter().filter(|one| one.name.starts_with(&name)).map(|one| format!("`:{}`", one.name)).collect();
    (begun.len() > 1 && !name.is_empty()).then(|| begun.join(" or "))
}

/// The command of this name or short form.
pub(super) fn find(name: &str) -> Option<&'static Command> {
    let name = name.to_lowercase();
    COMMANDS.iter().find(|command| command.name == name || command.short == name)
}

/// The command that was probably meant.
pub(super) fn near(name: &str) -> Option<&'static str> {
    nearest::nearest(name, COMMANDS.iter().map(|command| command.name))
}

/// What to type to roll dice: no command is needed for it.
pub(super) const DICE: &str = "type the dice alone: `2d6`";

/// Whether dice are wanted by this word.
pub(super) fn throws(name: &str) -> bool {
    ["r", "roll"].contains(&name)
}

/// The command that is meant by a line that makes no sense and begins with its name. Alone, its short form is enough, and it may be a
/// word with which a line of a scene begins: no line is that word alone.
pub(super) fn without_colon(entered: &str, known: &Vocabulary, failure: &Failure) -> Option<CommandId> {
    let (name, rest) = name_and_rest(entered);
    let is_line = known.keywords("").contains(&name);
    let is_name = known.fitting("").iter().any(|word| word.text.split(' ').next() == Some(name));
    if rest.is_empty() && (is_line || !is_name) && !failure.has(codes::REFUSED) {
        return find(name).map(|command| command.id);
    }
    let command = COMMANDS.iter().find(|command| command.name == name.to_lowercase())?;
    let makes_no_sense = [codes::SYNTAX, codes::UNKNOWN_LINE, codes::UNKNOWN_NAME];
    let makes_no_sense = failure.diagnostics.iter().any(|found| makes_no_sense.contains(&found.code));
    let takes_it = command.words.iter().any(|word| rest.split_whitespace().next() == Some(*word));
    let is_of_a_scene = is_line && !takes_it && !fills_a_role(command, rest) || is_name && !is_line;
    (makes_no_sense && !is_of_a_scene).then_some(command.id)
}

/// `thief=inez`, behind the word with which a scene declares a role.
fn fills_a_role(command: &Command, rest: &str) -> bool {
    command.id == CommandId::Cast && rest.contains('=') && !rest.contains(':')
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
