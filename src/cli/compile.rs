//! Compiles files and shows their errors.

use std::path::Path;

use super::files::{name, read};
use super::{Exit, Terminal};
use crate::engine::{Cast, Encounter, Failure};

/// Compiles a file, and shows what is wrong with it.
pub(super) fn shown(path: &Path, cast: &Cast, terminal: &mut Terminal) -> Result<Encounter, Exit> {
    let text = read(path).map_err(|complaint| terminal.fail(&Failure::from(complaint), Exit::InputOutput))?;
    match terminal.engine().compile_with(&name(path), &text, cast) {
        Ok(encounter) => {
            for warning in encounter.warnings() {
                terminal.show(warning, encounter.sources());
            }
            Ok(encounter)
        }
        Err(failure) => Err(terminal.fail(&failure, Exit::Mistakes)),
    }
}

/// Compiles a file of which everything worth a remark has been said where it is used.
pub(super) fn quietly(path: &Path, cast: &Cast, terminal: &Terminal) -> Result<Encounter, Failure> {
    let text = read(path).map_err(Failure::from)?;
    terminal.engine().compile_with(&name(path), &text, cast)
}
