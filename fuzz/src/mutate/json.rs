//! Changes of a text of JSON: it stays one, nearly always.

use rand::RngExt as _;
use rand::seq::IndexedRandom as _;
use serde_json::{Value, json};

use super::loose;
use crate::Chance;

/// A text of JSON, changed in one place or a few; what is none is changed by its letters.
pub fn changed(text: &str, words: &[String], chance: &mut Chance) -> String {
    let Ok(mut value) = serde_json::from_str::<Value>(text) else { return loose::changed(text, words, chance) };
    if chance.random_ratio(1, 12) {
        return loose::changed(text, words, chance);
    }
    for _ in 0..chance.random_range(1..4) {
        let count = count(&value);
        let (at, from) = (chance.random_range(0..count), chance.random_range(0..count));
        let other = nth(&mut value, from).map(|found| found.clone());
        if let (Some(here), Some(other)) = (nth(&mut value, at), other) {
            change(here, other, words, chance);
        }
    }
    value.to_string()
}

/// How many values there are, with those inside.
fn count(value: &Value) -> usize {
    1 + match value {
        Value::Array(all) => all.iter().map(count).sum(),
        Value::Object(fields) => fields.values().map(count).sum::<usize>(),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => 0,
    }
}

/// The value of this number, counted from the outside.
fn nth(value: &mut Value, at: usize) -> Option<&mut Value> {
    if at == 0 {
        return Some(value);
    }
    let mut left = at - 1;
    let inside: Vec<&mut Value> = match value {
        Value::Array(all) => all.iter_mut().collect(),
        Value::Object(fields) => fields.values_mut().collect(),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => Vec::new(),
    };
    for one in inside {
        let count = count(one);
        if left < count {
            return nth(one, left);
        }
        left -= count;
    }
    None
}

fn change(here: &mut Value, other: Value, words: &[String], chance: &mut Chance) {
    *here = match (chance.random_range(0..8_u8), here.take()) {
        (0, _) => other,
        (1, _) => Value::Null,
        (2, Value::Array(mut all)) if !all.is_empty() => {
            all.remove(chance.random_range(0..all.len()));
            all.into()
        }
        (3, Value::Array(mut all)) => {
            all.push(other);
            all.into()
        }
        (2, Value::Object(mut fields)) if !fields.is_empty() => {
            let name = fields.keys().nth(chance.random_range(0..fields.len())).cloned();
            name.map(|name| fields.remove(&name));
            fields.into()
        }
        (3, Value::Object(mut fields)) => {
            fields.insert(words.choose(chance).cloned().unwrap_or_default(), other);
            fields.into()
        }
        (_, Value::Number(number)) => {
            let near = number.as_i64().map(|number| number.wrapping_add(chance.random_range(-2..=2)));
            let far = loose::number(chance).parse::<i64>().unwrap_or(i64::MIN);
            json!(if chance.random_bool(0.5) { near.unwrap_or(far) } else { far })
        }
        (_, Value::String(text)) => loose::changed(&text, words, chance).into(),
        (_, Value::Bool(yes)) => json!(!yes),
        (_, whole) => whole,
    };
}
