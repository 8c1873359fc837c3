//! What a scene names and writes down.

use std::collections::BTreeMap;

use super::{
    Arena, Expr, InvocationId, KindId, LevelText, LocalId, Method, NamedModifierId, ProcedureId, ScaleId, Shown,
    Statement, Term, ThingId, Uses,
};
use crate::semantics::formula::Comparison;
use crate::shared_text::SharedText;
use crate::source::Span;
use crate::syntax::ast;

/// Somebody or something.
#[derive(Clone, Debug)]
pub struct Thing {
    /// The name, `anna.rope` for what belongs to somebody.
    pub name: SharedText,
    /// The title, for people.
    pub title: Option<SharedText>,
    /// What it is one of, which says what fields it has.
    pub kind: KindId,
    /// Where it is named.
    pub span: Span,
    /// What its fields hold, where the scene says so.
    pub fields: BTreeMap<usize, Argument>,
    /// What belongs to it.
    pub owned: Vec<ThingId>,
}

impl Thing {
    /// How people speak of it: by its title, or else its name.
    pub fn called(&self) -> SharedText {
        self.title.clone().unwrap_or_else(|| self.name.clone())
    }
}

/// A named modifier that somebody may or may not know.
#[derive(Clone, Debug)]
pub struct NamedModifier {
    /// The word by which blanks take it and `reveal` speaks of it.
    pub name: SharedText,
    /// What it says.
    pub text: Option<SharedText>,
    /// What it adds where it counts.
    pub value: i64,
    /// Who knows it at the start; `None`: everybody.
    pub known: Option<Vec<ThingId>>,
    /// From whom its value is kept.
    pub concealment: Option<ast::Concealment>,
    /// Where its name is written.
    pub span: Span,
}

/// What a scene has of its own, besides people, things and runs.
#[derive(Clone, Debug)]
pub struct Own {
    /// The words by which lines speak of it.
    pub name: SharedText,
    /// What it is about, for people.
    pub text: Option<SharedText>,
    /// Where its name is written.
    pub span: Span,
    /// What it holds.
    pub kind: OwnKind,
    /// From whom its value is kept.
    pub concealment: Option<ast::Concealment>,
}

/// What something holds that a scene has of its own.
#[derive(Clone, Debug)]
pub enum OwnKind {
    /// A number within these limits, if there are some, and what it begins with.
    Tally(Option<(i64, i64)>, i64),
    /// Yes or no, and what it begins with.
    Flag(i64),
    /// What dice show.
    Roll,
    /// The level of a ladder that was resolved.
    Level(ScaleId),
}

impl OwnKind {
    /// What it begins with, if lines can change it.
    pub fn first(&self) -> Option<i64> {
        match self {
            OwnKind::Tally(_, first) | OwnKind::Flag(first) => Some(*first),
            OwnKind::Roll | OwnKind::Level(_) => None,
        }
    }

    /// The least and the greatest that it may hold.
    pub fn limits(&self) -> Option<(i64, i64)> {
        if let OwnKind::Tally(limits, _) = self { *limits } else { None }
    }
}

