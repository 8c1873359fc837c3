//! The one interpreter: runs a [`Program`] on a [`State`] until it is done or has to ask.
//!
//! The machine knows nothing of judgement, chance or people: whatever it cannot compute is an [`Ask`], and a driver
//! in `drivers/` answers it.

#![deny(clippy::wildcard_enum_match_arm, reason = "a new instruction or answer is decided about wherever it can come")]

mod ask;
mod bounds;
mod on_table;
mod reply;
mod run;
mod telling;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

pub use ask::judged;
pub use bounds::{Bounds, EVENTS, FUEL, OUTPUT};
pub use on_table::OnTable;
pub use run::{Machine, Step};

use crate::diagnostic::{Code, codes};
use crate::ir::{Address, Choose, Program, Register, Roll, Trace, Value};
use crate::semantics::visibility::Visibility;
use crate::shared_text::SharedText;

/// Everything a running program remembers.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct State {
    /// The instruction that runs next, or that has asked.
    pub at: Address,
    /// One value for each register.
    pub registers: Vec<Value>,
    /// For each deck the cards drawn so far, sorted; a card stands for its class (see `ir::Deck::class`).
    pub drawn: Vec<Vec<u32>>,
}

impl State {
    /// The state before the first instruction.
    pub fn start(program: &Program) -> Self {
        Self {
            at: Address(0),
            registers: program.registers.iter().map(|register| register.initial).collect(),
            drawn: vec![Vec::new(); program.decks.len()],
        }
    }
}

/// What the machine cannot answer itself.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Ask<'p> {
    /// How is this resolved? Asked only where the script leaves it open.
    #[non_exhaustive]
    Resolve {
        /// The ladder, by its place among the scales of the program.
        scale: u32,
        /// What it is resolved with; never unreached.
        total: Value,
        /// What it is resolved for: `lift.height`.
        path: &'p str,
    },
    /// What do these dice show?
    #[non_exhaustive]
    Roll {
        /// What is rolled, for whom, and which faces count.
        roll: &'p Roll,
        /// The sides of each die, at least 1, in the order in which faces are answered; at most 1,000 dice.
        sides: Vec<i64>,
        /// Those of them that lie on the table already; an answer has their faces too, each at its place.
        on_table: OnTable,
    },
    /// Which card comes up?
    #[non_exhaustive]
    Draw {
        /// The deck, by its place among the decks of the program.
        deck: u32,
        /// The deck.
        cards: &'p crate::ir::Deck,
        /// The cards that are left, and how many there are of each: one, but for a machine of odds, to which cards that no
        /// question can tell apart are one card.
        left: Vec<(u32, u32)>,
        /// Whether the script leaves open how it is drawn.
        method: crate::ir::Method,
        /// What it is drawn for.
        path: &'p str,
        /// Whose card it is.
        by: &'p crate::ir::Roller,
    },
    /// What does the person say? Limits are inclusive.
    #[non_exhaustive]
    Choose {
        /// What is asked, of whom, with the names of the options.
        choose: &'p Choose,
        /// The question in words, as far as it is for those at the table who may know of the choice; may be empty.
        question: SharedText,
        /// The lowest answer; with options, the place of the first.
        low: i64,
        /// The highest answer; never lower than `low`.
        high: i64,
        /// What is taken when nobody can be asked; `None` where somebody has to answer.
        default: Value,
        /// Whether `low`, `high` and `default` would tell whoever is asked of something kept: then nobody is shown them.
        hides_limits: bool,
        /// For whom the choice itself is: others must not even read the question.
        visibility: Visibility,
        /// The question as everybody may read it, where the choice is not for all.
        for_all: Option<SharedText>,
    },
    /// What does the function answer?
    #[non_exhaustive]
    Call {
        /// The function, by its place among the functions of the program.
        function: u32,
        /// What it is handed, in order; `None` where something was not reached.
        arguments: Vec<Value>,
    },
}

impl Ask<'_> {
    /// The same question with nothing in it that is kept from anybody.
    #[must_use]
    pub fn for_everybody(&self) -> Self {
        let mut asked = self.clone();
        if let Ask::Choose { question, hides_limits, for_all: Some(for_all), .. } = &mut asked {
            (*question, *hides_limits) = (for_all.clone(), true);
        }
        asked
    }

    /// Whether somebody at the table can answer it.
    pub fn is_for_a_person(&self) -> bool {
        match self {
            Ask::Roll { .. } | Ask::Draw { .. } | Ask::Choose { .. } => true,
            Ask::Resolve { .. } | Ask::Call { .. } => false,
        }
    }
}

/// An answer to an [`Ask`]. Each says which question it answers; to any other it is refused with a failure of its own
/// (`AZ706`), and so is one beyond what the question allows.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Answer {
    /// To `Resolve`: read the judged column.
    Judge(How),
    /// To `Resolve`: take the best level.
    Best(How),
    /// To `Resolve`: roll. The dice are asked for next.
    Roll,
    /// To `Roll`: one face a die, in the order of `sides`, each from 1 to the sides of its die.
    Faces(Vec<i64>, How),
    /// To `Draw`: the number of a card, from 0, of a class that is left; any card of the class will do.
    Card(u32, How),
    /// To `Choose`: a number within the limits, or an option's place from 0.
    Choice(i64, How),
    /// To `Call`: as many values as the function answers, none or one.
    Called(Called),
}

/// What a function answers. What it says goes to whoever listens and never into the state.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Called {
    /// One for each register the call writes.
    pub values: Vec<Value>,
    /// What it added, with its reasons.
    pub added: Vec<(i64, String)>,
    /// Words to the reader.
    pub notes: Vec<String>,
}

