//! A program that is being reduced. A removed instruction leaves a jump to the next one; [`Draft::tighten`]
//! closes the gaps.

use super::super::flow::successors;
use super::super::secrecy::Secrecy;
use super::super::{Address, Instruction, Program, Register, Unary, renumber};
use crate::source::Span;

/// A program on its way to a smaller one.
pub struct Draft {
    /// The program as it is now. It tells nothing.
    pub program: Program,
    /// For each instruction which one of the whole program it was.
    pub origins: Vec<Address>,
    /// For each instruction whether it may be left out when nobody reads what it writes: it asks nobody and cannot fail.
    pub droppable: Vec<bool>,
    /// For each register which one of the whole program it was.
    pub registers: Vec<Register>,
}

impl Draft {
    /// A program without what is told, and without what is computed only for that.
    pub fn of(whole: &Program) -> Self {
        let code = whole.code.iter().enumerate().map(|(at, instruction)| untold(at, instruction));
        Self::with(whole, code.collect(), whole.spans.clone())
    }

    /// The same program with other instructions, which tell nothing either.
    pub fn with(whole: &Program, code: Vec<Instruction>, spans: Vec<Span>) -> Self {
        let program = Program {
            format: whole.format,
            title: whole.title.clone(),
            houses: Vec::new(),
            packs: Vec::new(),
            brought: Vec::new(),
            notation: whole.notation.clone(),
            registers: whole.registers.clone(),
            fields: Vec::new(),
            scales: whole.scales.clone(),
            tables: whole.tables.clone(),
            decks: whole.decks.clone(),
            texts: Vec::new(),
            functions: whole.functions.clone(),
            code,
            spans,
            traces: Vec::new(),
            secrecy: Secrecy::default(),
            results: whole.results.clone(),
        };
        let origins = (0..).map(Address).take(program.code.len()).collect();
        let droppable = program.code.iter().map(cannot_fail).collect();
        let registers = Register::all(0, program.registers.len()).collect();
        let mut draft = Self { program, origins, droppable, registers };
        draft.tighten();
        draft
    }

    /// Leaves an instruction out.
    pub fn leave_out(&mut self, at: usize) {
        if let Some(place) = self.program.code.get_mut(at) {
            *place = nothing(at);
            // It may come to be a jump that leads elsewhere.
            self.droppable[at] = false;
        }
    }

    /// Whether each run that comes to an end does so at the last instruction.
    pub fn has_one_end(&self) -> bool {
        let is_end = |instruction: &Instruction| matches!(instruction, Instruction::Done);
        self.program.code.iter().position(is_end).is_some_and(|at| at + 1 == self.program.code.len())
    }

    /// Puts an instruction that cannot fail behind another one. Whatever leads to what stands there now still does.
    pub fn insert_behind(&mut self, before: usize, instruction: Instruction) {
        let place = before + 1;
        for instruction in &mut self.program.code {
            if let Instruction::Jump { to } | Instruction::Unless { to, .. } | Instruction::Resolve { after: to, .. } =
                instruction
            {
                to.0 += u32::from(to.0 as usize >= place);
            }
        }
        self.program.code.insert(place, instruction);
        self.program.spans.insert(place, self.program.spans[before]);
        self.origins.insert(place, self.origins[before]);
        self.droppable.insert(place, true);
    }

    /// Takes out jumps that lead to what comes next anyway, and whatever no run comes to.
    pub fn tighten(&mut self) {
        let ends = self.ends();
        self.lead_on(&ends);
        let reached = self.reached();
        let kept = self.kept(&reached);
        self.close(&kept, &ends);
    }

    /// For each instruction where a run that comes to it goes on: itself, unless it only jumps ahead.
    pub fn ends(&self) -> Vec<usize> {
        let mut ends: Vec<usize> = (0..self.program.code.len()).collect();
        for at in (0..ends.len()).rev() {
            if let Instruction::Jump { to } = self.program.code[at]
                && to.0 as usize > at
                && let Some(end) = ends.get(to.0 as usize)
            {
                ends[at] = *end;
            }
        }
        ends
    }

    /// Lets every jump lead to its end at once.
    fn lead_on(&mut self, ends: &[usize]) {
        let end = |to: Address| ends.get(to.0 as usize).map_or(to, |end| address(*end));
        for instruction in &mut self.program.code {
            if let Instruction::Jump { to } | Instruction::Unless { to, .. } | Instruction::Resolve { after: to, .. } =
                instruction
            {
                *to = end(*to);
            }
        }
    }

