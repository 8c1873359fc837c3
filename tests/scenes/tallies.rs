//! Tallies and flags of a scene: changed by its lines, held to their limits, asked for in odds, and carried on.

use assize::engine::{Answers, Engine, OddsRequest, Shelf};
use assize::session::Session;
use assize::verdict::{Audience, text};

use super::{ROPES, encounter, verdict};

const CHASE: &str = r#"climber ada "Ada"
tally distance : 0..9 = 3 "paces between them"
flag seen = no "the watch has seen them"
secret tally alarm : 0..5 = 1
repeat up to 9 until distance is 0 or seen {
  climb wall by ada
  if wall.grip is holds { pay 1 from distance "{distance} paces are too few" } else { add 1 to distance, set seen = distance >= 5 }
}
add 1 to alarm
"#;

#[test]
fn lines_change_them() {
    let verdict = verdict(CHASE);
    let value = |name: &str| verdict.get(name).map(|shown| shown.value.to_string());
    assert_eq!(value("distance").as_deref(), Some("0"));
    assert_eq!(value("seen").as_deref(), Some("no"));
    assert!(text::text(&verdict).contains("distance \"paces between them\": 3 -> 2\n"), "{}", text::text(&verdict));
}

#[test]
fn odds_know_them() {
    let alone = "climber ada\ntally n : number = 1\nroll storm : 1d6\nif storm >= 5 { add 2 to n }\nset n = n * 2";
    let odds =
        encounter(alone).odds(&OddsRequest::of(["P(n is 6)", "E(n)"])).unwrap_or_else(|failure| panic!("{failure}"));
    let told: Vec<String> = odds.iter().map(|odds| odds.value.clone().expect("it comes out").to_string()).collect();
    assert_eq!(told, ["1/3", "10/3"]);
    let whole = encounter(CHASE).odds(&OddsRequest::of(["P(distance is 0)", "P(seen)"]));
    let whole = whole.unwrap_or_else(|failure| panic!("{failure}"));
    assert!(whole.iter().all(|odds| odds.value.is_some()));
}

#[test]
fn a_limit_stops_the_run() {
    let scene = "tally near : 0..2 = 1\nrepeat up to 3 { pay 1 from near \"{near} is all\" }";
    let failure = encounter(scene).adjudicate(Answers::deliberate()).expect_err("it cannot be paid");
    assert!(failure.to_string().contains("0 is all"), "{failure}");
    let scene = "tally near : 0..2 = 1\nrepeat up to 3 { add 1 to near }";
    let failure = encounter(scene).adjudicate(Answers::deliberate()).expect_err("it is full");
    assert!(failure.to_string().contains("`near` is 3; it must be from 0 to 2"), "{failure}");
}

#[test]
fn a_secret_one_is_for_the_game_master() {
    let verdict = verdict(CHASE);
    assert!(text::text(&verdict).contains("alarm: 1 -> 2"));
    let players = verdict.seen_by(Audience::Players);
    assert!(!text::text(&players).contains("alarm") && players.get("alarm").is_none());
    assert!(players.get("distance").is_some());
}

#[test]
fn a_session_carries_them() {
    let mut shelf = Shelf::default();
    shelf.put("ropes", ROPES);
    shelf.put("gentle", "house gentle extends ropes\nreplace scale mood { calm | wild | gentle }\n");
    let mut session = Session::begin(Engine::with(shelf), 3, None).expect("it begins");
    let mut enter = |line: &str| {
        session.enter(line, None).unwrap_or_else(|failure| panic!("{line}: {failure}"));
        let state = session.state().into_iter();
        state.filter(|one| !one.name.contains('.')).map(|one| format!("{} {}", one.name, one.value)).collect::<Vec<_>>()
    };
    enter("use ropes");
    assert_eq!(enter("tally near : 0..9 = 3"), ["near 3"]);
    assert_eq!(enter("flag seen = no"), ["near 3", "seen no"]);
    assert_eq!(enter("add 2 to near"), ["near 5", "seen no"]);
    assert_eq!(enter("if near >= 5 { set seen = yes }"), ["near 5", "seen yes"]);
    assert_eq!(enter("use house gentle"), ["near 5", "seen yes"], "a page begins with them");
    assert_eq!(enter("add 1 to near"), ["near 6", "seen yes"]);
    session.undo().expect("it is struck");
    let near = session.state().into_iter().find(|one| one.name == "near");
    assert_eq!(near.map(|one| one.value).as_deref(), Some("5"));
}
