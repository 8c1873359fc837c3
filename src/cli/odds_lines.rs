//! Answers to questions about odds, as people read them.

use dashu_base::Abs;
use dashu_int::{IBig, UBig};
use dashu_ratio::RBig;

use super::distributions::{about, in_notation, middle, of_those_that_reach_it, table};
use super::odds_rows::Fractions;
use crate::engine::{Chance, ChanceKind, percent, rounded};

/// Said of a condition that makes no difference.
pub(super) const GIVEN_ALWAYS: &str = "  the condition is always true, so it makes no difference\n";

/// Said where some runs are refused.
pub(super) const AMONG_ALL: &str =
    "  chances are out of all runs; a refused run counts only as refused, toward no other chance, mean or condition\n";

/// Said where it was stopped before everything was known.
pub(super) const STOPPED: &str = "  stopped before everything was known: each chance in a table is a minimum, and can be higher by at most the unknown part\n";

/// A root that is no fraction has so many digits behind the point.
const DIGITS_OF_ROOTS: usize = 30;

/// The answers without those levels of a name that cannot be: whoever asks for a name wants to see what can happen. A level that is
/// asked for by itself is told all the same.
pub(super) fn that_can_be(mut chances: Vec<Chance>) -> Vec<Chance> {
    chances.retain(|chance| !(chance.is_level && chance.value == Some(RBig::ZERO)));
    chances
}

/// Answers as people read them.
pub(super) fn lines(chances: &[Chance], fractions: Fractions) -> String {
    chances.iter().map(|chance| line(chance, fractions)).chain([notes(chances)]).collect()
}

/// What holds for all of them.
pub(super) fn notes(chances: &[Chance]) -> String {
    let are_refused = chances.iter().any(|chance| chance.refused.is_some());
    let is_stopped = chances.iter().any(|chance| chance.stopped);
    let notes = [(are_refused, AMONG_ALL), (is_stopped, STOPPED)];
    notes.into_iter().filter(|(is_said, _)| *is_said).map(|(_, note)| note).collect()
}

/// An answer as people read it.
pub(super) fn line(chance: &Chance, fractions: Fractions) -> String {
    written(chance, fractions) + if chance.given_always { GIVEN_ALWAYS } else { "" }
}

fn written(chance: &Chance, fractions: Fractions) -> String {
    if let Some(spread) = &chance.distribution {
        return table(chance, spread, fractions);
    }
    if chance.holds().is_some() && chance.sides.is_some() {
        return format!("{}: {}\n", chance.question, answer(chance, fractions));
    }
    if let Some((name, level)) = certain_level(chance) {
        let told = if level == "unreached" { "never reached".to_owned() } else { format!("always {level}") };
        return format!("{name}: {told}\n");
    }
    format!("{} = {}\n", chance.question, answer(chance, fractions))
}

/// The name and its level, where a name was asked for that has this level in every run.
fn certain_level(chance: &Chance) -> Option<(&str, &str)> {
    let is_certain = chance.is_level && chance.value == Some(RBig::ONE);
    chance.question.strip_prefix("P(")?.strip_suffix(')')?.rsplit_once(" is ").filter(|_| is_certain)
}

/// An answer without its question, in one line: of a distribution what lies in its middle.
pub(super) fn answer(answer: &Chance, fractions: Fractions) -> String {
    if let Some(between) = so_far(answer) {
        return between;
    }
    if let Some(spread) = &answer.distribution {
        return middle(answer, spread, fractions).unwrap_or("never reached".to_owned());
    }
    if let (Some(holds), Some((left, right))) = (answer.holds(), &answer.sides) {
        let holds = if holds { "yes" } else { "no" };
        let reached = if answer.never_reached { "; part of it is never reached" } else { "" };
        let [left, right] = [left, right].map(|side| fractions.told(side));
        return format!("{holds}  ({left} and {right}{reached})");
    }
    let without = match answer.kind {
        ChanceKind::Mean | ChanceKind::Deviation | ChanceKind::Quantile => "never reached",
        ChanceKind::Chance | ChanceKind::Number | ChanceKind::Comparison | ChanceKind::Distribution => "no value",
    };
    let written = |value: &RBig| match answer.kind {
        ChanceKind::Deviation if fractions == Fractions::Full && is_rounded_root(value) => {
            format!("~{}", rounded(value, DIGITS_OF_ROOTS))
        }
        ChanceKind::Chance
        | ChanceKind::Mean
        | ChanceKind::Deviation
        | ChanceKind::Quantile
        | ChanceKind::Number
        | ChanceKind::Comparison
        | ChanceKind::Distribution => {
            in_notation(answer.notation.as_ref(), value, &fractions.told(&value.clone().abs()))
        }
    };
    let value = answer.value.as_ref().map_or_else(|| without.to_owned(), written);
    let about = match answer.percent().or_else(|| about(answer)) {
        Some(_) if answer.never_reached && answer.kind == ChanceKind::Chance => Some("never reached".to_owned()),
        Some(about) if answer.never_reached => Some(format!("{about}; part of it is never reached")),
        about => about,
    };
    let about = about.filter(|about| answer.kind != ChanceKind::Quantile || *about != value);
    let about = about.map(|about| format!("  ({about})")).unwrap_or_default();
    let words = answer.reached.as_ref().map(|share| of_those_that_reach_it(share, fractions));
    format!("{value}{about}{}", words.unwrap_or_default())
}

/// Whether this is a root that is no fraction, and so a number of just so many digits.
fn is_rounded_root(value: &RBig) -> bool {
    let digits = |count: usize| value * RBig::from(UBig::from(10_u8).pow(count));
    digits(DIGITS_OF_ROOTS).is_int() && !digits(DIGITS_OF_ROOTS / 2).is_int()
}

/// What is known of an answer where it was stopped: `between 12.50% and 20.00%`.
fn so_far(answer: &Chance) -> Option<String> {
    if !answer.stopped || answer.distribution.is_some() {
        return None;
    }
    let Some((low, high)) = &answer.between else { return Some("not known yet".to_owned()) };
    let [low, high] = match answer.kind {
        ChanceKind::Chance => [percent(low), percent(high)],
        // A root has too many digits to be read; what lies between these lies between shorter ones that are farther apart.
        ChanceKind::Deviation => {
            [rounded(&hundredths(low.clone(), RBig::floor), 2), rounded(&hundredths(high.clone(), RBig::ceil), 2)]
        }
        ChanceKind::Mean
        | ChanceKind::Quantile
        | ChanceKind::Number
        | ChanceKind::Comparison
        | ChanceKind::Distribution => [low.to_string(), high.to_string()],
    };
    Some(format!("between {low} and {high}"))
}

/// A number brought to whole hundredths.
fn hundredths(number: RBig, whole: fn(&RBig) -> IBig) -> RBig {
    RBig::from(whole(&(number * RBig::from(100_u8)))) / RBig::from(100_u8)
}
