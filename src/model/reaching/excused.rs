//! Values that are always there, or are assumed to be.

use std::collections::BTreeSet;

use crate::model::{LocalId, ProcedureId};
use crate::source::Span;

/// The values of procedures that are reached whenever these come to their end.
pub type Always = BTreeSet<(ProcedureId, LocalId)>;

/// What is taken to be there, to find out why something is not.
#[derive(Clone, Debug, Default)]
pub struct Excused {
    /// Lines of house rules that are taken to stop nothing, and to give a value in any case.
    pub lines: BTreeSet<Span>,
    /// Values that are taken to be computed in any case.
    pub values: Always,
}

impl Excused {
    /// Nothing is.
    pub const NOTHING: &Self = &Self { lines: BTreeSet::new(), values: Always::new() };
}
