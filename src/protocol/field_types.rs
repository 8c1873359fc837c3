//! The type of a request's field, in words, and which field was given a value of another type.

use serde::Deserialize;
use serde_json::{Map, Value};

use super::method::Method;
use super::mistake::{echoed, wrong};
use super::request::Request;
use crate::diagnostic::{Diagnostic, codes};

/// The schema itself, or the one that it refers to by name.
pub(super) fn named<'s>(schema: &'s Value, named: &'s Value) -> &'s Value {
    let name = schema.get("$ref").and_then(Value::as_str).and_then(|path| path.rsplit('/').next());
    name.map_or(schema, |name| named.get(name).unwrap_or(&Value::Null))
}

/// What the schema of a field takes, in words; `named` are the schemas that it refers to by name.
pub(super) fn in_words(schema: &Value, named: &Value) -> String {
    let schema = self::named(schema, named);
    let text = |key: &str| schema.get(key).and_then(Value::as_str);
    if let Some(one) = schema.pointer("/anyOf/0") {
        return in_words(one, named);
    }
    if let Some(words) = schema.get("oneOf").and_then(Value::as_array) {
        let words = words.iter().filter_map(|word| word.get("const")?.as_str());
        return format!("one of {}", words.map(|word| format!("`{word}`")).collect::<Vec<String>>().join(", "));
    }
    let each = |key: &str| schema.get(key).map_or_else(String::new, |each| in_words(each, named));
    match text("type").or_else(|| schema.pointer("/type/0").and_then(Value::as_str)) {
        Some("string") if text("format") == Some("seed") => {
            "a seed: a string of 32 hexadecimal digits, or a whole number from 0 up".to_owned()
        }
        Some("string") => "a string".to_owned(),
        Some("integer") if schema.get("minimum").is_some() => "a whole number from 0 up".to_owned(),
        Some("integer") => "a whole number".to_owned(),
        Some("boolean") => "`true` or `false`".to_owned(),
        Some("array") => format!("a list (each entry {})", each("items")),
        Some("object") => format!("an object of names, each with {}", each("additionalProperties")),
        _ => "something else".to_owned(),
    }
}

/// What is wrong with the fields of a request, all of which it knows.
pub(super) fn misfit(method: &Method, fields: &Map<String, Value>) -> Option<Diagnostic> {
    let name = &method.method;
    if let Some(field) = method.fields.iter().find(|field| field.required && !fields.contains_key(&field.name)) {
        let help = format!("it takes {}: {}", field.takes, field.says);
        return Some(wrong(codes::PARAMETERS, format!("`{name}` needs a field `{}`", field.name)).help(help));
    }
    let field = method
        .fields
        .iter()
        .find(|field| fields.get(&field.name).is_some_and(|value| !fits(name, field.name.as_str(), value)))?;
    let value = fields.get(&field.name).map(Value::to_string).unwrap_or_default();
    let message = format!("invalid `{}` of `{name}`: `{}`", field.name, echoed(&value));
    Some(wrong(codes::PARAMETERS, message).help(format!("it takes {}", field.takes)))
}

/// Whether a request can have this field. Others that it needs are missing, but they are found to be so only in the end.
fn fits(method: &str, field: &str, value: &Value) -> bool {
    let alone = serde_json::json!({ "method": method, "params": { field: value } });
    match Request::deserialize(alone) {
        Ok(_) => true,
        Err(error) => error.to_string().starts_with("missing field"),
    }
}
