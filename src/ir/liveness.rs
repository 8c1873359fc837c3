//! Which registers still matter at a question: those that some path from there reads before writing them.
//!
//! Only questions need this, since only there runs are merged. Reported values ([`Instruction::Trace`]) do not
//! matter, and the results matter at the end. A deck matters as long as a card may be drawn before it is shuffled.

use std::borrow::Cow;

use super::flow::{self, DeckUse, successors};
use super::{Address, Instruction, Operand, Program, Register};

/// What is live: registers and decks, each in ascending order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Live {
    /// Numbers of registers.
    pub registers: Vec<u32>,
    /// Numbers of decks.
    pub decks: Vec<u32>,
}

/// What is live around the instructions of a program.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Liveness {
    /// For every instruction that asks or heads a loop what is live before it.
    before: Vec<Option<Live>>,
    /// For every instruction that asks what is live after it, if it goes on with the next.
    after: Vec<Option<Live>>,
}

impl Liveness {
    /// What is live before an instruction that asks or heads a loop; `None` for any other.
    pub fn before(&self, at: Address) -> Option<&Live> {
        self.before.get(at.0 as usize)?.as_ref()
    }

    /// What is live when an instruction that asks has been answered and goes on with the next one.
    pub fn after(&self, at: Address) -> Option<&Live> {
        self.after.get(at.0 as usize)?.as_ref()
    }
}

/// A set of registers, with the decks numbered after them.
#[derive(Clone, PartialEq, Eq)]
pub(super) struct Set(Vec<u64>);

impl Set {
    /// Whether a register is in it.
    pub fn holds(&self, Register(number): Register) -> bool {
        self.0.get(number as usize / 64).is_some_and(|word| word >> (number % 64) & 1 == 1)
    }

    fn put(&mut self, number: usize, present: bool) {
        if let Some(word) = self.0.get_mut(number / 64) {
            let bit = 1 << (number % 64);
            *word = if present { *word | bit } else { *word & !bit };
        }
    }

    fn join(&mut self, other: &Set) -> bool {
        let mut grown = false;
        for (word, more) in self.0.iter_mut().zip(&other.0) {
            grown |= *more & !*word != 0;
            *word |= more;
        }
        grown
    }

    fn numbers(&self) -> impl Iterator<Item = usize> {
        self.0.iter().enumerate().flat_map(|(place, word)| {
            let mut left = *word;
            std::iter::from_fn(move || {
                let bit = (left != 0).then(|| left.trailing_zeros())?;
                left &= left - 1;
                Some(place * 64 + bit as usize)
            })
        })
    }
}

/// A stretch of code that is only entered at its start and only left at its end.
pub(super) struct Block {
    /// Its first instruction.
    pub start: usize,
    /// The first one that is no longer in it.
    pub end: usize,
    live: Set,
}

/// The blocks of a program, and what is live where they start.
pub(super) struct Flow<'p> {
    program: &'p Program,
    /// In the order of the code.
    pub blocks: Vec<Block>,
    /// For each instruction the block that starts with it.
    pub starts: Vec<Option<usize>>,
    /// Instructions that may be left out when nobody reads what they write; others than these read whatever they read.
    droppable: Cow<'p, [bool]>,
    /// Registers that somebody looks at before an instruction, in order.
    looked_at: &'p [(Address, Register)],
    /// Whether the results matter at the end.
    is_asked: bool,
}

/// Computes what is live in a program that keeps its invariants.
pub fn liveness(program: &Program) -> Liveness {
    Flow::settled(program, &[]).collect(usize::MAX).unwrap_or_default()
}

/// The same, unless it takes more bytes than this.
pub fn liveness_within(program: &Program, bytes: usize) -> Option<Liveness> {
    let left = bytes.checked_sub(bytes_of_sets(program))?;
    Flow::settled(program, &[]).collect(left)
}

/// So many bytes it takes to hold what is live where the blocks of a program start.
pub(super) fn bytes_of_sets(program: &Program) -> usize {
    let sets = leaders(program).into_iter().filter(|leads| *leads).count();
    let width = (program.registers.len() + program.decks.len()).div_ceil(8);
    sets.saturating_mul(width)
}

/// What is live anywhere in a program, worked out where it is asked for.
pub struct Lives<'p> {
    flow: Flow<'p>,
    /// For each instruction its block.
    blocks: Vec<u32>,
}

impl<'p> Lives<'p> {
    /// `None` when it takes more bytes than this to hold what is live where the blocks start.
    pub fn within(program: &'p Program, bytes: usize) -> Option<Self> {
        bytes.checked_sub(bytes_of_sets(program))?;
        Some(Self::of(Flow::settled(program, &[])))
    }

