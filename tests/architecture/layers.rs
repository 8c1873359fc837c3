//! Where a `mod.rs` lists its files in layers, each layer needs only itself and those listed before it.

use std::collections::BTreeMap;

use crate::code::File;
use crate::{circles, none};

/// The line with which such a list begins.
const BEGINS: &str = "// Each layer uses the ones above it";

#[test]
fn layers_are_as_they_are_listed() {
    let (mut listed, mut offences) = (0, Vec::new());
    for files in circles::rooms().into_values() {
        for list in files.iter().filter(|file| !layers(file).is_empty()) {
            listed += 1;
            offences.extend(offences_of(&files, list));
        }
    }
    assert!(listed >= 3, "{listed} files list layers");
    none(&offences, "a layer uses only itself and those above it");
}

/// The layer of each module that a `mod.rs` lists; empty when it lists none.
fn layers(file: &File) -> BTreeMap<&str, usize> {
    let (mut found, mut layer) = (BTreeMap::new(), 0);
    for line in file.text.lines().skip_while(|line| !line.starts_with(BEGINS)).skip(1) {
        layer += usize::from(line.starts_with("// "));
        let named = line.strip_prefix("mod ").or_else(|| line.strip_prefix("pub mod "));
        if let Some(name) = named.and_then(|name| name.strip_suffix(';')) {
            found.insert(name, layer);
        }
    }
    found
}

/// What the files in the folder of a list use in a layer below their own.
fn offences_of(files: &[File], list: &File) -> Vec<String> {
    let (folder, layers) = (list.modules(), layers(list));
    let layer = |file: &File| {
        let name = file.modules().strip_prefix(folder.as_slice())?.first().copied()?;
        layers.get(name).copied()
    };
    let mut found = Vec::new();
    for (file, needed) in files.iter().zip(circles::needs(files)) {
        for other in needed.into_iter().map(|place| &files[place]) {
            if layer(file).zip(layer(other)).is_some_and(|(own, other)| own < other) {
                found.push(format!("{} uses {}, which is listed in a layer below it", file.path, other.path));
            }
        }
    }
    found
}

#[test]
fn a_layer_that_looks_down_is_told() {
    let file = |path: &str, text: &str| File { path: path.into(), text: text.into() };
    let list = format!("{BEGINS}.\n\n// What it stands on.\nmod floor;\n\n// The rest.\nmod door;\nmod hinge;\n");
    let files = |floor: &str, door: &str| {
        let (floor, door) = (file("src/room/floor.rs", floor), file("src/room/door.rs", door));
        vec![file("src/room/mod.rs", &list), floor, door, file("src/room/hinge.rs", "")]
    };
    let told = |files: &[File]| offences_of(files, &files[0]);
    assert_eq!(told(&files("", "use super::floor::Tile; use super::hinge::Oil;")), Vec::<String>::new());
    let told = told(&files("use super::door::Knob;", ""));
    assert_eq!(told, ["src/room/floor.rs uses src/room/door.rs, which is listed in a layer below it"]);
    assert!(layers(&file("src/room/mod.rs", "mod floor;\nmod door;\n")).is_empty(), "not every list is one of layers");
}
