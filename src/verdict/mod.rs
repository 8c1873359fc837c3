//! The verdict: what happened, in order, as plain data with a published schema.

#![deny(clippy::wildcard_enum_match_arm, reason = "a new event is decided about wherever events are told")]
#![expect(missing_docs, reason = "the fields of a variant are explained by the line above it")]

mod document;
mod event;
mod houses;
pub mod html;
mod index;
pub mod json;
pub mod markdown;
mod provenance;
pub mod recorder;
pub(crate) mod redaction;
mod seeds;
pub mod text;
mod transcript;
mod visibility;
pub mod why;
mod words;

use std::sync::Arc;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

pub use crate::semantics::visibility::Visibility;
pub use transcript::{Transcript, TranscriptEntry};
pub use visibility::Audience;
pub(crate) use words::roles;

use crate::semantics::chance::Seed;
use crate::shared_text::SharedText;
use crate::source::Place;

/// Everything a run has to say.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[non_exhaustive]
pub struct Verdict {
    /// The system's title.
    pub system: SharedText,
    /// The overlays laid over it, in the order of their `use`.
    #[serde(default)]
    pub houses: Vec<House>,
    /// How open questions were answered: `deliberate`, `random`, `automatic`, `dice`.
    pub mode: SharedText,
    /// The seed, when the program rolled; the same script, seeds and stream give the same verdict everywhere. A whole
    /// number or 32 hexadecimal digits.
    #[schemars(with = "Option<String>")]
    pub seed: Option<Seed>,
    /// The seed of what the program rolled in secret, unless it follows from the other.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Option<String>")]
    pub secret_seed: Option<Seed>,
    /// The name of the stream of chance.
    pub stream: Option<SharedText>,
    /// The entry of a session whose dice the program rolled. Left out outside of sessions.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub entry: Option<u64>,
    /// What happened, in order.
    pub events: Vec<Happened>,
    /// The named results at the end, in order of declaration: `lift.height`, `low`.
    pub results: Vec<Shown>,
    /// Why the run was refused before it came to its end: then this is what had happened until then, and none of it
    /// counts. Left out of a whole verdict.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub refused: Option<SharedText>,
}

impl Verdict {
    /// The result of this name, such as `lift.height`, as it is at the end.
    pub fn get(&self, name: &str) -> Option<&Shown> {
        self.results.iter().find(|result| result.name == name)
    }
}

/// An overlay that was in force.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct House {
    /// Its name, as after `use house`.
    pub name: SharedText,
    /// Its title, for people.
    pub title: Option<SharedText>,
    /// The text it stands in, as places name it.
    pub file: SharedText,
}

/// A named value in the words of the system.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Shown {
    /// Its path.
    pub name: SharedText,
    /// In words: `minor`, `2b`, `yes`; `unreached` when its line was not reached.
    pub value: SharedText,
    /// As a number; `null` when unreached or not to be known.
    pub number: Option<i64>,
    /// Who may know it.
    #[serde(default = "Visibility::left_out")]
    pub visibility: Visibility,
}

/// One thing that happened, and who may learn of it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[non_exhaustive]
pub struct Happened {
    /// Who may learn of it.
    #[serde(default = "Visibility::left_out")]
    pub visibility: Visibility,
    /// Lines of overlays that had a hand in it, besides its own place: rows of a table, a level, a rule.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub overlaid: Vec<Overlaid>,
    /// What it is.
    #[serde(flatten)]
    pub event: Event,
}

/// A line of an overlay that counted.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
pub struct Overlaid {
    /// The line.
    pub place: Place,
    /// Who may learn that it did.
    #[serde(default = "Visibility::left_out")]
    pub visibility: Visibility,
}

impl Happened {
    /// An event in which no overlay had a hand. Nothing happens without a word for whom it is.
    pub fn new(visibility: Visibility, event: Event) -> Self {
        Self { visibility, overlaid: Vec::new(), event }
    }
}

/// A value that a later scene or page can begin with, both as a script would write them: `lamp.oil`, `3`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Carried {
    /// Whose value.
    pub name: String,
    /// The value.
    pub value: String,
    /// Who may know it. Left out where it is for all.
    #[serde(default = "Visibility::left_out", skip_serializing_if = "Visibility::is_for_all")]
    pub visibility: Visibility,
}

