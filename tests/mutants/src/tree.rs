//! A copy of the project, in which nothing is written that is so already: what has not changed is not built again.

use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// Makes `to` what `from` is, with these files instead of its own; `target` and `.git` stay out of it.
///
/// # Errors
/// If a file cannot be read or written.
pub fn lay_out(from: &Path, to: &Path, instead: &BTreeMap<PathBuf, String>) -> io::Result<()> {
    copy(from, to, Path::new(""), instead)?;
    instead.iter().try_for_each(|(path, text)| write(&to.join(path), text.as_bytes()))
}

fn copy(from: &Path, to: &Path, folder: &Path, instead: &BTreeMap<PathBuf, String>) -> io::Result<()> {
    fs::create_dir_all(to.join(folder))?;
    for entry in fs::read_dir(to.join(folder))? {
        let path = folder.join(entry?.file_name());
        if !from.join(&path).exists() && !instead.contains_key(&path) {
            remove(&to.join(&path))?;
        }
    }
    for entry in fs::read_dir(from.join(folder))? {
        let entry = entry?;
        let path = folder.join(entry.file_name());
        if entry.file_name() == "target" || entry.file_name() == ".git" || instead.contains_key(&path) {
            continue;
        }
        if entry.path().is_dir() {
            copy(from, to, &path, instead)?;
        } else {
            write(&to.join(&path), &fs::read(entry.path())?)?;
        }
    }
    Ok(())
}

fn remove(path: &Path) -> io::Result<()> {
    if path.is_dir() { fs::remove_dir_all(path) } else { fs::remove_file(path) }
}

fn write(path: &Path, text: &[u8]) -> io::Result<()> {
    if fs::read(path).is_ok_and(|there| there == text) { Ok(()) } else { fs::write(path, text) }
}
