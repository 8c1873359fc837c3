//! Reduced programs, for callers that ask what can happen and not what is reported on the way.
//!
//! A reduced program has the same results as the whole one, with the same chances, and stops where that one does. It reports
//! nothing, and has only those instructions and registers on which a result, a question or a failure depends. Each pass
//! has its own file, and a program is the same without any of them, only larger.

// Each layer uses the ones above it here and none below; within a layer files may need each other.

// What registers may hold, and the program in the making.
mod assumed;
mod draft;
mod fallen;
mod held;
mod operations;
mod transfer;
mod values;
mod watch;

// What is known of a whole program.
mod ranges;

// What of a program can be heard.
mod heard;

// Which branches decide about what.
mod control;

// The passes.
mod branches;
mod copies;
mod diamonds;
mod fold;
mod hoist;
mod unread;

use std::collections::{BTreeMap, BTreeSet};

use super::{
    Address, Choose, Instruction, Method, Operand, Program, Register, ResultInfo, Value, flow, insertion, liveness,
};
use crate::shared_text::SharedText;
use crate::source::Span;
use draft::Draft;
use heard::Heard;
pub use heard::{Essence, Silence};
pub use held::Held;
use values::Values;
pub use watch::Place;

/// One way of making a program smaller.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pass {
    /// What is always the same is written down, by the ranges of all registers.
    Fold,
    /// Copies are read through.
    Copies,
    /// What the end compares, and nothing else reads, is compared where it is written.
    Hoist,
    /// What nobody reads is left out.
    Unread,
    /// Branches are left out that decide nothing.
    Diamonds,
    /// So are those that decide only about what nobody reads, and loops in which nothing else happens. Every run has to be known to come
    /// to its end.
    Branches,
}

/// All passes over programs of which nothing is known.
pub const ALL: [Pass; 5] = [Pass::Fold, Pass::Copies, Pass::Hoist, Pass::Unread, Pass::Diamonds];

/// The same where somebody listens, who hears everything at its place.
const HEARD: [Pass; 4] = [Pass::Fold, Pass::Copies, Pass::Unread, Pass::Diamonds];

/// What leaves out of a program whatever decides only results that are not asked for.
const SLICING: [Pass; 4] = [Pass::Copies, Pass::Hoist, Pass::Unread, Pass::Diamonds];

/// The same where every run is known to come to its end.
const SLICING_UNFAILING: [Pass; 4] = [Pass::Copies, Pass::Hoist, Pass::Branches, Pass::Unread];

/// What is known of the answers beforehand.
#[derive(Clone, Copy)]
pub struct Answers<'a> {
    /// How ladders are resolved whose script leaves that open, which may be left open here as well; `None` if every question has
    /// to be asked as it stands, since its answers are recorded.
    pub ladders: Option<Method>,
    /// Whether somebody has made a choice beforehand. All others take their default.
    pub is_chosen: &'a dyn Fn(&Choose) -> bool,
}

/// A program made smaller.
#[derive(Clone, Debug)]
pub struct Reduced {
    /// It has the same results in the same order, and tells nothing.
    pub program: Program,
    /// For each of its instructions which one of the whole program it was.
    pub origins: Vec<Address>,
    /// For each of its instructions whether it may be left out when nobody reads what it writes.
    droppable: Vec<bool>,
    /// For each of its registers which one of the whole program it was.
    pub registers: Vec<Register>,
    /// Whether every run is known to come to its end.
    pub is_unfailing: bool,
}

/// Leaving out what nobody reads can leave branches that decide nothing, and these what nobody reads; so often at most.
const ROUNDS: usize = 8;

/// More bytes than this are not taken to find out what is live: so large a program stays as it is.
const MOST_BYTES: usize = 2 * 1024 * 1024;

/// Numbers beyond this tell nothing of what a register may hold.
const MOST_BOUND: i64 = 1 << 40;

/// In a longer program it takes too long to find out what its runs come to.
const MOST_INSTRUCTIONS: usize = 40_000;

/// Makes a program smaller that keeps its invariants.
pub fn reduce(program: &Program, passes: &[Pass], answers: Answers<'_>) -> Reduced {
    let mut draft = Draft::of(program);
    make_smaller(&mut draft, passes, answers, &|_| false);
    reduced_of(draft)
}

fn reduced_of(Draft { program, origins, droppable, registers }: Draft) -> Reduced {
    Reduced { program, origins, droppable, registers, is_unfailing: false }
}

