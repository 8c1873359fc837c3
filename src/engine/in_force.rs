//! Packs of house rules that a setting or a host names, and no line of a scene.

use std::ops::Range;
use std::sync::Arc;

use crate::source::Source;

/// A pack that is in force without a line that says so, where the setting stands that names it.
#[derive(Clone, Debug)]
pub(crate) struct PackInForce {
    /// The text of the setting.
    pub(crate) source: Arc<Source>,
    /// The words of it that name the pack.
    pub(crate) place: Range<usize>,
    /// Its name.
    pub(crate) name: String,
    /// What the name is relative to.
    pub(crate) relative_to: Option<String>,
}
