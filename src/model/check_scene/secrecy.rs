//! `secret LINE` and `hidden LINE`: where they are allowed, and what they hide.

use super::checker::SceneChecker;
use crate::model::{Argument, InvocationId, LocalId, Type};
use crate::source::Span;
use crate::syntax::ast::{self, Concealment, StatementKind};

/// From whom a line is kept, and the line without the word that says so.
pub fn secrecy_of(statement: &ast::Statement) -> (Option<Concealment>, &ast::Statement) {
    if let StatementKind::Concealed { concealment, line } = &statement.kind {
        (Some(*concealment), line)
    } else {
        (None, statement)
    }
}

impl SceneChecker<'_> {
    /// Conceals what a line of a run has filled: the blank, or the whole run that it holds.
    pub fn conceal_blank(&mut self, id: InvocationId, local: LocalId, secrecy: Concealment, line: &ast::Line) {
        let procedure = self.scene.invocations[id].procedure;
        let ty = &self.system.procedures[procedure].locals[local].ty;
        let nested = match self.scene.invocations[id].arguments.get(&local) {
            Some(Argument::Forms(invocations)) => invocations.last().copied(),
            _ => None,
        };
        let help = match nested {
            Some((nested, true)) => {
                self.scene.invocations[nested].concealment = Some(secrecy);
                return;
            }
            Some((_, false)) => "that run has happened already; write the word before the line of that run",
            None if matches!(ty, Type::Plan(_)) => "the actions reveal the plan; hide everything around it instead",
            None if ty.is_of_things() => "the result shows who takes part; hide everything around it instead",
            None => {
                self.scene.invocations[id].concealed_blanks.insert(local, secrecy);
                return;
            }
        };
        self.cannot_conceal(secrecy, line.words.span(), help);
    }

    /// Reports a line that cannot be kept from anybody.
    pub fn cannot_conceal(&mut self, secrecy: Concealment, line: Span, help: &str) {
        self.misplaced(line, format!("`{}` is not allowed before this line", secrecy.word()), help);
    }
}
