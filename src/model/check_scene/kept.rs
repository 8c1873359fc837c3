//! `secret LINE` and `hidden LINE`: where they may stand, and what they keep.

use super::checker::SceneChecker;
use crate::model::{Argument, InvocationId, LocalId};
use crate::syntax::ast::{self, Kept, StatementKind};

/// A line without the word that keeps it from somebody.
pub fn of_kept(statement: &ast::Statement) -> (Option<Kept>, &ast::Statement) {
    if let StatementKind::Kept { kept, line } = &statement.kind { (Some(*kept), line) } else { (None, statement) }
}

impl SceneChecker<'_> {
    /// What a line of a invocation filled is kept from somebody.
    pub fn keep_blank(&mut self, id: InvocationId, local: LocalId, kept: Kept, line: &ast::Line) {
        let procedure = self.scene.invocations[id].procedure;
        let of_things = self.system.procedures[procedure].locals[local].ty.is_of_things();
        let nested = match self.scene.invocations[id].arguments.get(&local) {
            Some(Argument::Forms(invocations)) => invocations.last().copied(),
            _ => None,
        };
        let help = match nested {
            Some((nested, true)) => {
                self.scene.invocations[nested].kept = Some(kept);
                return;
            }
            Some((_, false)) => "it has happened already; write the word before the line where it happens",
            None if of_things => "who takes part is seen in what comes of it; keep everything around it",
            None => {
                self.scene.invocations[id].kept_blanks.insert(local, kept);
                return;
            }
        };
        self.cannot_keep_line(kept, line, help);
    }

    /// Reports a line that cannot be kept from anybody.
    pub fn cannot_keep_line(&mut self, kept: Kept, line: &ast::Line, help: &str) {
        self.misplaced(line.words.span(), format!("`{}` cannot stand before this line", kept.word()), help);
    }

    /// The same of a line that does something else.
    pub fn cannot_keep(&mut self, kept: Kept, line: &ast::Statement, help: &str) {
        self.misplaced(line.span, format!("`{}` cannot stand before this line", kept.word()), help);
    }
}
