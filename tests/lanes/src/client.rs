//! A client: what it says, what it hears, and what is to be said of that.

use std::collections::BTreeMap;
use std::io::{self, BufRead, Read, Write};

use serde_json::{Value, json};

use crate::protocol::Id;
use crate::serve::mpsc::{Receiver, Sender, channel};
use crate::serve::{Scenario, thread};

/// An entry in a session; its words say what is made up for it.
pub fn enter(id: i64, session: &str, words: &str) -> String {
    request(id, "session/enter", &json!({"session": session, "text": words}))
}

/// A question about odds in a session.
pub fn odds(id: i64, session: &str, words: &str) -> String {
    request(id, "session/odds", &json!({"session": session, "statement": words}))
}

/// A script that needs no session.
pub fn run(id: i64, words: &str) -> String {
    request(id, "run", &json!({"text": words}))
}

/// That a request is to be called off.
pub fn called_off(id: i64) -> String {
    json!({"jsonrpc": "2.0", "method": "$/cancel", "params": {"id": id}}).to_string()
}

/// The answer to a question.
pub fn answer(question: &Value) -> String {
    json!({"jsonrpc": "2.0", "id": question, "result": {"answer": "3"}}).to_string()
}

fn request(id: i64, method: &str, params: &Value) -> String {
    json!({"jsonrpc": "2.0", "id": id, "method": method, "params": params}).to_string()
}

/// Who says all this, and reads what is said to it.
pub(crate) struct Client {
    /// Where answers are said, until the client leaves.
    says: Option<Sender<String>>,
    /// So many responses are still to come.
    expected: usize,
    /// What has come of a line.
    begun: Vec<u8>,
    heard: Vec<Value>,
}

/// What a client says, to be read.
pub(crate) struct Input {
    lines: Receiver<String>,
    line: Vec<u8>,
    read: usize,
}

impl Client {
    /// A client, and what it says from now on.
    pub(crate) fn new(scenario: &Scenario) -> (Self, Input) {
        let (says, lines) = channel();
        let hand = json!({"client": {"name": "model", "version": "1"}, "protocol": 1});
        let said = [request(0, "initialize", &hand)].into_iter().chain(scenario.lines.iter().cloned());
        let said: Vec<String> = said.collect();
        let expected = said.iter().filter(|line| !line.contains("$/cancel")).count();
        let speaks = says.clone();
        thread::spawn(move || {
            for line in said {
                // Nobody reads any more: then the test tells what is missing.
                let _ = speaks.send(line);
            }
        });
        let says = (!scenario.leaves).then_some(says);
        (Self { says, expected, begun: Vec::new(), heard: Vec::new() }, Input { lines, line: Vec::new(), read: 0 })
    }

    fn hear(&mut self, line: &[u8]) {
        let heard: Value = serde_json::from_slice(line).expect("each line is JSON");
        if heard["method"] == json!("ask")
            && let Some(says) = &self.says
        {
            let _ = says.send(answer(&heard["id"]));
        }
        self.expected -= usize::from(heard.get("method").is_none());
        if self.expected == 0 {
            self.says = None;
        }
        self.heard.push(heard);
    }

    /// What it was told, with the requests in the order in which they were begun.
    pub(crate) fn told(self, begun: Vec<Id>) -> Told {
        let begun = begun.into_iter().filter_map(|id| if let Id::Number(id) = id { Some(id) } else { None }).collect();
        let mut told = Told { begun, responses: Vec::new(), remarks: Vec::new() };
        for heard in self.heard {
            match (heard["method"].as_str(), heard["id"].as_i64()) {
                (None, Some(id)) => told.responses.push((id, code(&heard["error"]["data"]))),
                (Some("remark"), _) => told.remarks.push(code(&heard["params"])),
                (Some("ask"), _) => {}
                (method, id) => panic!("nobody expects {method:?} of {id:?}: {heard}"),
            }
        }
        told
    }
}

/// The code of what is wrong; empty if nothing is.
fn code(findings: &Value) -> String {
    findings["code"].as_str().unwrap_or_default().to_owned()
}

impl Write for Client {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.begun.extend(bytes);
        while let Some(end) = self.begun.iter().position(|byte| *byte == b'\n') {
            let line: Vec<u8> = self.begun.drain(..=end).collect();
            self.hear(&line);
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Read for Input {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        let read = self.fill_buf()?.read(bytes)?;
        self.consume(read);
        Ok(read)
    }
}

impl BufRead for Input {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        if self.read == self.line.len()
            && let Ok(line) = self.lines.recv()
        {
            (self.line, self.read) = (format!("{line}\n").into_bytes(), 0);
        }
        Ok(&self.line[self.read..])
    }

    fn consume(&mut self, read: usize) {
        self.read += read;
    }
}

/// What a client was told.
#[derive(Clone, Debug)]
pub struct Told {
    /// The requests in the order in which somebody began to work for them; some are begun twice.
    pub begun: Vec<i64>,
    /// Which request each response is to, and the code of what is wrong; empty if it is done.
    pub responses: Vec<(i64, String)>,
    /// The codes of what belongs to no request.
    pub remarks: Vec<String>,
}

impl Told {
    /// What each request came to. Each has one response.
    pub fn by_request(&self) -> BTreeMap<i64, &str> {
        let told: BTreeMap<i64, &str> = self.responses.iter().map(|(id, code)| (*id, code.as_str())).collect();
        assert_eq!(told.len(), self.responses.len(), "a request has two responses: {self:?}");
        told
    }

    /// Those of these requests that were answered, in the order of their responses.
    pub fn order_of(&self, requests: &[i64]) -> Vec<i64> {
        self.responses.iter().map(|(id, _)| *id).filter(|id| requests.contains(id)).collect()
    }
}
