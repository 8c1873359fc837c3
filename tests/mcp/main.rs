//! `assize mcp`, as a language model's program drives it. `.ci/clients` does the same with the protocol's own client.
#![cfg(feature = "cli")]

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use serde_json::{Value, json};

/// A game with one choice and one roll.
const CELLAR: &str = "system cellar \"Cellar\"
ladder luck, rolls 1d6, highest first { level | rolls | judged, good | 4..6 | 0.., bad | 1..3 | ..-1 }
kind person { nerve : 0..9 = 3 }
procedure creep by person {
  choose loud : yes/no by person = no \"Loudly?\"
  resolve luck with person.nerve
}
";

/// The running program, and its other side.
struct Model {
    child: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
    asked: i64,
}

impl Model {
    fn with(words: &[&str]) -> Self {
        let mut command = Command::new(env!("CARGO_BIN_EXE_assize"));
        let mut child = command
            .arg("mcp")
            .args(words)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("the program starts");
        let (input, output) = (child.stdin.take().expect("it is piped"), child.stdout.take().expect("it is piped"));
        let mut model = Self { child, input, output: BufReader::new(output), asked: 0 };
        let client = json!({ "name": "test", "version": "1" });
        let hands = model
            .ask("initialize", json!({ "protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": client }));
        assert_eq!(hands["result"]["protocolVersion"], json!("2025-06-18"), "{hands}");
        model.send(&json!({ "jsonrpc": "2.0", "method": "notifications/initialized" }).to_string());
        model
    }

    fn send(&mut self, line: &str) {
        writeln!(self.input, "{line}").expect("the program reads");
    }

    fn hear(&mut self) -> Value {
        let mut line = String::new();
        self.output.read_line(&mut line).expect("the program writes");
        serde_json::from_str(&line).unwrap_or_else(|error| panic!("{error}: {line}"))
    }

    /// Asks, and hears the response; nothing else is said between them.
    fn ask(&mut self, method: &str, params: Value) -> Value {
        self.asked += 1;
        let id = self.asked;
        let mut message = json!({ "jsonrpc": "2.0", "id": id, "method": method });
        message["params"] = params;
        self.send(&message.to_string());
        let heard = self.hear();
        assert_eq!(heard["id"], json!(id), "{heard}");
        heard
    }

    /// Calls a tool; what it comes to.
    fn call(&mut self, tool: &str, arguments: Value) -> Value {
        let mut call = json!({ "name": tool });
        call["arguments"] = arguments;
        self.ask("tools/call", call)["result"].clone()
    }

    /// Calls a tool; what it says.
    fn told(&mut self, tool: &str, arguments: Value) -> String {
        let result = self.call(tool, arguments);
        assert_eq!(result["isError"], json!(false), "{result}");
        text(&result)
    }

    /// Calls a tool that refuses; why.
    fn refused(&mut self, tool: &str, arguments: Value) -> String {
        let result = self.call(tool, arguments);
        assert_eq!(result["isError"], json!(true), "{result}");
        text(&result)
    }
}

