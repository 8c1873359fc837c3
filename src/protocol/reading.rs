//! Reads a line as a message.

use serde::Deserialize;
use serde_json::{Map, Value, json};

use super::describe;
use super::id::Id;
use super::message::{ClientMessage, Said};
use super::mistake::{echoed, wrong};
use super::question::PersonSays;
use super::request::{ClientNotification, Request};
use crate::diagnostic::{Diagnostic, clean, codes, nearest};
use crate::json_keys::doubled;

/// A request as it stands on a line, for those who got it wrong.
const EXAMPLE: &str = r#"{"jsonrpc":"2.0","id":1,"method":"help"}"#;

/// What an `id` can be.
const ID_HELP: &str = "such as 1; a whole number beyond 9223372036854775807 is written as a string";

/// A line that is not a message the server could heed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Misread {
    /// To whom it is said.
    pub to: Unheeded,
    /// What is wrong.
    pub found: Box<Diagnostic>,
}

/// What a line that is not heeded is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Unheeded {
    /// A request of this id; without one if none can be read. It has a response.
    Request(Option<Id>),
    /// A notification or a response, which has none.
    Other,
}

/// Reads a line.
///
/// ```
/// use assize::protocol::{ClientMessage, Id, read};
///
/// let message = read(r#"{"jsonrpc":"2.0","id":1,"method":"session/undo","params":{"session":"table 3"}}"#);
/// assert!(matches!(message, Ok(ClientMessage::Request { id: Id::Number(1), .. })));
/// let misread = read(r#"{"jsonrpc":"2.0","id":1,"method":"session/undu"}"#).unwrap_err();
/// assert_eq!(misread.found.help.as_deref(), Some("did you mean `session/undo`?"));
/// ```
///
/// # Errors
/// With what is wrong with it, and whether it has a response.
pub fn read(line: &str) -> Result<ClientMessage, Misread> {
    let value: Value = serde_json::from_str(line).map_err(|error| {
        let why = clean::short(&error.to_string(), 300);
        nameless(
            wrong(codes::NOT_JSON, format!("this is not JSON: {why}"))
                .help(format!("each line must be JSON, such as {EXAMPLE}")),
        )
    })?;
    let fields = match value {
        Value::Object(fields) => fields,
        Value::Array(_) => {
            return Err(nameless(no_message("batches are not supported", "send each message on its own line")));
        }
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {
            return Err(nameless(no_message("a message must be a JSON object", format!("such as {EXAMPLE}"))));
        }
    };
    let id = fields.get("id").map(Id::deserialize);
    if let Some(key) = doubled(&mut serde_json::Deserializer::from_str(line)) {
        return Err(said_twice(&key, fields.contains_key("method"), id));
    }
    if let Some(method) = fields.get("method") {
        return match (method, id) {
            (Value::String(method), Some(Ok(id))) => request(id, method, &fields),
            (Value::String(method), None) => notification(method, &fields).map_err(unanswered),
            (Value::String(_), Some(Err(_))) => {
                Err(nameless(no_message("an `id` must be a whole number or a string", ID_HELP)))
            }
            (_, id) => Err(refused(
                id.and_then(Result::ok),
                no_message("a `method` must be a string", "`help` lists all of them"),
            )),
        };
    }
    match (fields.contains_key("result") || fields.contains_key("error"), id) {
        (true, Some(Ok(id))) => response(id, &fields).map_err(unanswered),
        (true, _) => Err(unanswered(no_message("a response must have the `id` of its request", "such as \"q1\""))),
        (false, id) => {
            let found = no_message(
                "a message needs a `method`, or a `result` if it is a response",
                format!("such as {EXAMPLE}"),
            );
            Err(refused(id.and_then(Result::ok), found))
        }
    }
}

/// What is wrong with a line in which a key stands twice. It is told of its request, unless it is not clear which that is.
fn said_twice(key: &str, has_method: bool, id: Option<serde_json::Result<Id>>) -> Misread {
    let found = no_message(format!("the key `{}` is written twice in one object", echoed(key)), "remove one of them");
    match (has_method, id) {
        (true, Some(id)) => refused(id.ok().filter(|_| key != "id"), found),
        (true, None) | (false, _) => unanswered(found),
    }
}

