//! Fatigue pools: what melee defences cost, and the pool that is left.

use super::chance::{Labelled, Spread, certain, labelled, mean, numbered, read_as, then};
use super::fatigue::{Dice, band, contest, width};

/// The cases of this file.
pub fn case(id: &str) -> Option<Labelled> {
    let fractions = match id {
        "FA-P30" => expected_melee_costs(),
        "FA-P35" => wind_after_two_defences(),
        "FA-P37" => wind_after_three_tiring_defences(),
        _ => return None,
    };
    Some(fractions)
}

/// The nominal cost of a defence in Wind.
const N: i64 = 5;

/// FA-030, FA-031, FA-035: Wind paid beyond N - 2N for losing, 8N more for the First penalty,
/// which the Second and the Third include and the Fourth does not.
fn wind_beyond_n(band: &str) -> i64 {
    match band {
        "Successful" => 0,
        "Flailing" | "Bad" | "Terrible" => 2 * N + 8 * N,
        _ => 2 * N,
    }
}

/// FA-035: the First penalty also takes 2N Stamina.
fn stamina(band: &str) -> i64 {
    match band {
        "Flailing" | "Bad" | "Terrible" => 2 * N,
        _ => 0,
    }
}

/// FA-P30: expected Wind and expected Stamina of one defence, 1d20 against 1d20.
fn expected_melee_costs() -> Labelled {
    let margins = contest(Dice::OneD20, 0, Dice::OneD20, 0);
    let bands = read_as(&margins, |&margin| band(margin, 10));
    numbered([mean(&bands, |band| N + wind_beyond_n(band)), mean(&bands, |band| stamina(band))])
}

/// The band of a defence, 5d4 against 5d4, every face of the ten dice counted. Two or three such
/// defences have 4^20 or 4^30 combinations of faces; they are followed one after another instead,
/// each by its bands.
fn defence(fatigue_penalty: i64) -> Spread<&'static str> {
    let margins = contest(Dice::FiveD4, 0, Dice::FiveD4, -fatigue_penalty);
    read_as(&margins, |&margin| band(margin, width(fatigue_penalty, 3)))
}

/// FA-P35: 40 Wind, two defences, no feedback.
fn wind_after_two_defences() -> Labelled {
    let bands = defence(0);
    let mut wind = certain(40);
    for _ in 0..2 {
        wind = then(&wind, |&before| read_as(&bands, |band| before - N - wind_beyond_n(band)));
    }
    labelled(&wind)
}

/// FA-P37: 20 Wind, three defences; penalty 4 (total -4, width 6) once Wind, after N is paid,
/// is 0 or below.
fn wind_after_three_tiring_defences() -> Labelled {
    let (rested, tired) = (defence(0), defence(4));
    let mut wind = certain(20);
    for _ in 0..3 {
        wind = then(&wind, |&before| {
            let paid = before - N;
            let bands = if paid <= 0 { &tired } else { &rested };
            read_as(bands, |band| paid - wind_beyond_n(band))
        });
    }
    labelled(&wind)
}
