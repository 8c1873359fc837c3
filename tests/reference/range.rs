//! Success-range 2d6.

use dashu_ratio::RBig;

use super::chance::{
    Labelled, Spread, certain, chance_of, labelled, labelled_over, mean, numbered, read_as, then, with,
};
use super::dice::{chances, highest, lowest, sum};

/// The cases of this file.
pub fn case(id: &str) -> Option<Labelled> {
    let fractions = match id {
        "RA-P01" => outcome_bands(-4),
        "RA-P02" => outcome_bands(-3),
        "RA-P04" => outcome_bands(-1),
        "RA-P05" => outcome_bands(0),
        "RA-P06" => outcome_bands(1),
        "RA-P08" => outcome_bands(3),
        "RA-P10" => outcome_bands(5),
        "RA-P12" => outcome_bands(7),
        "RA-P13" => success_of_each_use(3),
        "RA-P14" => successes_in_five_uses(3),
        "RA-P15" => fatigue_after_five_uses(),
        "RA-P19" => success_of_each_use(6),
        "RA-P20" => successes_in_five_uses(6),
        "RA-P21" => success_of_each_use(0),
        "RA-P22" => successes_in_five_uses(0),
        "RA-P23" => ability_on_skill(2, 4),
        "RA-P25" => ability_on_skill(-1, 3),
        "RA-P26" => ones_and_results(),
        "RA-P28" => numbered((0..=3).map(|helping| success_chance(1 + helping))),
        "RA-P29" => forced_success(),
        "RA-P31" => tiers(),
        "RA-P32" => changed_behaviour(),
        "RA-P34" => second_attack(),
        "RA-P36" => three_tries(),
        _ => return None,
    };
    Some(fractions)
}

/// RA-012, RA-013: the sums of 2d6 that succeed.
fn success_range(modifier: i64) -> Vec<i64> {
    let numbers = if modifier >= 0 { 5..=5 + modifier } else { 5 + modifier..=5 + modifier };
    numbers.filter(|number| (2..=12).contains(number)).collect()
}

/// RA-011.
fn succeeds(total: i64, modifier: i64) -> bool {
    success_range(modifier).contains(&total)
}

/// RA-038, RA-039: half a success at 5 (or below), one at 6 to 9, two from 10; a failure is bad
/// when its sum lies at least 3 above the highest success value.
fn effectiveness(total: i64, modifier: i64) -> &'static str {
    if !succeeds(total, modifier) {
        return if total >= 5 + modifier + 3 { "bad failure" } else { "failure" };
    }
    match total {
        ..=5 => "half",
        6..=9 => "one",
        _ => "double",
    }
}

/// The successes of a band, counted in halves.
fn halves(band: &str) -> i64 {
    match band {
        "half" => 1,
        "one" => 2,
        "double" => 4,
        _ => 0,
    }
}

/// The band of a roll at a modifier.
fn bands(modifier: i64) -> Spread<&'static str> {
    chances(&[6, 6], |faces| effectiveness(sum(faces), modifier))
}

/// The chance to succeed at a modifier.
fn success_chance(modifier: i64) -> RBig {
    chance_of(&chances(&[6, 6], |faces| succeeds(sum(faces), modifier)), |&success| success)
}

/// RA-P01..P12.
fn outcome_bands(modifier: i64) -> Labelled {
    let results = bands(modifier);
    let mut all = labelled_over(&results, &["half", "one", "double", "failure", "bad failure"]);
    let numbers: Vec<String> = success_range(modifier).iter().map(i64::to_string).collect();
    all.insert(format!("range {{{}}}", numbers.join(", ")), RBig::ONE);
    let successes = mean(&results, |band| halves(band)) / RBig::from(2);
    let all = with(all, "mean successes", successes);
    with(all, "success", success_chance(modifier))
}

/// What has come of a skill so far.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Uses {
    fatigue: i64,
    successes: i64,
    last_succeeded: bool,
}

/// RA-017: one use; a 6 on a die tires the skill for later uses. Five uses have 36^5
/// combinations of faces, so uses are followed one after another, each counted by its faces.
fn use_skill(before: Uses, modifier: i64) -> Spread<Uses> {
    chances(&[6, 6], |faces| {
        let success = succeeds(sum(faces), modifier - before.fatigue);
        Uses {
            fatigue: before.fatigue + i64::from(highest(faces) == 6),
            successes: before.successes + i64::from(success),
            last_succeeded: success,
        }
    })
}

