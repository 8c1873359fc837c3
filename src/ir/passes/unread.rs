//! Strong liveness: a value that only feeds unread values is unread too, and is left out unless computing it can fail.

use super::super::Instruction;
use super::super::liveness::Flow;
use super::draft::Draft;

/// Leaves out what nobody reads; whether there was any.
pub fn leave_out(draft: &mut Draft) -> bool {
    let flow = Flow::settled(&draft.program, &draft.droppable);
    let (mut idle, mut answers) = (Vec::new(), Vec::new());
    flow.each_after(&mut |at, live| {
        if flow.is_idle(at, live) {
            idle.push(at);
        } else if let Instruction::Roll(roll) = &draft.program.code[at] {
            let read: Vec<bool> = roll.questions.iter().map(|(_, into)| live.holds(*into)).collect();
            answers.push((at, read));
        }
    });
    for (at, read) in answers {
        if let Instruction::Roll(roll) = &mut draft.program.code[at] {
            let mut read = read.into_iter();
            roll.questions.retain(|_| read.next().is_none_or(|read| read));
        }
    }
    for at in &idle {
        draft.leave_out(*at);
    }
    !idle.is_empty()
}
