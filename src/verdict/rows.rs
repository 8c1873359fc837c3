//! The rows of a sum.

use std::sync::Arc;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{Overlaid, Visibility};
use crate::shared_text::SharedText;
use crate::source::Place;

/// A labelled source of a sum.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Row {
    /// What it is called.
    pub label: SharedText,
    /// In the system's notation; `unreached` counts as nothing.
    pub value: SharedText,
    /// As a number.
    pub number: Option<i64>,
    /// What the scene put in.
    pub parts: Vec<Contribution>,
    /// The level whose column its value is, where one level's is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub level: Option<SharedText>,
    /// The named values it was computed from.
    pub reads: Arc<[SharedText]>,
    /// The line of the system.
    pub place: Place,
    /// Lines of overlays that had a hand in it, besides that.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub overlaid: Vec<Overlaid>,
}

/// What a scene put in.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "Part")]
pub struct Contribution {
    /// As written.
    pub label: SharedText,
    /// The reason.
    pub text: Option<SharedText>,
    /// In the system's notation.
    pub value: SharedText,
    /// As a number; `null` when it did not apply.
    pub number: Option<i64>,
    /// Why it did not apply.
    pub suppressed: Option<SharedText>,
    /// Who may know of it.
    #[serde(default = "Visibility::left_out")]
    pub visibility: Visibility,
    /// The line of the scene.
    pub place: Place,
}
