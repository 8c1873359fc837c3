//! Which file uses which by its paths: `use super::line::Line`, `crate::model::Model`, `commands::run()`.

use std::collections::{BTreeMap, BTreeSet};

use crate::code::{File, Token};

/// A path, name by name.
type Path = Vec<String>;

/// What the paths of one file say.
#[derive(Default)]
struct Paths {
    /// Paths that the file goes itself, `pub use` apart: passing something on is no use of it.
    gone: Vec<Path>,
    /// Names that a `use` brings into the file, what they stand for there, and whether it passes them on.
    names: BTreeMap<String, (Path, bool)>,
}

/// For each file, in the order given, which others it uses.
///
/// A module that declares or re-exports its children uses none of them by that. Whoever reaches something through a
/// module that only passes it on uses the file where it is defined.
pub fn uses(files: &[File]) -> Vec<BTreeSet<usize>> {
    let modules: Vec<Path> = files.iter().map(module).collect();
    let places = modules.iter().cloned().zip(0..).collect();
    let paths = files.iter().map(paths).collect();
    let crates = Crate { places, paths };
    let mut found = Vec::new();
    for (place, module) in modules.iter().enumerate() {
        let reached = crates.paths[place].gone.iter().filter_map(|path| crates.file(module, module, path));
        found.push(reached.filter(|other| *other != place).collect());
    }
    found
}

fn module(file: &File) -> Path {
    file.modules().into_iter().filter(|part| *part != "lib").map(str::to_owned).collect()
}

/// All files by their modules.
struct Crate {
    places: BTreeMap<Path, usize>,
    paths: Vec<Paths>,
}

impl Crate {
    /// The file where a path ends that `user` goes and that is written in a module; `None` if that is outside of the
    /// crate.
    fn file(&self, user: &[String], module: &[String], path: &[String]) -> Option<usize> {
        let (mut at, mut rest) = self.start(module, path)?;
        while let Some((next, after)) = rest.split_first() {
            let inner = [at.as_slice(), std::slice::from_ref(next)].concat();
            if !self.places.contains_key(&inner) {
                break;
            }
            (at, rest) = (inner, after);
        }
        let place = *self.places.get(&at)?;
        // What a module has by a `use` of its own is seen by the modules inside it, too.
        let inside = user.len() > at.len() && user.starts_with(&at);
        let name = rest.first().and_then(|name| self.paths[place].names.get(name));
        let further = name.filter(|(_, passed_on)| *passed_on || inside);
        Some(further.and_then(|(path, _)| self.file(user, &at, path)).unwrap_or(place))
    }

    /// The module that a path starts from, and what is left of it.
    fn start<'p>(&self, module: &[String], path: &'p [String]) -> Option<(Path, &'p [String])> {
        let (first, rest) = path.split_first()?;
        match first.as_str() {
            "crate" => Some((Path::new(), rest)),
            "self" => Some((module.to_vec(), rest)),
            "super" => {
                let supers = path.iter().take_while(|name| *name == "super").count();
                Some((module[..module.len().checked_sub(supers)?].to_vec(), &path[supers..]))
            }
            child => {
                let inner = [module, &[child.to_owned()]].concat();
                self.places.contains_key(&inner).then(|| (module.to_vec(), path))
            }
        }
    }
}

fn paths(file: &File) -> Paths {
    let tokens: Vec<Token> = file.tokens().into_iter().map(|(_, token)| token).collect();
    let mut found = Paths::default();
    let mut at = 0;
    while at < tokens.len() {
        if is(&tokens, at, "use") {
            let mut brought = Vec::new();
            let end = tree(&tokens, at + 1, &[], &mut brought);
            let passed_on = at > 0 && (is(&tokens, at - 1, "pub") || tokens[at - 1] == Token::Sign(')'));
            for (path, name) in brought {
                if !passed_on {
                    found.gone.push(path.clone());
                }
                found.names.insert(name, (path, passed_on));
            }
            at = end;
        } else if begins_a_path(&tokens, at) {
            let (path, end) = straight(&tokens, at);
            if path.len() > 1 {
                found.gone.push(path);
            }
            at = end;
        } else {
            at += 1;
        }
    }
    found
}

