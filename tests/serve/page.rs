//! The page of the book, the schema and the bot say what is true.

use std::io::Write;
use std::process::{Command, Stdio};

use serde_json::{Value, json};

use crate::Served;

#[test]
fn answers_keep_to_the_schema() {
    let output = Command::new(env!("CARGO_BIN_EXE_assize")).args(["schema", "serve"]).output();
    let schema: Value = serde_json::from_slice(&output.expect("the program starts").stdout).expect("it is JSON");
    let replies = jsonschema::validator_for(&schema["reply"]).expect("the schema is one");
    let requests = jsonschema::validator_for(&schema["request"]).expect("the schema is one");
    let mut served = Served::opened(&[]);
    let asked = [
        json!({"do": "enter", "session": "one", "text": "light lamp by ada", "for": "log", "show": "html"}),
        json!({"do": "odds", "session": "one", "statement": "light other by ada", "for": "gm"}),
        json!({"do": "mode", "session": "one", "mode": "table", "by_hand": ["ada"]}),
        json!({"do": "enter", "session": "one", "text": "light other by ada"}),
        json!({"do": "history", "session": "one"}),
        json!({"do": "help"}),
    ];
    for mut request in asked {
        assert!(requests.is_valid(&request), "{request}");
        request["id"] = json!("x");
        let reply = served.ask(&request);
        assert!(replies.is_valid(&reply), "{reply}");
    }
}

/// The blocks of the page for bot authors that hold requests.
fn blocks_of_the_page() -> Vec<String> {
    let page = concat!(env!("CARGO_MANIFEST_DIR"), "/docs/src/serve.md");
    let page = std::fs::read_to_string(page).expect("it can be read");
    let blocks = page.split("```jsonl\n").skip(1).filter_map(|rest| rest.split_once("```"));
    blocks.map(|(block, _)| block.to_owned()).collect()
}

#[test]
fn what_the_page_shows_is_answered() {
    let blocks = blocks_of_the_page();
    assert_eq!(blocks.len(), 2);
    for block in blocks {
        let mut served = Served::with(&[]);
        let (mut last, mut asked) = (json!({}), 0);
        for line in block.lines() {
            served.send(line.as_bytes());
            last = served.hear();
            assert!(last.get("error").is_none(), "{line}\n{last}");
            asked += usize::from(last.get("ask").is_some());
        }
        assert!(last.get("ok").is_some(), "{last}");
        assert_eq!(asked, if block.contains("answer") { 3 } else { 0 });
        assert_eq!(served.end(), Some(0));
    }
}

#[test]
fn the_page_lists_every_request_with_its_fields() {
    let page = concat!(env!("CARGO_MANIFEST_DIR"), "/docs/src/serve.md");
    let page = std::fs::read_to_string(page).expect("it can be read");
    let help = Served::with(&[]).done(&json!({"id": 1, "do": "help"}));
    for request in help["requests"].as_array().expect("there is a list") {
        let name = format!("`{}`", request["do"].as_str().expect("it has a name"));
        let row = page.lines().find(|line| line.split('|').nth(1).is_some_and(|cell| cell.contains(&name)));
        let row = row.unwrap_or_else(|| panic!("{name} is missing"));
        for field in request["fields"].as_array().expect("there is a list") {
            let field = format!("`{}`", field["name"].as_str().expect("it has a name"));
            assert!(row.contains(&field), "{name} has a field {field}");
        }
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
    let commitment = "Inez, a thief, BD for commitment: roll 1d6\n";
    for expected in [
        &format!("one: {commitment}"),
        &format!("two: {commitment}"),
        "one: a d6 cannot show 7\n",
        "two: error[AZ714]",
        "outcome",
        "did you mean",
    ] {
        assert!(told.contains(expected), "{expected}: {told}");
    }
}
