//! Branches that decide only about what nobody reads, with those of whole loops. That a loop ends has to be known already: without
//! its branches nobody would find out that it does not.

use super::super::liveness::Flow;
use super::super::{Address, Instruction, Program};
use super::control::Control;
use super::draft::Draft;

/// Lets each such branch lead to where all its ways meet; whether there was any.
pub fn leave_out(draft: &mut Draft) -> bool {
    let idle = idle(&draft.program, &draft.droppable);
    for (at, to) in &idle {
        draft.program.code[*at] = Instruction::Jump { to: *to };
    }
    !idle.is_empty()
}

/// A branch at the end of a block, and where its ways meet.
struct Branch {
    block: usize,
    to: Address,
    is_needed: bool,
}

/// The branches that nothing needs, and where their ways meet. At first none is needed; then each that decides whether something
/// is done that is needed.
fn idle(program: &Program, droppable: &[bool]) -> Vec<(usize, Address)> {
    let mut flow = Flow::new(program, droppable);
    let Some(control) = Control::of(program, &flow) else { return Vec::new() };
    let mut branches: Vec<Option<Branch>> =
        (0..flow.blocks.len()).map(|block| branch(program, &flow, &control, block)).collect();
    for branch in branches.iter().flatten() {
        flow.may_drop(flow.blocks[branch.block].end - 1, true);
    }
    flow.settle();
    loop {
        let mut open = busy(program, &flow);
        let mut any = false;
        while let Some(block) = open.pop() {
            for decider in control.deciders(block) {
                if let Some(branch) = branches[*decider].as_mut().filter(|branch| !branch.is_needed) {
                    branch.is_needed = true;
                    flow.may_drop(flow.blocks[*decider].end - 1, false);
                    open.push(*decider);
                    any = true;
                }
            }
        }
        if !any {
            break;
        }
        flow.settle();
    }
    let left = branches.into_iter().flatten().filter(|branch| !branch.is_needed);
    left.map(|branch| (flow.blocks[branch.block].end - 1, branch.to)).collect()
}

/// The branch at the end of a block, if its ways meet before the end.
fn branch(program: &Program, flow: &Flow<'_>, control: &Control, block: usize) -> Option<Branch> {
    let Instruction::Unless { .. } = program.code[flow.blocks[block].end - 1] else { return None };
    let start = flow.blocks[control.behind(block)?].start;
    Some(Branch { block, to: Address(u32::try_from(start).ok()?), is_needed: false })
}

/// The blocks in which something is done that is needed.
fn busy(program: &Program, flow: &Flow<'_>) -> Vec<usize> {
    let mut is_busy = vec![false; program.code.len()];
    flow.each_after(&mut |at, live| {
        is_busy[at] = !matches!(program.code[at], Instruction::Jump { .. }) && !flow.is_idle(at, live);
    });
    let blocks = flow.blocks.iter().enumerate();
    blocks.filter(|(_, block)| is_busy[block.start..block.end].contains(&true)).map(|(number, _)| number).collect()
}
