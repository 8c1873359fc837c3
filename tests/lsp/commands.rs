//! Lenses, and what their commands come to.

use serde_json::{Value, json};

use crate::editor::{Editor, place_of};

const SCENE: &str = "use stones
person ada { stones 5 }
raise gate by ada
repeat up to 2 { raise bar by ada }
expect deliberate \"it is open\" { gate.lift is open }
expect deliberate \"it is shut\" { gate.lift is shut }
";

fn command(editor: &mut Editor, lens: &Value) -> String {
    let params = json!({ "command": lens["command"]["command"], "arguments": lens["command"]["arguments"] });
    let done = editor.ask("workspace/executeCommand", params);
    done.as_str().expect("a text").to_owned()
}

fn lens<'l>(lenses: &'l Value, line: usize, title: &str) -> &'l Value {
    let all = lenses.as_array().expect("a list");
    let is_it = |one: &&Value| one["range"]["start"]["line"] == line && one["command"]["title"] == title;
    all.iter().find(is_it).unwrap_or_else(|| panic!("{title} at {line}: {lenses}"))
}

#[test]
fn lenses_stand_above_runs_and_expectations() {
    let mut editor = Editor::new("lenses");
    editor.open("night.asz", SCENE);
    let lenses = editor.of("textDocument/codeLens", "night.asz");
    assert_eq!(lenses.as_array().map(Vec::len), Some(3 + 3 + 2), "{lenses}");
    let told = command(&mut editor, lens(&lenses, 2, "adjudicate"));
    assert!(told.starts_with("Stones, by judgement\n") && told.contains("lift: open"), "{told}");
    assert!(!told.contains("bar"), "only what belongs to the run: {told}");
    let told = command(&mut editor, lens(&lenses, 3, "adjudicate"));
    assert_eq!(told.matches("bar (raise").count(), 2, "{told}");
    let told = command(&mut editor, lens(&lenses, 2, "odds"));
    assert!(told.contains("gate.lift") && told.contains("50.00%") && !told.contains("bar.lift"), "{told}");
    let told = command(&mut editor, lens(&lenses, 2, "why"));
    assert!(told.contains("gate.lift: open"), "{told}");
    let told = command(&mut editor, lens(&lenses, 4, "run expectations"));
    assert_eq!(told, "ok line 5 it is open\n1 of 1 expectations hold\n");
    let told = command(&mut editor, lens(&lenses, 5, "run expectations"));
    assert!(told.starts_with("FAIL line 6 it is shut\n") && told.ends_with("0 of 1 expectations hold\n"), "{told}");
    assert_eq!(editor.close(), Some(0));
}

#[test]
fn a_scene_with_a_mistake_has_no_lenses() {
    let mut editor = Editor::new("no-lenses");
    editor.open("night.asz", &SCENE.replace("by ada", "by aad"));
    assert_eq!(editor.of("textDocument/codeLens", "night.asz"), json!([]));
    let params = json!({ "command": "assize.odds", "arguments": [editor.uri("night.asz")] });
    let (code, message) = editor.refused("workspace/executeCommand", params);
    assert!(code == -32803 && message.contains("did you mean `ada`?"), "{message}");
}

#[test]
fn commands_take_the_whole_scene_and_a_seed() {
    let mut editor = Editor::new("seeds");
    editor.open("night.asz", SCENE);
    let uri = editor.uri("night.asz");
    let ask = |editor: &mut Editor, name: &str, arguments: Value| {
        let params = json!({ "command": format!("assize.{name}"), "arguments": arguments });
        editor.ask("workspace/executeCommand", params).as_str().expect("a text").to_owned()
    };
    let seeded = ask(&mut editor, "adjudicate", json!([uri, null, { "seed": 5 }]));
    assert!(seeded.contains("seed 5") && seeded.contains("bar"), "{seeded}");
    assert_eq!(seeded, ask(&mut editor, "adjudicate", json!([uri, null, { "seed": 5 }])));
    let page = ask(&mut editor, "odds", json!([uri, "gate", { "html": true }]));
    assert!(page.starts_with("<!DOCTYPE html>") && page.contains("<svg") && page.contains("50.00%"), "{page}");
    assert!(page.contains("<title>Odds: gate (night.asz)</title>") && !page.contains("bar.lift"), "{page}");
    let page = ask(&mut editor, "adjudicate", json!([uri, null, { "html": true, "seed": 5 }]));
    assert!(page.starts_with("<!DOCTYPE html>") && page.contains("seed 5"), "{page}");
    let (few, many) = (vec![1], vec![1; 40]);
    for (dice, why) in [(few, "die"), (many, "dice")] {
        let params = json!({ "command": "assize.adjudicate", "arguments": [uri, null, { "dice": dice }] });
        let (_, message) = editor.refused("workspace/executeCommand", params);
        assert!(message.contains(why), "{message}");
    }
    for (command, options) in [
        ("adjudicate", json!({ "seed": 5, "dice": [1, 2, 3] })),
        ("odds", json!({ "seed": 5 })),
        ("why", json!({ "html": true })),
        ("expect", json!({ "dice": [1] })),
    ] {
        let params = json!({ "command": format!("assize.{command}"), "arguments": [uri, null, options] });
        let (_, message) = editor.refused("workspace/executeCommand", params);
        assert!(message.contains("omit") || message.contains("cannot be combined"), "{command}: {message}");
    }
    let params = json!({ "command": "assize.adjudicate", "arguments": [uri, null, { "sead": 5 }] });
    let (_, message) = editor.refused("workspace/executeCommand", params);
    assert!(message.contains("sead"), "{message}");
    let both = ask(&mut editor, "expect", json!([uri]));
    assert!(both.ends_with("1 of 2 expectations hold\n"), "{both}");
    assert!(ask(&mut editor, "explain", json!(["AZ201"])).starts_with("# AZ201"));
    let text = SCENE.replace("gate", "door");
    editor.write("night.asz", &text);
    let why = ask(&mut editor, "why", json!([uri, "door"]));
    assert!(why.contains("door.lift"), "what is typed counts, not what is on the disk: {why}");
    assert_eq!(place_of(&text, "raise door").0, 2);
    let params = json!({ "command": "assize.why", "arguments": [uri, "gate"] });
    assert_eq!(editor.refused("workspace/executeCommand", params).0, -32803);
}
