//! The shipped scenes, entered line by line, beside the same pages compiled and run as a whole.

use std::fs;
use std::path::{Path, PathBuf};

use assize::diagnostic::Diagnostics;
use assize::engine::{Engine, Shelf};
use assize::session::Session;
use assize::source::SourceMap;
use assize::syntax::{self, ast::ItemKind};

use crate::differential::{agrees, choosing};

/// Scripts of a folder, by their paths.
fn scripts(folder: &str) -> Vec<PathBuf> {
    let files = fs::read_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join("scripts").join(folder)).expect("it is there");
    let mut files: Vec<PathBuf> = files.map(|entry| entry.expect("it can be read").path()).collect();
    files.retain(|path| path.extension().is_some_and(|extension| extension == "asz"));
    files.sort();
    files
}

fn name(path: &Path) -> String {
    path.file_name().expect("it is a file").to_string_lossy().into_owned()
}

/// The lines of a scene, each with all that belongs to it; expectations are none.
fn lines(text: &str) -> Vec<String> {
    let (mut sources, mut sink) = (SourceMap::default(), Diagnostics::default());
    let file = syntax::parse(sources.add("scene", text), text, &mut sink);
    let happens = file.items.iter().filter(|item| !matches!(item.kind, ItemKind::Expect(_)));
    happens.map(|item| sources.slice(item.span).to_owned()).collect()
}

#[test]
fn every_shipped_scene_is_the_same_line_by_line_and_as_a_whole() {
    let mut shelf = Shelf::default();
    for path in scripts("encounters") {
        shelf.put(name(&path), fs::read_to_string(&path).expect("it can be read"));
    }
    let (mut entered, mut systems) = (0, Vec::new());
    for path in scripts("encounters") {
        let text = fs::read_to_string(&path).expect("it can be read");
        let mut session = Session::begin(Engine::with(shelf.clone()), 11, None).expect("it begins");
        for line in lines(&text) {
            // Whoever always takes the second option is refused some of them.
            match session.enter(&line, Some(&mut choosing)) {
                Ok(_) => entered += 1,
                Err(failure) => assert!(failure.to_string().contains("AZ609"), "{}: {line}\n{failure}", name(&path)),
            }
        }
        agrees(&session);
        systems.push(session.whole().system);
    }
    systems.sort_unstable();
    systems.dedup();
    assert!(systems.len() >= 10 && entered > 100, "{entered} lines of {systems:?}");
}
