//! What a scene meets by chance where nobody acts: however it is answered.

use assize::engine::{Answers, OddsRequest};
use assize::verdict::text;

use super::{encounter, verdict};

const WEATHER: &str = r#"climber ada "Ada"
roll storm "does it rain on {ada}?" : 2d6
resolve wind "the wind" : hold with storm.highest {
  slips "it dies down at {storm}"
  holds "it howls at {storm.highest}"
}
if storm >= 10 or wind is slips { note "wet: {storm.count(6)}" }
"#;

#[test]
fn it_is_judged_and_told_under_its_name() {
    insta::assert_snapshot!(text::text(&verdict(WEATHER)), @r#"
    Ropes, by judgement

    storm "does it rain on Ada?" (roll)
      2d6: 3 4 = 7 (judged faces: this project's extension)

    wind "the wind" (resolve)
      wind: holds "it howls at 4"
    "#);
}

#[test]
fn dice_are_told_by_hand_and_rolled() {
    let given =
        encounter(WEATHER).adjudicate(Answers::given(vec![6, 6, 2])).unwrap_or_else(|failure| panic!("{failure}"));
    let told = text::text(&given);
    assert!(told.contains("slips") && told.contains("it dies down at 12") && told.contains("wet: 2"), "{told}");
    let one = encounter(WEATHER).adjudicate(Answers::random(7)).unwrap_or_else(|failure| panic!("{failure}"));
    let again = encounter(WEATHER).adjudicate(Answers::random(7)).unwrap_or_else(|failure| panic!("{failure}"));
    assert_eq!(one, again);
}

#[test]
fn a_line_says_how_it_is_answered() {
    let scene =
        "roll storm : 2d6 { mode deliberate }\nresolve wind : hold with 3 { mode automatic }\nnote \"{storm} {wind}\"";
    let verdict = encounter(scene).adjudicate(Answers::random(7)).unwrap_or_else(|failure| panic!("{failure}"));
    assert!(text::text(&verdict).contains("7 holds"), "{}", text::text(&verdict));
}

#[test]
fn odds_know_it() {
    let request = OddsRequest::of(["P(storm >= 10)", "P(storm.doubles)", "P(wind is holds)", "E(storm.highest)"]);
    let odds = encounter(WEATHER).odds(&request).unwrap_or_else(|failure| panic!("{failure}"));
    let told: Vec<String> = odds.iter().map(|odds| odds.value.clone().expect("it comes out").to_string()).collect();
    assert_eq!(told, ["1/6", "1/6", "1/2", "161/36"]);
}

#[test]
fn what_was_rolled_is_reached_though_nothing_else_is_asked_of_it() {
    let told = text::text(&verdict("roll storm : 2d6\nroll calm : 1d6\nnote \"no storm\" if storm is unreached\n"));
    assert!(!told.contains("no storm"), "{told}");
    let asked = OddsRequest::of(["P(storm is unreached)", "P(storm is not unreached)"]);
    let odds = encounter("repeat up to 2 { roll storm : lowest 2 of 2d3 }\n").odds(&asked);
    let odds = odds.unwrap_or_else(|failure| panic!("{failure}"));
    let chances: Vec<String> = odds.iter().filter_map(|chance| Some(chance.value.as_ref()?.to_string())).collect();
    assert_eq!(chances, ["0", "1"]);
}
