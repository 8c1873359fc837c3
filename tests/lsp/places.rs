//! Places that are not there, and places as editors count them.

use serde_json::{Value, json};

use crate::editor::Editor;

const DICE: &str = "use stones\nperson ada \"\u{1f3b2}\u{1f3b2}\" { stones 5 } # \u{e4}\nset ada.stones = lwo\n";

#[test]
fn places_that_are_not_there_are_the_nearest_that_are() {
    let mut editor = Editor::new("nowhere");
    editor.open("night.asz", DICE);
    let most = usize::try_from(u32::MAX).expect("it fits");
    let places = [(0, 9_999), (9_999, 0), (most, most), (2, 8), (1, 13), (3, 0)];
    let methods = ["completion", "signatureHelp", "hover", "definition", "documentHighlight"];
    for place in places {
        for method in methods {
            editor.at(&format!("textDocument/{method}"), "night.asz", place);
        }
        let mut params = editor.place("night.asz", place);
        params["context"] = json!({ "includeDeclaration": true });
        params["newName"] = json!("x y");
        editor.ask("textDocument/references", params.clone());
        let number = editor.send("textDocument/rename", params);
        editor.response(number);
        let position = json!({ "line": place.0, "character": place.1 });
        let range = json!({ "start": position, "end": { "line": 0, "character": 0 } });
        let document = json!({ "uri": editor.uri("night.asz") });
        let params = json!({ "textDocument": document, "range": range, "context": { "diagnostics": [] } });
        editor.ask("textDocument/codeAction", params.clone());
        editor.ask("textDocument/inlayHint", params);
    }
    // A change at such a place is made at the nearest one, and one that is turned around as if it were not.
    let end = json!({ "line": 9_999, "character": 9_999 });
    editor.change(
        "night.asz",
        json!([{ "range": { "start": end, "end": { "line": 1, "character": 0 } }, "text": "person ada\n" }]),
    );
    assert_eq!(editor.diagnostics("night.asz"), json!([]));
    assert_eq!(editor.close(), Some(0));
}

#[test]
fn columns_are_counted_in_utf_16() {
    let mut editor = Editor::new("utf-16");
    let told = editor.open("night.asz", DICE);
    assert_eq!(told[0]["range"]["start"], json!({ "line": 2, "character": 17 }), "{told}");
    // `person ada "` has twelve columns, and each die two.
    let hover = editor.at("textDocument/hover", "night.asz", (1, 12 + 4 + 5));
    assert_eq!(hover["range"]["start"], json!({ "line": 1, "character": 20 }), "{hover}");
    assert_eq!(hover["range"]["end"], json!({ "line": 1, "character": 26 }));
}

#[test]
fn columns_are_counted_in_bytes_if_the_editor_likes_that_better() {
    let encodings = json!({ "general": { "positionEncodings": ["utf-16", "utf-8"] } });
    let mut editor = Editor::silent("utf-8");
    let answer = editor.ask("initialize", json!({ "capabilities": encodings }));
    assert_eq!(answer["capabilities"]["positionEncoding"], "utf-8");
    editor.open("night.asz", DICE);
    let hover = editor.at("textDocument/hover", "night.asz", (1, 12 + 8 + 5));
    assert_eq!(hover["range"]["start"], json!({ "line": 1, "character": 24 }), "{hover}");
    // The name in the text is written over as a whole, and then some more.
    let range = json!({ "start": { "line": 1, "character": 12 }, "end": { "line": 1, "character": 20 } });
    editor.change("night.asz", json!([{ "range": range, "text": "Ada" }]));
    editor.diagnostics("night.asz");
    let hover = editor.at("textDocument/hover", "night.asz", (1, 8));
    assert!(hover["contents"]["value"].as_str().is_some_and(|text| text.contains("Ada")), "{hover}");
}

#[test]
fn an_editor_that_says_nothing_counts_in_utf_16() {
    let mut editor = Editor::silent("unsaid");
    let answer = editor.ask("initialize", Value::Null);
    assert_eq!(answer["capabilities"]["positionEncoding"], "utf-16");
}

#[test]
fn lines_may_end_in_every_way() {
    let mut editor = Editor::new("line-ends");
    let told = editor.open("night.asz", "use stones\r\nperson ada\r\nset ada.stones = lwo\r\n");
    assert_eq!(told[0]["range"]["start"], json!({ "line": 2, "character": 17 }), "{told}");
    let end = json!({ "line": 2, "character": 99 });
    editor.change(
        "night.asz",
        json!([{ "range": { "start": { "line": 2, "character": 17 }, "end": end }, "text": "2" }]),
    );
    assert_eq!(editor.diagnostics("night.asz"), json!([]));
}
