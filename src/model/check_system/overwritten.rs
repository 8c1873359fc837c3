//! Changes in the lines of the rules in hand that a line behind them sets anew.

use super::checker::SystemChecker;
use crate::diagnostic::Diagnostic;
use crate::model::Statement;
use crate::model::certain::overwritten;

impl SystemChecker<'_> {
    /// Remarks on changes in lines that follow each other, of a house rule or of a system that is alone.
    pub fn changes_in_vain(&mut self) {
        let mut found = Vec::new();
        for procedure in &self.system.procedures {
            in_block(&procedure.body, &mut found);
        }
        let is_alone = self.system.houses.is_empty();
        let is_own = |remark: &Diagnostic| {
            is_alone || remark.labels.first().is_some_and(|label| self.system.is_overlaid(label.span))
        };
        found.retain(is_own);
        self.notes.sink.extend(found);
    }
}

fn in_block(lines: &[Statement], into: &mut Vec<Diagnostic>) {
    into.extend(overwritten(lines));
    for block in lines.iter().flat_map(Statement::blocks) {
        in_block(block, into);
    }
}
