//! What an overlay changes, other than by a declaration.

use super::{Field, Grid, Phrase, Statement, SumRow, Text, Word};
use crate::source::Span;

/// `WORD NAME, after ROW { … }`: rows, columns or levels that are added to others.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MoreRows {
    /// `scale`, `ladder` or `table`.
    pub word: Word,
    /// The scale, ladder or table that is extended, as its system calls it.
    pub name: Phrase,
    /// Where the new rows stand; without it they stand last.
    pub beside: Option<Beside>,
    /// The new rows, below a header if there are columns.
    pub grid: Grid,
}

/// `after ROW`, `before ROW`
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Beside {
    /// Whether they stand after that row; if not, before it.
    pub after: bool,
    /// What stands first in that row.
    pub row: Phrase,
}

/// `replace field KIND.FIELD { FIELD : … }`: another declaration of one field.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FieldChange {
    /// The kind, or the plan, that has the field.
    pub of: Phrase,
    /// The field, as its system calls it.
    pub field: Phrase,
    /// What stands between the braces: one field of that name, which the checker makes sure of.
    pub new: Vec<Field>,
}

impl FieldChange {
    /// `KIND.FIELD`, where the change names it.
    pub fn place(&self) -> Span {
        self.of.span().to(self.field.span())
    }
}

/// A change at one line of a procedure, which is named by its beginning: `resolve PROCEDURE.NAME`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LineChange {
    /// The word the line begins with.
    pub word: Word,
    /// The procedure, perhaps the step, and the name that follows the word.
    pub path: Vec<Phrase>,
    /// What the line says, where its name does not tell it from others.
    pub text: Option<Text>,
    /// Whether lines are put beside it or in its place, or it is taken away.
    pub kind: LineChangeKind,
}

/// What is done at a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LineChangeKind {
    /// `add before WORD PATH { … }`
    Add { after: bool, body: Vec<Statement> },
    /// `replace WORD PATH { … }`
    Replace(Vec<Statement>),
    /// `remove WORD PATH "text"`
    Remove,
    /// `extend sum PATH { LABEL | EXPR … }`
    Extend(Vec<SumRow>),
}
