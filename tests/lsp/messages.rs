//! The conversation itself: who may say what when, what is not a message, and how it ends.

use serde_json::{Value, json};

use crate::editor::Editor;

const METHODS: [&str; 14] = [
    "textDocument/completion",
    "textDocument/signatureHelp",
    "textDocument/hover",
    "textDocument/definition",
    "textDocument/references",
    "textDocument/documentHighlight",
    "textDocument/prepareRename",
    "textDocument/rename",
    "textDocument/documentSymbol",
    "textDocument/foldingRange",
    "textDocument/semanticTokens/full",
    "textDocument/codeAction",
    "textDocument/codeLens",
    "textDocument/inlayHint",
];

#[test]
fn an_end_that_was_announced_is_a_success() {
    assert_eq!(Editor::new("announced").close(), Some(0));
    let mut editor = Editor::new("hung-up-after");
    editor.ask("shutdown", Value::Null);
    assert_eq!(editor.hang_up(), Some(0));
}

#[test]
fn any_other_end_is_a_failure() {
    let mut editor = Editor::new("unannounced");
    editor.tell("exit", Value::Null);
    assert_eq!(editor.ended(), Some(1));
    assert_eq!(Editor::new("hung-up").hang_up(), Some(1));
    let mut editor = Editor::silent("silent");
    editor.tell("exit", Value::Null);
    assert_eq!(editor.ended(), Some(1));
}

#[test]
fn initialize_comes_first_and_once() {
    let mut editor = Editor::silent("first");
    assert_eq!(editor.refused("textDocument/hover", json!({})).0, -32002);
    editor.tell("textDocument/didOpen", json!({}));
    editor.ask("initialize", json!({ "capabilities": {} }));
    assert_eq!(editor.refused("initialize", json!({ "capabilities": {} })).0, -32600);
    editor.ask("shutdown", Value::Null);
    assert_eq!(editor.refused("shutdown", Value::Null).0, -32600);
    assert_eq!(editor.refused("textDocument/hover", json!({})).0, -32600);
}

#[test]
fn what_is_unknown_is_refused_or_passed_over() {
    let mut editor = Editor::new("unknown");
    editor.tell("$/setTrace", json!({ "value": "verbose" }));
    editor.tell("no/such/notification", json!(7));
    editor.tell("workspace/didChangeConfiguration", json!({ "settings": null }));
    let (code, message) = editor.refused("textDocument/declaration", json!({}));
    assert_eq!((code, message.as_str()), (-32601, "there is no method `textDocument/declaration`"));
    assert_eq!(editor.refused("$/no/such/request", Value::Null).0, -32601);
    assert_eq!(editor.close(), Some(0));
}

#[test]
fn what_is_not_a_message_is_told_and_the_next_one_is_heard() {
    let mut editor = Editor::new("malformed");
    for (body, code) in [
        ("{", -32700),
        ("", -32700),
        ("\u{0}", -32700),
        ("[]", -32600),
        ("{\"jsonrpc\":\"2.0\"}", -32600),
        ("{\"id\":[],\"method\":\"textDocument/hover\"}", -32600),
        ("{\"id\":99999999999,\"method\":\"textDocument/hover\"}", -32600),
        (&"[".repeat(100_000), -32700),
    ] {
        editor.body(body);
        let told = editor.hear();
        assert_eq!((told["id"].clone(), told["error"]["code"].clone()), (Value::Null, json!(code)), "{told}");
    }
    assert_eq!(editor.close(), Some(0));
}

#[test]
fn a_header_that_is_none_ends_the_conversation() {
    for (name, header) in [("length", "Content-Length: many\r\n\r\n"), ("long", "Content-Length: 999999999999\r\n\r\n")]
    {
        let mut editor = Editor::new(&format!("header-{name}"));
        editor.raw(header.as_bytes());
        assert_eq!(editor.hear()["error"]["code"], -32700);
        assert_eq!(editor.ended(), Some(1));
    }
}

#[test]
fn what_does_not_fit_a_request_is_refused() {
    let mut editor = Editor::new("params");
    editor.open("night.asz", "use stones\nperson ada\n");
    let uri = editor.uri("night.asz");
    for method in METHODS {
        for params in [Value::Null, json!([]), json!({ "textDocument": 5 }), json!({ "textDocument": { "uri": "x" } })]
        {
            assert_eq!(editor.refused(method, params.clone()).0, -32602, "{method} {params}");
        }
        let needs_more =
            !["documentSymbol", "foldingRange", "full", "codeLens"].iter().any(|end| method.ends_with(end));
        if needs_more {
            let negative = json!({ "textDocument": { "uri": uri }, "position": { "line": -1, "character": "x" } });
            assert_eq!(editor.refused(method, negative).0, -32602, "{method}");
        }
    }
    for params in [Value::Null, json!({ "textDocument": 5 }), json!({ "contentChanges": [] })] {
        for method in ["textDocument/didOpen", "textDocument/didChange", "textDocument/didClose", "$/cancelRequest"] {
            editor.tell(method, params.clone());
        }
    }
    for command in [json!("assize.nothing"), json!("assize.odds"), json!(5)] {
        let params = json!({ "command": command, "arguments": [] });
        assert_eq!(editor.refused("workspace/executeCommand", params).0, -32602);
    }
    assert_eq!(editor.refused("textDocument/formatting", json!({})).0, -32602);
    assert_eq!(editor.refused("assize/source", json!({})).0, -32602);
    assert_eq!(editor.close(), Some(0));
}

#[test]
fn a_request_that_is_cancelled_is_answered_once() {
    let mut editor = Editor::new("cancelled");
    editor.open("night.asz", "use stones\nperson ada\nraise gate by ada\n");
    let arguments = json!([editor.uri("night.asz"), "gate"]);
    let mut numbers = Vec::new();
    for _ in 0..20 {
        let number =
            editor.send("workspace/executeCommand", json!({ "command": "assize.odds", "arguments": arguments }));
        editor.tell("$/cancelRequest", json!({ "id": number }));
        numbers.push(number);
    }
    for number in numbers {
        let response = editor.response(number);
        assert!(response.get("result").is_some() || response["error"]["code"] == -32800, "{response}");
    }
    assert_eq!(editor.close(), Some(0));
}

#[test]
fn an_editor_that_can_watch_files_is_asked_to() {
    let watches = json!({ "workspace": { "didChangeWatchedFiles": { "dynamicRegistration": true } } });
    let mut editor = Editor::with("watches", json!({ "capabilities": watches }));
    let asked = editor.hear();
    assert_eq!(asked["method"], "client/registerCapability");
    editor.body(&json!({ "jsonrpc": "2.0", "id": asked["id"], "result": null }).to_string());
    assert_eq!(editor.close(), Some(0));
}
