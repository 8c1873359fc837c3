//! `TToMP`: pools, ladders, and a character acting alone.

use dashu_ratio::RBig;

use super::chance::{Labelled, Spread, certain, labelled, mean, numbered, read_as, then, with};
use super::dice::{chances, highest, lowest};

/// The cases of this file.
pub fn case(id: &str) -> Option<Labelled> {
    let fractions = match id {
        "TT-P01" => kept_value_and_ladder(0),
        "TT-P02" => kept_value_and_ladder(1),
        "TT-P03" => kept_value_and_ladder(2),
        "TT-P05" => kept_value_and_ladder(4),
        "TT-P06" => kept_value_and_ladder(5),
        "TT-P08" => kept_value_and_ladder(7),
        "TT-P09" => kept_value_and_ladder(-1),
        "TT-P11" => kept_value_and_ladder(-3),
        "TT-P13" => kept_value_and_ladder(-5),
        "TT-P14" => kept_value_and_ladder(-6),
        "TT-P16" => surgery_when_committed(),
        "TT-P17" => surgery_all_random(),
        "TT-P19" => surgery_with_deliberate_performance(),
        "TT-P29" => repetition_until_minor(),
        "TT-P31" => commitment_over_three_rounds(),
        "TT-P33" => chained_pair(),
        "TT-P37" => labelled(&kept(2, 10)),
        "TT-P39" => labelled(&read_as(&kept(-1, 10), |&value| outcome_of_ten_sided(value))),
        _ => return None,
    };
    Some(fractions)
}

/// TT-013..017: one Basic Die and one more per point of the total; a bonus keeps the highest
/// die, a penalty the lowest, and at 0 the single die stands.
pub fn kept(total: i64, sides: i64) -> Spread<i64> {
    let pool: Vec<i64> = (0..=total.abs()).map(|_| sides).collect();
    if total < 0 { chances(&pool, lowest) } else { chances(&pool, highest) }
}

/// TT-036: commitment in random mode.
fn commitment(kept_value: i64) -> &'static str {
    match kept_value {
        6 => "Passionate",
        5 => "Committed",
        3 | 4 => "Ambivalent",
        2 => "Reactive",
        _ => "Inactive",
    }
}

/// TT-067: what commitment adds to the performance; an Inactive character does not perform.
fn commitment_modifier(level: &str) -> Option<i64> {
    match level {
        "Passionate" => Some(1),
        "Committed" => Some(0),
        "Ambivalent" => Some(-1),
        "Reactive" => Some(-2),
        _ => None,
    }
}

/// TT-069: Task Points performed in deliberate mode.
fn deliberate_task_points(total: i64) -> i64 {
    match total {
        5.. => 6,
        2..=4 => 5,
        0..=1 => 4,
        -1 => 3,
        -4..=-2 => 2,
        ..=-5 => 1,
    }
}

/// TT-070: slots beyond the Task Points performed are cut; what is left of a qualifier is its
/// achieved level.
pub fn achieved(plan: &[&str], task_points: i64, qualifier: &str) -> usize {
    let left = plan.iter().zip(1..=task_points);
    left.filter(|(slot, _)| **slot == qualifier).count()
}

/// TT-085: Poor -1, Standard 0, Good +1, Excellent +2.
pub fn own_quality_modifier(level: usize) -> i64 {
    match level {
        0 => -1,
        1 => 0,
        2 => 1,
        _ => 2,
    }
}

/// TT-090: the outcome in random mode, by the kept value.
fn outcome_of_kept(kept_value: i64) -> &'static str {
    match kept_value {
        6 => "Critical",
        5 => "Major",
        3 | 4 => "Minor",
        2 => "No result",
        _ => "Fumble",
    }
}

/// The stand-in ladder of the ten-sided variant.
fn outcome_of_ten_sided(kept_value: i64) -> &'static str {
    match kept_value {
        10 => "Critical",
        8 | 9 => "Major",
        4..=7 => "Minor",
        2 | 3 => "No result",
        _ => "Fumble",
    }
}

