//! Whatever a verdict calls by a name can be asked for by that name.

use std::collections::BTreeSet;

use assize::engine::Answers;
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
