//! Packs of house rules that are in force.

use crate::shared_text::SharedText;
use crate::source::{SourceId, Span};

/// Several files of house rules that are published together, under one name and version.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pack {
    /// Its name.
    pub name: SharedText,
    /// Its version: `1.2.0`.
    pub version: SharedText,
    /// Where its name is written.
    pub span: Span,
    /// The files of its rules.
    pub files: Vec<SourceId>,
}

/// The pack to which a text belongs.
pub fn of_text(packs: &[Pack], text: SourceId) -> Option<&Pack> {
    packs.iter().find(|pack| pack.files.contains(&text))
}
