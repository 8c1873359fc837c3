//! How a message and what is said to it are known to belong together.

use std::fmt;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// By which a request and its response are known to each other. Whoever asks chooses it; nothing else that it asks at the
/// same time has the same.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(untagged)]
pub enum Id {
    /// A whole number of 64 bits.
    Number(i64),
    /// A text.
    Text(String),
}

impl fmt::Display for Id {
    /// As it stands in JSON.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Number(number) => write!(f, "{number}"),
            Self::Text(text) => f.write_str(&serde_json::Value::from(text.as_str()).to_string()),
        }
    }
}
