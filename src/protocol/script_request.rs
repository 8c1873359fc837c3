//! Requests about a script, without a session.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::seed::GivenSeed;
use super::words::{For, Want};
use crate::journal::EntryMode;

/// The fields of `run`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Run {
    /// The script.
    pub text: String,
    /// Texts that `use` finds, by their names.
    #[serde(default)]
    pub texts: BTreeMap<String, String>,
    /// How it is answered.
    #[serde(default)]
    pub mode: EntryMode,
    /// Whose dice are rolled by hand in the mode `table`; everybody's if left out.
    #[serde(default)]
    pub by_hand: Vec<String>,
    /// The seed of public rolls; a fresh one if left out. Whoever guesses it can foresee them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seed: Option<GivenSeed>,
    /// The seed of secret rolls; a fresh one if left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub secret_seed: Option<GivenSeed>,
    /// Faces rolled beforehand; all of them, and no more.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub dice: Option<Vec<i64>>,
    /// Choices made beforehand: a choice's name and the option's.
    #[serde(default)]
    pub choices: BTreeMap<String, String>,
    /// A policy, as `session/advise` or `assize advise --save` writes it, that makes all other choices.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub policy: Option<String>,
    /// Who fills the roles of the scene.
    #[serde(default)]
    pub cast: BTreeMap<String, String>,
    /// For whom the result is.
    #[serde(default, rename = "for")]
    pub whom: For,
    /// What is wanted of the verdict.
    #[serde(default = "super::words::brief")]
    pub want: Vec<Want>,
    /// Whether what happens is told while it happens, by the notification `event`.
    #[serde(default)]
    pub events: bool,
}

/// The fields of `check`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Check {
    /// The script.
    pub text: String,
    /// Texts that `use` finds, by their names.
    #[serde(default)]
    pub texts: BTreeMap<String, String>,
    /// Who fills the roles of the scene.
    #[serde(default)]
    pub cast: BTreeMap<String, String>,
}

/// The fields of `test`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Test {
    /// The script.
    pub text: String,
    /// Texts that `use` finds, by their names.
    #[serde(default)]
    pub texts: BTreeMap<String, String>,
    /// Who fills the roles of the scene.
    #[serde(default)]
    pub cast: BTreeMap<String, String>,
}

/// The fields of `odds`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct OddsOf {
    /// The script.
    pub text: String,
    /// Texts that `use` finds, by their names.
    #[serde(default)]
    pub texts: BTreeMap<String, String>,
    /// Who fills the roles of the scene.
    #[serde(default)]
    pub cast: BTreeMap<String, String>,
    /// As for `session/odds`.
    #[serde(default)]
    pub questions: Vec<String>,
    /// Only runs in which this holds are counted.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub given: Option<String>,
    /// How what the script leaves open is answered; by dice if left out.
    #[serde(default)]
    pub mode: EntryMode,
    /// Choices made beforehand: a choice's name and the option's. All others take their default.
    #[serde(default)]
    pub choices: BTreeMap<String, String>,
    /// For whom the result is. Where something is kept from the players, they get no odds.
    #[serde(default, rename = "for")]
    pub whom: For,
    /// Whether it is told how far they have come, four times a second, by the notification `progress`.
    #[serde(default)]
    pub progress: bool,
    /// Whether the result is what is known by then, if it is called off, takes too long or exceeds the budget.
    #[serde(default)]
    pub keep: bool,
}

/// The fields of `advise`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct AdviceOf {
    /// The script.
    pub text: String,
    /// Texts that `use` finds, by their names.
    #[serde(default)]
    pub texts: BTreeMap<String, String>,
    /// Who fills the roles of the scene.
    #[serde(default)]
    pub cast: BTreeMap<String, String>,
    /// What is to be as high as possible: `P(NAME.PART >= LEVEL)` or `E(NAME.PART)`; the goal that the scene suggests if left out.
    #[serde(default)]
    pub goal: String,
    /// Whose choices make it as low as possible.
    #[serde(default)]
    pub against: Vec<String>,
    /// Choices made beforehand: a choice's name and the option's.
    #[serde(default)]
    pub choices: BTreeMap<String, String>,
    /// How what is no choice is answered; by dice if left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mode: Option<EntryMode>,
    /// In so many conditions at most it is told what is best at each choice; three if left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub plain: Option<usize>,
    /// Whether the result holds the advice as a policy too, which `run` can play by.
    #[serde(default)]
    pub policy: bool,
    /// For whom the result is. Where something is kept from the players, they get no advice.
    #[serde(default, rename = "for")]
    pub whom: For,
    /// Whether it is told how far it has come, four times a second, by the notification `progress`.
    #[serde(default)]
    pub progress: bool,
    /// Whether the result is what is known by then, if it is called off or takes too long.
    #[serde(default)]
    pub keep: bool,
}
