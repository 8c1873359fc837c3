//! What overlays contribute to a program.

use serde::{Deserialize, Serialize};

use crate::shared_text::SharedText;
use crate::source::Span;

/// An overlay that is in force.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct House {
    /// Its name.
    pub name: SharedText,
    /// Its title, for people.
    pub title: Option<SharedText>,
    /// The line that begins it.
    pub span: Span,
    /// The pack to which it belongs, by its name.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pack: Option<SharedText>,
}

/// A pack of house rules that is in force.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Pack {
    /// Its name.
    pub name: SharedText,
    /// Its version.
    pub version: SharedText,
}

/// A level that an overlay brought.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Brought {
    /// Its place in [`super::Program::scales`].
    pub scale: u32,
    /// What a register holds that has reached it.
    pub value: i64,
    /// The line of the overlay.
    pub span: Span,
}