/// A reduced program made smaller once more: of its results only those at these places are asked for. What is always the same is
/// written down already.
pub fn slice(reduced: &Reduced, results: &[usize], answers: Answers<'_>) -> Reduced {
    let Reduced { program, origins, droppable, registers, is_unfailing } = reduced.clone();
    let passes: &[Pass] = if is_unfailing { &SLICING_UNFAILING } else { &SLICING };
    let mut draft = Draft { program, origins, droppable, registers };
    let all = &reduced.program.results;
    draft.program.results = results.iter().filter_map(|place| all.get(*place)).cloned().collect();
    make_smaller(&mut draft, passes, answers, &|_| false);
    Reduced { is_unfailing, ..reduced_of(draft) }
}

/// Whether every run of a reduced program is known to come to its end, since nothing in it can refuse a run or fail.
pub fn surely_ends(reduced: &Reduced) -> bool {
    let leads = |instruction: &Instruction| match instruction {
        Instruction::Jump { .. } | Instruction::Unless { .. } | Instruction::Resolve { .. } | Instruction::Done => true,
        Instruction::Copy { .. }
        | Instruction::Clear { .. }
        | Instruction::Unary { .. }
        | Instruction::Binary { .. }
        | Instruction::Lookup { .. }
        | Instruction::Band { .. }
        | Instruction::Aside { .. }
        | Instruction::Roll(_)
        | Instruction::Draw { .. }
        | Instruction::Shuffle { .. }
        | Instruction::Choose(_)
        | Instruction::Call { .. }
        | Instruction::Trace(_)
        | Instruction::Refuse { .. } => false,
    };
    let mut code = reduced.program.code.iter().zip(&reduced.droppable);
    reduced.is_unfailing || code.all(|(instruction, droppable)| *droppable || leads(instruction))
}

/// A reduced program of which it is known that every run comes to its end: nothing in it has to stay because it might refuse a run or
/// fail.
pub fn unfailing(reduced: &Reduced) -> Reduced {
    let mut unfailing = reduced.clone();
    let code = unfailing.program.code.iter_mut().zip(&mut unfailing.droppable).enumerate();
    for (at, (instruction, droppable)) in code {
        match instruction {
            Instruction::Refuse { .. } => *instruction = draft::nothing(at),
            Instruction::Copy { .. }
            | Instruction::Clear { .. }
            | Instruction::Unary { .. }
            | Instruction::Binary { .. }
            | Instruction::Lookup { .. }
            | Instruction::Band { .. }
            | Instruction::Roll(_)
            | Instruction::Choose(_)
            | Instruction::Call { .. } => *droppable = true,
            // They lead a run, or change a deck.
            Instruction::Jump { .. }
            | Instruction::Unless { .. }
            | Instruction::Aside { .. }
            | Instruction::Resolve { .. }
            | Instruction::Draw { .. }
            | Instruction::Shuffle { .. }
            | Instruction::Trace(_)
            | Instruction::Done => {}
        }
    }
    unfailing.is_unfailing = true;
    unfailing
}

/// The essence of a program: see [`Essence`].
pub fn essence(program: &Program, silence: Silence<'_>) -> Essence {
    heard_of(program, silence).essence(program)
}

/// The paths of those sums of a program on which nothing hangs that can be heard, apart from the sums themselves: they are added up in
/// vain. Of those only that `is_step` on the way to others; and where a run `is_told` for its own sake, since nobody asks what comes of
/// it, no sum of something that has fallen: it is what was rolled for.
pub fn sums_in_vain(
    program: &Program,
    is_step: &dyn Fn(&str) -> bool,
    is_told: &dyn Fn(&str) -> bool,
) -> BTreeSet<SharedText> {
    let mut sums = heard::sums(program, is_step);
    let fallen = fallen::fallen(program);
    sums.retain(|path, held_in| !is_told(path) || fallen.is_disjoint(held_in));
    let in_vain = &sums.keys().cloned().collect();
    let left = heard_of(program, Silence { is_step, in_vain, echo: None, numbers: false }).draft.registers;
    let left: BTreeSet<Register> = left.into_iter().collect();
    sums.into_iter().filter(|(_, held_in)| left.is_disjoint(held_in)).map(|(path, _)| path).collect()
}

