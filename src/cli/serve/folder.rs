//! Texts in one folder, and nothing outside of it.

use std::path::{Path, PathBuf};

use crate::cli::files;
use crate::diagnostic::{Diagnostic, codes};
use crate::engine::{Library, LoadError, Loaded, file_stem};

/// A folder in which `use` may look.
#[derive(Clone, Debug)]
pub(super) struct Inside {
    /// Without links and steps upwards.
    root: PathBuf,
}

impl Inside {
    /// This folder.
    pub(super) fn of(path: &Path) -> Result<Self, Diagnostic> {
        let root = path.canonicalize().ok().filter(|root| root.is_dir());
        root.map(|root| Self { root })
            .ok_or_else(|| Diagnostic::placeless(codes::UNREADABLE, format!("there is no folder `{}`", path.display())))
    }

    /// The file of this name, if it is in the folder however many links lead there.
    fn file(&self, name: &str) -> Option<PathBuf> {
        let path = self.root.join(name).canonicalize().ok()?;
        (path.starts_with(&self.root) && path.is_file()).then_some(path)
    }
}

impl Library for Inside {
    fn load(&self, name: &str, _relative_to: Option<&str>) -> Result<Loaded, LoadError> {
        let bare = format!("{}.asz", file_stem(name));
        let path = self.file(name).or_else(|| self.file(&bare)).ok_or(LoadError::NotFound)?;
        let text = files::text_of(&path)?;
        let inside = path.strip_prefix(&self.root).unwrap_or(&path);
        Ok(Loaded { name: inside.display().to_string(), text })
    }

    fn names(&self, _relative_to: Option<&str>) -> Vec<String> {
        files::scripts_in(&self.root)
    }
}
