//! Instructions put into a program before others.

use super::{Address, Instruction, Program};
use crate::source::Span;

/// Lets a program begin with a copy of another instruction, and go on behind that one. Whatever leads to an instruction leads there
/// still, and never to the copy.
pub fn begin_with(program: &mut Program, at: Address) {
    let Some(first) = program.code.get(at.0 as usize).cloned() else { return };
    let begun = [first, Instruction::Jump { to: Address(at.0 + 1) }];
    let count = 2;
    program.spans.splice(0..0, begun.iter().map(|_| Span::default()));
    program.code.splice(0..0, begun);
    for instruction in &mut program.code {
        if let Instruction::Jump { to }
        | Instruction::Unless { to, .. }
        | Instruction::Aside { over: to }
        | Instruction::Resolve { after: to, .. } = instruction
        {
            to.0 += count;
        }
    }
    for veil in &mut program.secrecy.veils {
        veil.first.0 += count;
        veil.end.0 += count;
    }
}

/// Puts instructions before another one. Whatever leads to that one comes to them first. Where they lead themselves is said as if they
/// stood there already, but for the place behind a result, which lies in the program as it is.
pub fn insert(program: &mut Program, at: Address, mut code: Vec<Instruction>) {
    let count = u32::try_from(code.len()).unwrap_or(u32::MAX);
    let moved = |to: &mut Address, from: u32| {
        if to.0 >= from {
            to.0 += count;
        }
    };
    for instruction in &mut program.code {
        if let Instruction::Jump { to }
        | Instruction::Unless { to, .. }
        | Instruction::Aside { over: to }
        | Instruction::Resolve { after: to, .. } = instruction
        {
            moved(to, at.0 + 1);
        }
    }
    for instruction in &mut code {
        if let Instruction::Resolve { after, .. } = instruction {
            moved(after, at.0 + 1);
        }
    }
    for veil in &mut program.secrecy.veils {
        moved(&mut veil.first, at.0 + 1);
        moved(&mut veil.end, at.0 + 1);
    }
    let span = program.spans.get(at.0 as usize).copied().unwrap_or_default();
    let place = (at.0 as usize).min(program.code.len());
    program.spans.splice(place..place, code.iter().map(|_| span));
    program.code.splice(place..place, code);
}