/// A run of a procedure as the scene writes it down, filled in.
#[derive(Clone, Debug)]
pub struct Invocation {
    /// Its path: `lift`, `lift.rope`.
    pub path: SharedText,
    /// Its last name.
    pub name: SharedText,
    /// What it is about.
    pub title: Option<SharedText>,
    /// What is run.
    pub procedure: ProcedureId,
    /// Who fills the role of `by`; `None` where there is no such role, or nobody for it.
    pub by: Option<ThingId>,
    /// Who fills the role of `versus`, likewise.
    pub versus: Option<ThingId>,
    /// What its blanks hold.
    pub arguments: BTreeMap<LocalId, Argument>,
    /// What the levels of a resolved local mean here: place and text.
    /// A place in a plan's items goes before the invocation as a whole.
    pub texts: BTreeMap<(LocalId, Option<usize>), BTreeMap<usize, LevelText>>,
    /// How its steps and resolved locals are answered.
    pub step_methods: BTreeMap<usize, StatedMethod>,
    /// How a resolved local is answered.
    pub local_methods: BTreeMap<LocalId, StatedMethod>,
    /// What its rolls and draws show, where a line says so.
    pub shown: BTreeMap<LocalId, Shown>,
    /// How everything else of it is answered.
    pub method: Option<StatedMethod>,
    /// From whom everything about it is kept, if it stands in another invocation.
    pub concealment: Option<ast::Concealment>,
    /// From whom its blanks are kept.
    pub concealed_blanks: BTreeMap<LocalId, ast::Concealment>,
    /// Where it is written, or the run around it if nobody wrote it.
    pub span: Span,
    /// Whether a scene writes it, or the rules make it.
    pub made: RunMade,
    /// Runs written inside it, by name.
    pub nested: BTreeMap<SharedText, InvocationId>,
    /// The first run of this name, if this one stands in a branch that excludes it: then both are one run to all who look back.
    pub same_as: Option<InvocationId>,
}

impl Invocation {
    /// Whether a line of it says what a step or a ladder comes to.
    pub fn declares(&self) -> bool {
        let mut stated = self.step_methods.values().chain(self.local_methods.values());
        stated.any(|stated| matches!(stated.method, Method::Automatic(Some(_))))
    }
}

/// Who has made a run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum RunMade {
    /// The scene writes it.
    #[default]
    Written,
    /// The rules make it, under a name.
    ByRules,
    /// The rules make it as a piece of bookkeeping, which is told as a part of the run around it.
    Bookkeeping,
}

/// How something is to be answered, as a line says.
#[derive(Clone, Debug)]
pub struct StatedMethod {
    /// How.
    pub method: Method,
    /// The words that say so.
    pub span: Span,
}

/// What a blank holds.
#[derive(Clone, Debug)]
pub enum Argument {
    /// A value for a blank that takes one.
    One(Box<Entry>),
    /// The values of a blank that takes many, or of a family, in the order written.
    List(Vec<Entry>),
    /// Runs; those written elsewhere (`false`) are not run again.
    Forms(Vec<(InvocationId, bool)>),
    /// Items in an order.
    Plan(PlanArgument),
}

impl Argument {
    /// The values of a blank that takes some, in the order written.
    pub fn entries(&self) -> &[Entry] {
        match self {
            Argument::One(entry) => std::slice::from_ref(&**entry),
            Argument::List(entries) => entries,
            Argument::Forms(_) | Argument::Plan(_) => &[],
        }
    }

    /// The same, with what is said of the items of a plan.
    pub fn all_entries(&self) -> impl Iterator<Item = &Entry> {
        let items = if let Argument::Plan(plan) = self { plan.items.as_slice() } else { &[] };
        let qualifiers = items.iter().flat_map(|item| item.qualifiers.iter().map(|(_, entry)| entry));
        self.entries().iter().chain(qualifiers)
    }
}

/// One value with its reason.
#[derive(Clone, Debug)]
pub struct Entry {
    /// What people read for it: its own words, or the name of the blank.
    pub label: SharedText,
    /// What it is.
    pub value: Expr,
    /// The reason in quotes after it.
    pub text: Option<SharedText>,
    /// The words of its line.
    pub span: Span,
    /// The named it is, if it is one: then it counts only for those who know it.
    pub named: Option<NamedModifierId>,
    /// The level it belongs to, in a family with one value a level.
    pub index: Option<usize>,
    /// Whether it is written as a number above zero without a sign or a letter.
    pub bare: bool,
    /// Whether it is written as a modifier: `3b`, `2p`, `+1`.
    pub as_modifier: bool,
}

