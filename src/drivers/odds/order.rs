//! The order in which questions are processed: those that come first in every run first, so that all runs that reach a
//! question are merged before any of them goes on.
//!
//! Within straight code that is the order of addresses. Within a loop it is the number of the round, then the address;
//! so the time of a question consists, from the outermost loop inwards, of where the loop begins and
//! which round this is, and finally of the address. The odds are right in any order; only the work depends on it.

use crate::ir::flow::successors;
use crate::ir::{Address, Program};

/// When a question is asked.
pub(super) type Time = Vec<u32>;

/// The loops of a program.
pub(super) struct Loops {
    /// First and last instruction; outer loops before inner ones.
    loops: Vec<(u32, u32)>,
}

impl Loops {
    pub fn of(program: &Program) -> Self {
        let mut loops: std::collections::BTreeMap<u32, u32> = std::collections::BTreeMap::new();
        for (at, instruction) in (0..).zip(&program.code) {
            if let Some(Address(head)) = successors(instruction, Address(at)).jump
                && head <= at
            {
                let last = loops.entry(head).or_insert(at);
                *last = at.max(*last);
            }
        }
        Self { loops: loops.into_iter().collect() }
    }

    /// Where the loops begin that an instruction stands in, the outermost first.
    pub fn around(&self, at: Address) -> impl Iterator<Item = Address> {
        self.loops.iter().filter(move |(head, last)| (*head..=*last).contains(&at.0)).map(|(head, _)| Address(*head))
    }

    /// The time of the first instruction.
    pub fn start(&self) -> Time {
        let mut time = Time::new();
        self.step(&mut time, None, Address(0));
        time
    }

    /// Moves the time on when the run goes from one instruction to another.
    pub fn pass(&self, time: &mut Time, from: Address, to: Address) {
        if self.loops.is_empty() {
            time.clear();
            time.push(to.0);
            return;
        }
        self.step(time, Some(from), to);
    }

    fn step(&self, time: &mut Time, from: Option<Address>, to: Address) {
        let before = std::mem::take(time);
        for (head, last) in self.loops.iter().filter(|(head, last)| (*head..=*last).contains(&to.0)) {
            let known = before.chunks_exact(2).find(|pair| pair[0] == *head && from.is_some());
            let stayed = from.is_some_and(|from| (*head..=*last).contains(&from.0));
            let round = known.filter(|_| stayed).map_or(0, |pair| pair[1]);
            let again = from.is_some_and(|from| to.0 == *head && to.0 <= from.0 && from.0 <= *last);
            time.push(*head);
            time.push(round.saturating_add(u32::from(again)));
        }
        time.push(to.0);
    }
}
