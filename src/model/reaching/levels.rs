//! Which levels a value can have, if its lines name all of them.

use std::collections::BTreeSet;

use super::reached::Reaching;
use crate::model::{
    CellValue, Expr, ExprKind, LocalId, LocalKind, Member, ProcedureId, Statement, StatementKind, Type,
};
use crate::syntax::ast::BinaryOp;

/// A value may hang on so many others; beyond that it may be any level.
const DEEPEST: usize = 8;

/// Some of the levels of a scale; `None`: all of them.
type Levels = Option<BTreeSet<i64>>;

impl Reaching<'_> {
    /// The levels that a value can be; `None` if that may be any.
    pub(super) fn levels_of(&self, value: &Expr) -> Levels {
        self.levels_in(self.procedure, value, 0)
    }

    fn levels_in(&self, procedure: Option<ProcedureId>, value: &Expr, deep: usize) -> Levels {
        if deep > DEEPEST || !matches!(value.ty, Type::Level(_)) {
            return None;
        }
        let of = |value: &Expr| self.levels_in(procedure, value, deep + 1);
        if let ExprKind::Number(level) = value.kind {
            return Some(BTreeSet::from([level]));
        }
        if let ExprKind::Unreached = value.kind {
            return Some(BTreeSet::new());
        }
        if let ExprKind::If(cases, otherwise) = &value.kind {
            return united(cases.iter().map(|(_, value)| of(value)).chain([of(otherwise)]));
        }
        if let ExprKind::Binary(BinaryOp::Otherwise, first, second) = &value.kind {
            return united([of(first), of(second)]);
        }
        if let ExprKind::Var(variable) = value.kind {
            return self.levels_of_handed(variable);
        }
        if let ExprKind::Rule(rule, _) = &value.kind {
            return self.levels_in(None, &self.system.rules[*rule].body, deep + 1);
        }
        if let ExprKind::Local(local) = value.kind {
            return self.levels_of_local(procedure?, local, deep + 1);
        }
        let ExprKind::Member(base, member) = &value.kind else { return None };
        if let (Member::Local(local), Type::Run(other)) = (member, &base.ty) {
            return self.levels_of_local(*other, *local, deep + 1);
        }
        let Member::Column(column) = member else { return None };
        let cells: Vec<&CellValue> = if let Type::TableRow(table) = base.ty {
            self.system.tables[table].rows.iter().filter_map(|(_, cells)| cells.get(*column)).collect()
        } else if let Type::Level(scale) = base.ty {
            self.system.scales[scale].columns.get(*column)?.cells.iter().collect()
        } else {
            return None;
        };
        united(cells.into_iter().flatten().map(|cell| self.levels_in(None, cell, deep + 1)))
    }

    /// What the lines of a procedure give to one of its values.
    fn levels_of_local(&self, procedure: ProcedureId, local: LocalId, deep: usize) -> Levels {
        let declared = &self.system.procedures[procedure];
        if declared.locals[local].kind != LocalKind::Computed {
            return None;
        }
        let mut given = Vec::new();
        if !given_in(&declared.body, local, &mut given) {
            return None;
        }
        united(given.into_iter().map(|value| self.levels_in(Some(procedure), value, deep)))
    }
}

/// All of several, unless one may be any.
fn united(all: impl IntoIterator<Item = Levels>) -> Levels {
    all.into_iter().try_fold(BTreeSet::new(), |mut united, levels| {
        united.extend(levels?);
        Some(united)
    })
}

/// What lines give to a value, unless a function of a house rule may change it.
fn given_in<'s>(body: &'s [Statement], wanted: LocalId, into: &mut Vec<&'s Expr>) -> bool {
    body.iter().all(|statement| {
        if let StatementKind::Let { local, value, .. } = &statement.kind
            && *local == wanted
        {
            into.push(value);
            return statement.hooks.after.is_empty();
        }
        if let StatementKind::Decide { local, rows, .. } = &statement.kind
            && *local == wanted
        {
            into.extend(rows.iter().map(|(_, value)| value));
            return statement.hooks.after.is_empty();
        }
        if let StatementKind::If { branches, otherwise } = &statement.kind {
            return branches.iter().all(|(_, body)| given_in(body, wanted, into)) && given_in(otherwise, wanted, into);
        }
        if let StatementKind::ForEach { body, .. }
        | StatementKind::Step { body, .. }
        | StatementKind::Concealed { body, .. } = &statement.kind
        {
            return given_in(body, wanted, into);
        }
        true
    })
}
