//! A folder and its contents, however many links lead there.

use std::fs::{self, File, Metadata};
use std::io;
use std::path::{self, Component, Path, PathBuf};

use super::paths::readable;
use crate::diagnostic::{Diagnostic, codes};

/// So many links may lead to each other.
const MOST_LINKS: usize = 40;

/// A folder outside of which nothing is read.
#[derive(Clone, Debug)]
pub(super) struct Inside {
    /// Without links and steps upwards.
    root: PathBuf,
    /// As it was named.
    named: PathBuf,
    /// Where it was named: the folder itself, or a link to it.
    entrance: PathBuf,
}

impl Inside {
    /// This folder.
    pub(super) fn of(named: &Path) -> Result<Self, Diagnostic> {
        let root = named.canonicalize().ok().filter(|root| root.is_dir()).ok_or_else(|| {
            Diagnostic::placeless(codes::UNREADABLE, format!("there is no folder `{}`", readable(named)))
        })?;
        let entrance = named.file_name().and_then(|name| Some(real(named.parent()?)?.join(name)));
        Ok(Self { entrance: entrance.unwrap_or_else(|| root.clone()), root, named: named.to_owned() })
    }

    pub(super) fn root(&self) -> &Path {
        &self.root
    }

    /// As a person has named it.
    pub(super) fn named(&self) -> &Path {
        &self.named
    }

    /// Where a path leads, if it leads to a file in the folder.
    pub(super) fn file(&self, path: &Path) -> Option<PathBuf> {
        let path = path.canonicalize().ok()?;
        (path.starts_with(&self.root) && path.is_file()).then_some(path)
    }

    /// Whether a file that was opened by this path lies in the folder. Between looking where a path leads and opening it, somebody
    /// may have put a link there; so it is looked at once more, and has to be the same file.
    pub(super) fn holds(&self, opened: &File, path: &Path) -> io::Result<bool> {
        let place = path.canonicalize()?;
        Ok(place.starts_with(&self.root) && is_same(&opened.metadata()?, &fs::symlink_metadata(place)?))
    }

    /// Whether a folder is this one, or lies in it.
    pub(super) fn encloses(&self, folder: &Path) -> bool {
        real(folder).is_some_and(|folder| folder.starts_with(&self.root))
    }

    /// Where a name leads from a folder, `None` if that is outside. Of what lies outside nothing is looked at, so that nobody
    /// learns from the answer whether it is there.
    pub(super) fn leads_to(&self, from: &Path, name: &Path) -> Option<PathBuf> {
        let place = self.walked(real(from)?, name, MOST_LINKS)?;
        place.starts_with(&self.root).then_some(place)
    }

    /// Goes along a path, step by step. `None` once a link in the folder leads out of it.
    fn walked(&self, from: PathBuf, path: &Path, links: usize) -> Option<PathBuf> {
        let mut at = from;
        for step in path.components() {
            match step {
                Component::CurDir => {}
                Component::ParentDir => drop(at.pop()),
                Component::Prefix(_) | Component::RootDir | Component::Normal(_) => at.push(step),
            }
            at = if at == self.entrance { self.root.clone() } else { self.behind_link(at, links)? };
        }
        Some(at)
    }

    /// What a link in the folder leads to; anything else as it is.
    fn behind_link(&self, at: PathBuf, links: usize) -> Option<PathBuf> {
        if !at.starts_with(&self.root) || !at.is_symlink() {
            return Some(at);
        }
        if let Some(place) = at.canonicalize().ok().filter(|place| place.starts_with(&self.root)) {
            return Some(place);
        }
        let (target, left) = (fs::read_link(&at).ok()?, links.checked_sub(1)?);
        let beside = at.parent()?.to_owned();
        self.walked(beside, &target, left).filter(|place| place.starts_with(&self.root))
    }
}

/// Whether both are of one file.
#[cfg(unix)]
fn is_same(one: &Metadata, other: &Metadata) -> bool {
    use std::os::unix::fs::MetadataExt;
    (one.dev(), one.ino()) == (other.dev(), other.ino())
}

/// Other systems do not tell which file it is, so it is known by its measures.
#[cfg(not(unix))]
fn is_same(one: &Metadata, other: &Metadata) -> bool {
    (one.len(), one.modified().ok(), one.created().ok()) == (other.len(), other.modified().ok(), other.created().ok())
}

/// A folder without links and steps upwards, as far as it is there.
fn real(folder: &Path) -> Option<PathBuf> {
    folder.join(".").canonicalize().or_else(|_| path::absolute(folder)).ok()
}

#[cfg(test)]
#[path = "tests/inside.rs"]
mod tests;
