//! How to do it: a flat program that any driver can answer. It knows no text, only spans.
//! A program is plain data: it can be stored, loaded (see [`Program::check_format`]), printed, and checked
//! ([`invariants`]). Everything in it is a whole number or *unreached* (`None`).

#![deny(
    clippy::wildcard_enum_match_arm,
    reason = "a new instruction or trace is decided about wherever programs are read"
)]

pub mod expectation;
pub mod flow;
mod functions;
mod houses;
pub mod insertion;
pub mod invariants;
mod ladder;
pub mod liveness;
pub mod lower;
pub mod passes;
mod people;
pub mod print;
mod renumber;
pub mod secrecy;
mod trace_rows;
mod wording;

pub use functions::{HOST, Returns};

use std::sync::Arc;

use serde::{Deserialize, Serialize};

pub use crate::semantics::arithmetic::{Binary, Unary, Value};
pub use crate::semantics::dice::{Keep, Question};
use crate::shared_text::SharedText;
use crate::source::{SourceId, Span};
pub use houses::{Brought, House, Pack};
pub use people::{Decider, Roller};
pub use trace_rows::{Part, TraceRow, TraceTerm};
pub use wording::{Filling, Hole, KEPT, Piece, UNREACHED, Wording};

/// The format this version writes and reads. Any change to the types of this module changes it.
pub const FORMAT: u32 = 17;

/// Names one register of the state.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Register(pub u32);

impl Register {
    /// So many registers, beginning with this number.
    pub(crate) fn all(first: usize, count: usize) -> impl Iterator<Item = Self> {
        (first..first + count).map(|number| Self(u32::try_from(number).unwrap_or(u32::MAX)))
    }
}

/// An instruction's number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Address(pub u32);

/// Something to read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Operand {
    /// A number known when the program was made.
    Value(i64),
    /// What a register holds.
    Register(Register),
    /// Never reached.
    Unreached,
}

impl Operand {
    /// The register it reads, if it is one.
    pub(crate) fn register(self) -> Option<Register> {
        match self {
            Operand::Register(register) => Some(register),
            Operand::Value(_) | Operand::Unreached => None,
        }
    }
}

/// A compiled encounter.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Program {
    /// See [`FORMAT`].
    pub format: u32,
    /// The system's title, for people.
    pub title: SharedText,
    /// The overlays laid over it.
    pub houses: Vec<House>,
    /// The packs from which some of them are, in the order of their `use`.
    pub packs: Vec<Pack>,
    /// The levels they brought.
    pub brought: Vec<Brought>,
    /// How modifiers are written.
    pub notation: Notation,
    /// The state: one value each.
    pub registers: Vec<RegisterInfo>,
    /// The fields of things that can change or are kept from somebody, with their names in [`Program::registers`]: what a later scene carries on.
    pub fields: Vec<Register>,
    /// Scales and ladders, for showing and for resolving.
    pub scales: Vec<Scale>,
    /// Columns: one value a level. A dash is `None`.
    pub tables: Vec<Vec<Value>>,
    /// Decks of cards.
    pub decks: Vec<Deck>,
    /// Texts that a register of [`Shape::Text`] numbers.
    pub texts: Vec<SharedText>,
    /// Functions a host or a hook answers.
    pub functions: Vec<Function>,
    /// What is done.
    pub code: Vec<Instruction>,
    /// Where each instruction comes from; as long as `code`.
    pub spans: Vec<Span>,
    /// What is told about it on the way, named by [`Instruction::Trace`].
    pub traces: Vec<Trace>,
    /// What is hidden from whom.
    pub secrecy: secrecy::Secrecy,
    /// What was asked to be known at the end: claims, odds, `given`.
    pub results: Vec<ResultInfo>,
}

/// How the system writes its modifiers.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Notation {
    /// `+2`, `-3`
    Signed,
    /// `2b`, `3p`: the letters for a bonus and a penalty.
    Units { bonus: SharedText, penalty: SharedText },
}

/// One register.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RegisterInfo {
    /// The path a person knows it by, such as `lift.total`; `None` for intermediate values.
    pub name: Option<SharedText>,
    /// How its number is to be read.
    pub shape: Shape,
    /// Its value at the start.
    pub initial: Value,
}

