//! Who may see each reported event. A new kind of event does not compile until this is decided here.

use super::Visibility;
use crate::ir::{Address, Instruction, Operand, Part, Program, Register, Trace, flow};
use crate::machine::Told;

/// For whom a register's value is.
pub(super) fn register(program: &Program, register: Register) -> Visibility {
    program.secrecy.of(Operand::Register(register))
}

/// For whom everything is that an instruction reads.
pub(crate) fn instruction(program: &Program, at: Address) -> Visibility {
    let mut visibility = program.secrecy.at(at);
    if let Some(instruction) = program.code.get(at.0 as usize) {
        let mut read = |operand| visibility = visibility.max(program.secrecy.of(operand));
        flow::operands(instruction, &mut read);
        flow::told(instruction, &mut read);
    }
    visibility
}

/// For whom something told by the instruction at `at` is.
pub(super) fn event(program: &Program, told: &Told<'_>, at: Address) -> Visibility {
    let told = match told {
        Told::Trace(trace) => traced(program, trace),
        Told::Rolled { roll, .. } => program.secrecy.of_any(roll.dice.iter().flat_map(|term| [term.count, term.sides])),
        Told::Chosen { choose, .. } => register(program, choose.into),
        // It tells all that the function was handed.
        Told::Called { .. } => instruction(program, at),
        // The level that comes out and the card that comes up are for all, unless everything is hidden around them.
        Told::Resolved { .. } | Told::Drawn { .. } => Visibility::All,
    };
    program.secrecy.at(at).max(told)
}

/// For whom it is what the instruction at `at` tells of a value.
pub(super) fn value(program: &Program, operand: Operand, at: Address) -> Visibility {
    program.secrecy.at(at).max(program.secrecy.of(operand))
}

/// For whom a part of a sum is.
pub(super) fn part(program: &Program, part: &Part) -> Visibility {
    let level = part.level.map(|(level, _)| level);
    program.secrecy.of_any([part.value, part.if_known].into_iter().chain(level))
}

/// For whom the total is with which the instruction at `at` resolves a ladder.
pub(super) fn resolved_total(program: &Program, at: Address) -> Visibility {
    // Nobody knows what total anything else would have.
    let Some(Instruction::Resolve { total, .. }) = program.code.get(at.0 as usize) else { return Visibility::Gm };
    program.secrecy.of(*total)
}

/// For whom a trace is, by the values it tells.
fn traced(program: &Program, trace: &Trace) -> Visibility {
    let secrecy = &program.secrecy;
    match trace {
        Trace::Sum { total, rows, .. } => {
            let levels = rows.iter().filter_map(|row| row.level).map(|(level, _)| level);
            let values = rows.iter().map(|row| row.value);
            secrecy.of_any(values.chain(levels).chain([Operand::Register(*total)]))
        }
        Trace::Totalled { value, terms, .. } => secrecy.of_any(terms.iter().map(|term| term.value).chain([*value])),
        Trace::Computed { value, decided: false, .. } | Trace::Chosen { value, .. } => register(program, *value),
        Trace::Order { turns } => {
            let places = turns.iter().map(|turn| Operand::Register(turn.place));
            secrecy.of_any(places.chain(turns.iter().flat_map(|turn| turn.keys.iter().copied())))
        }
        Trace::Changed { before, after, .. } => secrecy.of_any([*before, *after]),
        Trace::Cut { kept, slots, achieved, .. } => {
            let slots = slots.iter().flat_map(|slot| [slot.first, slot.last]);
            let achieved = achieved.iter().flat_map(|one| [one.planned, one.achieved]);
            secrecy.of_any(slots.chain(achieved).chain([*kept]))
        }
        Trace::Meaning { level, .. } => register(program, *level),
        Trace::ReachedLevel { level, .. } => secrecy.of(*level),
        Trace::Reason { value, .. } => secrecy.of(*value),
        Trace::Signal { arguments, .. } => secrecy.of_any(arguments.iter().map(|(_, value, _)| *value)),
        // What comes out in the end is for all; the total of a ladder says for itself for whom it is. The others tell no
        // values, but words of the script, which hides them as whole lines.
        Trace::Computed { decided: true, .. }
        | Trace::Resolved { .. }
        | Trace::Begin { .. }
        | Trace::End { .. }
        | Trace::Step { .. }
        | Trace::Period { .. }
        | Trace::Stop { .. }
        | Trace::Said { .. }
        | Trace::Reached { .. }
        | Trace::Note { .. }
        | Trace::Reveal { .. } => Visibility::All,
    }
}
