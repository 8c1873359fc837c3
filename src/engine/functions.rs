//! External functions: house rules written in another language, and functions that a host registers.
//!
//! The engine knows them only by this description. A function is pure: the same arguments give the same answer, and
//! nothing else in the world changes.

use std::fmt;
use std::ops::Range;

use crate::diagnostic::nearest::{nearest, question};
use crate::model::{WrittenAnswers, WrittenLevel};
use crate::source::{SourceId, Span};

/// The functions of one text.
pub trait Functions: Send + Sync + fmt::Debug {
    /// Which there are, in the order they are written.
    fn declared(&self) -> Vec<Declared>;

    /// What one of them may return, by its place in [`Functions::declared`], as far as that is known without a call. Anything
    /// left out is found only when it is returned.
    fn written(&self, _function: usize) -> Written {
        Written::default()
    }

    /// Calls one of them, by its place in [`Functions::declared`].
    ///
    /// # Errors
    /// When it fails, exceeds a limit, or returns nonsense. A limit cannot be caught by the function.
    fn call(&self, function: usize, arguments: &[Argument]) -> Result<Change, Complaint>;
}

/// Reads a text of functions; the name is for messages only.
pub type ReadFunctions = dyn Fn(&str, &str) -> Result<Box<dyn Functions>, Complaint> + Send + Sync;

/// A function as it declares itself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Declared {
    /// Its name: its hook (`before_effort`), or a word of its own.
    pub name: String,
    /// Its parameters. At a hook they are the names it reads, with an underscore for each space or dot: `actor_wounds`
    /// reads `actor.wounds`.
    pub parameters: Vec<String>,
    /// The place of its name in the text, in bytes.
    pub place: Range<usize>,
    /// Whether another function of the text calls it. One that nothing calls gets a warning.
    pub is_helper: bool,
}

/// What a function may return, as far as its text shows.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Written {
    /// The levels that it may return by name.
    pub levels: Vec<Level>,
    /// The levels that it compares a parameter with.
    pub compared: Vec<(String, Level)>,
    /// Whether it may return a level, by name or computed.
    pub changes_level: bool,
    /// The parameters of which it asks whether they have a value.
    pub asked_for_nothing: Vec<String>,
    /// Whether it may refuse.
    pub refuses: bool,
    /// Where it returns something to add, in bytes: the first such place.
    pub adds: Option<Range<usize>>,
}

impl Written {
    /// The same with its places in a text.
    pub(super) fn in_text(self, id: SourceId) -> WrittenAnswers {
        let level = |Level { name, place }| WrittenLevel { name, span: Span::new(id, place) };
        let compared = self.compared.into_iter().map(|(parameter, compared)| (parameter, level(compared)));
        WrittenAnswers {
            levels: self.levels.into_iter().map(level).collect(),
            compared: compared.collect(),
            asked_for_nothing: self.asked_for_nothing,
            changes_level: self.changes_level,
            refuses: self.refuses,
            adds: self.adds.map(|place| Span::new(id, place)),
        }
    }
}

/// The name of a level in the text of a function.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Level {
    /// The name.
    pub name: String,
    /// Its place in the text, in bytes.
    pub place: Range<usize>,
}

/// An argument.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[non_exhaustive]
pub enum Argument {
    /// A number or a modifier.
    Number(i64),
    /// An answer to yes or no.
    YesNo(bool),
    /// A level: its scale's name, all its levels from the lowest, and the place of this one among them.
    Level {
        /// The scale, by the name its system gives it.
        scale: String,
        /// Its levels, lowest first.
        levels: Vec<String>,
        /// Which of them, from 0.
        rank: usize,
    },
    /// A name or an option, in words.
    Word(String),
    /// Its line was not reached.
    Unreached,
}

/// The result of a function.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Change {
    /// The value of a function in an expression.
    pub value: Option<Returned>,
    /// Modifiers with their reasons.
    pub add: Vec<(i64, String)>,
    /// The level to go on with, at a hook that has one; otherwise the old level is kept.
    pub level: Option<Returned>,
    /// Remarks to the reader.
    pub notes: Vec<String>,
    /// A refusal, in the author's own words.
    pub refuse: Option<String>,
    /// Operations it took, which count towards [`Limits::operations_in_all`](super::Limits).
    pub operations: u64,
}

/// This many bytes of words cost as much as one operation.
const BYTES_OF_A_STEP: usize = 8;

impl Change {
    /// Its cost: its operations, and the words that a verdict has to keep.
    pub(super) fn cost(&self) -> u64 {
        let words = self.notes.iter().chain(self.add.iter().map(|(_, reason)| reason));
        let bytes: usize = words.map(String::len).sum();
        self.operations.saturating_add(1).saturating_add(u64::try_from(bytes / BYTES_OF_A_STEP).unwrap_or(u64::MAX))
    }
}

/// A returned value.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Returned {
    /// A number; of a function in a text, yes and no as 1 and 0 as well.
    Number(i64),
    /// Yes or no, of a function of the host.
    YesNo(bool),
    /// A level by its name.
    Level(String),
}

impl fmt::Display for Returned {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Number(number) => write!(f, "{number}"),
            Self::YesNo(yes) => f.write_str(if *yes { "yes" } else { "no" }),
            Self::Level(level) => write!(f, "`{level}`"),
        }
    }
}

impl From<i64> for Returned {
    fn from(number: i64) -> Self {
        Self::Number(number)
    }
}

impl From<bool> for Returned {
    fn from(yes: bool) -> Self {
        Self::YesNo(yes)
    }
}

impl From<String> for Returned {
    fn from(level: String) -> Self {
        Self::Level(level)
    }
}

impl From<&str> for Returned {
    fn from(level: &str) -> Self {
        Self::Level(level.to_owned())
    }
}

impl Complaint {
    /// The same about an unknown word, with the one that was probably meant before any other help.
    ///
    /// ```
    /// use assize::engine::Complaint;
    ///
    /// let complaint = Complaint { message: "there is no key `lvel`".to_owned(), help: None, place: None, limit: false };
    /// let help = complaint.guessed("lvel", &["level", "text"]).help;
    /// assert_eq!(help.as_deref(), Some("did you mean `level`?"));
    /// ```
    #[must_use]
    pub fn guessed(self, word: &str, among: &[&str]) -> Self {
        let Some(near) = nearest(word, among.iter().copied()) else { return self };
        let help = self.help.map(|help| format!(" {help}")).unwrap_or_default();
        Self { help: Some(format!("{}{help}", question(word, near))), ..self }
    }
}

/// What is wrong with a text of functions, or with a call.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Complaint {
    /// What is wrong, in one line, for the author of the function.
    pub message: String,
    /// How it could be written instead, if that is known.
    pub help: Option<String>,
    /// Where in the text, in bytes, if that is known.
    pub place: Option<Range<usize>>,
    /// Whether a limit was reached: the run then ends, whatever the script says.
    pub limit: bool,
}
