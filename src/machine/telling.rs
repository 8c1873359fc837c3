//! The cost of reporting: a run may report only so much, and reporting takes steps.

use super::{Bounds, FaultKind, State, Told};
use crate::ir::{Operand, PlanPoint, Register, Trace, TraceRow, Value, Wording};
use crate::shared_text::SharedText;

/// So many bytes of text are told in a step.
const TEXT_A_STEP: u64 = 64;

/// What holding one event takes, or one row or part of one, whatever stands in it; in bytes.
const EACH: u64 = 128;

/// What holding one die takes, in bytes.
const DIE: u64 = 32;

/// What holding one point of a plan takes, in bytes.
const POINT: u64 = 48;

/// More points of one plan are told by nobody.
const MOST_POINTS: u64 = 1_000;

/// How much of a run has been told.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Telling {
    events: u64,
    bytes: u64,
}

impl Telling {
    /// Counts one thing before it is told.
    pub(super) fn tell(&mut self, told: &Told<'_>, state: &State, bounds: &Bounds) -> Result<(), FaultKind> {
        self.events = self.events.saturating_add(1);
        self.bytes = self.bytes.saturating_add(size(told, state));
        if self.events > bounds.events {
            return Err(FaultKind::Events { limit: bounds.events });
        }
        if self.bytes > bounds.output {
            return Err(FaultKind::Output { limit: bounds.output });
        }
        Ok(())
    }
}

/// The steps that telling of a trace takes, for its texts.
pub(super) fn steps(trace: &Trace) -> u64 {
    text_of(trace) / TEXT_A_STEP
}

/// About how many bytes it takes to hold what is told.
fn size(told: &Told<'_>, state: &State) -> u64 {
    let more = match told {
        Told::Trace(Trace::Cut { slots, achieved, .. }) => {
            POINT * points(slots, state) + EACH * (slots.len() + achieved.len()) as u64
        }
        Told::Trace(trace) => text_of(trace) + EACH * rows_of(trace),
        Told::Rolled { faces, roll, .. } => DIE * faces.len() as u64 + roll.path.len() as u64,
        Told::Resolved { path, .. } | Told::Drawn { path, .. } => path.len() as u64,
        Told::Called { called, arguments, path, .. } => {
            let words = called.notes.iter().chain(called.added.iter().map(|(_, why)| why));
            let words: usize = words.map(String::len).sum();
            let each = called.notes.len() + called.added.len() + arguments.len();
            (words + path.len()) as u64 + EACH * each as u64
        }
        Told::Chosen { choose, .. } => choose.path.len() as u64,
    };
    EACH.saturating_add(more)
}

/// How many rows a trace has, and parts in them.
fn rows_of(trace: &Trace) -> u64 {
    let row = |row: &TraceRow| 1 + row.parts.len() + row.reads.len();
    match trace {
        Trace::Sum { rows, .. } => rows.iter().map(row).sum::<usize>() as u64,
        Trace::Signal { arguments, .. } => arguments.len() as u64,
        Trace::Totalled { terms, reads, .. } => (terms.len() + reads.len()) as u64,
        Trace::Resolved { reads, .. } | Trace::Changed { reads, .. } => reads.len() as u64,
        Trace::Order { turns } => turns.iter().map(|turn| 1 + turn.keys.len() + turn.reads.len()).sum::<usize>() as u64,
        Trace::Begin { .. }
        | Trace::End { .. }
        | Trace::Step { .. }
        | Trace::Period { .. }
        | Trace::Computed { .. }
        | Trace::Chosen { .. }
        | Trace::Cut { .. }
        | Trace::Meaning { .. }
        | Trace::Stop { .. }
        | Trace::Said { .. }
        | Trace::Reason { .. }
        | Trace::Note { .. }
        | Trace::Reveal { .. }
        | Trace::Reached { .. }
        | Trace::ReachedLevel { .. } => 0,
    }
}

/// How many points a plan has, each of which is told.
fn points(slots: &[PlanPoint], state: &State) -> u64 {
    let of_slot = |slot: &PlanPoint| {
        let (Some(first), Some(last)) = (value(slot.first, state), value(slot.last, state)) else { return 0 };
        if last < first { 0 } else { last.abs_diff(first).saturating_add(1) }
    };
    slots.iter().map(of_slot).fold(0, u64::saturating_add).min(MOST_POINTS)
}

fn value(operand: Operand, state: &State) -> Value {
    match operand {
        Operand::Value(number) => Some(number),
        Operand::Register(Register(place)) => state.registers.get(place as usize).copied().flatten(),
        Operand::Unreached => None,
    }
}

/// How long the texts are that a script has put into what is told, in bytes.
fn text_of(trace: &Trace) -> u64 {
    let long = |text: &Option<SharedText>| text.as_ref().map_or(0, SharedText::len);
    let bytes = match trace {
        Trace::Note { text } => text.len(),
        Trace::Chosen { question, .. } => question.len(),
        Trace::Said { text, .. } | Trace::Reason { text, .. } => text.len(),
        Trace::Begin { text, .. } => long(text),
        Trace::Changed { about, why, .. } => about.len() + why.len(),
        Trace::Stop { why, .. } => why.len(),
        Trace::Meaning { texts, .. } => texts.iter().flatten().map(Wording::len).sum(),
        Trace::Sum { rows, .. } => rows.iter().flat_map(|row| &row.parts).map(|part| long(&part.text)).sum(),
        Trace::Reveal { what, .. } => what.len(),
        // Their texts are names, which are short, or numbers.
        Trace::End { .. }
        | Trace::Step { .. }
        | Trace::Period { .. }
        | Trace::Order { .. }
        | Trace::Totalled { .. }
        | Trace::Resolved { .. }
        | Trace::Computed { .. }
        | Trace::Cut { .. }
        | Trace::Reached { .. }
        | Trace::ReachedLevel { .. }
        | Trace::Signal { .. } => 0,
    };
    bytes as u64
}
