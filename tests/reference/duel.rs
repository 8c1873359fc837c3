//! 2d6 against difficulty and opposed tests.

use super::chance::{Labelled, certain, chance_of, labelled, labelled_over, mean, numbered, read_as, then, with};
use super::dice::{chances, sum};

/// The cases of this file.
pub fn case(id: &str) -> Option<Labelled> {
    let fractions = match id {
        "DU-P01" => plain_test(Thresholds::USUAL, 5, 12),
        "DU-P02" => plain_test(Thresholds::USUAL, 0, 6),
        "DU-P04" => plain_test(Thresholds::USUAL, 4, 16),
        "DU-P05" => plain_test(Thresholds::USUAL, 0, 16),
        "DU-P07" => plain_test(Thresholds { critical: 10, fumble: 3 }, 2, 11),
        "DU-P09" => plain_test(Thresholds { critical: 11, fumble: 4 }, 1 + 3, 15),
        "DU-P10" => plain_test(Thresholds::USUAL, 4, 12),
        "DU-P11" => opposed_test(&Side::usual(0), &Side::usual(0)),
        "DU-P12" => opposed_test(&Side::usual(4), &Side::usual(1)),
        "DU-P14" => opposed_test(&Side::usual(2), &Side::usual(0)),
        "DU-P16" => opposed_test_with_other_thresholds(),
        "DU-P18" => defender_unable_to_act(2, 9),
        "DU-P20" => defender_unable_to_act(0, 15),
        "DU-P21" => experience_from_opposed_test(),
        "DU-P22" => experience_from_ten_tests(),
        "DU-P24" => two_defenders(),
        _ => return None,
    };
    Some(fractions)
}

/// What counts as a critical and as a fumble, by the dice alone (DU-007, DU-008).
#[derive(Clone, Copy)]
struct Thresholds {
    critical: i64,
    fumble: i64,
}

impl Thresholds {
    /// A critical at 12, a fumble at 2.
    const USUAL: Self = Self { critical: 12, fumble: 2 };

    fn is_critical(self, natural: i64) -> bool {
        natural >= self.critical
    }

    fn is_fumble(self, natural: i64) -> bool {
        natural <= self.fumble
    }
}

/// A party to an opposed test.
struct Side {
    bonus: i64,
    thresholds: Thresholds,
}

impl Side {
    fn usual(bonus: i64) -> Self {
        Self { bonus, thresholds: Thresholds::USUAL }
    }
}

/// DU-007..011, every face of 2d6.
fn plain_test(thresholds: Thresholds, added: i64, difficulty: i64) -> Labelled {
    let results = chances(&[6, 6], |faces| {
        let natural = sum(faces);
        if thresholds.is_critical(natural) {
            "critical"
        } else if thresholds.is_fumble(natural) {
            "fumble"
        } else if natural + added >= difficulty {
            "success"
        } else {
            "failure"
        }
    });
    let overall = chance_of(&results, |result| ["critical", "success"].contains(result));
    let all = labelled_over(&results, &["critical", "success", "failure", "fumble"]);
    with(all, "overall success", overall)
}

/// How an opposed test may be decided: A for the aggressor, D for the defender.
const DECISIONS: [&str; 7] =
    ["A/critical", "A/defender fumble", "A/higher", "D/aggressor fumble", "D/defender critical", "D/tie", "D/higher"];

/// The higher result wins, the defender at a tie (DU-022, DU-023).
fn by_results(aggressor: i64, defender: i64) -> &'static str {
    match aggressor - defender {
        1.. => "A/higher",
        0 => "D/tie",
        _ => "D/higher",
    }
}

/// DU-026: the order of checks, given the natural totals of both sides.
fn decision(aggressor: &Side, attack: i64, defender: &Side, defence: i64) -> &'static str {
    if aggressor.thresholds.is_fumble(attack) {
        "D/aggressor fumble"
    } else if defender.thresholds.is_critical(defence) {
        "D/defender critical"
    } else if defender.thresholds.is_fumble(defence) {
        "A/defender fumble"
    } else if aggressor.thresholds.is_critical(attack) {
        "A/critical"
    } else {
        by_results(attack + aggressor.bonus, defence + defender.bonus)
    }
}

/// All decisions and the aggressor's chance to win.
fn decided(dice: &[i64], decide: impl Fn(&[i64]) -> &'static str) -> Labelled {
    let decisions = chances(dice, decide);
    let wins = chance_of(&decisions, |decision| decision.starts_with("A/"));
    with(labelled_over(&decisions, &DECISIONS), "aggressor wins", wins)
}

/// An opposed test, every face of 2d6 against 2d6. After an aggressor's fumble the defender's
/// dice lie unread.
fn opposed_test(aggressor: &Side, defender: &Side) -> Labelled {
    decided(&[6; 4], |faces| {
        let (attack, defence) = faces.split_at(2);
        decision(aggressor, sum(attack), defender, sum(defence))
    })
}

/// DU-P16: aggressor critical from 10, defender fumble up to 4.
fn opposed_test_with_other_thresholds() -> Labelled {
    let aggressor = Side { bonus: 0, thresholds: Thresholds { critical: 10, fumble: 2 } };
    let defender = Side { bonus: 0, thresholds: Thresholds { critical: 12, fumble: 4 } };
    opposed_test(&aggressor, &defender)
}

/// DU-P18, DU-P20 (DU-027): the defender has a fixed value and rolls no dice.
fn defender_unable_to_act(bonus: i64, fixed: i64) -> Labelled {
    decided(&[6; 2], |faces| {
        let natural = sum(faces);
        if Thresholds::USUAL.is_fumble(natural) {
            "D/aggressor fumble"
        } else if Thresholds::USUAL.is_critical(natural) {
            "A/critical"
        } else {
            by_results(natural + bonus, fixed)
        }
    })
}

/// DU-050: a point when the two dice of a test are equal.
fn point(test: &[i64]) -> i64 {
    i64::from(test[0] == test[1])
}

/// DU-P21: no dice for the defender after an aggressor's fumble, so no double either.
fn experience_from_opposed_test() -> Labelled {
    let points = chances(&[6; 4], |faces| {
        let (attack, defence) = faces.split_at(2);
        if Thresholds::USUAL.is_fumble(sum(attack)) { point(attack) } else { point(attack) + point(defence) }
    });
    with(labelled(&points), "mean", mean(&points, |&gained| gained))
}

/// DU-P22: ten plain tests, one day, four people. The 36^10 combinations of faces are out of
/// reach; the pool is followed test by test.
fn experience_from_ten_tests() -> Labelled {
    let test = chances(&[6; 2], point);
    let mut pool = certain(0);
    for _ in 0..10 {
        pool = then(&pool, |before| read_as(&test, |gained| before + gained));
    }
    labelled(&read_as(&pool, |points| 1 + points / 4))
}

/// DU-P24: one aggressor's result against two defenders who test separately.
fn two_defenders() -> Labelled {
    let (aggressor, one, other) = (Side::usual(3), Side::usual(1), Side::usual(0));
    let beats_both = chances(&[6; 6], |faces| {
        let (attack, first, second) = (sum(&faces[..2]), sum(&faces[2..4]), sum(&faces[4..]));
        decision(&aggressor, attack, &one, first).starts_with("A/")
            && decision(&aggressor, attack, &other, second).starts_with("A/")
    });
    numbered([chance_of(&beats_both, |&both| both)])
}
