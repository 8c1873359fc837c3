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

/// Visits every register that an instruction names.
pub(super) fn of_instruction(instruction: &mut Instruction, visit: &mut dyn FnMut(&mut Register)) {
    operands(instruction, &mut |read| operand(read, visit));
    match instruction {
        Instruction::Copy { into, .. }
        | Instruction::Unary { into, .. }
        | Instruction::Lookup { into, .. }
        | Instruction::Band { into, .. }
        | Instruction::Binary { into, .. }
        | Instruction::Resolve { into, .. }
        | Instruction::Draw { into, .. } => visit(into),
        Instruction::Clear { first, .. } => visit(first),
        Instruction::Roll(roll) => roll.questions.iter_mut().for_each(|(_, into)| visit(into)),
        Instruction::Choose(choose) => visit(&mut choose.into),
        Instruction::Call { into, .. } => into.iter_mut().for_each(visit),
        Instruction::Unless { .. }
        | Instruction::Refuse { .. }
        | Instruction::Jump { .. }
        | Instruction::Aside { .. }
        | Instruction::Shuffle { .. }
        | Instruction::Trace(_)
        | Instruction::Done => {}
    }
}

/// Visits every operand of an instruction, so that something else can be read there.
pub(super) fn operands(instruction: &mut Instruction, visit: &mut dyn FnMut(&mut Operand)) {
    match instruction {
        Instruction::Copy { from: a, .. }
        | Instruction::Unary { a, .. }
        | Instruction::Lookup { key: a, .. }
        | Instruction::Band { key: a, .. }
        | Instruction::Unless { on: a, .. } => visit(a),
        Instruction::Binary { a, b, .. } => {
            visit(a);
            visit(b);
        }
        Instruction::Resolve { total, method: how, .. } => {
            visit(total);
            method(how, visit);
        }
        Instruction::Roll(roll) => {
            for term in &mut roll.dice {
                visit(&mut term.count);
                visit(&mut term.sides);
            }
            method(&mut roll.method, visit);
            roll.shown.iter_mut().for_each(|shown| visit(&mut shown.fallen));
        }
        Instruction::Draw { method: how, .. } => method(how, visit),
        Instruction::Choose(choose) => {
            visit(&mut choose.low);
            visit(&mut choose.high);
            choose.default.iter_mut().for_each(&mut *visit);
            choose.question.operands_mut().for_each(visit);
        }
        Instruction::Call { arguments, .. } => arguments.iter_mut().for_each(visit),
        Instruction::Refuse { why } => refusal(why, visit),
        Instruction::Clear { .. }
        | Instruction::Jump { .. }
        | Instruction::Aside { .. }
        | Instruction::Shuffle { .. }
        | Instruction::Trace(_)
        | Instruction::Done => {}
    }
}

fn method(method: &mut Method, visit: &mut dyn FnMut(&mut Operand)) {
    match method {
        Method::Automatic(Some(level)) => visit(level),
        Method::Open | Method::Deliberate | Method::Random | Method::Automatic(None) => {}
    }
}

fn refusal(why: &mut Refusal, visit: &mut dyn FnMut(&mut Operand)) {
    match why {
        Refusal::Shown { rolled, .. } => visit(rolled),
        Refusal::OutOfRange { value, low, high, .. } => {
            visit(value);
            visit(low);
            visit(high);
        }
        Refusal::OverBudget { spent, budget, .. } => {
            visit(spent);
            visit(budget);
        }
        Refusal::Needs(words) | Refusal::CannotPay { what: words } => {
            words.operands_mut().for_each(visit);
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
                row.level.iter_mut().for_each(|(level, _)| operand(level, visit));
                row.parts.iter_mut().for_each(|part| of_part(part, visit));
            }
        }
        Trace::Order { turns } => {
            for turn in turns {
                visit(&mut turn.place);
                turn.keys.iter_mut().for_each(|key| operand(key, visit));
            }
        }
        Trace::Resolved { level, total, .. } => {
            visit(level);
            operand(total, visit);
        }
        Trace::Computed { value, .. } => visit(value),
        Trace::Chosen { question, value, .. } => {
            question.operands_mut().for_each(|hole| operand(hole, visit));
            visit(value);
        }
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
    part.level.iter_mut().for_each(|(level, _)| operand(level, visit));
}