impl Drop for Model {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn text(result: &Value) -> String {
    result["content"][0]["text"].as_str().expect("there is a text").to_owned()
}

fn texts() -> Value {
    json!({ "cellar.asz": CELLAR })
}

#[test]
fn an_evening_is_played() {
    let mut model = Model::with(&[]);
    model.told("session_open", json!({ "session": "friday" }));
    model.told("session_enter", json!({ "session": "friday", "text": "use duel\nactor ada \"Ada\"" }));
    let value = model.call("session_enter", json!({ "session": "friday", "text": "2d6 + 3" }));
    let sum = value["structuredContent"]["value"]["number"].as_i64().expect("it is a number");
    assert!((5..=15).contains(&sum), "{value}");
    assert!(text(&value).contains("2d6"), "{value}");
    let history = model.call("session_history", json!({ "session": "friday" }));
    assert_eq!(history["structuredContent"]["entries"].as_array().map(Vec::len), Some(2), "{history}");
    assert!(model.refused("session_state", json!({ "session": "monday" })).contains("AZ921"));
    model.told("session_close", json!({ "session": "friday" }));
}

#[test]
fn a_person_is_asked_and_the_model_passes_the_answer_on() {
    let mut model = Model::with(&[]);
    let script = "use \"cellar.asz\"\nperson ada \"Ada\"\ncreep past by ada";
    let asked = model.call("run", json!({ "text": script, "texts": texts() }));
    let question = asked["structuredContent"]["question"]["id"].as_str().expect("somebody is asked").to_owned();
    assert_eq!(asked["structuredContent"]["question"]["options"], json!(["no", "yes"]));
    assert!(text(&asked).contains("Loudly?"), "{asked}");
    // A wrong answer is complained about, and asked for again.
    let again = model.call("answer", json!({ "question": question, "answer": "backwards" }));
    assert!(text(&again).contains("backwards"), "{again}");
    let question = again["structuredContent"]["question"]["id"].as_str().expect("it is asked again").to_owned();
    let told = model.told("answer", json!({ "question": question, "answer": "yes" }));
    assert!(told.contains("Loudly?") && told.contains("luck"), "{told}");
    assert!(model.refused("answer", json!({ "question": question, "answer": "no" })).contains("no question"));
}

#[test]
fn without_an_answer_nothing_happens() {
    let mut model = Model::with(&[]);
    model.told("session_open", json!({ "session": "s" }));
    let people = json!({ "session": "s", "text": "choose door \"Which door?\" { left {}, right {} }" });
    let asked = model.call("session_enter", people);
    let question = asked["structuredContent"]["question"]["id"].as_str().expect("somebody is asked").to_owned();
    assert!(model.refused("answer", json!({ "question": question })).contains("cancelled"));
    let history = model.call("session_history", json!({ "session": "s" }));
    assert_eq!(history["structuredContent"]["entries"], json!([]));
}

#[test]
fn secrets_are_for_the_game_master() {
    let script = "secret note \"the butler did it\"\nnote \"rain\"";
    let told = Model::with(&[]).told("run", json!({ "text": script }));
    assert!(told.contains("rain") && !told.contains("butler"), "{told}");
    let told = Model::with(&["--gm"]).told("run", json!({ "text": script }));
    assert!(told.contains("butler"), "{told}");
}

#[test]
fn a_model_cannot_choose_its_dice_or_what_it_may_see() {
    let mut model = Model::with(&[]);
    for (field, value) in
        [("seed", json!("7")), ("for", json!("gm")), ("secret_seed", json!("7")), ("events", json!(true))]
    {
        let refused = model.refused("run", json!({ "text": "note \"rain\"", field: value }));
        assert!(refused.contains(&format!("`run` has no argument `{field}`")), "{refused}");
    }
    let listed = model.ask("tools/list", json!({}));
    for tool in listed["result"]["tools"].as_array().expect("there are tools") {
        assert!(tool["inputSchema"]["properties"].get("for").is_none(), "{tool}");
    }
}

#[test]
fn odds_advice_and_rules_are_told() {
    let mut model = Model::with(&[]);
    let script = "use \"cellar.asz\"\nperson ada \"Ada\"\ncreep past by ada";
    let odds = model.call("odds", json!({ "text": script, "texts": texts(), "questions": ["P(past.luck is good)"] }));
    assert_eq!(odds["structuredContent"]["chances"][0]["value"], json!("1/2"), "{odds}");
    let advice = model.call("advise", json!({ "text": script, "texts": texts(), "goal": "P(past.luck is good)" }));
    assert_eq!(advice["isError"], json!(false), "{advice}");
    assert!(model.told("look_up", json!({ "about": "AZ201" })).starts_with("# AZ201"));
    let rule = model.told("look_up", json!({ "about": "DU-003" }));
    assert!(rule.starts_with("DU-003 (duel"), "{rule}");
    assert!(model.told("look_up", json!({ "about": "clock", "system": "moves" })).contains("MV-06"));
    assert!(model.refused("look_up", json!({ "about": "zeppelin" })).contains("no rule says"));
}

#[test]
fn everything_that_is_listed_can_be_read() {
    let mut model = Model::with(&[]);
    let listed = model.ask("resources/list", json!({}));
    let resources = listed["result"]["resources"].as_array().expect("there are resources").clone();
    assert!(resources.len() > 60, "{}", resources.len());
    for resource in &resources {
        let read = model.ask("resources/read", json!({ "uri": resource["uri"] }));
        assert!(read["result"]["contents"][0]["text"].as_str().is_some_and(|text| text.len() > 20), "{resource}");
    }
    let page = model.ask("resources/read", json!({ "uri": "assize:///mistakes/AZ201.md" }));
    assert!(page["result"]["contents"][0]["text"].as_str().is_some_and(|text| text.starts_with("# AZ201")), "{page}");
    for uri in ["assize:///systems/none.asz", "file:///etc/passwd", "assize:///../../etc/passwd", ""] {
        assert_eq!(model.ask("resources/read", json!({ "uri": uri }))["error"]["code"], json!(-32002), "{uri}");
    }
}

#[test]
fn what_is_no_message_is_refused_and_the_next_one_answered() {
    let mut model = Model::with(&[]);
    for (line, code) in [
        ("{", -32700),
        ("[]", -32600),
        ("{\"jsonrpc\":\"2.0\",\"id\":1}", -32600),
        ("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/cal\"}", -32601),
        ("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/call\",\"params\":{\"name\":\"rum\"}}", -32602),
        ("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/call\",\"params\":[]}", -32602),
    ] {
        model.send(line);
        let heard = model.hear();
        assert_eq!(heard["error"]["code"], json!(code), "{line}: {heard}");
    }
    // As long as the server takes, and longer: the line, and what a call of this length becomes.
    for length in [1 << 20, (1 << 20) - 100] {
        let long = json!({ "jsonrpc": "2.0", "id": 9, "method": "tools/call", "params": { "name": "check", "arguments": { "text": " ".repeat(length) } } });
        model.send(&long.to_string());
        let heard = model.hear();
        assert!(heard.get("error").is_some() || heard["result"]["isError"] == json!(true), "{heard}");
    }
    let wrong = model.refused("run", json!({ "text": "use tomp" }));
    assert!(wrong.contains("AZ108") && wrong.contains("did you mean"), "{wrong}");
    let wrong = model.refused("run", json!({ "txt": "" }));
    assert!(wrong.contains("did you mean `text`?"), "{wrong}");
    assert_eq!(model.ask("ping", json!({}))["result"], json!({}));
}

#[test]
fn a_call_that_is_cancelled_has_no_response() {
    let mut model = Model::with(&[]);
    model.told("session_open", json!({ "session": "s" }));
    let asked = json!({ "name": "session_enter", "arguments": { "session": "s", "text": "choose door \"Which door?\" { left {}, right {} }" } });
    // It waits for somebody, and so cancelling it comes in time.
    let question = model.ask("tools/call", asked)["result"]["structuredContent"]["question"]["id"].clone();
    assert!(question.is_string());
    model.refused("answer", json!({ "question": question }));
    let long = json!({ "text": "roll a : 9d100\nroll b : 9d100\nroll c : 9d100", "questions": ["P(a + b > c)"] });
    let call = json!({ "jsonrpc": "2.0", "id": "long", "method": "tools/call", "params": { "name": "odds", "arguments": long } });
    model.send(&call.to_string());
    let cancel = json!({ "jsonrpc": "2.0", "method": "notifications/cancelled", "params": { "requestId": "long" } });
    model.send(&cancel.to_string());
    // The next response is that of the next request.
    assert_eq!(model.ask("ping", json!({}))["result"], json!({}));
    model.told("session_close", json!({ "session": "s" }));
}
