//! What can be heard of a program: everything it reports, rolls, asks, refuses and leaves behind, and nothing else.
//!
//! Each trace becomes a call of a function that no one answers, which reads all that the trace reports. So the passes keep it,
//! with the code that feeds it, and need to know nothing about traces.

use std::collections::{BTreeMap, BTreeSet};

use super::super::renumber::{self, Named};
use super::super::{
    Address, Deck, Function, Instruction, Operand, Program, Register, Scale, Shape, Trace, TraceRow, Value, flow,
};
use super::draft::Draft;
use crate::semantics::visibility::Visibility;
use crate::shared_text::SharedText;
use crate::source::Span;

/// What of all that a program tells is not listened to.
#[derive(Clone, Copy)]
pub struct Silence<'a> {
    /// Whether the value of this path, which is kept for `why`, is only a step on the way to others.
    pub is_step: &'a dyn Fn(&str) -> bool,
    /// The paths of sums that are only steps on the way to others, to which the program as it is written does not come.
    pub in_vain: &'a BTreeSet<SharedText>,
    /// The path of a choice that the scene states: that it tells what is stated is only an echo.
    pub echo: Option<&'a str>,
    /// Whether nothing is heard of numbers on the way to a result: of sums, of what dice come to, of what is kept for `why`.
    pub numbers: bool,
}

/// What of a program can be heard, made as small as it can be. Programs of the same essence tell, roll, ask and refuse the
/// same under all answers, and leave the same behind; of two programs that do, the essences may still differ.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Essence {
    code: Vec<Instruction>,
    /// What registers begin with, in the order in which the code names them.
    initial: Vec<Value>,
    tables: Vec<Vec<Value>>,
    told: Vec<Told>,
    scales: Vec<Scale>,
    decks: Vec<Deck>,
    functions: Vec<Function>,
    texts: Vec<SharedText>,
}

/// Something told, without the values that it reads.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Told {
    what: What,
    /// For whom it is, and each of the values; nothing in a program without secrets.
    visibility: Vec<Visibility>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum What {
    /// A trace, and how the registers are read of which it tells; a sum without its rows.
    Trace(Box<Trace>, Vec<Shape>),
    /// A row of the sum of this path.
    Row(SharedText, Box<TraceRow>),
    /// What a question or a refusal tells.
    Question,
    /// What is left behind at the end.
    End,
}

/// Everything told; the functions beyond the program's own.
pub struct AllTold {
    all: Vec<Told>,
    /// The number of the first of them.
    first: u32,
}

/// A program that calls functions where the whole one tells.
pub struct Heard {
    /// The program in the making.
    pub draft: Draft,
    /// What it tells.
    pub told: AllTold,
}

impl Heard {
    /// The same as the whole program for whoever listens, apart from this silence.
    pub fn of(whole: &Program, silence: Silence<'_>) -> Self {
        let first = u32::try_from(whole.functions.len()).unwrap_or(u32::MAX);
        let mut writer =
            Writer { whole, silence, told: AllTold { all: Vec::new(), first }, code: Vec::new(), spans: Vec::new() };
        let mut starts = Vec::with_capacity(whole.code.len());
        for (at, span) in (0..).map(Address).zip(&whole.spans).take(whole.code.len()) {
            starts.push(writer.next());
            writer.instruction(at, *span);
        }
        let Writer { told, mut code, spans, .. } = writer;
        for instruction in &mut code {
            if let Instruction::Jump { to } | Instruction::Unless { to, .. } | Instruction::Resolve { after: to, .. } =
                instruction
            {
                *to = starts.get(to.0 as usize).copied().unwrap_or(*to);
            }
        }
        let mut draft = Draft::with(whole, code, spans);
        // What is left at the end is told there.
        draft.program.results.clear();
        Self { draft, told }
    }

