//! A decision diagram of all segments: what is rolled, and what depends on the registers at the beginning of a segment. Paths that
//! reach the same place with the same symbols are one. It is built as far as some situation needs it.

use std::collections::BTreeMap;
use std::rc::Rc;

use super::code::{Code, CutId};
use super::cost::{Cost, Stop};
use super::faces;
use super::hashing::{Map, hash_of};
use super::options;
use super::registers::{Left, Registers};
use super::symbols::{Made, Operation, Span, Symbol};
use crate::drivers::look_ahead;
use crate::drivers::odds::branching::{Fork, Forks};
use crate::drivers::odds::crowd::Crowd;
use crate::ir::{Address, Choose, Instruction, Operand, Register, Roll, Value};
use crate::machine::{Answer, Ask};
use crate::semantics::dice;

/// Names a node.
pub type NodeId = u32;

/// What holding a node takes besides its symbols, in bytes.
const EACH: usize = 128;

/// A place in a segment where it does not go on by itself.
pub struct Node {
    pub(super) at: usize,
    /// What the registers hold that matter there.
    pub symbols: Rc<[Symbol]>,
    pub kind: Kind,
    /// Another one of the same hash.
    pub(super) other: Option<NodeId>,
}

impl Node {
    fn is_exit(&self) -> bool {
        matches!(self.kind, Kind::Exit(_))
    }
}

/// What happens there.
pub enum Kind {
    /// Dice, or a card, that nobody has looked at yet.
    Dice,
    /// Dice, or a card, with the ways that lead on, of so many together.
    Rolled { ways: Rc<[(u128, NodeId)]>, of: u128, is_flat: bool },
    /// Somebody decides: what each option leads to, and the option that is taken where nobody is asked.
    Options { each: Rc<[(i64, NodeId)]>, default: Value },
    /// The rules refuse it.
    Refused,
    /// It hangs on what a register held; the ways that were asked for, in ascending order.
    Test { register: u32, ways: Vec<(Span, NodeId)> },
    /// The segment ends at a cut.
    Exit(CutId),
}

/// The ways that dice or cards lead on, with their weights, and all weights together.
pub(super) type Outcomes = (BTreeMap<NodeId, u128>, u128);

/// What an instruction leads to.
pub(super) enum Step {
    Next(usize),
    Node(NodeId),
}

/// All nodes.
pub struct Diagram<'c, 'p> {
    pub code: &'c Code<'p>,
    pub nodes: Vec<Node>,
    pub cost: Cost<'p>,
    pub(super) forks: Forks<'p>,
    /// By a hash of place and symbols the node that was found last; others of the same hash follow it.
    known: Map<u64, NodeId>,
    /// What the registers hold that matter at a place, before it is known whether there is a node.
    seen: Vec<Symbol>,
    /// What the registers hold where it is looked at now.
    pub(super) now: Registers<'c, 'p>,
    /// The node of what the rules refuse.
    pub refused: Option<NodeId>,
}

impl<'c, 'p> Diagram<'c, 'p> {
    pub fn new(code: &'c Code<'p>, forks: Forks<'p>, cost: Cost<'p>) -> Self {
        let now = Registers::new(code, forks.mode());
        Self { code, nodes: Vec::new(), cost, forks, known: Map::default(), seen: Vec::new(), now, refused: None }
    }

    /// What tells apart the ways through a segment where most of them are, by what is known or added there; with
    /// the place in the program.
    pub fn crowd(&self) -> Option<(Address, Crowd)> {
        let mut counts: BTreeMap<usize, usize> = BTreeMap::new();
        for node in &self.nodes {
            *counts.entry(node.at).or_default() += 1;
        }
        let (at, _) = counts.into_iter().max_by_key(|(_, count)| *count)?;
        let live = self.code.live(at);
        let each = |register: u32, visit: &mut dyn FnMut(Value)| {
            for node in self.nodes.iter().filter(|node| node.at == at) {
                let Ok(place) = self.registers_of(node).binary_search(&register) else { continue };
                match node.symbols[place] {
                    Symbol::Known(value) => visit(value),
                    Symbol::Entry { plus, .. } => visit(Some(plus)),
                }
            }
        };
        let here = Address(u32::try_from(at).ok()?);
        Some((here, Crowd::at(self.code.program, here, live.iter().copied(), &each)))
    }

    /// Where the segment behind a cut begins to hang on something.
    pub fn begin(&mut self, cut: CutId) -> Result<NodeId, Stop> {
        let cut = self.code.cut(cut);
        self.now.begin(&cut.live);
        self.go(cut.at, true)
    }