/// Whether any of these results, or anything else that is told but numbers on the way, hangs on the roll at which a run of the
/// program stands with these registers, whoever answers what is asked later. Ladders that the script leaves open are resolved in
/// this way. What no line reads is rolled for its own sake, and so is what too large a program rolls, of which nothing is known.
pub fn matters(program: &Program, (at, registers): (Address, &[Value]), results: &[Register], ladders: Method) -> bool {
    let is_large = program.code.len() > MOST_INSTRUCTIONS || liveness::bytes_of_sets(program) > MOST_BYTES;
    if is_large || !is_read(program, at) {
        return true;
    }
    let result =
        |register: &Register| ResultInfo { label: SharedText::default(), register: *register, span: Span::default() };
    let mut from_here = Program { results: results.iter().map(result).collect(), ..program.clone() };
    for (register, value) in from_here.registers.iter_mut().zip(registers) {
        register.initial = *value;
    }
    insertion::begin_with(&mut from_here, at);
    let silence = Silence { is_step: &|_| true, in_vain: &BTreeSet::new(), echo: None, numbers: true };
    let left = heard_with(&from_here, silence, Some(ladders)).draft;
    // The roll comes first, behind what is told of its question at most; the same line is another instruction in later rounds.
    let is_the_roll =
        |(instruction, origin): (&Instruction, &Address)| origin.0 <= 1 && matches!(instruction, Instruction::Roll(_));
    left.program.code.iter().zip(&left.origins).any(is_the_roll)
}

/// Whether some line reads what a roll comes to.
fn is_read(program: &Program, at: Address) -> bool {
    let Some(Instruction::Roll(roll)) = program.code.get(at.0 as usize) else { return false };
    let mut is_read = false;
    for instruction in &program.code {
        flow::operands(instruction, &mut |operand| {
            is_read |= roll.questions.iter().any(|(_, into)| operand == Operand::Register(*into));
        });
    }
    is_read
}

fn heard_of(program: &Program, silence: Silence<'_>) -> Heard {
    heard_with(program, silence, None)
}

fn heard_with(program: &Program, silence: Silence<'_>, ladders: Option<Method>) -> Heard {
    let mut heard = Heard::of(program, silence);
    let Heard { draft, told, .. } = &mut heard;
    make_smaller(draft, &HEARD, Answers { ladders, is_chosen: &|_| true }, &|draft| told.leave_out(draft));
    heard
}

/// Lets all passes go over a program, and `tidy` after each time that copies are read through; it says whether it has left
/// something out.
fn make_smaller(draft: &mut Draft, passes: &[Pass], answers: Answers<'_>, tidy: &dyn Fn(&mut Draft) -> bool) {
    let passes = if liveness::bytes_of_sets(&draft.program) > MOST_BYTES { &[] } else { passes };
    if let Some(method) = answers.ladders {
        answer_ladders(&mut draft.program, method);
    }
    if passes.contains(&Pass::Fold) {
        fold::fold(draft, answers.is_chosen);
        draft.tighten();
    }
    if answers.ladders.is_none() {
        keep_questions(draft);
    }
    for _ in 0..ROUNDS {
        if passes.contains(&Pass::Copies) {
            copies::read_through(draft);
        }
        let hoisted = passes.contains(&Pass::Hoist) && hoist::hoist(draft);
        let tidied = tidy(draft);
        let branches = passes.contains(&Pass::Branches) && branches::leave_out(draft);
        let unread = passes.contains(&Pass::Unread) && unread::leave_out(draft);
        let diamonds = passes.contains(&Pass::Diamonds) && diamonds::leave_out(draft);
        draft.tighten();
        if !hoisted && !tidied && !branches && !unread && !diamonds {
            break;
        }
    }
    draft.drop_registers();
}

/// What some run comes to, whoever answers.
pub struct Reached {
    /// For each instruction, whether some run comes to it.
    instructions: Vec<bool>,
    /// What can be read before some of them.
    read: BTreeMap<(Address, Register), Values>,
}

impl Reached {
    /// Whether some run comes to an instruction. A place behind the program counts as reached.
    pub fn comes_to(&self, at: Address) -> bool {
        self.instructions.get(at.0 as usize).copied().unwrap_or(true)
    }

    /// Whether an instruction stands behind the last one that any run comes to, since each of them is refused before its end:
    /// nobody can say whether a run would come to it otherwise.
    pub fn is_beyond_refusal(&self, at: Address) -> bool {
        let is_reached = |reached: &bool| *reached;
        let behind = self.instructions.get(at.0 as usize..);
        !self.instructions.last().is_none_or(is_reached) && !behind.is_some_and(|behind| behind.iter().any(is_reached))
    }

