//! Odds for programs: one JSON object per line.

use std::collections::BTreeMap;

use dashu_ratio::RBig;
use schemars::JsonSchema;
use serde::Serialize;

use super::odds_rows::{Row, decimal, rows};
use crate::diagnostic::clean;
use crate::engine::{
    Chance, Changed, Failure, Hinge, Hinges, Joint, Overview, Reach, ResultKind, ResultOdds, Spread, Tried, Variant,
    Variants, percent,
};
use crate::protocol::{Distributed, Refusal};

/// A line of `odds --format json`.
#[derive(JsonSchema)]
#[serde(untagged)]
#[expect(dead_code, reason = "it only says what the lines may be")]
enum Line<'a> {
    /// The answer to a question, or how many of all runs are refused.
    Answer(Written<'a>),
    /// How often a result is each of its values, where no question is asked.
    Result(Told<'a>),
    /// The answers of a variant, with `--vary`.
    Variant(ToldVariant<'a>),
    /// What an answer hinges on, with `--why`.
    Hinge(ToldHinge<'a>),
    /// Two results together, with `--by`.
    Joint(ToldJoint<'a>),
    /// A change that reaches a goal, with `--reach`, or comes nearest to it.
    Way(ToldWay<'a>),
}

/// How often two results come to what they do together.
#[derive(Serialize, JsonSchema)]
struct ToldJoint<'a> {
    /// The result that was asked for.
    question: &'a str,
    /// The other one.
    by: &'a str,
    /// Each pair of values that comes about.
    pairs: Vec<ToldPair<'a>>,
}

/// A value of each of two results.
#[derive(Serialize, JsonSchema)]
struct ToldPair<'a> {
    /// That of the result which was asked for; `unreached` where it is not.
    value: &'a str,
    /// That of the other one.
    by: &'a str,
    /// How likely the two are together: an exact fraction.
    chance: String,
    /// The same as a decimal, rounded.
    decimal: String,
    /// The same, rounded.
    percent: String,
    /// How likely the value is where the other result has this one: an exact fraction.
    given: String,
}

/// One or two changes of the scene; none of them is the scene as it is written.
#[derive(Serialize, JsonSchema)]
struct ToldWay<'a> {
    /// What is to hold.
    goal: &'a str,
    /// Whether it holds then.
    reached: bool,
    /// What is changed.
    changes: Vec<ToldChange<'a>>,
    /// By how many steps altogether: a step is the next number or level.
    steps: u64,
    /// The left side of the goal then: an exact fraction; none where it has no value.
    left: Option<String>,
    /// The right side.
    right: Option<String>,
    /// Whether all was tried that is looked for: single changes of up to five steps, and pairs of up to two steps each.
    tried_all: bool,
}

/// A value that is another one.
#[derive(Serialize, JsonSchema)]
struct ToldChange<'a> {
    /// The name of the place.
    name: &'a str,
    /// What the scene says there.
    written: &'a str,
    /// What it says instead; `without` where it is left out.
    instead: &'a str,
}

/// The answers of a variant.
#[derive(Serialize, JsonSchema)]
struct ToldVariant<'a> {
    /// What it says, by the names of the places.
    variant: BTreeMap<&'a str, &'a str>,
    /// Whether the scene says so itself.
    as_written: bool,
    /// The answers to the questions; none where there are none then.
    answers: Vec<Written<'a>>,
    /// Why there are none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    none: Option<String>,
}

/// An answer with another value at one place.
#[derive(Serialize, JsonSchema)]
struct ToldHinge<'a> {
    /// The name of the place.
    hinge: &'a str,
    /// What the scene says there.
    written: &'a str,
    /// What it says instead; `without` where it is left out.
    instead: &'a str,
    /// The answer then; none where there is none.
    answer: Option<Written<'a>>,
    /// By how much it is more than as the scene is written: an exact fraction.
    change: Option<String>,
    /// The same as a decimal, rounded.
    change_decimal: Option<String>,
    /// How many of all runs the rules refuse then, as a fraction; left out where none is.
    #[serde(skip_serializing_if = "Option::is_none")]
    refused: Option<String>,
    /// Why there is none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    none: Option<String>,
}

