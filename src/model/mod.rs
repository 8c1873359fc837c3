//! What it means: names resolved, types and budgets checked. Everything here is known before the run.

mod expression;
mod from_ast;
mod items;
mod procedure;
mod scene;
mod vocabulary;

use std::collections::{BTreeMap, BTreeSet};

pub use expression::{Expr, ExprKind, Member, Reduce, Type, VarId};
pub use items::Reachable;
pub use procedure::{
    HookCall, Hooks, Local, LocalKind, Procedure, Read, ReadKind, Statement, StatementKind, Step, SumRow,
};
pub use scene::{
    Argument, Claim, ClaimKind, Entry, Expect, Invocation, Item, ItemGroup, Method, NamedModifier, PeriodUse,
    PlanArgument, SceneOption, Thing,
};
pub use vocabulary::{
    Card, CardBody, CardField, CellValue, Column, DataColumn, Deck, Dice, DiceBody, Field, Group, GroupNeed, Kind,
    Ladder, Minimum, Order, Period, Plan, Priced, Rule, Scale, Table,
};

use crate::diagnostic::Diagnostics;
use crate::semantics::dice::Question;
use crate::source::Span;
use crate::syntax::ast::{self, Kept};

/// The parsed files of one compilation, sorted by what they are.
#[derive(Clone, Debug, Default)]
pub struct Files {
    /// The system's file, if one is used (or is itself the file in hand).
    pub system: Option<ast::File>,
    /// Overlays in the order of their `use`.
    pub houses: Vec<ast::File>,
    /// Scene files: those used first, the file in hand last. Empty when the file in hand is a system or an overlay.
    pub scenes: Vec<ast::File>,
    /// Data files that decks name: the name as written, and its text.
    pub data: BTreeMap<String, String>,
    /// Functions of house rules that are written in another language.
    pub functions: Vec<HouseFunction>,
    /// Values that take the place of first values.
    pub carried: Vec<Carrying>,
    /// An expression whose value is asked for at the end of the scene.
    pub asked: Option<ast::Expr>,
}

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
    /// Its name.
    pub name: String,
    /// Its title, for people.
    pub title: Option<String>,
    /// The line that begins it.
    pub span: Span,
}

/// A value carried over from elsewhere.
#[derive(Clone, Debug)]
pub struct Carrying {
    /// Whose value.
    pub name: String,
    /// From whom it is kept.
    pub kept: Option<Kept>,
    /// The same as an expression, and the value; `None` when they cannot be read.
    pub written: Option<(ast::Expr, ast::Expr)>,
}

/// Roles of an encounter and who arguments them: `leader` → `anna`.
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

macro_rules! ids {
    ($($(#[$doc:meta])* $name:ident)*) => {
        $($(#[$doc])* #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)] pub struct $name(pub usize);)*
    };
}

ids! {
    /// A place in [`Model::scales`].
    ScaleId
    /// A place in [`Model::tables`].
    TableId
    /// A place in [`Model::dice`].
    DiceId
    /// A place in [`Model::decks`].
    DeckId
    /// A place in [`Model::kinds`].
    KindId
    /// A place in [`Model::plans`].
    PlanId
    /// A place in [`Model::periods`].
    PeriodId
    /// A place in [`Model::rules`].
    RuleId
    /// A place in [`Model::procedures`].
    ProcedureId
    /// A place in a procedure's locals.
    LocalId
    /// A place in [`Model::things`].
    ThingId
    /// A place in [`Model::named_modifiers`].
    NamedModifierId
    /// A place in [`Model::invocations`].
    InvocationId
    /// A place in [`Model::functions`].
    FunctionId
}

/// A checked encounter: the system, the overlays and the scene as one.
#[derive(Clone, Debug, Default)]
pub struct Model {
    /// The system's title.
    pub title: String,
    /// The overlays laid over it, in the order of their `use`.
    pub houses: Vec<House>,
    /// How modifiers are written.
    pub notation: Notation,
    /// Scales and ladders.
    pub scales: Vec<Scale>,
    /// Tables.
    pub tables: Vec<Table>,
    /// Named dice.
    pub dice: Vec<Dice>,
    /// Decks.
    pub decks: Vec<Deck>,
    /// Kinds of things.
    pub kinds: Vec<Kind>,
    /// Plans.
    pub plans: Vec<Plan>,
    /// Periods.
    pub periods: Vec<Period>,
    /// Rules.
    pub rules: Vec<Rule>,
    /// Procedures.
    pub procedures: Vec<Procedure>,
    /// Functions of house rules.
    pub functions: Vec<HouseFunction>,
    /// Everybody and everything a scene names, and the single instances of `one` kinds.
    pub things: Vec<Thing>,
    /// Named modifiers that somebody may or may not know.
    pub named_modifiers: Vec<NamedModifier>,
    /// Every run of a procedure that a scene writes down, nested ones included.
    pub invocations: Vec<Invocation>,
    /// What happens.
    pub scene: Vec<Statement>,
    /// The mode the scene states.
    pub mode: Option<Method>,
    /// Expectations of all files.
    pub expects: Vec<Expect>,
    /// A place for what belongs to the whole.
    pub span: Span,
    /// Fields that some line changes; all others keep their first value for ever.
    pub changing: BTreeSet<(KindId, usize)>,
    /// Questions that some line asks of a roll.
    pub questions: BTreeMap<(ProcedureId, LocalId), Vec<Question>>,
    /// Runs of a repetition that some line reads by their number.
    pub counted: BTreeSet<(InvocationId, i64)>,
    /// What is asked for at the end of the scene.
    pub asked: Option<Expr>,
    /// Values that were carried over and have no place here.
    pub lost: Vec<String>,
    /// Values that were carried over and are kept from somebody: a thing's field, and its level in a family.
    pub kept: BTreeMap<(ThingId, usize, usize), Kept>,
    /// Whether a line reveals a named to somebody.
    pub revealed: BTreeSet<NamedModifierId>,
}

impl Model {
    /// Whether an overlay says what stands there.
    pub fn is_overlaid(&self, span: Span) -> bool {
        self.houses.iter().any(|house| house.span.source == span.source)
    }
}

/// Resolves and checks everything. Findings go to `sink`; with errors among them there is no model.
pub fn build(files: &Files, cast: &Cast, sink: &mut Diagnostics) -> Option<Model> {
    from_ast::build(files, cast, sink)
}

/// The same, but there is always a model, of what is sound: every declaration that could be checked, and of a scene every
/// line. Scenes are left out when the declarations have errors. It tells what names mean, and is never run.
pub fn build_partial(files: &Files, cast: &Cast, sink: &mut Diagnostics) -> Model {
    from_ast::build_partial(files, cast, sink)
}
