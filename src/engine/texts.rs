//! The texts that a script is made of, read and sorted.

use super::houses::Houses;
use crate::allowance::Allowance;
use crate::diagnostic::Diagnostics;
use crate::model::{SceneFiles, SystemFiles};
use crate::source::SourceMap;

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
}
