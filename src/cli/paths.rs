//! The names of files and folders, as they are shown.

use std::path::Path;

use crate::diagnostic::clean;

/// A path as an argument that a shell reads as one word.
pub(super) fn typed(path: impl AsRef<Path>) -> String {
    let shown = readable(path);
    let is_plain = |letter: char| letter.is_alphanumeric() || "/._-+,:@%".contains(letter);
    if !shown.is_empty() && shown.chars().all(is_plain) { shown } else { format!("'{}'", shown.replace('\'', "'\\''")) }
}

/// A path as people read it. A file can have any name, and a terminal would obey what stands in it: nothing else here writes one.
pub(super) fn readable(path: impl AsRef<Path>) -> String {
    clean::line(&path.as_ref().display().to_string())
}
