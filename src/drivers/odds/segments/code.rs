//! The program as segments see it: where it is cut, and what matters where.

use std::cell::OnceCell;
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use super::bookings::Bookings;
use super::clocks::{self, Clock};
use super::piles::{Pile, Piles};
use crate::ir::liveness::{Live, Lives};
use crate::ir::{Instruction, Program, Register, Value};

/// Where a program is cut, besides its start and its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cutting {
    /// At the heads of loops in which dice are rolled, and where what has been rolled has come to less.
    Heads,
    /// At everything that is rolled or drawn besides.
    Rolls,
}

/// How results are asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Asking {
    /// How often each tuple of their values comes about.
    Together,
    /// How often each of them is each of its values.
    Each,
}

/// Where people decide, of whom no answer is known.
#[derive(Debug, Default)]
pub struct Decisions {
    /// The questions, and whether somebody reads the answer.
    pub questions: BTreeMap<usize, bool>,
    /// The questions that together are one decision: the program is cut there as well, even if the answer is not read.
    pub joined: BTreeSet<usize>,
}

/// Names a cut.
pub type CutId = u16;

/// A place between two segments.
#[derive(Debug)]
pub struct Cut {
    /// The instruction before which it lies.
    pub at: usize,
    /// The registers, and the counts of decks, that tell situations apart there, in ascending order.
    pub live: Rc<[u32]>,
    /// The same, and the results that are counted there.
    pub told: Rc<[u32]>,
    /// Whether the program ends there.
    pub is_end: bool,
    /// The loop whose head it is, by its place among the clocks.
    pub clock: Option<usize>,
    /// In which part of the program it lies: these come one after the other, and each clock is one.
    pub part: usize,
}

/// A program that is cut.
pub struct Code<'p> {
    pub program: &'p Program,
    pub cuts: Vec<Cut>,
    pub clocks: Vec<Clock>,
    /// For each instruction the cut before it.
    cut_at: Vec<Option<CutId>>,
    /// Registers that are no part of any situation.
    hidden: Vec<bool>,
    piles: Piles,
    /// For each deck the cards that are gone at the start.
    drawn: &'p [Vec<u32>],
    lives: Lives<'p>,
    /// Where people decide; none where every answer is known.
    decisions: Option<&'p Decisions>,
    /// Where results are written, if they are counted there; none where all of them are asked for together.
    pub bookings: Option<Bookings>,
    /// The registers that are no more than a result.
    counted: Vec<Register>,
    /// For each instruction what matters before it, once somebody has asked.
    known: Vec<OnceCell<Rc<[u32]>>>,
}

impl<'p> Code<'p> {
    /// Cuts a program; `None` when it takes more than so many bytes, or has more cuts than can be numbered.
    pub fn of(
        (program, drawn): (&'p Program, &'p [Vec<u32>]),
        (cutting, rounds): (Cutting, bool),
        asking: Asking,
        bytes: usize,
    ) -> Option<Self> {
        Self::deciding((program, drawn), (cutting, rounds), (asking, None), bytes)
    }