/// TT-090: a random outcome at the given total.
pub fn outcome(total: i64) -> Spread<&'static str> {
    read_as(&kept(total, 6), |&value| outcome_of_kept(value))
}

/// The commitment rolled at the given total.
fn random_commitment(total: i64) -> Spread<&'static str> {
    read_as(&kept(total, 6), |&value| commitment(value))
}

/// TT-P01..P14: the kept value of a pool, the ladder read from it, and the mean.
fn kept_value_and_ladder(total: i64) -> Labelled {
    let values = kept(total, 6);
    let mut all = labelled(&values);
    all.extend(labelled(&random_commitment(total)));
    with(all, "mean", mean(&values, |&value| value))
}

/// The surgery's plan: complexity Standard, quality Good, timing Slow.
const SURGERY: [&str; 3] = ["C", "Q", "Q"];

/// The quality of the surgery after cutting, when performed at random. The stages that follow
/// one another here and below are nested by their kept values, each pool counted by its faces.
fn surgery_quality(performance_total: i64) -> Spread<usize> {
    read_as(&kept(performance_total, 6), |&points| achieved(&SURGERY, points, "Q"))
}

/// The outcome of the surgery, by its quality alone.
fn surgery_outcome(quality: usize) -> Spread<&'static str> {
    outcome(own_quality_modifier(quality))
}

/// TT-P16.
fn surgery_when_committed() -> Labelled {
    let quality = surgery_quality(-1);
    let names = read_as(&quality, |level| match level {
        0 => "poor",
        1 => "standard",
        _ => "good",
    });
    let mut all = labelled(&names);
    all.extend(labelled(&then(&quality, |&level| surgery_outcome(level))));
    all
}

/// TT-P17: the healer is under orders, so a Reactive one performs too (TT-039).
fn surgery_all_random() -> Labelled {
    let result = then(&random_commitment(2), |level| match commitment_modifier(level) {
        None => certain("not performed"),
        Some(modifier) => then(&surgery_quality(-1 + modifier), |&quality| surgery_outcome(quality)),
    });
    labelled(&result)
}

/// TT-P19.
fn surgery_with_deliberate_performance() -> Labelled {
    let points = deliberate_task_points(-1);
    labelled(&surgery_outcome(achieved(&SURGERY, points, "Q")))
}

/// TT-P29: four iterations at total 0, one die each; stopped by iteration n when one of the
/// first n dice shows Minor or better.
fn repetition_until_minor() -> Labelled {
    let good = |face: &i64| ["Minor", "Major", "Critical"].contains(&outcome_of_kept(*face));
    let stopped_by = |iteration: usize| -> RBig {
        let stopped = chances(&[6; 4], |faces| faces.iter().take(iteration).any(good));
        stopped.get(&true).cloned().unwrap_or(RBig::ZERO)
    };
    numbered((1..=4).map(stopped_by))
}

/// TT-P31: contextual -3, personal -1, and readiness one step better each round (TT-035, TT-041).
fn commitment_over_three_rounds() -> Labelled {
    let mut all = Labelled::new();
    for (round, readiness, modifier) in [(1, "Surprised", -2), (2, "Alert", -1), (3, "Ready", 0)] {
        let total = -3 - 1 + modifier;
        for (level, chance) in random_commitment(total) {
            all.insert(format!("round {round} {readiness} total {total}: {level}"), chance);
        }
    }
    all
}

/// TT-P33: one performance for the whole chain; the levels of quality left in A and in B.
fn chained_pair() -> Labelled {
    let plan = ["A.C", "A.Q", "A.T", "B.C", "B.Q", "B.Q"];
    let joint = read_as(&kept(1, 6), |&points| {
        let (first, second) = (achieved(&plan, points, "A.Q"), achieved(&plan, points, "B.Q"));
        format!("({first}, {second})")
    });
    labelled(&joint)
}