    /// The registers whose symbols a node has.
    pub fn registers_of(&self, node: &Node) -> &'c Rc<[u32]> {
        match node.kind {
            Kind::Exit(cut) => &self.code.cut(cut).told,
            Kind::Dice | Kind::Rolled { .. } | Kind::Options { .. } | Kind::Refused | Kind::Test { .. } => {
                self.code.live(node.at)
            }
        }
    }

    pub fn node(&self, id: NodeId) -> &Node {
        &self.nodes[id as usize]
    }

    /// The way of a test that a value goes, and the values that go the same way.
    pub fn follow(&mut self, id: NodeId, value: Value) -> Result<(Span, NodeId), Stop> {
        let Node { at, symbols, kind: Kind::Test { register, ways }, .. } = &self.nodes[id as usize] else {
            return Err(Stop::Elsewhere);
        };
        let place = place_of(ways, value);
        if let Some(way) = ways.get(place).filter(|(span, _)| span.holds(value)) {
            return Ok(*way);
        }
        let (at, register, symbols) = (*at, *register, Rc::clone(symbols));
        self.now.load(at, &symbols);
        let operation = self.now.operation(at).ok_or(Stop::Elsewhere)?;
        let (span, found) = operation.around(register, value);
        let to = match found {
            Ok(symbol) => match self.taken(at, symbol)? {
                Step::Next(next) => self.go(next, false)?,
                Step::Node(id) => id,
            },
            Err(known) => {
                self.now.know(at, (register, known));
                self.go(at, true)?
            }
        };
        if let Kind::Test { ways, .. } = &mut self.nodes[id as usize].kind {
            ways.insert(place, (span, to));
        }
        Ok((span, to))
    }

    /// The ways that dice or cards lead on.
    pub fn roll(&mut self, id: NodeId) -> Result<Rc<[(u128, NodeId)]>, Stop> {
        let Node { at, symbols, kind, .. } = &self.nodes[id as usize];
        if let Kind::Rolled { ways, .. } = kind {
            return Ok(Rc::clone(ways));
        }
        let (at, symbols) = (*at, Rc::clone(symbols));
        self.now.load(at, &symbols);
        let instruction = &self.code.program.code[at];
        let (found, of) = if let Instruction::Roll(roll) = instruction {
            faces::faces(self, (at, &symbols), roll)?
        } else if let Instruction::Draw { into, deck, .. } = instruction {
            self.cards((at, &symbols), *into, *deck)?
        } else {
            return Err(Stop::Elsewhere);
        };
        let ways: Rc<[(u128, NodeId)]> = found.into_iter().map(|(to, weight)| (weight, to)).collect();
        self.nodes[id as usize].kind = Kind::Rolled { ways: Rc::clone(&ways), of, is_flat: false };
        Ok(ways)
    }

    /// The ways of a card, by what is left of its deck.
    fn cards(&mut self, (at, symbols): (usize, &[Symbol]), into: Register, deck: u32) -> Result<Outcomes, Stop> {
        let left = self.now.left(deck)?;
        self.cost.steps(left.len() as u64)?;
        let (mut found, mut of) = (BTreeMap::new(), 0);
        for Left { count, card, gone, cards } in left {
            self.now.load(at, symbols);
            self.now.set(count, Symbol::Known(Some(gone + 1)));
            self.now.write(into, Symbol::Known(Some(i64::from(card))));
            add(&mut found, self.go(at + 1, false)?, cards)?;
            of += cards;
        }
        Ok((found, of))
    }

    /// Follows instructions to the next node. Where it begins at a cut, that one is not looked at.
    pub(super) fn go(&mut self, mut at: usize, mut begins: bool) -> Result<NodeId, Stop> {
        // A run that takes so long is stopped by the other engine, which says where.
        for executed in 0..self.cost.fuel {
            if let Some(cut) = self.code.cut_at(at).filter(|_| !begins) {
                self.cost.executed(executed)?;
                return self.exit(cut);
            }
            begins = false;
            match self.step(at)? {
                Step::Next(next) => at = next,
                Step::Node(id) => {
                    self.cost.executed(executed)?;
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
                self.now.write(*into, self.now.symbol(*from));
                Ok(Step::Next(at + 1))
            }
            Instruction::Clear { first, count } => {
                for number in first.0..first.0 + *count {
                    self.now.set(number, Symbol::Known(None));
                }
                Ok(Step::Next(at + 1))
            }
            Instruction::Roll(roll) => self.dice(at, roll),
            Instruction::Draw { .. } => self.card(at),
            Instruction::Shuffle { deck } => {
                for count in self.code.pile(*deck).counts() {
                    self.now.set(count, Symbol::Known(Some(0)));
                }
                Ok(Step::Next(at + 1))
            }
            Instruction::Choose(choose) => self.choice(at, choose),
            Instruction::Call { into, function, arguments, .. } => self.call(at, into, (*function, arguments)),
            Instruction::Unary { into, .. } | Instruction::Binary { into, .. } if self.code.is_hidden(*into) => {
                Ok(Step::Next(at + 1))
            }
            Instruction::Unary { .. }
            | Instruction::Binary { .. }
            | Instruction::Lookup { .. }
            | Instruction::Band { .. }
            | Instruction::Unless { .. }
            | Instruction::Resolve { .. } => match self.now.operation(at).map(Operation::made) {
                Some(Made::Is(symbol)) => self.taken(at, symbol),
                Some(Made::HangsOn(register)) => self.test(at, register),
                Some(Made::Broken) | None => Err(Stop::Elsewhere),
            },
            Instruction::Refuse { .. } if self.code.has_decisions() => options::refuse(self, at).map(Step::Node),
            // Whoever refuses is told of by the other engine.
            Instruction::Refuse { .. } | Instruction::Aside { .. } | Instruction::Trace(_) | Instruction::Done => {
                Err(Stop::Elsewhere)
            }
        }
    }

    fn dice(&mut self, at: usize, roll: &'p Roll) -> Result<Step, Stop> {
        if let Some(Made::HangsOn(register)) = self.now.operation(at).map(Operation::made) {
            return self.test(at, register);
        }
        let Some(sides) = self.now.sides(roll)? else {
            for (_, into) in &roll.questions {
                self.now.write(*into, Symbol::Known(None));
            }
            return Ok(Step::Next(at + 1));
        };
        let stated = roll.shown.as_ref().map(|shown| self.now.stated(shown, sides.len())).transpose()?;
        let faces = match stated {
            Some(faces) => Some(faces),
            None => self.forks.judged(roll, &sides).map_err(|_| Stop::Elsewhere)?,
        };
        let Some(faces) = faces else { return self.intern(at, Kind::Dice).map(Step::Node) };
        for (question, into) in &roll.questions {
            self.now.write(*into, Symbol::Known(dice::answer(*question, &faces, roll.keep)));
        }
        Ok(Step::Next(at + 1))
    }

    fn card(&mut self, at: usize) -> Result<Step, Stop> {
        let program = self.code.program;
        let Instruction::Draw { into, deck, method, shown, .. } = &program.code[at] else {
            return Err(Stop::Elsewhere);
        };
        if let Some(Made::HangsOn(count)) = self.now.operation(at).map(Operation::made) {
            return self.test(at, count);
        }
        let left = self.now.left(*deck)?;
        let known = &program.decks[*deck as usize];
        let card = match shown {
            Some(card) => {
                let (count, _) = self.code.pile(*deck).of_card(known, *card).ok_or(Stop::Elsewhere)?;
                let taken = left.iter().find(|left| left.count == count).ok_or(Stop::Elsewhere)?;
                self.now.set(count, Symbol::Known(Some(taken.gone + 1)));
                *card
            }
            // The card that judgement sees stays in the deck.
            None if self.forks.is_judged(*method) => known.judged.ok_or(Stop::Elsewhere)?,
            None => return self.intern(at, Kind::Dice).map(Step::Node),
        };
        self.now.write(*into, Symbol::Known(Some(i64::from(card))));
        Ok(Step::Next(at + 1))
    }

    fn call(&mut self, at: usize, into: &[Register], (function, arguments): (u32, &[Operand])) -> Result<Step, Stop> {
        if let Some(Made::HangsOn(register)) = self.now.operation(at).map(Operation::made) {
            return self.test(at, register);
        }
        let arguments = arguments.iter().map(|argument| self.now.known(*argument)).collect::<Result<_, _>>()?;
        let answer = self.forks.fork(Ask::Call { function, arguments }, &[]);
        if let Err(kind) = &answer
            && self.code.has_decisions()
            && look_ahead::is_refusal(kind)
        {
            return options::refuse(self, at).map(Step::Node);
        }
        let Ok(Fork::Only(Answer::Called(called))) = answer else { return Err(Stop::Elsewhere) };
        if called.values.len() != into.len() {
            return Err(Stop::Elsewhere);
        }
        for (register, value) in into.iter().zip(called.values) {
            self.now.write(*register, Symbol::Known(value));
        }
        Ok(Step::Next(at + 1))
    }

    fn choice(&mut self, at: usize, choose: &'p Choose) -> Result<Step, Stop> {
        if let Some(Made::HangsOn(register)) = self.now.operation(at).map(Operation::made) {
            return self.test(at, register);
        }
        let (low, high) = (self.now.known(choose.low)?, self.now.known(choose.high)?);
        let default = choose.default.map_or(Ok(None), |default| self.now.known(default))?;
        let answer = match low.zip(high) {
            None => None,
            Some((low, high)) if self.code.has_decisions() && low > high => {
                return options::refuse(self, at).map(Step::Node);
            }
            Some((low, high)) if let Some(is_read) = self.code.decided(at) => {
                if is_read {
                    return options::options(self, (at, choose), (low, high), default).map(Step::Node);
                }
                if self.code.cut_at(at).is_some() {
                    return options::options(self, (at, choose), (low, low), default).map(Step::Node);
                }
                Some(low)
            }
            Some((low, high)) => {
                let chosen = self.forks.chosen(choose, (low, high), default).map_err(|_| Stop::Elsewhere)?;
                Some(chosen.filter(|chosen| (low..=high).contains(chosen)).ok_or(Stop::Elsewhere)?)
            }
        };
        self.now.write(choose.into, Symbol::Known(answer));
        Ok(Step::Next(at + 1))
    }

    /// The result of an instruction, once so much of it is known.
    fn taken(&mut self, at: usize, symbol: Symbol) -> Result<Step, Stop> {
        // Of what comes to a value by itself only ladders are decided about.
        if self.code.decided(at).is_some() {
            return options::judged_or_rolled(self, at, symbol);
        }
        Ok(Step::Next(self.now.take(at, symbol)))
    }

    fn test(&mut self, at: usize, register: u32) -> Result<Step, Stop> {
        if let Some(face) = self.now.fallen(register) {
            let operation = self.now.operation(at).ok_or(Stop::Elsewhere)?;
            let (span, found) = operation.around(register, Some(face));
            self.now.narrow(register, span);
            return match found {
                Ok(symbol) => self.taken(at, symbol),
                Err(known) => {
                    self.now.know(at, (register, known));
                    Ok(Step::Next(at))
                }
            };
        }
        self.intern(at, Kind::Test { register, ways: Vec::new() }).map(Step::Node)
    }

    fn exit(&mut self, cut: CutId) -> Result<NodeId, Stop> {
        self.intern(self.code.cut(cut).at, Kind::Exit(cut))
    }

    /// The node at a place with what the registers hold now.
    fn intern(&mut self, at: usize, kind: Kind) -> Result<NodeId, Stop> {
        let code = self.code;
        let (is_exit, live) = match kind {
            Kind::Exit(cut) => (true, &code.cut(cut).told),
            Kind::Dice | Kind::Rolled { .. } | Kind::Options { .. } | Kind::Refused | Kind::Test { .. } => {
                (false, code.live(at))
            }
        };
        let seen = |symbol: Symbol| match symbol {
            // Behind the exit nobody knows what was asked in here.
            Symbol::Entry { register, plus, .. } if is_exit => Symbol::Entry { register, plus, is_reached: false },
            Symbol::Entry { .. } | Symbol::Known(_) => symbol,
        };
        self.seen.clear();
        self.seen.extend(live.iter().map(|register| seen(self.now.settled(*register))));
        let hash = hash_of(&(is_exit, at, &self.seen));
        let first = self.known.get(&hash).copied();
        let is_it = |node: &Node| node.at == at && node.is_exit() == is_exit && *node.symbols == *self.seen;
        let mut other = first;
        while let Some(id) = other {
            let node = &self.nodes[id as usize];
            if is_it(node) {
                return Ok(id);
            }
            other = node.other;
        }
        self.cost.hold(EACH + size_of_val(self.seen.as_slice()))?;
        self.cost.heed()?;
        if !matches!(kind, Kind::Test { .. }) {
            self.cost.on_the_way()?;
        }
        let id = NodeId::try_from(self.nodes.len()).map_err(|_| Stop::Elsewhere)?;
        self.nodes.push(Node { at, symbols: self.seen.as_slice().into(), kind, other: first });
        self.known.insert(hash, id);
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

pub(super) fn add(found: &mut BTreeMap<NodeId, u128>, to: NodeId, weight: u128) -> Result<(), Stop> {
    let known = found.entry(to).or_default();
    *known = known.checked_add(weight).ok_or(Stop::TooWide)?;
    Ok(())
}
