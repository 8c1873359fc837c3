//! Odds for programs: a JSON object a line, and rows separated by commas.

use dashu_ratio::RBig;
use schemars::JsonSchema;
use serde::Serialize;

use super::odds_rows::{Row, rows};
use crate::engine::{Chance, ChanceKind, Overview, ResultKind, ResultOdds, Spread, percent, rounded};
use crate::protocol::Distributed;

/// So many digits behind the point have the decimals of a table for other programs.
const DIGITS: usize = 10;

/// What stands above the columns.
const HEADS: [&str; 6] = ["result", "value", "chance", "decimal", "at least", "at most"];

/// A line of `odds --format json`.
#[derive(JsonSchema)]
#[serde(untagged)]
#[expect(dead_code, reason = "it only says what the lines may be")]
enum Line<'a> {
    /// The answer to a question.
    Answer(Written<'a>),
    /// How often a result is each of its values, where no question is asked.
    Result(Told<'a>),
}

/// The answer to a question.
#[derive(Serialize, JsonSchema)]
struct Written<'a> {
    /// The question as it was asked.
    question: &'a str,
    /// The exact fraction; `null` for the mean of what is never reached.
    value: Option<String>,
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
}

/// How often a result is each of its values.
#[derive(Serialize, JsonSchema)]
struct Told<'a> {
    /// The name, as it is asked for.
    result: &'a str,
    /// Other names of the same thing.
    #[serde(default, skip_serializing_if = "<[String]>::is_empty")]
    also: &'a [String],
    /// What its values are.
    kind: Kind,
    /// Each value that can come about: levels from the highest, numbers from the lowest. None where that would take too long,
    /// and none where it is never reached.
    values: Vec<ToldValue>,
    /// How often it is not reached: an exact fraction; `null` where that is not known.
    unreached: Option<String>,
    /// The mean of a number over the runs that reach it: an exact fraction.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    mean: Option<String>,
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
    /// Levels of a scale.
    Level,
    /// Numbers.
    Number,
    /// Words without an order, such as *yes* and *no*.
    Word,
}

/// One value.
#[derive(Serialize, JsonSchema)]
struct ToldValue {
    /// As verdicts write it.
    value: String,
    /// How likely it is: an exact fraction.
    chance: String,
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
    json(&Written {
        question: &answer.question,
        value: answer.value.as_ref().map(ToString::to_string),
        percent: answer.percent(),
        holds: answer.holds(),
        distribution: answer.distribution.as_ref().map(Distributed::from),
        given_always: answer.given_always,
        never_reached: answer.never_reached,
    })
}

/// Each result as a JSON object on a line.
pub(super) fn json_overview(overview: &Overview) -> String {
    overview.results.iter().map(|result| json(&told(result, overview.given_always))).collect()
}

/// Plain strings always have a JSON form.
fn json(line: &impl Serialize) -> String {
    serde_json::to_string(line).unwrap_or_default() + "\n"
}

fn told(result: &ResultOdds, given_always: bool) -> Told<'_> {
    let spread = result.spread.as_ref().ok();
    let number = spread.filter(|_| result.kind == ResultKind::Number);
    let values = spread.into_iter().flat_map(|spread| rows(result.kind, spread)).filter(|row| !row.is_unreached);
    Told {
        result: &result.name,
        also: &result.also,
        kind: match result.kind {
            ResultKind::Level => Kind::Level,
            ResultKind::Number => Kind::Number,
            ResultKind::Word => Kind::Word,
        },
        values: values.map(told_value).collect(),
        unreached: spread.map(|spread| spread.unreached.to_string()),
        mean: number.and_then(Spread::mean).map(|mean| mean.to_string()),
        deviation: number.and_then(Spread::deviation),
        unknown: result.spread.as_ref().err().map(|found| found.message.as_str()),
        given_always,
    }
}

fn told_value(row: Row) -> ToldValue {
    let exactly = |chance: Option<RBig>| chance.map(|chance| chance.to_string());
    let (chance, percent) = (row.chance.to_string(), percent(&row.chance));
    ToldValue { value: row.label, chance, percent, at_least: exactly(row.at_least), at_most: exactly(row.at_most) }
}

/// Answers as rows: of a distribution one for each value, of anything else one with its number.
pub(super) fn csv_answers(answers: &[Chance]) -> String {
    let rows = answers.iter().flat_map(|answer| match &answer.distribution {
        Some(spread) => csv_rows(&answer.question, rows(ResultKind::Number, spread)),
        None => vec![csv_answer(answer)],
    });
    table(rows)
}

/// Results as rows, one for each value.
pub(super) fn csv_overview(overview: &Overview) -> String {
    let rows = overview.results.iter().flat_map(|result| {
        let spread = result.spread.as_ref().ok();
        csv_rows(&result.name, spread.map(|spread| rows(result.kind, spread)).unwrap_or_default())
    });
    table(rows)
}

fn table(rows: impl Iterator<Item = [String; 6]>) -> String {
    [HEADS.map(str::to_owned)]
        .into_iter()
        .chain(rows)
        .map(|row| row.map(|cell| cell_of(&cell)).join(",") + "\n")
        .collect()
}

fn csv_rows(name: &str, rows: Vec<Row>) -> Vec<[String; 6]> {
    let decimal = |chance: Option<RBig>| chance.map(|chance| rounded(&chance, DIGITS)).unwrap_or_default();
    let cells = |row: Row| {
        let (chance, about) = (row.chance.to_string(), rounded(&row.chance, DIGITS));
        [name.to_owned(), row.label, chance, about, decimal(row.at_least), decimal(row.at_most)]
    };
    rows.into_iter().map(cells).collect()
}

/// A chance stands where chances stand; a mean, what is computed, or whether a comparison holds is a value.
fn csv_answer(answer: &Chance) -> [String; 6] {
    let exact = answer.value.as_ref().map(ToString::to_string).unwrap_or_default();
    let about = answer.value.as_ref().map(|value| rounded(value, DIGITS)).unwrap_or_default();
    let question = answer.question.clone();
    let [value, chance, about] = match (answer.kind, answer.holds()) {
        (_, Some(holds)) => [if holds { "yes" } else { "no" }.to_owned(), String::new(), String::new()],
        (ChanceKind::Chance, None) => [String::new(), exact, about],
        (ChanceKind::Mean | ChanceKind::Number | ChanceKind::Comparison | ChanceKind::Distribution, None) => {
            [exact, String::new(), about]
        }
    };
    [question, value, chance, about, String::new(), String::new()]
}

/// A cell, in quotes where a comma, a quote or a line in it would end it.
fn cell_of(text: &str) -> String {
    let text: String = text.chars().map(|sign| if sign.is_control() { ' ' } else { sign }).collect();
    if text.contains([',', '"']) { format!("\"{}\"", text.replace('"', "\"\"")) } else { text }
}

#[cfg(test)]
mod tests {
    use super::cell_of;

    #[test]
    fn a_cell_stays_one_cell() {
        assert_eq!(cell_of("no result"), "no result");
        assert_eq!(cell_of("two, or \"three\""), "\"two, or \"\"three\"\"\"");
        assert_eq!(cell_of("one\ntwo\r\u{1b}"), "one two  ");
    }
}
