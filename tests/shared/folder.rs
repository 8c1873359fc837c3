//! Folders of the tests' own.

use std::fs;
use std::path::{Path, PathBuf};

/// An empty folder of this name; whatever an earlier run has left in it is gone.
pub fn empty(name: impl AsRef<Path>) -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    if folder.exists() {
        fs::remove_dir_all(&folder).expect("the folder of an earlier run can be removed");
    }
    fs::create_dir_all(&folder).expect("a folder can be made");
    folder
}
