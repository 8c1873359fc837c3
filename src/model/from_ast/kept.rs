//! `secret LINE` and `hidden LINE`: where they may stand, and what they keep.

use super::super::{Argument, InvocationId, LocalId, Statement, StatementKind as Kind, Type};
use super::{Checker, Env};
use crate::syntax::ast::{self, Kept, Phrase, StatementKind};

/// A line without the word that keeps it from somebody.
pub fn of_kept(statement: &ast::Statement) -> (Option<Kept>, &ast::Statement) {
    match &statement.kind {
        StatementKind::Kept { kept, line } => (Some(*kept), line),
        _ => (None, statement),
    }
}

impl<'a> Checker<'a> {
    /// A kept line of a procedure.
    pub fn kept_step(&mut self, env: &mut Env, kept: Kept, line: &'a ast::Statement) -> Option<Kind> {
        let refused = match &line.kind {
            StatementKind::Ask { .. } => {
                Some("write `ask secret …`; a scene may write `hidden` before what it puts in")
            }
            StatementKind::Step { .. } => Some("write it before the lines of the step"),
            StatementKind::Needs(_) | StatementKind::Shuffle(_) => Some("this line tells nothing"),
            _ => None,
        };
        if let Some(help) = refused {
            self.cannot_keep(kept, line, help);
            return None;
        }
        let mut body = Vec::new();
        self.statement(env, line, &mut body);
        Some(Kind::Kept { kept, body })
    }

    /// A kept line of a scene. A modifier is declared before the lines are read.
    pub fn kept_line(&mut self, kept: Kept, line: &'a ast::Statement) -> Option<Kind> {
        let refused = match &line.kind {
            StatementKind::Modifier { .. } => return None,
            StatementKind::Mode(_) => Some("this line tells nothing"),
            StatementKind::Cast { .. } => Some("who takes part is known to all; keep what they do"),
            StatementKind::Line(named) if self.is_thing_line(named) => {
                Some("who and what there is is known to all; keep what happens, or a modifier")
            }
            _ => None,
        };
        if let Some(help) = refused {
            self.cannot_keep(kept, line, help);
            return None;
        }
        let mut body: Vec<Statement> = Vec::new();
        self.scene_statement(line, &mut body);
        Some(Kind::Kept { kept, body })
    }

    /// What a line of a invocation filled is kept from somebody.
    pub fn keep_blank(&mut self, id: InvocationId, local: LocalId, kept: Kept, line: &ast::Line) {
        let procedure = self.model.invocations[id.0].procedure;
        let of_things = is_of_things(&self.model.procedures[procedure.0].locals[local.0].ty);
        let nested = match self.model.invocations[id.0].arguments.get(&local) {
            Some(Argument::Forms(invocations)) => invocations.last().copied(),
            _ => None,
        };
        let help = match nested {
            Some((nested, true)) => {
                self.model.invocations[nested.0].kept = Some(kept);
                return;
            }
            Some((_, false)) => "it has happened already; write the word before the line where it happens",
            None if of_things => "who takes part is seen in what comes of it; keep everything around it",
            None => {
                self.model.invocations[id.0].kept_blanks.insert(local, kept);
                return;
            }
        };
        self.cannot_keep_line(kept, line, help);
    }

    /// Refuses `ask secret` of what shows in everything that comes of it.
    pub fn can_be_kept(&mut self, names: &[Phrase], ty: &Type) {
        let help = match ty {
            Type::Plan(_) => "what is planned is seen in what is done; a scene can keep the whole of it with `secret`",
            ty if is_of_things(ty) => {
                "who takes part is seen in what comes of it; a scene can keep the whole of it with `secret`"
            }
            _ => return,
        };
        for name in names {
            self.misplaced(name.span(), "a blank of this type cannot be kept from the players", help);
        }
    }

    /// Reports a line that cannot be kept from anybody.
    pub fn cannot_keep_line(&mut self, kept: Kept, line: &ast::Line, help: &str) {
        self.misplaced(line.words.span(), format!("`{}` cannot stand before this line", kept.word()), help);
    }

    fn cannot_keep(&mut self, kept: Kept, line: &ast::Statement, help: &str) {
        self.misplaced(line.span, format!("`{}` cannot stand before this line", kept.word()), help);
    }
}

/// Whether somebody or something is named in a blank of this type.
fn is_of_things(ty: &Type) -> bool {
    match ty {
        Type::Thing(_) => true,
        Type::Many(of) => is_of_things(of),
        _ => false,
    }
}
