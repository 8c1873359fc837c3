//! What is asked of a script that is compiled already, by a host in the same process: the fields that a request has beside the
//! script, with the same names and the same meanings.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::request::AskAdvice;
use super::script_request::{AdviceOf, Check, OddsOf, Run};
use super::seed::GivenSeed;
use super::words::For;
use crate::engine::{AdviceRequest, DiceFrom, Mode, OddsRequest, Seeds, SimulateRequest, Stream, Whose};
use crate::journal::EntryMode;

/// How a script is run once.
///
/// ```
/// use assize::protocol::Adjudicate;
///
/// let asked: Adjudicate = serde_json::from_str(r#"{"mode":"table","by_hand":["ada"],"seed":"7"}"#).unwrap();
/// assert_eq!(asked.by_hand, ["ada"]);
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct Adjudicate {
    /// How it is answered.
    pub mode: EntryMode,
    /// Whose dice are rolled by hand in the mode `table`; everybody's if left out.
    pub by_hand: Vec<String>,
    /// The seed of public rolls; a fresh one if left out. Whoever guesses it can foresee them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seed: Option<GivenSeed>,
    /// The seed of secret rolls; a fresh one if left out.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub secret_seed: Option<GivenSeed>,
    /// Faces rolled beforehand; all of them, and no more.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub dice: Option<Vec<i64>>,
    /// Choices made beforehand: a choice's name and the option's.
    pub choices: BTreeMap<String, String>,
    /// A policy, as advice writes it, that makes all other choices.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub policy: Option<String>,
    /// For whom the result is.
    #[serde(rename = "for")]
    pub whom: For,
}

/// Which odds are wanted.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct FindOdds {
    /// `P(NAME.PART >= LEVEL)`, `E(NAME.PART)`, `sd(…)`, `median(…)`, `quantile(…, 90%)`, or a bare condition; a name alone asks for its
    /// levels; every level of every result if left out.
    pub questions: Vec<String>,
    /// Only runs in which this holds are counted.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub given: Option<String>,
    /// How what the script leaves open is answered; by dice if left out.
    pub mode: EntryMode,
    /// Choices made beforehand: a choice's name and the option's. All others take their default.
    pub choices: BTreeMap<String, String>,
    /// For whom the result is. Where something is kept from the players, they get no odds.
    #[serde(rename = "for")]
    pub whom: For,
    /// Whether the result is what is known by then, if it is called off or exceeds the budget.
    pub keep: bool,
}

/// Which advice is wanted.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct FindAdvice {
    /// What is to be as high as possible: `P(NAME.PART >= LEVEL)` or `E(NAME.PART)`; the goal that the scene suggests if left out.
    pub goal: String,
    /// Whose choices make it as low as possible.
    pub against: Vec<String>,
    /// Choices made beforehand: a choice's name and the option's.
    pub choices: BTreeMap<String, String>,
    /// How what is no choice is answered; by dice if left out.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub mode: Option<EntryMode>,
    /// In so many conditions at most it is told what is best at each choice; three if left out.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub plain: Option<usize>,
    /// Whether the result holds the advice as a policy too.
    pub policy: bool,
    /// For whom the result is. Where something is kept from the players, they get no advice.
    #[serde(rename = "for")]
    pub whom: For,
}

/// Which simulation is wanted.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct Simulate {
    /// Questions, as for odds; every level of every result if left out.
    pub questions: Vec<String>,
    /// Only runs in which this holds are counted.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub given: Option<String>,
    /// How what the script leaves open is answered; by dice if left out.
    pub mode: EntryMode,
    /// Choices made beforehand: a choice's name and the option's. All others take their default.
    pub choices: BTreeMap<String, String>,
    /// How often the scene is run; 100,000 times if left out.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub runs: Option<u64>,
    /// The seed of the simulation; a fresh one if left out. No run of the scene rolls these dice.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seed: Option<GivenSeed>,
}

impl Adjudicate {
    /// Where dice and cards come from, with seeds that stand in for those left out.
    pub fn dice_from(&self, fresh: Seeds) -> DiceFrom {
        let public = self.seed.map_or(fresh.public, |seed| seed.0);
        let secret = self.secret_seed.map_or(fresh.secret, |seed| seed.0);
        let otherwise = Stream::from(Seeds { public, secret });
        match (&self.dice, self.mode) {
            (Some(faces), _) => DiceFrom::Given(faces.clone()),
            (None, EntryMode::Table) => DiceFrom::ByHand { whose: Whose::named(self.by_hand.clone()), otherwise },
            (None, EntryMode::Random | EntryMode::Deliberate | EntryMode::Automatic) => DiceFrom::Program(otherwise),
        }
    }
}

impl Run {
    /// The script, and how it is run once.
    pub fn into_parts(self) -> (Check, Adjudicate) {
        let Run { text, texts, cast, mode, by_hand, seed, secret_seed, dice, choices, policy, whom, .. } = self;
        (Check { text, texts, cast }, Adjudicate { mode, by_hand, seed, secret_seed, dice, choices, policy, whom })
    }
}

impl OddsOf {
    /// The script, and which of its odds are wanted.
    pub fn into_parts(self) -> (Check, FindOdds) {
        let OddsOf { text, texts, cast, questions, given, mode, choices, whom, keep, .. } = self;
        (Check { text, texts, cast }, FindOdds { questions, given, mode, choices, whom, keep })
    }
}

impl AdviceOf {
    /// The script, and which advice is wanted.
    pub fn into_parts(self) -> (Check, FindAdvice) {
        let AdviceOf { text, texts, cast, goal, against, choices, mode, plain, policy, whom, .. } = self;
        (Check { text, texts, cast }, FindAdvice { goal, against, choices, mode, plain, policy, whom })
    }
}

impl From<&FindOdds> for OddsRequest {
    fn from(asked: &FindOdds) -> Self {
        let FindOdds { questions, given, mode, choices, .. } = asked.clone();
        Self { questions, given, mode: mode.into(), choices, ..Self::default() }
    }
}

impl From<&FindAdvice> for AdviceRequest {
    fn from(asked: &FindAdvice) -> Self {
        let usual = Self::of(&asked.goal);
        Self {
            against: asked.against.iter().cloned().collect(),
            choices: asked.choices.clone(),
            mode: asked.mode.map(Mode::from),
            as_policy: asked.policy,
            conditions: asked.plain.unwrap_or(usual.conditions),
            ..usual
        }
    }
}

impl From<&AskAdvice> for AdviceRequest {
    fn from(asked: &AskAdvice) -> Self {
        let usual = Self::of(&asked.goal);
        Self {
            against: asked.against.iter().cloned().collect(),
            as_policy: asked.policy,
            conditions: asked.plain.unwrap_or(usual.conditions),
            ..usual
        }
    }
}

impl From<&Simulate> for SimulateRequest {
    fn from(asked: &Simulate) -> Self {
        let Simulate { questions, given, mode, choices, .. } = asked.clone();
        Self { questions, given, choices, mode: mode.into() }
    }
}