/// Reads a tree of `use` and returns where it ends: each path with the name it gets.
fn tree(tokens: &[Token], at: usize, before: &[String], into: &mut Vec<(Path, String)>) -> usize {
    let (mut path, mut at) = (before.to_vec(), at);
    loop {
        match tokens.get(at) {
            Some(Token::Sign('{')) => {
                at += 1;
                while !matches!(tokens.get(at), Some(Token::Sign('}')) | None) {
                    at = tree(tokens, at, &path, into);
                    at += usize::from(tokens.get(at) == Some(&Token::Sign(',')));
                }
                return at + 1;
            }
            Some(Token::Name(name)) if name == "self" && !path.is_empty() => at += 1,
            Some(Token::Name(name)) => {
                path.push(name.clone());
                at += 1;
            }
            Some(Token::Sign('*')) => {
                into.push((path, "*".to_owned()));
                return at + 1;
            }
            _ => return at + 1,
        }
        if colons(tokens, at) {
            at += 2;
            continue;
        }
        let mut name = path.last().cloned().unwrap_or_default();
        if is(tokens, at, "as") {
            name = if let Some(Token::Name(other)) = tokens.get(at + 1) { other.clone() } else { name };
            at += 2;
        }
        into.push((path, name));
        return at;
    }
}

fn begins_a_path(tokens: &[Token], at: usize) -> bool {
    // `pub(in crate::room)` says who may see something.
    let visibility = at > 1 && is(tokens, at - 1, "in") && tokens[at - 2] == Token::Sign('(');
    let inside = at > 0 && matches!(tokens[at - 1], Token::Sign('.' | ':')) && !is_type_of(tokens, at);
    matches!(tokens[at], Token::Name(_)) && colons(tokens, at + 1) && !inside && !visibility
}

/// `: a::B` says a type; `a::b` goes on.
fn is_type_of(tokens: &[Token], at: usize) -> bool {
    tokens[at - 1] == Token::Sign(':') && (at < 2 || tokens[at - 2] != Token::Sign(':'))
}

/// A path without branches, and where it ends.
fn straight(tokens: &[Token], at: usize) -> (Path, usize) {
    let (mut path, mut at) = (Path::new(), at);
    while let Some(Token::Name(name)) = tokens.get(at) {
        path.push(name.clone());
        at += 1;
        if !colons(tokens, at) {
            break;
        }
        at += 2;
    }
    (path, at)
}

fn is(tokens: &[Token], at: usize, name: &str) -> bool {
    matches!(tokens.get(at), Some(Token::Name(found)) if found == name)
}

fn colons(tokens: &[Token], at: usize) -> bool {
    let colon = |at| tokens.get(at) == Some(&Token::Sign(':'));
    colon(at) && colon(at + 1)
}

#[test]
fn ways_of_using_a_file_are_understood() {
    let used = |path: &str, text: &str| -> Vec<String> {
        let others = [
            ("src/lib.rs", "pub mod room;"),
            ("src/room/mod.rs", "mod a; mod b; mod deep; pub use a::Known; pub use b::{Other as Renamed}; struct Own;"),
            ("src/room/a.rs", ""),
            ("src/room/b.rs", ""),
            ("src/room/deep/mod.rs", "mod c; pub(super) use c::Buried;"),
            ("src/room/deep/c.rs", ""),
        ];
        let mut files: Vec<File> = others
            .iter()
            .filter(|(other, _)| *other != path)
            .map(|(path, text)| File { path: (*path).into(), text: (*text).into() })
            .collect();
        files.push(File { path: path.into(), text: text.into() });
        let found = uses(&files).pop().unwrap_or_default();
        found.into_iter().map(|place| files[place].path.trim_start_matches("src/room/").to_owned()).collect()
    };
    let (a, none) = ("src/room/a.rs", Vec::<String>::new());
    assert_eq!(used(a, "use super::b::Other;"), ["b.rs"]);
    assert_eq!(used(a, "use super::{b, deep::c::{self, C}};"), ["b.rs", "deep/c.rs"]);
    assert_eq!(used(a, "use super::Own;"), ["mod.rs"]);
    assert_eq!(used(a, "use super::deep::*;"), ["deep/mod.rs"]);
    assert_eq!(used(a, "use super::Renamed;"), ["b.rs"], "what is passed on is looked for where it is");
    assert_eq!(used(a, "use super::deep::Buried;"), ["deep/c.rs"]);
    assert_eq!(used(a, "fn f(x: super::b::Other) -> crate::room::Own { b::y() }"), ["mod.rs", "b.rs"]);
    assert_eq!(used(a, "use super::Known; // use super::b::Other;"), none, "nobody uses themselves");
    assert_eq!(used(a, "pub(in crate::room) struct A;"), none, "who may see it uses nothing");
    assert_eq!(used(a, "use std::fmt; use serde::b::Other;"), none);
    assert_eq!(used("src/room/deep/c.rs", "use super::super::a::A;"), ["a.rs"]);
    assert_eq!(used("src/room/deep/c.rs", "use super::Inner;"), ["deep/mod.rs"]);
    assert_eq!(used("src/room/mod.rs", "mod a; pub mod b; pub use a::A; pub(crate) use b::B;"), none);
    assert_eq!(used("src/room/mod.rs", "mod a; use a::A; fn f() { b::g() }"), ["a.rs", "b.rs"]);
}
