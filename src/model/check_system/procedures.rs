//! Procedures and periods: their statements, once all locals are named.

use super::checker::SystemChecker;
use crate::model::typing::{Definition, Missing};
use crate::syntax::ast::{Declaration, DeclarationKind};

impl<'a> SystemChecker<'a> {
    /// The statements of every procedure and period.
    pub fn procedures(&mut self, declarations: &'a [Declaration]) {
        self.computed_values();
        for declaration in declarations {
            let name = declaration.name.text();
            if let DeclarationKind::Procedure { body, .. } = &declaration.kind
                && let Some(id) = self.system.names.procedures.get(&name).copied()
            {
                let statements = self.typer().statements(&mut Self::inside(id), body);
                self.system.procedures[id].body = statements;
            }
        }
        for declaration in declarations {
            if let DeclarationKind::Period { before, after } = &declaration.kind
                && let Some(id) = self.system.names.periods.get(&declaration.name.text()).copied()
            {
                let procedure = self.system.periods[id].procedure;
                let mut env = Self::inside(procedure);
                let mut statements = self.typer().statements(&mut env, before);
                self.system.periods[id].before = statements.len();
                statements.extend(self.typer().statements(&mut env, after));
                self.system.procedures[procedure].body = statements;
            }
        }
    }

    /// Finds the type of every computed value; from here on everything is known that a statement can name.
    fn computed_values(&mut self) {
        let all: Vec<Missing> = self
            .sources
            .locals
            .keys()
            .map(|(procedure, local)| {
                let span = self.system.procedures[*procedure].locals[*local].span;
                (Definition::Local(*procedure, *local), span)
            })
            .collect();
        for one in all {
            self.settle(one);
        }
    }
}
