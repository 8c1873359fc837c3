//! Scripts as people write them: letter by letter, with mistakes on the way, and in many places at once.

use std::fs;

use serde_json::{Value, json};

use crate::editor::{Editor, STONES, offset};

/// A scene that is whole in the end.
const SCENE: &str = "use stones
# Two people at a gate.
person ada \"Ada \u{1f3b2}\" { stones 5 }
person ben
raise gate by ada { aim as tall as possible }
if gate.lift is open {
  raise bar by ben
}
expect deliberate \"it is open\" { gate.lift is open }
";

/// Puts a letter in at the end of a text.
fn letter(text: &str, letter: char) -> Value {
    let line = text.rsplit('\n').next().unwrap_or_default();
    let place = json!({ "line": text.matches('\n').count(), "character": line.encode_utf16().count() });
    json!([{ "range": { "start": place, "end": place }, "text": letter.to_string() }])
}

#[test]
fn a_scene_is_typed_letter_by_letter() {
    let mut editor = Editor::new("letters");
    editor.open("night.asz", "");
    let mut text = String::new();
    let mut told = Vec::new();
    for sign in SCENE.chars() {
        editor.change("night.asz", letter(&text, sign));
        text.push(sign);
        told = editor.diagnostics("night.asz").as_array().expect("a list").clone();
        for found in &told {
            // What is told lies in the text as it stands.
            let start = offset(&text, &found["range"]["start"]);
            assert!(start <= offset(&text, &found["range"]["end"]), "{found}");
            assert!(found["code"].as_str().is_some_and(|code| code.starts_with("AZ")), "{found}");
        }
        let (line, column) = (text.matches('\n').count(), text.rsplit('\n').next().unwrap_or_default());
        let place = (line, column.encode_utf16().count());
        let offered = editor.at("textDocument/completion", "night.asz", place);
        assert!(offered["items"].is_array());
        if text.ends_with("if gate.") {
            let labels: Vec<&Value> =
                offered["items"].as_array().into_iter().flatten().map(|one| &one["label"]).collect();
            assert!(labels.contains(&&json!("lift")) && labels.contains(&&json!("total")), "{labels:?}");
        }
    }
    assert_eq!(told, Vec::<Value>::new(), "in the end nothing is wrong");
    assert_eq!(editor.close(), Some(0));
}

#[test]
fn of_much_that_is_typed_at_once_only_the_last_is_told() {
    let mut editor = Editor::new("burst");
    let long = fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/scripts/encounters/tar-quay.asz"));
    let long = long.expect("it is shipped");
    editor.open("night.asz", "");
    let (mut text, before) = (String::new(), editor.times_told);
    for sign in long.chars() {
        editor.change("night.asz", letter(&text, sign));
        text.push(sign);
    }
    assert_eq!(editor.diagnostics("night.asz"), json!([]));
    let told = editor.times_told - before;
    assert!(told < long.chars().count() / 2, "{told} of {} versions were told", long.chars().count());
    assert_eq!(editor.close(), Some(0));
}

/// Numbers by a fixed rule, so that a failure comes again.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, most: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(self.0 >> 33).expect("it is small") % most.max(1)
    }
}

/// A place in the text, in UTF-16.
fn place(text: &str, at: usize) -> Value {
    let before = &text[..at];
    let line = before.rsplit('\n').next().unwrap_or_default();
    json!({ "line": before.matches('\n').count(), "character": line.encode_utf16().count() })
}

#[test]
fn changes_in_many_places_leave_the_text_that_the_editor_has() {
    let mut editor = Editor::new("changes");
    editor.open("night.asz", SCENE);
    editor.open("other.asz", SCENE);
    let (mut text, mut numbers) = (SCENE.to_owned(), Numbers(7));
    let pieces = ["", "\n", "\u{1f3b2}", "ada", "{", "}", "\"", "raise x by ben\n", "\u{e4}\r\n", "# ", " is ", "."];
    for _ in 0..150 {
        let mut changes = Vec::new();
        for _ in 0..=numbers.below(3) {
            let boundary = |at: usize, text: &str| text.floor_char_boundary(at);
            let start = boundary(numbers.below(text.len() + 1), &text);
            let end = boundary((start + numbers.below(8)).min(text.len()), &text).max(start);
            // Between the two signs that end a line there is no place.
            if text[..start].ends_with('\r') || text[..end].ends_with('\r') {
                continue;
            }
            let piece = pieces[numbers.below(pieces.len())];
            let range = json!({ "start": place(&text, start), "end": place(&text, end) });
            changes.push(json!({ "range": range, "text": piece }));
            text.replace_range(start..end, piece);
        }
        editor.change("night.asz", Value::Array(changes));
        let told = editor.diagnostics("night.asz").to_string().replace("night.asz", "other.asz");
        assert_eq!(told, editor.write("other.asz", &text).to_string(), "{text}");
    }
    assert_eq!(editor.close(), Some(0));
}