    fn reached(&self) -> Vec<bool> {
        let mut reached = vec![false; self.program.code.len()];
        let mut open = vec![0];
        while let Some(at) = open.pop() {
            let Some(new) = reached.get_mut(at).filter(|reached| !**reached) else { continue };
            *new = true;
            let ways = successors(&self.program.code[at], address(at));
            open.extend([ways.next, ways.jump].into_iter().flatten().map(|to| to.0 as usize));
        }
        reached
    }

    /// Which instructions are reached and do something. The end is kept in any case: every program has one.
    fn kept(&self, reached: &[bool]) -> Vec<bool> {
        let code = &self.program.code;
        let mut kept = vec![false; code.len()];
        let mut next = code.len();
        for at in (0..code.len()).rev() {
            let leads_on = if let Instruction::Jump { to } = code[at] {
                to.0 as usize > at && to.0 as usize <= next
            } else {
                false
            };
            kept[at] = at + 1 == code.len() || (reached[at] && !leads_on);
            if kept[at] {
                next = at;
            }
        }
        kept
    }

    /// Closes the gaps, and gives all jumps their ends.
    fn close(&mut self, kept: &[bool], ends: &[usize]) {
        let mut places = Vec::with_capacity(kept.len());
        let mut next = 0;
        for kept in kept {
            places.push(next);
            next += u32::from(*kept);
        }
        let place = |to: Address| {
            let end = ends.get(to.0 as usize).copied().unwrap_or(to.0 as usize);
            places.get(end).map_or(to, |place| Address(*place))
        };
        for instruction in &mut self.program.code {
            if let Instruction::Jump { to } | Instruction::Unless { to, .. } | Instruction::Resolve { after: to, .. } =
                instruction
            {
                *to = place(*to);
            }
        }
        keep(&mut self.program.code, kept);
        keep(&mut self.program.spans, kept);
        keep(&mut self.origins, kept);
        keep(&mut self.droppable, kept);
    }

    /// Takes out the registers that nothing names.
    pub fn drop_registers(&mut self) {
        let mut used = vec![false; self.program.registers.len()];
        let mut mark = |Register(number): Register| {
            if let Some(used) = used.get_mut(number as usize) {
                *used = true;
            }
        };
        for instruction in &mut self.program.code {
            if !matches!(instruction, Instruction::Clear { .. }) {
                renumber::of_instruction(instruction, &mut |register| mark(*register));
            }
        }
        self.program.results.iter().for_each(|result| mark(result.register));
        let mut numbers = Vec::with_capacity(used.len() + 1);
        let mut next = 0;
        for used in &used {
            numbers.push(next);
            next += u32::from(*used);
        }
        numbers.push(next);
        let number = |old: u32| numbers.get(old as usize).copied().unwrap_or(next);
        for instruction in &mut self.program.code {
            if let Instruction::Clear { first, count } = instruction {
                *count = number(first.0.saturating_add(*count)) - number(first.0);
            }
        }
        renumber::registers(&mut self.program, &mut |register| register.0 = number(register.0));
        keep(&mut self.program.registers, &used);
        keep(&mut self.registers, &used);
    }
}

/// What stands in the place of an instruction that is left out.
pub fn nothing(at: usize) -> Instruction {
    Instruction::Jump { to: address(at + 1) }
}

/// An instruction as it is for whoever does not listen.
fn untold(at: usize, instruction: &Instruction) -> Instruction {
    if let Instruction::Aside { over } = instruction {
        return Instruction::Jump { to: *over };
    }
    if matches!(instruction, Instruction::Trace(_)) { nothing(at) } else { instruction.clone() }
}

/// Keeps of a list what is marked.
fn keep<T>(all: &mut Vec<T>, kept: &[bool]) {
    let mut marks = kept.iter();
    all.retain(|_| marks.next().is_some_and(|kept| *kept));
}

fn address(at: usize) -> Address {
    Address(u32::try_from(at).unwrap_or(u32::MAX))
}

/// Whether an instruction asks nobody and cannot fail, whatever it reads.
fn cannot_fail(instruction: &Instruction) -> bool {
    match instruction {
        Instruction::Copy { .. }
        | Instruction::Clear { .. }
        | Instruction::Lookup { .. }
        | Instruction::Band { .. } => true,
        Instruction::Unary { op, .. } => *op != Unary::Negate,
        Instruction::Binary { .. }
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
        | Instruction::Done => false,
    }
}
