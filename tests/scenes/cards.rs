//! Cards are the very ones that come up, whatever the rules read of them.

use std::collections::BTreeSet;

use assize::engine::{Answers, Encounter, Engine, OddsRequest, Shelf};
use assize::verdict::{Event, Happened};

/// Of ten cards, these rules read whether one is odd, which makes two sorts of them.
const PILE: &str = r#"system pile "Pile"
modifiers signed
deck pile, 10 cards c { worth = c, odd = c mod 2 }
kind person {}
procedure take by person {
  draw card : pile
  let parity = card.odd
}
"#;

fn encounter(scene: &str) -> Encounter {
    let mut shelf = Shelf::default();
    shelf.put("pile", PILE);
    let text = format!("use pile\nperson ada\n{scene}");
    Engine::with(shelf).compile("cards.asz", &text).unwrap_or_else(|failure| panic!("{failure}"))
}

fn drawn(scene: &str, seed: u64) -> Vec<u32> {
    let verdict = encounter(scene).adjudicate(Answers::random(seed)).unwrap_or_else(|failure| panic!("{failure}"));
    let card = |happened: &Happened| {
        if let Event::Drawn { card, .. } = &happened.event { u32::try_from(*card).ok() } else { None }
    };
    verdict.events.iter().filter_map(card).collect()
}

const TEN: &str = "take a by ada\ntake b by ada\ntake c by ada\ntake d by ada\ntake e by ada\n\
                   take f by ada\ntake g by ada\ntake h by ada\ntake i by ada\ntake j by ada\n";

#[test]
fn each_card_comes_up_once() {
    for seed in 0..20 {
        let cards = drawn(TEN, seed);
        assert_eq!(cards.iter().copied().collect::<BTreeSet<u32>>(), (0..10).collect(), "{seed}: {cards:?}");
    }
    let first: BTreeSet<u32> = (0..100).map(|seed| drawn(TEN, seed)[0]).collect();
    assert_eq!(first, (0..10).collect());
}

#[test]
fn another_line_changes_no_card() {
    for seed in 0..50 {
        let read = format!("{TEN}if a.card.worth > 4 {{ note \"high\" }}\n");
        assert_eq!(drawn(TEN, seed), drawn(&read, seed), "{seed}");
    }
}

#[test]
fn odds_make_one_card_of_those_that_are_alike() {
    // As many situations as the two sorts make, and not as many as there are sets of ten cards.
    let mut request = OddsRequest::of(["P(i.parity = 1)", "P(a.parity = b.parity)"]);
    request.budget = request.budget.states(200);
    let odds = encounter(TEN).odds(&request).unwrap_or_else(|failure| panic!("{failure}"));
    let told: Vec<String> = odds.iter().map(|odds| odds.value.clone().expect("it comes out").to_string()).collect();
    assert_eq!(told, ["1/2", "4/9"]);
}
