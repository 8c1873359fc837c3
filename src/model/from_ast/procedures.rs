//! Procedures and periods: their statements, once all slots are named.

use super::super::{Expr, PeriodId, ProcedureId, SlotId, Type};
use super::slots::Source;
use super::{Checker, Env};
use crate::syntax::ast::{self, Declaration, DeclarationKind};

impl<'a> Checker<'a> {
    /// The statements of every procedure and period.
    pub fn procedures(&mut self, declarations: &'a [Declaration]) {
        self.slot_types();
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

    /// Types every slot whose type was left to be found, in case no statement asks for it.
    fn slot_types(&mut self) {
        for procedure in 0..self.model.procedures.len() {
            for slot in 0..self.model.procedures[procedure].slots.len() {
                if matches!(self.drafts[procedure].sources[slot], Source::Of(..)) {
                    let span = self.model.procedures[procedure].slots[slot].span;
                    self.slot_type(ProcedureId(procedure), SlotId(slot), span);
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

    /// The slot that a statement writes, and the item or family it belongs to.
    pub fn written_slot(&mut self, env: &Env, target: &'a ast::Expr) -> Option<(SlotId, Option<Expr>)> {
        let procedure = env.procedure?;
        match &target.kind {
            ast::ExprKind::Name(name) => {
                let slots = &self.model.procedures[procedure.0].slots;
                let exact = slots.iter().position(|slot| slot.span == name.span());
                let slot = exact.map(SlotId).or_else(|| self.slot_named(procedure, &name.text(), env.step))?;
                Some((slot, None))
            }
            ast::ExprKind::Member(base, name) => {
                let item = self.expr(env, base, None);
                if !matches!(item.ty, Type::Item(_)) {
                    return None;
                }
                let slots = &self.model.procedures[procedure.0].slots;
                let place = slots.iter().position(|slot| slot.item_of.is_some() && slot.name == name.text())?;
                Some((SlotId(place), Some(item)))
            }
            _ => None,
        }
    }
}
