//! Files that need each other can be understood, changed and moved only together; so they are few.

use std::collections::{BTreeMap, BTreeSet};

use crate::code::{self, File};
use crate::{calls, none, uses};

/// More files that need each other are one file in pieces.
const LARGEST: usize = 5;

/// Where no file needs another that needs it.
const WITHOUT: &[&str] = &["src/cli/", "src/engine/"];

#[test]
fn few_files_need_each_other() {
    let offences: Vec<String> = rooms().into_values().flat_map(|files| offences_of(&files)).collect();
    none(&offences, "files that need each other, by their paths and by calls of methods, are few");
}

/// The files of each room.
pub fn rooms() -> BTreeMap<String, Vec<File>> {
    let mut rooms: BTreeMap<String, Vec<File>> = BTreeMap::new();
    for file in code::files() {
        let room = file.modules()[0].to_owned();
        rooms.entry(room).or_default().push(file);
    }
    rooms
}

/// Circles of these files that are too large, each with what its files need of each other.
fn offences_of(files: &[File]) -> Vec<String> {
    let needs = needs(files);
    let path = |place: &usize| files[*place].path.as_str();
    let allowed = |circle: &BTreeSet<usize>| {
        let without = circle.iter().any(|place| WITHOUT.iter().any(|folder| path(place).starts_with(folder)));
        if without { 1 } else { LARGEST }
    };
    let mut found = Vec::new();
    for circle in circles(&needs).iter().filter(|circle| circle.len() > allowed(circle)) {
        found.push(format!("{} files need each other, and {} may:", circle.len(), allowed(circle)));
        for place in circle {
            let others: Vec<&str> = needs[*place].intersection(circle).map(path).collect();
            found.push(format!("    {} needs {}", path(place), others.join(", ")));
        }
    }
    found
}

/// For each file which others it needs.
pub fn needs(files: &[File]) -> Vec<BTreeSet<usize>> {
    let mut needs = uses::uses(files);
    for calls in calls::calls(files).into_values() {
        for (needed, called) in needs.iter_mut().zip(calls) {
            needed.extend(called);
        }
    }
    needs
}

/// The groups of more than one whose members all reach each other.
fn circles(edges: &[BTreeSet<usize>]) -> Vec<BTreeSet<usize>> {
    let reached: Vec<BTreeSet<usize>> = (0..edges.len()).map(|from| reached(edges, from)).collect();
    let mut found: Vec<BTreeSet<usize>> = Vec::new();
    for from in 0..edges.len() {
        if found.iter().any(|circle| circle.contains(&from)) {
            continue;
        }
        let circle: BTreeSet<usize> =
            reached[from].iter().copied().filter(|other| reached[*other].contains(&from)).collect();
        if circle.len() > 1 {
            found.push(circle);
        }
    }
    found
}

fn reached(edges: &[BTreeSet<usize>], from: usize) -> BTreeSet<usize> {
    let mut found = BTreeSet::new();
    let mut open = vec![from];
    while let Some(next) = open.pop() {
        open.extend(edges[next].iter().filter(|other| found.insert(**other)));
    }
    found
}

#[test]
fn circles_are_found() {
    let edges = |edges: &[&[usize]]| edges.iter().map(|to| to.iter().copied().collect()).collect::<Vec<BTreeSet<_>>>();
    let found = |to: &[&[usize]]| circles(&edges(to)).iter().map(BTreeSet::len).collect::<Vec<_>>();
    assert_eq!(found(&[&[1], &[2], &[]]), [0; 0], "a chain");
    assert_eq!(found(&[&[1, 2], &[3], &[3], &[]]), [0; 0], "two ways to one file");
    assert_eq!(found(&[&[1], &[2], &[0]]), [3]);
    assert_eq!(found(&[&[1], &[0, 2], &[3], &[2]]), [2, 2], "two circles, of which one reaches the other");
    assert_eq!(found(&[&[1], &[0, 2], &[0]]), [3], "two circles with a file in common are one");
}

#[test]
fn a_circle_of_paths_and_calls_is_told() {
    let file = |path: &str, text: &str| File { path: path.into(), text: text.into() };
    let files = [
        file("src/cli/mod.rs", "mod door; mod hinge;"),
        file("src/cli/door.rs", "use super::hinge::oil; impl Door { pub fn unlatch(&self) {} }"),
        file("src/cli/hinge.rs", "fn oil() {} impl Door { fn swing(&self) { self.unlatch() } }"),
    ];
    let told = [
        "2 files need each other, and 1 may:",
        "    src/cli/door.rs needs src/cli/hinge.rs",
        "    src/cli/hinge.rs needs src/cli/door.rs",
    ];
    assert_eq!(offences_of(&files), told);
    let elsewhere: Vec<File> =
        files.into_iter().map(|file| File { path: file.path.replace("cli", "session"), ..file }).collect();
    assert_eq!(offences_of(&elsewhere), Vec::<String>::new(), "two are few");
}
