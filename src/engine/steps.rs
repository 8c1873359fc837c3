//! Which values are only steps on the way to others.

use std::collections::BTreeSet;

use crate::model::{LocalId, Named, ProcedureId, System};

/// The names of computed values, if some line of the rules reads each of that name.
pub(super) fn steps(system: &System) -> BTreeSet<&str> {
    let read: BTreeSet<(ProcedureId, LocalId)> = system
        .uses
        .iter()
        .filter_map(
            |(used, span)| {
                if let Named::Local(procedure, local) = used { Some((procedure, local, span)) } else { None }
            },
        )
        .filter(|(procedure, local, span)| system.procedures[*procedure].locals[*local].span != *span)
        .map(|(procedure, local, _)| (procedure, local))
        .collect();
    let (mut steps, mut results) = (BTreeSet::new(), BTreeSet::new());
    for (procedure, declared) in system.procedures.pairs() {
        for (local, declared) in declared.locals.pairs() {
            let names = if read.contains(&(procedure, local)) { &mut steps } else { &mut results };
            names.insert(declared.name.as_str());
        }
    }
    &steps - &results
}

/// The last name of a path, without the level in a family.
pub(super) fn last_name(path: &str) -> &str {
    let name = path.rsplit_once('.').map_or(path, |(_, name)| name);
    name.split_once('(').map_or(name, |(name, _)| name)
}

/// The first name of a path: that of a run which the scene writes.
pub(super) fn first_name(path: &str) -> &str {
    path.split_once('.').map_or(path, |(name, _)| name)
}
