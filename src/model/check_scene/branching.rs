//! Lines that branch, and what has happened behind them.

use std::collections::BTreeSet;

use super::checker::SceneChecker;
use crate::model::scene_names::SceneName;
use crate::model::typing::Env;
use crate::model::{InvocationId, Statement, StatementKind as Kind};
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
        let (mut typed, mut always) = (Vec::new(), None);
        for (place, (condition, body)) in branches.iter().enumerate() {
            let condition = self.condition(&Env::default(), condition);
            typed.push((condition, self.branch((span, place), body, &mut always)));
        }
        let Some(otherwise) = otherwise else { return Kind::If { branches: typed, otherwise: Vec::new() } };
        let otherwise = self.branch((span, branches.len()), otherwise, &mut always);
        self.happened_in_all(always);
        Kind::If { branches: typed, otherwise }
    }

    /// One of the branches of a line. What it names of runs that are named in all branches before is kept in `always`.
    pub fn branch(
        &mut self,
        (line, place): (Span, usize),
        body: &'a [ast::Statement],
        always: &mut Option<BTreeSet<InvocationId>>,
    ) -> Vec<Statement> {
        let around = std::mem::take(&mut self.certain);
        let shadowed = self.shadowed.len();
        self.branches.push((line, place));
        let typed = self.scene_block(body);
        self.branches.pop();
        for (name, first) in self.shadowed.split_off(shadowed) {
            self.scene.names.give(name, SceneName::Invocation(first));
        }
        let own = std::mem::replace(&mut self.certain, around);
        *always = Some(match always.take() {
            Some(before) => before.intersection(&own).copied().collect(),
            None => own,
        });
        typed
    }

    /// Whatever every branch names has happened behind them.
    pub fn happened_in_all(&mut self, always: Option<BTreeSet<InvocationId>>) {
        for run in always.into_iter().flatten() {
            self.scene.blocks_of.insert(run, self.scene.blocks.clone());
            self.certain.insert(run);
        }
    }
}