    /// The same, as if nobody asked for the results.
    pub fn unasked_within(program: &'p Program, bytes: usize) -> Option<Self> {
        bytes.checked_sub(bytes_of_sets(program))?;
        let mut flow = Flow { is_asked: false, ..Flow::new(program, &[]) };
        flow.settle();
        Some(Self::of(flow))
    }

    fn of(flow: Flow<'p>) -> Self {
        let mut blocks = vec![0; flow.program.code.len()];
        for (number, block) in (0..).zip(&flow.blocks) {
            blocks[block.start..block.end].fill(number);
        }
        Self { flow, blocks }
    }

    /// What is live before an instruction.
    pub fn before(&self, at: usize) -> Live {
        let Some(number) = self.blocks.get(at).map(|block| *block as usize) else { return Live::default() };
        let mut live = self.flow.after_block(number);
        for at in (at..self.flow.blocks[number].end).rev() {
            self.flow.before_instruction(at, &mut live);
        }
        self.flow.split(&live)
    }
}

impl<'p> Flow<'p> {
    /// What is live where the blocks of a program start. What a droppable instruction reads counts only if somebody reads what
    /// it writes.
    pub fn settled(program: &'p Program, droppable: &'p [bool]) -> Self {
        let mut flow = Self::new(program, droppable);
        flow.settle();
        flow
    }

    /// The same of all instructions, where these registers are looked at before some of them; in order.
    pub fn settled_for(program: &'p Program, looked_at: &'p [(Address, Register)]) -> Self {
        let mut flow = Self { looked_at, ..Self::new(program, &[]) };
        flow.settle();
        flow
    }

    /// The blocks of a program; it is not known yet what is live where they start.
    pub fn new(program: &'p Program, droppable: &'p [bool]) -> Self {
        let leaders = leaders(program);
        let empty = Set(vec![0; (program.registers.len() + program.decks.len()).div_ceil(64)]);
        let mut blocks: Vec<Block> = Vec::new();
        let mut starts = vec![None; program.code.len()];
        for (at, leads) in leaders.into_iter().enumerate() {
            if leads {
                starts[at] = Some(blocks.len());
                blocks.push(Block { start: at, end: at + 1, live: empty.clone() });
            } else if let Some(block) = blocks.last_mut() {
                block.end = at + 1;
            }
        }
        Self { program, blocks, starts, droppable: Cow::Borrowed(droppable), looked_at: &[], is_asked: true }
    }

    /// The numbers of the registers that are live where a block starts.
    pub fn live_at(&self, block: usize) -> Vec<u32> {
        let registers = self.program.registers.len();
        let numbers = self.blocks[block].live.numbers().take_while(|number| *number < registers);
        numbers.filter_map(|number| u32::try_from(number).ok()).collect()
    }

    /// Goes backwards through each block, and says at each instruction what is live after it.
    pub fn each_after(&self, visit: &mut dyn FnMut(usize, &Set)) {
        for (number, block) in self.blocks.iter().enumerate() {
            let mut live = self.after_block(number);
            for at in (block.start..block.end).rev() {
                visit(at, &live);
                self.before_instruction(at, &mut live);
            }
        }
    }

    /// Whether an instruction does nothing but write what nobody reads.
    pub fn is_idle(&self, at: usize, live: &Set) -> bool {
        let mut read = false;
        flow::writes(&self.program.code[at], &mut |register| read |= live.holds(register));
        !read && self.droppable.get(at).is_some_and(|droppable| *droppable)
    }

    /// Says whether an instruction may be left out when nobody reads what it writes.
    pub fn may_drop(&mut self, at: usize, may: bool) {
        if let Some(droppable) = self.droppable.to_mut().get_mut(at) {
            *droppable = may;
        }
    }

    /// Goes backwards over the blocks until nothing more becomes live. It goes on with what is known to be live already.
    pub fn settle(&mut self) {
        let mut changed = true;
        while changed {
            changed = false;
            for number in (0..self.blocks.len()).rev() {
                let mut live = self.after_block(number);
                for at in (self.blocks[number].start..self.blocks[number].end).rev() {
                    self.before_instruction(at, &mut live);
                }
                changed |= self.blocks[number].live.join(&live);
            }
        }
    }

