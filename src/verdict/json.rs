//! The verdict for programs, and the schema it keeps to.

use super::Verdict;

/// The verdict as JSON, indented; it keeps to [`schema`].
pub fn json(verdict: &Verdict) -> String {
    // Plain strings and numbers always have a JSON form.
    let mut text = serde_json::to_string_pretty(verdict).unwrap_or_default();
    text.push('\n');
    text
}

/// The JSON schema of a verdict.
pub fn schema() -> serde_json::Value {
    schemars::schema_for!(Verdict).to_value()
}
