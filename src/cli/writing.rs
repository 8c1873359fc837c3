//! Writes files: completely or not at all.

use std::ffi::OsStr;
use std::fs::{self, File, TryLockError};
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::process;

use super::paths::readable;
use crate::diagnostic::{Diagnostic, codes};

/// So many names are tried for a file that is written beside another: what was killed may have left some.
const NAMES: usize = 1000;

/// Writes a new file. What is there already, a link included, is never written over; and no part of it is left when it
/// cannot be written whole, or the program is killed meanwhile: it has its name once it is whole.
pub(super) fn create(path: &Path, text: &str) -> io::Result<()> {
    if fs::symlink_metadata(path).is_ok() {
        return Err(ErrorKind::AlreadyExists.into());
    }
    let (mut file, beside) = beside(path)?;
    let named = fill(&mut file, text).and_then(|()| name(&beside, path));
    // Once it has its name, it needs no other.
    drop_part(&beside);
    named
}

/// Puts a text in the place of what a file holds. It is written beside the file first, for the same people, so that there is
/// always one of the two. A link stays one: what it leads to is written. Nothing is written when the file does not hold
/// `before` any more.
pub(super) fn replace(path: &Path, before: &str, text: &str) -> io::Result<()> {
    let path = fs::canonicalize(path)?;
    let (mut file, beside) = beside(&path)?;
    let permitted = fs::metadata(&path).and_then(|found| file.set_permissions(found.permissions()));
    permitted
        .and_then(|()| fill(&mut file, text))
        .and_then(
            |()| if holds(&path, before)? { Ok(()) } else { Err(io::Error::other("another program has changed it")) },
        )
        .and_then(|()| fs::rename(&beside, &path))
        .inspect_err(|_| drop_part(&beside))
}

/// A new file beside this one, which is not to be seen until it is whole. As long as it is written it is locked, so that others
/// know it from what a killed program has left, which is cleared away before.
fn beside(path: &Path) -> io::Result<(File, PathBuf)> {
    let Some(name) = path.file_name().map(OsStr::to_string_lossy) else {
        return Err(io::Error::other("this is not a valid file name"));
    };
    clear_left(path, &name);
    let mut last = ErrorKind::AlreadyExists.into();
    for number in 0..NAMES {
        let beside = path.with_file_name(format!(".{name}.{}-{number}.new", process::id()));
        match File::create_new(&beside) {
            // Before it was locked, somebody who clears away may have taken it for a part that was left.
            Ok(file) if is_held(&file) || !beside.exists() => {}
            Ok(file) => return Ok((file, beside)),
            Err(error) if error.kind() == ErrorKind::AlreadyExists => last = error,
            Err(error) => return Err(error),
        }
    }
    Err(last)
}

/// Removes what programs have left that were killed while they wrote a file of this name. What is still written stays, and so
/// does whatever cannot be removed.
fn clear_left(path: &Path, name: &str) {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let Ok(found) = fs::read_dir(folder) else { return };
    let parts = found.flatten().filter(|found| is_part_of(name, &found.file_name().to_string_lossy()));
    for part in parts.map(|found| found.path()) {
        if File::open(&part).is_ok_and(|file| file.try_lock().is_ok()) {
            drop_part(&part);
        }
    }
}

/// Whether a file is called as what is written beside the one of that name.
fn is_part_of(name: &str, file: &str) -> bool {
    let numbers =
        || file.strip_prefix('.')?.strip_prefix(name)?.strip_prefix('.')?.strip_suffix(".new")?.split_once('-');
    let is_number = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    numbers().is_some_and(|(process, number)| is_number(process) && is_number(number))
}

/// Whether somebody else has locked a file; if not, it is locked from now on.
fn is_held(file: &File) -> bool {
    matches!(file.try_lock(), Err(TryLockError::WouldBlock))
}

/// Gives a whole file its name, unless something else has it. Where a disk has no second names for a file, the name is taken
/// first, and the file put in its place.
fn name(beside: &Path, path: &Path) -> io::Result<()> {
    match fs::hard_link(beside, path) {
        Err(error) if error.kind() != ErrorKind::AlreadyExists => {
            File::create_new(path)?;
            fs::rename(beside, path).inspect_err(|_| drop_part(path))
        }
        named => named,
    }
}

/// Refuses a file that is there already, before the work is done that is to be written into it.
pub(super) fn check_new(path: &Path) -> Result<(), Diagnostic> {
    if path.exists() { Err(refused(path, &ErrorKind::AlreadyExists.into())) } else { Ok(()) }
}

/// What is told of a new file that cannot be written.
pub(super) fn refused(path: &Path, error: &io::Error) -> Diagnostic {
    let shown = readable(path);
    if error.kind() == ErrorKind::AlreadyExists {
        return Diagnostic::placeless(codes::UNWRITABLE, format!("the file `{shown}` already exists"))
            .help("choose another name, or remove the file first");
    }
    Diagnostic::placeless(codes::UNWRITABLE, format!("`{shown}` cannot be written: {error}"))
        .help("check that its folder exists, that you may write in it, and that the disk has space")
}

/// Writes it all, through to the disk: some disks tell only then that they are full.
fn fill(file: &mut File, text: &str) -> io::Result<()> {
    file.write_all(text.as_bytes())?;
    file.sync_all()
}

/// Whether a file holds this text and nothing else.
fn holds(path: &Path, text: &str) -> io::Result<bool> {
    let is_as_long = fs::metadata(path)?.len() == text.len() as u64;
    Ok(is_as_long && fs::read(path)? == text.as_bytes())
}

/// What could not be written whole is of no use, nor is a second name; that it cannot even be removed says nothing more.
fn drop_part(path: &Path) {
    let _ = fs::remove_file(path);
}
