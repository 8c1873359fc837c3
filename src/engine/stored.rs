//! Programs that were compiled earlier, and stored.

use std::sync::Arc;

use serde::de::IgnoredAny;
use serde::{Deserialize, Serialize};

use super::encounter::Encounter;
use super::failure::Failure;
use super::houses::Houses;
use super::limits::Limits;
use super::setup::Engine;
use crate::allowance::{Allowance, Exhausted};
use crate::diagnostic::{Diagnostic, clean, codes};
use crate::ir::{FORMAT, Program, invariants};
use crate::json_keys::doubled;
use crate::source::outline::Outline;
use crate::source::{SourceMap, Span};

/// So many bytes a stored program may have for each instruction that the limits allow it; those of the shipped encounters
/// have less than half of it.
const BYTES_OF_ONE: usize = 256;

/// So many bytes it may have for each byte of the texts it was made of, whose lines it knows.
const BYTES_OF_TEXT: usize = 8;

/// So many of its bytes are read in a step.
const BYTES_A_STEP: usize = 16;

/// What a stored program is read for first: one of another format need not even have the same fields.
#[derive(Deserialize)]
struct Form {
    format: Option<u64>,
    program: Option<IgnoredAny>,
}

/// A program, and where its lines stand in the texts it was made of.
#[derive(Serialize, Deserialize)]
struct Stored {
    format: u32,
    program: Program,
    texts: Vec<Outline>,
}

impl Encounter {
    /// Its program as JSON, for [`Engine::load_program`]. It has the names and the lines of the texts, but not their
    /// words beyond those that a verdict shows. `None` if there is no scene to run.
    ///
    /// ```
    /// use assize::Engine;
    ///
    /// let encounter = Engine::default().compile("night.asz", "note \"a knock\"")?;
    /// assert!(encounter.stored().is_some_and(|json| json.contains("a knock")));
    /// # Ok::<(), assize::Failure>(())
    /// ```
    pub fn stored(&self) -> Option<String> {
        let program = self.program()?.clone();
        let stored = Stored { format: program.format, program, texts: self.sources.outlines() };
        serde_json::to_string(&stored).ok()
    }
}

/// A program as JSON, which each has; without places.
pub(super) fn written(program: &Program) -> Vec<u8> {
    serde_json::to_vec(program).unwrap_or_default()
}

impl Engine {
    /// A program that was compiled before and [stored](Encounter::stored). It is held to the limits of this engine, cancelled
    /// with it, and the same host answers its functions. It has no texts, and so no expectations and no questions
    /// about odds; but it says where its lines were. A bare [`Program`] as JSON is accepted too, without places.
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
    /// When it is not a program, has another format, could not come from a compiler, or is larger than the limits of the engine
    /// allow; a text of more than 256 bytes for each of [`Limits::program`] and 8 for each of [`Limits::source`] is not even
    /// read.
    pub fn load_program(&self, json: &str) -> Result<Encounter, Failure> {
        let allowance = Allowance::new(self.limits.work, self.cancel.clone());
        may_read(json, &self.limits)?;
        spend(&allowance, json.len() / BYTES_A_STEP)?;
        let Stored { program, texts, .. } = read(json)?;
        let sources = SourceMap::of_outlines(&texts, self.limits.source.saturating_mul(2));
        let sources = sources.ok_or_else(|| refused("the texts of this program are longer than the limit"))?;
        if crate::ir::lower::size(&program) > self.limits.program {
            return Err(refused(format!("this program is larger than {}", self.limits.program)));
        }
        check(&program, &allowance)?;
        let houses = Houses::of(self.bounds(&allowance), self.limits.operations_in_all, Arc::clone(&self.host));
        Ok(Encounter { sources, houses, limits: self.limits, ..Encounter::of(program) })
    }
}

/// Refuses a text that is too long to be read.
fn may_read(json: &str, limits: &Limits) -> Result<(), Failure> {
    let most = limits.program.saturating_mul(BYTES_OF_ONE);
    let most = most.saturating_add(limits.source.saturating_mul(BYTES_OF_TEXT));
    if json.len() <= most {
        return Ok(());
    }
    let message = format!("this stored program is longer than {most} bytes");
    let help = "allow a larger program, with `Limits::program`, or store one of a shorter script";
    Err(Diagnostic::placeless(codes::FORMAT, message).help(help).into())
}

fn spend(allowance: &Allowance, steps: usize) -> Result<(), Failure> {
    allowance.spend(steps as u64).map_err(exhausted)
}

/// What was not read to its end has no places yet.
fn exhausted(why: Exhausted) -> Failure {
    match why {
        Exhausted::CalledOff => Diagnostic::exhausted(why, Span::default()).into(),
        Exhausted::Work { limit } => refused(format!("this program takes more than {limit} steps to read")),
    }
}

/// Refuses a program that no compiler would make.
fn check(program: &Program, allowance: &Allowance) -> Result<(), Failure> {
    match invariants::check_within(program, allowance).map_err(exhausted)?.first() {
        Some(first) => Err(refused(format!("this program is invalid: {first}"))),
        None => Ok(()),
    }
}

/// A stored program of this format.
fn read(json: &str) -> Result<Stored, Failure> {
    let senseless = |error: serde_json::Error| {
        let twice = doubled(&mut serde_json::Deserializer::from_str(json));
        let why = twice.map(|key| format!("the key `{}` is written twice in one object", clean::short(&key, 60)));
        refused(format!("this is not a stored program: {}", why.unwrap_or_else(|| error.to_string())))
    };
    let form: Form = serde_json::from_str(json).map_err(senseless)?;
    if form.format.is_some_and(|format| format != u64::from(FORMAT)) {
        return Err(refused(other_format(form.format)));
    }
    let stored: Stored = if form.program.is_some() {
        serde_json::from_str(json).map_err(senseless)?
    } else {
        let program: Program = serde_json::from_str(json).map_err(senseless)?;
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
    format!("this program is in format {found}; this version reads only format {FORMAT}")
}
