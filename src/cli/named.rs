//! A script that was named on the command line and may be written anew.

use std::io;
use std::path::{Path, PathBuf};

use super::paths::readable;
use super::{files, writing};
use crate::diagnostic::{Diagnostic, codes};

/// A script and where it comes from.
pub(super) struct Named {
    pub(super) path: PathBuf,
    /// As it was read, with the mark that may stand before it.
    before: String,
}

impl Named {
    pub(super) fn read(path: &Path) -> Result<Self, Diagnostic> {
        Ok(Self { path: path.to_owned(), before: files::read_as_it_is(path)? })
    }

    /// The text without the mark.
    pub(super) fn text(&self) -> &str {
        self.before.strip_prefix(files::MARK).unwrap_or(&self.before)
    }

    /// Puts a text in the place of what was read, unless that has changed since.
    pub(super) fn replace(&self, text: &str) -> Result<(), Diagnostic> {
        let mark = if self.before.starts_with(files::MARK) { files::MARK } else { "" };
        writing::replace(&self.path, &self.before, &[mark, text].concat()).map_err(|error| self.unwritable(&error))
    }

    fn unwritable(&self, error: &io::Error) -> Diagnostic {
        let message = format!("`{}` cannot be written and is unchanged: {error}", readable(&self.path));
        let help =
            "check that no other program has it open, that you may write in its folder, and that the disk has space";
        Diagnostic::placeless(codes::UNWRITABLE, message).help(help)
    }
}
