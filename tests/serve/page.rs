//! The page of the book, the schema and the bot say what is true.

use std::fs;
use std::io::Write;
use std::process::{Command, Stdio};

use serde_json::{Value, json};

use crate::client::Schema;
use crate::{LAMPS, Served};

const PAGE: &str = include_str!("../../docs/src/serve.md");

#[test]
fn the_schema_that_is_checked_in_is_current() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/protocol/protocol.schema.json");
    let output = Command::new(env!("CARGO_BIN_EXE_assize")).args(["schema", "serve"]).output();
    let current = String::from_utf8(output.expect("the program starts").stdout).expect("it is text");
    if std::env::var_os("WRITE_DOCS").is_some() {
        fs::write(path, &current).expect("it can be written");
    }
    let kept = fs::read_to_string(path).unwrap_or_default();
    assert!(kept == current, "`{path}` is behind; `WRITE_DOCS=1 cargo test --test serve` writes it anew");
    let schema: Value = serde_json::from_str(&current).expect("it is JSON");
    jsonschema::meta::validate(&schema).expect("it is a schema");
    assert_eq!(schema["$id"], json!(format!("urn:assize:protocol:{}", assize::protocol::VERSION)));
}

#[test]
fn the_schema_of_hosts_in_the_same_process_is_current() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/protocol/handles.schema.json");
    let schema = assize::protocol::handles();
    let current = serde_json::to_string_pretty(&schema).expect("it has a JSON form") + "\n";
    if std::env::var_os("WRITE_DOCS").is_some() {
        fs::write(path, &current).expect("it can be written");
    }
    let kept = fs::read_to_string(path).unwrap_or_default();
    assert!(kept == current, "`{path}` is behind; `WRITE_DOCS=1 cargo test --test serve` writes it anew");
    jsonschema::meta::validate(&schema).expect("it is a schema");
}

#[test]
fn the_schema_tells_requests_apart_by_their_method() {
    let allows = |line: Value| Schema::get().allows(&line);
    let params = json!({"session": "one"});
    assert!(allows(json!({"jsonrpc": "2.0", "id": 1, "method": "session/undo", "params": params})));
    assert!(allows(json!({"jsonrpc": "2.0", "id": 1, "method": "help"})));
    assert!(allows(json!({"jsonrpc": "2.0", "id": "q1", "result": {"answer": null}})));
    assert!(allows(json!({"jsonrpc": "2.0", "id": "q1", "error": {"code": 1, "message": "nobody is there"}})));
    for line in [
        json!({"jsonrpc": "2.0", "id": 1, "method": "session/undo"}),
        json!({"jsonrpc": "2.0", "id": 1, "method": "session/enter", "params": params}),
        json!({"jsonrpc": "2.0", "id": 1, "method": "session/undo", "params": {"session": "one", "text": "x"}}),
        json!({"jsonrpc": "2.0", "id": "q1", "result": {}}),
        json!({"jsonrpc": "2.0", "id": "q1", "result": {"answer": 3}}),
        json!({"jsonrpc": "2.0", "id": 1, "method": "$/cancel", "params": {"id": 1}}),
    ] {
        assert!(!allows(line.clone()), "{line}");
    }
}

/// What each line of the page's examples says, behind who says it: `→` for the client, `←` for the server.
fn examples() -> Vec<Vec<(char, Value)>> {
    let blocks = PAGE.split("```text\n").skip(1).filter_map(|rest| rest.split_once("```"));
    let blocks = blocks.map(|(block, _)| block).filter(|block| block.starts_with('→'));
    let line = |line: &str| {
        let (who, message) = line.split_at('→'.len_utf8());
        let message = serde_json::from_str(message).unwrap_or_else(|error| panic!("{error}: {line}"));
        (who.chars().next().expect("somebody says it"), message)
    };
    blocks.map(|block| block.lines().map(line).collect()).collect()
}

#[test]
fn what_the_page_shows_is_what_is_said() {
    let examples = examples();
    assert_eq!(examples.len(), 4, "examples of a conversation");
    for example in examples {
        let shakes_hands = example[0].1["method"] == json!("initialize");
        let mut served = if shakes_hands { Served::silent(&[]) } else { Served::with(&[]) };
        for (who, message) in example {
            if who == '→' {
                if message.get("method").is_some() && message.get("id").is_some() {
                    served.client.expect(&message);
                }
                served.client.say(&message).expect("the program reads");
            } else {
                assert_eq!(served.client.hear().expect("the program answers"), message);
            }
        }
        assert_eq!(served.end(), Some(0));
    }
}

