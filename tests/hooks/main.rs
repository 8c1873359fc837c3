//! House rules in Rhai: what they may do, what they are told, and what they cannot do however hard they try.
#![cfg(feature = "rhai")]

mod answers;
mod generated;
mod grown;
mod hostile;
mod mistakes;
mod soup;
#[path = "../oracle/tape.rs"]
mod tape;

use assize::engine::{Argument, Change, Complaint, Limits};
use assize::hook_rhai::reader;

/// Reads a text and calls its first function with as many noughts as it has parameters.
fn call(text: &str, limits: Limits) -> Result<Change, Complaint> {
    let functions = reader(limits)("rule.rhai", text)?;
    let Some(first) = functions.declared().into_iter().next() else { return Ok(Change::default()) };
    functions.call(0, &vec![Argument::Number(0); first.parameters.len()])
}

/// Reads a text and calls its first function with these arguments.
fn call_with(text: &str, arguments: &[Argument]) -> Result<Change, Complaint> {
    reader(Limits::default())("rule.rhai", text)?.call(0, arguments)
}