/// The answer to a question.
#[derive(Serialize, JsonSchema)]
struct Written<'a> {
    /// The question as it was asked.
    question: &'a str,
    /// The exact fraction; `null` for the mean of what is never reached.
    value: Option<String>,
    /// The same as a decimal, rounded.
    decimal: Option<String>,
    /// A chance, rounded.
    percent: Option<String>,
    /// Whether a comparison holds.
    #[serde(skip_serializing_if = "Option::is_none")]
    holds: Option<bool>,
    /// How often a number is each of its values; `value` is its mean.
    #[serde(skip_serializing_if = "Option::is_none")]
    distribution: Option<Distributed>,
    /// Whether what is given always holds, and so makes no difference.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    given_always: bool,
    /// Whether something that is asked for is reached in none of the runs that count.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    never_reached: bool,
    /// How many of the runs that count reach it, as an exact fraction, if this is a mean, a deviation or a quantile of these alone.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    reached: Option<String>,
    /// Whether it was stopped before everything was known; then there is no `value`.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    stopped: bool,
    /// Where it was stopped, the exact fractions between which the answer lies; none where nothing is known of it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    between: Option<[String; 2]>,
    /// What the rules refuse, where this is how many of all runs they refuse there, and no answer to a question.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    refused: Option<Refusal>,
}

/// How often a result is each of its values.
#[derive(Serialize, JsonSchema)]
struct Told<'a> {
    /// The name, as it is asked for.
    result: &'a str,
    /// Other names of the same thing.
    #[serde(default, skip_serializing_if = "<[String]>::is_empty")]
    also: &'a [String],
    /// What the scene calls it, where it gives a title to the run or the thing to which it belongs.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    title: Option<&'a str>,
    /// What its values are.
    kind: Kind,
    /// Each value that can come about: levels from the highest, numbers from the lowest. None where that would take too long,
    /// and none where it is never reached.
    values: Vec<ToldValue>,
    /// How often it is not reached: an exact fraction; `null` where that is not known.
    unreached: Option<String>,
    /// How often it is not known what it comes to, where it was stopped: each chance is at least what stands here, and at most so much
    /// more.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    open: Option<String>,
    /// The mean of a number over the runs that reach it: an exact fraction.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    mean: Option<String>,
    /// The same as a decimal, rounded.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    mean_decimal: Option<String>,
    /// The standard deviation of a number, rounded.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    deviation: Option<String>,
    /// Why its odds are not known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    unknown: Option<&'a str>,
    /// Whether what is given always holds, and so makes no difference.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    given_always: bool,
}

/// What the values of a result are.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
enum Kind {
    /// Levels of a scale, of which one is more than another.
    Level,
    /// Numbers.
    Number,
    /// Words without an order, such as *yes* and *no*, and levels that nothing holds to each other.
    Word,
}

/// One value.
#[derive(Serialize, JsonSchema)]
struct ToldValue {
    /// As verdicts write it.
    value: String,
    /// What the scene says that this level means.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    meaning: Option<String>,
    /// How likely it is: an exact fraction.
    chance: String,
    /// The same as a decimal, rounded.
    decimal: String,
    /// The same, rounded.
    percent: String,
    /// How likely it is to come to at least as much; not of words.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    at_least: Option<String>,
    /// How likely it is to come to no more; not of words.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    at_most: Option<String>,
}

/// What `odds --format json` prints, a line each.
pub(super) fn schema() -> serde_json::Value {
    let mut schema = schemars::schema_for!(Line<'_>).to_value();
    schema["$id"] = "urn:assize:odds:1".into();
    schema["title"] = "a line of `assize odds --format json`".into();
    schema
}

/// An answer as a JSON object on a line.
pub(super) fn json_answer(answer: &Chance) -> String {
    json(&written(answer))
}

fn written(answer: &Chance) -> Written<'_> {
    Written {
        question: &answer.question,
        value: answer.value.as_ref().map(ToString::to_string),
        decimal: answer.value.as_ref().map(decimal),
        percent: answer.percent(),
        holds: answer.holds(),
        distribution: answer.distribution.as_ref().map(Distributed::from),
        given_always: answer.given_always,
        never_reached: answer.never_reached,
        reached: answer.reached.as_ref().map(ToString::to_string),
        stopped: answer.stopped,
        between: answer.between.as_ref().map(|(low, high)| [low.to_string(), high.to_string()]),
        refused: answer.refused.as_ref().map(Refusal::from),
    }
}

/// Each variant as a JSON object on a line.
pub(super) fn json_variants(variants: &Variants) -> String {
    let line = |variant: &Variant| {
        let says = variants.varied.iter().map(String::as_str).zip(variant.says.iter().map(String::as_str));
        json(&ToldVariant {
            variant: says.collect(),
            as_written: variant.as_written,
            answers: variant.odds.iter().flatten().map(written).collect(),
            none: variant.odds.as_ref().err().map(why),
        })
    };
    variants.variants.iter().map(line).collect()
}