    /// The least and the greatest number that a register can hold at an instruction, if it was asked for.
    pub fn bounds(&self, at: Address, register: Register) -> Option<(i64, i64)> {
        self.read.get(&(at, register)).and_then(Values::bounds)
    }

    /// Whether some run comes to an instruction while a register holds this. Nothing is known of a register that was not asked for.
    pub fn comes_with(&self, at: Address, register: Register, held: Held) -> bool {
        let may_hold = |values: &Values| match held {
            Held::Number(number) => values.holds(Some(number)),
            Held::NotYes => values.holds(Some(0)) || values.holds(None),
            Held::Nothing => values.holds(None),
        };
        self.comes_to(at) && self.read.get(&(at, register)).is_none_or(may_hold)
    }
}

/// Which instructions of a program some run comes to, whoever answers, and what these registers may hold there; `None` when it
/// takes too long to find out. The registers of `open` may begin with anything.
pub fn reached(program: &Program, open: &[Register], asked: &[(Address, Register)]) -> Option<Reached> {
    if program.code.len() > MOST_INSTRUCTIONS || liveness::bytes_of_sets(program) > MOST_BYTES {
        return None;
    }
    let asked: Vec<(Address, Register)> = asked.iter().copied().collect::<BTreeSet<_>>().into_iter().collect();
    let mut ranges = ranges::Ranges::of(program, &|_| true, open, &asked)?;
    let (mut instructions, mut read) = (vec![false; program.code.len()], BTreeMap::new());
    for block in ranges.blocks() {
        ranges.enter(block);
        for at in ranges.block(block) {
            instructions[at] = true;
            let place = Address(u32::try_from(at).unwrap_or(u32::MAX));
            let from = asked.partition_point(|(asked, _)| *asked < place);
            for (_, register) in asked[from..].iter().take_while(|(asked, _)| *asked == place) {
                read.insert((place, *register), ranges.values(Operand::Register(*register)).into_owned());
            }
            ranges.pass(at);
        }
    }
    Some(Reached { instructions, read })
}

/// The least and the most of what a register holds at the end of a program, whoever answers; `None` where that is not known, or where
/// it is unreached in all runs.
pub fn bounds_at_end(program: &Program, register: Register) -> Option<(i64, i64)> {
    let ends = (0..).zip(&program.code).filter(|(_, instruction)| matches!(instruction, Instruction::Done));
    let asked: Vec<(Address, Register)> = ends.map(|(at, _)| (Address(at), register)).collect();
    let reached = reached(program, &[], &asked)?;
    let all = asked.iter().filter_map(|end| reached.read.get(end)).map(Values::bounds);
    let (low, high) = all.flatten().reduce(|(low, high), (least, most)| (low.min(least), high.max(most)))?;
    // What may grow for ever has no bounds that anybody wants to know.
    let is_known = |number: i64| number.checked_abs().is_some_and(|number| number < MOST_BOUND);
    (is_known(low) && is_known(high)).then_some((low, high))
}

/// The program whose one result is *yes* in the runs that come to a place, made as small as that allows; `None` when it is too
/// large, or nobody comes to the place who does not listen. Ladders that its script leaves open are resolved in this way. The
/// registers of `open` may begin with anything, which comes from the last of its functions.
pub fn watched(program: &Program, open: &[Register], place: Place, ladders: Method) -> Option<Program> {
    let is_aside = (0..).zip(&program.code).any(|(at, instruction)| {
        if let Instruction::Aside { over } = instruction { at < place.0.0 && place.0 < *over } else { false }
    });
    if is_aside || program.code.len() > MOST_INSTRUCTIONS || liveness::bytes_of_sets(program) > MOST_BYTES {
        return None;
    }
    let halting = watch::halting_at(program, open, place);
    let answers = Answers { ladders: Some(ladders), is_chosen: &|_| true };
    Some(reduce(&halting, &ALL, answers).program)
}

/// Resolves in this way whatever is left open.
fn answer_ladders(program: &mut Program, by: Method) {
    for instruction in &mut program.code {
        if let Instruction::Resolve { method: method @ Method::Open, .. } = instruction {
            *method = by;
        }
    }
}

/// No question is left out, whoever reads the answer.
fn keep_questions(draft: &mut Draft) {
    for (droppable, instruction) in draft.droppable.iter_mut().zip(&draft.program.code) {
        *droppable &= !flow::asks(instruction);
    }
}