    /// What is left, with everything numbered in the order in which it is named.
    pub fn essence(self, whole: &Program) -> Essence {
        let Self { draft, told } = self;
        let mut code = draft.program.code;
        let (mut registers, mut tables, mut heard) = (Order::default(), Order::default(), Order::default());
        for instruction in &mut code {
            renumber::of_instruction(instruction, &mut |register| register.0 = registers.place(register.0));
            if let Instruction::Resolve { reads, .. } = instruction {
                *reads = [].into();
            } else if let Instruction::Lookup { table, .. } = instruction {
                *table = tables.place(*table);
            } else if let Instruction::Call { function, .. } = instruction
                && let Some(number) = function.checked_sub(told.first)
            {
                *function = told.first.saturating_add(heard.place(number));
            }
        }
        let initial = registers.each(&draft.program.registers).map(|register| register.initial);
        Essence {
            code,
            initial: initial.collect(),
            tables: tables.each(&whole.tables).cloned().collect(),
            told: heard.each(&told.all).cloned().collect(),
            scales: whole.scales.clone(),
            // Which cards no question tells apart is for odds.
            decks: whole.decks.iter().map(|deck| Deck { class: vec![0; deck.class.len()], ..deck.clone() }).collect(),
            functions: whole.functions.clone(),
            texts: whole.texts.clone(),
        }
    }
}

impl AllTold {
    /// Leaves out of a program what is not told after all: changes that change nothing, rows that add nothing, copies of a
    /// register into itself. Whether there was any.
    pub fn leave_out(&self, draft: &mut Draft) -> bool {
        let code = draft.program.code.iter().enumerate();
        let idle: Vec<usize> = code.filter(|(_, instruction)| self.is_nothing(instruction)).map(|(at, _)| at).collect();
        for at in &idle {
            draft.leave_out(*at);
        }
        !idle.is_empty()
    }

    fn is_nothing(&self, instruction: &Instruction) -> bool {
        if let Instruction::Copy { into, from } = instruction {
            return *from == Operand::Register(*into);
        }
        let Instruction::Call { function, arguments, .. } = instruction else { return false };
        let told = function.checked_sub(self.first).and_then(|number| self.all.get(number as usize));
        let adds_nothing = |value: &Operand| matches!(value, Operand::Value(0) | Operand::Unreached);
        told.is_some_and(|told| told.what.says_nothing(arguments, adds_nothing))
    }
}

/// The program that calls where another one tells.
struct Writer<'p> {
    whole: &'p Program,
    silence: Silence<'p>,
    told: AllTold,
    code: Vec<Instruction>,
    spans: Vec<Span>,
}

impl Writer<'_> {
    fn next(&self) -> Address {
        Address(u32::try_from(self.code.len()).unwrap_or(u32::MAX))
    }

    fn push(&mut self, span: Span, instruction: Instruction) {
        self.code.push(instruction);
        self.spans.push(span);
    }

    fn instruction(&mut self, at: Address, span: Span) {
        let whole = self.whole;
        let Some(instruction) = whole.code.get(at.0 as usize) else { return };
        match instruction {
            // Whoever listens goes into it.
            Instruction::Aside { .. } => {}
            Instruction::Trace(number) => {
                if let Some(trace) = whole.traces.get(*number as usize) {
                    self.trace(at, span, trace);
                }
            }
            Instruction::Clear { first, count } => {
                for into in Register::all(first.0 as usize, *count as usize) {
                    self.push(span, Instruction::Copy { into, from: Operand::Unreached });
                }
            }
            Instruction::Done => {
                let left = whole.fields.iter().chain(whole.results.iter().map(|result| &result.register));
                self.call(at, span, What::End, left.copied().map(Operand::Register).collect());
                self.push(span, Instruction::Done);
            }
            Instruction::Copy { .. }
            | Instruction::Unary { .. }
            | Instruction::Binary { .. }
            | Instruction::Lookup { .. }
            | Instruction::Band { .. }
            | Instruction::Jump { .. }
            | Instruction::Unless { .. }
            | Instruction::Resolve { .. }
            | Instruction::Roll(_)
            | Instruction::Draw { .. }
            | Instruction::Shuffle { .. }
            | Instruction::Choose(_)
            | Instruction::Call { .. }
            | Instruction::Refuse { .. } => {
                self.question(at, span, instruction);
                self.push(span, instruction.clone());
            }
        }
    }

    /// What somebody hears of a question or a refusal that the instruction itself does not keep: the values in its words, and
    /// for whom it is.
    fn question(&mut self, at: Address, span: Span, instruction: &Instruction) {
        let mut holes = Vec::new();
        flow::told(instruction, &mut |operand| holes.push(operand));
        let is_kept = !self.whole.secrecy.is_empty() && flow::asks(instruction);
        if holes.is_empty() && !is_kept {
            return;
        }
        let secrecy = &self.whole.secrecy;
        let mut visibility = vec![secrecy.at(at)];
        flow::operands(instruction, &mut |operand| visibility.push(secrecy.of(operand)));
        flow::writes(instruction, &mut |register| visibility.push(secrecy.of(Operand::Register(register))));
        self.call(at, span, What::Question, holes);
        if let Some(told) = self.told.all.last_mut() {
            told.visibility.extend(visibility);
        }
    }

    fn trace(&mut self, at: Address, span: Span, trace: &Trace) {
        for (what, read) in pieces(self.whole, self.silence, trace) {
            self.call(at, span, what, read);
        }
    }

    fn call(&mut self, at: Address, span: Span, what: What, arguments: Vec<Operand>) {
        let secrecy = &self.whole.secrecy;
        let visibility = [secrecy.at(at)].into_iter().chain(arguments.iter().map(|operand| secrecy.of(*operand)));
        let visibility = if secrecy.is_empty() { Vec::new() } else { visibility.collect() };
        let number = u32::try_from(self.told.all.len()).unwrap_or(u32::MAX);
        let function = self.told.first.saturating_add(number);
        self.told.all.push(Told { what, visibility });
        self.push(span, Instruction::Call { into: Vec::new(), function, arguments, path: SharedText::default() });
    }
}