/// How a number is to be read.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Shape {
    /// A whole number.
    Number,
    /// A number that helps or hinders.
    Modifier,
    /// 0 or 1.
    YesNo,
    /// A place in [`Program::scales`]`[n]`, from 0 in the order of rank: 0 is the lowest level.
    Level(u32),
    /// A number of sides.
    Die,
    /// A card's number in [`Program::decks`]`[n]`.
    Card(u32),
    /// A place in [`Program::texts`].
    Text,
    /// A place in a list of option names.
    Option(Vec<SharedText>),
}

/// A scale; a ladder when it has bands.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Scale {
    /// Its name.
    pub name: SharedText,
    /// Its levels, lowest first.
    pub levels: Vec<SharedText>,
    /// For ladders whose rows are headed by numbers: the number each level answers, lowest level first.
    pub numbers: Option<Vec<i64>>,
    /// Bands over the dice: inclusive bounds and the value (a level's place, or its number if `numbers`).
    pub rolled: Vec<Band>,
    /// Bands over the total; no bands: judgement cannot answer.
    pub judged: Vec<Band>,
}

/// `low..high` (inclusive; `None` is open) comes to `value`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Band {
    /// Lowest key.
    pub low: Option<i64>,
    /// Highest key.
    pub high: Option<i64>,
    /// What it comes to.
    pub value: i64,
}

/// A deck. Cards are numbered from 0.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Deck {
    /// Its name.
    pub name: SharedText,
    /// For each card the lowest card that no question of this program can tell from it. Odds make one card of them.
    pub class: Vec<u32>,
    /// The card judgement sees.
    pub judged: Option<u32>,
}

/// A function answered from outside; it must be pure.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Function {
    /// The file it stands in, or whoever else answers it.
    pub house: SharedText,
    /// The text of that file.
    pub source: SourceId,
    /// Its name.
    pub name: SharedText,
    /// How its arguments are read, with the names it reads them by; as many go in.
    pub parameters: Vec<(SharedText, Shape)>,
    /// What comes out.
    pub returns: Returns,
    /// Set where the program goes on after a refusal: the number of the function that is asked instead of this one. Behind its values
    /// it is then answered *yes* if that one refuses, with no values, and *no* otherwise.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub caught: Option<u32>,
}

/// Something asked to be known at the end.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ResultInfo {
    /// As written, such as `P(lift.height is low)`.
    pub label: SharedText,
    /// Where its value is.
    pub register: Register,
    /// Where it was written.
    pub span: Span,
}

/// How an instruction is to be answered, as fixed by the script.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Method {
    /// The script leaves it to whoever runs it.
    Open,
    /// By judgement.
    Deliberate,
    /// By dice, cards.
    Random,
    /// What is declared happens; without a declared value the best level.
    Automatic(Option<Operand>),
}

/// One step of a program. `into` is always a register that the instruction writes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Instruction {
    /// Copies.
    Copy { into: Register, from: Operand },
    /// Makes `count` registers from `first` on unreached.
    Clear { first: Register, count: u32 },
    /// `into = op a`; unreached stays unreached, except for [`Unary::IsReached`].
    Unary { into: Register, op: Unary, a: Operand },
    /// `into = a op b`; unreached if either is, except that `and` with *no* is *no* and `or` with *yes* is *yes*.
    Binary { into: Register, op: Binary, a: Operand, b: Operand },
    /// `into = tables[table][key]`; unreached outside the table.
    Lookup { into: Register, table: u32, key: Operand },
    /// `into` = the value of the band of `scales[scale].rolled` or `.judged` that holds `key`; unreached if none does.
    Band { into: Register, scale: u32, judged: bool, key: Operand },
    /// Goes on elsewhere.
    Jump { to: Address },
    /// Goes on at `to` unless `on` is *yes*; unreached counts as *no*.
    Unless { on: Operand, to: Address },
    /// What stands before `over` only computes what is told. Whoever does not listen goes on there.
    Aside { over: Address },
    /// Asks how to resolve. Judged or automatic: writes `into`, and on at `after`. Rolled: the next ones roll and write `into`.
    /// The total was computed from the named values that it `reads`.
    Resolve {
        into: Register,
        scale: u32,
        total: Operand,
        method: Method,
        path: SharedText,
        after: Address,
        reads: Arc<[SharedText]>,
    },
    /// Rolls.
    Roll(Box<Roll>),
    /// Draws a card from what is left of a deck.
    Draw { into: Register, deck: u32, method: Method, path: SharedText, by: Box<Roller>, shown: Option<u32> },
    /// Puts every card back.
    Shuffle { deck: u32 },
    /// Asks a person.
    Choose(Box<Choose>),
    /// Asks a host or a house rule: numbers go in, and as many as there are registers come out.
    Call { into: Vec<Register>, function: u32, arguments: Vec<Operand>, path: SharedText },
    /// Tells something, to whoever listens. Never changes the state.
    Trace(u32),
    /// Refuses the input: the run ends with an error.
    Refuse { why: Refusal },
    /// The end.
    Done,
}

