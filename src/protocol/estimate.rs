//! What many runs say of a question, instead of exact odds.

use dashu_ratio::RBig;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::engine::{ChanceKind, Estimate, Spread, SpreadValue};

/// What many runs say of a question.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ToldEstimate {
    /// The question.
    pub question: String,
    /// The runs that count.
    pub runs: u64,
    /// A chance, rounded.
    pub percent: Option<String>,
    /// Any other number, rounded.
    pub value: Option<String>,
    /// How far off it may be, in percentage points for a chance.
    pub within: Option<String>,
    /// Whether a comparison holds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub holds: Option<bool>,
    /// Whether the sides of a comparison are too near to each other to say whether it holds.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub undecided: bool,
    /// How often a number is each of its values.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub distribution: Vec<EstimatedValue>,
}

/// How often a number is one of its values.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct EstimatedValue {
    /// The value; `null` where it is not reached.
    pub value: Option<i64>,
    /// As verdicts write it.
    pub text: String,
    /// How often, rounded.
    pub percent: String,
}

impl From<&Estimate> for ToldEstimate {
    fn from(estimate: &Estimate) -> Self {
        let Estimate { chance, runs, .. } = estimate;
        Self {
            question: chance.question.clone(),
            runs: *runs,
            percent: chance.percent(),
            value: if chance.kind == ChanceKind::Chance { None } else { chance.decimal() },
            within: estimate.within_in_words(),
            holds: chance.holds().filter(|_| !estimate.undecided),
            undecided: estimate.undecided,
            distribution: chance.distribution.as_ref().map(each).unwrap_or_default(),
        }
    }
}

fn each(spread: &Spread) -> Vec<EstimatedValue> {
    let value = |value: &SpreadValue| EstimatedValue {
        value: Some(value.number),
        text: value.text.clone(),
        percent: value.percent(),
    };
    let unreached = (spread.unreached != RBig::ZERO).then(|| EstimatedValue {
        value: None,
        text: "unreached".to_owned(),
        percent: spread.percent_unreached(),
    });
    spread.values.iter().map(value).chain(unreached).collect()
}
