//! Procedures and periods: their statements, once all locals are named.

use super::super::{Expr, LocalId, PeriodId, ProcedureId, Type};
use super::locals::Source;
use super::{Checker, Env};
use crate::syntax::ast::{self, Declaration, DeclarationKind};

impl<'a> Checker<'a> {
    /// The statements of every procedure and period.
    pub fn procedures(&mut self, declarations: &'a [Declaration]) {
        self.local_types();
        let mut place = 0;
        for declaration in declarations {
            if let DeclarationKind::Procedure { body, .. } = &declaration.kind {
                let id = ProcedureId(place);
                place += 1;
                let mut env = Env { procedure: Some(id), ..Env::default() };
                let statements = self.statements(&mut env, body);
                self.model.procedures[id.0].body = statements;
            }
        }
        let periods = declarations.iter().filter_map(|d| match &d.kind {
            DeclarationKind::Period { before, after } => Some((before, after)),
            _ => None,
        });
        for (place, (before, after)) in periods.enumerate() {
            self.period(PeriodId(place), before, after);
        }
    }

    /// Types every local whose type was left to be found, in case no statement asks for it.
    fn local_types(&mut self) {
        for procedure in 0..self.model.procedures.len() {
            for local in 0..self.model.procedures[procedure].locals.len() {
                if matches!(self.drafts[procedure].sources[local], Source::Of(..)) {
                    let span = self.model.procedures[procedure].locals[local].span;
                    self.local_type(ProcedureId(procedure), LocalId(local), span);
                }
            }
        }
    }

    fn period(&mut self, id: PeriodId, before: &'a [ast::Statement], after: &'a [ast::Statement]) {
        let procedure = self.model.periods[id.0].procedure;
        let mut env = Env { procedure: Some(procedure), ..Env::default() };
        let mut statements = self.statements(&mut env, before);
        self.model.periods[id.0].before = statements.len();
        statements.extend(self.statements(&mut env, after));
        self.model.procedures[procedure.0].body = statements;
    }

    /// The local that a statement writes, and the item or family it belongs to.
    pub fn written_local(&mut self, env: &Env, target: &'a ast::Expr) -> Option<(LocalId, Option<Expr>)> {
        let procedure = env.procedure?;
        match &target.kind {
            ast::ExprKind::Name(name) => {
                let locals = &self.model.procedures[procedure.0].locals;
                let exact = locals.iter().position(|local| local.span == name.span());
                let local = exact.map(LocalId).or_else(|| self.local_named(procedure, &name.text(), env.step))?;
                Some((local, None))
            }
            ast::ExprKind::Member(base, name) => {
                let item = self.expr(env, base, None);
                if !matches!(item.ty, Type::Item(_)) {
                    return None;
                }
                let locals = &self.model.procedures[procedure.0].locals;
                let place = locals.iter().position(|local| local.item_of.is_some() && local.name == name.text())?;
                Some((LocalId(place), Some(item)))
            }
            _ => None,
        }
    }
}
