//! Whatever a verdict calls by a name can be asked for by that name.

use std::collections::BTreeSet;

use assize::engine::{Answers, Engine, OddsRequest};
use assize::verdict::{json, why};
use serde_json::Value;

use super::encounter;

/// The names of values in texts, and of whatever was read.
fn names(told: &Value, into: &mut BTreeSet<String>) {
    if let (Some(Value::String(name)), Some(_)) = (told.get("name"), told.get("value")) {
        into.insert(name.clone());
    }
    if let Some(Value::Array(reads)) = told.get("reads") {
        into.extend(reads.iter().filter_map(Value::as_str).map(str::to_owned));
    }
    match told {
        Value::Array(parts) => parts.iter().for_each(|part| names(part, into)),
        Value::Object(parts) => parts.values().for_each(|part| names(part, into)),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
}

#[test]
fn what_nothing_changes_is_known_by_the_name_that_a_verdict_has_for_it() {
    let scene = "climber ada { luck 2, mood wild }\ntally coins : 0..9 = 4\nclimb wall by ada { height 4 }\n\
                 note \"{ada.mood}, {coins + 1}\"";
    let verdict = encounter(scene).adjudicate(Answers::deliberate()).unwrap_or_else(|why| panic!("{why}"));
    let told = serde_json::from_str(&json::json(&verdict)).expect("it is JSON");
    let mut known = BTreeSet::new();
    names(&told, &mut known);
    for wanted in ["ada.mood", "ada.luck", "coins + 1", "wind", "height", "grip", "wall.grip"] {
        assert!(known.contains(wanted), "{wanted} is not among {known:?}");
    }
    for name in known.iter().filter(|name| !name.is_empty()) {
        let told = why::why(&verdict, Some(name));
        assert!(told.is_ok_and(|tree| tree.contains(name.as_str())), "{name}");
    }
    let asked = |name: &str| why::why(&verdict, Some(name)).unwrap_or_else(|unknown| panic!("{unknown}"));
    assert_eq!((asked("ada.mood").as_str(), asked("coins + 1").as_str()), ("ada.mood: wild\n", "coins + 1: 5\n"));
    assert_eq!(asked("grip"), asked("wall.grip"), "within its run it is called so");
    assert!(why::why(&verdict, Some("ada.mod")).is_err());
}

/// Somebody carves two things, one after the other, and another person does one of them too.
const CARVING: &str = "use ttomp\nactor ana\naction carve by ana { commitment automatic committed, chain { task chisel { quality good, \
     timing standard }, task polish { quality poor } } }\n";

#[test]
fn a_part_of_a_run_goes_by_the_name_under_which_it_is_told() {
    let carve = format!("{CARVING}expect deliberate {{ chisel.outcome is minor, carve.polish.outcome is minor }}");
    let carve = Engine::default().compile("carve.asz", &carve).unwrap_or_else(|failure| panic!("{failure}"));
    assert!(carve.test().all_passed());
    let request = OddsRequest::of(["P(polish.outcome >= minor)", "P(carve.polish.outcome >= minor)"]);
    let odds = carve.odds(&request).unwrap_or_else(|failure| panic!("{failure}"));
    assert_eq!(odds[0].value, odds[1].value);
    let vie = "use d20\nactor ada, actor bo\ncontest vie by ada versus bo { mine push { skill athletics }, theirs hold { skill athletics } }";
    let vie = Engine::default().compile("vie.asz", vie).unwrap_or_else(|failure| panic!("{failure}"));
    let odds = vie
        .odds(&OddsRequest::of(["E(push.total)", "E(vie.push.total)"]))
        .unwrap_or_else(|failure| panic!("{failure}"));
    assert_eq!(odds[0].value, odds[1].value);
}

#[test]
fn a_name_that_several_runs_have_inside_and_lines_of_a_scene_want_all_of_it() {
    let failed = |more: &str| {
        let failure = Engine::default().compile("carve.asz", &format!("{CARVING}{more}")).expect_err(more);
        failure.diagnostics.iter().find_map(|found| found.help.clone()).unwrap_or_default()
    };
    let twice = "action sand by ana { task polish { quality good } }\nexpect deliberate { polish.outcome is minor }";
    assert_eq!(failed(twice), "say whose it is: `carve.polish` or `sand.polish`");
    assert_eq!(failed("if polish.outcome >= minor { note \"x\" }"), "did you mean `carve.polish`?");
}
