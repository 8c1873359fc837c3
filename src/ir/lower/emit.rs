//! Writes instructions, registers and traces into a program; computes known values at once.

use std::collections::BTreeSet;

use super::super::flow;
use super::super::secrecy::{Follows, Secrecy, TaintRange};
use super::super::{
    Address, Band, Binary, Brought, Deck, FORMAT, House, Instruction, Notation, Operand, Pack, Program, Refusal,
    Register, RegisterInfo, Scale, Shape, Trace, Unary, Value,
};
use crate::model::{self, ScaleId, System, Type};
use crate::semantics::{self, visibility::Visibility};
use crate::shared_text::SharedText;
use crate::source::Span;
use crate::syntax::ast::Concealment;

/// A program in the making.
pub struct Emitter {
    pub program: Program,
    pub span: Span,
    /// What values were chosen by.
    pub choices: Vec<Follows>,
    /// So many registers were made before the first of this program.
    pub first: usize,
}

fn house(house: &model::House, packs: &[model::Pack]) -> House {
    let pack = model::packs::of_text(packs, house.span.source).map(|pack| pack.name.clone());
    House { name: house.name.clone(), title: house.title.clone(), span: house.span, pack }
}

fn pack(pack: &model::Pack) -> Pack {
    Pack { name: pack.name.clone(), version: pack.version.clone() }
}

impl Emitter {
    pub fn new(system: &System) -> Self {
        let notation = match &system.notation {
            model::Notation::Signed => Notation::Signed,
            model::Notation::Units { bonus, penalty } => {
                Notation::Units { bonus: bonus.clone(), penalty: penalty.clone() }
            }
        };
        let program = Program {
            format: FORMAT,
            title: system.title.clone(),
            houses: system.houses.iter().map(|one| house(one, &system.packs)).collect(),
            packs: system.packs.iter().map(pack).collect(),
            brought: brought(system),
            notation,
            registers: Vec::new(),
            scales: system.scales.iter().map(scale).collect(),
            tables: Vec::new(),
            decks: system.decks.iter().map(deck).collect(),
            texts: Vec::new(),
            functions: Vec::new(),
            fields: Vec::new(),
            code: Vec::new(),
            spans: Vec::new(),
            traces: Vec::new(),
            secrecy: Secrecy::default(),
            results: Vec::new(),
        };
        Self { program, span: system.span, choices: Vec::new(), first: 0 }
    }

    pub fn push(&mut self, instruction: Instruction) -> Address {
        let address = self.here();
        self.program.code.push(instruction);
        self.program.spans.push(self.span);
        address
    }

    pub fn here(&self) -> Address {
        Address(u32::try_from(self.program.code.len()).unwrap_or(u32::MAX))
    }

    /// Whether what is computed from `asked` on hangs on something that the instructions from `start` to there change.
    pub fn changes_between(&self, (start, asked): (Address, Address), computed_into: Operand) -> bool {
        let (before, computed) = self.program.code[start.0 as usize..].split_at((asked.0 - start.0) as usize);
        let (mut made, mut changed) = (BTreeSet::new(), BTreeSet::new());
        let mut read: BTreeSet<Register> = computed_into.register().into_iter().collect();
        for instruction in computed {
            flow::operands(instruction, &mut |operand| read.extend(operand.register()));
            flow::writes(instruction, &mut |register| made.extend([register]));
        }
        for instruction in before {
            flow::writes(instruction, &mut |register| changed.extend([register]));
        }
        read.difference(&made).any(|register| changed.contains(register))
    }

    pub fn done(&mut self) {
        self.push(Instruction::Done);
    }

    /// The register that is made next.
    pub fn next_register(&self) -> Register {
        Register(u32::try_from(self.first + self.program.registers.len()).unwrap_or(u32::MAX))
    }

    pub fn register(&mut self, name: Option<SharedText>, shape: Shape, initial: Value) -> Register {
        let register = self.next_register();
        self.program.registers.push(RegisterInfo { name, shape, initial });
        register
    }

    /// A register for an intermediate value.
    pub fn temporary(&mut self) -> Register {
        self.register(None, Shape::Number, None)
    }