/// Why a run is refused.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Refusal {
    /// A `needs` that does not hold, with the script's words.
    Needs(Wording),
    /// A number outside its limits: what it is, the value, the limits.
    OutOfRange { what: SharedText, value: Operand, low: Operand, high: Operand },
    /// `pay` beyond what is there: the words, and what would be left, which they come from.
    CannotPay { what: Wording, left: Operand },
    /// A plan over its budget: what is spent and what is allowed.
    OverBudget { what: SharedText, spent: Operand, budget: Operand, unit: SharedText },
    /// A grouping whose minimum is not met.
    Grouping { what: SharedText },
    /// Another number of dice fall than a line states faces for.
    Shown { what: SharedText, rolled: Operand, stated: i64 },
}

/// A roll of the dice.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Roll {
    /// What is rolled: counts and sides.
    pub dice: Vec<DiceTerm>,
    /// Which faces count; for showing, and for `Question::Kept`.
    pub keep: Keep,
    /// What is asked of the faces, all answered from this one roll.
    pub questions: Vec<(Question, Register)>,
    /// The faces judgement sees, if the system says; otherwise those of the rounded mean.
    pub judged: Option<Vec<i64>>,
    /// How a pool is written, `#` for the number of dice: `"P#"`.
    pub notation: Option<SharedText>,
    /// How it is answered.
    pub method: Method,
    /// The path it is rolled for, such as `lift.pull`.
    pub path: SharedText,
    /// Whose dice they are.
    pub by: Roller,
    /// For dice that take several rolls, such as exploding ones: a number that these rolls share, and no others.
    pub part_of: Option<u32>,
    /// What the dice show, where the script states it: then nobody is asked.
    pub shown: Option<ShownFaces>,
}

/// What dice show, as the script states it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ShownFaces {
    /// All that its line states, in the order in which the dice fall.
    pub faces: Vec<i64>,
    /// How many of them fell in rolls before this one.
    pub fallen: Operand,
}

/// So many dice of so many sides.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct DiceTerm {
    /// How many; 0 rolls nothing, fewer is an error.
    pub count: Operand,
    /// Sides, at least 1.
    pub sides: Operand,
}

/// A question to a person.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Choose {
    /// Where the answer goes: a number within the limits, or an option's place.
    pub into: Register,
    /// The name by which a choice can be made beforehand.
    pub path: SharedText,
    /// The question in words; may be empty.
    pub question: Wording,
    /// Who decides.
    pub by: Decider,
    /// Lowest answer.
    pub low: Operand,
    /// Highest answer.
    pub high: Operand,
    /// Names of the answers from 0 on; empty for plain numbers.
    pub options: Vec<SharedText>,
    /// What is taken when nobody is asked.
    pub default: Option<Operand>,
    /// How the register is shown.
    pub shape: Shape,
}

