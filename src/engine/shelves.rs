//! The libraries in which `use` looks, one after the other.

use std::sync::Arc;

use super::functions::ReadFunctions;
use super::in_force::PackInForce;
use super::library::{Library, LoadError, Loaded};
use super::limits::Limits;
use super::pack_file;
use super::sorts::{FUNCTIONS, SHEETS, Wanted, looks_like_house, looks_like_system};
use super::systems::Systems;
use crate::allowance::Allowance;

/// Where texts come from, what reads those of another language, and how large they may be.
#[derive(Clone)]
pub(super) struct Shelves<'l> {
    pub(super) libraries: &'l [Arc<dyn Library>],
    pub(super) systems: &'l Systems,
    pub(super) functions: Option<&'l ReadFunctions>,
    /// Packs that are in force without a line that says so.
    pub(super) packs: &'l [PackInForce],
    pub(super) limits: Limits,
    pub(super) allowance: Allowance,
}

/// Asks one library after the other; tells which has it.
pub(super) fn find(
    libraries: &[Arc<dyn Library>],
    name: &str,
    user: Option<&str>,
) -> Result<(Loaded, usize), LoadError> {
    for (place, library) in libraries.iter().enumerate() {
        match library.load(name, user) {
            Err(LoadError::NotFound) => {}
            found => return found.map(|loaded| (loaded, place)),
        }
    }
    Err(LoadError::NotFound)
}

/// What could have been meant in place of what is not there: everything but the files that are open, which would make a circle; of
/// a house rule only overlays.
pub(super) fn names(
    libraries: &[Arc<dyn Library>],
    (missing, wanted): (&str, Wanted),
    user: Option<&str>,
    open: &[(String, Option<crate::source::Span>)],
) -> Vec<String> {
    let mut names: Vec<String> = libraries.iter().flat_map(|library| library.names(user)).collect();
    // A library may list what it does not have after all.
    names.retain(|name| name != missing && !open.iter().any(|(open, _)| open.rsplit(['/', '\\']).next() == Some(name)));
    let is_pack = |name: &String| name.ends_with(pack_file::FILE);
    let is_house = |name: &String| {
        let text = || find(libraries, name, user).map(|(loaded, _)| looks_like_house(&loaded.text));
        name.ends_with(FUNCTIONS) || text().unwrap_or(false)
    };
    names.retain(|name| match wanted {
        Wanted::House => is_house(name),
        Wanted::Pack => is_pack(name),
        Wanted::Sheet => name.ends_with(SHEETS),
        Wanted::Anything | Wanted::System | Wanted::SystemOrScene => !is_pack(name),
    });
    names
}

/// Those of these names under which a system is found.
pub(super) fn systems(libraries: &[Arc<dyn Library>], names: &[String], user: Option<&str>) -> Vec<String> {
    let is_system =
        |name: &&String| find(libraries, name, user).is_ok_and(|(loaded, _)| looks_like_system(&loaded.text));
    names.iter().filter(is_system).cloned().collect()
}
