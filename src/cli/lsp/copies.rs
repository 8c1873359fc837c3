//! The scripts inside the program as files that can only be read, for editors that can open nothing else.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process;

use super::addresses;
use crate::cli::inside_texts;

/// A folder of this process with a copy of each of them. It is gone once nobody needs it.
pub(super) struct Copies {
    folder: PathBuf,
    address: String,
}

impl Copies {
    /// # Errors
    /// When they cannot be written, or the folder is there already: then it could be somebody else's.
    pub(super) fn make() -> io::Result<Self> {
        let folder = std::env::temp_dir().join(format!("assize-lsp-{}", process::id()));
        fs::create_dir(&folder)?;
        let copies = Self { address: addresses::of_file(&folder.to_string_lossy()), folder };
        for (place, text) in inside_texts::scripts() {
            copies.put(Path::new(&place), &text)?;
        }
        Ok(copies)
    }

    fn put(&self, place: &Path, text: &str) -> io::Result<()> {
        let path = self.folder.join(place);
        if let Some(folder) = path.parent() {
            fs::create_dir_all(folder)?;
        }
        fs::write(&path, text)?;
        let mut permissions = fs::metadata(&path)?.permissions();
        permissions.set_readonly(true);
        fs::set_permissions(&path, permissions)
    }

    /// The address of the folder.
    pub(super) fn address(&self) -> &str {
        &self.address
    }
}

impl Drop for Copies {
    fn drop(&mut self) {
        // What is left over is in a folder that the system clears.
        let _ = fs::remove_dir_all(&self.folder);
    }
}