impl Silence<'_> {
    /// The values that a trace tells, in order.
    pub fn values(&self, program: &Program, trace: &Trace, value: &dyn Fn(Operand) -> Value) -> Vec<Value> {
        let mut values = Vec::new();
        for (what, read) in pieces(program, *self, trace) {
            let read: Vec<Value> = read.into_iter().map(value).collect();
            if !what.says_nothing(&read, |value| matches!(value, Some(0) | None)) {
                values.extend(read);
            }
        }
        values
    }
}

impl What {
    /// Whether it is not told after all: a change that changes nothing, a row that adds nothing.
    fn says_nothing<T: PartialEq>(&self, read: &[T], adds_nothing: impl Fn(&T) -> bool) -> bool {
        match (self, read) {
            (What::Trace(trace, _), [before, after]) => {
                matches!(trace.as_ref(), Trace::Changed { .. }) && before == after
            }
            (What::Row(_, row), [value, ..]) => row.parts.is_empty() && adds_nothing(value),
            (What::Trace(..) | What::Row(..) | What::Question | What::End, _) => false,
        }
    }
}

/// What a trace tells: a sum with its total first, and then row by row, each with the values that it reads. Nothing is left of
/// a step on the way.
fn pieces(whole: &Program, silence: Silence<'_>, trace: &Trace) -> Vec<(What, Vec<Operand>)> {
    if let Trace::Computed { path, decided: false, .. } = trace
        && (silence.is_step)(path)
    {
        return Vec::new();
    }
    if let Trace::Sum { path, .. } = trace
        && silence.in_vain.contains(path)
    {
        return Vec::new();
    }
    // What the blank counts for is heard by itself.
    if let Trace::Reason { .. } = trace {
        return Vec::new();
    }
    if silence.numbers && is_on_the_way(trace) {
        return Vec::new();
    }
    // Where nobody is asked, all of it is an echo.
    if let Trace::Chosen { path, asked: false, .. } = trace
        && silence.echo.is_some_and(|echo| path == echo)
    {
        return Vec::new();
    }
    let mut trace = trace.clone();
    let rows = without_reasons(&mut trace);
    let (mut read, mut shapes) = (Vec::new(), Vec::new());
    if let (true, Trace::Resolved { total, .. }) = (silence.numbers, &mut trace) {
        *total = Operand::Unreached;
    }
    renumber::named_by(&mut trace, &mut |named| {
        if let Named::Register(Register(number)) = &named {
            shapes.extend(whole.registers.get(*number as usize).map(|info| info.shape.clone()));
        }
        read.push(taken(named));
    });
    let path = if let Trace::Sum { path, .. } | Trace::Chosen { path, .. } = &trace {
        path.clone()
    } else {
        SharedText::default()
    };
    if matches!(trace, Trace::Chosen { .. }) && silence.echo.is_some_and(|echo| path == echo) {
        // What is stated comes last, behind what the question tells.
        read.pop();
    }
    let mut pieces = vec![(What::Trace(Box::new(trace), shapes), read)];
    for mut row in rows {
        let mut read = Vec::new();
        renumber::of_row(&mut row, &mut |named| read.push(taken(named)));
        pieces.push((What::Row(path.clone(), Box::new(row)), read));
    }
    pieces
}

