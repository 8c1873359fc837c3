//! Where both sides meet: what the client says becomes a request to the server, and what the server says a response to the client.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::io::{self, Write};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use serde_json::{Map, Value, json};

use super::look_up::look_up;
use super::message::{self, Message, Wrong};
use super::tools::{self, Does, Tool};
use super::{message::told, resources};
use crate::cli::serve::LONGEST;
use crate::diagnostic::{clean, nearest};
use crate::protocol::Findings;

/// The versions of the Model Context Protocol that differ in nothing that is said here, the newest first.
const VERSIONS: [&str; 3] = ["2025-06-18", "2025-03-26", "2024-11-05"];

/// What a model is told before it begins.
const INSTRUCTIONS: &str = "Assize adjudicates actions in tabletop role-playing games by the published rules of several systems. Open a session, \
    enter `use SYSTEM`, the people, and then what they do, line by line; dice are rolled by the program, and what happened counts. \
    The resources `assize:///book/…` are the manual: begin with `first-verdict`, and with the guide of the system. Never make up a roll or a rule: \
    run it, and `look_up` what the rulebook says.";

/// The id of the handshake with the server.
const HANDSHAKE: i64 = 0;

/// Where both sides meet. Copies are one and the same.
#[derive(Clone)]
pub(super) struct Desk(Arc<Shared>);

struct Shared {
    gm: bool,
    calls: Mutex<Calls>,
    output: Mutex<Box<dyn Write + Send>>,
}

/// What is under way.
#[derive(Default)]
struct Calls {
    /// By the ids that the server knows.
    open: BTreeMap<i64, Call>,
    /// The questions that wait for an answer, by their ids.
    questions: BTreeMap<String, Waiting>,
    /// So many requests were sent to the server.
    sent: i64,
}

/// A request to the server.
struct Call {
    /// The id of the request of the client that waits for it, if one does.
    from: Option<Value>,
    /// By which the client knows how far it has come.
    token: Option<Value>,
}

/// A question that waits.
struct Waiting {
    request: i64,
    /// Whether the client may not know it.
    is_hidden: bool,
}

/// What is sent to either side.
#[derive(Default)]
struct Sent {
    to_client: Option<String>,
    to_server: Option<String>,
}

impl Desk {
    pub(super) fn new(gm: bool, output: impl Write + Send + 'static) -> Self {
        Self(Arc::new(Shared { gm, calls: Mutex::default(), output: Mutex::new(Box::new(output)) }))
    }

    /// Hears a line of the client; what is then sent to the server.
    pub(super) fn hear_client(&self, line: &str) -> io::Result<Option<String>> {
        let sent = match message::read(line) {
            Ok(Message::Request { id, method, fields }) => self.request(&id, &method, fields),
            Ok(Message::Notification { method, fields }) => self.notified(&method, &fields),
            Ok(Message::Response) => Sent::default(),
            Err(refused) => client(refused),
        };
        self.write(sent.to_client)?;
        Ok(sent.to_server)
    }

    /// Tells the client of a line that cannot be read.
    pub(super) fn refuse(&self, why: &str) -> io::Result<()> {
        self.write(Some(message::error(&Value::Null, Wrong::NoMessage, why)))
    }

    /// Hears a line of the server, which is always a message of its protocol.
    pub(super) fn hear_server(&self, line: &str) -> io::Result<()> {
        let said: Value = serde_json::from_str(line).map_err(io::Error::other)?;
        self.write(self.answered(&said))
    }

    fn write(&self, line: Option<String>) -> io::Result<()> {
        let Some(line) = line else { return Ok(()) };
        let mut output = self.0.output.lock().unwrap_or_else(PoisonError::into_inner);
        output.write_all(line.as_bytes())?;
        output.flush()
    }

    fn calls(&self) -> MutexGuard<'_, Calls> {
        self.0.calls.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn request(&self, id: &Value, method: &str, fields: Map<String, Value>) -> Sent {
        let text = |name: &str| fields.get(name).and_then(Value::as_str).unwrap_or_default();
        match method {
            "initialize" => Sent {
                to_client: Some(message::result(id, &welcome(text("protocolVersion")))),
                to_server: Some(request(HANDSHAKE, "initialize", &handshake())),
            },
            "ping" => client(message::result(id, &json!({}))),
            "tools/list" => client(message::result(id, &json!({ "tools": tools::listed() }))),
            "tools/call" => self.call(id, fields),
            "resources/list" => client(message::result(id, &json!({ "resources": resources::listed() }))),
            "resources/templates/list" => {
                client(message::result(id, &json!({ "resourceTemplates": resources::templates() })))
            }
            "resources/read" => client(read(id, text("uri"))),
            other => {
                let why = format!("there is no method `{}`", clean::short(other, 80));
                client(message::error(id, Wrong::UnknownMethod, &why))
            }
        }
    }

