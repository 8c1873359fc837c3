//! Turns in the order of numbers that were rolled: told, asked about in odds, kept, and gone on with.

use assize::Verdict;
use assize::engine::{Answers, Engine, OddsRequest, Shelf};
use assize::session::Session;
use assize::verdict::{Audience, Event, Happened, html, json, markdown, text, why};
use proptest::prelude::*;

use super::{ROPES, encounter};

const RACE: &str = r#"climber ada "Ada" { luck 5 }
climber ben "Ben" { luck 2 }
climber cid "Cid" { luck 2 }
roll one : 1d4
roll two : 1d4
roll three : 1d4
tally hour : number = 0
turns {
  ada by one.sum then ada.luck { climb wall by ada, set ada.luck = 1 }
  ben by two.sum then ben.luck { note "Ben is off", add 1 to hour }
  cid by three.sum then cid.luck { note "Cid is off after {hour}" }
}
"#;

/// The race with what these three have rolled.
fn race(rolled: [i64; 3]) -> Verdict {
    let dice = rolled.into_iter().chain([6, 6]).collect();
    encounter(RACE).adjudicate(Answers::given(dice)).unwrap_or_else(|failure| panic!("{failure}"))
}

#[test]
fn whoever_has_more_comes_first() {
    insta::assert_snapshot!(text::text(&race([2, 4, 1])), @r#"
    Ropes, with dice rolled by hand

    one (roll)
      1d4: 2 (by hand)

    two (roll)
      1d4: 4 (by hand)

    three (roll)
      1d4: 1 (by hand)
    order: ben 4, ada 2, cid 1
    Ben is off
    hour: 0 -> 1

    wall (climb by Ada)
      spend "of 5 luck?": 0 (by default)
      1d6: 6 (by hand)
      1d6: 6 (by hand)
      grip: holds
      Ada keeps 10 halves in 0 wind
    ada.luck: 5 -> 1
    Cid is off after 1
    "#);
}

#[test]
fn a_further_number_is_told_where_it_decides() {
    let order = |rolled| {
        let told = text::text(&race(rolled));
        told.lines().find(|line| line.starts_with("order:")).map(str::to_owned)
    };
    assert_eq!(order([3, 3, 3]).as_deref(), Some("order: ada 3 then 5, ben 3 then 2, cid 3 then 2"));
    assert_eq!(order([1, 4, 1]).as_deref(), Some("order: ben 4, ada 1 then 5, cid 1 then 2"));
    assert_eq!(order([1, 2, 3]).as_deref(), Some("order: cid 3, ben 2, ada 1"));
}

#[test]
fn every_form_tells_it() {
    let verdict = race([2, 4, 2]);
    assert!(markdown::markdown(&verdict).contains("order:"), "{}", markdown::markdown(&verdict));
    assert!(html::html(&verdict).contains("class=\"order\""), "{}", html::html(&verdict));
    let told = json::json(&verdict);
    assert!(told.contains("\"event\": \"order\"") || told.contains("\"event\":\"order\""), "{told}");
    insta::assert_snapshot!(why::why(&verdict, Some("order")).expect("it is told"), @"
    order: ben 4, ada 2 then 5, cid 2 then 2
      ben 4  scene.asz:11
        two: 1d4: 4 (by hand)  scene.asz:6
        ben.luck: 2
      ada 2  scene.asz:10
        one: 1d4: 2 (by hand)  scene.asz:5
        ada.luck: 5
      cid 2  scene.asz:12
        three: 1d4: 2 (by hand)  scene.asz:7
        cid.luck: 2
    ");
}

/// Whose turn was told in which order, by what each of them tells first.
fn who_went(verdict: &Verdict) -> Vec<&'static str> {
    let who = |happened: &Happened| match &happened.event {
        Event::Begin { path, .. } if path == "wall" => Some("ada"),
        Event::Note { text, .. } if text.starts_with("Ben") => Some("ben"),
        Event::Note { text, .. } if text.starts_with("Cid") => Some("cid"),
        _ => None,
    };
    verdict.events.iter().filter_map(who).collect()
}

proptest! {
    /// Each has one turn, in the order in which a stable sort puts them.
    #[test]
    fn the_order_is_that_of_a_stable_sort(rolled in [1..5_i64, 1..5, 1..5]) {
        let mut sorted: Vec<(i64, i64, &str)> =
            rolled.into_iter().zip([5, 2, 2]).zip(["ada", "ben", "cid"]).map(|((a, b), c)| (a, b, c)).collect();
        sorted.sort_by_key(|(rolled, luck, _)| std::cmp::Reverse((*rolled, *luck)));
        let sorted: Vec<&str> = sorted.into_iter().map(|(_, _, who)| who).collect();
        prop_assert_eq!(who_went(&race(rolled)), sorted);
    }
}

/// Of all the ways in which three dice fall: when Ben comes before Cid, and how many are before Ada.
#[test]
fn odds_are_those_of_an_independent_count() {
    let scene = RACE
        .replace("note \"Cid is off after {hour}\"", "set cid.luck = hour")
        .replace("climb wall by ada, set ada.luck = 1", "set ada.luck = 6 + before, add 1 to before")
        .replace("tally hour", "tally before : number = 0\ntally hour")
        .replace("add 1 to hour", "add 1 to hour, add 1 to before");
    let (mut ben_first, mut ada_after_ben) = (0, 0);
    for (ada, ben, cid) in (1..5).flat_map(|a| (1..5).flat_map(move |b| (1..5).map(move |c| (a, b, c)))) {
        ben_first += u32::from(ben >= cid);
        ada_after_ben += u32::from(ben > ada);
    }
    let odds = encounter(&scene).odds(&OddsRequest::of(["P(cid.luck is 1)", "P(ada.luck is 7)"]));
    let odds = odds.unwrap_or_else(|failure| panic!("{failure}"));
    let told: Vec<String> = odds.iter().map(|odds| odds.value.clone().expect("it comes out").to_string()).collect();
    let share = |count: u32| {
        let common = (1..=64).rev().find(|by| count.is_multiple_of(*by) && 64_u32.is_multiple_of(*by)).unwrap_or(1);
        format!("{}/{}", count / common, 64 / common)
    };
    assert_eq!(told, [share(ben_first), share(ada_after_ben)]);
}

#[test]
fn many_can_have_turns() {
    let names = ["a", "b", "c", "e", "f", "g"];
    let people: Vec<String> = names.iter().map(|name| format!("climber {name}n\nroll {name}r : 1d6")).collect();
    let turn = |name: &&str| format!("{name}n by {name}r.sum {{ set gone = gone + 1, set {name}n.luck = gone }}");
    let turns: Vec<String> = names.iter().map(turn).collect();
    let (people, turns) = (people.join("\n"), turns.join("\n"));
    let scene = format!("{people}\ntally gone : number = 0\nturns {{\n{turns}\n}}");
    let odds = encounter(&scene).odds(&OddsRequest::of(["P(an.luck is 1)", "E(gone)"]));
    let odds = odds.unwrap_or_else(|failure| panic!("{failure}"));
    let told: Vec<String> = odds.iter().map(|odds| odds.value.clone().expect("it comes out").to_string()).collect();
    // Where others roll the same, the first as written comes first: 1 + 32 + 243 + 1024 + 3125 + 7776 of 46656 ways.
    assert_eq!(told, ["4067/15552", "6"]);
}

#[test]
fn a_kept_number_keeps_the_turns() {
    for (open, secret) in [("", "secret roll two"), ("secret turns", "secret roll two"), ("", "hidden roll two")] {
        let open = if open.is_empty() { "turns" } else { open };
        let scene = RACE.replace("\nroll two", &format!("\n{secret}")).replace("\nturns", &format!("\n{open}"));
        for seed in 0..20 {
            let verdict =
                encounter(&scene).adjudicate(Answers::random(seed)).unwrap_or_else(|failure| panic!("{failure}"));
            let seen = verdict.seen_by(Audience::Players);
            assert!(who_went(&seen).is_empty(), "{}", text::text(&seen));
            for told in [text::text(&seen), markdown::markdown(&seen), html::html(&seen), json::json(&seen)] {
                for word in ["order", "is off", "hour"] {
                    assert!(!told.contains(word) || told.contains("border"), "{word} stands in {told}");
                }
            }
            let whole = if secret.starts_with("hidden") { Audience::Log } else { Audience::Gm };
            assert_eq!(who_went(&verdict.seen_by(whole)).len(), 3);
        }
    }
}

#[test]
fn players_see_the_same_whatever_the_kept_number_is() {
    let scene = RACE.replace("\nroll two", "\nsecret roll two");
    let seen = |two: i64| {
        let dice = [3, two, 2, 6, 6].to_vec();
        let verdict = encounter(&scene).adjudicate(Answers::given(dice)).unwrap_or_else(|failure| panic!("{failure}"));
        let seen = verdict.seen_by(Audience::Players);
        (json::json(&seen), text::text(&seen))
    };
    assert_eq!(seen(1), seen(4));
}

/// What is hidden rises last to the key of turns that are already kept as secret: then they are hidden as well.
#[test]
fn secret_turns_by_what_is_hidden_are_hidden() {
    let scene = |number: u32| {
        format!(
            "climber ada \"Ada\" {{ luck 5 }}\nclimber ben \"Ben\" {{ luck 2 }}\nhidden set ben.luck = {number}\n\
             turns {{ ada by ada.luck {{ note \"first\" }}, ben by ben.luck {{ set ada.luck = 1 }} }}\n\
             secret turns {{ ada by ada.luck {{ note \"Ada is off\" }}, ben by 3 {{ note \"Ben is off\" }} }}\n"
        )
    };
    let shown = |number| {
        let verdict = encounter(&scene(number)).adjudicate(Answers::given(Vec::new()));
        text::text(&verdict.unwrap_or_else(|failure| panic!("{failure}")).seen_by(Audience::Gm))
    };
    assert_eq!(shown(1), shown(9), "the game master sees nothing of it either");
    assert!(!shown(1).contains("is off"), "{}", shown(1));
}

#[test]
fn a_session_enters_and_changes_them() {
    let mut shelf = Shelf::default();
    shelf.put("ropes", ROPES);
    let mut session = Session::begin(Engine::with(shelf), 5, None).expect("it begins");
    for line in ["use ropes", "climber ada", "climber ben", "roll one : 1d6", "roll two : 1d6"] {
        session.enter(line, None).unwrap_or_else(|failure| panic!("{failure}"));
    }
    let turns = "turns { ada by one.sum { climb wall by ada }, ben by two.sum { climb fence by ben } }";
    session.enter(turns, None).unwrap_or_else(|failure| panic!("{failure}"));
    session.enter("note \"{wall.grip} {fence.grip}\"", None).unwrap_or_else(|failure| panic!("{failure}"));
    let dice = |session: &Session| {
        let events = session.whole().events;
        let mut rolled: Vec<_> =
            events
                .into_iter()
                .filter_map(|happened| {
                    if let Event::Rolled { path, dice, .. } = happened.event { Some((path, dice)) } else { None }
                })
                .collect();
        rolled.sort_by(|one, other| one.0.cmp(&other.0));
        rolled
    };
    let before = dice(&session);
    let other = turns.replace("one.sum", "(one.sum + 9)").replace("two.sum", "(two.sum - 9)");
    session.edit(6, &other, None).unwrap_or_else(|failure| panic!("{failure}"));
    let back = other.replace("+ 9", "- 9").replace("two.sum - 9", "two.sum + 9");
    session.edit(6, &back, None).unwrap_or_else(|failure| panic!("{failure}"));
    assert_eq!(dice(&session), before, "whoever comes first, each rolls the dice of their own addresses");
    let told = text::text(&session.whole());
    assert!(told.contains("order: ben"), "{told}");
}
