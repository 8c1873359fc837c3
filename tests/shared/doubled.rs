//! JSON in which a key is written twice.

use serde_json::Value;

/// This JSON with one key and its value written twice, once for each key at any depth; and the key.
pub fn doubled(json: &Value) -> Vec<(String, String)> {
    let mut found = Vec::new();
    loop {
        let (mut text, mut left, mut doubled) = (String::new(), found.len(), None);
        write(json, (&mut left, &mut doubled), &mut text);
        let Some(key) = doubled else { return found };
        found.push((key, text));
    }
}

/// Writes a value; the key before which none is left is written twice.
fn write(json: &Value, (left, doubled): (&mut usize, &mut Option<String>), text: &mut String) {
    match json {
        Value::Object(fields) => {
            text.push('{');
            for (place, (key, value)) in fields.iter().enumerate() {
                text.push_str(if place == 0 { "" } else { "," });
                let named = format!("{}:", Value::from(key.as_str()));
                if doubled.is_none() && *left == 0 {
                    *doubled = Some(key.clone());
                    text.push_str(&[&named, value.to_string().as_str(), ","].concat());
                }
                *left = left.saturating_sub(1);
                text.push_str(&named);
                write(value, (left, doubled), text);
            }
            text.push('}');
        }
        Value::Array(values) => {
            text.push('[');
            for (place, value) in values.iter().enumerate() {
                text.push_str(if place == 0 { "" } else { "," });
                write(value, (left, doubled), text);
            }
            text.push(']');
        }
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => text.push_str(&json.to_string()),
    }
}
