//! The blanks whose text a note tells.

use std::collections::BTreeSet;

use super::{ExprKind, LocalId, ProcedureId, Statement, StatementKind, System};

impl System {
    /// The blanks that notes of their own procedure name: what is written into them is told there.
    pub(super) fn find_quoted(&self) -> BTreeSet<(ProcedureId, LocalId)> {
        let mut found = BTreeSet::new();
        for (id, procedure) in self.procedures.pairs() {
            quoted(&procedure.body, &mut |local| {
                found.insert((id, local));
            });
        }
        found
    }
}

fn quoted(lines: &[Statement], tell: &mut impl FnMut(LocalId)) {
    for line in lines {
        if let StatementKind::Note { text, .. } = &line.kind {
            for value in text.values() {
                if let ExprKind::Local(local) = value.kind {
                    tell(local);
                }
            }
        }
        for block in line.blocks() {
            quoted(block, tell);
        }
    }
}
