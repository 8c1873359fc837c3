//! The parts of a scene that may take effect, and why lines of a procedure are skipped.

use crate::model::{InvocationId, LocalId, NamedModifierId, OwnId};
use crate::source::{SourceId, Span};

/// A part of what a scene writes inside a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Piece {
    /// The mode of the scene, by its line.
    Mode(Span),
    /// The run itself.
    Run(InvocationId),
    /// The run, behind this line, which may end it.
    Past(InvocationId, Span),
    /// The end of the run by this line.
    EndBy(InvocationId, Span),
    /// The text of a level: of what it is a level, of which item of a plan, and which one.
    Text(InvocationId, LocalId, Option<usize>, usize),
    /// What a scene says of an item of a plan: which item, and which qualifier.
    Described(InvocationId, usize, usize),
    /// How a run is answered.
    RunMethod(InvocationId),
    /// How a step is answered.
    StepMethod(InvocationId, usize),
    /// How a single line is answered.
    LocalMethod(InvocationId, LocalId),
    /// What a single line shows.
    Shown(InvocationId, LocalId),
    /// An answer that is stated beforehand, where a run is seen to come to its question.
    Given(InvocationId, LocalId),
    /// The same answer, where a run comes to its end with it.
    Answered(InvocationId, LocalId),
    /// The text of a level of something that the scene has of its own.
    OwnText(OwnId, usize),
    /// A line of the scene or of a house rule that is told if something holds, by the place of that.
    Note(Span),
    /// A line of a house rule that is no such note, by its file.
    OfHouse(SourceId),
    /// A branch of the scene, by its first line.
    Branch(Span),
    /// The condition that ends a repetition.
    Until(Span),
    /// One that no round changes, where a run comes to its end with it.
    UntilUnchanged(Span),
    /// A condition of the scene, where a run comes to it and it is not *yes*.
    Unless(Span),
    /// A part of a condition of the scene beside an `or`, where it holds.
    PartHolds(Span),
    /// A part of one beside an `and`, where it is not *yes*.
    PartUntrue(Span),
    /// A condition inside a value that the scene writes, where it holds.
    Then(Span),
    /// A value that a line of the scene loses, where a run has not reached it.
    Lost(Span),
    /// A named modifier where a line takes it, laid out for somebody.
    Named(Span),
    /// A named modifier, where a line takes it for somebody who may know about it.
    Known(NamedModifierId),
}

/// Why lines of a procedure are passed over.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Why {
    /// This condition never holds.
    Never(Span),
    /// This condition always holds, so other cases do not come up.
    Always(Span),
    /// The run ends before: after this step, as this line says.
    Ended(usize, Span),
    /// There is nothing in this list.
    Empty(Span),
    /// The run is over before: this line ends it in any case.
    Stopped(Span),
    /// The step is answered by `automatic`, so nothing is added up in it.
    Automatic,
}

/// Lines of a procedure that are passed over.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Passed {
    /// The lines, or a part of one.
    pub lines: Span,
    /// Why.
    pub why: Why,
}
