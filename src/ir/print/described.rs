//! A value in words, for people who never see a register: by its name, or by how it is computed.

use super::instruction;
use crate::ir::{Binary, Instruction, Operand, Program, Question, Register, Roll, Shape, flow};

/// What is worked out in more steps than this is not described.
const MOST_STEPS: usize = 4;

/// What people know a register as; nothing where that would take too many words.
pub fn described(program: &Program, register: Register) -> Option<String> {
    described_within(program, register, MOST_STEPS)
}

fn described_within(program: &Program, register: Register, steps: usize) -> Option<String> {
    if let Some(name) = name(program, register).or_else(|| name_of_copy(program, register)) {
        return Some(name);
    }
    let steps = steps.checked_sub(1)?;
    let writers: Vec<&Instruction> = program.code.iter().filter(|writer| writes(writer, register)).collect();
    if writers.iter().any(|writer| counts(program, writer, register)) {
        return Some("the number of rounds before".into());
    }
    let words = writers.into_iter().map(|writer| worked_out(program, writer, (register, steps)));
    let mut words: Vec<String> = words.collect::<Option<_>>()?;
    words.dedup();
    if words.len() == 1 { words.pop() } else { None }
}

fn name(program: &Program, register: Register) -> Option<String> {
    program.registers.get(register.0 as usize)?.name.as_ref().map(ToString::to_string)
}

/// The name of what it is copied into.
fn name_of_copy(program: &Program, register: Register) -> Option<String> {
    program.code.iter().find_map(|instruction| match instruction {
        Instruction::Copy { into, from: Operand::Register(from) } if *from == register => name(program, *into),
        Instruction::Copy { .. }
        | Instruction::Clear { .. }
        | Instruction::Unary { .. }
        | Instruction::Binary { .. }
        | Instruction::Lookup { .. }
        | Instruction::Band { .. }
        | Instruction::Jump { .. }
        | Instruction::Unless { .. }
        | Instruction::Aside { .. }
        | Instruction::Resolve { .. }
        | Instruction::Roll(_)
        | Instruction::Draw { .. }
        | Instruction::Shuffle { .. }
        | Instruction::Choose(_)
        | Instruction::Call { .. }
        | Instruction::Trace(_)
        | Instruction::Refuse { .. }
        | Instruction::Done => None,
    })
}

fn writes(instruction: &Instruction, register: Register) -> bool {
    let mut writes = false;
    flow::writes(instruction, &mut |into| writes |= into == register);
    writes && !matches!(instruction, Instruction::Clear { .. })
}

/// Whether an instruction makes a register one more, as the end of a round does.
fn counts(program: &Program, writer: &Instruction, register: Register) -> bool {
    let is_one_more = |instruction: &Instruction| {
        let Instruction::Binary { op: Binary::Add, a, b, .. } = instruction else { return false };
        [(a, b), (b, a)].contains(&(&Operand::Register(register), &Operand::Value(1)))
    };
    let Instruction::Copy { from: Operand::Register(from), .. } = writer else { return is_one_more(writer) };
    program.code.iter().any(|instruction| writes(instruction, *from) && is_one_more(instruction))
}

/// What an instruction writes into a register, in so many steps at most.
fn worked_out(program: &Program, writer: &Instruction, (register, steps): (Register, usize)) -> Option<String> {
    let operand = |operand: Operand, beside: Operand| match operand {
        Operand::Value(number) => Some(number_beside(program, number, beside)),
        Operand::Register(register) => described_within(program, register, steps),
        Operand::Unreached => None,
    };
    match writer {
        Instruction::Copy { from, .. } => operand(*from, *from),
        Instruction::Unary { op, a, .. } => Some(instruction::unary(*op, &operand(*a, *a)?)),
        Instruction::Binary { op, a, b, .. } => Some(instruction::binary(*op, &operand(*a, *b)?, &operand(*b, *a)?)),
        Instruction::Roll(roll) => Some(asked_of(roll, register)),
        Instruction::Draw { path, .. } => Some(format!("the card for {path}")),
        Instruction::Resolve { path, .. } => Some(path.to_string()),
        Instruction::Choose(choose) => Some(choose.path.to_string()),
        Instruction::Clear { .. }
        | Instruction::Lookup { .. }
        | Instruction::Band { .. }
        | Instruction::Jump { .. }
        | Instruction::Unless { .. }
        | Instruction::Aside { .. }
        | Instruction::Shuffle { .. }
        | Instruction::Call { .. }
        | Instruction::Trace(_)
        | Instruction::Refuse { .. }
        | Instruction::Done => None,
    }
}

/// A number as it is written beside what it is compared or calculated with.
fn number_beside(program: &Program, number: i64, beside: Operand) -> String {
    let info = beside.register().and_then(|register| program.registers.get(register.0 as usize));
    program.in_words(info.map_or(&Shape::Number, |info| &info.shape), Some(number)).to_string()
}

/// What is asked of dice.
fn asked_of(roll: &Roll, register: Register) -> String {
    let path = &roll.path;
    match roll.questions.iter().find(|(_, into)| *into == register).map(|(question, _)| *question) {
        Some(Question::Kept | Question::Rolled) | None => format!("the dice for {path}"),
        Some(question) => format!("{} of the dice for {path}", instruction::asked_for(question)),
    }
}
