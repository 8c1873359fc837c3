//! The records of a journal.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::drivers::Mode;
use crate::drivers::recorded::Exchange;
use crate::semantics::chance::{Seeds, Stream};
use crate::verdict::{Carried, Verdict};

/// One thing that happened in a session.
///
/// Entries are numbered from 1 in the order they were typed, over the whole journal. An entry counts once it is
/// `Answered`, until it is `Struck`; one without an answer at the end of a journal was cut off by a crash, and the
/// replies that were given to it are not lost.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "record", rename_all = "snake_case", deny_unknown_fields)]
#[non_exhaustive]
#[expect(
    clippy::large_enum_variant,
    reason = "most records of an evening are those with a verdict, and each is written at once"
)]
pub enum Record {
    /// The first record: who wrote it, and the seeds from which entries roll.
    Opened {
        /// The version of the format: [`VERSION`](super::VERSION) of the program that wrote it.
        version: u32,
        /// The program with its version, for people.
        program: String,
        /// The seeds from which entries roll.
        seeds: Seeds,
        /// The day on which it was begun, such as `2026-11-30`, if the host said so.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        date: Option<String>,
    },
    /// A text that entries use, as it was read: the first time, and whenever it has changed.
    Source {
        /// The name by which `use` finds it.
        name: String,
        /// All of it.
        text: String,
    },
    /// Entries from here on stand on a fresh page, on which nothing has happened yet. What the `known` entries declare is
    /// still known. The values are carried over by name. `turned_for` is the entry for which the page was turned, and
    /// with which it is turned back.
    Page {
        /// The numbers of the entries whose declarations are still known.
        known: Vec<u64>,
        /// The values that the page begins with, where it has a place for them.
        carried: Vec<Carried>,
        /// The entry for which it was turned; `None` where somebody wanted it.
        turned_for: Option<u64>,
        /// The reason, for people.
        why: String,
    },
    /// The page before the last one that somebody wanted is the page again: nothing counts on the newer one.
    Reopened {},
    /// Who fills the roles of scenes from here on.
    Cast {
        /// The role, as a scene names it.
        role: String,
        /// Who fills it, as they are declared.
        thing: String,
    },
    /// Entries from here on roll from these seeds.
    Seeded {
        /// The seeds from which they roll.
        seeds: Seeds,
    },
    /// How entries from here on are answered.
    Answering {
        /// How they are answered.
        mode: EntryMode,
        /// Whose dice are rolled by hand, by name or title, in `table`; nobody stands for everybody.
        by_hand: Vec<String>,
    },
    /// It was understood and is about to run. The stream is where its dice and cards come from, its own place among the
    /// entries included: with what is `asked`, that is the address of each.
    Entered {
        /// Its number, from 1.
        entry: u64,
        /// What it is.
        sort: EntrySort,
        /// As it was typed.
        text: String,
        /// How it is answered.
        mode: EntryMode,
        /// The stream of its dice and cards.
        chance: Stream,
    },
    /// A question of the running entry was answered: by a person, or on the way to a question to a person. While a text is being
    /// changed, only what a person answered, for the entry that is changed or one behind it.
    Replied {
        /// The number of the entry.
        entry: u64,
        /// The question, with its answer.
        asked: Exchange,
    },
    /// It has run: everything that was asked with its answers, what is to be shown, and the values at the end that
    /// another page can carry over.
    Answered {
        /// Its number.
        entry: u64,
        /// What it is called; may be empty.
        name: String,
        /// All questions with their answers, in their order.
        asked: Vec<Exchange>,
        /// What came of it, with all its secrets.
        verdict: Verdict,
        /// The values at its end that another page can carry over, with all secrets.
        state: Vec<Carried>,
    },
    /// It came to nothing: refused, or broken off. Nothing of it counts. So it is with the change of a text that is under way.
    Dropped {
        /// Its number.
        entry: u64,
        /// Why, for people.
        why: String,
    },
    /// An entry is undone: it stays in the journal, and no longer counts.
    Struck {
        /// Its number.
        entry: u64,
    },
    /// What was undone last counts again: an entry, or the change of its text.
    Restored {
        /// Its number.
        entry: u64,
    },
    /// Somebody is asked something while the text of an entry is being changed; until the change is `Edited` or `Dropped`, or anything
    /// else begins, it was cut off by a crash.
    Rewording {
        /// The number of the entry whose text is being changed.
        entry: u64,
        /// The new text.
        text: String,
    },
    /// The text of an entry was changed: it and those behind it that came out in another way by that are what is told here from
    /// now on.
    Edited {
        /// The number of the entry whose text was changed.
        entry: u64,
        /// It and the entries behind it that came out in another way, as they are now.
        redone: Vec<Redone>,
    },
    /// The last change of a text that still stood is taken back: everything is as it was before it.
    Unedited {
        /// The number of the entry whose change is taken back.
        entry: u64,
    },
}

/// An entry as it has come out since a text was changed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[non_exhaustive]
pub struct Redone {
    /// Its number.
    pub entry: u64,
    /// What it is called; may be empty.
    pub name: String,
    /// As it is written now.
    pub text: String,
    /// All questions with their answers, in their order.
    pub asked: Vec<Exchange>,
    /// What came of it, with all its secrets.
    pub verdict: Verdict,
    /// The values at its end that another page can carry over, with all secrets.
    pub state: Vec<Carried>,
}

/// What was entered.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum EntrySort {
    /// Lines of a script, known to all that follow.
    Statement,
    /// An expression that rolls: it has an answer, and is no part of the script.
    Expression,
}

/// What answers whatever a script or an entry leaves open: an [`engine::Mode`](crate::engine::Mode), and for dice whose they
/// are.
// The protocol says it with the same words.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[schemars(rename = "Mode", description = "What answers whatever a script leaves open.")]
#[non_exhaustive]
pub enum EntryMode {
    /// Dice of the program.
    #[default]
    Random,
    /// Judgement, without dice.
    Deliberate,
    /// What is declared happens.
    Automatic,
    /// Dice of the people at the table, as they are asked for.
    Table,
}

impl From<EntryMode> for Mode {
    fn from(mode: EntryMode) -> Self {
        match mode {
            EntryMode::Random | EntryMode::Table => Mode::Random,
            EntryMode::Deliberate => Mode::Deliberate,
            EntryMode::Automatic => Mode::Automatic,
        }
    }
}
