//! The same over `assize serve`: every line that is said to players of two evenings that differ in a secret.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use assize::verdict::Audience;
use serde_json::{Value, json};

use crate::alike::{asked_for, tapes, without_columns};
use crate::evenings::{Evening, Step, pair};
use crate::looks::Played;

/// Every way of having a verdict.
const ALL: [&str; 5] = ["brief", "data", "text", "markdown", "html"];

/// The running program, and what it has said to players.
struct Served {
    child: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
    requests: u64,
    secret: usize,
    heard: Vec<String>,
    /// The number of the last entry.
    last: u64,
}

impl Served {
    fn new(secret: usize) -> Self {
        let mut command = Command::new(env!("CARGO_BIN_EXE_assize"));
        command.args(["serve", "--stdio"]).stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut child = command.spawn().expect("the program starts");
        let (input, output) = (child.stdin.take().expect("it is piped"), child.stdout.take().expect("it is piped"));
        let output = BufReader::new(output);
        let mut served = Self { child, input, output, requests: 0, secret, heard: Vec::new(), last: 0 };
        served.ask("initialize", &json!({"client": {"name": "tests", "version": "1"}, "protocol": 1}));
        served
    }

    fn send(&mut self, message: &Value) {
        writeln!(self.input, "{message}").expect("the program reads");
    }

    /// Asks, answers what is asked on the way, and hears everything.
    fn ask(&mut self, method: &str, params: &Value) {
        self.requests += 1;
        let id = self.requests;
        self.send(&json!({"jsonrpc": "2.0", "id": id, "method": method, "params": params}));
        loop {
            let mut line = String::new();
            self.output.read_line(&mut line).expect("the program says something");
            let said: Value = serde_json::from_str(&line).expect("a line is JSON");
            if said["method"] == "ask" {
                self.answer(&said);
                continue;
            }
            self.last = said["result"]["number"].as_u64().unwrap_or(self.last);
            self.heard.push(format!("{method}: {line}"));
            if said["id"] == json!(id) {
                return;
            }
        }
    }

    /// A question that is kept is not put to the players, and is answered as the secret says.
    fn answer(&mut self, asked: &Value) {
        let params = &asked["params"];
        let answer = if params["visibility"] == "all" {
            self.heard.push(format!("asked: {params}"));
            String::new()
        } else {
            let ends = match params["options"].as_array() {
                Some(options) => [options.first(), options.last()].map(|end| end.cloned().unwrap_or_default()),
                None => [params["low"].clone(), params["high"].clone()],
            };
            // Of limits that are not shown either, there is only the default.
            match &ends[self.secret] {
                Value::Null => String::new(),
                Value::String(option) => option.clone(),
                limit => limit.to_string(),
            }
        };
        assert!(params["complaint"].is_null(), "this is no answer: {answer:?} to {params}");
        self.send(&json!({"jsonrpc": "2.0", "id": asked["id"], "result": {"answer": answer}}));
    }

    fn step(&mut self, step: &Step) {
        match step {
            Step::Enter(text) => {
                self.ask("session/enter", &json!({"session": "one", "text": text, "want": ALL, "events": true}));
            }
            Step::Edit(text) => {
                let number = self.last;
                self.ask("session/edit", &json!({"session": "one", "number": number, "text": text, "want": ALL}));
            }
            Step::Undo => self.ask("session/undo", &json!({"session": "one"})),
            Step::Redo => self.ask("session/redo", &json!({"session": "one"})),
            // A page cannot be turned so, and nobody handed in.
            Step::Turn | Step::Sheet(..) => {}
        }
    }
}

impl Drop for Served {
    fn drop(&mut self) {
        // It ends by itself once its input is closed; here nobody waits for that.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Everything that is said to players of an evening, asked about these names.
fn heard(evening: &Evening, names: &[String]) -> Vec<String> {
    let mut served = Served::new(evening.answer);
    let texts: serde_json::Map<String, Value> =
        evening.files.iter().map(|(name, text)| (name.clone(), json!(text))).collect();
    let (seed, secret) = (evening.seeds.public.to_string(), evening.seeds.secret.to_string());
    served.ask("session/open", &json!({"session": "one", "seed": seed, "secret_seed": secret, "texts": texts}));
    for (place, step) in evening.steps.iter().enumerate() {
        if place == 3 {
            served.ask("session/mode", &json!({"session": "one", "mode": evening.mode, "by_hand": evening.by_hand}));
        }
        served.step(step);
    }
    for name in names.iter().step_by(4) {
        served.ask("session/why", &json!({"session": "one", "name": name}));
    }
    for method in ["session/why", "session/state", "session/history", "session/odds", "session/undo"] {
        served.ask(method, &json!({"session": "one"}));
    }
    let statement = "choose way \"roof or door?\" { roof { roll roofs : 1d6 }, door default { roll doors : 2d6 } }";
    served.ask("session/advise", &json!({"session": "one", "statement": statement, "goal": "E(roofs.sum)"}));
    for format in ["markdown", "html", "json", "script"] {
        served.ask("session/export", &json!({"session": "one", "format": format}));
    }
    std::mem::take(&mut served.heard)
}

#[test]
fn players_at_a_server_cannot_tell_two_evenings_apart() {
    let mut compared = 0;
    for tape in tapes(31, (asked_for() / 8).max(4)) {
        let pair = pair(&tape);
        if !pair.viewers.contains(&Audience::Players) {
            continue;
        }
        let mut names = Played::new(&pair.evenings[0]).names();
        names.extend(Played::new(&pair.evenings[1]).names());
        let [one, other] = [&pair.evenings[0], &pair.evenings[1]].map(|evening| heard(evening, &names));
        for (one, other) in one.iter().zip(&other) {
            let told = || format!("{}---\n{}", pair.evenings[0].told(), pair.evenings[1].told());
            // What is exported in JSON stands in a text.
            let [one, other] = [one, other].map(|line| without_columns(&line.replace("\\\"", "\"")));
            assert_eq!(one, other, "{}", told());
        }
        assert_eq!(one.len(), other.len());
        compared += one.len();
    }
    assert!(compared > 100, "{compared}");
}
