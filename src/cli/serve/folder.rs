//! Texts in one folder, and nothing outside it.

use std::path::{Path, PathBuf};

use crate::cli::files;
use crate::cli::inside::Inside;
use crate::engine::{Library, LoadError, Loaded, file_stem};

/// The folder in which `use` may look.
#[derive(Clone, Debug)]
pub(super) struct OneFolder(pub(super) Inside);

impl OneFolder {
    /// Where a name leads, if that is a file in the folder.
    fn file(&self, name: &str) -> Option<PathBuf> {
        let Self(inside) = self;
        inside.leads_to(inside.root(), Path::new(name)).filter(|place| place.is_file())
    }
}

impl Library for OneFolder {
    fn load(&self, name: &str, _relative_to: Option<&str>) -> Result<Loaded, LoadError> {
        let bare = format!("{}.asz", file_stem(name));
        let Self(inside) = self;
        let path = self.file(name).or_else(|| self.file(&bare)).ok_or(LoadError::NotFound)?;
        let text = files::text_of(&path, Some(inside))?;
        let name = path.strip_prefix(inside.root()).unwrap_or(&path);
        Ok(Loaded { name: name.to_string_lossy().into_owned(), text })
    }

    fn names(&self, _relative_to: Option<&str>) -> Vec<String> {
        let mut names = files::scripts_in(self.0.root());
        names.retain(|name| self.file(name).is_some());
        names
    }
}
