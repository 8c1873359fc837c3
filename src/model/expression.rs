//! Expressions whose names are resolved and whose types are known.

#![expect(missing_docs, reason = "the fields of a variant are explained by the line above it")]

use super::{
    DeckId, DiceId, FunctionId, InvocationId, KindId, LocalId, NamedModifierId, OwnId, PlanId, ProcedureId, RuleId,
    ScaleId, TableId, ThingId, VarId,
};
use crate::semantics::dice::Question;
use crate::shared_text::SharedText;
use crate::source::Span;
use crate::syntax::ast::{BinaryOp, UnaryOp};

/// What an expression can be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Type {
    /// A whole number.
    Number,
    /// Yes or no.
    YesNo,
    /// A level of a scale.
    Level(ScaleId),
    /// A die's size.
    Die,
    /// Words for people; nothing is computed from them.
    Text,
    /// A thing of a kind.
    Thing(KindId),
    /// A run of a procedure.
    Run(ProcedureId),
    /// A card that was drawn, whose fields can be read.
    Card(DeckId),
    /// A row of a table with several columns.
    TableRow(TableId),
    /// A roll of the dice that can be asked.
    Roll,
    /// Dice that are not rolled yet.
    Dice,
    /// A plan as a scene lays it out.
    Plan(PlanId),
    /// An item of a plan.
    Item(PlanId),
    /// Several values of this type.
    Many(Box<Type>),
    /// A modifier with a name, which counts as its number for those who know it.
    NamedModifier,
    /// A mistake was reported; nothing more is said about it.
    Unknown,
}

impl Type {
    /// The type of one of several values; of a single value its own.
    pub fn each(&self) -> &Self {
        if let Self::Many(each) = self { each } else { self }
    }
}

/// A value to be computed, with all names resolved.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Expr {
    /// As it is written; for what the checker adds, the words that made it do so.
    pub span: Span,
    /// What it comes to; unknown after a mistake.
    pub ty: Type,
    /// What it is.
    pub kind: ExprKind,
}

/// What an expression is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ExprKind {
    /// A number, a level's place, *yes* (1) or *no* (0), a die's sides.
    Number(i64),
    /// Nothing: an absent value, or what follows a mistake.
    Unreached,
    /// Words in quotes.
    Text(SharedText),
    /// A local of the procedure in hand.
    Local(LocalId),
    /// A parameter, or what a loop or `x in list :` has in hand.
    Var(VarId),
    /// Somebody or something by name.
    Thing(ThingId),
    /// All things of a kind.
    All(KindId),
    /// All levels of a scale.
    Levels(ScaleId),
    /// A run of the scene.
    Invocation(InvocationId),
    /// A named modifier of the scene.
    NamedModifier(NamedModifierId),
    /// What a scene has of its own.
    Own(OwnId),
    /// A part of something.
    Member(Box<Expr>, Member),
    /// One value of a family that has one for each level.
    Index(Box<Expr>, Box<Expr>),
    /// A rule with its arguments.
    Rule(RuleId, Vec<Expr>),
    /// A function of a house rule with its arguments.
    House(FunctionId, Vec<Expr>),
    /// A table's row.
    Table(TableId, Vec<Expr>),
    /// A level by a total or by what the dice show.
    Band { scale: ScaleId, judged: bool, key: Box<Expr> },
    /// Named dice with their arguments.
    DiceCall(DiceId, Vec<Expr>),
    /// `2d6`
    Dice { count: Box<Expr>, sides: Box<Expr> },
    /// `highest 3d6`
    Keep { highest: bool, count: i64, dice: Box<Expr>, notation: Option<SharedText> },
    /// `sum`, `any`, … over a list.
    Reduce { reduce: Reduce, variable: VarId, list: Box<Expr>, body: Box<Expr> },
    /// The least or greatest of several.
    Extreme { greatest: bool, of: Vec<Expr> },
    /// A number without its sign.
    Absolute(Box<Expr>),
    /// A prefix operator.
    Unary(UnaryOp, Box<Expr>),
    /// An infix operator on numbers, levels, yes and no.
    Binary(BinaryOp, Box<Expr>, Box<Expr>),
    /// Whether a value is unreached.
    IsUnreached(Box<Expr>),
    /// `level up 1`, `level down 1`, `level towards goal`; the number of levels.
    Move { op: BinaryOp, levels: i64, from: Box<Expr>, by: Box<Expr> },
    /// Whether somebody knows a named modifier.
    Knows(Box<Expr>, NamedModifierId),
    /// A choice by condition.
    If(Vec<(Expr, Expr)>, Box<Expr>),
    /// `?`: the person at the table says.
    Question,
}