/// A plan, laid out.
#[derive(Clone, Debug, Default)]
pub struct PlanArgument {
    /// Its items in order of priority.
    pub items: Vec<Item>,
    /// Groups: which grouping, and the items in it.
    pub groups: Vec<ItemGroup>,
    /// Where the run around it is written.
    pub span: Span,
}

/// A group of items; items of an exempting group inside demand nothing of each other.
#[derive(Clone, Debug)]
pub struct ItemGroup {
    /// Place in the plan's groups.
    pub group: usize,
    /// The items, as places.
    pub items: Vec<usize>,
    /// The exempting groups inside, as lists of places.
    pub exempt: Vec<Vec<usize>>,
    /// The line that begins it.
    pub span: Span,
}

impl ItemGroup {
    /// Takes in the items of a group inside it: each of them counts here, and they demand nothing of each other.
    pub fn counts(&mut self, items: &[usize]) {
        self.items.extend(items);
        self.exempt.push(items.to_vec());
    }
}

/// An item of a plan.
#[derive(Clone, Debug)]
pub struct Item {
    /// What the scene calls it, or what all items of its plan are called.
    pub name: SharedText,
    /// What it is.
    pub title: Option<SharedText>,
    /// The words of its line.
    pub span: Span,
    /// Its qualifiers that the scene names, in the order written: place and value.
    pub qualifiers: Vec<(usize, Entry)>,
    /// What lines of the rules read of a qualifier while it costs what is written: for whoever tries what it does beside its price.
    pub read_as: Option<(usize, i64)>,
}

/// What an `expect` claims, and the scene about which it claims it.
#[derive(Clone, Debug)]
pub struct Expect {
    /// What it is about.
    pub title: SharedText,
    /// The whole block.
    pub span: Span,
    /// How it is answered, as written.
    pub mode: Option<ast::ExpectMode>,
    /// The condition of odds.
    pub given: Option<Expr>,
    /// Choices made beforehand: the name, the option, and where the name is written.
    pub choosing: Vec<(SharedText, SharedText, Span)>,
    /// Its scene, if it brings its own.
    pub scene: Option<Vec<Statement>>,
    /// Everybody and everything as its own scene has them.
    pub things: Option<Arena<ThingId, Thing>>,
    /// Where its lines and claims use names; somebody and something are those of its own scene, if it brings one.
    pub uses: Uses,
    /// In the order written; all of them must hold.
    pub claims: Vec<Claim>,
    /// For a refused one: what was found wrong with it.
    pub found: Vec<crate::diagnostic::Diagnostic>,
    /// The mode its own scene states.
    pub scene_mode: Option<StatedMethod>,
}

/// A claim of an expectation.
#[derive(Clone, Debug)]
pub struct Claim {
    /// The claim as it is written, for showing it beside what came out.
    pub span: Span,
    /// What is claimed.
    pub kind: ClaimKind,
}

/// What is claimed.
#[derive(Clone, Debug)]
pub enum ClaimKind {
    /// It is so.
    Holds(Expr),
    /// A comparison of odds: `P(event) = 1/6`.
    Odds {
        /// The odds that it asks for, by which its formulas name them.
        terms: Vec<Term>,
        /// What has to stand so to what.
        comparison: Comparison,
    },
}

// What is named has a name and a place at once; everything else is filled in when its lines are read.

impl Thing {
    pub(super) fn named(name: SharedText, kind: KindId, span: Span, title: Option<SharedText>) -> Self {
        Self { name, title, kind, span, fields: BTreeMap::new(), owned: Vec::new() }
    }
}

impl Invocation {
    /// A run of which only this is known yet.
    pub fn named(path: SharedText, name: SharedText, procedure: ProcedureId, span: Span) -> Self {
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
            shown: BTreeMap::new(),
            method: None,
            concealment: None,
            concealed_blanks: BTreeMap::new(),
            span,
            made: RunMade::Written,
            nested: BTreeMap::new(),
            same_as: None,
        }
    }
}
