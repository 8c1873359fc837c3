//! A folder, and what lies in it however many links lead there.

use std::path::{Path, PathBuf};

use super::paths::readable;
use crate::diagnostic::{Diagnostic, codes};

/// A folder outside of which nothing is read.
#[derive(Clone, Debug)]
pub(super) struct Inside {
    /// Without links and steps upwards.
    root: PathBuf,
    /// As it was named.
    named: PathBuf,
}

impl Inside {
    /// This folder.
    pub(super) fn of(named: &Path) -> Result<Self, Diagnostic> {
        let root = named.canonicalize().ok().filter(|root| root.is_dir());
        root.map(|root| Self { root, named: named.to_owned() }).ok_or_else(|| {
            Diagnostic::placeless(codes::UNREADABLE, format!("there is no folder `{}`", readable(named)))
        })
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
}
