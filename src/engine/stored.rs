//! Programs that were compiled before, and stored.

use super::encounter::Encounter;
use super::failure::Failure;
use super::setup::Engine;
use crate::diagnostic::{Diagnostic, codes};
use crate::ir::{FORMAT, Program};

impl Engine {
    /// A program that was compiled before and stored as JSON. It has no texts, and so no expectations.
    ///
    /// # Errors
    /// When it is no program, or one of another format.
    pub fn load_program(json: &str) -> Result<Encounter, Failure> {
        let refuse = |why: String| Failure::from(Diagnostic::placeless(codes::FORMAT, why));
        // The format is asked first: a program of another format need not even have the same fields.
        let stored: serde_json::Value =
            serde_json::from_str(json).map_err(|error| refuse(format!("this is no stored program: {error}")))?;
        let format = stored.get("format").and_then(serde_json::Value::as_u64);
        if format.is_some_and(|format| format != u64::from(FORMAT)) {
            return Err(refuse(other_format(format)));
        }
        let program: Program =
            serde_json::from_value(stored).map_err(|error| refuse(format!("this is no stored program: {error}")))?;
        program.check_format().map_err(refuse)?;
        Ok(Encounter::of(program))
    }
}

fn other_format(format: Option<u64>) -> String {
    let found = format.unwrap_or_default();
    format!("this program is of format {found}, and this version reads format {FORMAT} only")
}
