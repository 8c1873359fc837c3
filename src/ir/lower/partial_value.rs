//! The value of an expression while a program is being made: a number to be read, or already known.

use super::super::{Address, Method, Operand, Register};
use super::pieces::Piece;
use crate::model::{DeckId, Expr, InvocationId, LocalId, OwnId, ScaleId, TableId, ThingId, Type, VarId};
use crate::shared_text::SharedText;
use crate::source::Span;

/// What an expression comes to.
#[derive(Clone, Debug)]
pub enum PartialValue<'m> {
    /// A number, a level, yes or no, a text's place.
    Scalar(Operand),
    /// Somebody or something.
    Thing(ThingId),
    /// A run; the number is that of a counted run, 0 for the latest.
    Run(InvocationId, i64),
    /// A run's plan.
    Plan(InvocationId, LocalId, i64),
    /// An item of it.
    Item(InvocationId, LocalId, usize, i64),
    /// A roll.
    Roll(InvocationId, LocalId, Option<usize>, i64),
    /// A roll of the scene's own.
    OwnRoll(OwnId),
    /// A card.
    Card(DeckId, Operand),
    /// A table's row.
    Row(TableId, Vec<PartialValue<'m>>),
    /// Dice that are not rolled yet, with what their names stand for.
    Dice(&'m Expr, Box<Context<'m>>),
    /// Dice by a level that is known only at the table.
    DiceByLevel(ScaleId, usize, Operand),
    /// A list.
    List(Vec<PartialValue<'m>>),
    /// Nothing was put in.
    Absent,
}

impl PartialValue<'_> {
    /// Who or what it is, if it is somebody or something.
    pub fn thing(&self) -> Option<ThingId> {
        if let PartialValue::Thing(thing) = self { Some(*thing) } else { None }
    }

    /// Whether what it is stands in no register, nor in a run or a roll that tells for whom it is: who somebody is, how much there is
    /// of something, and that there is nothing.
    pub fn is_known_by_itself(&self) -> bool {
        match self {
            PartialValue::Scalar(value) => *value == Operand::Unreached,
            PartialValue::Thing(_)
            | PartialValue::Row(..)
            | PartialValue::Dice(..)
            | PartialValue::DiceByLevel(..)
            | PartialValue::List(_)
            | PartialValue::Plan(..)
            | PartialValue::Absent => true,
            PartialValue::Run(..)
            | PartialValue::Item(..)
            | PartialValue::Roll(..)
            | PartialValue::OwnRoll(_)
            | PartialValue::Card(..) => false,
        }
    }

    /// The same with other numbers in it; those of cards, rows and dice stay, which are read by what is asked of them.
    pub fn map_scalars(self, other: &mut dyn FnMut(Operand) -> Operand) -> Self {
        if let PartialValue::Scalar(value) = self {
            return PartialValue::Scalar(other(value));
        }
        let PartialValue::List(entries) = self else { return self };
        PartialValue::List(entries.into_iter().map(|entry| entry.map_scalars(other)).collect())
    }

    /// Visits every register that it names; what is read of runs and things is kept with those.
    pub fn registers(&mut self, visit: &mut dyn FnMut(&mut Register, usize)) {
        match self {
            PartialValue::Scalar(operand)
            | PartialValue::Card(_, operand)
            | PartialValue::DiceByLevel(_, _, operand) => {
                if let Operand::Register(register) = operand {
                    visit(register, 1);
                }
            }
            PartialValue::Row(_, values) | PartialValue::List(values) => {
                for value in values {
                    value.registers(visit);
                }
            }
            PartialValue::Thing(_)
            | PartialValue::Run(..)
            | PartialValue::Plan(..)
            | PartialValue::Item(..)
            | PartialValue::Roll(..)
            | PartialValue::OwnRoll(_)
            | PartialValue::Dice(..)
            | PartialValue::Absent => {}
        }
    }

    /// The run, if it is one.
    pub fn run(&self) -> Option<(InvocationId, i64)> {
        if let PartialValue::Run(invocation, nth) = self { Some((*invocation, *nth)) } else { None }
    }

    /// The run that it is, or stands in.
    pub fn inside(&self) -> Option<InvocationId> {
        match self {
            PartialValue::Run(run, _)
            | PartialValue::Plan(run, ..)
            | PartialValue::Item(run, ..)
            | PartialValue::Roll(run, ..) => Some(*run),
            PartialValue::Scalar(_)
            | PartialValue::Thing(_)
            | PartialValue::OwnRoll(_)
            | PartialValue::Card(..)
            | PartialValue::Row(..)
            | PartialValue::Dice(..)
            | PartialValue::DiceByLevel(..)
            | PartialValue::List(_)
            | PartialValue::Absent => None,
        }
    }

    /// The run, its plan and the place in it, if it is an item.
    pub fn item(&self) -> Option<(InvocationId, LocalId, usize)> {
        if let PartialValue::Item(invocation, plan, place, _) = self {
            Some((*invocation, *plan, *place))
        } else {
            None
        }
    }
}