    /// `None` when that takes more bytes than this.
    fn collect(&self, bytes: usize) -> Option<Liveness> {
        let code = &self.program.code;
        let mut liveness = Liveness { before: vec![None; code.len()], after: vec![None; code.len()] };
        let heads = loop_heads(self.program);
        let mut left = bytes / size_of::<u32>();
        for number in 0..self.blocks.len() {
            let mut live = self.after_block(number);
            for at in (self.blocks[number].start..self.blocks[number].end).rev() {
                let asks = flow::asks(&code[at]);
                if asks {
                    let live = self.split(&live);
                    left = left.checked_sub(live.registers.len())?;
                    liveness.after[at] = Some(live);
                }
                self.before_instruction(at, &mut live);
                if asks || heads[at] {
                    let live = self.split(&live);
                    left = left.checked_sub(live.registers.len())?;
                    liveness.before[at] = Some(live);
                }
            }
        }
        Some(liveness)
    }

    /// What is live where a block falls through to the next one or, unless it writes only then, jumps.
    fn after_block(&self, number: usize) -> Set {
        let last = self.blocks[number].end - 1;
        let mut live = Set(vec![0; self.blocks[number].live.0.len()]);
        let instruction = &self.program.code[last];
        if let Instruction::Done = instruction
            && self.is_asked
        {
            for result in &self.program.results {
                live.put(result.register.0 as usize, true);
            }
        }
        let ways = successors(instruction, address(last));
        // Where situations are merged nobody listens, and what is only told is passed over.
        if !matches!(instruction, Instruction::Aside { .. }) {
            self.join_entry(ways.next, &mut live);
        }
        if !flow::writes_only_on_jump(instruction) {
            self.join_entry(ways.jump, &mut live);
        }
        live
    }

    fn join_entry(&self, to: Option<Address>, live: &mut Set) {
        let block = to.and_then(|to| self.starts.get(to.0 as usize).copied().flatten());
        if let Some(block) = block {
            live.join(&self.blocks[block].live);
        }
    }

    fn before_instruction(&self, at: usize, live: &mut Set) {
        if !self.is_idle(at, live) {
            self.before_any(at, live);
        }
        let from = self.looked_at.partition_point(|(place, _)| *place < address(at));
        for (_, register) in self.looked_at[from..].iter().take_while(|(place, _)| *place == address(at)) {
            live.put(register.0 as usize, true);
        }
    }

    fn before_any(&self, at: usize, live: &mut Set) {
        let instruction = &self.program.code[at];
        let decks = self.program.registers.len();
        if flow::writes_only_on_jump(instruction) {
            let mut jumped = Set(vec![0; live.0.len()]);
            self.join_entry(successors(instruction, address(at)).jump, &mut jumped);
            flow::writes(instruction, &mut |register| jumped.put(register.0 as usize, false));
            live.join(&jumped);
        } else {
            flow::writes(instruction, &mut |register| live.put(register.0 as usize, false));
        }
        match flow::deck(instruction) {
            Some(DeckUse::Draws(deck)) => live.put(decks + deck as usize, true),
            Some(DeckUse::Shuffles(deck)) => live.put(decks + deck as usize, false),
            None => {}
        }
        flow::operands(instruction, &mut |operand| match operand {
            Operand::Register(register) => live.put(register.0 as usize, true),
            Operand::Value(_) | Operand::Unreached => {}
        });
    }

    fn split(&self, live: &Set) -> Live {
        let registers = self.program.registers.len();
        let mut split = Live::default();
        for number in live.numbers() {
            let short = |number: usize| u32::try_from(number).unwrap_or(u32::MAX);
            if number < registers {
                split.registers.push(short(number));
            } else {
                split.decks.push(short(number - registers));
            }
        }
        split
    }
}

/// Where blocks start: at the beginning, at every target, and behind everything that jumps.
pub(super) fn leaders(program: &Program) -> Vec<bool> {
    let mut leaders = vec![false; program.code.len()];
    if let Some(first) = leaders.first_mut() {
        *first = true;
    }
    for (at, instruction) in program.code.iter().enumerate() {
        let ways = successors(instruction, address(at));
        if ways.next.is_some() && ways.jump.is_none() {
            continue;
        }
        for leader in [ways.jump.map(|to| to.0 as usize), Some(at + 1)].into_iter().flatten() {
            if let Some(leads) = leaders.get_mut(leader) {
                *leads = true;
            }
        }
    }
    leaders
}

fn loop_heads(program: &Program) -> Vec<bool> {
    let mut heads = vec![false; program.code.len()];
    for (at, instruction) in program.code.iter().enumerate() {
        if let Some(to) = successors(instruction, address(at)).jump
            && to.0 as usize <= at
            && let Some(head) = heads.get_mut(to.0 as usize)
        {
            *head = true;
        }
    }
    heads
}

fn address(at: usize) -> Address {
    Address(u32::try_from(at).unwrap_or(u32::MAX))
}
