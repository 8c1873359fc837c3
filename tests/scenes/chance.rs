//! What a scene meets by chance where nobody acts: however it is answered.

use assize::engine::{Answers, Engine, OddsRequest, Shelf};
use assize::verdict::{Audience, Event, text, why};

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

/// What dice are calculated with is read, so it is told and can be asked for.
const HEIGHTS: &str = "climber ada { luck 7 }
roll one : 1d6 + 1
roll two : 2d6 + 3
roll both : 1d6 * 2 - (1d4 + ada.luck) - 1
roll turned : -(1d6 - 9)
roll either : if one > 3 then 2d6 else 5
roll plain : highest 2d6
set ada.luck = one - 1
";

#[test]
fn what_dice_are_calculated_with_is_told() {
    insta::assert_snapshot!(text::text(&verdict(HEIGHTS)), @r"
    Ropes, by judgement

    one (roll)
      1d6: 4 (judged faces: this project's extension)
      4 + 1 = 5

    two (roll)
      2d6: 3 4 = 7 (judged faces: this project's extension)
      7 + 3 = 10

    both (roll)
      1d6: 4 (judged faces: this project's extension)
      1d4: 3 (judged faces: this project's extension)
      4 * 2 - (3 + 7) - 1 = -3

    turned (roll)
      1d6: 4 (judged faces: this project's extension)
      -(4 - 9) = 5

    either (roll)
      2d6: 3 4 = 7 (judged faces: this project's extension)

    plain (roll)
      highest of 2d6: [4] 4 (judged faces: this project's extension)
    ada.luck: 7 -> 4
    ");
}

#[test]
fn what_dice_are_calculated_with_is_a_reason() {
    let told = why::why(&verdict(HEIGHTS), Some("both")).unwrap_or_else(|unknown| panic!("{unknown:?}"));
    insta::assert_snapshot!(told, @r"
    both: 1d6: 4 (judged faces: this project's extension)  scene.asz:5
    both: 1d4: 3 (judged faces: this project's extension)  scene.asz:5
    both: 4 * 2 - (3 + 7) - 1 = -3  scene.asz:5
      ada.luck: 7
    ");
    let told = why::why(&verdict(HEIGHTS), Some("either")).unwrap_or_else(|unknown| panic!("{unknown:?}"));
    insta::assert_snapshot!(told, @"either: 2d6: 3 4 = 7 (judged faces: this project's extension)  scene.asz:7");
}

#[test]
fn what_is_told_of_dice_is_what_is_read_of_them() {
    let names = ["one", "two", "both", "turned", "either"];
    let holes: Vec<String> = names.iter().map(|name| format!("{{{name}}}")).collect();
    for seed in 0..40 {
        let run = encounter(&format!("{HEIGHTS}note \"{}\"", holes.join(" "))).adjudicate(Answers::random(seed));
        let run = run.unwrap_or_else(|failure| panic!("{failure}"));
        let mut read = Vec::new();
        for name in names {
            let last = run.events.iter().rev().find_map(|happened| match &happened.event {
                Event::Totalled { total, .. } if total.name == name => total.number,
                Event::Rolled { path, kept, .. } if path == name => Some(*kept),
                _ => None,
            });
            read.push(last.expect("it is told").to_string());
        }
        assert!(text::text(&run).contains(&read.join(" ")), "{}", text::text(&run));
    }
}

#[test]
fn whoever_may_not_know_a_number_is_not_told_what_it_makes_of_dice() {
    let scene = "climber ada\nsecret set ada.luck = 7\nroll push : 1d6 + ada.luck\n";
    let told = text::text(&verdict(scene).seen_by(Audience::Players));
    assert!(told.contains("1d6: 4") && !told.contains('7') && !told.contains("11"), "{told}");
    assert!(text::text(&verdict(scene)).contains("4 + 7 = 11"));
}

#[test]
fn a_number_that_is_added_to_dice_may_be_calculated_in_any_way() {
    let scene = "climber ada { luck 7 }\nroll push : 1d6 + (ada.luck div down 2) - ada.luck mod 2\n";
    assert!(text::text(&verdict(scene)).contains("4 + 3 - 1 = 6"), "{}", text::text(&verdict(scene)));
    let odds = encounter(scene).odds(&OddsRequest::of(["E(push)"])).unwrap_or_else(|failure| panic!("{failure}"));
    assert_eq!(odds[0].value.clone().expect("it comes out").to_string(), "11/2");
}

#[test]
fn a_line_between_the_braces_states_what_the_dice_show() {
    let scene = "roll storm : 2d6 { storm shows 2, 6 }\nresolve wind : hold with 3 { wind shows 5, slips \"it dies down\", holds \"it howls\" }\n\
        note \"{storm} {storm.highest} {wind}\"";
    for answers in [Answers::random(7), Answers::deliberate(), Answers::given(Vec::new())] {
        let verdict = encounter(scene).adjudicate(answers).unwrap_or_else(|failure| panic!("{failure}"));
        let told = text::text(&verdict);
        assert!(told.contains("8 6 holds") && told.contains("\"it howls\"") && told.contains("(stated)"), "{told}");
    }
    let request = OddsRequest::of(["P(storm = 8)", "P(wind is holds)"]);
    let odds = encounter(scene).odds(&request).unwrap_or_else(|failure| panic!("{failure}"));
    assert!(odds.iter().all(|odds| odds.value.as_ref().is_some_and(|value| value.to_string() == "1")));
}

#[test]
fn faces_that_cannot_fall_or_are_stated_twice_are_refused() {
    let failed = |lines: &str| {
        let mut shelf = Shelf::default();
        shelf.put("ropes", super::ROPES);
        let scene = format!("use ropes\nclimber ada\n{lines}");
        let engine = Engine::with(shelf);
        let failure = engine.compile("scene.asz", &scene).expect_err(lines);
        failure.diagnostics.iter().map(|found| found.code.to_string()).collect::<Vec<_>>()
    };
    assert_eq!(failed("roll storm : 2d6 { storm shows 2 }"), ["AZ704"]);
    assert_eq!(failed("roll storm : 2d6 { storm shows 2, 7 }"), ["AZ706"]);
    assert_eq!(failed("roll storm : 2d6 { storm shows 2, 6, mode random }"), ["AZ602"]);
    assert_eq!(failed("roll storm : 2d6 { wind shows 2, 6 }"), ["AZ605"]);
}

#[test]
fn a_step_stands_for_the_only_thing_that_it_leaves_to_chance() {
    let mut shelf = Shelf::default();
    let ford = "system ford\nkind climber { }\nprocedure cross by climber {\n\
                step wade { roll depth : 1d6, let wet = depth + 1 }\nstep swim { roll cold : 1d6 }\n}\n";
    shelf.put("ford", ford);
    let scene = "use ford\nclimber ada\ncross it by ada { swim shows 2, wade shows 5 }\nnote \"{it.depth} deep, {it.cold} cold\"";
    let encounter = Engine::with(shelf).compile("scene.asz", scene).unwrap_or_else(|failure| panic!("{failure}"));
    let verdict = encounter.adjudicate(Answers::random(7)).unwrap_or_else(|failure| panic!("{failure}"));
    assert!(text::text(&verdict).contains("5 deep, 2 cold"), "{}", text::text(&verdict));
}
