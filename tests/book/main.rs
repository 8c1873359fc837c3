//! What the book shows of the program besides its pages is made here: its pictures, from what the program prints, and its cheat sheets,
//! from what the systems declare. After a change, `WRITE_DOCS=1 cargo test --test book` makes them anew.
#![cfg(all(feature = "cli", feature = "rhai"))]

mod cheat;
mod drawing;
#[path = "../shared/folder.rs"]
mod folder;
mod pictures;

use std::fs;
use std::path::{Path, PathBuf};

fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

fn read(path: &str) -> String {
    fs::read_to_string(root().join(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// Holds a file of the book to what it is made of now, or writes it.
fn keep(path: &str, now: &str) {
    let file = root().join(path);
    if std::env::var_os("WRITE_DOCS").is_some() {
        fs::create_dir_all(file.parent().unwrap_or(Path::new("."))).expect("a folder can be made");
        fs::write(&file, now).expect("it can be written");
    }
    let kept = fs::read_to_string(&file).unwrap_or_default();
    assert!(kept == now, "`{path}` is behind: `WRITE_DOCS=1 cargo test --test book` makes it anew");
}

/// The last block of a page with this mark.
fn block(page: &str, mark: &str) -> String {
    let text = read(page);
    let fence = text.rfind(&format!("{mark}\n")).unwrap_or_else(|| panic!("{page} has a block `{mark}`"));
    let begin = fence + mark.len() + 1;
    let end = text[begin..].find("\n```").expect("a block ends");
    format!("{}\n", &text[begin..begin + end])
}
