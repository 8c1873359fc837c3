//! Gives the registers of a program other numbers: the one place that knows where each of them stands.

use super::{Instruction, Method, Operand, Part, Program, Refusal, Register, Trace, Wording};

/// Visits every register that the code, the traces and the results of a program name, so that it can be given another number.
/// A block of registers is visited by its first.
pub fn registers(program: &mut Program, visit: &mut dyn FnMut(&mut Register)) {
    for instruction in &mut program.code {
        of_instruction(instruction, visit);
    }
    for trace in &mut program.traces {
        of_trace(trace, visit);
    }
    for result in &mut program.results {
        visit(&mut result.register);
    }
    program.fields.iter_mut().for_each(visit);
}

fn operand(operand: &mut Operand, visit: &mut dyn FnMut(&mut Register)) {
    match operand {
        Operand::Register(register) => visit(register),
        Operand::Value(_) | Operand::Unreached => {}
    }
}

fn of_instruction(instruction: &mut Instruction, visit: &mut dyn FnMut(&mut Register)) {
    match instruction {
        Instruction::Copy { into, from: a }
        | Instruction::Unary { into, a, .. }
        | Instruction::Lookup { into, key: a, .. }
        | Instruction::Band { into, key: a, .. } => {
            visit(into);
            operand(a, visit);
        }
        Instruction::Binary { into, a, b, .. } => {
            visit(into);
            operand(a, visit);
            operand(b, visit);
        }
        Instruction::Clear { first, .. } => visit(first),
        Instruction::Unless { on, .. } => operand(on, visit),
        Instruction::Resolve { into, total, method: how, .. } => {
            visit(into);
            operand(total, visit);
            method(how, visit);
        }
        Instruction::Roll(roll) => {
            for term in &mut roll.dice {
                operand(&mut term.count, visit);
                operand(&mut term.sides, visit);
            }
            roll.questions.iter_mut().for_each(|(_, into)| visit(into));
            method(&mut roll.method, visit);
        }
        Instruction::Draw { into, method: how, .. } => {
            visit(into);
            method(how, visit);
        }
        Instruction::Choose(choose) => {
            visit(&mut choose.into);
            operand(&mut choose.low, visit);
            operand(&mut choose.high, visit);
            choose.default.iter_mut().for_each(|default| operand(default, visit));
            choose.question.operands_mut().for_each(|hole| operand(hole, visit));
        }
        Instruction::Call { into, arguments, .. } => {
            into.iter_mut().for_each(&mut *visit);
            for argument in arguments {
                operand(argument, visit);
            }
        }
        Instruction::Refuse { why } => refusal(why, visit),
        Instruction::Jump { .. }
        | Instruction::Aside { .. }
        | Instruction::Shuffle { .. }
        | Instruction::Trace(_)
        | Instruction::Done => {}
    }
}

fn method(method: &mut Method, visit: &mut dyn FnMut(&mut Register)) {
    match method {
        Method::Automatic(Some(level)) => operand(level, visit),
        Method::Open | Method::Deliberate | Method::Random | Method::Automatic(None) => {}
    }
}

fn refusal(why: &mut Refusal, visit: &mut dyn FnMut(&mut Register)) {
    match why {
        Refusal::OutOfRange { value, low, high, .. } => {
            operand(value, visit);
            operand(low, visit);
            operand(high, visit);
        }
        Refusal::OverBudget { spent, budget, .. } => {
            operand(spent, visit);
            operand(budget, visit);
        }
        Refusal::Needs(words) | Refusal::CannotPay { what: words } => {
            words.operands_mut().for_each(|hole| operand(hole, visit));
        }
        Refusal::Grouping { .. } => {}
    }
}

fn of_trace(trace: &mut Trace, visit: &mut dyn FnMut(&mut Register)) {
    match trace {
        Trace::Sum { total, rows, .. } => {
            visit(total);
            for row in rows {
                operand(&mut row.value, visit);
                row.parts.iter_mut().for_each(|part| of_part(part, visit));
            }
        }
        Trace::Resolved { level, total, .. } => {
            visit(level);
            operand(total, visit);
        }
        Trace::Computed { value, .. } => visit(value),
        Trace::Meaning { level, texts, .. } => {
            visit(level);
            let holes = texts.iter_mut().flatten().flat_map(Wording::operands_mut);
            holes.for_each(|hole| operand(hole, visit));
        }
        Trace::Note { text: words } | Trace::Stop { why: words, .. } => {
            words.operands_mut().for_each(|hole| operand(hole, visit));
        }
        Trace::Changed { before, after, .. } => {
            operand(before, visit);
            operand(after, visit);
        }
        Trace::Cut { kept, slots, achieved, .. } => {
            operand(kept, visit);
            for slot in slots {
                operand(&mut slot.first, visit);
                operand(&mut slot.last, visit);
            }
            for one in achieved {
                operand(&mut one.planned, visit);
                operand(&mut one.achieved, visit);
            }
        }
        Trace::ReachedLevel { level, .. } => operand(level, visit),
        Trace::Signal { arguments, .. } => arguments.iter_mut().for_each(|(_, value, _)| operand(value, visit)),
        Trace::Begin { .. }
        | Trace::End { .. }
        | Trace::Step { .. }
        | Trace::Period { .. }
        | Trace::Said { .. }
        | Trace::Reached { .. }
        | Trace::Reveal { .. } => {}
    }
}

fn of_part(part: &mut Part, visit: &mut dyn FnMut(&mut Register)) {
    operand(&mut part.value, visit);
    operand(&mut part.if_known, visit);
}
