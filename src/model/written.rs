//! What a scene names and writes down.

use std::collections::BTreeMap;

use super::{Arena, Expr, InvocationId, KindId, LocalId, NamedModifierId, ProcedureId, Statement, ThingId, Uses};
use crate::source::Span;
use crate::syntax::ast;

/// Somebody or something.
#[derive(Clone, Debug)]
pub struct Thing {
    /// The name, `anna.rope` for what belongs to somebody.
    pub name: String,
    /// The title, for people.
    pub title: Option<String>,
    /// Its kind.
    pub kind: KindId,
    /// Where it is named.
    pub span: Span,
    /// What its fields hold, where the scene says so.
    pub fields: BTreeMap<usize, Argument>,
    /// What belongs to it.
    pub owned: Vec<ThingId>,
}

/// A named modifier that somebody may or may not know.
#[derive(Clone, Debug)]
pub struct NamedModifier {
    /// Its name.
    pub name: String,
    /// What it says.
    pub text: Option<String>,
    /// Its size.
    pub value: i64,
    /// Who knows it at the start; `None`: everybody.
    pub known: Option<Vec<ThingId>>,
    /// From whom its value is kept.
    pub kept: Option<ast::Kept>,
    /// Where.
    pub span: Span,
}

/// A run of a procedure as the scene writes it down: a invocation, filled in.
#[derive(Clone, Debug)]
pub struct Invocation {
    /// Its path: `lift`, `lift.rope`.
    pub path: String,
    /// Its last name.
    pub name: String,
    /// What it is about.
    pub title: Option<String>,
    /// The procedure.
    pub procedure: ProcedureId,
    /// Who acts.
    pub by: Option<ThingId>,
    /// Against whom.
    pub versus: Option<ThingId>,
    /// What its blanks hold.
    pub arguments: BTreeMap<LocalId, Argument>,
    /// What the levels of a resolved local mean here: place and text.
    /// A place in a plan's items goes before the invocation as a whole.
    pub texts: BTreeMap<(LocalId, Option<usize>), BTreeMap<usize, String>>,
    /// How its steps and resolved locals are answered.
    pub step_methods: BTreeMap<usize, Method>,
    /// How a resolved local is answered.
    pub local_methods: BTreeMap<LocalId, Method>,
    /// How everything else of it is answered.
    pub method: Option<Method>,
    /// From whom everything about it is kept, if it stands in another invocation.
    pub kept: Option<ast::Kept>,
    /// From whom its blanks are kept.
    pub kept_blanks: BTreeMap<LocalId, ast::Kept>,
    /// Where it is written.
    pub span: Span,
    /// Runs written inside it, by name.
    pub nested: BTreeMap<String, InvocationId>,
}

/// How something is to be answered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Method {
    /// By judgement.
    Deliberate,
    /// By dice.
    Random,
    /// What is declared happens.
    Automatic(Option<Expr>),
}

/// What a blank holds.
#[derive(Clone, Debug)]
pub enum Argument {
    /// One value.
    One(Entry),
    /// A list.
    List(Vec<Entry>),
    /// Runs; those written elsewhere (`false`) are not run again.
    Forms(Vec<(InvocationId, bool)>),
    /// A plan.
    Plan(PlanArgument),
}

/// One value with its reason.
#[derive(Clone, Debug)]
pub struct Entry {
    /// As written.
    pub label: String,
    /// What it is.
    pub value: Expr,
    /// Why.
    pub text: Option<String>,
    /// Where.
    pub span: Span,
    /// The named it is, if it is one: then it counts only for those who know it.
    pub named: Option<NamedModifierId>,
    /// The level it belongs to, in a family with one value a level.
    pub index: Option<usize>,
}

/// A plan, laid out.
#[derive(Clone, Debug, Default)]
pub struct PlanArgument {
    /// Its items in order of priority.
    pub items: Vec<Item>,
    /// Groups: which grouping, and the items in it.
    pub groups: Vec<ItemGroup>,
    /// Where.
    pub span: Span,
}

/// A group of items; an item in an exempting group inside counts as one with its neighbours.
#[derive(Clone, Debug)]
pub struct ItemGroup {
    /// Place in the plan's groups.
    pub group: usize,
    /// The items, as places.
    pub items: Vec<usize>,
    /// The exempting groups inside, as lists of places.
    pub exempt: Vec<Vec<usize>>,
    /// Where.
    pub span: Span,
}

/// An item of a plan.
#[derive(Clone, Debug)]
pub struct Item {
    /// Its name.
    pub name: String,
    /// What it is.
    pub title: Option<String>,
    /// Where.
    pub span: Span,
    /// Its qualifiers that the scene names, in the order written: place and value.
    pub qualifiers: Vec<(usize, Entry)>,
}

/// An expectation.
#[derive(Clone, Debug)]
pub struct Expect {
    /// What it is about.
    pub title: String,
    /// Where.
    pub span: Span,
    /// How it is answered, as written.
    pub mode: Option<ast::ExpectMode>,
    /// The condition of odds.
    pub given: Option<Expr>,
    /// Choices made beforehand.
    pub choosing: Vec<(String, String)>,
    /// Its scene, if it brings its own.
    pub scene: Option<Vec<Statement>>,
    /// Everybody and everything as its own scene has them.
    pub things: Option<Arena<ThingId, Thing>>,
    /// Where its lines and claims use names; somebody and something are those of its own scene, if it brings one.
    pub uses: Uses,
    /// Its claims.
    pub claims: Vec<Claim>,
    /// For a refused one: what was found wrong with it.
    pub found: Vec<crate::diagnostic::Diagnostic>,
    /// The mode its own scene states.
    pub scene_mode: Option<Method>,
}

/// A claim of an expectation.
#[derive(Clone, Debug)]
pub struct Claim {
    /// Where.
    pub span: Span,
    /// What is claimed.
    pub kind: ClaimKind,
}

/// What is claimed.
#[derive(Clone, Debug)]
pub enum ClaimKind {
    /// It is so.
    Holds(Expr),
    /// `P(event) = numerator/denominator`
    Chance(Expr, i64, i64),
    /// `E(value) = numerator/denominator`
    Mean(Expr, i64, i64),
}

// What is named has a name and a place at once; everything else is filled in when its lines are read.

impl Thing {
    pub(super) fn named(name: String, kind: KindId, span: Span, title: Option<String>) -> Self {
        Self { name, title, kind, span, fields: BTreeMap::new(), owned: Vec::new() }
    }
}

impl Invocation {
    pub(super) fn named(path: String, name: String, procedure: ProcedureId, span: Span) -> Self {
        Self {
            path,
            name,
            title: None,
            procedure,
            by: None,
            versus: None,
            arguments: BTreeMap::new(),
            texts: BTreeMap::new(),
            step_methods: BTreeMap::new(),
            local_methods: BTreeMap::new(),
            method: None,
            kept: None,
            kept_blanks: BTreeMap::new(),
            span,
            nested: BTreeMap::new(),
        }
    }
}
