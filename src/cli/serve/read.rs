//! How a line of the input is read as a request or an answer.

use serde::Deserialize;
use serde_json::{Map, Value};

use super::describe;
use super::lines::{LONGEST, Line};
use super::request::{Heard, Id, Request, wrong};
use crate::diagnostic::{Diagnostic, clean};

/// A line that is no request: its id, if one can be read, and what is wrong with it.
pub(super) type Misread = (Option<Id>, Box<Diagnostic>);

/// Reads a line.
pub(super) fn read(line: Line) -> Result<(Id, Heard), Misread> {
    let (id, fields) = object(line)?;
    match fields.get("answer") {
        Some(Value::String(said)) if fields.len() == 1 => return Ok((id, Heard::Answer(Some(said.clone())))),
        Some(Value::Null) if fields.len() == 1 => return Ok((id, Heard::Answer(None))),
        Some(_) => return Ok((id, Heard::Mumbled)),
        None => {}
    }
    let value = Value::Object(fields);
    match Request::deserialize(&value) {
        Ok(request) => Ok((id, Heard::Request(request))),
        Err(error) => {
            let found = value.as_object().and_then(describe::mistake);
            Err((Some(id), Box::new(found.unwrap_or_else(|| senseless(&error)))))
        }
    }
}

/// Reads an object with an id, and the fields besides the id.
fn object(line: Line) -> Result<(Id, Map<String, Value>), Misread> {
    let text = match line {
        Line::Text(text) => text,
        Line::TooLong => return Err(nameless(wrong(format!("a request is longer than {} kB", LONGEST / 1024)))),
        Line::NotText => return Err(nameless(wrong("a request is not UTF-8 text"))),
    };
    let value: Value = serde_json::from_str(&text).map_err(|error| {
        let found = wrong(format!("this is no JSON: {error}"));
        nameless(found.help("a request is one JSON object on one line, such as {\"id\":1,\"do\":\"help\"}"))
    })?;
    let Value::Object(mut fields) = value else {
        return Err(nameless(wrong("a request is a JSON object").help("such as {\"id\":1,\"do\":\"help\"}")));
    };
    let Some(id) = fields.remove("id") else {
        return Err(nameless(wrong("a request needs an `id`").help("the answer has the same id")));
    };
    match serde_json::from_value(id) {
        Ok(id) => Ok((id, fields)),
        Err(_) => Err(nameless(wrong("an `id` is a whole number or a text"))),
    }
}

/// What is wrong with a line of which not even the id is known.
fn nameless(found: Diagnostic) -> Misread {
    (None, Box::new(found))
}

fn senseless(error: &serde_json::Error) -> Diagnostic {
    let why = clean::short(&error.to_string(), 300);
    wrong(format!("this request makes no sense: {why}")).help("`help` lists the requests with their fields")
}
