//! What each register may contain at each instruction: found by following the program with all values at once, along the
//! paths that some run can take. After a branch, the outcome of its test is known.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};

use super::super::flow::{self, successors};
use super::super::liveness::Flow;
use super::super::{Address, Binary, Choose, Instruction, Operand, Program, Register, Unary, Value};
use super::operations::{self, Found};
use super::transfer;
use super::values::Values;

/// After so many changes where ways meet, bounds that still grow are given up.
const PATIENCE: u32 = 12;

/// More values than this are not looked at, counted where ways meet.
const MOST_VALUES: usize = 4_000_000;

/// One of the sets of values that were met, by its number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
struct Id(u32);

/// The sets of values that were met, each once, and what operators made of them.
#[derive(Default)]
struct Pool {
    sets: Vec<Values>,
    ids: BTreeMap<Values, Id>,
    /// Values of which there is one alone.
    only: BTreeMap<Value, Id>,
    unary: BTreeMap<(Unary, Id), (Id, bool)>,
    binary: BTreeMap<(Binary, Id, Id), (Id, bool)>,
}

impl Pool {
    fn id(&mut self, values: Values) -> Id {
        if let Some(id) = self.ids.get(&values) {
            return *id;
        }
        let id = Id(u32::try_from(self.sets.len()).unwrap_or(u32::MAX));
        self.sets.push(values.clone());
        self.ids.insert(values, id);
        id
    }

    /// The set of one value alone.
    fn only(&mut self, value: Value) -> Id {
        if let Some(id) = self.only.get(&value) {
            return *id;
        }
        let id = self.id(Values::only(value));
        self.only.insert(value, id);
        id
    }

    fn get(&self, Id(id): Id) -> &Values {
        &self.sets[id as usize]
    }

    fn found(&mut self, Found { values, can_fail }: Found) -> (Id, bool) {
        (self.id(values), can_fail)
    }

    fn unary(&mut self, op: Unary, a: Id) -> (Id, bool) {
        if let Some(known) = self.unary.get(&(op, a)) {
            return *known;
        }
        let found = operations::unary(op, self.get(a));
        let found = self.found(found);
        self.unary.insert((op, a), found);
        found
    }

    fn binary(&mut self, op: Binary, a: Id, b: Id) -> (Id, bool) {
        if let Some(known) = self.binary.get(&(op, a, b)) {
            return *known;
        }
        let found = operations::binary(op, self.get(a), self.get(b));
        let found = self.found(found);
        self.binary.insert((op, a, b), found);
        found
    }
}

/// Where ways meet: what is known of the registers that are live there.
struct Entry {
    live: Vec<u32>,
    known: Option<Vec<Id>>,
    changes: u32,
}

/// What is known of the registers of a program.
pub struct Ranges<'p> {
    program: &'p Program,
    is_chosen: &'p dyn Fn(&Choose) -> bool,
    flow: Flow<'p>,
    entries: Vec<Entry>,
    pool: Pool,
    /// What is known where it is looked at now.
    now: Vec<Id>,
    /// When each register was written last, and by which instruction.
    written: Vec<(u32, u32)>,
    clock: u32,
    /// When the block that is looked at was entered.
    entered: u32,
    /// Numbers that the program compares with.
    steps: Vec<i64>,
    looked_at: usize,
}

impl<'p> Ranges<'p> {
    /// Finds out what registers may hold; `None` when that takes too long. `is_chosen` says of a choice whether somebody
    /// has made it beforehand: all others take their default, if they have one. The registers of `open` may begin with anything.
    /// What a register may hold is known where something reads it later on, and at the places of `asked`, which are in order.
    pub fn of(
        program: &'p Program,
        is_chosen: &'p dyn Fn(&Choose) -> bool,
        open: &[Register],
        asked: &'p [(Address, Register)],
    ) -> Option<Self> {
        let flow = Flow::settled_for(program, asked);
        let entry = |block| Entry { live: flow.live_at(block), known: None, changes: 0 };
        let entries = (0..flow.blocks.len()).map(entry).collect();
        let mut pool = Pool::default();
        let nothing = pool.id(Values::nothing());
        let mut ranges = Self {
            program,
            is_chosen,
            flow,
            entries,
            pool,
            now: vec![nothing; program.registers.len()],
            written: vec![(0, 0); program.registers.len()],
            clock: 0,
            entered: 0,
            steps: steps(program),
            looked_at: 0,
        };
        ranges.settle(open)?;
        Some(ranges)
    }

