//! Advice for programs.

use dashu_ratio::RBig;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::engine::{Advice, AdviceTree, AdvisedCase, AdvisedChoice, AdvisedOption, ChanceKind, Opened};

/// Advice: the result of `session/advise`, and the line of `advise --format json`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ToldAdvice {
    /// The goal as it was asked, or the one that is suggested where none was.
    pub goal: String,
    /// The goal that is suggested, where this is advice for another one because no choice makes a difference to that.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub instead_of: Option<String>,
    /// What its values are.
    pub kind: ToldGoal,
    /// Its value when everybody decides as well as possible: an exact fraction, as all values are; `null` where it was stopped.
    pub best: Option<String>,
    /// Where it was stopped, the numbers between which `best` lies when everything is known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub between: Option<[String; 2]>,
    /// Its value when everybody decides as badly for it as possible; `null` where it was stopped.
    pub worst: Option<String>,
    /// Its value where nobody decides; `null` where something has no default.
    pub by_default: Option<String>,
    /// Its value for whoever follows the advice to the letter; `null` where it was stopped.
    pub followed: Option<String>,
    /// Its value under each policy of `--compare`, in their order; `null` where some run comes to no end.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub by_policy: Vec<Option<String>>,
    /// What is decided, in the order of the rules.
    pub choices: Vec<ToldChoice>,
    /// The names of choices on which the goal does not hang.
    pub idle: Vec<String>,
    /// How many situations were compared.
    pub situations: usize,
    /// The advice as a policy, where that is asked for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub policy: Option<String>,
}

/// What the values of a goal are.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum ToldGoal {
    /// Chances.
    Chance,
    /// Means.
    Mean,
}

/// Something that is decided.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ToldChoice {
    /// Its name.
    pub name: String,
    /// What is asked; empty where nothing is, or where it tells of what has happened before.
    pub question: String,
    /// Who decides; empty where nobody is named.
    pub by: String,
    /// Whether they play against the goal.
    pub against: bool,
    /// Who has left it open.
    pub opened: ToldOpened,
    /// How often it is asked in a run, on average: an exact fraction.
    pub times: String,
    /// Whether a run may ask it more than once.
    pub repeated: bool,
    /// Whether the best hangs on more than is told.
    pub simplified: bool,
    /// What is best where; none where it is never asked as long as the advice is followed.
    pub cases: Vec<ToldCase>,
}

/// Who has left something open.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum ToldOpened {
    /// The rules, or the scene.
    ByScript,
    /// `--over`: the scene says something there.
    ForAdvice,
}

/// Situations in which the same is best.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ToldCase {
    /// What holds in them, all of it; nothing where there are no others.
    pub conditions: Vec<String>,
    /// How often they come about, of all times that it is asked: an exact fraction.
    pub share: String,
    /// Everything that can be decided.
    pub options: Vec<ToldOption>,
}

/// Something that can be decided.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ToldOption {
    /// As it is chosen beforehand, or as the scene writes it.
    pub option: String,
    /// What the goal comes to with it: an exact fraction; `null` where the rules refuse it.
    pub value: Option<String>,
    /// Whether it is advised.
    pub best: bool,
    /// Whether it is taken where nobody is asked.
    pub default: bool,
    /// Whether it can be chosen in only some of these situations.
    pub sometimes: bool,
}

impl From<&Advice> for ToldAdvice {
    fn from(advice: &Advice) -> Self {
        let known = |value: &RBig| advice.between.is_none().then(|| value.to_string());
        Self {
            goal: advice.goal.clone(),
            instead_of: advice.instead_of.clone(),
            kind: if advice.kind == ChanceKind::Chance { ToldGoal::Chance } else { ToldGoal::Mean },
            best: known(&advice.best),
            between: advice.between.as_ref().map(|(low, high)| [low.to_string(), high.to_string()]),
            worst: known(&advice.worst),
            by_default: advice.by_default.as_ref().map(ToString::to_string),
            followed: known(&advice.followed),
            by_policy: advice.by_policy.iter().map(|value| value.as_ref().map(ToString::to_string)).collect(),
            choices: advice.choices.iter().map(choice).collect(),
            idle: advice.idle.clone(),
            situations: advice.situations,
            policy: advice.policy.as_ref().map(ToString::to_string),
        }
    }
}

fn choice(choice: &AdvisedChoice) -> ToldChoice {
    let cases = choice.advice.as_ref().map(AdviceTree::cases).unwrap_or_default();
    ToldChoice {
        name: choice.name.clone(),
        question: choice.question.clone(),
        by: choice.by.clone(),
        against: choice.is_against,
        opened: match choice.opened {
            Opened::ByScript => ToldOpened::ByScript,
            Opened::ForAdvice => ToldOpened::ForAdvice,
        },
        times: choice.times.to_string(),
        repeated: choice.is_repeated,
        simplified: choice.is_simplified,
        cases: cases.into_iter().map(case).collect(),
    }
}

fn case((conditions, case): (Vec<&str>, &AdvisedCase)) -> ToldCase {
    let conditions = conditions.into_iter().map(str::to_owned).collect();
    ToldCase { conditions, share: case.share.to_string(), options: case.options.iter().map(option).collect() }
}

fn option(option: &AdvisedOption) -> ToldOption {
    ToldOption {
        option: option.name.clone(),
        value: option.value.as_ref().map(ToString::to_string),
        best: option.is_best,
        default: option.is_default,
        sometimes: option.is_sometimes,
    }
}
