//! What a journal can say.

#![expect(missing_docs, reason = "the fields of a variant are explained by the line above it")]

use serde::{Deserialize, Serialize};

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
    Answering { mode: Mode, by_hand: Vec<String> },
    /// It was understood and is about to run. The stream is where its dice and cards come from, its own place among the
    /// entries included: with what is `asked`, that is the address of each.
    Entered { entry: u64, sort: Sort, text: String, mode: Mode, chance: Stream },
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
    /// The text of an entry was changed: it and those behind it that came out in another way by that are what is told here from
    /// now on.
    Edited { entry: u64, redone: Vec<Redone> },
    /// The last change of a text that still stood is taken back: everything is as it was before it.
    Unedited { entry: u64 },
}

/// An entry as it has come out since a text was changed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Redone {
    pub entry: u64,
    pub name: String,
    pub text: String,
    pub asked: Vec<Exchange>,
    pub verdict: Verdict,
    pub state: Vec<Carried>,
}

/// What was entered.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Sort {
    /// Lines of a script, known to all that follow.
    Statement,
    /// An expression that rolls: it has an answer, and is no part of the script.
    Expression,
}

/// What answers whatever an entry leaves open.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Mode {
    /// Dice of the program, from the entry's stream.
    #[default]
    Random,
    /// Judgement; dice fall only where the script asks for them.
    Deliberate,
    /// What is declared happens.
    Automatic,
    /// Dice of the people at the table, as they are asked for.
    Table,
}
