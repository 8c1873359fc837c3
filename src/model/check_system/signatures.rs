//! Parameters of rules, tables and dice.

use super::checker::SystemChecker;
use crate::model::typing::Definition;
use crate::syntax::ast::{Declaration, DeclarationKind};

impl<'a> SystemChecker<'a> {
    /// Parameters of everything that can be called, so that bodies may call in any order.
    pub fn signatures(&mut self, declarations: &'a [Declaration]) {
        for declaration in declarations {
            let name = declaration.name.text();
            match &declaration.kind {
                DeclarationKind::Rule { params, body } => {
                    let Some(id) = self.system.names.rules.get(&name).copied() else { continue };
                    self.system.rules[id].params = self.typer().params(params);
                    self.sources.rules.insert(id, body);
                    self.notes.open.insert(Definition::Rule(id));
                }
                DeclarationKind::Table { params, grid } => {
                    let Some(id) = self.system.names.tables.get(&name).copied() else { continue };
                    self.system.tables[id].params = self.typer().params(params);
                    self.sources.tables.insert(id, grid);
                    self.notes.open.insert(Definition::Table(id));
                }
                DeclarationKind::Dice { params, body } => {
                    let Some(id) = self.system.names.dice.get(&name).copied() else { continue };
                    self.system.dice[id].params = self.typer().params(params);
                    self.sources.dice.insert(id, body);
                    self.notes.open.insert(Definition::Dice(id));
                }
                DeclarationKind::Scale { .. }
                | DeclarationKind::Ladder { .. }
                | DeclarationKind::Deck(_)
                | DeclarationKind::Kind { .. }
                | DeclarationKind::Plan(_)
                | DeclarationKind::Period { .. }
                | DeclarationKind::Procedure { .. } => {}
            }
        }
    }
}
