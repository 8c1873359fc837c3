//! The typer's data, without its methods: what it knows, and where an expression is.

use super::{Definition, Notes};
use crate::diagnostic::{Diagnostic, codes};
use crate::model::scene_names::SceneName;
use crate::model::{KindId, LocalId, Named, ProcedureId, Scene, System, Type, VarId};
use crate::shared_text::SharedText;
use crate::source::Span;

/// More expressions than this do not lie within each other, through rules as well. It keeps the stack small.
pub const DEEPEST: usize = 100;

/// Types expressions over a system, as far as it is known, and over what a scene names.
pub struct Typer<'t> {
    /// The system: complete, or in the making.
    pub system: &'t System,
    /// What a scene names; for a system the single things and nothing else.
    pub scene: &'t Scene,
    /// What is found on the way.
    pub notes: &'t mut Notes,
}

/// Where an expression stands: what it may name.
#[derive(Clone, Default)]
pub struct Env {
    /// The procedure whose locals are known by their bare names.
    pub procedure: Option<ProcedureId>,
    /// The step in hand: its own blanks come before those of other steps.
    pub step: Option<usize>,
    /// Parameters and variables, the innermost last.
    pub variables: Vec<(SharedText, VarId)>,
    /// The thing in hand where a kind says what it needs: its fields are known by their bare names.
    pub own: Option<(VarId, KindId)>,
    /// The bare word with which a value is compared here.
    pub beside: Option<SharedText>,
    /// One looks back on runs that are over: dice may be rolled by being named, and what stands inside a run goes by its short name.
    pub rolls: bool,
    /// A line of a scene comes here in its turn, so that a roll may stand on a line before it.
    pub in_turn: bool,
    /// The blank of a run that a scene fills here.
    pub filling: Option<Filling>,
}

/// A blank that a scene fills: its name, and the procedure that asks for it.
#[derive(Clone)]
pub struct Filling {
    pub name: SharedText,
    pub asked_by: ProcedureId,
}

impl Env {
    /// A place that knows the parameters of a rule, a table or dice.
    pub fn of_parameters(params: &[(SharedText, Type, VarId)]) -> Self {
        Self {
            variables: params.iter().map(|(name, _, variable)| (name.clone(), *variable)).collect(),
            ..Self::default()
        }
    }

    /// The end of a run, where claims and questions look back: dice may be rolled by being named.
    pub fn at_the_end() -> Self {
        Self { rolls: true, ..Self::default() }
    }

    /// A line of a scene, whose turn comes as the scene runs.
    pub fn in_turn() -> Self {
        Self { in_turn: true, ..Self::default() }
    }
}

impl Typer<'_> {
    /// Says that something is wrong.
    pub fn report(&mut self, diagnostic: Diagnostic) {
        self.notes.sink.push(diagnostic);
    }

    /// Says that a thing of the language stands where it does not belong.
    pub fn misplaced(&mut self, span: Span, message: impl Into<String>, help: &str) {
        self.report(Diagnostic::error(codes::MISPLACED, span, message).help(help));
    }

    /// What a name of the scene stands for, innermost scope first.
    pub fn scene_name(&self, name: &str) -> Option<SceneName> {
        self.scene.names.get(name)
    }

    /// The words at `span` are a name of that.
    pub fn used(&mut self, what: Named, span: Span) {
        self.notes.uses.record(what, span);
    }

    /// Values of this type are held to each other by more and less.
    pub fn has_order(&mut self, ty: &Type) {
        if let Type::Level(scale) = ty {
            self.notes.uses.record_order(*scale);
        }
    }

    /// The type of a variable.
    pub fn variable_type(&self, id: VarId) -> Type {
        match self.system.variable_types.get(id) {
            Some(ty) => ty.clone(),
            None => self.notes.variable_type(id),
        }
    }

    /// The type of a local; unknown as long as it has to be found.
    pub fn local_type(&mut self, procedure: ProcedureId, local: LocalId, caller: Span) -> Type {
        if self.notes.is_missing(Definition::Local(procedure, local), caller) {
            return Type::Unknown;
        }
        self.system.procedures[procedure].locals[local].ty.clone()
    }

    /// Whether the type of a definition is known; if not, it is noted that it has to be found first. What lies deep
    /// within the definition lies deeper still here.
    pub fn is_known(&mut self, definition: Definition, caller: Span) -> bool {
        if self.notes.is_missing(definition, caller) {
            return false;
        }
        let within = self.notes.depths.get(&definition).copied().unwrap_or(0);
        let deep = self.notes.depth + within;
        self.notes.deepest = self.notes.deepest.max(deep);
        if deep > DEEPEST {
            self.notes.too_deep.get_or_insert(caller);
        }
        true
    }
}
