//! Comparisons at the end that are made where what they read is written: a loop then carries a yes or a no instead of a number that is
//! kept for nothing else.

use super::super::{Address, Binary, Instruction, Operand, Program, Register, Unary, Value, flow};
use super::MOST_BYTES;
use super::draft::{self, Draft};
use crate::ir::liveness::{self, Lives};
use crate::semantics::arithmetic;

/// Hoists comparisons of the last block, one of them at a time; whether there was any.
pub fn hoist(draft: &mut Draft) -> bool {
    if flow::heads(&draft.program).next().is_none() || !draft.has_one_end() {
        return false;
    }
    let last = last_block(&draft.program);
    let found = last.clone().find_map(|at| Some((at, Comparison::at(draft, at, last.start)?)));
    let Some((at, comparison)) = found else { return false };
    let instruction = draft.program.code[at].clone();
    draft.leave_out(at);
    draft.program.registers[comparison.into.0 as usize].initial = comparison.initial;
    for writer in comparison.writers.into_iter().rev() {
        draft.insert_behind(writer, instruction.clone());
    }
    true
}

/// The instructions of the last block, without the end.
fn last_block(program: &Program) -> std::ops::Range<usize> {
    let end = program.code.len().saturating_sub(1);
    let leaders = liveness::leaders(program);
    leaders.iter().rposition(|leads| *leads).unwrap_or(end)..end
}

/// A comparison that can be made where one register is written.
struct Comparison {
    into: Register,
    /// What it comes to before anything is written.
    initial: Value,
    /// The instructions that write what it reads, in ascending order.
    writers: Vec<usize>,
}

impl Comparison {
    /// The comparison at an instruction of the last block, which begins at `start`, if a loop carries what it reads for nothing else,
    /// and nothing before it reads what it writes.
    fn at(draft: &Draft, at: usize, start: usize) -> Option<Self> {
        let Program { code, registers, results, .. } = &draft.program;
        let (into, from, compare) = compared(&code[at])?;
        if into == from || results.iter().any(|result| result.register == from) {
            return None;
        }
        let reads = |instruction: &Instruction| {
            let mut reads = false;
            flow::operands(instruction, &mut |operand| reads |= operand == Operand::Register(into));
            reads
        };
        let sets = |instruction: &Instruction, register: Register| {
            let mut is_set = false;
            flow::writes(instruction, &mut |written| is_set |= written == register);
            is_set
        };
        let is_written_elsewhere =
            code.iter().enumerate().any(|(place, instruction)| place != at && sets(instruction, into));
        let writers: Vec<usize> = (0..code.len()).filter(|place| sets(&code[*place], from)).collect();
        let is_far = writers.last().is_some_and(|last| *last < start);
        let is_possible = is_far && writers.iter().all(|writer| goes_on(code, *writer));
        if is_written_elsewhere || code[..at].iter().any(reads) || !is_possible || is_carried_anyway(draft, at, from) {
            return None;
        }
        let initial = compare(registers.get(from.0 as usize)?.initial)?;
        Some(Self { into, initial, writers })
    }
}

/// Whether some loop carries a register even if one instruction does not read it.
fn is_carried_anyway(draft: &Draft, reader: usize, register: Register) -> bool {
    let mut without = draft.program.clone();
    without.code[reader] = draft::nothing(reader);
    let Some(lives) = Lives::within(&without, MOST_BYTES) else { return true };
    flow::heads(&without).any(|head| lives.before(head).registers.contains(&register.0))
}

/// Compares one value with what is known; nothing where that fails.
type Compare<'i> = Box<dyn Fn(Value) -> Option<Value> + 'i>;

/// Where a comparison of one register writes, which register that is, and what it comes to.
fn compared(instruction: &Instruction) -> Option<(Register, Register, Compare<'_>)> {
    if let Instruction::Unary { into, op: Unary::Not, a: Operand::Register(from) } = instruction {
        return Some((*into, *from, Box::new(|value| arithmetic::unary(Unary::Not, value).ok())));
    }
    let Instruction::Binary { into, op, a, b } = instruction else { return None };
    if !matches!(op, Binary::Less | Binary::LessOrEqual | Binary::Equal) {
        return None;
    }
    match (*a, *b) {
        (Operand::Register(from), Operand::Value(known)) => {
            Some((*into, from, Box::new(move |value| arithmetic::binary(*op, value, Some(known)).ok())))
        }
        (Operand::Value(known), Operand::Register(from)) => {
            Some((*into, from, Box::new(move |value| arithmetic::binary(*op, Some(known), value).ok())))
        }
        (Operand::Register(_) | Operand::Value(_) | Operand::Unreached, _) => None,
    }
}

/// Whether a run goes on behind an instruction wherever it writes.
fn goes_on(code: &[Instruction], at: usize) -> bool {
    let ways = u32::try_from(at).map(|address| flow::successors(&code[at], Address(address)));
    ways.is_ok_and(|ways| ways.next.is_some() && ways.jump.is_none())
}
