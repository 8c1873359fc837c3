//! A room knows the rooms of its row here, and no other.

use crate::code::{self, File, Token};
use crate::none;

/// Each room and the rooms it may know; all of them stand above it.
const ROOMS: &[(&str, &[&str])] = &[
    ("shared_text", &[]),
    ("allowance", &[]),
    ("json_keys", &[]),
    ("source", &["shared_text"]),
    ("diagnostic", &["shared_text", "allowance", "source"]),
    ("syntax", &["shared_text", "source", "diagnostic"]),
    ("semantics", &["shared_text"]),
    ("model", &["shared_text", "allowance", "source", "diagnostic", "syntax", "semantics"]),
    ("ir", &["shared_text", "allowance", "source", "diagnostic", "syntax", "semantics", "model"]),
    ("machine", &["shared_text", "allowance", "diagnostic", "semantics", "ir"]),
    ("drivers", &["shared_text", "allowance", "diagnostic", "semantics", "ir", "machine"]),
    ("verdict", &["shared_text", "allowance", "source", "diagnostic", "semantics", "ir", "machine"]),
    (
        "engine",
        &[
            "shared_text",
            "allowance",
            "json_keys",
            "source",
            "diagnostic",
            "syntax",
            "semantics",
            "model",
            "ir",
            "machine",
            "drivers",
            "verdict",
        ],
    ),
    ("language_service", &["shared_text", "source", "diagnostic", "syntax", "model", "verdict", "engine"]),
    ("journal", &["shared_text", "json_keys", "diagnostic", "semantics", "drivers", "verdict"]),
    (
        "session",
        &[
            "shared_text",
            "source",
            "diagnostic",
            "syntax",
            "semantics",
            "ir",
            "machine",
            "verdict",
            "engine",
            "journal",
        ],
    ),
    ("protocol", &["shared_text", "json_keys", "source", "diagnostic", "verdict", "engine", "journal", "session"]),
    ("hook_rhai", &["engine"]),
    (
        "cli",
        &[
            "shared_text",
            "source",
            "diagnostic",
            "ir",
            "verdict",
            "engine",
            "language_service",
            "journal",
            "session",
            "protocol",
            "hook_rhai",
        ],
    ),
];

/// What lies beside the rooms and only puts them together.
const BESIDE: &[&str] = &["src/lib.rs", "src/main.rs"];

#[test]
fn rooms_know_only_what_stands_above_them() {
    for (place, (room, known)) in ROOMS.iter().enumerate() {
        let above = ROOMS[..place].iter().map(|(room, _)| *room).collect::<Vec<_>>();
        assert!(known.iter().all(|known| above.contains(known)), "`{room}` may know only what stands above it");
    }
}

#[test]
fn every_import_follows_the_plan() {
    let mut offences = Vec::new();
    for file in code::files().iter().filter(|file| !BESIDE.contains(&file.path.as_str())) {
        let room = file.modules()[0].to_owned();
        let Some((_, known)) = ROOMS.iter().find(|(name, _)| *name == room) else {
            offences.push(format!("{}: `{room}` is no room of the plan", file.path));
            continue;
        };
        for (line, other) in reached(file) {
            if other != room && !known.contains(&other.as_str()) {
                offences.push(format!("{}:{line}: `{room}` must not know `{other}`", file.path));
            }
        }
    }
    none(&offences, "a room imports only what the plan allows");
}

#[test]
fn ways_of_writing_an_import_are_understood() {
    let rooms = |path: &str, text: &str| -> Vec<String> {
        let file = File { path: path.into(), text: text.into() };
        reached(&file).into_iter().map(|(_, room)| room).collect()
    };
    assert_eq!(rooms("src/ir/mod.rs", "use crate::source::Span;"), ["source"]);
    assert_eq!(rooms("src/ir/mod.rs", "use crate::{source::Span, model::{A, B}};"), ["source", "model"]);
    assert_eq!(rooms("src/ir/print.rs", "use super::super::cli;"), ["cli"]);
    assert_eq!(rooms("src/ir/print.rs", "fn f() { super::super::cli::main() }"), ["cli"]);
    assert_eq!(rooms("src/ir/print.rs", "use super::Program; // crate::cli"), Vec::<String>::new());
    assert_eq!(rooms("src/ir/lower/plans.rs", "use super::super::Program;"), Vec::<String>::new());
    assert_eq!(rooms("src/source.rs", "use super::engine;"), ["engine"]);
}

/// The rooms a file names, each with its line.
fn reached(file: &File) -> Vec<(usize, String)> {
    let tokens = file.tokens();
    let depth = file.modules().len();
    let mut found = Vec::new();
    for at in 0..tokens.len() {
        if let Some(at) = after_root(&tokens, at, depth) {
            found.extend(names(&tokens, at));
        }
    }
    found
}

/// Where a path goes on after it has reached the root of the crate, if it begins at `at` and does so.
fn after_root(tokens: &[(usize, Token)], at: usize, depth: usize) -> Option<usize> {
    if is(tokens, at, "crate") {
        return colons(tokens, at + 1);
    }
    let within = at >= 3 && is(tokens, at - 3, "super") && colons(tokens, at - 2) == Some(at);
    if within || !is(tokens, at, "super") {
        return None;
    }
    let (mut at, mut supers) = (at, 0);
    while is(tokens, at, "super") {
        supers += 1;
        at = colons(tokens, at + 1)?;
    }
    (supers >= depth).then_some(at)
}

fn is(tokens: &[(usize, Token)], at: usize, name: &str) -> bool {
    matches!(tokens.get(at), Some((_, Token::Name(found))) if found == name)
}

fn colons(tokens: &[(usize, Token)], at: usize) -> Option<usize> {
    let colon = |at| matches!(tokens.get(at), Some((_, Token::Sign(':'))));
    (colon(at) && colon(at + 1)).then_some(at + 2)
}

/// The name at `at`, or the first names of all the paths between the braces that open there.
fn names(tokens: &[(usize, Token)], at: usize) -> Vec<(usize, String)> {
    match tokens.get(at) {
        Some((line, Token::Name(name))) => vec![(*line, name.clone())],
        Some((_, Token::Sign('{'))) => between_braces(&tokens[at..]),
        _ => Vec::new(),
    }
}

fn between_braces(tokens: &[(usize, Token)]) -> Vec<(usize, String)> {
    let (mut depth, mut fresh, mut found) = (0, false, Vec::new());
    for (line, token) in tokens {
        match token {
            Token::Sign('{') => depth += 1,
            Token::Sign('}') => depth -= 1,
            Token::Name(name) if fresh && depth == 1 => found.push((*line, name.clone())),
            _ => {}
        }
        fresh = depth == 1 && matches!(token, Token::Sign('{' | ','));
        if depth == 0 {
            break;
        }
    }
    found
}
