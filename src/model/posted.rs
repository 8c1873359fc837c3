//! Where functions of house rules stand.

use std::collections::{BTreeMap, BTreeSet};

use super::FunctionId;
use crate::diagnostic::Diagnostic;
use crate::shared_text::SharedText;

/// What is known so far of where functions of house rules stand.
#[derive(Clone, Debug, Default)]
pub struct Posted {
    /// Those that stand at a point, or are called by name.
    pub used: BTreeSet<FunctionId>,
    /// The points there are.
    pub points: BTreeSet<SharedText>,
    /// The parameters, and what is wrong with those that no point knows.
    pub reads: BTreeMap<(FunctionId, SharedText), Option<Diagnostic>>,
}
