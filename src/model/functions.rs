//! Functions answered from outside: by house rules written in another language, and by the host.

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
    /// For a function of the host, what it takes and whether it does something.
    pub signature: Option<Signature>,
}

/// What a function of the host takes, in the order of its parameters.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Signature {
    /// One for each parameter.
    pub takes: Vec<Parameter>,
    /// Whether it does something, once all is over, and answers nothing.
    pub acts: bool,
}

/// What a function of the host takes.
#[derive(Clone, Debug, PartialEq, Eq)]
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