    fn settle(&mut self, begins_open: &[Register]) -> Option<()> {
        let anything = self.pool.id(Values::anything());
        let live = self.entries.first()?.live.clone();
        let start = live.into_iter().map(|register| {
            let initial = self.program.registers[register as usize].initial;
            if begins_open.contains(&Register(register)) { anything } else { self.pool.only(initial) }
        });
        let start = start.collect();
        self.entries[0].known = Some(start);
        let mut open = BTreeSet::from([0]);
        while let Some(block) = open.pop_first() {
            self.enter(block);
            let last = self.block(block).end - 1;
            for at in self.block(block) {
                self.pass(at);
            }
            for (to, known) in self.ways(last) {
                let Some(to) = self.flow.starts.get(to).copied().flatten() else { continue };
                if self.meet(block, to, &known)? {
                    open.insert(to);
                }
            }
        }
        Some(())
    }

    /// The blocks of the program, in order, as far as some run comes to them.
    pub fn blocks(&self) -> Vec<usize> {
        (0..self.entries.len()).filter(|block| self.entries[*block].known.is_some()).collect()
    }

    /// The instructions of a block.
    pub fn block(&self, block: usize) -> std::ops::Range<usize> {
        self.flow.blocks[block].start..self.flow.blocks[block].end
    }

    /// Goes to where a block starts.
    pub fn enter(&mut self, block: usize) {
        self.clock += 1;
        self.entered = self.clock;
        let Entry { live, known: Some(known), .. } = &self.entries[block] else { return };
        for (register, id) in live.iter().zip(known) {
            self.now[*register as usize] = *id;
        }
    }

