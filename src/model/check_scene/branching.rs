//! Lines that branch, and the names in their branches.

use super::checker::SceneChecker;
use crate::model::scene_names::SceneName;
use crate::model::typing::Env;
use crate::model::{Statement, StatementKind as Kind};
use crate::source::Span;
use crate::syntax::ast;

impl<'a> SceneChecker<'a> {
    /// `if … { } else if … { } else { }`
    pub fn branching(
        &mut self,
        span: Span,
        branches: &'a [(ast::Expr, Vec<ast::Statement>)],
        otherwise: Option<&'a [ast::Statement]>,
    ) -> Kind {
        let mut typed = Vec::new();
        for (place, (condition, body)) in branches.iter().enumerate() {
            self.typer().empty_braces(body.is_empty(), condition.span);
            let condition = self.condition(&Env::in_turn(), condition);
            typed.push((condition, self.branch((span, place), body)));
        }
        self.typer().empty_braces(otherwise.is_some_and(<[_]>::is_empty), span);
        let otherwise = otherwise.map_or_else(Vec::new, |body| self.branch((span, branches.len()), body));
        Kind::If { branches: typed, otherwise }
    }

    /// One of the branches of a line. Behind it a name that stands in several of them is that of the first again.
    pub fn branch(&mut self, (line, place): (Span, usize), body: &'a [ast::Statement]) -> Vec<Statement> {
        let shadowed = self.shadowed.len();
        self.branches.push((line, place));
        let typed = self.scene_block(body);
        self.branches.pop();
        for (name, first) in self.shadowed.split_off(shadowed) {
            self.scene.names.give(name, SceneName::Invocation(first));
        }
        typed
    }
}
