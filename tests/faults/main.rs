//! Everything that is written, on a system that lets it down: what was there stays whole, what is new is whole or not there, and
//! it is said.
//!
//! The program writes these files and no others (`no_other_file_is_written` looks for more):
//!
//! - journals, by `run --save`, `repl` and `serve --folder`, and the torn bytes of their last lines beside them (`journals.rs`,
//!   `store.rs`, `first_line.rs`; their disk is in `tests/journal/`, a session on it in `tests/session/failing.rs`, `serve` in
//!   `tests/killed/disk.rs`);
//! - new files, by `export -o`, `:save`, `:export` and `new` (`made.rs`);
//! - scripts that were there, by `check --fix` (`fixed.rs`);
//! - copies of what is inside the program, by `lsp`, in a new folder for temporary files (`tests/lsp/features.rs`): without them it
//!   says where the texts are inside the program;
//! - the lines that were typed at the prompt (`typed.rs`);
//! - the output and the error output (`output.rs`).

mod first_line;
#[cfg(all(target_os = "linux", feature = "cli"))]
mod fixed;
#[cfg(feature = "cli")]
#[path = "../shared/folder.rs"]
mod folder;
#[cfg(all(target_os = "linux", feature = "cli"))]
mod journals;
#[cfg(all(target_os = "linux", feature = "cli"))]
mod made;
#[cfg(all(target_os = "linux", feature = "cli"))]
mod output;
#[cfg(all(target_os = "linux", feature = "cli"))]
mod places;
mod store;
#[cfg(all(target_os = "linux", feature = "cli"))]
mod typed;

use std::fs;
use std::path::{Path, PathBuf};

/// A system to play by.
const LAMPS: &str = include_str!("../shared/lamps.asz");

/// Where files are written or removed.
const WRITERS: [&str; 6] = [
    "src/cli/lsp/copies.rs",
    "src/cli/new.rs",
    "src/cli/repl/editor.rs",
    "src/cli/repl/journals.rs",
    "src/cli/writing.rs",
    "src/journal/file.rs",
];

/// What writes, makes, moves or removes a file.
const WRITES: [&str; 12] = [
    "fs::write",
    "fs::rename",
    "fs::remove",
    "fs::copy",
    "fs::hard_link",
    "fs::create_dir",
    "create_new(",
    "File::create",
    "OpenOptions",
    "set_len(",
    "save_history",
    ".append(true)",
];

/// The sources of the program, without its own tests.
fn sources(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("it is a folder").flatten() {
        let path = entry.path();
        if path.is_dir() && !path.ends_with("tests") {
            sources(&path, found);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            found.push(path);
        }
    }
}

#[test]
fn no_other_file_is_written() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut found = Vec::new();
    sources(&root.join("src"), &mut found);
    let writes = |path: &PathBuf| {
        let text = fs::read_to_string(path).expect("it is text");
        let mut lines = text.lines().filter(|line| !line.trim_start().starts_with("//"));
        lines.any(|line| WRITES.iter().any(|write| line.contains(write)))
    };
    let mut seen: Vec<String> = found
        .iter()
        .filter(|path| writes(path))
        .map(|path| path.strip_prefix(root).expect("it is below").to_string_lossy().replace('\\', "/"))
        .collect();
    seen.sort();
    assert_eq!(seen, WRITERS, "whatever writes a file has a test in tests/faults/");
}
