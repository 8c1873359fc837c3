//! A decision diagram of all segments: what is rolled, and what hangs on what registers held where a segment began. Ways that
//! come to the same place with the same symbols are one. It is made as far as some situation asks for it.

use std::collections::BTreeMap;
use std::rc::Rc;

use super::code::{Code, CutId};
use super::cost::{Cost, Stop};
use super::hashing::Map;
use super::symbols::{Made, Operation, Span, Symbol};
use crate::drivers::odds::branching::{Fork, Forks};
use crate::ir::{Choose, Instruction, Operand, Register, Roll, Unary, Value};
use crate::semantics::dice::{self, MOST_DICE, MOST_SIDES};

/// Names a node.
pub type NodeId = u32;

/// What holding a node takes besides its symbols, in bytes.
const EACH: usize = 128;

/// A place in a segment where it does not go on by itself.
pub struct Node {
    at: usize,
    /// What the registers hold that matter there.
    pub symbols: Rc<[Symbol]>,
    pub kind: Kind,
}

/// What happens there.
pub enum Kind {
    /// Dice that nobody has looked at yet.
    Dice,
    /// Dice, with the ways that lead on, of so many together.
    Rolled { ways: Rc<[(u128, NodeId)]>, of: u128, is_flat: bool },
    /// It hangs on what a register held; the ways that were asked for, in ascending order.
    Test { register: u32, ways: Vec<(Span, NodeId)> },
    /// The segment ends at a cut.
    Exit(CutId),
}

/// What an instruction leads to.
enum Step {
    Next(usize),
    Node(NodeId),
}

/// All nodes.
pub struct Diagram<'c, 'p> {
    pub code: &'c Code<'p>,
    pub nodes: Vec<Node>,
    pub cost: Cost<'p>,
    forks: Forks<'p>,
    /// By place and symbols, exits apart.
    known: Map<(bool, usize, Rc<[Symbol]>), NodeId>,
    /// What the registers hold where it is looked at now; only those that matter are up to date.
    now: Vec<Symbol>,
}

impl<'c, 'p> Diagram<'c, 'p> {
    pub fn new(code: &'c Code<'p>, forks: Forks<'p>, cost: Cost<'p>) -> Self {
        let now = vec![Symbol::Known(None); code.program.registers.len()];
        Self { code, nodes: Vec::new(), cost, forks, known: Map::default(), now }
    }

    /// Where the segment behind a cut begins to hang on something.
    pub fn begin(&mut self, cut: CutId) -> Result<NodeId, Stop> {
        let cut = self.code.cut(cut);
        for register in cut.live.iter() {
            self.now[*register as usize] = Symbol::entry(*register);
        }
        self.go(cut.at, true)
    }

    pub fn node(&self, id: NodeId) -> &Node {
        &self.nodes[id as usize]
    }

    /// The way of a test that a value goes, and the values that go the same way.
    pub fn follow(&mut self, id: NodeId, value: Value) -> Result<(Span, NodeId), Stop> {
        let Node { at, symbols, kind: Kind::Test { register, ways } } = &self.nodes[id as usize] else {
            return Err(Stop::Elsewhere);
        };
        let place = place_of(ways, value);
        if let Some(way) = ways.get(place).filter(|(span, _)| span.holds(value)) {
            return Ok(*way);
        }
        let (at, register, symbols) = (*at, *register, Rc::clone(symbols));
        self.load(at, &symbols);
        let operation = self.operation(at).ok_or(Stop::Elsewhere)?;
        let (span, found) = operation.around(register, value);
        let to = match found {
            Ok(symbol) => {
                let next = self.take(at, symbol);
                self.go(next, false)?
            }
            Err(known) => {
                for live in self.code.live(at).iter() {
                    let now = &mut self.now[*live as usize];
                    *now = now.knowing(register, known);
                }
                self.go(at, true)?
            }
        };
        if let Kind::Test { ways, .. } = &mut self.nodes[id as usize].kind {
            ways.insert(place, (span, to));
        }
        Ok((span, to))
    }

    /// The ways that dice lead on.
    pub fn roll(&mut self, id: NodeId) -> Result<Rc<[(u128, NodeId)]>, Stop> {
        let Node { at, symbols, kind } = &self.nodes[id as usize];
        if let Kind::Rolled { ways, .. } = kind {
            return Ok(Rc::clone(ways));
        }
        let (at, symbols) = (*at, Rc::clone(symbols));
        self.load(at, &symbols);
        let Instruction::Roll(roll) = &self.code.program.code[at] else { return Err(Stop::Elsewhere) };
        let sides = self.sides(roll)?.ok_or(Stop::Elsewhere)?;
        let after = self.code.live(at + 1);
        let Fork::Rolled(count, into) = self.forks.roll(roll, sides, &after).map_err(|_| Stop::Elsewhere)? else {
            return Err(Stop::Elsewhere);
        };
        self.cost.steps(count.outcomes.len() as u64)?;
        let mut found: BTreeMap<NodeId, u128> = BTreeMap::new();
        for (answers, weight) in &count.outcomes {
            self.load(at, &symbols);
            for (register, answer) in into.iter().zip(answers) {
                self.write(*register, Symbol::Known(*answer));
            }
            let to = self.go(at + 1, false)?;
            let weight = u128::try_from(weight).map_err(|_| Stop::TooWide)?;
            let known = found.entry(to).or_default();
            *known = known.checked_add(weight).ok_or(Stop::TooWide)?;
        }
        let of = u128::try_from(&count.total).map_err(|_| Stop::TooWide)?;
        let ways: Rc<[(u128, NodeId)]> = found.into_iter().map(|(to, weight)| (weight, to)).collect();
        self.nodes[id as usize].kind = Kind::Rolled { ways: Rc::clone(&ways), of, is_flat: false };
        Ok(ways)
    }

