//! `assize serve --stdio`, as a chat bot drives it.

mod asking;
mod files;
mod flood;
#[path = "../shared/folder.rs"]
mod folder;
mod limits;
mod page;
mod requests;
mod secrets;

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use serde_json::{Value, json};

const LAMPS: &str = include_str!("../shared/lamps.asz");

/// The running program.
struct Served {
    child: Child,
    input: Option<ChildStdin>,
    output: BufReader<ChildStdout>,
}

impl Served {
    fn with(words: &[&str]) -> Self {
        let mut command = Command::new(env!("CARGO_BIN_EXE_assize"));
        command.args(["serve", "--stdio"]).args(words);
        let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().expect("the program starts");
        let (input, output) = (child.stdin.take(), child.stdout.take().expect("there is an output"));
        Self { child, input, output: BufReader::new(output) }
    }

    fn send(&mut self, line: &[u8]) {
        let input = self.input.as_mut().expect("the input is open");
        input.write_all(line).and_then(|()| input.write_all(b"\n")).expect("the program reads");
    }

    fn hear(&mut self) -> Value {
        let mut line = String::new();
        self.output.read_line(&mut line).expect("the program writes text");
        serde_json::from_str(&line).unwrap_or_else(|error| panic!("{error}: {line}"))
    }

    /// Asks, and hears the one line that is answered.
    fn ask(&mut self, request: &Value) -> Value {
        self.send(request.to_string().as_bytes());
        self.hear()
    }

    /// Asks for what must succeed.
    fn done(&mut self, request: &Value) -> Value {
        let reply = self.ask(request);
        assert!(reply.get("ok").is_some(), "{request}\n{reply}");
        reply["ok"].clone()
    }

    /// Asks for what must be refused, and hears why.
    fn refused(&mut self, request: &Value) -> (String, String) {
        let reply = self.ask(request);
        let text = |name: &str| reply["error"][name].as_str().unwrap_or_default().to_owned();
        assert!(reply.get("error").is_some(), "{request}\n{reply}");
        (text("code"), text("message"))
    }

    /// Closes the input, and waits for the end.
    fn end(mut self) -> Option<i32> {
        drop(self.input.take());
        let mut rest = String::new();
        self.output.read_line(&mut rest).expect("the program writes text");
        assert_eq!(rest, "", "nothing is said after the last answer");
        self.child.wait().expect("the program ends").code()
    }

    /// A session with the lamps, and with ada.
    fn opened(words: &[&str]) -> Self {
        let mut served = Self::with(words);
        served.done(&json!({"id": "a", "do": "open", "session": "one", "seed": 7, "texts": {"lamps": LAMPS}}));
        served.done(&json!({"id": "b", "do": "enter", "session": "one", "text": "use lamps\nperson ada"}));
        served
    }
}
