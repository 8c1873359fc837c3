//! What it means: names resolved, types and budgets checked. Everything here is known before the run.
//!
//! A *system* is checked once, alone, and never changes afterwards: any number of *scenes* are checked against it, and
//! borrow it. What both need of expressions stands in `typing/`, which knows neither of the two checkers.

#![deny(
    clippy::wildcard_enum_match_arm,
    reason = "a new line, expression or type is decided about wherever it is checked"
)]

mod arena;
mod expression;
mod ids;
mod items;
mod procedure;
pub mod scene;
pub mod system;
mod typing;
mod vocabulary;
mod written;

use std::collections::BTreeMap;

pub use arena::{Arena, Id};
pub use expression::{Expr, ExprKind, Member, Reduce, Type};
pub use ids::{
    DeckId, DiceId, FunctionId, InvocationId, KindId, LocalId, NamedModifierId, PeriodId, PlanId, ProcedureId, RuleId,
    ScaleId, TableId, ThingId, VarId,
};
pub use items::Reachable;
pub use procedure::{
    HookCall, Hooks, Local, LocalKind, Procedure, Read, ReadKind, Statement, StatementKind, Step, SumRow,
};
pub use scene::{Question, QuestionKind, Scene, SceneFiles};
pub use system::{System, SystemFiles};
pub use typing::{Named, Uses};
pub use vocabulary::{
    Card, CardBody, CardField, CellValue, Column, DataColumn, Deck, Dice, DiceBody, Field, Group, GroupNeed, Kind,
    Ladder, Minimum, Order, Period, Plan, Priced, Rule, Scale, Table,
};
pub use written::{
    Argument, Claim, ClaimKind, Entry, Expect, Invocation, Item, ItemGroup, Method, NamedModifier, PeriodUse,
    PlanArgument, SceneOption, Thing,
};

use crate::source::Span;
use crate::syntax::ast::{self, Kept};

/// A function answered from outside.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HouseFunction {
    /// The file it stands in.
    pub house: String,
    /// Its name.
    pub name: String,
    /// Its parameters; at a point, the names it reads.
    pub parameters: Vec<String>,
    /// Where it is written.
    pub span: Span,
    /// For a function of the host, what it takes and whether it does something.
    pub signature: Option<Signature>,
}

/// What a function of the host takes, in the order of its parameters.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Signature {
    /// One for each parameter.
    pub takes: Vec<Parameter>,
    /// Whether it does something, once all is over, and answers nothing.
    pub acts: bool,
}

/// What a function of the host takes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Parameter {
    /// A whole number.
    Number,
    /// Yes or no.
    YesNo,
    /// A level of the scale with this name.
    Level(String),
    /// A text, or somebody's or something's name.
    Word,
}

/// An overlay that is in force.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct House {
    /// What `use house` calls it.
    pub name: String,
    /// Its title, for people.
    pub title: Option<String>,
    /// The line that begins it.
    pub span: Span,
}

/// A value carried over from elsewhere.
#[derive(Clone, Debug)]
pub struct Carrying {
    /// Whose value: `anna.wounds`.
    pub name: String,
    /// From whom it is kept.
    pub kept: Option<Kept>,
    /// The same as an expression, and the value; `None` when they cannot be read.
    pub written: Option<(ast::Expr, ast::Expr)>,
}

/// Roles of an encounter and who fills them: `leader` → `anna`.
pub type Cast = BTreeMap<String, String>;

/// How the system writes its modifiers.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Notation {
    /// `+2`, `-3`
    #[default]
    Signed,
    /// `2b`, `3p`
    Units {
        /// The letter of a bonus.
        bonus: String,
        /// The letter of a penalty.
        penalty: String,
    },
}