fn request(id: Id, method: &str, fields: &Map<String, Value>) -> Result<ClientMessage, Misread> {
    let refuse = |found| refused(Some(id.clone()), found);
    check_envelope(fields, &["id", "method", "params"]).map_err(refuse)?;
    let params = params(method, fields).map_err(refuse)?;
    match Request::deserialize(json!({ "method": method, "params": params })) {
        Ok(request) => Ok(ClientMessage::Request { id, request: Box::new(request) }),
        Err(error) => Err(refuse(describe::mistake(method, &params).unwrap_or_else(|| senseless(&error)))),
    }
}

fn notification(method: &str, fields: &Map<String, Value>) -> Result<ClientMessage, Diagnostic> {
    check_envelope(fields, &["method", "params"])?;
    if describe::methods().iter().any(|known| known.method == method) {
        return Err(no_message(
            format!("`{method}` is a request, and needs an `id`"),
            "the response will have the same `id`",
        ));
    }
    if method != "$/cancel" {
        let found = wrong(codes::UNKNOWN_METHOD, format!("there is no notification `{}`", echoed(method)));
        return Err(found.help("the only notification is `$/cancel`; a request needs an `id`"));
    }
    let params = params(method, fields)?;
    ClientNotification::deserialize(json!({ "method": method, "params": params }))
        .map(ClientMessage::Notification)
        .map_err(|error| {
            let why = clean::short(&error.to_string(), 300);
            wrong(codes::PARAMETERS, format!("`$/cancel` names no request: {why}")).help("its only field is `id`")
        })
}

/// The response to a question. Whoever answers with an error will not answer.
fn response(id: Id, fields: &Map<String, Value>) -> Result<ClientMessage, Diagnostic> {
    check_envelope(fields, &["id", "result", "error"])?;
    let said = match (fields.get("result"), fields.contains_key("error")) {
        (Some(_), true) => {
            return Err(no_message("a response has either a `result` or an `error`", "omit one of the two"));
        }
        (Some(result), false) => match PersonSays::deserialize(result) {
            Ok(PersonSays { answer: Some(answer) }) => Said::Answer(answer),
            Ok(PersonSays { answer: None }) => Said::Never,
            Err(_) => Said::Mumbled,
        },
        (None, _) => Said::Never,
    };
    Ok(ClientMessage::Response { id, said })
}

/// Refuses what is said around a message and means nothing.
fn check_envelope(fields: &Map<String, Value>, known: &[&str]) -> Result<(), Diagnostic> {
    if fields.get("jsonrpc").and_then(Value::as_str) != Some("2.0") {
        return Err(no_message("a message must contain `\"jsonrpc\":\"2.0\"`", format!("such as {EXAMPLE}")));
    }
    let Some(field) = fields.keys().find(|field| *field != "jsonrpc" && !known.contains(&field.as_str())) else {
        return Ok(());
    };
    let near = nearest::nearest(&echoed(field), known.iter().copied());
    let help = near
        .map_or_else(|| "put the fields of a request in `params`".to_owned(), |near| format!("did you mean `{near}`?"));
    Err(no_message(format!("a message has no field `{}`", echoed(field)), help))
}

/// What a method is given, by names.
fn params(method: &str, fields: &Map<String, Value>) -> Result<Map<String, Value>, Diagnostic> {
    match fields.get("params") {
        None => Ok(Map::new()),
        Some(Value::Object(params)) => Ok(params.clone()),
        Some(_) => {
            let found = wrong(codes::PARAMETERS, format!("the `params` of `{}` are not an object", echoed(method)));
            Err(found.help("pass fields by name, not by position"))
        }
    }
}

fn no_message(message: impl Into<String>, help: impl Into<String>) -> Diagnostic {
    wrong(codes::NOT_A_MESSAGE, message).help(help)
}

fn refused(id: Option<Id>, found: Diagnostic) -> Misread {
    Misread { to: Unheeded::Request(id), found: Box::new(found) }
}

/// What is wrong with a line of which not even the id is known.
fn nameless(found: Diagnostic) -> Misread {
    refused(None, found)
}

fn unanswered(found: Diagnostic) -> Misread {
    Misread { to: Unheeded::Other, found: Box::new(found) }
}

fn senseless(error: &serde_json::Error) -> Diagnostic {
    let why = clean::short(&error.to_string(), 300);
    wrong(codes::PARAMETERS, format!("this request is invalid: {why}"))
        .help("`help` lists the requests with their fields")
}
