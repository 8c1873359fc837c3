//! The methods as they describe themselves: what `help` lists, and what a misspelt name or field is compared with.

use serde_json::{Map, Value};

use super::field_types;
use super::method::{Field, Method};
use super::mistake::{echoed, wrong};
use super::request::Request;
use crate::diagnostic::{Diagnostic, codes, nearest};

/// All methods that a client can ask for.
pub fn methods() -> Vec<Method> {
    let schema = schemars::schema_for!(Request).to_value();
    let variants = schema.get("oneOf").and_then(Value::as_array);
    let named = schema.get("$defs").unwrap_or(&Value::Null);
    variants.into_iter().flatten().filter_map(|variant| described(variant, named)).collect()
}

fn described(variant: &Value, named: &Value) -> Option<Method> {
    let method = variant.pointer("/properties/method/const")?.as_str()?.to_owned();
    let params = field_types::named(variant.pointer("/properties/params")?, named);
    let required: Vec<&str> =
        params.get("required").and_then(Value::as_array).into_iter().flatten().filter_map(Value::as_str).collect();
    let field = |(name, says): (&String, &Value)| Field {
        name: name.clone(),
        says: description(says),
        takes: field_types::in_words(says, named),
        required: required.contains(&name.as_str()),
    };
    let fields = params.get("properties").and_then(Value::as_object);
    Some(Method { method, does: description(variant), fields: fields.into_iter().flatten().map(field).collect() })
}

fn description(of: &Value) -> String {
    of.get("description").and_then(Value::as_str).unwrap_or_default().replace('\n', " ")
}

/// What is wrong with a request that cannot be read: a method that is not known, or a field that is missing, unknown, or
/// takes something else.
pub(super) fn mistake(name: &str, fields: &Map<String, Value>) -> Option<Diagnostic> {
    let known = methods();
    let Some(method) = known.iter().find(|method| method.method == name) else {
        let message = format!("there is no method `{}`", echoed(name));
        return Some(unknown(wrong(codes::UNKNOWN_METHOD, message), name, known.iter().map(|known| &*known.method)));
    };
    let names = || method.fields.iter().map(|field| field.name.as_str());
    let Some(field) = fields.keys().find(|field| !names().any(|name| name == *field)) else {
        return field_types::misfit(method, fields);
    };
    let message = format!("`{name}` has no field `{}`", echoed(field));
    Some(unknown(wrong(codes::PARAMETERS, message), field, names()))
}

fn unknown<'a>(found: Diagnostic, word: &str, known: impl Iterator<Item = &'a str>) -> Diagnostic {
    let known: Vec<&str> = known.collect();
    let near = nearest::nearest(&echoed(word), known.iter().copied());
    found.help(match near {
        Some(near) => format!("did you mean `{near}`?"),
        None if known.is_empty() => "it has none".to_owned(),
        None => format!("there are {}", known.join(", ")),
    })
}
