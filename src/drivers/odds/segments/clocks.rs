//! Loops that only count: the number of their rounds is known, and nothing else reads the count. So it need not be part of a
//! situation: the same round is the same segment, however often it has been run.

use std::collections::BTreeMap;

use crate::ir::flow::{self, successors};
use crate::ir::{Address, Binary, Instruction, Operand, Program, Register};

/// A loop that only counts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Clock {
    /// Where it is asked whether there is another round.
    pub head: usize,
    /// Its last instruction.
    pub last: usize,
    /// Where a round begins.
    pub body: usize,
    /// Where it goes on when there is no other round.
    pub exit: usize,
    /// The rounds, at least one.
    pub rounds: u32,
    /// With which number the count begins.
    pub start: i64,
    /// Where it is counted on.
    pub counting: usize,
    /// The count, and whether it is below the bound: neither is part of a situation.
    pub hidden: [Register; 2],
}

/// The loops that only count, in the order of the code. Only loops outside of all others are looked at: the rounds of those are
/// gone through one after the other.
pub fn clocks(program: &Program) -> Vec<Clock> {
    let loops = outermost(program);
    let found: Vec<Clock> = loops.iter().filter_map(|(head, last)| clock(program, *head, *last)).collect();
    // A loop that ends where another one begins has no place of its own to end.
    let heads: Vec<usize> = found.iter().map(|clock| clock.head).collect();
    found.into_iter().filter(|clock| !heads.contains(&clock.exit)).collect()
}

/// All loops, by their first instructions, each with its last one.
pub fn loops(program: &Program) -> BTreeMap<usize, usize> {
    let mut loops: BTreeMap<usize, usize> = BTreeMap::new();
    for (at, to) in jumps(program) {
        if to <= at {
            let last = loops.entry(to).or_insert(at);
            *last = at.max(*last);
        }
    }
    loops
}

fn outermost(program: &Program) -> Vec<(usize, usize)> {
    let mut found: Vec<(usize, usize)> = Vec::new();
    for (head, last) in loops(program) {
        match found.last_mut() {
            Some((_, end)) if head <= *end => *end = last.max(*end),
            Some(_) | None => found.push((head, last)),
        }
    }
    found
}

/// Where from and where to the program jumps.
fn jumps(program: &Program) -> impl Iterator<Item = (usize, usize)> {
    (0_u32..).zip(&program.code).filter_map(|(at, instruction)| {
        let to = successors(instruction, Address(at)).jump?;
        Some((at as usize, to.0 as usize))
    })
}

fn clock(program: &Program, head: usize, last: usize) -> Option<Clock> {
    let Instruction::Binary { into: more, op: Binary::Less, a: Operand::Register(count), b: Operand::Value(most) } =
        program.code.get(head)?
    else {
        return None;
    };
    let Instruction::Unless { on: Operand::Register(on), to: exit } = program.code.get(head + 1)? else { return None };
    let exit = exit.0 as usize;
    if on != more || exit <= last {
        return None;
    }
    let (start, counting) = written(program, (head, last), *count)?;
    let is_read_here = |register: Register, by: &[usize]| read_by(program, register).iter().all(|at| by.contains(at));
    let rounds = u32::try_from(most.checked_sub(start)?).ok().filter(|rounds| *rounds > 0)?;
    let is_only_here = written_at(program, *more) == [head];
    let is_hidden = is_read_here(*count, &[head, counting]) && is_read_here(*more, &[head + 1]) && is_only_here;
    let is_entered_at_head = jumps(program).all(|(from, to)| (head..=last).contains(&from) || to <= head || to > last);
    let counts_once = is_passed_once(program, (head, last), counting);
    let is_asked_once = jumps(program).all(|(_, to)| to != head + 1);
    (is_hidden && is_entered_at_head && counts_once && is_asked_once).then_some(Clock {
        head,
        last,
        body: head + 2,
        exit,
        rounds,
        start,
        counting,
        hidden: [*count, *more],
    })
}

/// With which number a count begins, and where it is counted on; `None` if something else is written into it.
fn written(program: &Program, (head, last): (usize, usize), count: Register) -> Option<(i64, usize)> {
    let (mut start, mut counting) = (None, None);
    for at in written_at(program, count) {
        let inside = (head..=last).contains(&at);
        let instruction = &program.code[at];
        if let Instruction::Copy { from: Operand::Value(number), .. } = instruction
            && !inside
            && start.is_none_or(|start| start == *number)
        {
            start = Some(*number);
        } else if let Instruction::Binary { op: Binary::Add, a, b: Operand::Value(1), .. } = instruction
            && *a == Operand::Register(count)
            && inside
            && counting.is_none()
        {
            counting = Some(at);
        } else {
            return None;
        }
    }
    let start = start.or_else(|| program.registers.get(count.0 as usize)?.initial)?;
    Some((start, counting?))
}

/// Where a register is written.
fn written_at(program: &Program, register: Register) -> Vec<usize> {
    let writes = |instruction: &Instruction| {
        let mut found = false;
        flow::writes(instruction, &mut |into| found |= into == register);
        found
    };
    (0..).zip(&program.code).filter(|(_, instruction)| writes(instruction)).map(|(at, _)| at).collect()
}

/// Where a register is read; behind the program if it is a result.
fn read_by(program: &Program, register: Register) -> Vec<usize> {
    let reads = |instruction: &Instruction| {
        let mut found = false;
        let mut visit = |operand| found |= operand == Operand::Register(register);
        flow::operands(instruction, &mut visit);
        flow::told(instruction, &mut visit);
        found
    };
    let mut found: Vec<usize> =
        (0..).zip(&program.code).filter(|(_, instruction)| reads(instruction)).map(|(at, _)| at).collect();
    if program.results.iter().any(|result| result.register == register) {
        found.push(program.code.len());
    }
    found
}

/// Whether every round that leads to another one passes an instruction exactly once: nothing jumps over it or back over it.
fn is_passed_once(program: &Program, (head, last): (usize, usize), at: usize) -> bool {
    jumps(program).filter(|(from, _)| (head..=last).contains(from)).all(|(from, to)| {
        let leaves = !(head..=last).contains(&to);
        let is_back = to == head;
        leaves || if is_back { from > at } else { (from < at) == (to <= at) }
    })
}