/// A part of something.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Member {
    /// A thing's field.
    Field(usize),
    /// A run's local; for an item, one of the locals written for each item.
    Local(LocalId),
    /// A scale's or a table's column.
    Column(usize),
    /// A qualifier of a plan's item.
    Qualifier(usize),
    /// A plan's last or first item.
    Last(bool),
    /// A plan's item by name.
    Named(SharedText),
    /// A number of a plan as it is laid out.
    OfPlan(PlanNumber),
    /// A question to the faces of a roll.
    Question(Question),
    /// A card's field with its arguments.
    Card(usize, Vec<Expr>),
    /// Whether an optional blank is filled.
    Given,
    /// A nested run by name.
    Nested(InvocationId),
    /// A run's first (1), second, … execution in a repetition.
    Nth(i64),
    /// A thing that belongs to a thing.
    Owned(ThingId),
}

/// What a plan is asked for, as the scene lays it out; a cut changes none of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PlanNumber {
    /// What it costs.
    Cost,
    /// What is left of its budget.
    Left,
    /// How many items it has.
    Count,
}

/// What becomes of a list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reduce {
    /// The sum of what was reached.
    Sum,
    /// How many are *yes*.
    Count,
    /// Whether one is *yes*.
    Any,
    /// Whether all are *yes*.
    All,
    /// The greatest that was reached.
    Highest,
    /// The least that was reached.
    Lowest,
}

impl Reduce {
    /// The greatest, or else the least.
    pub fn extreme(greatest: bool) -> Self {
        if greatest { Self::Highest } else { Self::Lowest }
    }
}

impl Type {
    /// Whether these are dice: rolled once they are wanted, or a list of them.
    pub fn is_of_dice(&self) -> bool {
        match self {
            Type::Die | Type::Dice => true,
            Type::Many(of) => **of == Type::Die,
            Type::Number
            | Type::YesNo
            | Type::Level(_)
            | Type::Text
            | Type::Thing(_)
            | Type::Run(_)
            | Type::Card(_)
            | Type::TableRow(_)
            | Type::Roll
            | Type::Plan(_)
            | Type::Item(_)
            | Type::NamedModifier
            | Type::Unknown => false,
        }
    }

    /// Whether it has values one by one.
    pub fn is_list(&self) -> bool {
        matches!(self, Type::Many(_) | Type::Plan(_))
    }

    /// Whether somebody or something is named in a blank of this type.
    pub fn is_of_things(&self) -> bool {
        match self {
            Type::Thing(_) => true,
            Type::Many(of) => of.is_of_things(),
            Type::Number
            | Type::YesNo
            | Type::Level(_)
            | Type::Die
            | Type::Text
            | Type::Run(_)
            | Type::Card(_)
            | Type::TableRow(_)
            | Type::Roll
            | Type::Dice
            | Type::Plan(_)
            | Type::Item(_)
            | Type::NamedModifier
            | Type::Unknown => false,
        }
    }

    /// Whether it is kept nowhere at the table, where each value is one number: then what it is must be known before the run.
    pub fn is_more_than_a_number(&self) -> bool {
        match self {
            Type::Thing(_)
            | Type::Many(_)
            | Type::Run(_)
            | Type::Roll
            | Type::TableRow(_)
            | Type::Plan(_)
            | Type::Item(_) => true,
            Type::Number
            | Type::YesNo
            | Type::Level(_)
            | Type::Die
            | Type::Text
            | Type::Card(_)
            | Type::Dice
            | Type::NamedModifier
            | Type::Unknown => false,
        }
    }

