//! Lines of these rules that do nothing, and changes in them that a later line overwrites.

use super::checker::SystemChecker;
use crate::diagnostic::Diagnostic;
use crate::model::Statement;
use crate::model::certain::{Bounds, idle_lines, overwritten};

impl SystemChecker<'_> {
    /// Remarks on lines that do nothing, of a house rule or of a system that is alone.
    pub fn changes_in_vain(&mut self) {
        let mut found = Vec::new();
        for (id, procedure) in self.system.procedures.pairs() {
            let bounds = Bounds::of_system(&self.system, Some(id)).going_through(&self.notes.items);
            in_block(bounds, &procedure.body, &mut found);
        }
        let is_alone = self.system.houses.is_empty();
        let is_own = |remark: &Diagnostic| {
            is_alone || remark.labels.first().is_some_and(|label| self.system.is_overlaid(label.span))
        };
        found.retain(is_own);
        self.notes.sink.extend(found);
    }
}

fn in_block(bounds: Bounds<'_>, lines: &[Statement], into: &mut Vec<Diagnostic>) {
    into.extend(overwritten(lines));
    into.extend(idle_lines(bounds, lines));
    for block in lines.iter().flat_map(Statement::blocks) {
        in_block(bounds, block, into);
    }
}