    /// The same where people decide.
    pub fn deciding(
        (program, drawn): (&'p Program, &'p [Vec<u32>]),
        (cutting, rounds): (Cutting, bool),
        (asking, decisions): (Asking, Option<&'p Decisions>),
        bytes: usize,
    ) -> Option<Self> {
        let clocks = if rounds { clocks::clocks(program) } else { Vec::new() };
        let mut hidden = vec![false; program.registers.len()];
        for Register(register) in clocks.iter().flat_map(|clock| clock.hidden) {
            hidden[register as usize] = true;
        }
        let (lives, piles) = (Lives::within(program, bytes)?, Piles::of(program)?);
        let (cuts, cut_at) = (Vec::new(), vec![None; program.code.len()]);
        let known = vec![OnceCell::new(); program.code.len()];
        let bookings = match asking {
            Asking::Together => None,
            Asking::Each => Some(Bookings::of(program, bytes)?),
        };
        let counted = bookings.iter().flat_map(Bookings::results).map(|(_, register)| register).collect();
        let mut code =
            Self { program, cuts, clocks, cut_at, hidden, piles, drawn, lives, decisions, bookings, counted, known };
        for at in code.places(cutting) {
            let clock = code.clocks.iter().position(|clock| clock.head == at);
            let is_end = matches!(program.code.get(at), Some(Instruction::Done));
            let live: Rc<[u32]> = code.matters(at, &|_| false).into();
            let cut = Cut { at, told: Rc::clone(&live), live, is_end, clock, part: code.part_of(at) };
            *code.cut_at.get_mut(at)? = Some(CutId::try_from(code.cuts.len()).ok()?);
            code.cuts.push(cut);
        }
        code.tell_results();
        Some(code)
    }

    /// Finds out which results are counted at which cut.
    fn tell_results(&mut self) {
        let cut_at = &self.cut_at;
        let Some(bookings) = &mut self.bookings else { return };
        bookings.cut(self.program, &|at| cut_at[at].is_some());
        let told = |at: usize| {
            let is_fresh = |register| self.bookings.as_ref().is_some_and(|bookings| bookings.is_fresh(at, register));
            self.matters(at, &is_fresh).into()
        };
        let told: Vec<Rc<[u32]>> = self.cuts.iter().map(|cut| told(cut.at)).collect();
        for (cut, told) in self.cuts.iter_mut().zip(told) {
            cut.told = told;
        }
    }

    fn places(&self, cutting: Cutting) -> BTreeSet<usize> {
        let code = &self.program.code;
        let rolls = |at: &usize| matches!(code[*at], Instruction::Roll(_) | Instruction::Draw { .. });
        let mut places = BTreeSet::from([0]);
        let loops = clocks::loops(self.program);
        places
            .extend(loops.iter().filter(|(head, last)| (**head..=**last).any(|at| rolls(&at))).map(|(head, _)| *head));
        places.extend(self.clocks.iter().flat_map(|clock| [clock.head, clock.body, clock.exit]));
        places.extend((0..code.len()).filter(|at| matches!(code[*at], Instruction::Done)));
        if let Some(Decisions { questions, joined }) = self.decisions {
            places.extend(questions.iter().filter(|(_, is_read)| **is_read).map(|(at, _)| *at));
            places.extend(joined);
        }
        let rolled: Vec<usize> = (0..code.len()).filter(rolls).collect();
        match cutting {
            Cutting::Heads => places.extend(rolled.windows(2).filter_map(|two| self.narrower(two))),
            Cutting::Rolls => places.extend(rolled),
        }
        places
    }

    /// The second of two rolls, if fewer registers matter before it than before the first: of a pool, for example, only the
    /// total is left. Many ways through the one lead to few situations before the other, and there they are taken together. So do
    /// they if no more matter, and a result is counted there.
    fn narrower(&self, two: &[usize]) -> Option<usize> {
        let [first, second] = two else { return None };
        let matter = |at: usize| self.matters(at, &|_| false).len();
        let is_counted = |bookings: &Bookings| bookings.is_any_written(*first..*second);
        let most = matter(*first) + usize::from(self.bookings.as_ref().is_some_and(is_counted));
        (matter(*second) < most).then_some(*second)
    }

    /// The parts of the program: what stands before, in and behind each clock.
    fn part_of(&self, at: usize) -> usize {
        let before = self.clocks.iter().filter(|clock| clock.last < at).count();
        let inside = self.clocks.iter().any(|clock| (clock.head..=clock.last).contains(&at));
        2 * before + usize::from(inside)
    }

    /// The number of parts.
    pub fn parts(&self) -> usize {
        2 * self.clocks.len() + 1
    }

    /// How often a part is gone through at most.
    pub fn rounds_of(&self, part: usize) -> u32 {
        let clock = if part % 2 == 1 { self.clocks.get(part / 2) } else { None };
        clock.map_or(1, |clock| clock.rounds)
    }

    /// The cut before an instruction.
    pub fn cut_at(&self, at: usize) -> Option<CutId> {
        self.cut_at.get(at).copied().flatten()
    }

    pub fn cut(&self, id: CutId) -> &Cut {
        &self.cuts[id as usize]
    }

    /// Where another round of a clock begins, and where the program goes on behind the last one.
    pub fn ways_of(&self, clock: usize) -> Option<(CutId, CutId)> {
        let clock = self.clocks.get(clock)?;
        self.cut_at(clock.body).zip(self.cut_at(clock.exit))
    }

    /// Whether a register is no part of any situation.
    pub fn is_hidden(&self, Register(register): Register) -> bool {
        self.hidden.get(register as usize).copied().unwrap_or(false)
    }

    /// The deck of this number.
    pub fn pile(&self, deck: u32) -> &Pile {
        self.piles.pile(deck)
    }

    /// So many numbers registers and the counts of decks have together.
    pub fn width(&self) -> usize {
        self.piles.width()
    }

    /// Whether this is the number of a count, which always holds a number.
    pub fn is_count(&self, register: u32) -> bool {
        register as usize >= self.program.registers.len()
    }

    /// What all registers and counts hold at the start.
    pub fn begun(&self) -> Vec<Value> {
        let registers = self.program.registers.iter().map(|register| register.initial);
        registers.chain(self.piles.begun(self.program, self.drawn)).collect()
    }

    /// The registers, and the counts of decks, that matter before an instruction, in ascending order.
    pub fn live(&self, at: usize) -> &Rc<[u32]> {
        self.known[at].get_or_init(|| {
            let fresh = self.bookings.as_ref().filter(|_| self.cut_at(at).is_none());
            self.matters(at, &|register| fresh.is_some_and(|bookings| bookings.is_fresh(at, register))).into()
        })
    }

    /// What matters behind an instruction that goes on with the next one, or is counted there.
    pub fn told_behind(&self, at: usize) -> &Rc<[u32]> {
        self.cut_at(at + 1).map_or_else(|| self.live(at + 1), |cut| &self.cut(cut).told)
    }

    /// The registers and counts that matter before an instruction; of those that are no more than a result, these.
    fn matters(&self, at: usize, results: &dyn Fn(Register) -> bool) -> Vec<u32> {
        let Live { registers, decks } = self.lives.before(at);
        let counts = decks.into_iter().flat_map(|deck| self.pile(deck).counts());
        let is_kept = |register| self.bookings.as_ref().is_none_or(|bookings| bookings.is_kept(at, register));
        let is_told = |number: &u32| {
            let register = Register(*number);
            !self.is_hidden(register) && (is_kept(register) || results(register))
        };
        registers.into_iter().filter(is_told).chain(counts).collect()
    }

    /// Whether somebody decides what is answered to a question, and whether anybody reads that.
    pub fn decided(&self, at: usize) -> Option<bool> {
        self.decisions?.questions.get(&at).copied()
    }

    /// Whether it is asked where several questions are one decision.
    pub fn is_joined(&self, at: usize) -> bool {
        self.decisions.is_some_and(|decisions| decisions.joined.contains(&at))
    }

    /// Whether people decide: then a run that is refused is one that nobody chooses.
    pub fn has_decisions(&self) -> bool {
        self.decisions.is_some()
    }

    /// What the count of a clock holds before an instruction in one of its rounds.
    pub fn counted_before(&self, at: usize, count: Register, round: u32) -> Value {
        let clock = self.clocks.iter().find(|clock| clock.hidden[0] == count)?;
        let rounds_before = if (clock.head..=clock.last).contains(&at) {
            i64::from(round) - 1 + i64::from(at > clock.counting)
        } else {
            0
        };
        Some(clock.start + rounds_before)
    }

    /// The registers that are counted as results where they were written.
    pub fn counted(&self) -> &[Register] {
        &self.counted
    }
}
