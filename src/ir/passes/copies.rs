//! Copies read through: within a block, a reader of a copy reads the original instead. A result that is a copy is asked of the original.

use super::super::{Instruction, Operand, Register, flow, renumber};
use super::draft::Draft;
use crate::ir::liveness;

/// What was copied into a register, and when each was written.
#[derive(Clone, Copy)]
struct Copied {
    from: Operand,
    when: usize,
}

/// Reads through copies.
pub fn read_through(draft: &mut Draft) {
    let leaders = liveness::leaders(&draft.program);
    let registers = draft.program.registers.len();
    let mut written = vec![0_usize; registers];
    let mut copied: Vec<Option<Copied>> = vec![None; registers];
    let mut entered = 0;
    for (at, leads) in leaders.into_iter().enumerate() {
        // Times are counted from 1: 0 is before the program.
        let now = at + 1;
        if leads {
            entered = now;
        }
        let instruction = &mut draft.program.code[at];
        renumber::operands(instruction, &mut |operand| {
            if let Some(from) = source(*operand, &copied, &written, entered) {
                *operand = from;
            }
        });
        flow::writes(instruction, &mut |Register(register)| written[register as usize] = now);
        if let Instruction::Copy { into: Register(into), from } = instruction {
            copied[*into as usize] = Some(Copied { from: *from, when: now });
        }
    }
    if draft.has_one_end() {
        for result in &mut draft.program.results {
            let from = source(Operand::Register(result.register), &copied, &written, entered);
            result.register = from.and_then(Operand::register).unwrap_or(result.register);
        }
    }
}

/// What an operand was copied from, if both are as they were then.
fn source(operand: Operand, copied: &[Option<Copied>], written: &[usize], entered: usize) -> Option<Operand> {
    let place = operand.register()?.0 as usize;
    let Copied { from, when } =
        copied[place].filter(|copied| copied.when >= entered && copied.when == written[place])?;
    let unchanged = from.register().is_none_or(|from| written[from.0 as usize] < when);
    unchanged.then_some(from)
}