    pub fn trace(&mut self, trace: Trace) {
        let place = u32::try_from(self.program.traces.len()).unwrap_or(u32::MAX);
        self.program.traces.push(trace);
        self.push(Instruction::Trace(place));
    }

    pub fn copy(&mut self, into: Register, from: Operand) {
        self.push(Instruction::Copy { into, from });
    }

    /// A jump whose goal is still unknown.
    pub fn jump(&mut self) -> Address {
        self.push(Instruction::Jump { to: Address(0) })
    }

    /// A jump taken unless `on` is yes, its goal still unknown.
    pub fn unless(&mut self, on: Operand) -> Address {
        self.push(Instruction::Unless { on, to: Address(0) })
    }

    /// Gives a jump the next instruction as its goal.
    pub fn land(&mut self, jump: Address) {
        let here = self.here();
        if let Some(
            Instruction::Jump { to } | Instruction::Unless { to, .. } | Instruction::Resolve { after: to, .. },
        ) = self.program.code.get_mut(jump.0 as usize)
        {
            *to = here;
        }
    }

    pub fn unary(&mut self, op: Unary, a: Operand) -> Operand {
        if let Some(known) = known(a)
            && let Ok(value) = semantics::arithmetic::unary(op, known)
        {
            return operand(value);
        }
        let into = self.temporary();
        self.push(Instruction::Unary { into, op, a });
        Operand::Register(into)
    }

    pub fn binary(&mut self, op: Binary, a: Operand, b: Operand) -> Operand {
        if let (Some(a), Some(b)) = (known(a), known(b))
            && let Ok(value) = semantics::arithmetic::binary(op, a, b)
        {
            return operand(value);
        }
        match (op, a, b) {
            (Binary::Add | Binary::Or, Operand::Value(0), other)
            | (Binary::Add | Binary::Subtract | Binary::Or, other, Operand::Value(0)) => {
                return other;
            }
            (Binary::And, Operand::Value(1), other) | (Binary::And, other, Operand::Value(1)) => return other,
            (Binary::And, Operand::Value(0), _) | (Binary::And, _, Operand::Value(0)) => return Operand::Value(0),
            (Binary::Or, Operand::Value(1), _) | (Binary::Or, _, Operand::Value(1)) => return Operand::Value(1),
            _ => {}
        }
        let into = self.temporary();
        self.push(Instruction::Binary { into, op, a, b });
        Operand::Register(into)
    }

    /// A register that is counted on from 0.
    pub fn count_from_zero(&mut self) -> Register {
        let register = self.register(None, Shape::Number, Some(0));
        self.copy(register, Operand::Value(0));
        register
    }

    /// Counts on by so much.
    pub fn count(&mut self, number: Register, more: Operand) {
        let (into, a) = (number, Operand::Register(number));
        self.push(Instruction::Binary { into, op: Binary::Add, a, b: more });
    }

    pub fn not(&mut self, a: Operand) -> Operand {
        self.unary(Unary::Not, a)
    }

    /// Whether a value is there.
    pub fn reached(&mut self, value: Operand) -> Operand {
        self.unary(Unary::IsReached, value)
    }

    /// Ends the run with an error unless the condition holds.
    pub fn refuse_unless(&mut self, condition: Operand, why: Refusal) {
        let refuse = self.unless(condition);
        let over = self.jump();
        self.land(refuse);
        self.push(Instruction::Refuse { why });
        self.land(over);
    }

    /// Hides from somebody what is told by the instructions from `first` on.
    pub fn veil(&mut self, first: Address, visibility: Visibility) {
        let end = self.here();
        self.program.secrecy.veils.push(TaintRange { first, end, visibility });
    }

    /// The instructions from `first` on choose a value by this condition.
    pub fn follows(&mut self, on: Operand, first: Address) {
        let end = self.here();
        self.choices.push(Follows { on, first, end });
    }

    /// The same value, known only at the table and hidden from somebody.
    pub fn hide(&mut self, value: Operand, visibility: Visibility) -> Operand {
        if value == Operand::Unreached { value } else { self.hide_whether_reached(value, visibility) }
    }

