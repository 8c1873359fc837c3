//! How a message and its response are matched.

use std::fmt;

use schemars::JsonSchema;
use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::Number;

/// By which a request and its response are known to each other. Whoever asks chooses it; nothing else that it asks at the
/// same time has the same.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(untagged)]
pub enum Id {
    /// A whole number of 64 bits.
    Number(#[serde(deserialize_with = "whole")] i64),
    /// A text.
    Text(String),
}

/// A whole number. `-0` is one as well: what reads JSON takes it for a fraction, since no whole number of its own has that sign.
fn whole<'de, D: Deserializer<'de>>(deserializer: D) -> Result<i64, D::Error> {
    let number = Number::deserialize(deserializer)?;
    let zero = (number.to_string() == "-0.0").then_some(0);
    number.as_i64().or(zero).ok_or_else(|| D::Error::custom("it is not a whole number of 64 bits"))
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
