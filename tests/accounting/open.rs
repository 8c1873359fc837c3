//! What is said, and how: nothing of who is cast, modifiers in the notation of their system wherever they are told, and no hole in place of a value.

use std::collections::BTreeMap;

use assize::engine::{Answers, Encounter, Engine, Input, OddsRequest, Shelf, Shipped};
use assize::verdict::text;

fn engine() -> Engine {
    let mut shelf = Shelf::default();
    for (name, condition) in HOUSES {
        let scale = "scale weather { level | shift, fair | 0, rain | 1p, storm | 3p }\n\
                     extend one game { weather : weather = fair, mood : number = 0 }";
        let text = format!(
            "house {name} extends ttomp\n{scale}\nextend sum action.effort {{ weather | if {condition} then 2p else 0 }}"
        );
        shelf.put(name, text);
    }
    Engine::with(shelf).and(Shipped)
}

fn compiled(scene: &str) -> Encounter {
    engine().compile("scene.asz", scene).unwrap_or_else(|failure| panic!("{scene}\n{failure}"))
}

/// All remarks on values and lines without an effect.
fn idle(encounter: &Encounter) -> Vec<String> {
    let all = encounter.remarks().into_iter();
    all.filter(|found| found.code.0 == "AZ612").map(|found| found.message).collect()
}

const CAST: &str = "use range\ncast climber : actor\nactor ilse { skill climb { level 3 } }\nactor bo { skill climb { level 1 } }\n\
                    npc wall { thing }\nif climber is ilse {\n  act climb by ilse versus wall { skill ilse.climb }\n} else {\n  \
                    act climb by bo versus wall { skill bo.climb }\n}";

#[test]
fn of_who_is_cast_nothing_is_said() {
    assert_eq!(idle(&compiled(CAST)), [""; 0]);
    for who in ["ilse", "bo"] {
        let cast = engine().compile_with_input("scene.asz", CAST, &Input::new().cast("climber", who));
        assert_eq!(idle(&cast.expect("it is right")), [""; 0], "{who}");
    }
    // Where nobody is cast, the same is said.
    let named = CAST.replace("cast climber : actor\n", "").replace("if climber is", "if bo is");
    assert!(!idle(&compiled(&named)).is_empty());
}

#[test]
fn holes_and_odds_write_modifiers_as_verdicts_do() {
    let scene = "use ttomp\nactor inez\nmodifier fog 2p \"fog\" known to nobody\nmeans rope { worth 1b }\n\
                 means pole { worth 1 }\naction climb by inez { constraint fog, task climb { quality good } }\n\
                 note \"{fog}, {rope.worth}, {pole.worth}, {climb.effort}\"";
    let encounter = compiled(scene);
    let verdict = text::text(&encounter.adjudicate(Answers::deliberate()).expect("it is right"));
    let answers = encounter.odds(&OddsRequest::of(["fog", "rope.worth", "pole.worth"])).expect("they are numbers");
    let told =
        |answer: &assize::engine::Chance| answer.distribution.as_ref().map(|spread| spread.values[0].text.clone());
    let odds: Vec<String> = answers.iter().filter_map(told).collect();
    assert_eq!(odds, ["2p", "1b", "1"]);
    assert!(verdict.contains("2p, 1b, 1, "), "{verdict}");
}

#[test]
fn a_run_that_is_always_stopped_is_told_without_holes() {
    let scene = "use range\nactor ilse { skill sword { level 3 } }\nnpc rat { position out of reach }\n\
                 act hit by ilse versus rat { skill ilse.sword, weapon melee }";
    assert_eq!(idle(&compiled(scene)), ["this is always stopped when the scene begins as written"]);
}

/// House rules, and the condition inside a value of theirs.
const HOUSES: [(&str, &str); 5] = [
    ("two levels", "game.weather is fair and game.weather is storm"),
    ("two numbers", "game.mood > 3 and game.mood < 2"),
    ("any number", "game.mood >= 1 or game.mood <= 1"),
    ("one level", "game.weather is fair or game.weather is storm"),
    ("one number", "game.mood > 3 or game.mood < 2"),
];

#[test]
fn a_condition_inside_a_value_of_a_house_rule_that_its_words_settle_is_told() {
    let told: BTreeMap<&str, Vec<String>> = HOUSES
        .iter()
        .map(|(name, _)| {
            let scene = format!(
                "use ttomp\nuse house {name}\nactor inez\naction climb by inez {{ task climb {{ quality good }} }}"
            );
            let settled = |message: &String| message.starts_with("this ");
            let messages =
                compiled(&scene).warnings().iter().map(|found| found.message.clone()).filter(settled).collect();
            (*name, messages)
        })
        .collect();
    let never = vec!["this condition is never true".to_owned()];
    assert_eq!(told["two levels"], never);
    assert_eq!(told["two numbers"], never);
    assert_eq!(told["any number"], ["this condition is always true"]);
    assert!(told["one level"].is_empty() && told["one number"].is_empty(), "{told:?}");
}
