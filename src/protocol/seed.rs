//! A seed as written in a request.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::engine::{Seed, SeedError};

/// The largest number that every reader of JSON keeps as it is.
const LARGEST: u64 = 1 << 53;

/// A seed: a text of 32 hexadecimal digits or of a whole number below 2^64, and it is written so; a plain number up to
/// 2^53 is read as well.
///
/// ```
/// use assize::protocol::GivenSeed;
///
/// let seed: GivenSeed = serde_json::from_str("\"18446744073709551615\"").unwrap();
/// assert_eq!(serde_json::to_string(&seed).unwrap(), "\"18446744073709551615\"");
/// assert!(serde_json::from_str::<GivenSeed>("9007199254740993").is_err(), "JavaScript would round it");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(try_from = "Written", into = "String")]
pub struct GivenSeed(#[schemars(with = "Written")] pub Seed);

/// How a seed may stand in a request.
#[derive(Deserialize, JsonSchema)]
#[serde(untagged)]
enum Written {
    /// 32 hexadecimal digits, or a whole number below 2^64 as a text.
    Text(#[schemars(extend("format" = "seed", "pattern" = "^([0-9]+|[0-9a-fA-F]{32})$"))] String),
    /// A whole number up to 2^53: many programs round larger ones in JSON.
    Number(#[schemars(range(max = 9_007_199_254_740_992_u64))] u64),
}

impl TryFrom<Written> for GivenSeed {
    type Error = String;

    fn try_from(written: Written) -> Result<Self, String> {
        match written {
            Written::Text(text) => text.parse().map(Self).map_err(|error: SeedError| error.to_string()),
            Written::Number(number) if number <= LARGEST => Ok(Self(Seed::from(number))),
            Written::Number(_) => Err("write a seed above 2^53 as a string".to_owned()),
        }
    }
}

impl From<GivenSeed> for String {
    fn from(seed: GivenSeed) -> Self {
        seed.0.to_string()
    }
}
