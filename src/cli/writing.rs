//! Files that are written: whole or not at all.

use std::fs::{self, File};
use std::io::{self, ErrorKind, Write};
use std::path::Path;

use super::paths::readable;
use crate::diagnostic::{Diagnostic, codes};

/// Writes a new file. What is there already, a link included, is never written over; and no part of it is left when it
/// cannot be written whole.
pub(super) fn create(path: &Path, text: &str) -> io::Result<()> {
    let file = File::create_new(path)?;
    fill(file, text).inspect_err(|_| drop_part(path))
}

/// Puts a text in the place of what a file holds. It is written beside the file first, for the same people, so that there is
/// always one of the two. A link stays one: what it leads to is written. Nothing is written when the file does not hold
/// `before` any more.
pub(super) fn replace(path: &Path, before: &str, text: &str) -> io::Result<()> {
    let path = fs::canonicalize(path)?;
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let beside = path.with_file_name(format!(".{name}.{}.new", std::process::id()));
    let file = File::create_new(&beside)?;
    let permitted = fs::metadata(&path).and_then(|found| file.set_permissions(found.permissions()));
    permitted
        .and_then(|()| fill(file, text))
        .and_then(|()| if holds(&path, before)? { Ok(()) } else { Err(io::Error::other("somebody has changed it")) })
        .and_then(|()| fs::rename(&beside, &path))
        .inspect_err(|_| drop_part(&beside))
}

/// What is told of a new file that cannot be written.
pub(super) fn refused(path: &Path, error: &io::Error) -> Diagnostic {
    let shown = readable(path);
    if error.kind() == ErrorKind::AlreadyExists {
        return Diagnostic::placeless(codes::UNWRITABLE, format!("there is a file `{shown}` already"))
            .help("choose another name, or remove the file first");
    }
    Diagnostic::placeless(codes::UNWRITABLE, format!("`{shown}` cannot be written: {error}"))
        .help("see that its folder is there, that you may write in it, and that the disk has room")
}

/// Writes it all, through to the disk: some disks tell only then that they are full.
fn fill(mut file: File, text: &str) -> io::Result<()> {
    file.write_all(text.as_bytes())?;
    file.sync_all()
}

/// Whether a file holds this text and nothing else.
fn holds(path: &Path, text: &str) -> io::Result<bool> {
    let is_as_long = fs::metadata(path)?.len() == text.len() as u64;
    Ok(is_as_long && fs::read(path)? == text.as_bytes())
}

/// What could not be written whole is of no use; that it cannot even be removed says nothing more.
fn drop_part(path: &Path) {
    let _ = fs::remove_file(path);
}
