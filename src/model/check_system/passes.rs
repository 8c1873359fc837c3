//! The passes over the declarations of a system, in their order.

use std::collections::BTreeSet;

use super::checker::SystemChecker;
use crate::diagnostic::{Diagnostic, codes};
use crate::model::{House, Notation, Scene, Thing};
use crate::source::{SourceId, Span};
use crate::syntax::ast::{Declaration, DeclarationKind, Item, ItemKind};

impl<'a> SystemChecker<'a> {
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
                    self.system.houses.push(House {
                        name: name.text(),
                        title,
                        span: item.span,
                        touches: Vec::new(),
                        fields: Vec::new(),
                    });
                }
                ItemKind::Modifiers(None)
                | ItemKind::Use { .. }
                | ItemKind::Declaration(_)
                | ItemKind::Replace(_)
                | ItemKind::ReplaceStep { .. }
                | ItemKind::ReplaceField(_)
                | ItemKind::Extend(_)
                | ItemKind::ExtendRows(_)
                | ItemKind::ChangeLine(_)
                | ItemKind::Expect(_)
                | ItemKind::Statement(_) => {}
            }
        }
        self.system.packs.clone_from(&self.files.packs);
        self.files_of_functions();
        self.touches();
    }

    /// What each house rule has to say of the system.
    fn touches(&mut self) {
        let items = self.files.houses.iter().flat_map(|file| &file.items).filter(|item| changes(&item.kind));
        let functions = self.files.functions.iter().map(|function| function.span);
        let all: Vec<Span> = items.clone().map(|item| item.span).chain(functions).collect();
        let fields: Vec<Span> = items.filter(|item| adds_fields(&item.kind)).map(|item| item.span).collect();
        for house in &mut self.system.houses {
            let own = |all: &[Span]| all.iter().copied().filter(|span| span.source == house.span.source).collect();
            (house.touches, house.fields) = (own(&all), own(&fields));
        }
        self.houses_without_changes();
    }

    /// Remarks on house rules that leave the system as it is. A file that uses others, or is named as a file of functions is,
    /// may be there for those; of one with a line that cannot stand there, that is said.
    fn houses_without_changes(&mut self) {
        let is_there_for_more = |item: &Item| matches!(item.kind, ItemKind::Use { .. } | ItemKind::Statement(_));
        let more = self.files.houses.iter().flat_map(|file| &file.items).filter(|item| is_there_for_more(item));
        let more: BTreeSet<SourceId> = more.map(|item| item.span.source).collect();
        let is_idle = |house: &&House| {
            let has_functions = self.files.functions.iter().any(|function| function.house.as_str() == house.name);
            house.touches.is_empty() && !more.contains(&house.span.source) && !has_functions
        };
        for house in self.system.houses.iter().filter(is_idle) {
            let message = format!("house rule `{}` changes nothing", house.name);
            let found = Diagnostic::warning(codes::IDLE, house.span, message);
            self.notes.sink.push(found.help(
                "below its first line, write what it changes: `replace`, `extend`, `add` or `remove`, and a line of \
                 the system; if the house rule has only claims, put them in a scene",
            ));
        }
    }

    /// Files of functions are in force as overlays are.
    fn files_of_functions(&mut self) {
        for function in self.files.functions.iter().filter(|function| function.signature.is_none()) {
            if !self.system.is_overlaid(function.span) {
                let name = function.house.as_str().into();
                self.system.houses.push(House {
                    name,
                    title: None,
                    span: function.span,
                    touches: Vec::new(),
                    fields: Vec::new(),
                });
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
        // What a rule reads of a run it is handed is a name of a procedure.
        self.collect_locals(declarations);
        self.rules_tables_and_dice();
        self.rows_of_dice();
        self.ladders(declarations);
        self.kind_needs(declarations);
        self.no_run_makes_itself();
        self.procedures(declarations);
        self.overlaid_names();
        self.typer().unhooked();
        self.typer().unread();
        self.typer().unlevelled();
        self.typer().unadded();
        if !self.notes.sink.has_errors() {
            self.values_before_use();
            self.needs_in_vain();
            self.changes_in_vain();
            self.lines_outside();
            self.unused();
            self.unnamed();
            self.rows_of_nothing();
            self.changes_of_nothing();
            self.covered_rows();
        }
    }

    /// The single instances of `one` kinds.
    fn single_things(&mut self) {
        for (id, kind) in self.system.kinds.pairs().filter(|(_, kind)| kind.single) {
            self.system.singles.push(Thing::named(kind.name.clone(), id, kind.span, None));
        }
        self.singles = Scene::of(&self.system);
    }
}

/// Whether an item of an overlay adds fields to a kind, and nothing else.
fn adds_fields(item: &ItemKind) -> bool {
    let ItemKind::Extend(declared) = item else { return false };
    matches!(&declared.kind, DeclarationKind::Kind { needs, .. } if needs.is_empty())
}

/// Whether an item of an overlay declares or changes something.
fn changes(item: &ItemKind) -> bool {
    match item {
        ItemKind::Declaration(_)
        | ItemKind::Replace(_)
        | ItemKind::ReplaceStep { .. }
        | ItemKind::ReplaceField(_)
        | ItemKind::Extend(_)
        | ItemKind::ExtendRows(_)
        | ItemKind::ChangeLine(_) => true,
        ItemKind::System { .. }
        | ItemKind::Modifiers(_)
        | ItemKind::House { .. }
        | ItemKind::Use { .. }
        | ItemKind::Expect(_)
        | ItemKind::Statement(_) => false,
    }
}
