//! The results of a program that are levels, by the names under which questions ask for them.

use smol_str::ToSmolStr;

use crate::ir::{Instruction, Program, Register, Scale, Shape, Trace};
use crate::shared_text::SharedText;
use crate::source::Span;

/// A result that is a level.
#[derive(Clone, Copy, Debug)]
pub(super) struct Levelled<'p> {
    /// How it is read: `slip.outcome`.
    pub(super) path: &'p str,
    pub(super) register: Register,
    pub(super) scale: &'p Scale,
    /// The line that brings it to a level.
    pub(super) span: Span,
}

/// Whatever comes to a level and is wanted; each path once.
pub(super) fn levelled_paths(program: &Program, wanted: impl Fn(&str) -> bool) -> Vec<Levelled<'_>> {
    let mut found: Vec<Levelled<'_>> = Vec::new();
    for (instruction, span) in program.code.iter().zip(&program.spans) {
        let Some((path, register, scale)) = levelled(instruction, program) else { continue };
        if let Some(scale) = program.scales.get(scale as usize)
            && wanted(path)
            && !found.iter().any(|known| known.path == path)
        {
            found.push(Levelled { path, register, scale, span: *span });
        }
    }
    found
}

/// Whether something of this name comes to a level, or has a part that does. What comes to a number is asked for as one, even where
/// its numbers are levels of a ladder.
pub(super) fn has_levels(program: &Program, name: &str) -> bool {
    let paths = program.code.iter().filter_map(|instruction| levelled(instruction, program));
    let is_number = |scale: u32| program.scales.get(scale as usize).is_some_and(|scale| scale.numbers.is_some());
    paths.into_iter().any(|(path, _, scale)| is_within(name, path) && !(path == name && is_number(scale)))
}

/// Whether a path is this name, or a part of what has the name.
pub(super) fn is_within(name: &str, path: &str) -> bool {
    path.strip_prefix(name).is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
}

/// The levels of a scale, lowest first, each with what a register holds that has reached it.
pub(super) fn levels(scale: &Scale) -> Vec<(SharedText, i64)> {
    match &scale.numbers {
        Some(numbers) => numbers.iter().map(|number| (number.to_smolstr(), *number)).collect(),
        None => scale.levels.iter().cloned().zip(0..).collect(),
    }
}

/// What an instruction brings to a level: its path and the scale.
fn levelled<'p>(instruction: &'p Instruction, program: &'p Program) -> Option<(&'p str, Register, u32)> {
    match instruction {
        Instruction::Resolve { into, scale, path, .. } => Some((path, *into, *scale)),
        Instruction::Trace(trace) => match program.traces.get(*trace as usize)? {
            Trace::Computed { path, value, .. } => {
                let Shape::Level(scale) = program.registers.get(value.0 as usize)?.shape else { return None };
                Some((path, *value, scale))
            }
            Trace::Begin { .. }
            | Trace::End { .. }
            | Trace::Step { .. }
            | Trace::Period { .. }
            | Trace::Order { .. }
            | Trace::Sum { .. }
            | Trace::Totalled { .. }
            | Trace::Resolved { .. }
            | Trace::Chosen { .. }
            | Trace::Changed { .. }
            | Trace::Cut { .. }
            | Trace::Meaning { .. }
            | Trace::Stop { .. }
            | Trace::Said { .. }
            | Trace::Reason { .. }
            | Trace::Reached { .. }
            | Trace::ReachedLevel { .. }
            | Trace::Note { .. }
            | Trace::Signal { .. }
            | Trace::Reveal { .. } => None,
        },
        Instruction::Copy { .. }
        | Instruction::Clear { .. }
        | Instruction::Unary { .. }
        | Instruction::Binary { .. }
        | Instruction::Lookup { .. }
        | Instruction::Band { .. }
        | Instruction::Jump { .. }
        | Instruction::Unless { .. }
        | Instruction::Aside { .. }
        | Instruction::Roll(_)
        | Instruction::Draw { .. }
        | Instruction::Shuffle { .. }
        | Instruction::Choose(_)
        | Instruction::Call { .. }
        | Instruction::Refuse { .. }
        | Instruction::Done => None,
    }
}
