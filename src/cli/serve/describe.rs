//! The requests as they describe themselves: what `help` lists, what a misspelt field is compared with, and the schema.

use serde_json::{Map, Value};

use super::field_types;
use super::reply::{Described, Field, Reply};
use super::request::{Request, echoed, wrong};
use crate::diagnostic::{Diagnostic, nearest};

/// The JSON schemas of requests, without their ids, and of answers.
pub(in crate::cli) fn schema() -> Value {
    let request = schemars::schema_for!(Request).to_value();
    let reply = schemars::schema_for!(Reply).to_value();
    serde_json::json!({ "request": request, "reply": reply })
}

/// All requests.
pub(super) fn requests() -> Vec<Described> {
    let schema = schemars::schema_for!(Request).to_value();
    let variants = schema.get("oneOf").and_then(Value::as_array);
    let named = schema.get("$defs").unwrap_or(&Value::Null);
    variants.into_iter().flatten().filter_map(|variant| described(variant, named)).collect()
}

fn described(variant: &Value, named: &Value) -> Option<Described> {
    let properties = variant.get("properties")?.as_object()?;
    let name = properties.get("do")?.get("const")?.as_str()?.to_owned();
    let required: Vec<&str> =
        variant.get("required").and_then(Value::as_array).into_iter().flatten().filter_map(Value::as_str).collect();
    let field = |(name, says): (&String, &Value)| Field {
        name: name.clone(),
        says: description(says),
        takes: field_types::in_words(says, named),
        required: required.contains(&name.as_str()),
    };
    let fields = properties.iter().filter(|(name, _)| *name != "do").map(field).collect();
    Some(Described { name, does: description(variant), fields })
}

fn description(of: &Value) -> String {
    of.get("description").and_then(Value::as_str).unwrap_or_default().replace('\n', " ")
}

/// What is wrong with a request: a word that is not known, or a field that is missing or takes something else.
pub(super) fn mistake(fields: &Map<String, Value>) -> Option<Diagnostic> {
    let Some(Value::String(name)) = fields.get("do") else {
        return Some(wrong("a request says what to `do`").help("{\"id\":1,\"do\":\"help\"} lists what there is"));
    };
    let known = requests();
    let Some(request) = known.iter().find(|request| request.name == *name) else {
        let names = known.iter().map(|request| request.name.as_str());
        return Some(unknown(format!("there is no request `{}`", echoed(name)), name, names));
    };
    let names = || request.fields.iter().map(|field| field.name.as_str());
    let Some(field) = fields.keys().find(|field| *field != "do" && !names().any(|name| name == *field)) else {
        return field_types::misfit(request, fields);
    };
    Some(unknown(format!("`{name}` has no field `{}`", echoed(field)), field, names()))
}

fn unknown<'a>(message: String, word: &str, known: impl Iterator<Item = &'a str>) -> Diagnostic {
    let known: Vec<&str> = known.collect();
    let near = nearest::nearest(&echoed(word), known.iter().copied());
    wrong(message).help(match near {
        Some(near) => format!("did you mean `{near}`?"),
        None if known.is_empty() => "it has none but `id` and `do`".to_owned(),
        None => format!("there are {}", known.join(", ")),
    })
}
