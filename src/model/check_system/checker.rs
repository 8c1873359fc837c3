//! The checker of systems: the system as far as it is known, and the passes over it in their order.

use super::inference::Sources;
use crate::model::typing::{Env, Notes, Typer};
use crate::model::{
    Expr, House, HouseFunction, Named, Notation, ProcedureId, Scene, System, SystemFiles, Thing, Type, VarId,
};
use std::collections::BTreeMap;

use crate::diagnostic::{Diagnostic, Diagnostics, codes};
use crate::source::Span;
use crate::syntax::ast::{self, Declaration, ItemKind};

/// Checks a system.
pub struct SystemChecker<'a> {
    /// The system as far as it is known.
    pub system: System,
    /// What is found on the way.
    pub notes: Notes,
    /// What the definitions are made of whose types have to be found.
    pub sources: Sources<'a>,
    /// Data files that decks name.
    pub data: &'a BTreeMap<String, String>,
    /// What lines of a system can name of a scene: the single things.
    singles: Scene,
    /// What was written.
    pub files: &'a SystemFiles,
}

impl<'a> SystemChecker<'a> {
    /// A checker that knows nothing yet but the functions from outside.
    pub fn new(files: &'a SystemFiles, sink: Diagnostics) -> Self {
        let mut system = System { is_there: files.system.is_some() || !files.houses.is_empty(), ..System::default() };
        for function in &files.functions {
            system.functions.push(HouseFunction::clone(function));
        }
        let mut notes = Notes::default();
        notes.sink = sink;
        Self { system, notes, sources: Sources::default(), data: &files.data, singles: Scene::default(), files }
    }

    /// Titles and notation.
    pub fn frame(&mut self) {
        for item in self.files.system.iter().chain(&self.files.houses).flat_map(|file| &file.items) {
            match &item.kind {
                ItemKind::System { name, title } => {
                    self.system.title = title.as_ref().map_or_else(|| name.text(), |title| title.text.clone());
                    self.system.span = item.span;
                }
                ItemKind::Modifiers(Some((bonus, penalty))) => {
                    self.system.notation = Notation::Units { bonus: bonus.text.clone(), penalty: penalty.text.clone() };
                }
                ItemKind::House { name, title, .. } => {
                    let title = title.as_ref().map(|title| title.text.clone());
                    self.system.houses.push(House { name: house_name(name), title, span: item.span });
                }
                ItemKind::Modifiers(None)
                | ItemKind::Use { .. }
                | ItemKind::Declaration(_)
                | ItemKind::Replace(_)
                | ItemKind::ReplaceStep { .. }
                | ItemKind::Extend(_)
                | ItemKind::ExtendRows(_)
                | ItemKind::ChangeLine(_)
                | ItemKind::Expect(_)
                | ItemKind::Statement(_) => {}
            }
        }
    }

    /// Every declaration of the patched system: names first, then what they mean, in an order in which each needs only
    /// what came before, or what can be [inferred](super::inference) at once.
    pub fn declarations(&mut self, declarations: &'a [Declaration]) {
        self.declare(declarations);
        self.scales(declarations);
        self.signatures(declarations);
        self.kinds(declarations);
        self.scale_columns(declarations);
        self.plans(declarations);
        self.single_things();
        self.decks(declarations);
        self.rules_tables_and_dice();
        self.ladders(declarations);
        self.kind_needs(declarations);
        self.collect_locals(declarations);
        self.procedures(declarations);
        self.overlaid_names();
        self.typer().unhooked();
        self.typer().unread();
        if !self.notes.sink.has_errors() {
            self.lines_of_scenes();
        }
    }

    /// The system as far as it is sound, and what was found.
    pub fn finish(self) -> (System, Diagnostics) {
        let Self { mut system, mut notes, .. } = self;
        let sink = notes.take_findings();
        system.changing = std::mem::take(&mut notes.changing);
        system.questions = std::mem::take(&mut notes.questions);
        system.posted = std::mem::take(&mut notes.posted);
        system.uses = std::mem::take(&mut notes.uses);
        (system.variable_types, system.variables) = notes.into_variables();
        (system, sink)
    }

    /// The single instances of `one` kinds.
    fn single_things(&mut self) {
        for (id, kind) in self.system.kinds.pairs().filter(|(_, kind)| kind.single) {
            self.system.singles.push(Thing::named(kind.name.clone(), id, kind.span, None));
        }
        self.singles = Scene::of(&self.system);
    }

    /// What happens belongs into a scene.
    fn lines_of_scenes(&mut self) {
        let mut items = self.files.system.iter().chain(&self.files.houses).flat_map(|file| &file.items);
        if let Some(first) = items.find(|item| matches!(item.kind, ItemKind::Statement(_))).map(|item| item.span) {
            let help = "write it in a file of its own that begins with `use`, or between the braces of an `expect`";
            self.misplaced(first, "a line of a scene stands in a system", help);
        }
    }

    /// What types expressions, over what is known so far.
    pub fn typer(&mut self) -> Typer<'_> {
        Typer { system: &self.system, scene: &self.singles, notes: &mut self.notes }
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

    /// A new variable of that type for the word at `span`; the same one when asked again.
    pub fn variable(&mut self, span: Span, ty: Type) -> VarId {
        self.notes.variable(span, ty)
    }

    /// Types an expression; `hint` is the type that is wanted.
    pub fn expr(&mut self, env: &Env, expr: &ast::Expr, hint: Option<&Type>) -> Expr {
        self.settled(|typer| typer.expr(env, expr, hint))
    }

    /// An expression of the type wanted here.
    pub fn wanted(&mut self, env: &Env, expr: &ast::Expr, ty: &Type) -> Expr {
        self.settled(|typer| typer.wanted(env, expr, ty))
    }

    /// A value that is yes or no.
    pub fn condition(&mut self, env: &Env, expr: &ast::Expr) -> Expr {
        self.wanted(env, expr, &Type::YesNo)
    }

    /// An environment that knows the locals of a procedure.
    pub fn inside(procedure: ProcedureId) -> Env {
        Env { procedure: Some(procedure), ..Env::default() }
    }
}

fn house_name(name: &ast::HouseName) -> String {
    match name {
        ast::HouseName::Quoted(name) => name.text.clone(),
        ast::HouseName::Bare(name) => name.text(),
    }
}
