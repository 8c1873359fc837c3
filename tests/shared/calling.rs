//! The program as somebody calls it in a folder with a few files.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use crate::folder;

/// A folder of this name that holds these files, and no others.
pub fn folder_with(name: impl AsRef<Path>, files: &[(&str, &str)]) -> PathBuf {
    let folder = folder::empty(name);
    for (file, text) in files {
        fs::write(folder.join(file), text).expect("it can be written");
    }
    folder
}

/// What a call in a folder ends with, where a line has so many columns, and in this locale. What the terminal of whoever runs the
/// tests is like makes no difference.
pub fn called(folder: &Path, words: &[&str], (columns, locale): (&str, &str)) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_assize"));
    let command = command.args(words).current_dir(folder).stdin(Stdio::null());
    command.env("COLUMNS", columns).env("LC_ALL", locale).env_remove("TERM").output().expect("the program starts")
}

/// What a call that ends well has told.
pub fn told(output: Output) -> String {
    assert!(output.status.success(), "{output:?}");
    String::from_utf8(output.stdout).expect("it is text")
}
