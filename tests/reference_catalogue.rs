//! The reference against the catalogue: every fraction printed for a probability case.

mod reference;

use std::collections::BTreeMap;

use dashu_ratio::RBig;
use serde::Deserialize;

/// A case of the catalogue.
#[derive(Deserialize)]
struct Case {
    id: String,
    system: String,
    expected: String,
    data: Option<BTreeMap<String, String>>,
}

/// Words that introduce a list and are no part of its labels.
const INTRODUCTIONS: [&str; 4] = ["values ", "ladder ", "quality after cutting: ", "outcome "];

/// The probability cases of the catalogue.
fn probability_cases() -> Vec<Case> {
    let text = include_str!("reference/cases.json");
    let cases: Vec<serde_json::Value> = serde_json::from_str(text).expect("the catalogue is a list");
    let of_chance =
        cases.into_iter().filter(|case| case.get("id").and_then(|id| id.as_str()).is_some_and(|id| id.contains("-P")));
    of_chance.map(|case| serde_json::from_value(case).expect("a case has the fields of the catalogue")).collect()
}

/// A printed fraction or whole number.
fn fraction(text: &str) -> Option<RBig> {
    let digits = text.trim_start_matches('-');
    let plain = digits.chars().all(|letter| letter.is_ascii_digit() || letter == '/');
    if plain && digits.starts_with(|letter: char| letter.is_ascii_digit()) { text.parse().ok() } else { None }
}

/// A finished item of a list: "label: 1/2", "mean 7/2" or a figure alone.
fn item(text: &str) -> Option<(String, RBig)> {
    if let Some((label, figure)) = text.rsplit_once(": ") {
        return Some((label.to_string(), fraction(figure)?));
    }
    if let Some((label, figure)) = text.rsplit_once(' ') {
        let worded = label.starts_with(char::is_alphabetic);
        return fraction(figure).filter(|_| worded).map(|chance| (label.to_string(), chance));
    }
    fraction(text).map(|chance| (String::new(), chance))
}

/// The items of a list; a comma inside a label does not end an item.
fn items(list: &str) -> Vec<(String, RBig)> {
    let mut found = Vec::new();
    let mut pending = String::new();
    for piece in list.split(", ") {
        if !pending.is_empty() {
            pending.push_str(", ");
        }
        pending.push_str(piece);
        if let Some(finished) = item(&pending) {
            found.push(finished);
            pending.clear();
        }
    }
    assert!(pending.is_empty(), "left unread: {pending:?} of {list:?}");
    found
}

/// The labels meant by "each of 2..19" and by "1 and 20".
fn spelled_out(label: &str) -> Vec<String> {
    if let Some((first, last)) = label.strip_prefix("each of ").and_then(|all| all.split_once("..")) {
        let first: i64 = first.parse().expect("a range starts with a number");
        let last: i64 = last.parse().expect("a range ends with a number");
        return (first..=last).map(|value| value.to_string()).collect();
    }
    label.split(" and ").map(str::to_string).collect()
}

/// Every fraction of an expected text by its label.
fn printed(expected: &str) -> BTreeMap<String, RBig> {
    let mut all = BTreeMap::new();
    let mut keep = |label: String, chance| {
        assert!(all.insert(label.clone(), chance).is_none(), "{label} is printed twice");
    };
    for section in expected.split(';').map(str::trim) {
        if section.starts_with("range {") {
            keep(section.to_string(), RBig::ONE);
            continue;
        }
        let introduction = INTRODUCTIONS.iter().find_map(|words| section.strip_prefix(words));
        let section = introduction.unwrap_or(section);
        // "round 1 Surprised total -6: Passionate: ..." names the round once for the whole list.
        let group = if section.starts_with("round ") { section.split_once(": ") } else { None };
        let (round, list) = group.map_or((String::new(), section), |(round, list)| (format!("{round}: "), list));
        for (place, (label, chance)) in (1..).zip(items(list)) {
            if label.is_empty() {
                keep(format!("#{place}"), chance);
                continue;
            }
            for one in spelled_out(&label) {
                keep(format!("{round}{one}"), chance.clone());
            }
        }
    }
    all
}

