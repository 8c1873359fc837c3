//! The page about the house speaks of what is there.

use std::fs;

use crate::{code, none};

#[test]
fn every_path_on_the_page_is_there() {
    let page = fs::read_to_string(code::root().join("docs/architecture.md")).expect("the page is there");
    let is_path =
        |word: &&str| word.contains('/') && word.chars().all(|sign| sign.is_ascii_lowercase() || "/._".contains(sign));
    let paths: Vec<&str> = page.split('`').skip(1).step_by(2).filter(is_path).collect();
    assert!(paths.len() > 30, "the page names paths: {paths:?}");
    // Rooms and tests are named as they are called, and parts of a room are named beside it.
    let folders = ["", "src", "tests", "src/syntax", "src/model", "src/ir"];
    let is_there = |path: &str| folders.iter().any(|folder| code::root().join(folder).join(path).exists());
    let offences: Vec<String> = paths.iter().filter(|path| !is_there(path)).map(|path| (*path).to_owned()).collect();
    none(&offences, "what docs/architecture.md names is there");
}
