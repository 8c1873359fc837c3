//! A checked scene: who is there, what is known, what happens, what is expected, and what is asked.

use std::collections::{BTreeMap, BTreeSet};

use super::scene_names::{SceneName, SceneNames};
use super::{
    Arena, Expect, Expr, Invocation, InvocationId, KindId, LocalId, Method, NamedModifier, NamedModifierId,
    ProcedureId, Statement, System, Thing, ThingId, Uses, VarId,
};
use crate::semantics::dice::Question as RollQuestion;
use crate::source::Span;
use crate::syntax::ast::Concealment;

/// A checked scene.
#[derive(Clone, Debug, Default)]
pub struct Scene {
    /// Everybody and everything: the single things of the system, and those that the scene names.
    pub things: Arena<ThingId, Thing>,
    /// Named modifiers that somebody may or may not know.
    pub named_modifiers: Arena<NamedModifierId, NamedModifier>,
    /// Every run of a procedure that the scene writes down, nested ones included.
    pub invocations: Arena<InvocationId, Invocation>,
    /// What happens, in the order of its lines; those of an expectation stand with it.
    pub statements: Vec<Statement>,
    /// The mode the scene states.
    pub mode: Option<Method>,
    /// The expectations of the files in hand.
    pub expects: Vec<Expect>,
    /// Fields that some line of the scene changes, besides those that the system changes.
    pub changing: BTreeSet<(KindId, usize)>,
    /// Questions that some line of the scene asks of a roll, besides those of the system.
    pub questions: BTreeMap<(ProcedureId, LocalId), Vec<RollQuestion>>,
    /// Runs of a repetition that some line reads by their number.
    pub counted: BTreeSet<(InvocationId, i64)>,
    /// What is asked for at the end.
    pub asked: Option<Expr>,
    /// Values that were carried over and have no place here.
    pub lost: Vec<String>,
    /// Values that were carried over and are kept from somebody: a thing's field, and its level in a family.
    pub concealed: BTreeMap<(ThingId, usize, usize), Concealment>,
    /// Named modifiers that some line reveals to somebody.
    pub revealed: BTreeSet<NamedModifierId>,
    /// Where its lines use names; those of an expectation stand with it.
    pub uses: Uses,
    /// The words that declare variables, in expectations as well.
    pub variables: BTreeMap<Span, VarId>,
    /// What everything is called.
    pub(super) names: SceneNames,
    /// The conditional blocks around the line in hand; none once all lines are read.
    pub(super) blocks: Vec<Span>,
    /// The conditional blocks around each run.
    pub(super) blocks_of: BTreeMap<InvocationId, Vec<Span>>,
}

impl Scene {
    /// A scene in which nothing but the single things of the system is.
    pub fn of(system: &System) -> Self {
        let mut scene = Self { things: system.singles.clone(), ..Self::default() };
        for (id, single) in system.singles.pairs() {
            scene.names.give(single.name.clone(), SceneName::Thing(id));
        }
        scene
    }
}
