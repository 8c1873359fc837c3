//! A small rule for each of the systems that are shipped, before and after whatever they resolve.

use assize::engine::{Answers, Encounter, Engine, Limits, OddsRequest, Shelf};
use assize::hook_rhai;
use assize::verdict::{Audience, text, why};

use crate::{result, told};

fn compiled(scene: &str, rules: &str) -> Encounter {
    let mut shelf = Shelf::default();
    shelf.put("scene.rhai", rules);
    let engine = Engine::with(shelf).functions_by(hook_rhai::reader(Limits::default()));
    engine.compile("scene.asz", scene).unwrap_or_else(|failure| panic!("{failure}"))
}

/// Runs a scene by judgement: what its results are, and that each rule is named where it counted.
fn changed(scene: &str, rules: &str, results: &[(&str, &str)], reasons: &[(&str, &str)]) {
    let encounter = compiled(scene, rules);
    let verdict = encounter.adjudicate(Answers::deliberate()).unwrap_or_else(|failure| panic!("{failure}"));
    for (name, value) in results {
        assert_eq!(result(&verdict, name), *value, "{name}\n{}", text::text(&verdict));
    }
    assert!(text::text(&verdict).contains("(house rule scene.rhai)"));
    for (name, function) in reasons {
        let told = why::why(&verdict, Some(name)).unwrap_or_else(|_| panic!("`{name}` is known"));
        assert!(told.contains(function) && told.contains("(house rule scene.rhai)"), "{name}: {told}");
    }
}

#[test]
fn tasks_of_an_action() {
    changed(
        "use ttomp\nactor ilse\naction climb by ilse { commitment automatic committed, task climb { quality good } }",
        "fn after_effort(effort) { #{ add: [[1, \"a good night's sleep\"]] } }
         fn before_outcome(total) { #{ add: [[-2, \"rain\"]] } }
         fn after_outcome(outcome) { if outcome == \"no result\" { #{ level: \"fumble\" } } }",
        &[("climb.effort", "1b"), ("climb.climb.total", "1b"), ("climb.outcome", "minor")],
        &[("climb.effort", "a good night's sleep"), ("climb.climb.outcome", "before_outcome(total 1b)")],
    );
}

#[test]
fn two_dice_against_a_difficulty() {
    changed(
        "use duel\nactor ada\ntest leap by ada { base 3, difficulty 11 }",
        "fn after_result(result, natural) { #{ add: [[1, \"lucky seven\"]] } }
         fn before_verdict(result) { #{ note: `with ${result}` } }
         fn after_verdict(verdict, result) { if verdict == \"success\" { #{ level: \"critical\" } } }",
        &[("leap.result", "+11"), ("leap.verdict", "critical")],
        &[("leap.result", "lucky seven"), ("leap.verdict", "now critical"), ("leap.verdict", "with 11")],
    );
}

#[test]
fn a_check_of_cards() {
    let scene = "use west\nactor kid\ncheck shoot by kid { trait d8, skill d6, difficulty incredible, no effect }";
    changed(
        scene,
        "fn before_draw_card(tn) { #{ note: `at ${tn}` } }
         fn after_draw_card(card_toggle) { #{ note: `shown ${card_toggle}` } }
         fn after_cause(cause) { #{ add: [[9, \"high noon\"]] } }
         fn after_ending(ending) { #{ note: ending.name } }",
        &[("shoot.cause", "17"), ("shoot.ending", "success")],
        &[("shoot.cause", "high noon"), ("shoot.ending", "after_ending(ending success)")],
    );
}

#[test]
fn effort_and_its_consequence() {
    changed(
        "use fatigue\nactor kid\neffort climb by kid { against 15, skill 3 }",
        "fn after_total(total) { #{ add: [[-3, \"rain\"]] } }
         fn after_consequence(consequence, margin) { #{ level: consequence.up(1), note: `by ${margin}` } }",
        &[("climb.total", "+11"), ("climb.margin", "4"), ("climb.consequence", "successful")],
        &[("climb.total", "rain"), ("climb.consequence", "now successful")],
    );
}

#[test]
fn a_range_of_success() {
    changed(
        "use range\nactor mia { skill aim { level 3 } }\nnpc thug\nact fire by mia versus thug { skill mia.aim }",
        "fn before_total_modifier(deed) { #{ note: deed.name } }
         fn after_total_modifier(total_modifier) { -1 }
         fn after_result(result, dice) { if dice == 7 { #{ level: \"failure\", note: \"It jams.\" } } }",
        &[("fire.total modifier", "+2"), ("fire.result", "failure"), ("thug.failures", "1")],
        &[("fire.total modifier", "-1"), ("fire.result", "It jams.")],
    );
}

#[test]
fn odds_follow_what_is_decided() {
    let scene = "use duel\nactor ada\ntest leap by ada { base 3, difficulty 11 }";
    let rules = "fn after_verdict(verdict, natural) { if natural == 7 { #{ level: \"fumble\" } } }";
    let questions = vec!["P(leap.verdict is fumble)".to_owned(), "P(leap.verdict is success)".to_owned()];
    let request = OddsRequest { questions, ..OddsRequest::default() };
    let found = compiled(scene, rules).odds(&request).unwrap_or_else(|failure| panic!("{failure}"));
    let chances: Vec<String> = found.iter().filter_map(|one| Some(one.value.clone()?.to_string())).collect();
    // Double ones, and six ways to a seven; 8 to 11 come in 14 ways.
    assert_eq!(chances, ["7/36", "7/18"]);
}

#[test]
fn what_counts_in_secret_is_told_to_nobody() {
    let scene = "use duel\nuse house \"gm screen\"\nactor ada\ntest leap by ada { base 3, difficulty 11 }";
    let rules = "fn after_result(result) { #{ add: [[41, \"a secret wind\"]] } }";
    let verdict =
        compiled(scene, rules).adjudicate(Answers::deliberate()).unwrap_or_else(|failure| panic!("{failure}"));
    assert_eq!(told(&verdict).len(), 1);
    let shown = text::text(&verdict.seen_by(Audience::Players));
    assert!(!shown.contains("41") && !shown.contains("51") && !shown.contains("a secret wind"), "{shown}");
}

#[test]
fn a_period_knows_afterwards_what_happened_in_it() {
    let scene = "use range\nactor mia { skill aim { level 3 } }\nnpc thug
        repeat turn up to 2 { if thug.half successes < 2 { act fire by mia versus thug { skill mia.aim } } }";
    let rules =
        "fn after_turn(fire_result) { #{ note: if fire_result == () { \"no shot\" } else { fire_result.name } } }";
    let verdict =
        compiled(scene, rules).adjudicate(Answers::deliberate()).unwrap_or_else(|failure| panic!("{failure}"));
    let notes: Vec<String> = told(&verdict).into_iter().flat_map(|(_, notes)| notes).collect();
    assert_eq!(notes, ["success", "success"]);
}

#[test]
fn a_name_that_some_points_know_is_not_reached_at_the_others() {
    let scene = "use west\nactor kid { jammed }\ncover barrel\ncovering fire rain by kid { cover barrel }
        check shoot by kid { trait d8, no effect }";
    let rules = "fn before_stop(cause, unreliability) { #{ note: `${cause == ()} ${unreliability == ()}` } }";
    let verdict =
        compiled(scene, rules).adjudicate(Answers::deliberate()).unwrap_or_else(|failure| panic!("{failure}"));
    let notes: Vec<String> = told(&verdict).into_iter().flat_map(|(_, notes)| notes).collect();
    assert_eq!(notes, ["true false", "false true"]);
}
