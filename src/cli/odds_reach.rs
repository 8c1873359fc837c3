//! The smallest changes of a scene that bring a chance to the wanted value.

use dashu_ratio::RBig;

use super::odds_rows::Fractions;
use crate::diagnostic::clean;
use crate::engine::{Chance, Changed, Reach, Way, percent, rounded};
use crate::verdict::html::escape;

/// The changes with what they come to, as text.
pub(super) fn text(reach: &Reach, fractions: Fractions) -> String {
    let mut text = format!("{}\n", head(reach, fractions));
    let rows: Vec<(String, String)> =
        shown(reach).iter().map(|way| (changes(way), now(&way.answer, fractions))).collect();
    let says = rows.iter().map(|(says, _)| says.chars().count()).max().unwrap_or_default();
    let comes_to = rows.iter().map(|(_, now)| now.chars().count()).max().unwrap_or_default();
    for (words, now) in rows {
        text.extend(["  ", &format!("{words:<says$}  {now:>comes_to$}"), "\n"]);
    }
    text
}

/// The same as a part of a page.
pub(super) fn html(reach: &Reach, fractions: Fractions) -> String {
    let row = |way: &&Way| {
        let now = now(&way.answer, fractions);
        format!("<tr><th scope=\"row\">{}</th><td>{}</td></tr>\n", escape(&changes(way)), escape(&now))
    };
    let rows: String = shown(reach).iter().map(row).collect();
    let table = if rows.is_empty() { String::new() } else { format!("<table class=\"asked\">\n{rows}</table>\n") };
    format!("<section class=\"odds\">\n<h2>{}</h2>\n{table}</section>\n", escape(&head(reach, fractions)))
}

/// What reaches it, or else what comes nearest.
fn shown(reach: &Reach) -> Vec<&Way> {
    reach.ways.iter().chain(&reach.nearest).collect()
}

/// The goal, how far the scene is from it as it is written, and what is said of the changes.
fn head(reach: &Reach, fractions: Fractions) -> String {
    let (goal, now) = (&reach.as_written.question, now(&reach.as_written, fractions));
    let told = match (reach.ways.as_slice(), &reach.nearest) {
        _ if reach.as_written.holds() == Some(true) => "reached as the scene is written",
        ([first, ..], _) if first.changes.len() == 1 => "with one change:",
        ([_, ..], _) => "with two changes, since one is not enough:",
        ([], nearest) => match (reach.tried_all, nearest.is_some()) {
            (true, true) => {
                "not reached by one change of up to 5 steps, or by two changes of up to 2 steps each; this comes nearest:"
            }
            (true, false) => {
                "not reached by one change of up to 5 steps, or by two changes of up to 2 steps each, and none comes closer"
            }
            (false, true) => "not found among the changes tried; this comes nearest:",
            (false, false) => "not found among the changes tried",
        },
    };
    format!("{goal}, now {now}: {told}")
}

/// The side of a goal that is not its measure, as people read it.
fn now(answer: &Chance, fractions: Fractions) -> String {
    let Some((left, right)) = &answer.sides else { return "never reached".to_owned() };
    // What is wanted may stand first: `0.6 <= P(…)`.
    let question = answer.question.trim_start();
    let (asked, value) = match asked_in(question).zip(question.find(['<', '>', '='])) {
        Some((asked, relation)) if asked > relation => (&question[asked..], right),
        Some(_) | None => (question, left),
    };
    let is_chance = asked.starts_with('P') && *value <= RBig::ONE && *value >= RBig::ZERO;
    fractions.brief(value, |value| if is_chance { percent(value) } else { rounded(value, 2) })
}

/// Where the first word stands before brackets, with which it asks for something: `P(…)`, `median(…)`.
fn asked_in(question: &str) -> Option<usize> {
    let mut before = question.match_indices('(').map(|(bracket, _)| question[..bracket].trim_end());
    let word = |before: &str| before.trim_end_matches(char::is_alphabetic).len();
    before.find(|before| word(before) < before.len()).map(word)
}

/// `climb.value 1b -> 2b "her brother"; climb.quality good -> excellent`
fn changes(way: &Way) -> String {
    let each = |Changed { name, written, instead, reason, .. }: &Changed| {
        let reason = reason.as_ref().map(|text| format!(" \"{text}\"")).unwrap_or_default();
        format!("{name} {written} -> {instead}{reason}")
    };
    clean::line(&way.changes.iter().map(each).collect::<Vec<String>>().join("; "))
}
