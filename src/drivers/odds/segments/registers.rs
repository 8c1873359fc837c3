//! What registers contain where a segment is followed, and the result of an instruction there.

use super::code::Code;
use super::cost::Stop;
use super::faces::Fallen;
use super::symbols::{Known, Operation, Span, Symbol};
use crate::drivers::Mode;
use crate::drivers::by_mode;
use crate::ir::{Instruction, Method, Operand, Register, Roll, ShownFaces, Unary, Value, flow};
use crate::semantics::dice::{MOST_DICE, MOST_SIDES};

/// What is left of one kind of card: its count, the card that stands for it, and how many are gone and left.
pub struct Left {
    pub count: u32,
    pub card: u32,
    pub gone: i64,
    pub cards: u128,
}

/// Registers, and the counts of decks, by their numbers; only those that matter are up to date.
pub struct Registers<'c, 'p> {
    code: &'c Code<'p>,
    /// What answers whatever the script leaves open.
    mode: Mode,
    now: Vec<Symbol>,
    /// What was rolled last, one for each question. Its numbers as symbols follow those of all registers and counts.
    fallen: Vec<Fallen>,
}

impl<'c, 'p> Registers<'c, 'p> {
    pub fn new(code: &'c Code<'p>, mode: Mode) -> Self {
        Self { code, mode, now: vec![Symbol::Known(None); code.width()], fallen: Vec::new() }
    }

    /// What registers and counts hold where a segment begins.
    pub fn begin(&mut self, live: &[u32]) {
        self.forget_results();
        for number in live {
            self.now[*number as usize] = Symbol::entry(*number, self.code.is_count(*number));
        }
    }

    pub fn load(&mut self, at: usize, symbols: &[Symbol]) {
        self.forget_results();
        for (number, symbol) in self.code.live(at).iter().zip(symbols) {
            self.now[*number as usize] = *symbol;
        }
    }

    /// A result that is counted is what it was, until it is written.
    fn forget_results(&mut self) {
        for Register(number) in self.code.counted() {
            self.now[*number as usize] = Symbol::entry(*number, false);
        }
    }

    /// Writes what dice have shown into registers, as symbols.
    pub fn fall(&mut self, into: &[Register], answers: &[Value]) {
        self.fallen.clear();
        for (register, answer) in into.iter().zip(answers) {
            let number = u32::try_from(self.now.len() + self.fallen.len()).unwrap_or(u32::MAX);
            let (symbol, alike) = match answer {
                Some(_) => (Symbol::entry(number, true), Span::NUMBERS),
                None => (Symbol::Known(None), Span::Unreached),
            };
            self.write(*register, symbol);
            self.fallen.push(Fallen { answer: *answer, alike });
        }
    }

    /// The place of what stands for something that has fallen.
    fn place_of_fallen(&self, number: u32) -> Option<usize> {
        (number as usize).checked_sub(self.now.len())
    }

    /// What has fallen, if this number stands for it.
    pub fn fallen(&self, number: u32) -> Value {
        self.fallen.get(self.place_of_fallen(number)?)?.answer
    }

    /// Only answers within this span go on as the one that has fallen.
    pub fn narrow(&mut self, number: u32, span: Span) {
        if let Some(fallen) = self.place_of_fallen(number).and_then(|place| self.fallen.get_mut(place)) {
            fallen.alike = fallen.alike.within(span);
        }
    }

    /// With which answers it would have come here, one for each question.
    pub fn alike(&self) -> Vec<Span> {
        self.fallen.iter().map(|fallen| fallen.alike).collect()
    }

    /// What a register contains where its segment is left, or where others may come as well: what has fallen is known there.
    pub fn settled(&mut self, number: u32) -> Symbol {
        let symbol = self.get(number);
        if let Symbol::Entry { register, .. } = symbol
            && let Some(face) = self.fallen(register)
        {
            self.narrow(register, Span::Numbers(face, face));
            return symbol.knowing(register, Known::Exactly(face));
        }
        symbol
    }

