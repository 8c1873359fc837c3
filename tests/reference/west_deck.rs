//! The West That Wasn't, with the stand-in Deck S, read from its table.

use std::collections::BTreeMap;

use dashu_ratio::RBig;

use super::chance::{Labelled, Spread, add, chance_of, labelled, numbered};
use super::west::{judged, victories};

/// The cases of this file.
pub fn case(id: &str) -> Option<Labelled> {
    let fractions = match id {
        "WE-P14" => simple_check(&["d8_1"]),
        "WE-P15" => simple_check(&["d6_1", "d6_2"]),
        "WE-P17" => victories_of_one_draw(),
        "WE-P18" => done_by_draw(),
        "WE-P20" => markers_of_covering_fire(),
        "WE-P23" => toggle_yes(),
        _ => return None,
    };
    Some(fractions)
}

/// The table of the deck, one card a line.
const TABLE: &str = include_str!("west_deck_S.csv");

/// A card: its fields by the names in the head of the table.
type Card = BTreeMap<&'static str, &'static str>;

/// The 120 cards.
fn deck() -> Vec<Card> {
    let mut lines = TABLE.lines();
    let head = lines.next().unwrap_or_default();
    lines.map(|line| head.split(',').zip(line.split(',')).collect()).collect()
}

/// A number on a card.
fn number(card: &Card, field: &str) -> i64 {
    let text = card.get(field).expect("the deck has this column");
    text.parse().expect("the column holds whole numbers")
}

/// The best of the results a card shows.
fn best(card: &Card, fields: &[&str]) -> i64 {
    fields.iter().map(|field| number(card, field)).max().unwrap_or(0)
}

/// Whether a card is a critical failure, which counts whatever its numbers.
fn critical_failure(card: &Card) -> bool {
    number(card, "cf") == 1
}

/// One card drawn from the full deck.
fn one_draw<T: Ord>(mut read: impl FnMut(&Card) -> T) -> Spread<T> {
    let cards = deck();
    let share = RBig::ONE / RBig::from(cards.len());
    let mut spread = Spread::new();
    for card in &cards {
        add(&mut spread, read(card), share.clone());
    }
    spread
}

/// WE-P14, WE-P15: a simple check against 5.
fn simple_check(fields: &[&str]) -> Labelled {
    labelled(&one_draw(|card| if critical_failure(card) { "CF".to_string() } else { judged(best(card, fields), 5) }))
}

/// Victories a card gives: two d8 (columns 1 and 2) against 7, effect row 3.
fn victories_on(card: &Card) -> i64 {
    if critical_failure(card) {
        return 0;
    }
    victories(best(card, &["d8_1", "d8_2"]), 7, number(card, "effect_row3"))
}

/// WE-P17.
fn victories_of_one_draw() -> Labelled {
    labelled(&one_draw(victories_on))
}

/// WE-P18: every order of three different cards.
fn done_by_draw() -> Labelled {
    let gains: Vec<i64> = deck().iter().map(victories_on).collect();
    let mut done = [0_u64; 3];
    let mut orders = 0_u64;
    for (first, one) in gains.iter().enumerate() {
        for (second, two) in gains.iter().enumerate() {
            for (third, three) in gains.iter().enumerate() {
                if first == second || first == third || second == third {
                    continue;
                }
                orders += 1;
                done[0] += u64::from(*one >= 3);
                done[1] += u64::from(one + two >= 3);
                done[2] += u64::from(one + two + three >= 3);
            }
        }
    }
    numbered(done.map(|count| RBig::from(count) / RBig::from(orders)))
}

/// WE-P20: four cards without replacement have 197 million orders, so the cards are followed
/// draw by draw: of those left, the same number malfunctions as long as none has come up.
fn markers_of_covering_fire() -> Labelled {
    let cards = deck();
    let bad = cards.iter().filter(|card| number(card, "malfunction") <= 2).count();
    let mut still_firing = RBig::ONE;
    let mut markers = Spread::new();
    for placed in 0..4_usize {
        let malfunction = RBig::from(bad) / RBig::from(cards.len() - placed);
        add(&mut markers, placed, &still_firing * &malfunction);
        still_firing *= RBig::ONE - malfunction;
    }
    add(&mut markers, 4, still_firing);
    labelled(&markers)
}

/// WE-P23.
fn toggle_yes() -> Labelled {
    let toggles = one_draw(|card| card.get("toggle").copied() == Some("Yes"));
    numbered([chance_of(&toggles, |&yes| yes)])
}
