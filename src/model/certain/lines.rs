//! The lines of a procedure that give a name its value.

use crate::model::{LocalId, Procedure, Statement};

/// All of them, unless a function of a house rule stands at one and may change what comes out.
pub fn lines_that_give(procedure: &Procedure, local: LocalId) -> Option<Vec<&Statement>> {
    let mut found = Vec::new();
    lines_of(&procedure.body, local, &mut found);
    let is_plain = |line: &&Statement| line.hooks.before.is_empty() && line.hooks.after.is_empty();
    (!found.is_empty() && found.iter().all(is_plain)).then_some(found)
}

/// The line that does, if there is only one.
pub fn only_line(procedure: &Procedure, local: LocalId) -> Option<&Statement> {
    let found = lines_that_give(procedure, local)?;
    if let [only] = found.as_slice() { Some(only) } else { None }
}

fn lines_of<'s>(body: &'s [Statement], wanted: LocalId, into: &mut Vec<&'s Statement>) {
    for statement in body {
        if statement.kind.gives() == Some(wanted) {
            into.push(statement);
        }
        for block in statement.blocks() {
            lines_of(block, wanted, into);
        }
    }
}
