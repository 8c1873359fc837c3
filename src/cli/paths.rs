//! The names of files and folders, as they are shown.

use std::path::Path;

use crate::diagnostic::clean;

/// A path as people read it. A file can have any name, and a terminal would obey what stands in it: nothing else here writes one.
pub(super) fn readable(path: impl AsRef<Path>) -> String {
    clean::line(&path.as_ref().display().to_string())
}
