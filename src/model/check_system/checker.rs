//! The checker of systems: what is known about the system so far, and what was found. What is done with it, and in
//! which order, is in `passes.rs`.

use std::collections::BTreeMap;

use super::sources::Sources;
use crate::allowance::Allowance;
use crate::diagnostic::{Diagnostic, Diagnostics, codes};
use crate::model::typing::{Env, Notes, Typer};
use crate::model::{HouseFunction, Named, ProcedureId, Scene, System, SystemFiles, Type, VarId};
use crate::source::Span;
use crate::syntax::ast::{Declaration, DeclarationKind, ItemKind, Statement};

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
    pub singles: Scene,
    /// What was written.
    pub files: &'a SystemFiles,
}

impl<'a> SystemChecker<'a> {
    /// A checker that knows nothing yet but the functions from outside.
    pub fn new(files: &'a SystemFiles, allowance: &Allowance, sink: Diagnostics) -> Self {
        let mut system = System { is_there: files.system.is_some() || !files.houses.is_empty(), ..System::default() };
        for function in &files.functions {
            system.functions.push(HouseFunction::clone(function));
        }
        let mut notes = Notes::default();
        (notes.sink, notes.allowance) = (sink, allowance.clone());
        Self { system, notes, sources: Sources::default(), data: &files.data, singles: Scene::default(), files }
    }

    /// The system as far as it is sound, and what was found.
    pub fn finish(self) -> (System, Diagnostics) {
        let Self { mut system, mut notes, .. } = self;
        let sink = notes.take_findings();
        system.changing = std::mem::take(&mut notes.changing);
        system.listed = std::mem::take(&mut notes.listed);
        system.owners_told_apart = std::mem::take(&mut notes.owners_told_apart);
        system.questions = std::mem::take(&mut notes.questions);
        system.posted = std::mem::take(&mut notes.posted);
        system.uses = std::mem::take(&mut notes.uses);
        (system.variable_types, system.variables) = notes.into_variables();
        (system.summed, system.quoted) = (system.find_summed(), system.find_quoted());
        (system, sink)
    }

    /// The procedures that the system itself declares, and their lines as it writes them.
    pub fn procedures_of_system(&self) -> Vec<(ProcedureId, &'a [Statement])> {
        let files = self.files;
        let items = files.system.iter().flat_map(|file| &file.items);
        let bodies = items.filter_map(|item| {
            let ItemKind::Declaration(Declaration { name, kind: DeclarationKind::Procedure { body, .. }, .. }) =
                &item.kind
            else {
                return None;
            };
            Some((self.system.names.procedures.get(&name.text()).copied()?, body.as_slice()))
        });
        bodies.collect()
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

    /// An environment that knows the locals of a procedure.
    pub fn inside(procedure: ProcedureId) -> Env {
        Env { procedure: Some(procedure), ..Env::default() }
    }
}