    /// What may be read there.
    pub fn values(&self, operand: Operand) -> Cow<'_, Values> {
        match operand {
            Operand::Value(number) => Cow::Owned(Values::only(Some(number))),
            Operand::Unreached => Cow::Owned(Values::only(None)),
            Operand::Register(register) => Cow::Borrowed(self.pool.get(self.now[register.0 as usize])),
        }
    }

    /// What is always read there.
    pub fn single(&self, operand: Operand) -> Option<Value> {
        match operand {
            Operand::Value(number) => Some(Some(number)),
            Operand::Unreached => Some(None),
            Operand::Register(register) => self.pool.get(self.now[register.0 as usize]).single(),
        }
    }

    fn id(&mut self, operand: Operand) -> Id {
        match operand {
            Operand::Value(number) => self.pool.only(Some(number)),
            Operand::Unreached => self.pool.only(None),
            Operand::Register(register) => self.now[register.0 as usize],
        }
    }

    fn write(&mut self, register: Register, id: Id, at: usize) {
        self.clock += 1;
        self.now[register.0 as usize] = id;
        self.written[register.0 as usize] = (self.clock, u32::try_from(at).unwrap_or(u32::MAX));
    }

    /// Goes past an instruction, and says whether it may fail. What it writes only where it jumps is not written.
    pub fn pass(&mut self, at: usize) -> bool {
        let instruction = &self.program.code[at];
        if let Instruction::Copy { into, from } = instruction {
            let id = self.id(*from);
            self.write(*into, id, at);
            false
        } else if let Instruction::Unary { into, op, a } = instruction {
            let a = self.id(*a);
            let (id, can_fail) = self.pool.unary(*op, a);
            self.write(*into, id, at);
            can_fail
        } else if let Instruction::Binary { into, op, a, b } = instruction {
            let (a, b) = (self.id(*a), self.id(*b));
            let (id, can_fail) = self.pool.binary(*op, a, b);
            self.write(*into, id, at);
            can_fail
        } else {
            flow::writes_only_on_jump(instruction) || self.pass_any(instruction, at)
        }
    }

    /// The same for an instruction that does more than compute.
    fn pass_any(&mut self, instruction: &Instruction, at: usize) -> bool {
        let read = |operand| self.values(operand).into_owned();
        let (written, can_fail) = transfer::written(self.program, instruction, &read, self.is_chosen);
        for (register, values) in written {
            let id = self.pool.id(values);
            self.write(register, id, at);
        }
        can_fail
    }

    /// Where runs go on behind the last instruction of a block, and what is known there of whatever is live.
    fn ways(&mut self, last: usize) -> Vec<(usize, Vec<Id>)> {
        let program = self.program;
        let instruction = &program.code[last];
        let ways = successors(instruction, Address(u32::try_from(last).unwrap_or(u32::MAX)));
        let mut found = Vec::new();
        for (way, jumps) in [(ways.next, false), (ways.jump, true)] {
            let Some(to) = way.map(|to| to.0 as usize) else { continue };
            let changed = if let Instruction::Unless { on, .. } = instruction {
                self.assumed(*on, !jumps)
            } else if let Instruction::Resolve { into, scale, total, method, .. } = instruction {
                let read = |operand| self.values(operand).into_owned();
                let (total, on) = (read(*total), (*scale, *method));
                if jumps {
                    let level = transfer::resolved(program, on, &total, &read);
                    (!level.is_nothing()).then(|| vec![(*into, level)])
                } else {
                    transfer::may_be_rolled(program, on, &total).then(Vec::new)
                }
            } else {
                Some(Vec::new())
            };
            let Some(changed) = changed else { continue };
            let Some(block) = self.flow.starts.get(to).copied().flatten() else { continue };
            found.push((to, self.known_at(block, changed)));
        }
        found
    }

    /// What is known where a block starts, if these registers are as said.
    fn known_at(&mut self, block: usize, changed: Vec<(Register, Values)>) -> Vec<Id> {
        let before: Vec<(Register, Id)> = changed
            .into_iter()
            .map(|(register, values)| {
                let id = self.pool.id(values);
                (register, std::mem::replace(&mut self.now[register.0 as usize], id))
            })
            .collect();
        let known = self.entries[block].live.iter().map(|register| self.now[*register as usize]).collect();
        for (register, id) in before.into_iter().rev() {
            self.now[register.0 as usize] = id;
        }
        known
    }

    /// Joins what is known on one more way to what is known of a block; whether that was new.
    fn meet(&mut self, from: usize, to: usize, known: &[Id]) -> Option<bool> {
        self.looked_at += known.len() + 1;
        if self.looked_at > MOST_VALUES {
            return None;
        }
        let entry = &mut self.entries[to];
        let Some(before) = &mut entry.known else {
            entry.known = Some(known.to_vec());
            return Some(true);
        };
        let (mut grown, widens) = (false, to <= from);
        let patient = entry.changes < PATIENCE;
        for (before, more) in before.iter_mut().zip(known) {
            if before == more {
                continue;
            }
            let (one, other) = (self.pool.get(*before), self.pool.get(*more));
            let joined = match (widens, patient) {
                (false, true) => one.join(other),
                (true, true) => one.widened(other, &self.steps),
                (_, false) => one.widened(other, &[]),
            };
            let joined = self.pool.id(joined);
            grown |= joined != *before;
            *before = joined;
        }
        entry.changes += u32::from(grown);
        Some(grown)
    }

    /// The values of all registers of which more is known if a condition holds, or does not; `None` if no run comes to
    /// that.
    fn assumed(&self, on: Operand, holds: bool) -> Option<Vec<(Register, Values)>> {
        let mut known = super::assumed::Assumed::default();
        let maker = |register: Register| {
            let (when, at) = self.written[register.0 as usize];
            // What a register was made of is known as long as that is unchanged, and within this block.
            let instruction = (when > self.entered).then(|| &self.program.code[at as usize])?;
            let mut unchanged = true;
            flow::operands(instruction, &mut |operand| {
                let of = operand.register().map(|of| self.written[of.0 as usize].0);
                unchanged &= of.is_none_or(|of| of < when);
            });
            unchanged.then_some(instruction)
        };
        known.assume((&|operand| self.values(operand).into_owned(), &maker), on, holds)?;
        Some(known.into_values())
    }
}

/// The numbers that a program compares with, and their neighbours, in ascending order.
fn steps(program: &Program) -> Vec<i64> {
    let mut steps = BTreeSet::from([-1, 0, 1]);
    for instruction in &program.code {
        if let Instruction::Binary { op: Binary::Less | Binary::LessOrEqual | Binary::Equal, a, b, .. } = instruction {
            for operand in [a, b] {
                if let Operand::Value(number) = operand {
                    steps.extend([number.saturating_sub(1), *number, number.saturating_add(1)]);
                }
            }
        }
    }
    steps.into_iter().collect()
}