    /// Whether it can be handed to a function of a house rule or of the host.
    pub fn is_plain(&self) -> bool {
        matches!(self, Type::Number | Type::YesNo | Type::Level(_) | Type::Die | Type::Text | Type::Thing(_))
    }
}

impl Expr {
    /// An expression after a mistake.
    pub fn unknown(span: Span) -> Self {
        Self { span, ty: Type::Unknown, kind: ExprKind::Unreached }
    }

    /// A number that is known before the run.
    pub fn number(span: Span, value: i64) -> Self {
        Self { span, ty: Type::Number, kind: ExprKind::Number(value) }
    }

    /// Whether these are dice that all fall in one roll: dice, and sums of dice.
    pub fn falls_at_once(&self) -> bool {
        if let ExprKind::Binary(BinaryOp::Add, left, right) = &self.kind {
            return left.falls_at_once() && right.falls_at_once();
        }
        matches!(self.kind, ExprKind::Dice { .. })
    }

    /// Whether dice are calculated with here. A calculation without dice is one number, also where it is added to dice.
    pub fn calculates_with_dice(&self) -> bool {
        if let ExprKind::Binary(_, inner, _) | ExprKind::Unary(_, inner) = &self.kind {
            return self.ty == Type::Dice && inner.ty == Type::Dice;
        }
        false
    }

    /// The same of each of its branches, where a condition chooses between things that are more than one number: at the table only
    /// numbers are kept, so a part of whatever was chosen could not be had any more.
    #[must_use]
    pub fn in_each_branch(mut self, of_one: &mut dyn FnMut(Expr) -> Expr) -> Expr {
        let is_more = matches!(self.ty, Type::Roll | Type::TableRow(_) | Type::Plan(_) | Type::Item(_));
        let span = self.span;
        let ExprKind::If(branches, otherwise) = &mut self.kind else { return of_one(self) };
        if !is_more {
            return of_one(self);
        }
        for value in branches.iter_mut().map(|(_, value)| value).chain([otherwise.as_mut()]) {
            *value = std::mem::replace(value, Expr::unknown(span)).in_each_branch(of_one);
        }
        let ty = otherwise.ty.clone();
        Expr { ty, ..self }
    }

    /// The expressions it is made of.
    pub fn parts(&self) -> Vec<&Expr> {
        match &self.kind {
            ExprKind::Member(inner, _)
            | ExprKind::Unary(_, inner)
            | ExprKind::Absolute(inner)
            | ExprKind::IsUnreached(inner) => vec![inner],
            ExprKind::Knows(inner, _) | ExprKind::Band { key: inner, .. } | ExprKind::Keep { dice: inner, .. } => {
                vec![inner]
            }
            ExprKind::Index(a, b)
            | ExprKind::Binary(_, a, b)
            | ExprKind::Dice { count: a, sides: b }
            | ExprKind::Move { from: a, by: b, .. }
            | ExprKind::Reduce { list: a, body: b, .. } => vec![a, b],
            ExprKind::Rule(_, several)
            | ExprKind::House(_, several)
            | ExprKind::Table(_, several)
            | ExprKind::DiceCall(_, several) => several.iter().collect(),
            ExprKind::Extreme { of, .. } => of.iter().collect(),
            ExprKind::If(cases, otherwise) => {
                let cases = cases.iter().flat_map(|(condition, value)| [condition, value]);
                cases.chain(std::iter::once(&**otherwise)).collect()
            }
            ExprKind::Number(_)
            | ExprKind::Unreached
            | ExprKind::Text(_)
            | ExprKind::Local(_)
            | ExprKind::Var(_)
            | ExprKind::Thing(_)
            | ExprKind::All(_)
            | ExprKind::Levels(_)
            | ExprKind::Invocation(_)
            | ExprKind::NamedModifier(_)
            | ExprKind::Own(_)
            | ExprKind::Question => Vec::new(),
        }
    }
}
