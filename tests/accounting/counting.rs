//! What is carried out, asked or changed and counts nowhere: each beside a twin in which it counts.

use assize::engine::{Encounter, Engine, Shelf, Shipped};

fn compiled(scene: &str) -> Encounter {
    let mut shelf = Shelf::default();
    let houses =
        [("twice", "set actor.fear = 2, set actor.fear = 3"), ("once", "set actor.fear = 2, add 1 to actor.fear")];
    for (name, lines) in houses {
        let text = format!(
            "house {name} extends duel\nextend kind actor {{ fear : 0..5 = 0 }}\nadd after decide test.verdict {{ {lines} }}"
        );
        shelf.put(format!("{name}.asz"), text);
    }
    let engine = Engine::with(shelf).and(Shipped);
    engine.compile("scene.asz", scene).unwrap_or_else(|failure| panic!("{scene}\n{failure}"))
}

/// Everything that is remarked on, with the words at its place.
fn remarks(scene: &str) -> Vec<(String, String)> {
    let encounter = compiled(scene);
    let all = encounter.remarks().into_iter();
    let placed = all.map(|found| {
        let place = found.labels.first().map(|label| encounter.sources().slice(label.span).to_owned());
        (found.message, place.unwrap_or_default())
    });
    placed.collect()
}

fn is_said(scene: &str, message: &str, place: &str) {
    let found = remarks(scene);
    assert!(found.contains(&(message.to_owned(), place.to_owned())), "{scene}\n{found:#?}");
}

fn is_not_said(scene: &str, message: &str) {
    let found = remarks(scene);
    assert!(found.iter().all(|(said, _)| said != message), "{scene}\n{found:#?}");
}

const LIFT: &str = "use ttomp\nactor pinto\nactor boy\naction lift by pinto {\n  value 1b \"gold\"\n";

#[test]
fn a_run_of_which_nothing_counts_is_told() {
    let (nowhere, never) = ("the result of `lift.hold` is never used", "`lift.hold` is never run");
    for (task, inner, message) in [
        ("task heave { quality standard, unopposed }", "assist hold by boy { task grip }", never),
        ("task heave { quality standard, unopposed }", "counter hold by boy { task grip }", never),
        ("task heave { quality standard, unopposed }", "joint hold by boy { task grip }", never),
        ("task heave { quality good, counteraction good }", "counter hold by boy { task grip }", nowhere),
        ("outcome automatic major, task heave", "assist hold by boy { task grip }", nowhere),
    ] {
        let scene = format!("{LIFT}  {task}\n  {inner}\n}}");
        let place = inner.split(" by").next().expect("it has a name");
        is_said(&scene, message, place);
        let twin = format!("{LIFT}  task heave {{ quality standard }}\n  {inner}\n}}");
        is_not_said(&twin, nowhere);
        is_not_said(&twin, never);
    }
}

#[test]
fn a_run_that_an_expectation_or_a_line_reads_counts() {
    let scene = format!("{LIFT}  outcome automatic major, task heave\n  assist hold by boy {{ task grip }}\n}}\n");
    for reader in ["note \"x\" if lift.hold.outcome is major", "expect odds { P(lift.hold.outcome is major) > 0 }"] {
        is_not_said(&format!("{scene}{reader}"), "the result of `lift.hold` is never used");
    }
    is_said(&scene, "the result of `lift.hold` is never used", "assist hold");
}

#[test]
fn a_run_that_is_named_and_of_which_nothing_counts_is_told_where_it_is_named() {
    let scene = |how: &str| {
        format!(
            "use ttomp\nactor pinto\nactor boy\naction hold by boy {{ task grip }}\n\
                 action lift by pinto {{ {how}assist hold, task heave {{ quality good }} }}"
        )
    };
    is_said(&scene("outcome automatic major, "), "the result of `hold` is never used", "hold");
    is_not_said(&scene(""), "the result of `hold` is never used");
}

#[test]
fn a_condition_inside_a_value_that_is_settled_is_told() {
    let test = |condition: &str| {
        format!(
            "use duel\nactor lis\nroll storm : 1d6\ntest look by lis {{ base 4, difficulty 10 }}\n\
                 test go by lis {{ base 4, difficulty 9, circumstance if {condition} then 3 else 0 }}"
        )
    };
    for never in ["storm >= 7", "look.verdict is announced"] {
        is_said(&test(never), "this condition is never true", never);
    }
    for always in ["storm >= 1", "look.result >= 4"] {
        is_said(&test(always), "this condition is always true", always);
    }
    for open in ["storm >= 6", "look.verdict is failure", "look.result >= 14"] {
        is_not_said(&test(open), "this condition is never true");
        is_not_said(&test(open), "this condition is always true");
    }
}

#[test]
fn what_would_end_a_repetition_and_no_round_changes_is_told_though_an_evening_may_have_left_it() {
    let scene = |round: &str| {
        format!(
            "use ttomp\nactor ada\nrepeat up to 3 until ada.fatigue is major fatigue {{ {round} action dig by ada {{ task dig }} }}"
        )
    };
    let message = "this condition is never true when the scene begins as written";
    is_said(&scene(""), message, "ada.fatigue is major fatigue");
    is_not_said(&scene("set ada.fatigue = major fatigue,"), message);
}

#[test]
fn a_house_rule_that_sets_the_same_twice_is_told() {
    let scene =
        |house: &str| format!("use duel\nuse house {house}\nactor lis\ntest go by lis {{ base 4, difficulty 9 }}");
    is_said(&scene("twice"), "this is overwritten before anything reads it", "set actor.fear = 2");
    is_not_said(&scene("once"), "this is overwritten before anything reads it");
}

#[test]
fn what_refuses_each_run_is_told_at_the_line_of_the_scene() {
    for (scene, place) in [
        (
            "use range\nactor ilse { skill sword { level 3 } }\nnpc rat\nfree play\nact hit by ilse versus rat { skill ilse.sword }",
            "free play",
        ),
        ("use duel\nactor lis\nplayer anna\ntest climb by lis { base 3, difficulty 10 }\npost play", "post play"),
    ] {
        let encounter = compiled(scene);
        let found = encounter.remarks();
        let said = found.iter().find(|found| found.message.starts_with("every run that was tried was refused"));
        let Some(said) = said else { panic!("{scene}: {found:#?}") };
        let first = said.labels.first().expect("it has a place");
        assert!(encounter.sources().slice(first.span).starts_with(place), "{scene}: {said:#?}");
    }
}

#[test]
fn a_choice_of_one_and_options_alike_are_told() {
    let choice = |options: &str| format!("use duel\nactor lis\nchoose way \"where to?\" by lis {{ {options} }}");
    let is_told = |options: &str, message: &str| remarks(&choice(options)).iter().any(|(said, _)| said == message);
    let (one, alike) =
        ("`north` is the only option, so there is nothing to choose", "this option does the same as another one");
    assert!(is_told("north { note \"x\" }", one));
    assert!(is_told("north { note \"x\" }, south { note \"x\" }", alike));
    for message in [one, alike] {
        assert!(!is_told("north { note \"x\" }, south { note \"y\" }", message), "{message}");
    }
}
