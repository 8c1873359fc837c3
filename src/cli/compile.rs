//! Compiles files and shows their errors.

use std::path::Path;

use super::files::{name, read};
use super::{Exit, Terminal};
use crate::engine::{Cast, Encounter, Failure};
use crate::verdict::Audience;

/// Compiles a file, and shows its author what is wrong with it.
pub(super) fn shown(path: &Path, cast: &Cast, terminal: &mut Terminal) -> Result<Encounter, Exit> {
    shown_to(Audience::Log, path, cast, terminal)
}

/// Compiles a file, and shows what is wrong with it. Warnings quote the script and tell how its conditions turn out, so they are only for
/// those from whom nothing in it is kept.
pub(super) fn shown_to(whom: Audience, path: &Path, cast: &Cast, terminal: &mut Terminal) -> Result<Encounter, Exit> {
    match quietly(path, cast, terminal) {
        Ok(encounter) => {
            let told = if whom.may_see(encounter.most_kept_in_words()) { encounter.warnings() } else { &[] };
            for warning in told {
                terminal.show(warning, encounter.sources());
            }
            Ok(encounter)
        }
        Err(failure) => Err(terminal.fail(&failure, Exit::Mistakes)),
    }
}

/// Compiles a file, and shows nothing.
pub(super) fn quietly(path: &Path, cast: &Cast, terminal: &Terminal) -> Result<Encounter, Failure> {
    let text = read(path);
    terminal.folder().note(path, text.as_ref().ok().map(String::as_str));
    let text = text.map_err(Failure::from)?;
    terminal.engine().compile_with(&name(path), &text, cast)
}