    /// Follows instructions to the next node. Where it begins at a cut, that one is not looked at.
    fn go(&mut self, mut at: usize, mut begins: bool) -> Result<NodeId, Stop> {
        // A run that takes so long is stopped by the other engine, which says where.
        for executed in 0..self.cost.fuel {
            if let Some(cut) = self.code.cut_at(at).filter(|_| !begins) {
                self.cost.steps(executed)?;
                return self.exit(cut);
            }
            begins = false;
            match self.step(at)? {
                Step::Next(next) => at = next,
                Step::Node(id) => {
                    self.cost.steps(executed)?;
                    return Ok(id);
                }
            }
        }
        Err(Stop::Elsewhere)
    }

    fn step(&mut self, at: usize) -> Result<Step, Stop> {
        let program = self.code.program;
        match &program.code[at] {
            Instruction::Jump { to } => Ok(Step::Next(to.0 as usize)),
            Instruction::Copy { into, from } => {
                self.write(*into, self.symbol(*from));
                Ok(Step::Next(at + 1))
            }
            Instruction::Clear { first, count } => {
                let registers = first.0 as usize..first.0 as usize + *count as usize;
                self.now[registers].fill(Symbol::Known(None));
                Ok(Step::Next(at + 1))
            }
            Instruction::Roll(roll) => self.dice(at, roll),
            Instruction::Choose(choose) => self.choice(at, choose),
            Instruction::Unary { into, .. } | Instruction::Binary { into, .. } if self.code.is_hidden(*into) => {
                Ok(Step::Next(at + 1))
            }
            Instruction::Unary { .. }
            | Instruction::Binary { .. }
            | Instruction::Lookup { .. }
            | Instruction::Band { .. }
            | Instruction::Unless { .. }
            | Instruction::Resolve { .. } => match self.operation(at).map(Operation::made) {
                Some(Made::Is(symbol)) => Ok(Step::Next(self.take(at, symbol))),
                Some(Made::HangsOn(register)) => self.test(at, register),
                Some(Made::Broken) | None => Err(Stop::Elsewhere),
            },
            // Whoever refuses is told of by the other engine.
            Instruction::Refuse { .. }
            | Instruction::Aside { .. }
            | Instruction::Draw { .. }
            | Instruction::Shuffle { .. }
            | Instruction::Call { .. }
            | Instruction::Trace(_)
            | Instruction::Done => Err(Stop::Elsewhere),
        }
    }

