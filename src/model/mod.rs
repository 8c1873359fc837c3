//! What it means: names resolved, types and budgets checked. Everything here is known before the run.
//!
//! A *system* is checked once, alone, and never changes afterwards: any number of *scenes* are checked against it, and
//! borrow it. What both need for expressions is in `typing/`, which knows neither of the two checkers.

#![deny(
    clippy::wildcard_enum_match_arm,
    reason = "a new line, expression or type is decided about wherever it is checked"
)]

// Each layer uses the ones above it.

// Numbers for all that has a name, and names as people read them.
mod arena;
mod ids;
pub(crate) mod listing;

// Expressions, lines, and questions about odds whose names are resolved.
mod expression;
mod procedure;
mod question;
mod wording;

// What names stand for, and where they are used.
mod scene_names;
mod uses;

// What a system and a scene are made of.
mod declared;
mod files;
mod functions;
pub mod packs;
mod posted;
mod written;

// The system and the scene.
mod given;
mod quoted;
mod reachable;
mod scene;
mod summed;
mod system;

// What expressions mean.
mod typing;

// What values can be.
mod certain;

// On which ways values are reached.
mod reaching;

// Who makes a system of files, and a scene.
pub mod check_scene;
pub mod check_system;

pub use arena::{Arena, Id};
pub(crate) use certain::{limits_of_choice, may_be_negative};
pub use declared::{
    Card, CardBody, CardField, CellValue, Column, DataColumn, Deck, Dice, DiceBody, Field, Group, GroupNeed, Kind,
    Ladder, Minimum, Order, Period, Plan, Priced, Rule, Scale, Table,
};
pub use expression::{Expr, ExprKind, Member, PlanNumber, Reduce, Type};
pub use files::{Carrying, Cast, SceneFiles, SystemFiles};
pub use functions::{HouseFunction, Parameter, Signature, WrittenAnswers, WrittenLevel};
pub(crate) use given::given_by_rules;
pub use ids::{
    DeckId, DiceId, FunctionId, InvocationId, KindId, LocalId, NamedModifierId, OwnId, PeriodId, PlanId, ProcedureId,
    RuleId, ScaleId, TableId, ThingId, VarId,
};
pub use packs::Pack;
pub use procedure::{
    Chance, ChanceKind, Choice, HookCall, Hooks, Local, LocalKind, Method, OwnRun, PeriodUse, Procedure, Read,
    ReadKind, SceneOption, Shown, Statement, StatementKind, Step, SumRow, Turn,
};
pub use question::{Condition, Question, QuestionKind, RolledFor, Term};
pub use reachable::Reachable;
pub use scene::{Demands, Scene, SceneMark};
pub use system::{AskingLine, House, Names, NewLevel, Notation, System, TakenBlank, Unnamed};
pub use typing::{BUILTINS, Builtin, constant_of};
pub use uses::{Named, Uses};
pub use wording::{Hole, LevelText, Wording};
pub use written::{
    Argument, Claim, ClaimKind, Entry, Expect, Invocation, Item, ItemGroup, NamedModifier, Own, OwnKind, PlanArgument,
    RunMade, StatedMethod, Thing,
};