/// Each value that was tried as a JSON object on a line.
pub(super) fn json_hinges(hinges: &[Hinges]) -> String {
    let line = |(hinge, tried): (&Hinge, &Tried)| {
        json(&ToldHinge {
            hinge: &hinge.name,
            written: &hinge.written,
            instead: &tried.says,
            answer: tried.answer.as_ref().ok().map(written),
            change: tried.change.as_ref().map(ToString::to_string),
            change_decimal: tried.change.as_ref().map(decimal),
            refused: Some(&tried.refused).filter(|share| **share != RBig::ZERO).map(ToString::to_string),
            none: tried.answer.as_ref().err().map(why),
        })
    };
    hinges.iter().flat_map(|one| &one.hinges).flat_map(Hinge::each).map(line).collect()
}

/// Two results together as a JSON object on a line, for each question one.
pub(super) fn json_joint(all: &[Joint]) -> String {
    let line = |joint: &Joint| {
        let margin = |row: &String| joint.rows.values.iter().find(|(value, _)| value == row).map(|(_, chance)| chance);
        let possible = joint.each().filter(|(_, chance)| **chance != RBig::ZERO);
        let pairs = possible.filter_map(|((by, value), chance)| {
            let given = (chance.clone() / margin(by)?.clone()).to_string();
            Some(ToldPair {
                value,
                by,
                chance: chance.to_string(),
                decimal: decimal(chance),
                percent: percent(chance),
                given,
            })
        });
        json(&ToldJoint { question: &joint.columns.question, by: &joint.rows.question, pairs: pairs.collect() })
    };
    all.iter().map(line).collect()
}

fn told_change(Changed { name, written, instead, .. }: &Changed) -> ToldChange<'_> {
    ToldChange { name, written, instead }
}

/// The goal as the scene is written, and each change that reaches it, as a JSON object on a line.
pub(super) fn json_reach(reach: &Reach) -> String {
    let line = |changes: &[Changed], steps: u64, answer: &Chance| {
        let side = |of: fn(&(RBig, RBig)) -> &RBig| answer.sides.as_ref().map(|sides| of(sides).to_string());
        json(&ToldWay {
            goal: &answer.question,
            reached: answer.holds() == Some(true),
            changes: changes.iter().map(told_change).collect(),
            steps,
            left: side(|(left, _)| left),
            right: side(|(_, right)| right),
            tried_all: reach.tried_all,
        })
    };
    let ways = reach.ways.iter().chain(&reach.nearest).map(|way| line(&way.changes, way.size, &way.answer));
    [line(&[], 0, &reach.as_written)].into_iter().chain(ways).collect()
}

/// Why there is no answer.
fn why(failure: &Failure) -> String {
    failure.diagnostics.iter().next().map(|found| found.message.clone()).unwrap_or_default()
}

/// Each result as a JSON object on a line.
pub(super) fn json_overview(overview: &Overview) -> String {
    let results = overview.results.iter().map(|result| json(&told(result, overview.given_always)));
    results.chain(overview.refused.iter().map(json_answer)).collect()
}

/// Plain strings always have a JSON form.
fn json(line: &impl Serialize) -> String {
    clean::json(serde_json::to_string(line).unwrap_or_default() + "\n")
}

fn told(result: &ResultOdds, given_always: bool) -> Told<'_> {
    let spread = result.spread.as_ref().ok();
    let number = spread.filter(|_| result.kind == ResultKind::Number);
    let mean = number.and_then(Spread::mean);
    let values = spread.into_iter().flat_map(|spread| rows(result.kind, spread)).filter(|row| !row.is_unreached);
    Told {
        result: &result.name,
        also: &result.also,
        title: result.title.as_deref(),
        kind: match result.kind {
            ResultKind::Level => Kind::Level,
            ResultKind::Number => Kind::Number,
            ResultKind::Word => Kind::Word,
        },
        values: values.map(|row| told_value(row, result)).collect(),
        unreached: spread.map(|spread| spread.unreached.to_string()),
        open: spread.filter(|spread| spread.open != RBig::ZERO).map(|spread| spread.open.to_string()),
        mean: mean.as_ref().map(ToString::to_string),
        mean_decimal: mean.as_ref().map(decimal),
        deviation: number.and_then(Spread::deviation),
        unknown: result.spread.as_ref().err().map(|found| found.message.as_str()),
        given_always,
    }
}

fn told_value(row: Row, result: &ResultOdds) -> ToldValue {
    let exactly = |chance: Option<RBig>| chance.map(|chance| chance.to_string());
    let (chance, decimal, percent) = (row.chance.to_string(), decimal(&row.chance), percent(&row.chance));
    ToldValue {
        meaning: result.meanings.get(&row.label).cloned(),
        value: row.label,
        chance,
        decimal,
        percent,
        at_least: exactly(row.at_least),
        at_most: exactly(row.at_most),
    }
}