#[test]
fn the_page_lists_every_method_with_its_fields() {
    let help = Served::with(&[]).done("help", json!({}));
    for request in help["requests"].as_array().expect("there is a list") {
        let name = format!("`{}`", request["method"].as_str().expect("it has a name"));
        let row = PAGE.lines().find(|line| line.split('|').nth(1).is_some_and(|cell| cell.contains(&name)));
        let row = row.unwrap_or_else(|| panic!("{name} is missing"));
        for field in request["fields"].as_array().expect("there is a list") {
            let field = format!("`{}`", field["name"].as_str().expect("it has a name"));
            assert!(row.contains(&field), "{name} has a field {field}");
        }
    }
}

#[test]
fn every_result_keeps_to_the_schema_of_its_method() {
    // The client checks each of them; here is one of those that no other test asks for.
    let mut served = Served::opened(&[]);
    served.done(
        "session/enter",
        json!({"session": "one", "text": "light lamp by ada", "for": "log", "want": ["data", "html"]}),
    );
    let odds = json!({"session": "one", "statement": "light other by ada", "for": "gm"});
    assert!(served.done("session/odds", odds)["chances"][0]["percent"].is_string());
    let computed = json!({"session": "one", "questions": ["1d3", "P(1d3 is 2) >= P(1d2 is 2)", "sd(2 * 1d2)", "quantile(1d10, 90%)"]});
    let chances = &served.done("session/odds", computed)["chances"];
    assert_eq!(
        chances[0]["distribution"]["values"][1],
        json!({"number": 2, "text": "2", "chance": "1/3", "percent": "33.33%"})
    );
    assert_eq!((&chances[0]["distribution"]["deviation"], &chances[0]["value"]), (&json!("0.82"), &json!("2")));
    assert_eq!(chances[1]["holds"], json!(false));
    assert_eq!([&chances[2]["value"], &chances[2]["decimal"]], [&json!("1"), &json!("1.00")], "{chances}");
    assert_eq!([&chances[3]["value"], &chances[3]["decimal"]], [&json!("9"), &json!("9")], "{chances}");
    let way = "choose way \"roof or door?\" by ada { roof { light roof by ada }, door default { note \"Dark.\" } }";
    let asked = json!({"session": "one", "statement": way, "goal": "P(roof.glow >= dim)", "policy": true});
    let advice = served.done("session/advise", asked);
    assert_eq!((&advice["by_default"], &advice["choices"][0]["name"]), (&json!("0"), &json!("way")), "{advice}");
    let suggesting = way.replace("roof {", "roof default {").replace("door default {", "door {");
    let suggested = served.done("session/advise", json!({"session": "one", "statement": suggesting}));
    assert_eq!(
        [&suggested["goal"], &suggested["best"], &suggested["instead_of"]],
        [&json!("roof.glow >= dim"), &advice["best"], &Value::Null],
        "{suggested}"
    );
    let scene = format!("use lamps\nperson ada\n{way}");
    let played = json!({"text": scene, "texts": {"lamps": LAMPS}, "policy": advice["policy"], "want": ["text"]});
    let text = served.done("run", played)["text"].to_string();
    assert!(text.contains("roof (light by ada)"), "{text}");
    served.done("session/mode", json!({"session": "one", "mode": "table", "by_hand": ["ada"]}));
    let said = served.done("session/enter", json!({"session": "one", "text": "mode deliberate"}));
    assert_eq!(said["kind"], json!("mode"));
    served.done("check", json!({"text": "use lamps", "texts": {"lamps": LAMPS}}));
    for method in ["undo", "redo", "state", "why", "history", "export", "close"] {
        served.done(&format!("session/{method}"), json!({"session": "one"}));
    }
}

#[test]
fn the_bot_plays_two_tables() {
    let mut bot = Command::new("python3")
        .args([concat!(env!("CARGO_MANIFEST_DIR"), "/examples/bot.py"), env!("CARGO_BIN_EXE_assize")])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("there is a Python");
    let lines = "one: use \"party.asz\"\none: action climb by inez { task climb { quality good } }\none: 7\none: 3\n\
                 two: use \"party.asz\"\ntwo: inez.title\ntwo: action hide by inez { task hide { quality good } }\n\
                 one: 2 5\ntwo: never mind\none: 4 3\none: climb.performance\none: actoin x\n";
    let mut input = bot.stdin.take().expect("the input is open");
    input.write_all(lines.as_bytes()).expect("the bot reads");
    drop(input);
    let output = bot.wait_with_output().expect("the bot ends");
    let told = String::from_utf8(output.stdout).expect("it is text");
    assert!(output.status.success(), "{told}");
    for expected in [
        "one: Inez, a thief: roll 1d6, for commitment of climb (BD)\n",
        "two: Inez, a thief: roll 1d6, for commitment of hide (BD)\n",
        "one: a d6 shows 1 to 6, not 7\n",
        "two: error[AZ714]",
        "outcome",
        "did you mean",
    ] {
        assert!(told.contains(expected), "{expected}: {told}");
    }
}
