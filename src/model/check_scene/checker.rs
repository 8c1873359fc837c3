//! The checker of scenes: what is known about the scene so far, and what was found. What is done with it, and in
//! which order, is in `passes.rs`.

use std::collections::BTreeMap;

use crate::allowance::Allowance;
use crate::diagnostic::{Diagnostic, Diagnostics, codes};
use crate::model::typing::{Env, Notes, Typer};
use crate::model::{Cast, Expr, InvocationId, Named, Scene, System, Type};
use crate::shared_text::SharedText;
use crate::source::Span;
use crate::syntax::ast::{self};

/// Checks a scene.
pub struct SceneChecker<'a> {
    /// The system it plays by.
    pub system: &'a System,
    /// The scene as far as it is known.
    pub scene: Scene,
    /// What is found on the way.
    pub notes: Notes,
    /// Who fills the roles.
    pub cast: &'a Cast,
    /// The roles that the scene has, and where it says so.
    pub roles: BTreeMap<SharedText, Span>,
    /// So many things stood there before the lines in hand, and begin as they did.
    pub settled_things: usize,
    /// So much had the scene of its own before them.
    pub settled_own: usize,
    /// The branches around the line in hand: the line that branches, and which of its branches.
    pub branches: Vec<(Span, usize)>,
    /// The branches around each run that these lines name.
    pub branches_of: BTreeMap<InvocationId, Vec<(Span, usize)>>,
    /// Where lines say of what somebody learns.
    pub revealing: Vec<Span>,
    /// Names that runs of the branches in hand have taken over, and who had them.
    pub shadowed: Vec<(SharedText, InvocationId)>,
    /// How many blocks stand around the line in hand.
    pub depth: usize,
    /// Whether a line in hand says how something begins that stood there before.
    pub reaches_back: bool,
}

impl<'a> SceneChecker<'a> {
    /// A checker that knows the system's single things.
    pub fn new(system: &'a System, cast: &'a Cast, allowance: &Allowance) -> Self {
        Self::behind(system, Scene::of(system), (cast, allowance))
    }

    /// A checker that knows what stands in a scene already.
    pub fn behind(system: &'a System, scene: Scene, (cast, allowance): (&'a Cast, &Allowance)) -> Self {
        let mut notes = Notes::after(system.variable_types.len(), system.posted.clone());
        notes.allowance = allowance.clone();
        Self {
            system,
            scene,
            notes,
            cast,
            roles: BTreeMap::new(),
            settled_things: 0,
            settled_own: 0,
            branches: Vec::new(),
            branches_of: BTreeMap::new(),
            revealing: Vec::new(),
            shadowed: Vec::new(),
            depth: 0,
            reaches_back: false,
        }
    }

    /// The scene as far as it is sound, and what was found.
    pub fn finish(self) -> (Scene, Diagnostics) {
        let Self { mut scene, mut notes, .. } = self;
        let sink = notes.take_findings();
        scene.changing = std::mem::take(&mut notes.changing);
        scene.questions = std::mem::take(&mut notes.questions);
        scene.counted = std::mem::take(&mut notes.counted);
        scene.revealed = std::mem::take(&mut notes.revealed);
        scene.uses = std::mem::take(&mut notes.uses);
        (_, scene.variables) = notes.into_variables();
        (scene, sink)
    }

    /// What types expressions, over what is known so far.
    pub fn typer(&mut self) -> Typer<'_> {
        Typer { system: self.system, scene: &self.scene, notes: &mut self.notes }
    }

    /// The words at `span` are a name of that.
    pub fn used(&mut self, what: Named, span: Span) {
        self.notes.uses.record(what, span);
    }

    /// Says that something is wrong.
    pub fn report(&mut self, diagnostic: Diagnostic) {
        self.notes.sink.push(diagnostic);
    }

    /// Says that a thing of the language stands where it does not belong.
    pub fn misplaced(&mut self, span: Span, message: impl Into<String>, help: &str) {
        self.report(Diagnostic::error(codes::MISPLACED, span, message).help(help));
    }

    /// Types an expression; `hint` is the type that is wanted.
    pub fn expr(&mut self, env: &Env, expr: &ast::Expr, hint: Option<&Type>) -> Expr {
        self.typer().expr(env, expr, hint)
    }

    /// An expression of the type wanted here.
    pub fn wanted(&mut self, env: &Env, expr: &ast::Expr, ty: &Type) -> Expr {
        self.typer().wanted(env, expr, ty)
    }

    /// A value that is yes or no.
    pub fn condition(&mut self, env: &Env, expr: &ast::Expr) -> Expr {
        self.typer().condition(env, expr)
    }

    /// A text that is fixed before the run, such as a title or a reason.
    pub fn fixed_text(&mut self, text: &ast::Text) -> SharedText {
        self.typer().fixed_text(&Env::default(), text)
    }

    /// The name of a type for people.
    pub fn type_name(&mut self, ty: &Type) -> String {
        self.typer().type_name(ty)
    }
}
