//! Compiles files and shows their errors.

use std::path::Path;

use super::files::{name, read};
use super::{Exit, Terminal};
use crate::engine::{Cast, Encounter, Failure};

/// Compiles a file, and shows what is wrong with it.
pub(super) fn shown(path: &Path, cast: &Cast, terminal: &mut Terminal) -> Result<Encounter, Exit> {
    match quietly(path, cast, terminal) {
        Ok(encounter) => {
            for warning in encounter.warnings() {
                terminal.show(warning, encounter.sources());
            }
            Ok(encounter)
        }
        Err(failure) => Err(terminal.fail(&failure, Exit::Mistakes)),
    }
}

/// Compiles a file, and shows nothing.
pub(super) fn quietly(path: &Path, cast: &Cast, terminal: &Terminal) -> Result<Encounter, Failure> {
    let text = read(path).map_err(Failure::from)?;
    terminal.engine().compile_with(&name(path), &text, cast)
}
