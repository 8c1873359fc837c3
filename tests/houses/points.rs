use assize::engine::{Answers, OddsRequest};
use assize::verdict::{text, why};

use crate::{LAMPS, compiled, compiled_by, judged, refused, result, told};

const LIGHT: &str = "light lamp by ada { wind 1 \"calm\" }";

#[test]
fn a_function_before_a_ladder_adds_to_its_total() {
    let rules = "fn before_glow(total, person_wounds) { #{ add: [[-2, \"greasy hands\"]], note: `at ${total}` } }";
    let verdict = judged(LIGHT, rules);
    assert_eq!(result(&verdict, "lamp.glow"), "dark");
    assert_eq!(told(&verdict), [("before_glow".into(), vec!["-2 greasy hands".into(), "at 1".into()])]);
    let shown = text::text(&verdict);
    assert!(shown.contains("-2: \"greasy hands\" (house rule rules.rhai)"), "{shown}");
    let why = why::why(&verdict, Some("lamp.glow")).expect("it was resolved");
    assert!(why.contains("wind +1") && why.contains("before_glow(total +1, person_wounds 0)"), "{why}");
    assert!(why.contains("-2: \"greasy hands\""), "{why}");
}

#[test]
fn a_function_after_a_ladder_takes_another_level() {
    let rules = "fn after_glow(glow) { if glow >= \"dim\" { #{ level: \"dark\" } } }";
    let verdict = judged(LIGHT, rules);
    assert_eq!(result(&verdict, "lamp.glow"), "dark");
    assert_eq!(told(&verdict), [("after_glow".into(), vec!["dark".into()])]);
    assert_eq!(
        result(&judged(LIGHT, "fn after_glow(glow) { if glow > \"bright\" { #{ level: \"dark\" } } }"), "lamp.glow"),
        "bright"
    );
}

