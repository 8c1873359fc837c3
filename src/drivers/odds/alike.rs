//! Which results are better asked for together: those for which the same registers have to be kept from round to round.
//!
//! What adds up over the rounds of a loop and decides nothing else is part of a situation only where its sum is asked for. If two such sums
//! are asked for at once, there is a situation for each pair of them. So a result for which something of its own is kept is
//! asked for apart from all others, together with those for which the same is kept. That is only a guess at what takes less
//! work: the answers are the same in any grouping.

use std::collections::{BTreeMap, BTreeSet};

use crate::ir::flow::{self, heads, successors};
use crate::ir::liveness::Lives;
use crate::ir::{Address, Instruction, Operand, Program, Register};

/// What is needed for one result of so many, or for fewer, is its own.
const ONE_OF: usize = 4;

/// To find out what is kept may take so many bytes.
const MOST_BYTES: usize = 16 * 1024 * 1024;

/// Some of the registers that are kept from round to round, a bit for each.
type Set = u128;

/// Results of a program, which are named by their places, in the groups in which they are better asked for: first the one for
/// which nothing of its own is kept.
pub fn groups(program: &Program, results: &[usize]) -> Vec<Vec<usize>> {
    let needed = needed(program, &kept(program));
    let of_result = |place: &usize| {
        let result = program.results.get(*place);
        result.and_then(|result| needed.get(result.register.0 as usize)).copied().unwrap_or(0)
    };
    let is_own = |bit: &u32| {
        let many = results.iter().filter(|place| of_result(place) >> bit & 1 == 1).count();
        ONE_OF * many <= results.len()
    };
    let own: Set = (0..Set::BITS).filter(is_own).fold(0, |own, bit| own | 1 << bit);
    let mut groups: BTreeMap<(u32, Set), Vec<usize>> = BTreeMap::new();
    for place in results {
        let own = of_result(place) & own;
        groups.entry((own.count_ones(), own)).or_default().push(*place);
    }
    groups.into_values().collect()
}

/// The registers that some loop keeps from round to round, since something reads them later; none where they are too many.
fn kept(program: &Program) -> Vec<u32> {
    let heads: BTreeSet<usize> = heads(program).collect();
    let Some(lives) = Lives::within(program, MOST_BYTES).filter(|_| !heads.is_empty()) else { return Vec::new() };
    let mut last_read = vec![None; program.registers.len()];
    for (at, instruction) in program.code.iter().enumerate() {
        each_read(instruction, &mut |register| last_read[register.0 as usize] = Some(at));
    }
    let mut kept = BTreeSet::new();
    for head in heads {
        let live = lives.before(head).registers;
        kept.extend(live.into_iter().filter(|register| last_read[*register as usize] >= Some(head)));
    }
    if kept.len() <= Set::BITS as usize { kept.into_iter().collect() } else { Vec::new() }
}

fn each_read(instruction: &Instruction, visit: &mut dyn FnMut(Register)) {
    flow::operands(instruction, &mut |operand: Operand| {
        if let Some(register) = operand.register() {
            visit(register);
        }
    });
}

/// For each register those of the kept ones on which its value may hang, wherever it is written.
fn needed(program: &Program, kept: &[u32]) -> Vec<Set> {
    let mut needed = vec![0; program.registers.len()];
    for (bit, register) in kept.iter().enumerate() {
        needed[*register as usize] = 1 << bit;
    }
    let mut changed = !kept.is_empty();
    while changed {
        changed = false;
        // What decides whether it comes to an instruction, with what decides around that, and where it ends.
        let mut deciding: Vec<(usize, Set)> = Vec::new();
        for (at, instruction) in program.code.iter().enumerate() {
            while deciding.pop_if(|(end, _)| *end <= at).is_some() {}
            let mut read = deciding.last().map_or(0, |(_, set)| *set);
            each_read(instruction, &mut |register| read |= needed[register.0 as usize]);
            flow::writes(instruction, &mut |register| {
                let before = needed[register.0 as usize];
                needed[register.0 as usize] |= read;
                changed |= before | read != before;
            });
            if let Some(end) = end_of_branch(program, at) {
                deciding.push((end, read));
            }
        }
    }
    needed
}

/// Up to where a branch decides whether it comes to an instruction: to where it jumps, or to the end of what stands there instead.
fn end_of_branch(program: &Program, at: usize) -> Option<usize> {
    let to = |at: usize| Some(successors(program.code.get(at)?, Address(u32::try_from(at).ok()?)));
    let ways = to(at)?;
    let end = ways.next.and(ways.jump)?.0 as usize;
    let over =
        if let Some(Instruction::Jump { to }) = program.code.get(end.checked_sub(1)?) { to.0 as usize } else { end };
    (end > at).then_some(end.max(over))
}
