//! Gives the registers of a program other numbers: the one place that knows where each of them occurs.

use super::{Instruction, Method, Operand, Program, Refusal, Register, Trace, TraceRow, TraceTerm, Wording};

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
        Refusal::Needs(words) => words.operands_mut().for_each(visit),
        Refusal::CannotPay { what, left } => {
            what.operands_mut().for_each(&mut *visit);
            visit(left);
        }
        Refusal::Grouping { .. } => {}
    }
}

/// What a trace names.
pub(super) enum Named<'t> {
    /// A register that it tells of, whatever it holds.
    Register(&'t mut Register),
    /// Something that it reads.
    Operand(&'t mut Operand),
}

/// Visits every register that a trace names.
pub(super) fn of_trace(trace: &mut Trace, visit: &mut dyn FnMut(&mut Register)) {
    named_by(trace, &mut |named| match named {
        Named::Register(register) => visit(register),
        Named::Operand(read) => operand(read, visit),
    });
}

/// Visits everything that a trace names, in the order in which it tells of it.
pub(super) fn named_by(trace: &mut Trace, visit: &mut dyn FnMut(Named<'_>)) {
    let holes = |words: &mut Wording, visit: &mut dyn FnMut(Named<'_>)| {
        words.operands_mut().for_each(|hole| visit(Named::Operand(hole)));
    };
    match trace {
        Trace::Sum { total, rows, .. } => {
            visit(Named::Register(total));
            for row in rows {
                of_row(row, visit);
            }
        }
        Trace::Order { turns } => {
            for turn in turns {
                visit(Named::Register(&mut turn.place));
                turn.keys.iter_mut().for_each(|key| visit(Named::Operand(key)));
            }
        }
        Trace::Totalled { value, terms, .. } => of_calculation(value, terms, visit),
        Trace::Resolved { level, total, .. } => {
            visit(Named::Register(level));
            visit(Named::Operand(total));
        }
        Trace::Computed { value, .. } => visit(Named::Register(value)),
        Trace::Chosen { question, value, .. } => {
            holes(question, visit);
            visit(Named::Register(value));
        }
        Trace::Meaning { level, texts, .. } => {
            visit(Named::Register(level));
            texts.iter_mut().flatten().for_each(|words| holes(words, visit));
        }
        Trace::Note { text: words } | Trace::Stop { why: words, .. } => holes(words, visit),
        Trace::Changed { before, after, .. } => both((before, after), visit),
        Trace::Cut { kept, slots, achieved, .. } => {
            visit(Named::Operand(kept));
            for slot in slots {
                both((&mut slot.first, &mut slot.last), visit);
            }
            for one in achieved {
                both((&mut one.planned, &mut one.achieved), visit);
            }
        }
        Trace::ReachedLevel { level: read, .. } | Trace::Reason { value: read, .. } => visit(Named::Operand(read)),
        Trace::Signal { arguments, .. } => {
            for (_, value, _) in arguments {
                visit(Named::Operand(value));
            }
        }
        Trace::Begin { .. }
        | Trace::End { .. }
        | Trace::Step { .. }
        | Trace::Period { .. }
        | Trace::Said { .. }
        | Trace::Reached { .. }
        | Trace::Reveal { .. } => {}
    }
}

/// Visits what dice come to, and the numbers that they are calculated with.
fn of_calculation(value: &mut Operand, terms: &mut [TraceTerm], visit: &mut dyn FnMut(Named<'_>)) {
    visit(Named::Operand(value));
    for term in terms {
        visit(Named::Operand(&mut term.value));
    }
}

/// Visits everything that a row of a sum names, its value first.
pub(super) fn of_row(row: &mut TraceRow, visit: &mut dyn FnMut(Named<'_>)) {
    visit(Named::Operand(&mut row.value));
    row.level.iter_mut().for_each(|(level, _)| visit(Named::Operand(level)));
    for part in &mut row.parts {
        both((&mut part.value, &mut part.if_known), visit);
        part.level.iter_mut().for_each(|(level, _)| visit(Named::Operand(level)));
    }
}

fn both((one, other): (&mut Operand, &mut Operand), visit: &mut dyn FnMut(Named<'_>)) {
    visit(Named::Operand(one));
    visit(Named::Operand(other));
}
