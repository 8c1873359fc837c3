//! Odds without house rules and with them, as people read them.

use std::collections::BTreeSet;

use dashu_ratio::RBig;

use super::house_told::reason;
use super::odds_lines::answer;
use super::odds_rows::Fractions;
use crate::engine::{Chance, ChanceKind, Chances, Failure, Spread, TrialOdds};
use crate::verdict::Audience;

/// Values of which no more are told where neither mean nor deviation tells a difference.
const MOST_VALUES: usize = 4;

/// The odds that differ, of whatever this audience may learn of, and what is not known; what was asked for is told also where it is the
/// same. `rules` are the names of the house rules.
pub(super) fn compared(rules: &str, odds: &TrialOdds, (whom, is_asked): (Audience, bool)) -> String {
    let seen: Vec<&Chances> = odds.chances.iter().filter(|one| whom.may_see(one.visibility)).collect();
    let told = match (&odds.failed_without, &odds.failed_with) {
        (None, None) if is_asked => asked(&seen),
        (None, None) => differing(&seen),
        failed => one_sided(rules, failed, &seen, whom),
    };
    let not_compared: Vec<String> = odds
        .not_compared
        .iter()
        .filter(|one| whom.may_see(one.visibility))
        .map(|one| format!("`{}`", one.name))
        .collect();
    let too_much = if not_compared.is_empty() {
        String::new()
    } else {
        format!("not compared, since that takes too long unless `--odds` asks for it: {}\n", not_compared.join(", "))
    };
    let kept = if whom == Audience::Gm && seen.len() < odds.chances.len() {
        "some odds are hidden from the game master: `--for log` shows them\n"
    } else {
        ""
    };
    [told, too_much, kept.to_owned()].concat()
}

/// What one side answers where the other has no odds, or not all.
fn one_sided(
    rules: &str,
    (without, with): (&Option<Failure>, &Option<Failure>),
    seen: &[&Chances],
    whom: Audience,
) -> String {
    let why = |(side, failed): (&str, &Option<Failure>)| {
        Some(format!("no odds {side} {rules}: {}\n", reason(failed.as_ref()?, whom)))
    };
    let obstacles = [("without", without), ("with", with)].into_iter().filter_map(why);
    let of_without = seen.iter().filter_map(|one| one.without.as_ref()).collect();
    let of_with = seen.iter().filter_map(|one| one.with.as_ref()).collect();
    let answers = [("without", of_without), ("with", of_with)];
    obstacles.chain(answers.into_iter().map(|(side, answers)| of_side(side, rules, answers))).collect()
}

/// What one side leaves to chance: its levels, or else its numbers.
fn of_side(side: &str, rules: &str, answers: Vec<&Chance>) -> String {
    if answers.is_empty() {
        return String::new();
    }
    // Nobody has asked for all that there is; a question or two are answered even where chance decides nothing.
    let is_asked = answers.len() <= MOST_VALUES;
    let (numbers, levels): (Vec<&Chance>, Vec<&Chance>) =
        answers.into_iter().filter(|chance| is_asked || !is_certain(chance)).partition(|chance| is_spread(chance));
    let open = if levels.is_empty() { numbers } else { levels };
    if open.is_empty() {
        return format!("{side} {rules} nothing is left to chance\n");
    }
    let lines =
        open.into_iter().map(|chance| format!("  {}: {}\n", chance.question, answer(chance, Fractions::Readable)));
    [format!("odds {side} {rules}:\n")].into_iter().chain(lines).collect()
}

/// Whether chance decides nothing about it.
fn is_certain(chance: &Chance) -> bool {
    match &chance.distribution {
        Some(spread) => spread.values.len() + usize::from(spread.unreached != RBig::ZERO) < 2,
        None => chance.kind == ChanceKind::Chance && [RBig::ZERO, RBig::ONE].map(Some).contains(&chance.value),
    }
}

/// Each question with both answers, in the order in which they were asked.
fn asked(seen: &[&Chances]) -> String {
    let line = |one: &&Chances| match &one.with {
        Some(with) if !one.differ() => {
            format!("  {}: {}, without and with\n", one.question, answer(with, Fractions::Readable))
        }
        _ if is_number(one) => format!("  {}: {}\n", one.question, change(one)),
        _ => both_answers(one),
    };
    ["odds, without -> with:\n".to_owned()].into_iter().chain(seen.iter().map(line)).collect()
}

fn both_answers(one: &Chances) -> String {
    let value = |chance: &Option<Chance>| {
        let told = chance.as_ref().map(|chance| answer(chance, Fractions::Readable));
        told.unwrap_or_else(|| "missing".to_owned())
    };
    format!("  {}: {} -> {}\n", one.question, value(&one.without), value(&one.with))
}