    /// A call of a tool.
    fn call(&self, id: &Value, mut fields: Map<String, Value>) -> Sent {
        let name = fields.get("name").and_then(Value::as_str).unwrap_or_default().to_owned();
        let Some(tool) = tools::named(&name) else {
            let near = nearest::nearest(&name, tools::names()).map(|near| format!("; did you mean `{near}`?"));
            let why = format!("there is no tool `{}`{}", clean::short(&name, 80), near.unwrap_or_default());
            return client(message::error(id, Wrong::Fields, &why));
        };
        let token = fields.get("_meta").and_then(|meta| meta.get("progressToken")).cloned();
        let given = match fields.remove("arguments") {
            None => Map::new(),
            Some(Value::Object(given)) => given,
            Some(_) => return client(message::error(id, Wrong::Fields, "`arguments` must be an object")),
        };
        if let Some(refused) = unknown_field(tool, &given) {
            return client(message::result(id, &told(&refused, &Value::Null, true)));
        }
        match tool.does {
            Does::LookUp => client(message::result(
                id,
                &match look_up(&given) {
                    Ok(found) => told(&found, &Value::Null, false),
                    Err(found) => refused(&Findings::from(&found.into())),
                },
            )),
            Does::Answer => self.answer(id, &given),
            Does::Ask(method) => self.ask(id, method, given, token),
        }
    }

    fn ask(&self, id: &Value, method: &str, given: Map<String, Value>, token: Option<Value>) -> Sent {
        let mut fields = tools::whole(method, given, self.0.gm);
        if token.is_some() && tools::tells_progress(method) {
            fields.insert("progress".to_owned(), json!(true));
        }
        let mut calls = self.calls();
        let number = calls.sent + 1;
        let line = request(number, method, &Value::Object(fields));
        if line.len() > LONGEST {
            let why = format!("the arguments are longer than {} kB", LONGEST / 1024);
            return client(message::result(id, &told(&why, &Value::Null, true)));
        }
        calls.sent = number;
        calls.open.insert(number, Call { from: Some(id.clone()), token });
        server(line)
    }

    /// Answers a question: from here on the result of the call belongs to the call that answers.
    fn answer(&self, id: &Value, given: &Map<String, Value>) -> Sent {
        let complain = |why: &str| client(message::result(id, &told(why, &Value::Null, true)));
        let question = given.get("question").and_then(Value::as_str).unwrap_or_default();
        let mut calls = self.calls();
        let Some(Waiting { request, is_hidden }) = calls.questions.get(question) else {
            return complain("no question of this `id` is waiting for an answer");
        };
        let answer = given.get("answer").unwrap_or(&Value::Null);
        if *is_hidden && !answer.is_null() {
            return complain("only the game master may answer this: cancel it by answering without an `answer`");
        }
        let request = *request;
        if let Some(call) = calls.open.get_mut(&request) {
            call.from = Some(id.clone());
        }
        calls.questions.remove(question);
        server(message::line(&json!({ "jsonrpc": "2.0", "id": question, "result": { "answer": answer } })))
    }

    fn notified(&self, method: &str, fields: &Map<String, Value>) -> Sent {
        let Some(asked) = fields.get("requestId").filter(|_| method == "notifications/cancelled") else {
            return Sent::default();
        };
        let mut calls = self.calls();
        let Some((number, call)) = calls.open.iter_mut().find(|(_, call)| call.from.as_ref() == Some(asked)) else {
            return Sent::default();
        };
        // A client that cancels a call wants no response to it.
        call.from = None;
        server(message::notification("$/cancel", &json!({ "id": number })))
    }

