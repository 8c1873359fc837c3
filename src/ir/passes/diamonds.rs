//! Empty diamonds: a branch is left out if both of its paths lead to the same place without doing anything.

use super::super::Instruction;
use super::draft::Draft;

/// Leaves out branches that decide nothing; whether there was any.
pub fn leave_out(draft: &mut Draft) -> bool {
    let ends = draft.ends();
    let idle: Vec<usize> = (0..)
        .zip(&draft.program.code)
        .filter(|(at, instruction)| {
            let Instruction::Unless { to, .. } = instruction else { return false };
            ends.get(to.0 as usize).is_some_and(|end| ends.get(at + 1) == Some(end))
        })
        .map(|(at, _)| at)
        .collect();
    for at in &idle {
        draft.leave_out(*at);
    }
    !idle.is_empty()
}
