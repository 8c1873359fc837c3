//! The files beside a script, some of them as they are by now and not as they lie on the disk.

use std::collections::BTreeMap;

use super::files::Folder;
use crate::engine::{Library, LoadError, Loaded};

/// What scripts may read, and by the names of files what is in these by now.
pub(super) struct Edited {
    pub(super) folder: Folder,
    pub(super) texts: BTreeMap<String, String>,
}

impl Library for Edited {
    fn load(&self, name: &str, relative_to: Option<&str>) -> Result<Loaded, LoadError> {
        let loaded = self.folder.load(name, relative_to)?;
        match self.texts.get(&loaded.name) {
            Some(text) => Ok(Loaded { text: text.clone(), ..loaded }),
            None => Ok(loaded),
        }
    }

    fn names(&self, relative_to: Option<&str>) -> Vec<String> {
        self.folder.names(relative_to)
    }
}
