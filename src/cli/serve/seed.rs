//! A seed as a request says it.

use schemars::JsonSchema;
use serde::Deserialize;

use crate::engine::{Seed, SeedError};

/// The largest number that every reader of JSON keeps as it is.
const LARGEST: u64 = 1 << 53;

/// A seed.
#[derive(Clone, Copy, Debug, Deserialize, JsonSchema)]
#[serde(try_from = "Written")]
pub(super) struct GivenSeed(#[schemars(with = "Written")] pub(super) Seed);

/// How a seed may stand in a request.
#[derive(Deserialize, JsonSchema)]
#[serde(untagged)]
enum Written {
    /// 32 hexadecimal digits, or a whole number below 2^64 as a text.
    Text(#[schemars(extend("format" = "seed"))] String),
    /// A whole number up to 2^53: many programs round larger ones in JSON.
    Number(#[schemars(range(max = 9_007_199_254_740_992_u64))] u64),
}

impl TryFrom<Written> for GivenSeed {
    type Error = String;

    fn try_from(written: Written) -> Result<Self, String> {
        match written {
            Written::Text(text) => text.parse().map(Self).map_err(|error: SeedError| error.to_string()),
            Written::Number(number) if number <= LARGEST => Ok(Self(Seed::from(number))),
            Written::Number(_) => Err("a seed above 2^53 is written as a text".to_owned()),
        }
    }
}
