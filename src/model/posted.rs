//! The hooks at which functions of house rules are called.

use std::collections::{BTreeMap, BTreeSet};

use super::{FunctionId, ScaleId};
use crate::diagnostic::Diagnostic;
use crate::shared_text::SharedText;
use crate::source::Span;

/// What is known so far of where functions of house rules stand.
#[derive(Clone, Debug, Default)]
pub struct Posted {
    /// Those that stand at a point, or are called by name.
    pub used: BTreeSet<FunctionId>,
    /// The points there are.
    pub points: BTreeSet<SharedText>,
    /// The parameters, and what is wrong with those that no point knows.
    pub reads: BTreeMap<(FunctionId, SharedText), Option<Diagnostic>>,
    /// The scales of which they answer levels, and the lines that ask them.
    pub levels: BTreeMap<FunctionId, Vec<(ScaleId, Span)>>,
    /// The scales of what their parameters read, as far as that is of one.
    pub compared: BTreeMap<(FunctionId, SharedText), Vec<Option<ScaleId>>>,
    /// Those at one of whose points at least something can be added.
    pub added: BTreeSet<FunctionId>,
    /// Those at a point where nothing is added, and the line that asks them there.
    pub unadded: BTreeMap<FunctionId, Span>,
    /// The points at which something can be added.
    pub adding: BTreeSet<SharedText>,
    /// Two that may answer the same, of which it has been told.
    pub rivals: BTreeSet<(FunctionId, FunctionId)>,
}