/// How a question was answered.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum How {
    /// By judgement, from the system's own table.
    Deliberate,
    /// By judgement where the rulebook prints none: this project's extension.
    Extension,
    /// By the program's dice.
    Random,
    /// By the program's dice, where a replay found no roll of before: some of it did not come up then.
    Redrawn,
    /// By dice given from outside.
    Given,
    /// By dice, a card or an answer that the script itself states.
    Stated,
    /// By an answer that the script states, where nobody would have been asked.
    Unasked,
    /// Declared.
    Automatic,
    /// By the best level, where a result is automatic and nothing is declared.
    Best,
    /// By a person or by what was said beforehand.
    Person,
    /// By default.
    Default,
}

/// What a listener hears: traces, and every question with its answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Told<'a> {
    /// A trace of the program.
    Trace(&'a Trace),
    /// A roll: sides, faces, which of them count, and what they come to.
    Rolled { roll: &'a Roll, sides: &'a [i64], faces: &'a [i64], kept: &'a [bool], value: i64, how: How },
    /// A ladder was resolved by judgement or by declaration (`into` holds the level now). A rolled one is told as
    /// `Rolled`, followed by `Trace::Resolved` once its level is known.
    Resolved { into: Register, scale: u32, total: Value, path: &'a SharedText, how: How },
    /// A card came up.
    Drawn { deck: u32, card: u32, path: &'a SharedText, how: How },
    /// A function was called for what stands at `path`, with these values.
    Called { function: u32, arguments: &'a [Value], path: &'a SharedText, called: &'a Called },
    /// A choice was made (`choose.into` holds it now).
    Chosen { choose: &'a Choose, value: i64, how: How },
}

/// Whoever listens to a run. Listening never changes it.
pub trait Listener {
    /// Hears one thing; `at` is the instruction, `state` the state after it.
    fn hear(&mut self, told: &Told<'_>, at: Address, state: &State);

    /// Whether nothing is heard: then a run need not tell anything.
    fn is_deaf(&self) -> bool {
        false
    }
}

/// A listener that does not listen.
pub struct Deaf;

impl Listener for Deaf {
    fn hear(&mut self, _: &Told<'_>, _: Address, _: &State) {}

    fn is_deaf(&self) -> bool {
        true
    }
}

/// Why a run cannot go on. Always at an instruction, so that the place can be shown.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// The instruction that could not be carried out.
    pub at: Address,
    /// What went wrong there.
    pub kind: FaultKind,
}

/// Why a run cannot go on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FaultKind {
    /// A number grows beyond 64 bits.
    Overflow,
    /// Something is divided by zero.
    DivisionByZero,
    /// More steps than the limit.
    Fuel { limit: u64 },
    /// More steps than are left to the call that the run belongs to.
    Work { limit: u64 },
    /// More events than the limit.
    Events { limit: u64 },
    /// More bytes told than the limit.
    Output { limit: u64 },
    /// A rule refuses the input; the message is ready to be shown (with numbers filled in).
    Refused(crate::ir::Refusal, Vec<Value>),
    /// A roll of too many dice, a negative number of dice, or of dice without sides.
    BadDice { count: i64, sides: i64 },
    /// A deck is empty.
    DeckEmpty { deck: u32 },
    /// An answer that does not fit the question: a face the die does not have, a card that is gone, a choice outside
    /// its limits.
    BadAnswer { what: String },
    /// The program itself makes no sense here: a register, a table or an instruction that does not exist.
    Malformed { what: String },
    /// What was answered before does not fit any more: the question as it was, and as it is now (empty: none is left).
    Diverged { was: String, now: String },
    /// All answers of before are given, and no others are wanted.
    Paused,
    /// A function refuses, fails, or answers what makes no sense. `place` is where in its text, in bytes.
    House {
        house: String,
        message: String,
        help: Option<String>,
        place: Option<std::ops::Range<usize>>,
        what: FunctionFault,
    },
    /// It was called off from outside.
    CalledOff,
    /// A driver has no answer: no dice left, nobody to ask, no host.
    NoAnswer { what: String, why: Unanswered },
}

/// Why nobody answers a question.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unanswered {
    /// Fewer dice or cards are given or stated than fall.
    TooFewDice,
    /// More are given than fall.
    TooManyDice,
    /// What is given is no face of the die, or no card.
    ImpossibleFace,
    /// The deck names no card that judgement sees.
    NoJudgedCard,
    /// Nobody has chosen, or what cannot be chosen.
    NoChoice,
    /// Odds follow no choice that is open to people.
    OpenChoice,
    /// Nobody tells what was rolled or drawn.
    NotTold,
    /// Nobody answers functions.
    NoHost,
    /// A function answers the same in two ways.
    NotPure,
    /// What was answered cannot be kept.
    NotRecorded,
}

impl Unanswered {
    /// The code under which it is reported.
    pub fn code(self) -> Code {
        match self {
            Unanswered::TooFewDice => codes::TOO_FEW_DICE,
            Unanswered::TooManyDice => codes::TOO_MANY_DICE,
            Unanswered::ImpossibleFace => codes::IMPOSSIBLE_FACE,
            Unanswered::NoJudgedCard => codes::METHOD,
            Unanswered::NoChoice => codes::NO_CHOICE,
            Unanswered::OpenChoice => codes::ODDS,
            Unanswered::NotTold => codes::CALLED_OFF,
            Unanswered::NoHost => codes::NO_HOST,
            Unanswered::NotPure => codes::NOT_PURE,
            Unanswered::NotRecorded => codes::NOT_RECORDED,
        }
    }
}

/// What is the matter with a function.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FunctionFault {
    /// It refuses the line that called it.
    Refuses,
    /// A function of a house rule fails or answers what makes no sense, or a limit on such functions is reached.
    House,
    /// A function of the host fails or answers what it was not to answer.
    Host,
}
