//! The blanks whose entries some sum tells, each with its reason.

use std::collections::BTreeSet;

use super::{Expr, ExprKind, LocalId, Member, ProcedureId, Statement, StatementKind, System, Type};

/// A blank of a procedure.
type Blank = (ProcedureId, LocalId);

impl System {
    /// The blanks that rows of sums read, and those that lines of the rules hand on to such a blank.
    pub(super) fn find_summed(&self) -> BTreeSet<Blank> {
        let mut found = Found::default();
        for (id, procedure) in self.procedures.pairs() {
            found.lines(id, &procedure.body);
        }
        loop {
            let handed = found.handed_on.iter().filter(|(_, to)| found.summed.contains(to)).map(|(from, _)| *from);
            let more: BTreeSet<Blank> = handed.filter(|from| !found.summed.contains(from)).collect();
            if more.is_empty() {
                return found.summed;
            }
            found.summed.extend(more);
        }
    }
}

#[derive(Default)]
struct Found {
    summed: BTreeSet<Blank>,
    /// From which blank to which one of another procedure.
    handed_on: Vec<(Blank, Blank)>,
}

impl Found {
    fn lines(&mut self, procedure: ProcedureId, lines: &[Statement]) {
        for line in lines {
            if let StatementKind::Sum { rows, .. } = &line.kind {
                for row in rows {
                    self.row(procedure, &row.value);
                }
            }
            if let StatementKind::Run { target, with, .. } = &line.kind
                && let Some(other) = runs_of(&target.ty)
            {
                let own =
                    |value: &Expr| if let ExprKind::Local(own) = value.kind { Some((procedure, own)) } else { None };
                self.handed_on.extend(with.iter().filter_map(|(to, value)| Some((own(value)?, (other, *to)))));
            }
            for block in line.blocks() {
                self.lines(procedure, block);
            }
        }
    }

    /// What a row tells of: not what its conditions read.
    fn row(&mut self, procedure: ProcedureId, value: &Expr) {
        if let ExprKind::Local(local) = &value.kind {
            self.summed.insert((procedure, *local));
        } else if let ExprKind::Member(base, Member::Local(local)) = &value.kind {
            let of_each = runs_of(&base.ty).filter(|_| matches!(base.kind, ExprKind::Var(_)));
            self.summed.extend(of_each.map(|other| (other, *local)));
        } else if let ExprKind::If(branches, otherwise) = &value.kind {
            for (_, value) in branches {
                self.row(procedure, value);
            }
            self.row(procedure, otherwise);
        } else if matches!(
            value.kind,
            ExprKind::Member(_, Member::Column(_))
                | ExprKind::Unary(..)
                | ExprKind::Binary(..)
                | ExprKind::Reduce { .. }
        ) {
            value.parts().into_iter().for_each(|part| self.row(procedure, part));
        }
    }
}

/// The procedure of which these are runs.
fn runs_of(ty: &Type) -> Option<ProcedureId> {
    if let Type::Many(of) = ty {
        return runs_of(of);
    }
    if let Type::Run(procedure) = ty { Some(*procedure) } else { None }
}
