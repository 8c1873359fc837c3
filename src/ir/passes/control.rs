//! Which branches decide whether a stretch of code is come to: its control dependence, by the stretches that every way to the end
//! passes (post-dominators).

use super::super::flow::successors;
use super::super::liveness::{Block, Flow};
use super::super::{Address, Instruction, Program};

/// What decides about what. Blocks are named by their places in the flow.
pub struct Control {
    /// For each block the first one behind it that every way to the end passes; its own number where that is the end itself.
    next: Vec<usize>,
    /// For each block those whose branches decide whether a run comes to it.
    deciders: Vec<Vec<usize>>,
}

impl Control {
    /// `None` if some stretch leads to no end.
    pub fn of(program: &Program, flow: &Flow<'_>) -> Option<Self> {
        let end = flow.blocks.len();
        let ways: Vec<Vec<usize>> = flow.blocks.iter().map(|block| ways(program, flow, block)).collect();
        let order = towards_end(&ways)?;
        let next = next_on_all(&ways, &order);
        let mut deciders = vec![Vec::new(); end];
        for (block, ways) in ways.iter().enumerate().filter(|(_, ways)| ways.len() > 1) {
            for way in ways {
                let mut on_the_way = *way;
                while on_the_way != next[block] {
                    deciders[on_the_way].push(block);
                    on_the_way = next[on_the_way];
                }
            }
        }
        let next = (0..end).map(|block| if next[block] == end { block } else { next[block] }).collect();
        Some(Self { next, deciders })
    }

    /// The first block behind one that every way from there passes, unless that is the end itself.
    pub fn behind(&self, block: usize) -> Option<usize> {
        self.next.get(block).copied().filter(|next| *next != block)
    }

    /// The blocks whose branches decide whether a run comes to one.
    pub fn deciders(&self, block: usize) -> &[usize] {
        self.deciders.get(block).map(Vec::as_slice).unwrap_or_default()
    }
}

/// Where a block leads; the end comes after all blocks.
fn ways(program: &Program, flow: &Flow<'_>, block: &Block) -> Vec<usize> {
    let last = block.end - 1;
    if let Instruction::Done = program.code[last] {
        return vec![flow.blocks.len()];
    }
    let ways = successors(&program.code[last], Address(u32::try_from(last).unwrap_or(u32::MAX)));
    let starting = |to: Address| flow.starts.get(to.0 as usize).copied().flatten();
    [ways.next, ways.jump].into_iter().flatten().filter_map(starting).collect()
}

/// All blocks and the end, each after some block that it leads to; `None` if one leads to no end.
fn towards_end(ways: &[Vec<usize>]) -> Option<Vec<usize>> {
    let end = ways.len();
    let mut from = vec![Vec::new(); end + 1];
    for (block, ways) in ways.iter().enumerate() {
        for to in ways {
            from[*to].push(block);
        }
    }
    let mut order = Vec::with_capacity(end + 1);
    let mut is_met = vec![false; end + 1];
    let mut open = vec![(end, false)];
    while let Some((block, is_left)) = open.pop() {
        if is_left {
            order.push(block);
        } else if !std::mem::replace(&mut is_met[block], true) {
            open.push((block, true));
            open.extend(from[block].iter().map(|before| (*before, false)));
        }
    }
    order.reverse();
    (order.len() > end).then_some(order)
}

/// For each block the first one that all its ways pass, worked out until nothing changes.
fn next_on_all(ways: &[Vec<usize>], order: &[usize]) -> Vec<usize> {
    let end = ways.len();
    let mut place = vec![0; end + 1];
    for (at, block) in order.iter().enumerate() {
        place[*block] = at;
    }
    let mut next: Vec<Option<usize>> = vec![None; end + 1];
    next[end] = Some(end);
    let mut changed = true;
    while changed {
        changed = false;
        for block in order.iter().skip(1) {
            let known = ways[*block].iter().copied().filter(|to| next[*to].is_some());
            let shared = known.reduce(|one, other| meeting(one, other, &next, &place));
            if shared != next[*block] {
                next[*block] = shared;
                changed = true;
            }
        }
    }
    next.into_iter().map(|next| next.unwrap_or(end)).collect()
}

/// Where two ways to the end meet.
fn meeting(mut one: usize, mut other: usize, next: &[Option<usize>], place: &[usize]) -> usize {
    while one != other {
        let farther = if place[one] > place[other] { &mut one } else { &mut other };
        let Some(to) = next[*farther] else { break };
        *farther = to;
    }
    one
}
