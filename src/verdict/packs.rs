//! Packs of house rules that were in force.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::shared_text::SharedText;

/// A pack of house rules that was in force: several files that are published together.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
pub struct Pack {
    /// Its name.
    pub name: SharedText,
    /// Its version: `1.2.0`.
    pub version: SharedText,
}
