//! Programs that were compiled before, and stored.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::encounter::Encounter;
use super::failure::Failure;
use super::houses::Houses;
use super::setup::Engine;
use crate::allowance::Allowance;
use crate::diagnostic::{Diagnostic, codes};
use crate::ir::{FORMAT, Program};
use crate::source::SourceMap;
use crate::source::outline::Outline;

/// A program, and where its lines stand in the texts it was made of.
#[derive(Serialize, Deserialize)]
struct Stored {
    format: u32,
    program: Program,
    texts: Vec<Outline>,
}

impl Encounter {
    /// Its program as JSON, for [`Engine::load_program`]. It holds the names and the lines of the texts, but not their
    /// words beyond those that a verdict shows. `None` when there is no scene to run.
    pub fn stored(&self) -> Option<String> {
        let program = self.program()?.clone();
        let stored = Stored { format: program.format, program, texts: self.sources.outlines() };
        serde_json::to_string(&stored).ok()
    }
}

impl Engine {
    /// A program that was compiled before and [stored](Encounter::stored). It is held to the limits of this engine, called
    /// off with it, and its functions are answered by the same host. It has no texts, and so no expectations and no questions
    /// about odds; but it says where its lines stood. A bare [`Program`] as JSON is taken as well, without places.
    ///
    /// ```
    /// use assize::{Answers, Engine, Limits};
    ///
    /// let encounter = Engine::default().compile("night.asz", "note \"a knock\"\nnote \"another\"")?;
    /// let stored = encounter.stored().expect("there is a scene");
    /// let careful = Engine::default().limits(Limits::untrusted().events(1));
    /// let stopped = careful.load_program(&stored)?.adjudicate(Answers::deliberate()).unwrap_err();
    /// assert!(stopped.to_string().starts_with("night.asz:2:1: error[AZ703]"));
    /// # Ok::<(), assize::Failure>(())
    /// ```
    ///
    /// # Errors
    /// When it is no program, one of another format, or larger than the limits of the engine allow.
    pub fn load_program(&self, json: &str) -> Result<Encounter, Failure> {
        let Stored { program, texts, .. } = read(json)?;
        let sources = SourceMap::of_outlines(&texts, self.limits.source.saturating_mul(2));
        let sources = sources.ok_or_else(|| refused("the texts of this program are longer than the limit"))?;
        if crate::ir::lower::size(&program) > self.limits.program {
            return Err(refused(format!("this program is larger than {}", self.limits.program)));
        }
        let allowance = Allowance::new(self.limits.work, self.cancel.clone());
        let houses = Houses::of(self.bounds(&allowance), self.limits.operations_in_all, Arc::clone(&self.host));
        Ok(Encounter { sources, houses, limits: self.limits, ..Encounter::of(program) })
    }
}

/// A stored program of this format.
fn read(json: &str) -> Result<Stored, Failure> {
    let senseless = |error| refused(format!("this is no stored program: {error}"));
    // The format is asked first: a program of another format need not even have the same fields.
    let value: serde_json::Value = serde_json::from_str(json).map_err(senseless)?;
    let format = value.get("format").and_then(serde_json::Value::as_u64);
    if format.is_some_and(|format| format != u64::from(FORMAT)) {
        return Err(refused(other_format(format)));
    }
    let stored: Stored = if value.get("program").is_some() {
        serde_json::from_value(value).map_err(senseless)?
    } else {
        let program: Program = serde_json::from_value(value).map_err(senseless)?;
        Stored { format: program.format, program, texts: Vec::new() }
    };
    stored.program.check_format().map_err(refused)?;
    Ok(stored)
}

fn refused(why: impl Into<String>) -> Failure {
    Failure::from(Diagnostic::placeless(codes::FORMAT, why))
}

fn other_format(format: Option<u64>) -> String {
    let found = format.unwrap_or_default();
    format!("this program is of format {found}, and this version reads format {FORMAT} only")
}