    /// Writes down what is known of what a register held, wherever an instruction or one behind it reads that.
    pub fn know(&mut self, at: usize, (register, known): (u32, Known)) {
        for live in self.code.live(at).iter() {
            self.set(*live, self.get(*live).knowing(register, known));
        }
        flow::operands(&self.code.program.code[at], &mut |operand| {
            if let Operand::Register(Register(read)) = operand {
                self.now[read as usize] = self.now[read as usize].knowing(register, known);
            }
        });
    }

    pub fn get(&self, number: u32) -> Symbol {
        self.now[number as usize]
    }

    pub fn set(&mut self, number: u32, symbol: Symbol) {
        self.now[number as usize] = symbol;
    }

    pub fn write(&mut self, into: Register, symbol: Symbol) {
        self.set(into.0, symbol);
    }

    pub fn symbol(&self, operand: Operand) -> Symbol {
        match operand {
            Operand::Value(number) => Symbol::Known(Some(number)),
            Operand::Unreached => Symbol::Known(None),
            Operand::Register(register) => self.get(register.0),
        }
    }

    pub fn known(&self, operand: Operand) -> Result<Value, Stop> {
        match self.symbol(operand) {
            Symbol::Known(value) => Ok(value),
            Symbol::Entry { .. } => Err(Stop::Elsewhere),
        }
    }