    /// The same, and whether there is a value at all is hidden with it.
    pub fn hide_whether_reached(&mut self, value: Operand, visibility: Visibility) -> Operand {
        let register = self.temporary();
        self.copy(register, value);
        self.program.secrecy.registers.insert(register, visibility);
        Operand::Register(register)
    }

    /// A text's place.
    pub fn text(&mut self, text: &str) -> Operand {
        let place = self.program.texts.iter().position(|t| t == text).unwrap_or_else(|| {
            self.program.texts.push(text.into());
            self.program.texts.len() - 1
        });
        Operand::Value(i64::try_from(place).unwrap_or(0))
    }

    pub fn table(&mut self, cells: Vec<Value>) -> u32 {
        self.program.tables.push(cells);
        u32::try_from(self.program.tables.len() - 1).unwrap_or(0)
    }
}

/// The value that an operand is known to have.
pub fn known(operand: Operand) -> Option<Value> {
    match operand {
        Operand::Value(value) => Some(Some(value)),
        Operand::Unreached => Some(None),
        Operand::Register(_) => None,
    }
}

/// A known value to be read.
pub fn operand(value: Value) -> Operand {
    value.map_or(Operand::Unreached, Operand::Value)
}

/// Whether the number is known to be so.
pub fn is_yes(operand: Operand) -> Option<bool> {
    known(operand).map(|value| matches!(value, Some(1..)))
}

/// For whom a line is that begins with this word.
pub fn visibility(concealment: Concealment) -> Visibility {
    match concealment {
        Concealment::Secret => Visibility::Gm,
        Concealment::Hidden => Visibility::Hidden,
    }
}

/// How a value of that type is read.
pub fn shape(ty: &Type) -> Shape {
    match ty {
        Type::YesNo => Shape::YesNo,
        Type::Level(ScaleId(scale)) => Shape::Level(u32::try_from(*scale).unwrap_or(0)),
        Type::Die => Shape::Die,
        Type::Text => Shape::Text,
        Type::Card(deck) => Shape::Card(u32::try_from(deck.0).unwrap_or(0)),
        Type::Number
        | Type::Thing(_)
        | Type::Run(_)
        | Type::TableRow(_)
        | Type::Roll
        | Type::Dice
        | Type::Plan(_)
        | Type::Item(_)
        | Type::Many(_)
        | Type::NamedModifier
        | Type::Unknown => Shape::Number,
    }
}

fn scale(scale: &model::Scale) -> Scale {
    let bands = |column: &[Option<(Option<i64>, Option<i64>)>]| -> Vec<Band> {
        let rows = column.iter().enumerate().filter_map(|(place, band)| band.map(|band| (place, band)));
        rows.map(|(place, (low, high))| Band { low, high, value: level_value(scale, place) }).collect()
    };
    let (rolled, judged) = match &scale.ladder {
        Some(ladder) => (bands(&ladder.rolled), bands(&ladder.judged)),
        None => (Vec::new(), Vec::new()),
    };
    Scale { name: scale.name.clone(), levels: scale.levels.clone(), numbers: scale.numbers.clone(), rolled, judged }
}

/// The levels that overlays brought.
fn brought(system: &System) -> Vec<Brought> {
    let mut brought = Vec::new();
    for (number, scale) in (0..).zip(&system.scales) {
        for (place, span) in scale.places.iter().enumerate().filter(|(_, span)| system.is_overlaid(**span)) {
            brought.push(Brought { scale: number, value: level_value(scale, place), span: *span });
        }
    }
    brought
}

/// A level's place, or its number where numbers head the rows.
fn level_value(scale: &model::Scale, place: usize) -> i64 {
    let number = scale.numbers.as_ref().and_then(|numbers| numbers.get(place)).copied();
    number.unwrap_or_else(|| i64::try_from(place).unwrap_or(i64::MAX))
}

fn deck(deck: &model::Deck) -> Deck {
    let size = u32::try_from(deck.size).unwrap_or(0);
    let judged = deck.judged.and_then(|card| u32::try_from(card).ok());
    Deck { name: deck.name.clone(), class: (0..size).collect(), judged }
}
