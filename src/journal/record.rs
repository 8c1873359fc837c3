//! What a journal can say.

#![expect(missing_docs, reason = "the fields of a variant are explained by the line above it")]

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
pub enum Record {
    /// The first record: who wrote it, and the seeds from which entries roll.
    Opened { version: u32, program: String, seeds: Seeds },
    /// A text that entries use, as it was read: the first time, and whenever it has changed.
    Source { name: String, text: String },
    /// Entries from here on stand on a fresh page, on which nothing has happened yet. What the `known` entries declare is
    /// still known. The values are carried over by name. `turned_for` is the entry for which the page was turned, and
    /// with which it is turned back.
    Page { known: Vec<u64>, carried: Vec<Carried>, turned_for: Option<u64>, why: String },
    /// Who fills the roles of scenes from here on.
    Cast { role: String, thing: String },
    /// Entries from here on roll from these seeds.
    Seeded { seeds: Seeds },
    /// How entries from here on are answered.
    Answering { mode: EntryMode, by_hand: Vec<String> },
    /// It was understood and is about to run. The stream is where its dice and cards come from, its own place among the
    /// entries included: with what is `asked`, that is the address of each.
    Entered { entry: u64, sort: EntrySort, text: String, mode: EntryMode, chance: Stream },
    /// A question of the running entry was answered: by a person, or on the way to a question to a person.
    Replied { entry: u64, asked: Exchange },
    /// It has run: everything that was asked with its answers, what is to be shown, and the values at the end that
    /// another page can carry over.
    Answered { entry: u64, name: String, asked: Vec<Exchange>, verdict: Verdict, state: Vec<Carried> },
    /// It came to nothing: refused, or broken off. Nothing of it counts.
    Dropped { entry: u64, why: String },
    /// An entry is struck out: it stays in the journal, and counts no more.
    Struck { entry: u64 },
    /// An entry that was struck out counts again.
    Restored { entry: u64 },
}

/// What was entered.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
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
