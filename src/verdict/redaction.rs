//! For whom a run tells what it tells.

use super::Visibility;
use crate::ir::secrecy::Secret;
use crate::ir::{Address, Instruction, Operand, Part, Program, Register, Trace, flow};
use crate::machine::Told;

/// For whom a register's value is.
pub(super) fn register(program: &Program, register: Register) -> Visibility {
    Visibility::from(program.secrecy.of(Operand::Register(register)))
}

/// For whom everything is that an instruction reads.
pub(crate) fn instruction(program: &Program, at: Address) -> Visibility {
    let mut secret = program.secrecy.at(at);
    if let Some(instruction) = program.code.get(at.0 as usize) {
        flow::operands(instruction, &mut |operand| secret = secret.max(program.secrecy.of(operand)));
    }
    Visibility::from(secret)
}

/// For whom something told by the instruction at `at` is.
pub(super) fn event(program: &Program, told: &Told<'_>, at: Address) -> Visibility {
    let called = match program.code.get(at.0 as usize) {
        Some(Instruction::Call { arguments, .. }) => program.secrecy.of_any(arguments.iter().copied()),
        _ => None,
    };
    Visibility::from(program.secrecy.at(at).max(values(program, told)).max(called))
}

/// For whom it is what the instruction at `at` tells of a value.
pub(super) fn value(program: &Program, operand: Operand, at: Address) -> Visibility {
    Visibility::from(program.secrecy.at(at).max(program.secrecy.of(operand)))
}

/// For whom a part of a sum is.
pub(super) fn part(program: &Program, part: &Part) -> Visibility {
    Visibility::from(program.secrecy.of_any([part.value, part.if_known]))
}

/// For whom the total is with which a ladder was resolved.
pub(super) fn total(program: &Program, told: &Told<'_>, at: Address) -> Visibility {
    let operand = match (told, program.code.get(at.0 as usize)) {
        (Told::Trace(Trace::Resolved { total, .. }), _) | (_, Some(Instruction::Resolve { total, .. })) => *total,
        _ => Operand::Unreached,
    };
    Visibility::from(program.secrecy.of(operand))
}

fn values(program: &Program, told: &Told<'_>) -> Option<Secret> {
    let secrecy = &program.secrecy;
    match told {
        Told::Rolled { roll, .. } => secrecy.of_any(roll.dice.iter().flat_map(|term| [term.count, term.sides])),
        Told::Chosen { choose, .. } => secrecy.of(Operand::Register(choose.into)),
        Told::Trace(Trace::Sum { total, rows, .. }) => {
            let rows = rows.iter().map(|row| row.value);
            secrecy.of_any(rows.chain([Operand::Register(*total)]))
        }
        Told::Trace(Trace::Computed { value, decided: false, .. }) => secrecy.of(Operand::Register(*value)),
        Told::Trace(Trace::Signal { arguments, .. }) => secrecy.of_any(arguments.iter().map(|(_, value, _)| *value)),
        Told::Trace(Trace::Changed { before, after, .. }) => secrecy.of_any([*before, *after]),
        Told::Trace(Trace::Cut { kept, slots, achieved, .. }) => {
            let slots = slots.iter().flat_map(|slot| [slot.first, slot.last]);
            let achieved = achieved.iter().flat_map(|one| [one.planned, one.achieved]);
            secrecy.of_any(slots.chain(achieved).chain([*kept]))
        }
        _ => None,
    }
}