fn differing(seen: &[&Chances]) -> String {
    let (only_refused, seen): (Vec<&Chances>, Vec<&Chances>) =
        seen.iter().copied().partition(|one| one.only_by_refusals);
    let (numbers, levels): (Vec<&Chances>, Vec<&Chances>) = seen.into_iter().partition(|one| is_number(one));
    let changed_levels: Vec<&Chances> = levels.iter().copied().filter(|one| one.differ()).collect();
    let changed_numbers: Vec<&Chances> = numbers.iter().copied().filter(|one| one.differ()).collect();
    if changed_levels.is_empty() && changed_numbers.is_empty() {
        return "the odds are the same\n".to_owned();
    }
    let mut text = String::new();
    if !changed_levels.is_empty() {
        text += "odds, without -> with:\n";
        text.extend(changed_levels.iter().map(|one| both_answers(one)));
        text += &more(levels.len() - changed_levels.len());
    } else if !levels.is_empty() {
        text += "the odds of every level are the same\n";
    }
    if !changed_numbers.is_empty() {
        text += "numbers that differ, without -> with:\n";
        text.extend(changed_numbers.iter().map(|one| format!("  {}: {}\n", one.question, change(one))));
        text += &more(numbers.len() - changed_numbers.len());
    } else if !numbers.is_empty() {
        text += "the odds of every number are the same\n";
    }
    [text, same_but_for_refusals(only_refused.len())].concat()
}

fn same_but_for_refusals(same: usize) -> String {
    if same == 0 {
        String::new()
    } else {
        format!("other odds that are the same among the runs that are not refused: {same}\n")
    }
}

fn more(same: usize) -> String {
    if same == 0 { String::new() } else { format!("  others that are the same: {same}\n") }
}

fn is_number(one: &Chances) -> bool {
    let chances = [&one.without, &one.with].into_iter().flatten();
    chances.into_iter().any(is_spread)
}

fn is_spread(chance: &Chance) -> bool {
    chance.kind == ChanceKind::Distribution
}

/// What has changed about a number, as briefly as it can be said.
fn change(one: &Chances) -> String {
    let spread = |chance: &Option<Chance>| chance.as_ref().and_then(|chance| chance.distribution.clone());
    let (without, with) = match (spread(&one.without), spread(&one.with)) {
        (Some(without), Some(with)) => (without, with),
        (without, with) => {
            let alone = |spread: Option<Spread>| spread.map_or("missing".to_owned(), |spread| briefly(&spread));
            return format!("{} -> {}", alone(without), alone(with));
        }
    };
    if briefly(&without) != briefly(&with) {
        return format!("{} -> {}", briefly(&without), briefly(&with));
    }
    values(&without, &with)
}

/// The value that it always has; its mean and deviation; or else each of its values.
fn briefly(spread: &Spread) -> String {
    let reached =
        if spread.unreached == RBig::ZERO { String::new() } else { format!(", unreached {}", spread.unreached) };
    let told = match spread.values.as_slice() {
        [] => return "never reached".to_owned(),
        [only] => only.text.clone(),
        several if several.iter().all(|value| counts(&value.text)) => {
            let mean = spread.mean().map(|mean| mean.to_string()).unwrap_or_default();
            format!("E {mean}, sd {}", spread.deviation().unwrap_or_default())
        }
        several => {
            let told = several.iter().take(MOST_VALUES).map(|value| format!("{} {}", value.text, value.chance));
            let told: Vec<String> = told.collect();
            let rest = if several.len() > MOST_VALUES { ", …" } else { "" };
            format!("{}{rest}", told.join(", "))
        }
    };
    [told, reached].concat()
}

/// Whether a value is written as a number: `3`, `-1`, `2b`, `d8`.
fn counts(text: &str) -> bool {
    let digits = text.trim_start_matches(['+', '-', 'd']);
    digits.starts_with(|first: char| first.is_ascii_digit()) && !text.contains(' ')
}

/// The values whose chances have changed.
fn values(without: &Spread, with: &Spread) -> String {
    let chance = |spread: &Spread, text: &str| {
        let value = spread.values.iter().find(|value| value.text == text);
        value.map_or(RBig::ZERO, |value| value.chance.clone())
    };
    let mut known = BTreeSet::new();
    let all = without.values.iter().chain(&with.values).filter(|value| known.insert(value.text.clone()));
    let changed = all.filter_map(|value| {
        let (before, after) = (chance(without, &value.text), chance(with, &value.text));
        (before != after).then(|| format!("P({}) {before} -> {after}", value.text))
    });
    let changed: Vec<String> = changed.collect();
    let rest = if changed.len() > MOST_VALUES { ", …" } else { "" };
    format!("{}{rest}", changed.iter().take(MOST_VALUES).cloned().collect::<Vec<_>>().join(", "))
}
