//! External functions: house rules written in another language, and functions of the host.

use crate::source::Span;

/// A function answered from outside.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HouseFunction {
    /// The file it stands in.
    pub house: String,
    /// By which it is called: `house.NAME(…)`, `signal NAME(…)`, or the point at which it stands.
    pub name: String,
    /// Its parameters; at a point, the names it reads.
    pub parameters: Vec<String>,
    /// Where it is written.
    pub span: Span,
    /// Whether another function of its file calls it.
    pub is_helper: bool,
    /// What it may answer, as far as its text says so.
    pub written: WrittenAnswers,
    /// For a function of the host, what it takes and whether it does something.
    pub signature: Option<Signature>,
}

/// What a function may answer, and what it compares, as far as its text says so.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct WrittenAnswers {
    /// The levels that it may answer by their names.
    pub levels: Vec<WrittenLevel>,
    /// The parameters that it compares with levels, and the levels.
    pub compared: Vec<(String, WrittenLevel)>,
    /// The parameters of which it asks whether they have a value.
    pub asked_for_nothing: Vec<String>,
    /// Whether it may answer a level.
    pub changes_level: bool,
    /// Whether it may refuse.
    pub refuses: bool,
    /// Where it answers something to add.
    pub adds: Option<Span>,
}

/// The name of a level in the text of a function.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WrittenLevel {
    /// The name.
    pub name: String,
    /// Where it is written.
    pub span: Span,
}

/// What a function of the host takes, in the order of its parameters, and what it answers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Signature {
    /// One for each parameter.
    pub takes: Vec<Parameter>,
    /// What it answers; nothing, if it does something once all is over.
    pub returns: Option<Parameter>,
}

/// What a function of the host takes or answers.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Parameter {
    /// A whole number.
    Number,
    /// Yes or no.
    YesNo,
    /// A level of the scale with this name.
    Level(String),
    /// A text, or somebody's or something's name.
    Word,
}

impl std::fmt::Display for Parameter {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Number => f.write_str("a number"),
            Self::YesNo => f.write_str("yes or no"),
            Self::Level(scale) => write!(f, "a level of `{scale}`"),
            Self::Word => f.write_str("text"),
        }
    }
}
