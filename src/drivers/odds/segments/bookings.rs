//! Where results are written. If only the chances of each result are asked for, it is counted at the end of the segment that has
//! written it, and forgotten unless something reads it.

use std::collections::BTreeMap;

use crate::ir::flow::{self, successors};
use crate::ir::liveness::Lives;
use crate::ir::{Address, Program, Register};

/// A set of results.
type Set = Vec<u64>;

/// Where results are written and read.
pub struct Bookings {
    /// The results by their registers, each with the first of its places among the results.
    results: BTreeMap<Register, u32>,
    /// For each instruction the results that it writes.
    written: Vec<Set>,
    /// For each instruction the results that some path from there writes.
    open: Vec<Set>,
    /// For each instruction the results that some path to it writes.
    seen: Vec<Set>,
    /// For each instruction the results that something besides the question for them reads from there on.
    read: Vec<Set>,
    /// For each instruction the results that some path has written since the last cut.
    fresh: Vec<Set>,
}

impl Bookings {
    /// `None` when it takes more than so many bytes.
    pub fn of(program: &Program, bytes: usize) -> Option<Self> {
        let mut results = BTreeMap::new();
        for (place, result) in (0..).zip(&program.results) {
            results.entry(result.register).or_insert(place);
        }
        let words = program.results.len().div_ceil(64);
        bytes.checked_sub(5 * program.code.len() * words * size_of::<u64>())?;
        let lives = Lives::unasked_within(program, bytes)?;
        let set = |registers: &mut dyn Iterator<Item = Register>| {
            let mut set = vec![0; words];
            for place in registers.filter_map(|register| results.get(&register)) {
                set[*place as usize / 64] |= 1 << (place % 64);
            }
            set
        };
        let read =
            (0..program.code.len()).map(|at| set(&mut lives.before(at).registers.into_iter().map(Register))).collect();
        let writes = program.code.iter().map(|instruction| {
            let mut registers = Vec::new();
            flow::writes(instruction, &mut |register| registers.push(register));
            set(&mut registers.into_iter())
        });
        let written: Vec<Set> = writes.collect();
        let open = open(program, written.clone());
        let seen = since(program, &written, &|_| false);
        Some(Self { results, written, open, seen, read, fresh: Vec::new() })
    }

    /// Takes note of where a program is cut.
    pub fn cut(&mut self, program: &Program, is_cut: &dyn Fn(usize) -> bool) {
        self.fresh = since(program, &self.written, is_cut);
    }

    /// Whether a register is anything but a result that nobody reads from an instruction on.
    pub fn is_kept(&self, at: usize, register: Register) -> bool {
        self.results.get(&register).is_none_or(|place| holds(&self.read[at], *place))
    }

    /// Whether a register may have been written, as a result, since the last cut before an instruction.
    pub fn is_fresh(&self, at: usize, register: Register) -> bool {
        let is_held = |place: &u32| self.fresh.get(at).is_some_and(|fresh| holds(fresh, *place));
        self.results.get(&register).is_some_and(is_held)
    }

    /// Whether some path from an instruction writes a result.
    pub fn is_open(&self, at: usize, place: u32) -> bool {
        holds(&self.open[at], place)
    }

    /// Whether some path to an instruction writes a result.
    pub fn is_seen(&self, at: usize, place: u32) -> bool {
        holds(&self.seen[at], place)
    }

    /// Whether a result is written by any of some instructions.
    pub fn is_any_written(&self, mut among: std::ops::Range<usize>) -> bool {
        among.any(|at| self.written[at].iter().any(|word| *word != 0))
    }

    /// The results that are counted, each with its register.
    pub fn results(&self) -> impl Iterator<Item = (u32, Register)> {
        self.results.iter().map(|(register, place)| (*place, *register))
    }

    /// Under which place a register is counted.
    pub fn place_of(&self, register: Register) -> Option<u32> {
        self.results.get(&register).copied()
    }
}

fn holds(set: &[u64], place: u32) -> bool {
    set[place as usize / 64] >> (place % 64) & 1 == 1
}

/// Adds one set to another, and tells whether there was anything to add.
fn join(set: &mut [u64], other: &[u64]) -> bool {
    let mut grown = false;
    for (word, more) in set.iter_mut().zip(other) {
        grown |= *more & !*word != 0;
        *word |= more;
    }
    grown
}

fn ways(program: &Program, at: usize) -> impl Iterator<Item = usize> {
    let ways = successors(&program.code[at], Address(u32::try_from(at).unwrap_or(u32::MAX)));
    [ways.next, ways.jump].into_iter().flatten().map(|to| to.0 as usize)
}

/// For each instruction what some path writes on the way to it, since the last of these.
fn since(program: &Program, written: &[Set], is_begun: &dyn Fn(usize) -> bool) -> Vec<Set> {
    let mut since = written.iter().map(|set| vec![0; set.len()]).collect::<Vec<Set>>();
    let mut changed = true;
    while changed {
        changed = false;
        for at in 0..program.code.len() {
            let mut behind = written[at].clone();
            if !is_begun(at) {
                join(&mut behind, &since[at]);
            }
            for to in ways(program, at) {
                changed |= since.get_mut(to).is_some_and(|since| join(since, &behind));
            }
        }
    }
    since
}

/// For each instruction what is written there or on some path from there.
fn open(program: &Program, mut open: Vec<Set>) -> Vec<Set> {
    let mut changed = true;
    while changed {
        changed = false;
        for at in (0..program.code.len()).rev() {
            for to in ways(program, at) {
                let behind = open.get(to).cloned().unwrap_or_default();
                changed |= join(&mut open[at], &behind);
            }
        }
    }
    open
}
