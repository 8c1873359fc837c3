//! The library as Python calls it: handles, and texts in JSON for everything else. `../python/assize/` wraps it for people.
//!
//! Whatever takes time is done without the interpreter's lock. What is refused is raised as `assize.AssizeError`.

mod encounter;
mod engine;
mod functions;
mod owned;
mod playing;
mod raised;
mod session;
mod verdict;
mod watch;

use pyo3::prelude::*;

/// What `assize` is made of; its names are not for others.
#[pymodule]
mod _assize {
    #[pymodule_export]
    use super::encounter::Encounter;
    #[pymodule_export]
    use super::engine::{Engine, complaint, formatted, shipped};
    #[pymodule_export]
    use super::playing::Playing;
    #[pymodule_export]
    use super::session::Session;
    #[pymodule_export]
    use super::verdict::Verdict;
    #[pymodule_export]
    use super::watch::Cancel;

    /// So many runs of a simulation are a block.
    #[pymodule_export]
    const BLOCK: u64 = assize_handles::BLOCK;
}
