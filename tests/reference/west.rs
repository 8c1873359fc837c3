//! The West That Wasn't, with independent dice (the abstraction IDA of the catalogue).

use super::chance::{Labelled, certain, chance_of, labelled, numbered, read_as, then};
use super::dice::{chances, highest};

/// The cases of this file.
pub fn case(id: &str) -> Option<Labelled> {
    let fractions = match id {
        "WE-P01" => simple_check(&[6], 5),
        "WE-P02" => simple_check(&[8], 5),
        "WE-P03" => simple_check(&[8, 6], 5),
        "WE-P04" => simple_check(&[12, 10], 7),
        "WE-P06" => simple_check(&[12], 11),
        "WE-P08" => victories_of_one_action(0),
        "WE-P11" => victories_of_one_action(2),
        "WE-P12" => done_by_action(),
        "WE-P22" => hit_before_aiming(),
        _ => return None,
    };
    Some(fractions)
}

/// WE-002, WE-020: failure, or success with a bump for every full 4 above the target number.
pub fn judged(result: i64, target_number: i64) -> String {
    if result < target_number {
        return "failure".to_string();
    }
    format!("success+{}", (result - target_number) / 4)
}

/// A simple check; the best die counts (WE-010).
fn simple_check(sizes: &[i64], target_number: i64) -> Labelled {
    labelled(&chances(sizes, |faces| judged(highest(faces), target_number)))
}

/// WE-005: victories are the full thresholds in the magnitude; none without a success.
pub fn victories(result: i64, target_number: i64, magnitude: i64) -> i64 {
    if result < target_number { 0 } else { magnitude / 6 }
}

/// Victories of one action: two d8 as the cause against 7, and a d12 for the effect, whose value
/// in row 3 is 2 * 3 + (d12 - 1).
fn victories_of_action(faces: &[i64], counter: i64) -> i64 {
    let (cause, effect) = faces.split_at(2);
    victories(highest(cause), 7, 2 * 3 + (highest(effect) - 1) + counter)
}

/// The dice of that action.
const ACTION: [i64; 3] = [8, 8, 12];

/// WE-P08, WE-P11: without a counter and with an Aces! counter of +2 on the effect.
fn victories_of_one_action(counter: i64) -> Labelled {
    labelled(&chances(&ACTION, |faces| victories_of_action(faces, counter)))
}

/// WE-P12: 3 victories are needed; the actions add up. Four actions have 768^4 combinations of
/// faces, so they are followed one after another by their victories.
fn done_by_action() -> Labelled {
    let action = chances(&ACTION, |faces| victories_of_action(faces, 0));
    let mut total = certain(0);
    let mut done = Vec::new();
    for _ in 1..=4 {
        total = then(&total, |before| read_as(&action, |gained| before + gained));
        done.push(chance_of(&total, |&sum| sum >= 3));
    }
    numbered(done)
}

/// WE-P22: the Bravery check (d6 against 5) fails and the snap shot (d10 against 6) hits.
fn hit_before_aiming() -> Labelled {
    let hit = chances(&[6, 10], |faces| faces[0] < 5 && faces[1] >= 6);
    numbered([chance_of(&hit, |&is_hit| is_hit)])
}
