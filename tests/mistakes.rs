//! The pages about mistakes show what is right in the spelling of the language.

use std::fs;
use std::path::{Path, PathBuf};

use assize::diagnostic::{Diagnostics, render};
use assize::source::SourceMap;
use assize::syntax;

fn files(folder: &str) -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join(folder);
    let entries = fs::read_dir(folder).expect("the folder is there");
    let mut files: Vec<PathBuf> = entries.map(|entry| entry.expect("it can be read").path()).collect();
    files.sort();
    files
}

/// What the grammar has to say about a text.
fn complaints(name: &str, text: &str) -> String {
    let (mut sources, mut sink) = (SourceMap::default(), Diagnostics::default());
    let id = sources.add(name, text);
    syntax::parse(id, text, &mut sink);
    sink.iter().map(|found| render::plain(found, &sources)).collect()
}

#[test]
fn what_is_right_follows_the_grammar() {
    for page in files("docs/mistakes") {
        let (name, text) = (page.display().to_string(), fs::read_to_string(&page).expect("it can be read"));
        for block in text.split("```assize\n").skip(1) {
            let block = block.split("```").next().unwrap_or_default();
            assert_eq!(complaints(&name, block), "");
        }
    }
}

#[test]
fn every_page_shows_what_is_wrong_and_what_is_right() {
    for page in files("docs/mistakes") {
        let text = fs::read_to_string(&page).expect("it can be read");
        assert!(text.contains("\nWrong") && text.contains("\nRight"), "{}", page.display());
        assert!(text.lines().all(|line| line.chars().count() <= 160), "{}", page.display());
    }
}

#[test]
fn a_new_folder_follows_the_grammar() {
    for script in files("scripts/new").into_iter().filter(|file| file.extension().is_some_and(|e| e == "asz")) {
        let (name, text) = (script.display().to_string(), fs::read_to_string(&script).expect("it can be read"));
        assert_eq!(complaints(&name, &text), "");
    }
}
