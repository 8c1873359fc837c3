//! Advice for programs: one JSON object per line.

use dashu_ratio::RBig;
use schemars::JsonSchema;
use serde::Serialize;

use crate::diagnostic::clean;
use crate::engine::{Advice, AdviceTree, AdvisedCase, AdvisedChoice, AdvisedOption, ChanceKind, Opened};

/// The line of `advise --format json`.
#[derive(Serialize, JsonSchema)]
struct Told<'a> {
    /// The goal as it was asked.
    goal: &'a str,
    /// What its values are.
    kind: Kind,
    /// Its value when everybody decides as well as possible: an exact fraction, as all values are; `null` where it was stopped.
    best: Option<String>,
    /// Where it was stopped, the numbers between which `best` lies when everything is known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    between: Option<[String; 2]>,
    /// Its value when everybody decides as badly for it as possible; `null` where it was stopped.
    worst: Option<String>,
    /// Its value where nobody decides; `null` where something has no default.
    by_default: Option<String>,
    /// Its value for whoever follows the advice to the letter; `null` where it was stopped.
    followed: Option<String>,
    /// Its value under each policy of `--compare`, in their order; `null` where some run comes to no end.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    by_policy: Vec<Option<String>>,
    /// What is decided, in the order of the rules.
    choices: Vec<ToldChoice<'a>>,
    /// The names of choices on which the goal does not hang.
    idle: &'a [String],
    /// How many situations were compared.
    situations: usize,
}

/// What the values of a goal are.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
enum Kind {
    /// Chances.
    Chance,
    /// Means.
    Mean,
}

/// Something that is decided.
#[derive(Serialize, JsonSchema)]
struct ToldChoice<'a> {
    /// Its name.
    name: &'a str,
    /// What is asked; empty where nothing is, or where it tells of what has happened before.
    question: &'a str,
    /// Who decides; empty where nobody is named.
    by: &'a str,
    /// Whether they play against the goal.
    against: bool,
    /// Who has left it open.
    opened: ToldOpened,
    /// How often it is asked in a run, on average: an exact fraction.
    times: String,
    /// Whether a run may ask it more than once.
    repeated: bool,
    /// Whether the best hangs on more than is told.
    simplified: bool,
    /// What is best where; none where it is never asked as long as the advice is followed.
    cases: Vec<ToldCase<'a>>,
}

/// Who has left something open.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
enum ToldOpened {
    /// The rules, or the scene.
    ByScript,
    /// `--over`: the scene says something there.
    ForAdvice,
}

/// Situations in which the same is best.
#[derive(Serialize, JsonSchema)]
struct ToldCase<'a> {
    /// What holds in them, all of it; nothing where there are no others.
    conditions: Vec<&'a str>,
    /// How often they come about, of all times that it is asked: an exact fraction.
    share: String,
    /// Everything that can be decided.
    options: Vec<ToldOption<'a>>,
}

/// Something that can be decided.
#[derive(Serialize, JsonSchema)]
struct ToldOption<'a> {
    /// As it is chosen beforehand, or as the scene writes it.
    option: &'a str,
    /// What the goal comes to with it: an exact fraction; `null` where the rules refuse it.
    value: Option<String>,
    /// Whether it is advised.
    best: bool,
    /// Whether it is taken where nobody is asked.
    default: bool,
    /// Whether it can be chosen in only some of these situations.
    sometimes: bool,
}

/// What `advise --format json` prints.
pub(super) fn schema() -> serde_json::Value {
    let mut schema = schemars::schema_for!(Told<'_>).to_value();
    schema["$id"] = "urn:assize:advice:1".into();
    schema["title"] = "the line of `assize advise --format json`".into();
    schema
}

/// Advice as a JSON object on a line.
pub(super) fn json(advice: &Advice) -> String {
    let known = |value: &RBig| advice.between.is_none().then(|| value.to_string());
    let told = Told {
        goal: &advice.goal,
        kind: if advice.kind == ChanceKind::Chance { Kind::Chance } else { Kind::Mean },
        best: known(&advice.best),
        between: advice.between.as_ref().map(|(low, high)| [low.to_string(), high.to_string()]),
        worst: known(&advice.worst),
        by_default: advice.by_default.as_ref().map(ToString::to_string),
        followed: known(&advice.followed),
        by_policy: advice.by_policy.iter().map(|value| value.as_ref().map(ToString::to_string)).collect(),
        choices: advice.choices.iter().map(choice).collect(),
        idle: &advice.idle,
        situations: advice.situations,
    };
    // Plain strings always have a JSON form.
    clean::json(serde_json::to_string(&told).unwrap_or_default() + "\n")
}

fn choice(choice: &AdvisedChoice) -> ToldChoice<'_> {
    let cases = choice.advice.as_ref().map(AdviceTree::cases).unwrap_or_default();
    ToldChoice {
        name: &choice.name,
        question: &choice.question,
        by: &choice.by,
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

fn case<'a>((conditions, case): (Vec<&'a str>, &'a AdvisedCase)) -> ToldCase<'a> {
    ToldCase { conditions, share: case.share.to_string(), options: case.options.iter().map(option).collect() }
}

fn option(option: &AdvisedOption) -> ToldOption<'_> {
    ToldOption {
        option: &option.name,
        value: option.value.as_ref().map(ToString::to_string),
        best: option.is_best,
        default: option.is_default,
        sometimes: option.is_sometimes,
    }
}
