//! Named modifiers that two blanks of one sum take.

use std::collections::BTreeSet;

use super::checker::SceneChecker;
use crate::diagnostic::{Diagnostic, codes};
use crate::model::{Expr, ExprKind, Invocation, LocalId, NamedModifierId, Statement, StatementKind};
use crate::source::Span;

/// A modifier, the blank that takes it, and where.
type Taken = (NamedModifierId, LocalId, Span);

impl SceneChecker<'_> {
    /// Remarks on a modifier that comes into one sum by two blanks of a run.
    pub fn counted_twice(&mut self) {
        let mut found = Vec::new();
        for run in &self.scene.invocations {
            let procedure = &self.system.procedures[run.procedure];
            let taken = taken_by(run);
            for (number, (modifier, blank, place)) in taken.iter().enumerate() {
                let is_other = |(other, of, _): &&Taken| other == modifier && of != blank;
                let Some((_, of, first)) = taken.iter().take(number).find(is_other) else { continue };
                if !in_one_sum(&procedure.body, [*blank, *of]) {
                    continue;
                }
                let name = &self.scene.named_modifiers[*modifier].name;
                let [here, there] = [*blank, *of].map(|blank| &procedure.locals[blank].name);
                let message = format!("`{name}` counts twice: one sum adds up `{there}` and `{here}`");
                let remark = Diagnostic::warning(codes::IDLE, *place, message).also(*first, "it already counts here");
                found.push(remark.help("keep it where it belongs, and remove it from the other blank"));
            }
        }
        self.notes.sink.extend(found);
    }
}

/// The modifiers with a name that the blanks of a run take, in their order in the scene.
fn taken_by(run: &Invocation) -> Vec<Taken> {
    let entries = run.arguments.iter().flat_map(|(blank, held)| held.entries().iter().map(move |one| (*blank, one)));
    let mut taken: Vec<Taken> = entries
        .filter_map(|(blank, entry)| {
            let ExprKind::NamedModifier(modifier) = entry.value.kind else { return None };
            Some((modifier, blank, entry.span))
        })
        .collect();
    taken.sort_by_key(|(_, _, place)| (place.source, place.start));
    taken
}

/// Whether some sum of these lines has rows with each of these blanks.
fn in_one_sum(lines: &[Statement], blanks: [LocalId; 2]) -> bool {
    lines.iter().any(|line| {
        let adds_up = if let StatementKind::Sum { rows, .. } = &line.kind {
            let mut read = BTreeSet::new();
            for row in rows {
                read_in(&row.value, &mut read);
            }
            blanks.iter().all(|blank| read.contains(blank))
        } else {
            false
        };
        adds_up || line.blocks().into_iter().any(|block| in_one_sum(block, blanks))
    })
}

/// The names of the procedure that a value is made of.
fn read_in(value: &Expr, into: &mut BTreeSet<LocalId>) {
    if let ExprKind::Local(local) = value.kind {
        into.insert(local);
    }
    for part in value.parts() {
        read_in(part, into);
    }
}