/// Something told on the way; the machine hands it to whoever listens together with the state.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Trace {
    /// A procedure begins: `try lift "raise the stone" by ada`.
    Begin { path: SharedText, procedure: SharedText, text: Option<SharedText>, roles: Arc<[(SharedText, SharedText)]> },
    /// The procedure at `path` is over.
    End { path: SharedText },
    /// A step of it begins.
    Step { path: SharedText, name: SharedText, title: Option<SharedText> },
    /// A period (round, turn, …) begins or ends.
    Period { name: SharedText, begins: bool },
    /// In which order turns come.
    Order { turns: Vec<TraceTurn> },
    /// A sum of labelled sources.
    Sum { path: SharedText, total: Register, rows: Vec<TraceRow> },
    /// What the dice told just before come to together with what they were calculated with, as `terms` and the words behind the last
    /// of them say.
    Totalled { path: SharedText, value: Operand, terms: Vec<TraceTerm>, end: SharedText, reads: Arc<[SharedText]> },
    /// A ladder was resolved by the roll told just before, with a total that was computed from what it `reads`.
    Resolved { path: SharedText, level: Register, scale: u32, total: Operand, reads: Arc<[SharedText]> },
    /// A computed value: what is `decided` is told, everything else (`let`, a table) is kept for `why`.
    Computed { path: SharedText, value: Register, decided: bool, reads: Arc<[SharedText]> },
    /// What a line of the rules leaves to somebody, and the scene has declared.
    Chosen { path: SharedText, question: Wording, by: SharedText, value: Register, asked: bool },
    /// A thing's field, or a tally or flag `about` something, has changed; told after the change. `before` holds the old value; the new one was computed from what it `reads`.
    Changed {
        path: SharedText,
        about: SharedText,
        before: Operand,
        after: Operand,
        shape: Shape,
        why: SharedText,
        reads: Arc<[SharedText]>,
    },
    /// A plan was laid out and cut.
    Cut {
        path: SharedText,
        plan: SharedText,
        unit: SharedText,
        kept: Operand,
        slots: Vec<PlanPoint>,
        achieved: Vec<Achieved>,
    },
    /// What the level reached means in this scene, one text a level (`None`: none written).
    Meaning { path: SharedText, level: Register, texts: Vec<Option<Wording>> },
    /// A legal stop.
    Stop { path: SharedText, why: Wording },
    /// A text that the scene put into a blank: a goal, a place.
    Said { path: SharedText, text: SharedText },
    /// Why the scene put something into a blank, where no sum tells it: told if there is a `value`, and if that is *yes* where
    /// it counts `if_yes`.
    Reason { path: SharedText, text: SharedText, value: Operand, if_yes: bool },
    /// A line was reached: one of an overlay, or any in programs made to measure what expectations reach.
    Reached { span: Span },
    /// A level was read or reached, which may be an overlay's; likewise.
    ReachedLevel { scale: u32, level: Operand },
    /// A word to the reader.
    Note { text: Wording },
    /// The host is to do something when all is over: its name, and what it is handed.
    Signal { name: SharedText, arguments: Vec<(SharedText, Operand, Shape)> },
    /// Somebody learns something.
    Reveal { what: SharedText, to: Arc<[SharedText]> },
}

/// Somebody's turn.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TraceTurn {
    /// Whose it is.
    pub who: SharedText,
    /// How many come before it.
    pub place: Register,
    /// The numbers it goes by: the higher comes first, and each of them decides where those before it are equal.
    pub keys: Vec<Operand>,
    /// Where these numbers are written in the scene.
    pub span: Span,
    /// The named values they were computed from.
    pub reads: Arc<[SharedText]>,
}

/// One point of a plan, in order of priority from 1.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PlanPoint {
    /// What the point buys: `haul: care`.
    pub label: SharedText,
    /// From which point on it counts, and up to which: `first..=last`, both may be computed.
    pub first: Operand,
    /// The last of its points; less than `first` when it costs nothing.
    pub last: Operand,
}

/// What became of a qualifier.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Achieved {
    /// The path it can be read by, such as `lift.haul.care`.
    pub path: SharedText,
    /// What was laid out.
    pub planned: Operand,
    /// What is left of it.
    pub achieved: Operand,
    /// How both are read.
    pub shape: Shape,
}

impl Program {
    /// Says why a stored program cannot be run by this version.
    ///
    /// # Errors
    /// When the program was written in another format.
    pub fn check_format(&self) -> Result<(), String> {
        if self.format == FORMAT {
            return Ok(());
        }
        Err(format!("this program is in format {}; this version reads only format {FORMAT}", self.format))
    }
}
