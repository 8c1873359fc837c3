//! The texts that a script is made of, read and sorted.

use super::houses::Houses;
use super::library::Loaded;
use crate::allowance::Allowance;
use crate::diagnostic::Diagnostics;
use crate::model::{SceneFiles, SystemFiles};
use crate::source::{SourceId, SourceMap, Span};

/// Everything a script is made of.
#[derive(Debug, Default)]
pub(super) struct Texts {
    pub(super) sources: SourceMap,
    pub(super) system: SystemFiles,
    pub(super) scene: SceneFiles,
    pub(super) sink: Diagnostics,
    pub(super) houses: Houses,
    /// What reading them has left to the stages after it.
    pub(super) allowance: Allowance,
    /// What was read from libraries besides what is shipped.
    pub(super) read: Vec<Lookup>,
    /// What texts in hand use although it is in use.
    pub(super) again: Vec<UsedAgain>,
}

/// A `use` of a text in hand that brings in nothing.
#[derive(Clone, Debug)]
pub(super) struct UsedAgain {
    pub(super) span: Span,
    /// What it uses.
    pub(super) name: String,
    /// The text in hand that brought it in.
    pub(super) since: Option<SourceId>,
    /// Whether that is something that happens.
    pub(super) is_scene: bool,
}

/// A text as a library had it.
#[derive(Clone, Debug)]
pub(super) struct Lookup {
    /// Which library has it.
    pub(super) library: usize,
    /// What was asked for.
    pub(super) name: String,
    /// By whom.
    pub(super) user: Option<String>,
    /// What it had.
    pub(super) found: Loaded,
}