/// The state of a skill after each of so many uses.
fn after_each_use(modifier: i64, uses: usize) -> Vec<Spread<Uses>> {
    let mut state = certain(Uses { fatigue: 0, successes: 0, last_succeeded: false });
    let mut states = Vec::new();
    for _ in 0..uses {
        state = then(&state, |&before| use_skill(before, modifier));
        states.push(state.clone());
    }
    states
}

/// The state of a skill after five uses.
fn after_five_uses(modifier: i64) -> Spread<Uses> {
    after_each_use(modifier, 5).pop().unwrap_or_default()
}

/// RA-P13, RA-P19, RA-P21.
fn success_of_each_use(modifier: i64) -> Labelled {
    let states = after_each_use(modifier, 5);
    numbered(states.iter().map(|state| chance_of(state, |uses| uses.last_succeeded)))
}

/// RA-P14, RA-P20, RA-P22.
fn successes_in_five_uses(modifier: i64) -> Labelled {
    labelled(&read_as(&after_five_uses(modifier), |uses| uses.successes))
}

/// RA-P15: the same for every modifier.
fn fatigue_after_five_uses() -> Labelled {
    labelled(&read_as(&after_five_uses(0), |uses| uses.fatigue))
}

/// RA-P23, RA-P25 (RA-020, RA-021): the ability's own range first, then the skill's.
fn ability_on_skill(ability: i64, skill: i64) -> Labelled {
    labelled(&chances(&[6, 6], |faces| {
        let total = sum(faces);
        if succeeds(total, ability) {
            "ability+skill"
        } else if succeeds(total, skill) {
            "skill only, drawback"
        } else {
            "failure, drawback"
        }
    }))
}

/// RA-P26 (RA-037): whether a die shows 1, and the result at +3.
fn ones_and_results() -> Labelled {
    labelled(&chances(&[6, 6], |faces| {
        let one = if lowest(faces) == 1 { "1" } else { "-" };
        let result = if succeeds(sum(faces), 3) { "success" } else { "failure" };
        format!("{one} {result}")
    }))
}

/// RA-P29 (RA-034): the lower die of a new roll.
fn forced_success() -> Labelled {
    let harm = chances(&[6, 6], lowest);
    with(labelled(&harm), "mean", mean(&harm, |&taken| taken))
}

/// RA-043: skill tier minus enemy tier; two tiers below fail, two above succeed, without a roll.
fn against_tier(difference: i64, modifier: i64) -> RBig {
    match difference {
        ..=-2 => RBig::ZERO,
        2.. => RBig::ONE,
        _ => success_chance(modifier + difference),
    }
}

/// RA-P31: enemy tier minus skill tier from +2 down to -2.
fn tiers() -> Labelled {
    numbered([2, 1, 0, -1, -2].map(|enemy_above: i64| against_tier(-enemy_above, 3)))
}

/// RA-P32: changed once 2 successes have come together; three rolls at +4, every face.
fn changed_behaviour() -> Labelled {
    let changed_by = |rolls: usize| {
        let changed = chances(&[6; 6], |faces| {
            let each = faces.chunks(2).take(rolls);
            each.map(|pair| halves(effectiveness(sum(pair), 4))).sum::<i64>() >= 4
        });
        chance_of(&changed, |&has_changed| has_changed)
    };
    numbered((1..=3).map(changed_by))
}

/// RA-P34: chances of 0, 1 and 2 hits when the second attack needs the first to hit.
fn second_attack() -> Labelled {
    let hits = chances(&[6; 4], |faces| {
        let (first, second) = faces.split_at(2);
        match (succeeds(sum(first), 3), succeeds(sum(second), 3)) {
            (false, _) => 0,
            (true, false) => 1,
            (true, true) => 2,
        }
    });
    numbered((0..=2).map(|wanted| chance_of(&hits, |&landed| landed == wanted)))
}

/// RA-P36: succeeded by try 1, 2, 3; a try that follows a success is never made, but what it
/// would have shown changes nothing about having succeeded.
fn three_tries() -> Labelled {
    let states = after_each_use(2, 3);
    numbered(states.iter().map(|state| chance_of(state, |uses| uses.successes > 0)))
}