/// What names stand for where an expression is written.
#[derive(Clone, Debug)]
pub struct Context<'m> {
    /// The run in hand; its number as in [`PartialValue::Run`].
    pub invocation: Option<(InvocationId, i64)>,
    /// Variables.
    pub variables: Vec<(VarId, PartialValue<'m>)>,
    /// How questions are answered.
    pub method: Method,
    /// The line of the scene that says so.
    pub said: Option<Piece>,
    /// A dash stops the run in hand.
    pub stops: bool,
}

impl<'m> Context<'m> {
    /// Outside all runs.
    pub fn scene() -> Self {
        Self { invocation: None, variables: Vec::new(), method: Method::Open, said: None, stops: false }
    }

    /// The same with one more variable.
    pub fn with(&self, variable: VarId, entity: PartialValue<'m>) -> Self {
        let mut inner = self.clone();
        inner.variables.push((variable, entity));
        inner
    }

    /// What a variable stands for.
    pub fn variable(&self, id: VarId) -> PartialValue<'m> {
        let found = self.variables.iter().rev().find(|(variable, _)| *variable == id);
        found.map_or(PartialValue::Absent, |(_, entity)| entity.clone())
    }
}

/// A run that is being laid out.
#[derive(Clone, Debug)]
pub struct Frame {
    /// Which.
    pub invocation: InvocationId,
    /// Its first instruction.
    pub first: Address,
    /// Jumps to its end, still without a goal.
    pub to_end: Vec<Address>,
    /// The step after which it is left, and the line that says so.
    pub through: Option<(usize, Span)>,
    /// That step is done.
    pub left: bool,
    /// The line that ends it in any case.
    pub stopped: Option<Span>,
    /// How many conditions that are known only at the table stand around it.
    pub branches: usize,
}

/// What is remembered from one roll to the next, of dice that take several.
#[derive(Clone, Debug)]
pub struct JoinedRolls {
    /// What these rolls share, and no others.
    pub number: u32,
    /// What each die showed, where doubles are looked for.
    pub faces: Vec<Register>,
    /// How many dice have fallen, where a die is asked for by its place.
    pub fallen: Option<Register>,
}

/// A blank's entry, ready to be read.
#[derive(Clone, Debug)]
pub struct Filled {
    /// As written.
    pub label: SharedText,
    /// The reason.
    pub text: Option<SharedText>,
    /// Its value.
    pub value: Operand,
    /// What it counts for those who know of it.
    pub if_known: Operand,
    /// Where.
    pub span: Span,
    /// Why it may not apply.
    pub unless: Option<SharedText>,
    /// The level it belongs to in a family.
    pub index: Option<usize>,
    /// Whether it is written as a number above zero without a sign or a letter.
    pub bare: bool,
}

/// A context in which parameters stand for values.
pub fn bound<'m>(
    context: &Context<'m>,
    params: &'m [(SharedText, Type, VarId)],
    values: Vec<PartialValue<'m>>,
) -> Context<'m> {
    let variables = params.iter().map(|(_, _, variable)| *variable).zip(values).collect();
    Context { variables, ..context.clone() }
}
