//! Which registers contain what dice, cards and ladders have shown, or values computed from them.

use std::collections::BTreeSet;

use super::super::{Instruction, Method, Program, Register, flow};

/// All registers that may hold something of what has fallen, wherever the program writes them.
pub fn fallen(program: &Program) -> BTreeSet<Register> {
    let mut fallen = BTreeSet::new();
    // What is computed in a loop may come before that from which it is computed.
    loop {
        let before = fallen.len();
        for instruction in &program.code {
            if hangs_on(&fallen, instruction) {
                flow::writes(instruction, &mut |register| {
                    fallen.insert(register);
                });
            }
        }
        if fallen.len() == before {
            return fallen;
        }
    }
}

/// Whether something falls in an instruction, or it reads what has fallen.
fn hangs_on(fallen: &BTreeSet<Register>, instruction: &Instruction) -> bool {
    let resolves = if let Instruction::Resolve { method, .. } = instruction { Some(method) } else { None };
    let falls = matches!(instruction, Instruction::Roll(_) | Instruction::Draw { .. })
        || resolves.is_some_and(|method| !matches!(method, Method::Automatic(_)));
    falls || reads(instruction, fallen)
}

/// Whether an instruction reads one of these registers.
fn reads(instruction: &Instruction, registers: &BTreeSet<Register>) -> bool {
    let mut reads = false;
    flow::operands(instruction, &mut |operand| {
        reads |= operand.register().is_some_and(|register| registers.contains(&register));
    });
    reads
}