    /// The first of some operands that is not the same in all situations.
    fn unknown(&self, operands: impl Iterator<Item = Operand>) -> Option<Operation<'p>> {
        open(operands.map(|operand| self.symbol(operand)))
    }

    /// What an instruction computes, or what has to be known for it.
    pub fn operation(&self, at: usize) -> Option<Operation<'p>> {
        let program = self.code.program;
        match &program.code[at] {
            Instruction::Unary { op, a, .. } => Some(Operation::Unary(*op, self.symbol(*a))),
            Instruction::Binary { op, a, b, .. } => Some(Operation::Binary(*op, self.symbol(*a), self.symbol(*b))),
            Instruction::Lookup { table, key, .. } => {
                let column = program.tables.get(*table as usize)?;
                Some(Operation::Lookup(column, self.symbol(*key)))
            }
            Instruction::Band { scale, judged, key, .. } => {
                let scale = program.scales.get(*scale as usize)?;
                Some(Operation::Band(scale, *judged, self.symbol(*key)))
            }
            Instruction::Unless { on, .. } => Some(Operation::Truth(self.symbol(*on))),
            Instruction::Resolve { scale, total, .. } if self.code.decided(at).is_some() => {
                Some(Operation::Band(program.scales.get(*scale as usize)?, true, self.symbol(*total)))
            }
            Instruction::Resolve { scale, total, method, .. } => self.ladder(*scale, self.symbol(*total), *method),
            Instruction::Roll(roll) => self.unknown(terms(roll)),
            Instruction::Choose(choose) => self.unknown(flow::limits(choose)),
            Instruction::Draw { deck, .. } => open(self.code.pile(*deck).counts().map(|count| self.get(count))),
            Instruction::Call { arguments, .. } => self.unknown(arguments.iter().copied()),
            Instruction::Copy { .. }
            | Instruction::Clear { .. }
            | Instruction::Jump { .. }
            | Instruction::Aside { .. }
            | Instruction::Shuffle { .. }
            | Instruction::Trace(_)
            | Instruction::Refuse { .. }
            | Instruction::Done => None,
        }
    }

    /// What tells how a ladder goes on: whether its total is reached, or to which level that leads by judgement.
    fn ladder(&self, scale: u32, total: Symbol, method: Method) -> Option<Operation<'p>> {
        match by_mode::of_ladder(method, self.mode)? {
            Method::Deliberate => Some(Operation::Band(self.code.program.scales.get(scale as usize)?, true, total)),
            Method::Random => Some(Operation::Unary(Unary::IsReached, total)),
            Method::Automatic(Some(declared)) => Some(Operation::Copy(self.symbol(declared))),
            Method::Automatic(None) => {
                let best = self.code.program.scales.get(scale as usize)?.best();
                Some(Operation::Copy(Symbol::Known(best)))
            }
            Method::Open => None,
        }
    }

    /// Whether a ladder whose operation came to this goes on with a roll.
    fn is_rolled(&self, total: Operand, method: Method, symbol: Symbol) -> bool {
        let is_reached = self.symbol(total) != Symbol::Known(None);
        match by_mode::of_ladder(method, self.mode) {
            Some(Method::Random) => symbol == Symbol::Known(Some(1)),
            Some(Method::Deliberate) => is_reached && symbol == Symbol::Known(None),
            Some(Method::Automatic(_) | Method::Open) | None => false,
        }
    }

    /// Writes what an instruction comes to, and says where it goes on.
    pub fn take(&mut self, at: usize, symbol: Symbol) -> usize {
        let is_yes = symbol == Symbol::Known(Some(1));
        match &self.code.program.code[at] {
            Instruction::Unary { into, .. }
            | Instruction::Binary { into, .. }
            | Instruction::Lookup { into, .. }
            | Instruction::Band { into, .. } => self.write(*into, symbol),
            Instruction::Unless { to, .. } if !is_yes => return to.0 as usize,
            Instruction::Resolve { into, after, total, method, .. } if !self.is_rolled(*total, *method, symbol) => {
                let level = if by_mode::of_ladder(*method, self.mode) == Some(Method::Random) {
                    Symbol::Known(None)
                } else {
                    symbol
                };
                self.write(*into, level);
                return after.0 as usize;
            }
            Instruction::Unless { .. }
            | Instruction::Resolve { .. }
            | Instruction::Copy { .. }
            | Instruction::Clear { .. }
            | Instruction::Jump { .. }
            | Instruction::Aside { .. }
            | Instruction::Roll(_)
            | Instruction::Draw { .. }
            | Instruction::Shuffle { .. }
            | Instruction::Choose(_)
            | Instruction::Call { .. }
            | Instruction::Trace(_)
            | Instruction::Refuse { .. }
            | Instruction::Done => {}
        }
        at + 1
    }

    /// What so many dice show of all that a line states.
    pub fn stated(&self, shown: &ShownFaces, dice: usize) -> Result<Vec<i64>, Stop> {
        let fallen = self.known(shown.fallen)?.and_then(|fallen| usize::try_from(fallen).ok()).unwrap_or(0);
        let faces = shown.faces.get(fallen..).and_then(|left| left.get(..dice));
        faces.map(<[i64]>::to_vec).ok_or(Stop::Elsewhere)
    }

    /// The sides of each die; `None` when a number of dice or of sides is unreached.
    pub fn sides(&self, roll: &Roll) -> Result<Option<Vec<i64>>, Stop> {
        let mut all = Vec::new();
        for term in &roll.dice {
            let (Some(count), Some(sides)) = (self.known(term.count)?, self.known(term.sides)?) else {
                return Ok(None);
            };
            let dice = usize::try_from(count).ok().filter(|dice| *dice <= MOST_DICE - all.len());
            let dice = dice.filter(|_| (1..=MOST_SIDES).contains(&sides)).ok_or(Stop::Elsewhere)?;
            all.resize(all.len() + dice, sides);
        }
        Ok(Some(all))
    }

    /// What is left of a deck of which it is known what is gone; it is not empty.
    pub fn left(&self, deck: u32) -> Result<Vec<Left>, Stop> {
        let mut all = Vec::new();
        for (count, card, cards) in self.code.pile(deck).classes() {
            let Symbol::Known(Some(gone)) = self.now[count as usize] else { return Err(Stop::Elsewhere) };
            let left = i64::from(cards).checked_sub(gone).and_then(|left| u128::try_from(left).ok());
            let left = left.ok_or(Stop::Elsewhere)?;
            if left > 0 {
                all.push(Left { count, card, gone, cards: left });
            }
        }
        if all.is_empty() { Err(Stop::Elsewhere) } else { Ok(all) }
    }
}

/// What a number has to be known of that is not the same in all situations.
fn open<'p>(mut symbols: impl Iterator<Item = Symbol>) -> Option<Operation<'p>> {
    symbols.find(|symbol| matches!(symbol, Symbol::Entry { .. })).map(Operation::Number)
}

/// What the faces of a roll hang on.
fn terms(roll: &Roll) -> impl Iterator<Item = Operand> {
    let fallen = roll.shown.as_ref().map(|shown| shown.fallen);
    roll.dice.iter().flat_map(|term| [term.count, term.sides]).chain(fallen)
}
