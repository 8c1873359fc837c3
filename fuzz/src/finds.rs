//! Inputs that did harm once: kept, and read again by every test.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// The folder of a target's finds within the project.
pub fn folder(project: &Path, target: &str) -> PathBuf {
    project.join("fuzz/finds").join(target)
}

/// The finds of a target, by file name.
///
/// # Errors
/// When they cannot be read.
pub fn of(project: &Path, target: &str) -> io::Result<Vec<(String, String)>> {
    let folder = folder(project, target);
    if !folder.is_dir() {
        return Ok(Vec::new());
    }
    let mut finds = Vec::new();
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        finds.push((path.display().to_string(), fs::read_to_string(&path)?));
    }
    finds.sort();
    Ok(finds)
}