    /// What an instruction computes, or what has to be known for it.
    fn operation(&self, at: usize) -> Option<Operation<'p>> {
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
            Instruction::Resolve { total, .. } => Some(Operation::Unary(Unary::IsReached, self.symbol(*total))),
            Instruction::Roll(roll) => self.unknown(terms(roll)),
            Instruction::Choose(choose) => self.unknown(limits(choose)),
            Instruction::Copy { .. }
            | Instruction::Clear { .. }
            | Instruction::Jump { .. }
            | Instruction::Aside { .. }
            | Instruction::Draw { .. }
            | Instruction::Shuffle { .. }
            | Instruction::Call { .. }
            | Instruction::Trace(_)
            | Instruction::Refuse { .. }
            | Instruction::Done => None,
        }
    }

    /// Writes what an instruction comes to, and says where it goes on.
    fn take(&mut self, at: usize, symbol: Symbol) -> usize {
        let is_yes = symbol == Symbol::Known(Some(1));
        match &self.code.program.code[at] {
            Instruction::Unary { into, .. }
            | Instruction::Binary { into, .. }
            | Instruction::Lookup { into, .. }
            | Instruction::Band { into, .. } => self.write(*into, symbol),
            Instruction::Unless { to, .. } if !is_yes => return to.0 as usize,
            Instruction::Resolve { into, after, .. } if !is_yes => {
                self.write(*into, Symbol::Known(None));
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

    fn dice(&mut self, at: usize, roll: &'p Roll) -> Result<Step, Stop> {
        if let Some(Made::HangsOn(register)) = self.unknown(terms(roll)).map(Operation::made) {
            return self.test(at, register);
        }
        let Some(sides) = self.sides(roll)? else {
            for (_, into) in &roll.questions {
                self.write(*into, Symbol::Known(None));
            }
            return Ok(Step::Next(at + 1));
        };
        let Some(faces) = self.forks.judged(roll, &sides).map_err(|_| Stop::Elsewhere)? else {
            return self.intern(at, Kind::Dice).map(Step::Node);
        };
        for (question, into) in &roll.questions {
            self.write(*into, Symbol::Known(dice::answer(*question, &faces, roll.keep)));
        }
        Ok(Step::Next(at + 1))
    }

    /// The sides of each die; `None` when a number of dice or of sides is unreached.
    fn sides(&self, roll: &Roll) -> Result<Option<Vec<i64>>, Stop> {
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

    fn choice(&mut self, at: usize, choose: &'p Choose) -> Result<Step, Stop> {
        if let Some(Made::HangsOn(register)) = self.unknown(limits(choose)).map(Operation::made) {
            return self.test(at, register);
        }
        let (low, high) = (self.known(choose.low)?, self.known(choose.high)?);
        let default = choose.default.map_or(Ok(None), |default| self.known(default))?;
        let answer = match low.zip(high) {
            None => None,
            Some((low, high)) => {
                let chosen = self.forks.chosen(choose, (low, high), default).map_err(|_| Stop::Elsewhere)?;
                Some(chosen.filter(|chosen| (low..=high).contains(chosen)).ok_or(Stop::Elsewhere)?)
            }
        };
        self.write(choose.into, Symbol::Known(answer));
        Ok(Step::Next(at + 1))
    }

    /// The first of some operands that is not the same in all situations.
    fn unknown(&self, operands: impl Iterator<Item = Operand>) -> Option<Operation<'p>> {
        let mut symbols = operands.map(|operand| self.symbol(operand));
        symbols.find(|symbol| matches!(symbol, Symbol::Entry { .. })).map(Operation::Number)
    }

    fn known(&self, operand: Operand) -> Result<Value, Stop> {
        match self.symbol(operand) {
            Symbol::Known(value) => Ok(value),
            Symbol::Entry { .. } => Err(Stop::Elsewhere),
        }
    }

    fn symbol(&self, operand: Operand) -> Symbol {
        match operand {
            Operand::Value(number) => Symbol::Known(Some(number)),
            Operand::Unreached => Symbol::Known(None),
            Operand::Register(register) => self.now[register.0 as usize],
        }
    }

    fn write(&mut self, into: Register, symbol: Symbol) {
        self.now[into.0 as usize] = symbol;
    }

    fn load(&mut self, at: usize, symbols: &[Symbol]) {
        for (register, symbol) in self.code.live(at).iter().zip(symbols) {
            self.now[*register as usize] = *symbol;
        }
    }

    fn test(&mut self, at: usize, register: u32) -> Result<Step, Stop> {
        self.intern(at, Kind::Test { register, ways: Vec::new() }).map(Step::Node)
    }

    fn exit(&mut self, cut: CutId) -> Result<NodeId, Stop> {
        self.intern(self.code.cut(cut).at, Kind::Exit(cut))
    }

    /// The node at a place with what the registers hold now.
    fn intern(&mut self, at: usize, kind: Kind) -> Result<NodeId, Stop> {
        let is_exit = matches!(kind, Kind::Exit(_));
        let seen = |symbol: Symbol| match symbol {
            // Behind the exit nobody knows what was asked in here.
            Symbol::Entry { register, plus, .. } if is_exit => Symbol::Entry { register, plus, is_reached: false },
            Symbol::Entry { .. } | Symbol::Known(_) => symbol,
        };
        let symbols: Rc<[Symbol]> =
            self.code.live(at).iter().map(|register| seen(self.now[*register as usize])).collect();
        let key = (is_exit, at, symbols);
        if let Some(id) = self.known.get(&key) {
            return Ok(*id);
        }
        self.cost.hold(EACH + size_of_val(&*key.2))?;
        let id = NodeId::try_from(self.nodes.len()).map_err(|_| Stop::Elsewhere)?;
        self.nodes.push(Node { at, symbols: Rc::clone(&key.2), kind });
        self.known.insert(key, id);
        Ok(id)
    }
}

/// Where among ways in ascending order the one of a value is, or belongs.
fn place_of(ways: &[(Span, NodeId)], value: Value) -> usize {
    ways.partition_point(|(span, _)| match (span, value) {
        (Span::Unreached, value) => value.is_some(),
        (Span::Numbers(_, high), Some(number)) => *high < number,
        (Span::Numbers(..), None) => false,
    })
}

fn terms(roll: &Roll) -> impl Iterator<Item = Operand> {
    roll.dice.iter().flat_map(|term| [term.count, term.sides])
}

fn limits(choose: &Choose) -> impl Iterator<Item = Operand> {
    [choose.low, choose.high].into_iter().chain(choose.default)
}
