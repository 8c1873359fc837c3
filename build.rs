//! Lists the scripts that are shipped inside the program, with the data of their decks, so that a new one needs no
//! line of Rust, and the keywords of the grammar.

#[path = "grammar/keywords.rs"]
mod keywords;

use std::path::{Path, PathBuf};
use std::{env, fs, io};

fn main() -> io::Result<()> {
    let root = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").unwrap_or_default());
    let mut table = String::from("&[\n");
    for folder in ["systems", "house"] {
        println!("cargo::rerun-if-changed=scripts/{folder}");
        for script in files(&root.join("scripts").join(folder), &["asz", "csv", "rhai"])? {
            // A script is called by its bare name; the data of a deck and functions in Rhai keep their ending.
            let is_script = script.extension().is_some_and(|extension| extension == "asz");
            let name = if is_script { script.file_stem() } else { script.file_name() };
            let name = name.unwrap_or_default().to_string_lossy().into_owned();
            let path = script.display().to_string();
            table.push_str(&["    (", &format!("{name:?}"), ", include_str!(", &format!("{path:?}"), ")),\n"].concat());
        }
    }
    table.push_str("]\n");
    let out = PathBuf::from(env::var_os("OUT_DIR").unwrap_or_default());
    fs::write(out.join("shipped.rs"), table)?;
    println!("cargo::rerun-if-changed=grammar");
    let grammar = fs::read_to_string(root.join("grammar/assize.pest"))?;
    fs::write(out.join("keywords.rs"), keywords::tables(&grammar))?;
    fs::write(out.join("topics.rs"), topics(&root.join("docs/src"))?)
}

/// The pages of the book, which the help of a session shows.
fn topics(folder: &Path) -> io::Result<String> {
    println!("cargo::rerun-if-changed=docs/src");
    let mut table = String::from("&[\n");
    for page in files(folder, &["md"])?.into_iter().chain(files(&folder.join("cookbook"), &["md"])?) {
        let name = page.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        // A page that only takes another one in has nothing to show here.
        if name != "SUMMARY" && !fs::read_to_string(&page)?.starts_with("{{#include") {
            let path = page.display().to_string();
            table.push_str(&["    (", &format!("{name:?}"), ", include_str!(", &format!("{path:?}"), ")),\n"].concat());
        }
    }
    table.push_str("]\n");
    Ok(table)
}

/// The files of a folder with one of these endings, sorted; none when there is no such folder.
fn files(folder: &Path, endings: &[&str]) -> io::Result<Vec<PathBuf>> {
    if !folder.is_dir() {
        return Ok(Vec::new());
    }
    let paths: io::Result<Vec<PathBuf>> = fs::read_dir(folder)?.map(|entry| entry.map(|entry| entry.path())).collect();
    let mut paths = paths?;
    paths.retain(|path| path.extension().is_some_and(|extension| endings.iter().any(|ending| extension == *ending)));
    paths.sort();
    Ok(paths)
}
