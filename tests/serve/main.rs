//! `assize serve --stdio`, as a chat bot drives it.
#![cfg(feature = "cli")]

mod asking;
#[path = "../shared/client.rs"]
mod client;
mod errors;
mod files;
mod flood;
#[path = "../shared/folder.rs"]
mod folder;
mod limits;
mod messages;
mod page;
mod requests;
mod secrets;
mod socket;
mod together;

use std::process::{Child, ChildStdin, Command, Stdio};

use serde_json::{Value, json};

use client::{Client, Schema};

const LAMPS: &str = include_str!("../shared/lamps.asz");

/// The running program, and whoever talks with it.
struct Served {
    child: Child,
    client: Client,
}

impl Served {
    /// After the handshake.
    fn with(words: &[&str]) -> Self {
        let mut served = Self::silent(words);
        let hands = served.client.shake_hands().expect("the program answers");
        assert_eq!(hands["result"]["protocol"], json!(1), "{hands}");
        served
    }

    /// Before anything was said.
    fn silent(words: &[&str]) -> Self {
        let mut command = Command::new(env!("CARGO_BIN_EXE_assize"));
        command.args(["serve", "--stdio"]).args(words);
        let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().expect("the program starts");
        let (input, output) = (child.stdin.take().expect("it is piped"), child.stdout.take().expect("it is piped"));
        Self { child, client: Client::silent(input, output) }
    }

    /// Writes a line, whatever it is, and hears the next one.
    fn raw(&mut self, line: &[u8]) -> Value {
        self.client.send(line).expect("the program reads");
        self.client.hear().expect("the program answers")
    }

    /// Asks, and hears what is said to that: its response, or a question to a person.
    fn ask(&mut self, method: &str, params: Value) -> Value {
        self.client.ask(method, params).expect("the program answers")
    }

    /// Asks for what must succeed.
    fn done(&mut self, method: &str, params: Value) -> Value {
        let told = self.ask(method, params);
        assert!(told.get("result").is_some(), "{told}");
        told["result"].clone()
    }

    /// Asks for what must be refused, and hears why.
    fn refused(&mut self, method: &str, params: Value) -> (String, String) {
        let told = self.ask(method, params);
        assert!(told.get("error").is_some(), "{told}");
        reason(&told)
    }

    /// Answers a question, and hears what is said to that.
    fn answer(&mut self, asked: &Value, answer: &str) -> Value {
        self.respond(asked, &json!({ "answer": answer }))
    }

    /// Gives an answer behind which the request is done.
    fn answered(&mut self, asked: &Value, answer: &str) -> Value {
        let told = self.answer(asked, answer);
        assert!(told.get("result").is_some(), "{told}");
        told["result"].clone()
    }

    /// Responds to a question, with an answer or not.
    fn respond(&mut self, asked: &Value, result: &Value) -> Value {
        self.client.respond(asked, result).expect("the program answers")
    }

    /// Closes the input, and waits for the end.
    fn end(mut self) -> Option<i32> {
        let rest = self.client.close();
        assert_eq!(rest, Vec::<Value>::new(), "nothing is said after the last response");
        self.child.wait().expect("the program ends").code()
    }

    /// A session with the lamps, and with ada.
    fn opened(words: &[&str]) -> Self {
        let mut served = Self::with(words);
        served.done("session/open", json!({"session": "one", "seed": 7, "texts": {"lamps": LAMPS}}));
        served.done("session/enter", json!({"session": "one", "text": "use lamps\nperson ada"}));
        served
    }
}

impl Client {
    /// Writes a message that the schema knows.
    fn say(&mut self, message: &Value) -> Option<()> {
        assert!(Schema::get().allows(message), "no client may write this: {message}");
        self.send(message.to_string().as_bytes())
    }

    /// Closes the input, and hears the rest.
    fn close(&mut self) -> Vec<Value> {
        drop(self.input.take());
        std::iter::from_fn(|| self.hear()).collect()
    }

    /// Gives the input away.
    fn take_input(&mut self) -> ChildStdin {
        self.input.take().expect("the input is open")
    }

    /// Takes note of a request that somebody else sends.
    fn expect(&mut self, message: &Value) {
        let method = message["method"].as_str().expect("it is a request").to_owned();
        self.open.insert(message["id"].to_string(), (method, Schema::get().allows(message)));
    }
}

/// The code and the message of a refusal.
fn reason(told: &Value) -> (String, String) {
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    (text(&told["error"]["data"]["code"]), text(&told["error"]["message"]))
}