#[test]
fn functions_stand_around_rolls_costs_stops_and_periods() {
    let rules = "
        fn before_roll_spark(person) { #{ note: `${person} strikes a spark` } }
        fn after_roll_spark(spark) { #{ add: [[10, `after ${spark}`]] } }
        fn before_cost_oil(amount, person_oil) { if person_oil > 2 { #{ add: [[amount, \"a draught\"]] } } }
        fn after_cost_oil(person_oil) { #{ note: `${person_oil} left` } }
        fn before_night() { #{ note: \"it grows dark\" } }
        fn after_night(ada_oil) { #{ note: `it grows light, ${ada_oil}` } }
        fn before_stop() { #{ note: \"nobody goes out\" } }";
    let verdict = judged("repeat night up to 1 { light lamp by ada }\nlight other by ada { wind -9 }", rules);
    let notes: Vec<String> = told(&verdict).into_iter().flat_map(|(_, changes)| changes).collect();
    let expected = [
        "it grows dark",
        "ada strikes a spark",
        "+10 after 4",
        "+1 a draught",
        "1 left",
        "it grows light, 1",
        "nobody goes out",
    ];
    assert_eq!(notes, expected);
    assert_eq!(result(&verdict, "lamp.sparks"), "14");
}

#[test]
fn an_apostrophe_is_an_underscore_as_a_space_and_a_dot_are() {
    let lamps = LAMPS.replace("wounds : 0..5 = 0", "wounds : 0..5 = 0, d'art : number = 7, d'art spent : number = 2");
    let rules =
        "fn before_glow(person_d_art, person_d_art_spent) { #{ note: `${person_d_art} of ${person_d_art_spent}` } }";
    let encounter = compiled_by(&lamps, LIGHT, rules).unwrap_or_else(|failure| panic!("{failure}"));
    let verdict = encounter.adjudicate(Answers::deliberate()).unwrap_or_else(|failure| panic!("{failure}"));
    assert_eq!(told(&verdict), [("before_glow".into(), vec!["7 of 2".into()])]);
}

#[test]
fn a_plan_is_looked_at_item_by_item() {
    let rules = "fn check_work(item, care) { if care == \"slow\" { #{ refuse: `${item} cannot be slow` } } }";
    assert!(told(&judged("light lamp by ada { part wick }", rules)).len() == 1);
    let message = refused("light lamp by ada { part wick, part glass { care slow } }", rules);
    assert!(
        message.starts_with("scene.asz:4:1: error[AZ609]: glass cannot be slow\n  here: lamp (light by ada)"),
        "{message}"
    );
    assert!(message.contains("rules.rhai:1:4: the rule"), "{message}");
    assert!(message.contains("called here"), "{message}");
}

#[test]
fn functions_stand_in_expressions() {
    let rules = "const TABLE = [1, 4, 9];\nfn gust(n) { TABLE[n] }\nfn calm(n) { n < 2 }";
    let verdict = judged("light lamp by ada { wind house.gust(1) \"squares\" }", rules);
    assert_eq!(result(&verdict, "lamp.total"), "+4");
    assert_eq!(told(&verdict), [("house.gust".into(), vec!["4".into()])]);
    let encounter = compiled("light lamp by ada\nexpect deliberate { house.gust(2) = 9, house.calm(1) = 1 }", rules);
    assert!(encounter.unwrap_or_else(|failure| panic!("{failure}")).test().all_passed());
}

#[test]
fn odds_are_those_of_every_way_through_the_rule() {
    let rules = "fn after_glow(glow, person_oil) { if glow == \"dim\" { #{ level: \"bright\" } } }";
    let encounter = compiled("light lamp by ada", rules).unwrap_or_else(|failure| panic!("{failure}"));
    let chance = |question: &str| {
        let request = OddsRequest { questions: vec![question.to_owned()], ..OddsRequest::default() };
        let found = encounter.odds(&request).unwrap_or_else(|failure| panic!("{failure}"));
        found[0].value.clone().map(|value| value.to_string())
    };
    // Of 36 ways 10 are dark; the rest are bright or made so.
    assert_eq!(chance("P(lamp.glow is bright)").as_deref(), Some("13/18"));
    assert_eq!(chance("P(lamp.glow is dim)").as_deref(), Some("0"));
}

#[test]
fn a_rule_beside_a_script_belongs_to_it() {
    let mut shelf = assize::engine::Shelf::default();
    shelf.put("lamps", LAMPS);
    shelf.put("scene.rhai", "fn before_glow() { #{ add: -5 } }");
    let reader = assize::hook_rhai::reader(assize::engine::Limits::default());
    let engine = assize::engine::Engine::with(shelf).functions_by(reader);
    let encounter = engine.compile("scene.asz", "use lamps\nperson ada\nlight lamp by ada");
    let encounter = encounter.unwrap_or_else(|failure| panic!("{failure}"));
    let verdict = encounter.adjudicate(Answers::deliberate()).unwrap_or_else(|failure| panic!("{failure}"));
    assert_eq!(result(&verdict, "lamp.glow"), "dark");
}

#[test]
fn a_refusal_is_told_in_the_authors_words() {
    let message = refused(LIGHT, "fn before_glow(total) { #{ refuse: \"not in this house\" } }");
    assert!(message.starts_with("scene.asz:4:1: error[AZ609]: not in this house"), "{message}");
    assert!(message.contains("rules.rhai:1:4: the rule"), "{message}");
}

#[test]
fn what_is_shipped_brings_its_functions_and_ones_own_come_first() {
    let judged = |shelf: assize::engine::Shelf, house: &str| {
        let reader = assize::hook_rhai::reader(assize::engine::Limits::default());
        let engine = assize::engine::Engine::with(shelf).functions_by(reader);
        let scene =
            format!("use ttomp\nuse house {house}\nactor ilse {{ status minor fatigue }}\naction climb by ilse");
        let encounter = engine.compile("scene.asz", &scene).unwrap_or_else(|failure| panic!("{failure}"));
        encounter.adjudicate(Answers::deliberate()).unwrap_or_else(|failure| panic!("{failure}"))
    };
    let shipped = judged(assize::engine::Shelf::default(), "wounds");
    assert!(shipped.events.iter().any(|happened| matches!(&happened.event,
        assize::verdict::Event::House { name, house, .. } if name == "house.pain" && house == "wounds.rhai")));
    let mut shelf = assize::engine::Shelf::default();
    shelf.put("wounds.rhai", "fn before_commitment() { #{ note: \"mine\" } }");
    assert_eq!(told(&judged(shelf, "\"wounds.rhai\"")), [("before_commitment".into(), vec!["mine".into()])]);
}

#[test]
fn what_is_added_to_a_roll_must_fit_whether_or_not_somebody_asks_for_it() {
    for line in ["", "let doubled = coin * 0"] {
        let mut shelf = assize::engine::Shelf::default();
        shelf.put(
            "coins",
            format!("system coins\nkind person {{}}\nprocedure flip by person {{ roll coin : 1d6\n{line} }}"),
        );
        shelf.put("rules.rhai", "fn after_roll_coin() { #{ add: [[9223372036854775807, \"a fortune\"]] } }");
        let reader = assize::hook_rhai::reader(assize::engine::Limits::default());
        let engine = assize::engine::Engine::with(shelf).functions_by(reader);
        let scene = "use coins\nuse house \"rules.rhai\"\nperson ada\nflip f by ada\n";
        let encounter = engine.compile("scene.asz", scene).unwrap_or_else(|failure| panic!("{failure}"));
        let failure = encounter.adjudicate(Answers::random(1)).expect_err("it is too large");
        assert!(failure.to_string().contains("AZ701"), "{failure}");
        assert!(encounter.odds(&OddsRequest::of(["E(f.coin)"])).is_err());
    }
}
