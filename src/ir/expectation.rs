//! An expectation, compiled: its own program, how to answer it, and what must be true at its end.

use super::{Program, Trace};
use crate::diagnostic::Diagnostic;
use crate::semantics::formula::{Comparison, Reading};
use crate::shared_text::SharedText;
use crate::source::Span;

/// One `expect` block.
#[derive(Clone, Debug)]
pub struct Expectation {
    /// Its text, or its first line; for people.
    pub title: SharedText,
    /// The whole block.
    pub span: Span,
    /// How it is answered.
    pub mode: ExpectedMode,
    /// Choices made beforehand: name and option, as written, and where.
    pub choosing: Vec<(SharedText, SharedText, Span)>,
    /// The program. For [`ExpectedMode::Refused`] the diagnostics if it could not even be made.
    pub program: Result<Program, Vec<Diagnostic>>,
    /// Marks of lines that are reached while the program is made, whatever comes of it; only when coverage is measured.
    pub reached: Vec<Trace>,
    /// What must hold, as places in the program's results.
    pub claims: Vec<Claim>,
}

/// How an expectation is answered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ExpectedMode {
    /// What is declared happens.
    Automatic,
    /// By judgement; also for pure claims.
    Deliberate,
    /// By dice from this seed.
    Random(u64),
    /// By these dice; all of them, and no more.
    Dice(Vec<i64>),
    /// By exact odds, on the condition that this result is *yes*.
    Odds { given: Option<usize> },
    /// It must be refused, with this text in the message (any message when empty).
    Refused { because: SharedText },
}

/// One claim. Numbers are places in the program's `results`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Claim {
    /// As written.
    pub text: SharedText,
    /// Where.
    pub span: Span,
    /// What is claimed.
    pub kind: ClaimKind,
}

/// What is claimed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ClaimKind {
    /// The result is *yes*. For a comparison the two sides are results as well, to be shown when it is not.
    Holds { result: usize, sides: Option<(usize, usize)> },
    /// A comparison of odds.
    Odds { asked: Vec<Asked>, comparison: Comparison },
}

/// Odds that a claim asks for, about a result; by their places its formulas name them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Asked {
    /// What is read from the ways it can come out.
    pub reading: Reading,
    /// Of which result.
    pub result: usize,
    /// Only runs in which this result is *yes* are counted; `None` for those of the whole expectation.
    pub given: Option<usize>,
}