/// Whether a trace tells only of a number on the way to a result.
fn is_on_the_way(trace: &Trace) -> bool {
    match trace {
        Trace::Sum { .. } | Trace::Totalled { .. } | Trace::Computed { decided: false, .. } => true,
        Trace::Computed { decided: true, .. }
        | Trace::Begin { .. }
        | Trace::End { .. }
        | Trace::Step { .. }
        | Trace::Period { .. }
        | Trace::Order { .. }
        | Trace::Resolved { .. }
        | Trace::Chosen { .. }
        | Trace::Changed { .. }
        | Trace::Cut { .. }
        | Trace::Meaning { .. }
        | Trace::Stop { .. }
        | Trace::Said { .. }
        | Trace::Reason { .. }
        | Trace::Reached { .. }
        | Trace::ReachedLevel { .. }
        | Trace::Note { .. }
        | Trace::Signal { .. }
        | Trace::Reveal { .. } => false,
    }
}

/// The sums of a program that are such steps, with all registers that hold what they come to.
pub fn sums(program: &Program, is_step: &dyn Fn(&str) -> bool) -> BTreeMap<SharedText, BTreeSet<Register>> {
    let mut sums: BTreeMap<SharedText, BTreeSet<Register>> = BTreeMap::new();
    for trace in &program.traces {
        let Trace::Sum { path, total, .. } = trace else { continue };
        if !is_step(path) {
            continue;
        }
        let held_in = sums.entry(path.clone()).or_default();
        held_in.insert(*total);
        let copied = program.code.iter().filter_map(|instruction| {
            let Instruction::Copy { into, from } = instruction else { return None };
            from.register().filter(|_| into == total)
        });
        held_in.extend(copied);
    }
    sums
}

/// Takes out of a trace the rows of its sum, and out of both what values were computed from, which is for `why`.
fn without_reasons(trace: &mut Trace) -> Vec<TraceRow> {
    match trace {
        Trace::Computed { reads, .. }
        | Trace::Totalled { reads, .. }
        | Trace::Resolved { reads, .. }
        | Trace::Changed { reads, .. } => *reads = [].into(),
        Trace::Order { turns } => turns.iter_mut().for_each(|turn| turn.reads = [].into()),
        Trace::Sum { rows, .. } => {
            let mut rows = std::mem::take(rows);
            for row in &mut rows {
                row.reads = [].into();
            }
            return rows;
        }
        Trace::Begin { .. }
        | Trace::End { .. }
        | Trace::Step { .. }
        | Trace::Period { .. }
        | Trace::Chosen { .. }
        | Trace::Cut { .. }
        | Trace::Meaning { .. }
        | Trace::Stop { .. }
        | Trace::Said { .. }
        | Trace::Reason { .. }
        | Trace::Reached { .. }
        | Trace::ReachedLevel { .. }
        | Trace::Note { .. }
        | Trace::Signal { .. }
        | Trace::Reveal { .. } => {}
    }
    Vec::new()
}

/// What is named there. Something else is left in its place, the same for all.
fn taken(named: Named<'_>) -> Operand {
    match named {
        Named::Register(register) => Operand::Register(std::mem::replace(register, Register(0))),
        Named::Operand(operand) => std::mem::replace(operand, Operand::Unreached),
    }
}

/// Numbers in the order in which they are met.
#[derive(Default)]
struct Order {
    places: BTreeMap<u32, u32>,
    met: Vec<u32>,
}

impl Order {
    fn place(&mut self, number: u32) -> u32 {
        let next = u32::try_from(self.met.len()).unwrap_or(u32::MAX);
        let place = *self.places.entry(number).or_insert(next);
        if place == next {
            self.met.push(number);
        }
        place
    }

    /// What the numbers name, in that order.
    fn each<'a, T>(&'a self, all: &'a [T]) -> impl Iterator<Item = &'a T> {
        self.met.iter().filter_map(|number| all.get(*number as usize))
    }
}
