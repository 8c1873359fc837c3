//! Messages of the Model Context Protocol, which are those of JSON-RPC 2.0, one on a line.

use serde_json::{Map, Value, json};

/// A line of the client.
pub(super) enum Message {
    /// A request has a response of the same id.
    Request { id: Value, method: String, fields: Map<String, Value> },
    /// A notification has none.
    Notification { method: String, fields: Map<String, Value> },
    /// A response: nothing is ever asked of the client.
    Response,
}

/// What is wrong with a message, by the numbers of JSON-RPC.
#[derive(Clone, Copy)]
pub(super) enum Wrong {
    NotJson,
    NoMessage,
    UnknownMethod,
    Fields,
    NoResource,
}

impl Wrong {
    fn number(self) -> i64 {
        match self {
            Self::NotJson => -32700,
            Self::NoMessage => -32600,
            Self::UnknownMethod => -32601,
            Self::Fields => -32602,
            Self::NoResource => -32002,
        }
    }
}

/// A message that cannot be heeded: the id it is answered with, and the response.
pub(super) type Refused = String;

/// Reads a line.
pub(super) fn read(line: &str) -> Result<Message, Refused> {
    let no_message = |why: &str| error(&Value::Null, Wrong::NoMessage, why);
    let value: Value = serde_json::from_str(line)
        .map_err(|why| error(&Value::Null, Wrong::NotJson, &format!("this is not JSON: {why}")))?;
    let Value::Object(mut message) = value else {
        return Err(no_message("a message must be a JSON object, and batches are not supported"));
    };
    let id = message.remove("id");
    let fields = match message.remove("params") {
        None => Map::new(),
        Some(Value::Object(fields)) => fields,
        Some(_) => return Err(error(&id.unwrap_or_default(), Wrong::Fields, "`params` must be an object")),
    };
    match (message.remove("method"), id) {
        (Some(Value::String(method)), Some(id @ (Value::String(_) | Value::Number(_)))) => {
            Ok(Message::Request { id, method, fields })
        }
        (Some(Value::String(method)), None) => Ok(Message::Notification { method, fields }),
        (Some(_), _) => Err(no_message("a `method` must be a string, and an `id` a string or a number")),
        (None, Some(_)) if message.contains_key("result") || message.contains_key("error") => Ok(Message::Response),
        (None, _) => Err(no_message("a message needs a `method`")),
    }
}

/// The response with a result.
pub(super) fn result(id: &Value, result: &Value) -> String {
    line(&json!({ "jsonrpc": "2.0", "id": id, "result": result }))
}

/// The response with an error.
pub(super) fn error(id: &Value, wrong: Wrong, message: &str) -> String {
    line(&json!({ "jsonrpc": "2.0", "id": id, "error": { "code": wrong.number(), "message": message } }))
}

/// A notification.
pub(super) fn notification(method: &str, fields: &Value) -> String {
    line(&json!({ "jsonrpc": "2.0", "method": method, "params": fields }))
}

/// What a tool comes to: a text, and the same as data.
pub(super) fn told(text: &str, data: &Value, is_error: bool) -> Value {
    let mut told = json!({ "content": [{ "type": "text", "text": text }], "isError": is_error });
    if data.is_object() {
        told["structuredContent"] = data.clone();
    }
    told
}

/// A value on a line of its own.
pub(super) fn line(value: &Value) -> String {
    let mut line = value.to_string();
    line.push('\n');
    line
}