/// One thing that happened.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "event", rename_all = "snake_case")]
#[non_exhaustive]
pub enum Event {
    /// A procedure begins.
    Begin {
        path: SharedText,
        procedure: SharedText,
        text: Option<SharedText>,
        roles: Arc<[(SharedText, SharedText)]>,
        place: Place,
    },
    /// It is over.
    End { path: SharedText },
    /// A step of it begins.
    Step { path: SharedText, name: SharedText, title: Option<SharedText> },
    /// A period begins or ends.
    Period { name: SharedText, begins: bool },
    /// A sum was made.
    Sum { total: Shown, rows: Vec<Row>, place: Place },
    /// A value was computed; what is `decided` is an end in itself, everything else only helps to work it out.
    Computed { value: Shown, decided: bool, reads: Arc<[SharedText]>, place: Place },
    /// Dice were rolled, or judged to show certain faces.
    Rolled { path: SharedText, pool: SharedText, dice: Vec<Die>, kept: i64, how: How, place: Place },
    /// A ladder was resolved, with this total.
    Resolved { result: Shown, total: Shown, how: How, place: Place },
    /// A card was drawn.
    Drawn { path: SharedText, deck: SharedText, card: i64, how: How, place: Place },
    /// A person, a policy or a default chose.
    Chosen { choice: Shown, question: SharedText, by: SharedText, how: How, place: Place },
    /// A plan was cut.
    Cut {
        path: SharedText,
        plan: SharedText,
        unit: SharedText,
        #[serde(rename = "kept")]
        remaining: i64,
        slots: Vec<Point>,
        achieved: Vec<Achieved>,
        place: Place,
    },
    /// What the level reached means here.
    Meaning { path: SharedText, level: SharedText, text: SharedText },
    /// A value of somebody or something changed.
    Changed { path: SharedText, before: SharedText, after: SharedText, why: SharedText, place: Place },
    /// A legal stop.
    Stop { path: SharedText, why: SharedText, place: Place },
    /// A text that the scene put into a blank: a goal, a place.
    Said { path: SharedText, text: SharedText },
    /// A function of a house rule was called for what stands at `path`. `name` is the point where it stands, or how it
    /// was called.
    House {
        name: SharedText,
        house: SharedText,
        path: SharedText,
        reads: Vec<Shown>,
        added: Vec<Added>,
        value: Option<Shown>,
        notes: Vec<SharedText>,
        place: Place,
    },
    /// The host is to do something now that all is over.
    Signal { name: SharedText, arguments: Vec<Shown>, place: Place },
    /// A word to the reader.
    Note { text: SharedText },
    /// Somebody learned something.
    Reveal { what: SharedText, to: Arc<[SharedText]> },
}

pub use crate::machine::How;

/// A labelled source of a sum.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Row {
    /// What it is called.
    pub label: SharedText,
    /// In the system's notation; `unreached` counts as nothing.
    pub value: SharedText,
    /// As a number.
    pub number: Option<i64>,
    /// What the scene put in.
    pub parts: Vec<Contribution>,
    /// The named values it was computed from.
    pub reads: Arc<[SharedText]>,
    /// The line of the system.
    pub place: Place,
    /// Lines of overlays that had a hand in it, besides that.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub overlaid: Vec<Overlaid>,
}

/// What a scene put in.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "Part")]
pub struct Contribution {
    /// As written.
    pub label: SharedText,
    /// The reason.
    pub text: Option<SharedText>,
    /// In the system's notation.
    pub value: SharedText,
    /// As a number; `null` when it did not apply.
    pub number: Option<i64>,
    /// Why it did not apply.
    pub suppressed: Option<SharedText>,
    /// Who may know of it.
    #[serde(default = "Visibility::left_out")]
    pub visibility: Visibility,
    /// The line of the scene.
    pub place: Place,
}

/// What a house rule added.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Added {
    /// In the system's notation.
    pub value: SharedText,
    /// As a number.
    pub number: i64,
    /// Why; may be empty.
    pub reason: SharedText,
}

/// One die.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Die {
    /// Its sides.
    pub sides: i64,
    /// What it shows.
    pub face: i64,
    /// Whether it counts.
    pub kept: bool,
}

/// One point of a plan.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Point {
    /// Its number, from 1.
    pub number: i64,
    /// What it buys.
    pub label: SharedText,
    /// Whether it was kept.
    #[serde(rename = "kept")]
    pub remains: bool,
}

/// What became of a qualifier.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Achieved {
    /// Its path.
    pub path: SharedText,
    /// What was laid out.
    pub planned: SharedText,
    /// What is left.
    pub achieved: SharedText,
}
