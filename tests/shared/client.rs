//! A client of `assize serve` that holds every line, in both directions, to the schema of the protocol.

use std::collections::BTreeMap;
use std::io::{BufRead, BufReader, Write};
use std::process::{ChildStdin, ChildStdout};
use std::sync::OnceLock;

use jsonschema::Validator;
use serde_json::{Map, Value, json};

/// What the schema says of each line.
pub struct Schema {
    client: Validator,
    server: Validator,
    results: BTreeMap<String, Validator>,
}

impl Schema {
    /// The schema of the protocol.
    pub fn get() -> &'static Self {
        static SCHEMA: OnceLock<Schema> = OnceLock::new();
        SCHEMA.get_or_init(|| {
            let schema = assize::protocol::schema();
            let part = |name: &str| {
                let part = json!({ "$ref": format!("#/$defs/{}", name.replace('/', "~1").replace(' ', "%20")), "$defs": schema["$defs"] });
                jsonschema::validator_for(&part).expect("the schema is one")
            };
            let methods = assize::protocol::methods().into_iter().map(|method| method.method);
            let results = methods.map(|method| (method.clone(), part(&format!("result of {method}")))).collect();
            Schema { client: part("client"), server: part("server"), results }
        })
    }

    /// Whether a client may write this line.
    pub fn allows(&self, line: &Value) -> bool {
        self.client.is_valid(line)
    }

    /// Panics unless the server may write this line.
    fn check_heard(&self, line: &Value) {
        if let Err(error) = self.server.validate(line) {
            panic!("the server may not write this: {error}\n{line}");
        }
    }

    /// Panics unless this may be the result of the method.
    fn check_result(&self, method: &str, result: &Value) {
        if let Err(error) = self.results[method].validate(result) {
            panic!("`{method}` has no such result: {error}\n{result}");
        }
    }
}

/// One end of the conversation.
pub struct Client {
    /// Where lines are written, until it is closed.
    pub input: Option<ChildStdin>,
    output: BufReader<ChildStdout>,
    /// The methods of requests without a response until now, by their ids, and whether the schema allows them.
    pub open: BTreeMap<String, (String, bool)>,
    last_id: u64,
    /// Notifications that were heard on the way to something else.
    pub told: Vec<Value>,
}

impl Client {
    /// A client that has done nothing yet.
    pub fn silent(input: ChildStdin, output: ChildStdout) -> Self {
        let (open, told) = (BTreeMap::new(), Vec::new());
        Self { input: Some(input), output: BufReader::new(output), open, last_id: 0, told }
    }

    /// Does the handshake; `None` when the program is gone.
    pub fn shake_hands(&mut self) -> Option<Value> {
        let client = json!({"name": "tests", "version": "1"});
        self.ask("initialize", json!({"client": client, "protocol": 1}))
    }

    /// Writes a line, whatever it is; `None` when the program is gone.
    pub fn send(&mut self, line: &[u8]) -> Option<()> {
        let input = self.input.as_mut().expect("the input is open");
        input.write_all(line).and_then(|()| input.write_all(b"\n")).ok()
    }

    /// Sends a request, as the schema allows it or not, and tells its id.
    pub fn request(&mut self, method: &str, params: Value) -> Option<Value> {
        self.last_id += 1;
        let id = json!(self.last_id);
        let mut message = json!({"jsonrpc": "2.0", "id": id, "method": method});
        message["params"] = params;
        self.open.insert(id.to_string(), (method.to_owned(), Schema::get().allows(&message)));
        self.send(message.to_string().as_bytes())?;
        Some(id)
    }

    /// The next line, if it is a whole one.
    pub fn hear(&mut self) -> Option<Value> {
        let mut line = Vec::new();
        self.output.read_until(b'\n', &mut line).ok()?;
        if !line.ends_with(b"\n") {
            return None;
        }
        let line: Value = serde_json::from_slice(&line).expect("a line is JSON");
        Schema::get().check_heard(&line);
        let known = line.get("method").is_none().then(|| self.open.remove(&line["id"].to_string())).flatten();
        if let Some((method, is_allowed)) = known {
            check_response(&method, is_allowed, &line);
        }
        Some(line)
    }

    /// The response to a request, or the question on its way. Notifications are kept; nothing else may come between.
    pub fn hear_of(&mut self, id: &Value) -> Option<Value> {
        loop {
            let line = self.hear()?;
            match line.get("method").and_then(Value::as_str) {
                None => {
                    assert_eq!(line["id"], *id, "{line}");
                    return Some(line);
                }
                Some("ask") => {
                    assert_eq!(line["params"]["request"], *id, "{line}");
                    return Some(line);
                }
                Some(_) => self.told.push(line),
            }
        }
    }

    /// Asks, and hears what is said to that.
    pub fn ask(&mut self, method: &str, params: Value) -> Option<Value> {
        let id = self.request(method, params)?;
        self.hear_of(&id)
    }

    /// Answers a question with a result, and hears what is said to that.
    pub fn respond(&mut self, asked: &Value, result: &Value) -> Option<Value> {
        self.send(json!({"jsonrpc": "2.0", "id": asked["id"], "result": result}).to_string().as_bytes())?;
        self.hear_of(&asked["params"]["request"].clone())
    }
}

/// What the schema allows is read, and what is read is allowed by the schema.
fn check_response(method: &str, is_allowed: bool, line: &Value) {
    if let Some(result) = line.get("result") {
        Schema::get().check_result(method, result);
    }
    let unread = [-32700, -32600, -32601, -32602].map(|number| json!(number)).contains(&line["error"]["code"]);
    // That a seed is below 2^64, and what goes together, is more than the schema says.
    let message = line["error"]["message"].as_str().unwrap_or_default();
    if !message.contains("seed") && message != "a script would show players everything" {
        assert_eq!(is_allowed, !unread, "the schema and the server do not agree about a request: {line}");
    }
}

/// The fields of a request, with another one.
pub fn with(mut params: Value, name: &str, value: Value) -> Value {
    params.as_object_mut().unwrap_or(&mut Map::new()).insert(name.to_owned(), value);
    params
}
