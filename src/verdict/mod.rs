//! The verdict: what happened, in order, as plain data with a published schema.

#![deny(clippy::wildcard_enum_match_arm, reason = "a new event is decided about wherever events are told")]

mod dates;
mod document;
mod event;
pub(crate) mod form;
mod houses;
pub mod html;
mod index;
pub mod json;
mod lead_up;
pub mod markdown;
mod mentions;
mod packs;
mod provenance;
mod reasons;
#[doc(hidden)]
pub mod recorder;
pub(crate) mod redaction;
mod rows;
pub mod rules;
mod seeds;
mod subjects;
pub mod text;
mod text_part;
mod transcript;
mod visibility;
pub mod why;
mod words;

use std::sync::Arc;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

pub use crate::semantics::visibility::Visibility;
pub use form::Form;
pub use lead_up::LeadUp;
pub use packs::Pack;
pub use rows::{Contribution, Row};
pub use text_part::TextPart;
pub(crate) use transcript::says_hidden;
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
    /// The packs of house rules from which some of these are, in the order of their `use`. Left out where there are none.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub packs: Vec<Pack>,
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
    ///
    /// ```
    /// use assize::{Answers, Engine, Shelf};
    ///
    /// # let mut shelf = Shelf::default();
    /// # shelf.put("lamps", "
    /// #     system lamps \"Lamps in the Dark\"
    /// #     ladder glow, rolls 1d6, highest first { level | rolls | judged, bright | 4..6 | 0.., dark | 1..3 | ..-1 }
    /// #     kind person { oil : 0..9 = 3 }
    /// #     procedure light by person { resolve glow with person.oil }");
    /// let encounter = Engine::with(shelf).compile("night.asz", "use lamps\nperson ada\nlight lamp by ada")?;
    /// let verdict = encounter.adjudicate(Answers::deliberate())?;
    /// assert_eq!(verdict.get("lamp.glow").map(|glow| glow.value.as_str()), Some("bright"));
    /// # Ok::<(), assize::Failure>(())
    /// ```
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
    /// The pack to which it belongs, by its name. Left out if it belongs to none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pack: Option<SharedText>,
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
#[non_exhaustive]
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
        /// The path of the run: the name it was given, such as `lift`, behind those of the runs it lies in.
        path: SharedText,
        /// The procedure, as the system declares it: `try`.
        procedure: SharedText,
        /// What the scene says of it in quotes, if anything.
        text: Option<SharedText>,
        /// Each role with who has it, in the order of the declaration; the first is whoever acts.
        roles: Arc<[(SharedText, SharedText)]>,
        /// The line of the scene that calls it.
        place: Place,
    },
    /// It is over.
    End {
        /// The path of the run that is over, as it was in `begin`.
        path: SharedText,
    },
    /// A step of it begins.
    Step {
        /// The path of its run, such as `lift`; `lift.haul` for a run within it.
        path: SharedText,
        /// The step, as the system declares it.
        name: SharedText,
        /// Its title for people, if it has one.
        title: Option<SharedText>,
    },
    /// A period begins or ends.
    Period {
        /// The period, as the system declares it: `round`.
        name: SharedText,
        /// Whether it begins; otherwise it ends.
        begins: bool,
    },
    /// Turns begin, in this order.
    Order {
        /// Whose they are: whoever comes first stands first.
        turns: Vec<OrderedTurn>,
    },
    /// A sum was made.
    Sum {
        /// What it came to, by its path: `lift.total`.
        total: Shown,
        /// What went into it, in the order of the system; rows that came to nothing are among them.
        rows: Vec<Row>,
        /// The line of the system that adds it up.
        place: Place,
    },
    /// A value was computed; what is `decided` is an end in itself, everything else only helps to work it out.
    Computed {
        /// The value, by its path.
        value: Shown,
        /// Whether it is an end in itself; otherwise only `why` tells of it.
        decided: bool,
        /// The paths of the named values that it was computed from, each once.
        reads: Arc<[SharedText]>,
        /// The line that computes it.
        place: Place,
    },
    /// Dice were rolled, or judged to show certain faces.
    Rolled {
        /// What was rolled for: `lift.height`.
        path: SharedText,
        /// The dice, in the notation of the system: `2d6`, `P3`.
        pool: SharedText,
        /// Each die in the order of the roll; at most 1,000.
        dice: Vec<Die>,
        /// What the faces that count come to together.
        kept: i64,
        /// Who or what rolled them, or whether they were judged.
        how: How,
        /// The line that rolls.
        place: Place,
        /// Whether these dice belong to those of the roll before, which exploded, say: all of them come to one value.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        goes_on: bool,
    },
    /// What the dice rolled just before come to together with what they were calculated with.
    Totalled {
        /// What it comes to, by the path of the roll: `lift.height`.
        total: Shown,
        /// The calculation, with what counts of the dice: `5 + 3`.
        calculation: SharedText,
        /// The paths of the named values that the calculation asks for, each once.
        reads: Arc<[SharedText]>,
        /// The line that rolls.
        place: Place,
    },
    /// A ladder was resolved, with this total.
    Resolved {
        /// The level that came out, by its path: `lift.height`.
        result: Shown,
        /// What the ladder was resolved with. It has no name; the `sum` before it tells how it was made.
        total: Shown,
        /// Whether it was judged, rolled or declared.
        how: How,
        /// The paths of the named values that the total was computed from, each once.
        #[serde(default)]
        reads: Arc<[SharedText]>,
        /// The line that resolves it.
        place: Place,
    },
    /// A card was drawn.
    Drawn {
        /// What was drawn for.
        path: SharedText,
        /// The deck, as the system declares it.
        deck: SharedText,
        /// The number of the card, from 0.
        card: i64,
        /// Who or what drew it, or whether it was judged.
        how: How,
        /// The line that draws.
        place: Place,
    },
    /// A person, a policy or a default chose.
    Chosen {
        /// What was chosen, by the name under which it can be chosen beforehand.
        choice: Shown,
        /// The question in words; may be empty.
        question: SharedText,
        /// The pieces of the question, if values stand in it; otherwise left out.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        parts: Vec<TextPart>,
        /// Who was to decide; may be empty.
        by: SharedText,
        /// Whether a person chose, or the default was taken.
        how: How,
        /// The line that asks.
        place: Place,
    },
    /// A plan was cut.
    Cut {
        /// The path of the plan: `lift.haul`.
        path: SharedText,
        /// The plan, as the system declares it.
        plan: SharedText,
        /// What its points are called.
        unit: SharedText,
        /// How many points were kept. The others, those of the highest numbers, are lost.
        #[serde(rename = "kept")]
        remaining: i64,
        /// Its points in the order of their priority; at most 1,000.
        slots: Vec<Point>,
        /// What became of each qualifier, also of those that have lost nothing.
        achieved: Vec<Achieved>,
        /// The line that cuts it.
        place: Place,
    },
    /// What the level reached means here.
    Meaning {
        /// What was resolved: `lift.height`.
        path: SharedText,
        /// The level that it reached.
        level: SharedText,
        /// What the scene says of that level; never empty.
        text: SharedText,
        /// The pieces of the text, if values stand in it; otherwise left out.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        parts: Vec<TextPart>,
    },
    /// A value of somebody or something changed.
    Changed {
        /// The field, such as `ada.oil`, or the tally or flag of the scene.
        path: SharedText,
        /// What the scene says that its tally or flag is about, such as "paces between them"; otherwise left out.
        #[serde(default, skip_serializing_if = "SharedText::is_empty")]
        about: SharedText,
        /// Its value until now, in the words of the system.
        before: SharedText,
        /// Its value from now on. It may be the same.
        after: SharedText,
        /// The reason; may be empty.
        why: SharedText,
        /// The paths of the named values that it was computed from, each once, its own value until now left out.
        #[serde(default)]
        reads: Arc<[SharedText]>,
        /// The line that changes it.
        place: Place,
    },
    /// A legal stop.
    Stop {
        /// The path of its run, such as `lift`; `lift.haul` for a run within it.
        path: SharedText,
        /// The reason, in the words of the script.
        why: SharedText,
        /// The pieces of the reason, if values stand in it; otherwise left out.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        parts: Vec<TextPart>,
        /// The line that stops it.
        place: Place,
    },
    /// A text that the scene put into a blank: a goal, a place; or why it put something there, where no sum tells it.
    Said {
        /// The path of the blank: `lift.goal`.
        path: SharedText,
        /// The text, as the scene has it.
        text: SharedText,
    },
    /// A function of a house rule was called for what stands at `path`. `name` is the point where it stands, or how it
    /// was called.
    House {
        /// The point where it stands, such as `total`, or `house.NAME` where an expression calls it by its name.
        name: SharedText,
        /// The file of the function, or who else answers it.
        house: SharedText,
        /// What it was called for: `lift.total`.
        path: SharedText,
        /// What it was handed, in order.
        reads: Vec<Shown>,
        /// What it added, each with its reason; empty where it added nothing.
        added: Vec<Added>,
        /// What it answered, if anything: a number, or the level it put in the place of another one.
        value: Option<Box<Shown>>,
        /// What it has to say to the reader; often empty.
        notes: Vec<SharedText>,
        /// The line that called it.
        place: Place,
    },
    /// The host is to do something now that all is over.
    Signal {
        /// The name under which the host lends it, as for `Engine::signalled`.
        name: SharedText,
        /// What it is handed, in order.
        arguments: Vec<Shown>,
        /// The line that signals.
        place: Place,
    },
    /// A word to the reader.
    Note {
        /// The words, as the script has them.
        text: SharedText,
        /// The pieces of the text, if values stand in it; otherwise left out.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        parts: Vec<TextPart>,
    },
    /// Somebody learned something.
    Reveal {
        /// What they learned, by its path.
        what: SharedText,
        /// Who learned it.
        to: Arc<[SharedText]>,
    },
}

pub use crate::machine::How;

/// Somebody's turn.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct OrderedTurn {
    /// Whose it is.
    pub who: SharedText,
    /// The numbers it goes by: the higher comes first, and each of them decides where those before it are equal. They have no
    /// names.
    pub keys: Vec<Shown>,
    /// The named values they were computed from.
    pub reads: Arc<[SharedText]>,
    /// The line of the scene that says so.
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