#[test]
fn whatever_is_asked_while_something_is_typed_is_answered() {
    let mut editor = Editor::new("asked");
    editor.open("night.asz", SCENE);
    let range = json!({ "start": { "line": 0, "character": 0 }, "end": { "line": 99, "character": 0 } });
    let mut numbers = Vec::new();
    for cut in (0..SCENE.len()).filter(|cut| SCENE.is_char_boundary(*cut)).step_by(5) {
        editor.change("night.asz", json!([{ "text": &SCENE[..cut] }]));
        for method in
            ["documentSymbol", "foldingRange", "semanticTokens/full", "codeLens", "hover", "signatureHelp", "rename"]
        {
            let (line, character) = (cut % 9, cut % 30);
            let mut params = editor.place("night.asz", (line, character));
            params["newName"] = json!("bea");
            numbers.push(editor.send(&format!("textDocument/{method}"), params));
        }
        let document = json!({ "uri": editor.uri("night.asz") });
        let params = json!({ "textDocument": document, "range": range, "context": { "diagnostics": [] } });
        numbers.push(editor.send("textDocument/codeAction", params.clone()));
        numbers.push(editor.send("textDocument/inlayHint", params));
    }
    let mut left: std::collections::BTreeSet<i64> = numbers.into_iter().collect();
    while !left.is_empty() {
        let message = editor.hear();
        let code = &message["error"]["code"];
        assert!(code.is_null() || *code == -32803, "{message}");
        if let Some(number) = message["id"].as_i64() {
            left.remove(&number);
        }
    }
    assert_eq!(editor.close(), Some(0));
}

#[test]
fn a_scene_sees_its_system_change() {
    let mut editor = Editor::new("system");
    assert_eq!(editor.open("night.asz", "use stones\nperson ada\nraise gate by ada { aim low }\n"), json!([]));
    editor.open("stones.asz", STONES);
    let changed = STONES.replace("low", "flat");
    editor.write("stones.asz", &changed);
    let uri = editor.uri("night.asz");
    let told = loop {
        let message = editor.hear();
        if message["params"]["uri"] == uri.as_str() && message["params"]["diagnostics"] != json!([]) {
            break message["params"]["diagnostics"].clone();
        }
    };
    assert_eq!(told[0]["severity"], 1, "{told}");
    assert_eq!(told[0]["range"]["start"]["line"], 2);
    // It is as it was on the disk once its text is closed.
    let document = json!({ "uri": editor.uri("stones.asz") });
    editor.tell("textDocument/didClose", json!({ "textDocument": document }));
    loop {
        let message = editor.hear();
        if message["params"]["uri"] == uri.as_str() && message["params"]["diagnostics"] == json!([]) {
            break;
        }
    }
    assert_eq!(editor.close(), Some(0));
}

#[test]
fn what_takes_long_keeps_nobody_waiting() {
    let mut editor = Editor::new("long");
    let lines: Vec<String> = (0..2_000).map(|number| format!("raise gate{number} by ada\n")).collect();
    editor.open_quietly("night.asz", &format!("use stones\nperson ada\n{}", lines.concat()));
    let params = json!({ "uri": "assize:///systems/duel.asz" });
    assert!(editor.ask("assize/source", params)["text"].is_string());
    assert_eq!(editor.times_told, 0, "the answer came while the text was read");
    // What is typed meanwhile is another text, and only that is told.
    let hover =
        json!({ "textDocument": { "uri": editor.uri("night.asz") }, "position": { "line": 1, "character": 8 } });
    let number = editor.send("textDocument/hover", hover);
    assert_eq!(editor.write("night.asz", "use stones\nperson ben\n"), json!([]));
    assert_eq!(editor.times_told, 1);
    let told = editor.response(number);
    assert!(told["result"]["contents"]["value"].as_str().is_some_and(|text| text.contains("ben")), "{told}");
    assert_eq!(editor.close(), Some(0));
}

#[test]
fn an_editor_is_asked_to_look_again_where_another_text_has_changed() {
    let can = json!({ "refreshSupport": true });
    let workspace = json!({ "inlayHint": can, "codeLens": can, "semanticTokens": can });
    let mut editor = Editor::with("again", json!({ "capabilities": { "workspace": workspace } }));
    editor.open("night.asz", "use stones\nperson ada\nraise gate by ada { aim low }\n");
    editor.write("night.asz", "use stones\nperson ada\n");
    editor.open("stones.asz", STONES);
    let mut asked = std::collections::BTreeSet::new();
    while asked.len() < 3 {
        let message = editor.hear();
        if let Some(method) = message["method"].as_str().filter(|method| method.ends_with("/refresh")) {
            asked.insert(method.to_owned());
            editor.body(&json!({ "jsonrpc": "2.0", "id": message["id"], "result": null }).to_string());
        }
    }
    let methods = ["workspace/codeLens/refresh", "workspace/inlayHint/refresh", "workspace/semanticTokens/refresh"];
    assert_eq!(asked.into_iter().collect::<Vec<String>>(), methods);
    assert_eq!(editor.close(), Some(0));
}
