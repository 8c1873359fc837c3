//! The files of a pack of house rules, and what they lack for others to use it.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use super::files;
use super::paths::readable;
use crate::diagnostic::{Diagnostic, clean, codes};
use crate::engine::{PACK_FILE, PACK_PAGE, PackFile, file_stem};
use crate::language_service::formatted;
use crate::source::{SourceId, Span};

/// The folder of a pack in which scenes are that only expect something.
pub(super) const TESTS: &str = "tests";

/// What a pack can use: everything else in its folder is for people.
const USED: [&str; 4] = ["asz", "rhai", "csv", "json"];

/// More files no pack has.
const MOST: usize = 1000;

/// What is in the folder of a pack.
pub(super) struct Contents {
    /// All files that a pack can use, those of its tests among them.
    pub(super) files: Vec<PathBuf>,
    /// Scripts in the folder of its tests.
    pub(super) tests: Vec<PathBuf>,
}

impl Contents {
    /// What is there.
    pub(super) fn of(folder: &Path) -> Result<Self, Diagnostic> {
        let mut files = Vec::new();
        gather(folder, &mut files)?;
        let is_used = |file: &PathBuf| {
            file.extension().and_then(|extension| extension.to_str()).is_some_and(|extension| USED.contains(&extension))
        };
        files.retain(is_used);
        files.sort();
        let of_tests = folder.join(TESTS);
        let is_test = |file: &&PathBuf| {
            file.starts_with(&of_tests) && file.extension().is_some_and(|extension| extension == "asz")
        };
        let tests = files.iter().filter(is_test).cloned().collect();
        Ok(Self { files, tests })
    }
}

/// What is hidden is left out, and no link is followed.
fn gather(folder: &Path, files: &mut Vec<PathBuf>) -> Result<(), Diagnostic> {
    let unread = |error: std::io::Error| {
        Diagnostic::placeless(codes::UNREADABLE, format!("the folder `{}` cannot be read: {error}", readable(folder)))
    };
    for entry in fs::read_dir(folder).map_err(unread)? {
        let entry = entry.map_err(unread)?;
        let sort = entry.file_type().map_err(unread)?;
        if entry.file_name().as_encoded_bytes().starts_with(b".") || files.len() >= MOST {
            continue;
        }
        if sort.is_dir() {
            gather(&entry.path(), files)?;
        } else if sort.is_file() {
            files.push(entry.path());
        }
    }
    Ok(())
}

/// Something that a pack lacks.
pub(super) fn unfinished(span: Span, message: impl Into<String>) -> Diagnostic {
    Diagnostic::warning(codes::PACK_UNFINISHED, span, message)
}

/// What a pack does not say of itself, and what is not there: who wrote it, the licence, the page, tests.
pub(super) fn forgotten(pack: &PackFile, (folder, contents): (&Path, &Contents)) -> Vec<Diagnostic> {
    let mut found = Vec::new();
    if pack.author.is_none() {
        let help = "add `author = \"NAME\"`: those who use it want to know whom to ask";
        found.push(unfinished(pack.name.span, "this pack has no `author`").help(help));
    }
    if pack.licence.is_none() {
        let help = "add `licence = \"CC-BY-4.0\"` or another: without one, nobody may pass it on";
        found.push(unfinished(pack.name.span, "this pack has no `licence`").help(help));
    }
    found.extend(without_page(pack, folder));
    if contents.tests.is_empty() {
        let message = format!("this pack has no scene in a folder `{TESTS}`");
        let help =
            format!("write one, such as `{TESTS}/all.asz`, that says `use house pack \"..\"` and has an `expect`");
        found.push(unfinished(pack.name.span, message).help(help));
    }
    let own = fs::canonicalize(folder).ok().and_then(|folder| Some(folder.file_name()?.to_string_lossy().into_owned()));
    if let Some(own) = own.filter(|own| *own != pack.name.text && *own != file_stem(&pack.name.text)) {
        let message = format!("this pack is called `{}`, and its folder `{}`", pack.name.text, clean::line(&own));
        let help = format!(
            "call the folder `{}`: a pack is found by its folder, and `needs` of other packs looks there",
            file_stem(&pack.name.text)
        );
        found.push(unfinished(pack.name.span, message).help(help));
    }
    found
}

fn without_page(pack: &PackFile, folder: &Path) -> Option<Diagnostic> {
    let (name, span) = match &pack.page {
        Some(page) => (page.text.as_str(), page.span),
        None => (PACK_PAGE, pack.name.span),
    };
    let text = fs::read_to_string(folder.join(name));
    let help = "say in it what the rules change, and why";
    match text {
        Ok(text) if !text.trim().is_empty() => None,
        Ok(_) => Some(unfinished(span, format!("the page `{}` is empty", clean::line(name))).help(help)),
        Err(_) => {
            Some(unfinished(span, format!("this pack has no page: there is no `{}`", clean::line(name))).help(help))
        }
    }
}

/// The files that nothing has read; a scene of the tests is there to be run.
pub(super) fn unused(contents: &Contents, read: &BTreeSet<String>, source: SourceId) -> Vec<Diagnostic> {
    let name = |file: &PathBuf| std::path::absolute(file).map(|file| files::name(&file)).unwrap_or_default();
    let idle = contents.files.iter().filter(|file| !read.contains(&name(file)));
    let told = idle.map(|file| {
        let message = format!("nothing uses `{}`", readable(file));
        let help = format!("name it in `rules` of `{PACK_FILE}`, use it in a rule or a test, or remove it");
        unfinished(Span::new(source, 0..0), message).help(help)
    });
    told.collect()
}

/// The scripts that are not in the one layout, or cannot be read.
pub(super) fn untidy(contents: &Contents, source: SourceId) -> Vec<Diagnostic> {
    let scripts = contents.files.iter().filter(|file| file.extension().is_some_and(|extension| extension == "asz"));
    let untidy = scripts.filter(|file| {
        let Ok(text) = files::read(file) else { return true };
        // What is wrong in it is told where it is used.
        formatted(&files::name(file), &text).is_ok_and(|formatted| formatted.text != text)
    });
    let told = untidy.map(|file| {
        let message = format!("`{}` is not formatted", readable(file));
        unfinished(Span::new(source, 0..0), message).help("`assize fmt FOLDER` puts all scripts of the pack in order")
    });
    told.collect()
}
