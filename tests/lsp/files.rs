//! Texts that use each other: on the disk, open, and changed.

use std::fs;

use serde_json::{Value, json};

use crate::editor::Editor;

#[test]
fn what_is_open_comes_before_what_is_on_the_disk() {
    let mut editor = Editor::new("open-first");
    fs::write(editor.path("party.asz"), "use stones\nperson ada\n").expect("it can be written");
    let text = "use \"party.asz\"\nraise gate by ben\n";
    assert_eq!(editor.open("night.asz", text)[0]["range"]["start"]["line"], 1);
    editor.open("party.asz", "use stones\nperson ben\n");
    assert_eq!(editor.write("night.asz", text), json!([]));
    let given = editor.at("textDocument/definition", "night.asz", (1, 15));
    assert_eq!(given["uri"], editor.uri("party.asz"));
}

#[test]
fn a_mistake_in_another_file_is_told_with_its_place() {
    let mut editor = Editor::new("elsewhere");
    fs::write(editor.path("party.asz"), "use stones\nperson ada {{\n").expect("it can be written");
    let told = editor.open("night.asz", "use \"party.asz\"\nraise gate by ada\n");
    let found = told.as_array().and_then(|all| all.iter().find(|one| one["relatedInformation"].is_array()));
    let found = found.unwrap_or_else(|| panic!("{told}"));
    let place = &found["relatedInformation"][0]["location"];
    assert_eq!((&place["uri"], &found["range"]["start"]["line"]), (&json!(editor.uri("party.asz")), &json!(0)));
    fs::write(editor.path("party.asz"), "use stones\nperson ada\n").expect("it can be written");
    let change = json!({ "changes": [{ "uri": editor.uri("party.asz"), "type": 2 }] });
    editor.tell("workspace/didChangeWatchedFiles", change);
    let told = loop {
        let message = editor.hear();
        if message["method"] == "textDocument/publishDiagnostics" {
            break message["params"]["diagnostics"].clone();
        }
    };
    assert_eq!(told, json!([]));
}

#[test]
fn settings_name_further_folders() {
    let mut editor = Editor::new("settings");
    fs::create_dir(editor.path("rules")).expect("it can be made");
    fs::write(editor.path("rules/pebbles.asz"), "system pebbles\nkind person {}\n").expect("it can be written");
    fs::write(editor.path("assize.toml"), "[defaults]\nfolders = [\"rules\"]\n").expect("it can be written");
    assert_eq!(editor.open("night.asz", "use pebbles\nperson ada\n"), json!([]));
}

#[test]
fn settings_that_cannot_be_read_are_told() {
    let mut editor = Editor::new("misset");
    fs::write(editor.path("assize.toml"), "[defaults]\nmode = \"lazy\"\n").expect("it can be written");
    let told = editor.open("night.asz", "use stones\nperson ada\n");
    let message = told[0]["message"].as_str().unwrap_or_else(|| panic!("{told}"));
    assert!(message.contains("assize.toml:2") && message.contains("lazy"), "{told}");
    assert_eq!((told.as_array().map(Vec::len), &told[0]["range"]["start"]["line"]), (Some(1), &json!(0)));
}

#[test]
fn names_of_files_may_have_any_letters() {
    let mut editor = Editor::new("a folder \u{e4}");
    let uri = editor.uri("night.asz");
    assert!(uri.contains("%20"), "{uri}");
    assert_eq!(editor.open("night.asz", "use stones\nperson ada\n"), json!([]));
    let given = editor.at("textDocument/definition", "night.asz", (0, 5));
    let found = given["uri"].as_str().expect("an address");
    assert!(found.ends_with("a%20folder%20%C3%A4/stones.asz"), "{found}");
}

#[test]
fn a_text_without_a_file_can_be_written_too() {
    let mut editor = Editor::new("untitled");
    let uri = "untitled:Untitled-1";
    let document =
        json!({ "uri": uri, "languageId": "assize", "version": 1, "text": "use duel\nactor ada\nactor ada\n" });
    editor.tell("textDocument/didOpen", json!({ "textDocument": document }));
    let told = editor.hear();
    assert_eq!(told["params"]["uri"], uri);
    assert_eq!(told["params"]["diagnostics"][0]["severity"], 1, "{told}");
    editor.tell("textDocument/didClose", json!({ "textDocument": { "uri": uri } }));
    assert_eq!(editor.hear()["params"]["diagnostics"], json!([]));
    let hover = json!({ "textDocument": { "uri": uri }, "position": { "line": 0, "character": 0 } });
    assert_eq!(editor.refused("textDocument/hover", hover).0, -32602);
    assert_eq!(editor.ask("shutdown", Value::Null), Value::Null);
}

/// A pack is resolved as a scene resolves it: its mistakes are told, its words are known, and its description is where it is defined.
#[test]
fn packs_of_house_rules_are_read() {
    let mut editor = Editor::new("packs");
    fs::create_dir(editor.path("coast")).expect("it can be made");
    let described = "[pack]\nname = \"coast\"\nversion = \"1.0.0\"\nextends = \"stones\"\nrules = [\"salt.asz\"]\n";
    let salt = "house salt extends stones\nextend kind person { salt : 0..9 = 2 }\n";
    fs::write(editor.path("coast/assize.toml"), described).expect("it can be written");
    fs::write(editor.path("coast/salt.asz"), salt).expect("it can be written");
    let scene = "use stones\nuse house pack \"coast\"\nperson ada { salt 3 }\n";
    assert_eq!(editor.open("night.asz", scene), json!([]));
    let given = editor.at("textDocument/definition", "night.asz", (1, 20));
    assert_eq!(given["uri"], editor.uri("coast/assize.toml"));
    let told = editor.write("night.asz", &scene.replace("coast", "coats"));
    assert!(told[0]["message"].as_str().is_some_and(|told| told.contains("there is no pack `coats` to use")), "{told}");
    editor.write("night.asz", "use stones\nuse house \n");
    let offered = editor.at("textDocument/completion", "night.asz", (1, 10)).to_string();
    assert!(offered.contains("pack \\\"coast\\\""), "{offered}");
    // In force by the settings, without a line.
    fs::write(editor.path("assize.toml"), "[defaults]\npacks = [\"coast\"]\n").expect("it can be written");
    assert_eq!(editor.open("day.asz", "use stones\nperson ada { salt 3 }\n"), json!([]));
}
