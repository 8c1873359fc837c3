//! What a journal can say.

#![expect(missing_docs, reason = "the fields of a variant are explained by the line above it")]

use serde::{Deserialize, Serialize};

use crate::answer::recorded::Asked;
use crate::verdict::{Shown, Verdict};

/// One thing that happened in a session.
///
/// Entries are numbered from 1 in the order they were typed, over the whole journal. An entry counts once it is
/// `Answered`, until it is `Struck`; one without an answer at the end of a journal was cut off by a crash, and the
/// replies that were given to it are not lost.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "record", rename_all = "snake_case", deny_unknown_fields)]
pub enum Record {
    /// The first record: who wrote it, the stream of chance, and the seed from which entries get theirs.
    Opened { version: u32, program: String, stream: String, seed: u64 },
    /// A text that entries use, as it was read: the first time, and whenever it has changed.
    Source { name: String, text: String },
    /// Entries from here on stand on a fresh page: nothing of what was typed before is known, except for these values,
    /// which are carried over by name. `why` says so to the reader.
    Page { carried: Vec<Shown>, why: String },
    /// How entries from here on are answered.
    Answering { mode: Mode, by_hand: Vec<String> },
    /// A statement was understood and is about to run.
    Entered { entry: u64, name: String, text: String, mode: Mode, seed: u64 },
    /// A person has answered a question of the running entry.
    Replied { entry: u64, asked: Asked },
    /// It has run: everything that was asked with its answers, what is to be shown, and the values at the end that
    /// another page can carry over.
    Answered { entry: u64, asked: Vec<Asked>, verdict: Verdict, state: Vec<Shown> },
    /// It came to nothing: refused, or broken off. Nothing of it counts.
    Dropped { entry: u64, why: String },
    /// It is struck out.
    Struck { entry: u64 },
    /// It counts again.
    Restored { entry: u64 },
}

/// What answers whatever an entry leaves open.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Mode {
    /// Dice of the program, from the entry's seed.
    #[default]
    Random,
    /// Judgement.
    Deliberate,
    /// What is declared happens.
    Automatic,
    /// Dice of the people at the table, as they are asked for.
    Table,
}
