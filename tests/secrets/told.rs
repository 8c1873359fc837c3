//! What players are told of something that a secret went into, and how far a secret goes.

use assize::engine::{Answers, Encounter, Engine, Shelf};
use assize::verdict::{Audience, Event, Happened, Verdict, json, text};

/// A lamp that a secret wind blows on.
const LAMPS: &str = r#"system lamps "Lamps"
modifiers signed
ladder glow, rolls 1d6, highest first { level | rolls | judged, bright | 4..6 | 3.., dark | 1..3 | ..2 }
kind person { oil : 0..9 = 3 }
procedure light by person {
  ask secret wind : number = 0
  sum total { oil | person.oil, wind | 0 - wind }
  resolve glow with total
  decide best : number { total | total > 0, 0 | otherwise }
}
procedure look by person { roll dice : 1d6 }
"#;

fn compiled(lines: &str) -> Encounter {
    let mut shelf = Shelf::default();
    shelf.put("lamps", LAMPS);
    let scene = format!("use lamps\nperson ada\n{lines}");
    Engine::with(shelf).compile("scene.asz", &scene).unwrap_or_else(|failure| panic!("{failure}"))
}

fn judged(lines: &str) -> Verdict {
    compiled(lines).adjudicate(Answers::deliberate()).unwrap_or_else(|failure| panic!("{failure}"))
}

#[test]
fn what_it_comes_to_is_told_although_a_secret_went_into_it() {
    let verdict =
        judged("light lamp by ada { wind 2 }\nnote \"it is {lamp.glow}, and {lamp.best} at best, for {lamp.total}\"\n");
    let told = text::text(&verdict.seen_by(Audience::Players));
    assert!(told.contains("it is dark, and 1 at best, for …"), "{told}");
    let told = text::text(&verdict.seen_by(Audience::Gm));
    assert!(told.contains("it is dark, and 1 at best, for +1"), "{told}");
}

/// In the first round the first line does not know yet what the second one hands it.
#[test]
fn a_secret_stays_one_through_the_rounds() {
    let verdict = judged(
        "tally a : 0..99 = 0\ntally b : 0..99 = 0\n\
         repeat up to 3 {\n  set a = b\n  secret light lamp by ada { wind -61 }\n  set b = lamp.total\n}\nnote \"a is {a}\"\n",
    );
    let told = text::text(&verdict.seen_by(Audience::Players));
    assert!(told.contains("a is …") && !told.contains("64"), "{told}");
    assert!(text::text(&verdict.seen_by(Audience::Gm)).contains("a is 64"));
}

/// What an event was computed from, as far as it is told.
fn reads(verdict: &Verdict) -> Vec<String> {
    let of = |happened: &Happened| match &happened.event {
        Event::Computed { reads, .. } | Event::Resolved { reads, .. } => reads.to_vec(),
        Event::Sum { rows, .. } => rows.iter().flat_map(|row| row.reads.to_vec()).collect(),
        _ => Vec::new(),
    };
    verdict.events.iter().flat_map(of).map(|name| name.to_string()).collect()
}

#[test]
fn players_are_not_told_the_name_of_a_secret_that_something_was_computed_from() {
    let verdict = judged("light lamp by ada { wind 2 }\n");
    assert!(!reads(&verdict.seen_by(Audience::Players)).contains(&"lamp.total".to_owned()));
    assert!(reads(&verdict.seen_by(Audience::Gm)).contains(&"lamp.total".to_owned()));
}

#[test]
fn players_are_not_told_a_secret_number_of_something_that_they_see() {
    let verdict = judged("light lamp by ada { wind 2 }\n");
    let number = |audience| {
        verdict.seen_by(audience).events.into_iter().find_map(|happened| match happened.event {
            Event::Resolved { total, .. } => Some((total.value.to_string(), total.number)),
            _ => None,
        })
    };
    assert_eq!(number(Audience::Gm), Some(("+1".to_owned(), Some(1))));
    assert!(matches!(number(Audience::Players), Some((value, None)) if value != "+1"));
    assert!(!json::json(&verdict.seen_by(Audience::Players)).contains("\"+1\""));
}

/// Whether the game master is told the seed of the open dice, and that of the secret ones.
fn seeds(lines: &str) -> (bool, bool) {
    let mut verdict = compiled(lines).adjudicate(Answers::random(3)).unwrap_or_else(|failure| panic!("{failure}"));
    (verdict.seed, verdict.secret_seed, verdict.stream) = (Some(3.into()), Some(5.into()), Some("blake3/1".into()));
    let seen = verdict.seen_by(Audience::Gm);
    (seen.seed.is_some(), seen.secret_seed.is_some())
}

#[test]
fn the_game_master_is_told_the_seeds_of_the_dice_that_they_see() {
    assert_eq!(seeds("look first by ada { }\n"), (true, true), "nothing is hidden");
    assert_eq!(seeds("look first by ada { }\nhidden note \"x\"\n"), (true, false), "no die falls in secret");
    assert_eq!(seeds("secret look first by ada { }\nhidden note \"x\"\n"), (true, true), "a die falls in secret");
    assert_eq!(seeds("note \"y\"\nhidden note \"x\"\n"), (false, false), "they see no die at all");
}
