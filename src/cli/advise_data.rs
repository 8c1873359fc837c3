//! Advice for programs: one JSON object per line.

use crate::diagnostic::clean;
use crate::engine::Advice;
use crate::protocol::ToldAdvice;

/// What `advise --format json` prints.
pub(super) fn schema() -> serde_json::Value {
    let mut schema = schemars::schema_for!(ToldAdvice).to_value();
    schema["$id"] = "urn:assize:advice:1".into();
    schema["title"] = "the line of `assize advise --format json`".into();
    schema
}

/// Advice as a JSON object on a line.
pub(super) fn json(advice: &Advice) -> String {
    // Plain strings always have a JSON form.
    clean::json(serde_json::to_string(&ToldAdvice::from(advice)).unwrap_or_default() + "\n")
}