/// A map in a form that shows well when two differ.
fn shown(fractions: &BTreeMap<String, RBig>) -> Vec<String> {
    fractions.iter().map(|(label, chance)| format!("{label}: {chance}")).collect()
}

/// Compares every case of a system with its expected text and its data.
fn agree(system: &str) {
    let mut compared = 0;
    for case in probability_cases().iter().filter(|case| case.system == system) {
        let id = &case.id;
        let computed = reference::distribution(id).unwrap_or_else(|| panic!("{id} has no function in the reference"));
        assert_eq!(shown(&computed), shown(&printed(&case.expected)), "{id}");
        for (label, text) in case.data.iter().flatten() {
            let stated = fraction(text).expect("the data holds fractions");
            assert_eq!(computed.get(label), Some(&stated), "data of {id}, {label}");
        }
        compared += 1;
    }
    assert!(compared > 0, "no case of {system}");
}

#[test]
fn every_probability_case_has_a_function() {
    let cases = probability_cases();
    let known = ["ttomp", "fatigue", "west", "duel2d6", "range"];
    for case in &cases {
        let (id, system) = (&case.id, case.system.as_str());
        assert!(known.contains(&system), "{id} belongs to a system without a test here");
        assert!(reference::distribution(id).is_some(), "{id} has no function in the reference");
    }
    assert!(reference::distribution("TT-P00").is_none());
}

#[test]
fn ttomp() {
    agree("ttomp");
}

#[test]
fn fatigue() {
    agree("fatigue");
}

#[test]
fn west() {
    agree("west");
}

#[test]
fn duel() {
    agree("duel2d6");
}

#[test]
fn range() {
    agree("range");
}

/// The table of Deck S against the formulas the catalogue gives for it.
#[test]
fn deck_s_follows_its_formulas() {
    let spread = |sides: i64, mixed: i64| sides * mixed.rem_euclid(120) / 120;
    for (card, line) in (0..).zip(include_str!("reference/west_deck_S.csv").lines().skip(1)) {
        let mut fields = vec![card];
        for (factor, shift) in [(7, 0), (43, 11), (77, 29)] {
            fields.extend([4, 6, 8, 10, 12].map(|size| 1 + spread(size, factor * card + shift)));
        }
        fields.extend([1, 2, 3, 4, 5, 6, 7].map(|row| 2 * row + spread(12, 31 * card + 5)));
        fields.push(1 + spread(6, 37 * card + 17));
        fields.push(1 + spread(20, 59 * card + 2));
        fields.push(1 + spread(10, 53 * card));
        fields.push(i64::from(card % 20 == 0));
        let numbers: Vec<String> = fields.iter().map(i64::to_string).collect();
        let toggle = if card % 2 == 0 { "Yes" } else { "No" };
        assert_eq!(line, format!("{},{toggle}", numbers.join(",")));
    }
}

#[test]
fn expected_texts_are_read_as_printed() {
    let half: RBig = "1/2".parse().expect("a fraction");
    let read = |text: &str| shown(&printed(text));
    assert_eq!(read("0, 1/2"), ["#1: 0", "#2: 1/2"]);
    assert_eq!(read("values 1: 1/2, 2: 1/2 ; mean 3/2"), ["1: 1/2", "2: 1/2", "mean: 3/2"]);
    assert_eq!(read("(0, 1): 1/2, a, b: 1/2"), ["(0, 1): 1/2", "a, b: 1/2"]);
    assert_eq!(read("each of -1..0: 1/4; 1 and 20: 0"), ["-1: 1/4", "0: 1/4", "1: 0", "20: 0"]);
    assert_eq!(read("range {5, 6} ; success 1/4"), ["range {5, 6}: 1", "success: 1/4"]);
    assert_eq!(printed("round 1 total -6: Fine: 1/2").get("round 1 total -6: Fine"), Some(&half));
}
