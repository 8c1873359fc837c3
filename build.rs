//! Puts what is written in the project's own folders inside the program, so that a new one needs no line of Rust: the
//! scripts that are shipped with the data of their decks, the pages of the book and of the mistakes, and the keywords of
//! the grammar, and which rules of its book a line of a system holds.

#[path = "grammar/keywords.rs"]
mod keywords;
#[path = "scripts/rules.rs"]
mod rules;

use std::path::{Path, PathBuf};
use std::{env, fs, io};

fn main() -> io::Result<()> {
    let root = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").unwrap_or_default());
    let out = PathBuf::from(env::var_os("OUT_DIR").unwrap_or_default());
    for folder in ["scripts", "docs", "grammar", "examples"] {
        println!("cargo::rerun-if-changed={folder}");
    }
    fs::write(out.join("shipped.rs"), table(&scripts(&root.join("scripts"))?))?;
    fs::write(out.join("topics.rs"), table(&topics(&root.join("docs/src"), &out)?))?;
    fs::write(out.join("mistakes.rs"), table(&named(files(&root.join("docs/mistakes"), &["md"])?)))?;
    fs::write(out.join("new.rs"), table(&beginnings(&root.join("scripts/new"))?))?;
    fs::write(out.join("new_packs.rs"), table(&packs(&root.join("scripts/new-packs"))?))?;
    fs::write(out.join("rules.rs"), keys(&root)?)?;
    let grammar = fs::read_to_string(root.join("grammar/assize.pest"))?;
    fs::write(out.join("keywords.rs"), keywords::tables(&grammar))
}

/// A name and the file whose text it stands for.
type Named = (String, PathBuf);

/// A script is called by its bare name; the data of a deck and functions in Rhai keep their ending.
fn scripts(folder: &Path) -> io::Result<Vec<Named>> {
    let mut scripts = Vec::new();
    for folder in ["systems", "house"].map(|name| folder.join(name)) {
        scripts.extend(named(files(&folder, &["asz"])?));
        let others = files(&folder, &["csv", "rhai"])?;
        scripts.extend(others.into_iter().map(|file| (text(file.file_name()), file)));
    }
    Ok(scripts)
}

/// The pages of the book, which the help of a session shows.
fn topics(folder: &Path, out: &Path) -> io::Result<Vec<Named>> {
    let mut pages = files(folder, &["md"])?;
    pages.extend(files(&folder.join("cookbook"), &["md"])?);
    let mut topics = Vec::new();
    for (name, page) in named(pages) {
        let text = fs::read_to_string(&page)?;
        // A page that only takes another one in has nothing to show here.
        if name == "SUMMARY" || text.starts_with(INCLUDE) {
            continue;
        }
        let page = if text.contains(INCLUDE) { whole(&name, &page, &text, out)? } else { page };
        topics.push((name, page));
    }
    Ok(topics)
}

/// How a page of the book takes in another file.
const INCLUDE: &str = "{{#include ";

/// A page with the files that it takes in.
fn whole(name: &str, page: &Path, text: &str, out: &Path) -> io::Result<PathBuf> {
    let beside = page.parent().unwrap_or(Path::new(""));
    let mut whole = String::new();
    for line in text.lines() {
        match line.strip_prefix(INCLUDE).and_then(|rest| rest.strip_suffix("}}")) {
            Some(file) => whole.push_str(&fs::read_to_string(beside.join(file))?),
            None => whole.extend([line, "\n"]),
        }
    }
    let file = out.join(format!("topic-{name}.md"));
    fs::write(&file, whole)?;
    Ok(file)
}

/// What a new folder holds, by the system and the name of the file.
fn beginnings(folder: &Path) -> io::Result<Vec<Named>> {
    let entries: io::Result<Vec<PathBuf>> =
        fs::read_dir(folder)?.map(|entry| entry.map(|entry| entry.path())).collect();
    let mut systems = entries?;
    systems.retain(|entry| entry.is_dir());
    systems.sort();
    let mut found = Vec::new();
    for system in systems {
        let name = |file: &Path| [text(system.file_name()), text(file.file_name())].join("/");
        found.extend(files(&system, &["asz", "md"])?.into_iter().map(|file| (name(&file), file)));
    }
    Ok(found)
}

/// What a new pack of house rules holds, by the system and the name of the file.
fn packs(folder: &Path) -> io::Result<Vec<Named>> {
    let mut found = Vec::new();
    let entries: io::Result<Vec<_>> = fs::read_dir(folder)?.collect();
    let mut entries = entries?;
    entries.sort_by_key(fs::DirEntry::file_name);
    for entry in entries {
        let name = text(Some(&entry.file_name()));
        if entry.file_type()?.is_dir() {
            let inner = packs(&entry.path())?;
            found.extend(inner.into_iter().map(|(file, path)| ([name.as_str(), &file].join("/"), path)));
        } else {
            found.push((name, entry.path()));
        }
    }
    Ok(found)
}

/// The rules of each system that has a key page, with the lines that hold them, as rows in Rust.
fn keys(root: &Path) -> io::Result<String> {
    let mut table = String::from("&[\n");
    for (system, page) in named(files(&root.join("docs/src/rules"), &["md"])?) {
        let page = fs::read_to_string(page)?;
        let scripts = scripts_of(&system, root)?;
        let scripts: Vec<rules::Script<'_>> =
            scripts.iter().map(|(name, text)| (name.as_str(), text.as_str())).collect();
        let rows = rules::rows(&page);
        let held = rules::Held::by(&scripts, &rows);
        for rules::Row { heading, id, says, kept } in &rows {
            let (holding, all, example) = (held.lines(id), held.all(id), rules::is_example(id));
            let row = format!(
                "Rule {{ system: {system:?}, id: {id:?}, heading: {heading:?}, says: &{says:?}, kept: {kept:?}, example: {example}, holding: &{holding:?}, lines: &{all:?} }}"
            );
            table.extend(["    ", &row, ",\n"]);
        }
    }
    Ok(table + "]\n")
}

/// The script of a system, and those of the house rules that extend it.
fn scripts_of(system: &str, root: &Path) -> io::Result<Vec<(String, String)>> {
    let mut found = named(files(&root.join("scripts/house"), &["asz"])?);
    found.insert(0, (system.to_owned(), root.join(format!("scripts/systems/{system}.asz"))));
    let read = |(name, file): Named| Ok((name, fs::read_to_string(file)?));
    let mut scripts = found.into_iter().map(read).collect::<io::Result<Vec<_>>>()?;
    scripts.retain(|(name, text)| name == system || rules::extends(text) == Some(system));
    Ok(scripts)
}

/// Files by their names without the ending.
fn named(files: Vec<PathBuf>) -> Vec<Named> {
    files.into_iter().map(|file| (text(file.file_stem()), file)).collect()
}

fn text(name: Option<&std::ffi::OsStr>) -> String {
    name.unwrap_or_default().to_string_lossy().into_owned()
}

/// Names with their texts, as a table in Rust.
fn table(named: &[Named]) -> String {
    let rows = named.iter().map(|(name, file)| {
        let path = file.display().to_string();
        ["    (", &format!("{name:?}"), ", include_str!(", &format!("{path:?}"), ")),\n"].concat()
    });
    ["&[\n", &rows.collect::<String>(), "]\n"].concat()
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
