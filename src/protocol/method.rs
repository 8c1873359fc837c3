//! A method, described.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A method, described.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Method {
    /// Its name.
    pub method: String,
    /// What it does.
    pub does: String,
    /// The fields of its `params`.
    pub fields: Vec<Field>,
}

/// A field of a request, described.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Field {
    /// Its name.
    pub name: String,
    /// What it says.
    pub says: String,
    /// What it takes.
    pub takes: String,
    /// Whether it may not be left out.
    pub required: bool,
}
