//! Packs of house rules: where they are found, what becomes part of a system, and what they need of each other.

use std::sync::Arc;

use semver::Version;

use super::library::{Library, LoadError, Loaded, file_stem};
use super::pack_file::{self, FILE, Need, PackFile};
use super::shelves;
use super::texts::Texts;
use crate::diagnostic::{Diagnostic, codes, nearest};
use crate::model::Pack;
use crate::source::{Source, Span};

/// What a pack can need that is none: this program.
const PROGRAM: &str = "assize";

/// A need of a pack that was read.
pub(super) struct Needed {
    /// Who needs it.
    pub(super) by: String,
    pub(super) need: Need,
}

/// The description of a pack.
#[derive(Debug)]
pub(super) struct Found {
    pub(super) loaded: Loaded,
    /// The library that has it.
    pub(super) library: usize,
    /// What this was asked for.
    pub(super) asked: String,
}

/// The description of a pack, which is called by its folder.
pub(super) fn find(libraries: &[Arc<dyn Library>], name: &str, user: Option<&str>) -> Result<Found, LoadError> {
    let places = [name.to_owned(), file_stem(name)].map(|folder| format!("{}/{FILE}", folder.trim_end_matches('/')));
    for asked in places {
        match shelves::find(libraries, &asked, user) {
            Err(LoadError::NotFound) => {}
            found => return found.map(|(loaded, library)| Found { loaded, library, asked }),
        }
    }
    Err(LoadError::NotFound)
}

/// The same for a pack that another one needs, which lies beside it or where packs usually lie.
pub(super) fn find_needed(libraries: &[Arc<dyn Library>], name: &str, by: &str) -> Option<Found> {
    let beside = format!("../{}", file_stem(name));
    [beside.as_str(), name].into_iter().find_map(|name| find(libraries, name, Some(by)).ok())
}

/// Nobody has such a pack.
pub(super) fn missing(libraries: &[Arc<dyn Library>], name: &str, user: Option<&str>, span: Span) -> Diagnostic {
    let found = Diagnostic::error(codes::USE_NOT_FOUND, span, format!("there is no pack `{name}` to use"));
    let is_there = |name: &str| libraries.iter().any(|library| library.load(name, user).is_ok());
    if is_there(name) {
        return found
            .help(format!("a pack is a folder with an `{FILE}`: for one house rule, write `use house \"{name}\"`"));
    }
    let all = libraries.iter().flat_map(|library| library.names(user));
    let packs: Vec<String> =
        all.filter_map(|name| Some(name.strip_suffix(FILE)?.trim_end_matches('/').to_owned())).collect();
    match nearest::guess(name, packs.iter().map(String::as_str)) {
        Some(near) => found.help(near.question()),
        None if packs.is_empty() => found.help(format!(
            "put the folder of the pack beside this file, or name it from here; a pack has an `{FILE}` with `[{}]`",
            pack_file::TABLE
        )),
        None => found.help(format!("the packs here are: {}", packs.join(", "))),
    }
}

/// How many rules there were before those of a pack.
#[derive(Clone, Copy)]
pub(super) struct Before {
    houses: usize,
    functions: usize,
}

impl Before {
    pub(super) fn of(texts: &Texts) -> Self {
        Self { houses: texts.system.houses.len(), functions: texts.system.functions.len() }
    }
}

/// Puts a pack in force, of whose rules all texts were read. What its rules have brought in from elsewhere is no part of it.
pub(super) fn keep(texts: &mut Texts, pack: &PackFile, before: Before) {
    if let Some(other) = texts.system.packs.iter().find(|other| other.name == pack.name.text.as_str()) {
        let message = format!("two packs are called `{}`", pack.name.text);
        let found = Diagnostic::error(codes::PACK, pack.name.span, message).also(other.span, "the other one");
        return texts.sink.push(found.help("use only one of them: a verdict could not say which it means"));
    }
    let home = |text| texts.sources.get(text).map_or("", |source: &Arc<Source>| folder(&source.name));
    let own = home(pack.name.span.source);
    let houses = texts.system.houses.iter().skip(before.houses);
    let houses = houses.filter_map(|file| Some(file.items.first()?.span.source));
    let functions = texts.system.functions.iter().skip(before.functions).map(|function| function.span.source);
    let mut files: Vec<_> = houses.chain(functions).filter(|text| home(*text).starts_with(own)).collect();
    files.dedup();
    let (name, version) = (pack.name.text.as_str().into(), pack.version.text.as_str().into());
    texts.system.packs.push(Pack { name, version, span: pack.name.span, files });
}

/// The folder of a file, with the stroke behind it.
fn folder(file: &str) -> &str {
    file.rfind(['/', '\\']).map_or("", |end| &file[..=end])
}

/// Tells what packs need that is not there, or is there in another version.
pub(super) fn check_needs(texts: &mut Texts, needed: &[Needed]) {
    for Needed { by, need: Need { what, version, wanted } } in needed {
        let program = || Some(env!("CARGO_PKG_VERSION").to_owned());
        let of_pack = || {
            let pack = texts.system.packs.iter().find(|pack| pack.name == what.text.as_str());
            pack.map(|pack| pack.version.to_string())
        };
        let is_program = what.text == PROGRAM;
        let found = if is_program { program() } else { of_pack() };
        let fits =
            found.as_deref().and_then(|found| Version::parse(found).ok()).is_some_and(|own| version.matches(&own));
        if fits {
            continue;
        }
        let (what_is, way) = match (&found, is_program) {
            (Some(found), true) => {
                (format!("this is {found}"), "install another version of the program, or of the pack")
            }
            (Some(found), false) => {
                (format!("the one in use is {found}"), "use another version of one of the two packs")
            }
            (None, _) => ("it is not there".to_owned(), "put its folder beside that of this pack, or use it as well"),
        };
        let which = if is_program { what.text.clone() } else { format!("the pack `{}`", what.text) };
        let message = format!("the pack `{by}` needs {which} in version {wanted}, and {what_is}");
        texts.sink.push(Diagnostic::error(codes::PACK, what.span, message).help(way));
    }
}

/// Whether a need is one of another pack.
pub(super) fn is_of_pack(need: &Need) -> bool {
    need.what.text != PROGRAM
}