    fn answered(&self, said: &Value) -> Option<String> {
        let fields = said.get("params").unwrap_or(&Value::Null);
        let mut calls = self.calls();
        match said.get("method").and_then(Value::as_str) {
            Some("ask") => {
                let question = said.get("id")?.as_str()?;
                let request = fields.get("request")?.as_i64()?;
                let is_hidden = !self.0.gm && fields.get("visibility") != Some(&json!("all"));
                calls.questions.insert(question.to_owned(), Waiting { request, is_hidden });
                let from = calls.open.get_mut(&request)?.from.take()?;
                Some(message::result(&from, &asked(question, fields, is_hidden)))
            }
            Some("progress") => {
                let token = calls.open.get(&fields.get("request")?.as_i64()?)?.token.as_ref()?;
                let progress = json!({ "progressToken": token, "progress": fields.get("situations")? });
                Some(message::notification("notifications/progress", &progress))
            }
            // Nobody asked for events; and remarks are about messages that crossed each other.
            Some(_) => None,
            None => {
                let from = calls.open.remove(&said.get("id")?.as_i64()?)?.from?;
                Some(message::result(&from, &responded(said)))
            }
        }
    }
}

/// The response with what stands at an address.
fn read(id: &Value, uri: &str) -> String {
    if let Some(read) = resources::read(uri) {
        return message::result(id, &read);
    }
    message::error(id, Wrong::NoResource, &format!("there is no resource `{}`", clean::short(uri, 200)))
}

fn client(line: String) -> Sent {
    Sent { to_client: Some(line), to_server: None }
}

fn server(line: String) -> Sent {
    Sent { to_client: None, to_server: Some(line) }
}

fn request(id: i64, method: &str, fields: &Value) -> String {
    message::line(&json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": fields }))
}

fn handshake() -> Value {
    json!({ "client": { "name": "mcp", "version": env!("CARGO_PKG_VERSION") }, "protocol": crate::protocol::VERSION })
}

/// The response to the first request.
fn welcome(wanted: &str) -> Value {
    let version = VERSIONS.into_iter().find(|version| *version == wanted).unwrap_or(VERSIONS[0]);
    json!({
        "protocolVersion": version,
        "capabilities": { "tools": {}, "resources": {} },
        "serverInfo": { "name": "assize", "title": "Assize", "version": env!("CARGO_PKG_VERSION") },
        "instructions": INSTRUCTIONS,
    })
}

/// Why a field of a call is refused that the tool does not have.
fn unknown_field(tool: &Tool, given: &Map<String, Value>) -> Option<String> {
    let fields = tool.fields();
    let unknown = given.keys().find(|field| !fields.contains(field))?;
    let near = nearest::nearest(unknown, fields.iter().map(String::as_str));
    let help = near.map_or_else(|| format!("it has {}", fields.join(", ")), |near| format!("did you mean `{near}`?"));
    Some(format!("`{}` has no argument `{}`: {help}", tool.name, clean::short(unknown, 80)))
}

/// A question, as what a tool comes to for now.
fn asked(question: &str, fields: &Value, is_hidden: bool) -> Value {
    if is_hidden {
        let text = format!(
            "This asks the game master something that players may not know. Cancel it: call `answer` with the question {question} and without an answer.\n"
        );
        return told(&text, &json!({ "question": { "id": question } }), false);
    }
    let text = |name: &str| fields.get(name).and_then(Value::as_str).unwrap_or_default();
    let parts = [text("so_far"), text("complaint"), text("question")];
    let mut words: String =
        parts.iter().filter(|part| !part.is_empty()).map(|part| [part.trim_end(), "\n"].concat()).collect();
    let _ = writeln!(words, "Ask the person, and call `answer` with the question {question}.");
    let mut data = fields.clone();
    if let Some(data) = data.as_object_mut() {
        data.remove("request");
        data.insert("id".to_owned(), json!(question));
    }
    told(&words, &json!({ "question": data }), false)
}

/// What a request came to.
fn responded(said: &Value) -> Value {
    if let Some(error) = said.get("error") {
        let data = error.get("data").unwrap_or(&Value::Null);
        let text = data.get("text").or_else(|| error.get("message")).and_then(Value::as_str).unwrap_or_default();
        return told(text, data, true);
    }
    let result = said.get("result").unwrap_or(&Value::Null);
    match result.get("text").and_then(Value::as_str) {
        Some(text) => told(text, result, false),
        None => told(&format!("{result:#}"), result, false),
    }
}

fn refused(findings: &Findings) -> Value {
    told(&findings.text, &json!(findings), true)
}
