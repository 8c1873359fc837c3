//! Which values are only steps on the way to others.

use std::collections::BTreeSet;

use crate::model::{LocalId, Named, ProcedureId, System};

/// The names of computed values, if some line of the rules reads each of that name.
pub(super) fn steps(system: &System) -> BTreeSet<&str> {
    let read = read_locals(system);
    let (mut steps, mut results) = (BTreeSet::new(), BTreeSet::new());
    for (procedure, declared) in system.procedures.pairs() {
        for (local, declared) in declared.locals.pairs() {
            let names = if read.contains(&(procedure, local)) { &mut steps } else { &mut results };
            names.insert(declared.name.as_str());
        }
    }
    &steps - &results
}

/// Each procedure with those of its values that some line of the rules reads, all by their names.
pub(super) fn steps_of_procedures(system: &System) -> BTreeSet<(&str, &str)> {
    let names = |(procedure, local): (ProcedureId, LocalId)| {
        let procedure = &system.procedures[procedure];
        (procedure.name.as_str(), procedure.locals[local].name.as_str())
    };
    read_locals(system).into_iter().map(names).collect()
}

/// The values of procedures that are read besides being declared.
fn read_locals(system: &System) -> BTreeSet<(ProcedureId, LocalId)> {
    let named = system.uses.iter().filter_map(|(used, span)| {
        if let Named::Local(procedure, local) = used { Some((procedure, local, span)) } else { None }
    });
    let read = named.filter(|(procedure, local, span)| system.procedures[*procedure].locals[*local].span != *span);
    read.map(|(procedure, local, _)| (procedure, local)).collect()
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
