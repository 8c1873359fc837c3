//! `assize check --fix FILE…`: makes the changes that need no question in the files that were named, and in no others.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use super::edited::Edited;
use super::files::{self, Folder};
use super::named::Named;
use super::paths::readable;
use super::{Exit, Terminal};
use crate::diagnostic::{Diagnostic, Fix, clean, codes, fix};
use crate::engine::{Cast, Failure};
use crate::source::SourceMap;

/// After so many rounds the files are left as they are: fixes that never come to an end are none.
const ROUNDS: usize = 20;

/// What is shown of a stretch of text, in characters.
const SHOWN: usize = 60;

/// Fixes the files, and tells what was changed and what is left.
pub(super) fn fix(paths: &[PathBuf], cast: &Cast, terminal: &mut Terminal) -> Exit {
    if paths.iter().any(|path| path == Path::new("-")) {
        let complaint = Diagnostic::placeless(codes::USAGE, "stdin cannot be fixed: it is not a file");
        return terminal.fail(&complaint.help("name a file, or omit `--fix`").into(), Exit::Usage);
    }
    let mut exit = Exit::Done;
    let mut named = BTreeMap::new();
    for path in paths {
        match Named::read(path) {
            Ok(file) => {
                let text = file.text().to_owned();
                named.insert(files::name(path), Fixed { file, text, changes: Vec::new() });
            }
            Err(complaint) => exit = exit.and(terminal.fail(&Failure::from(complaint), Exit::InputOutput)),
        }
    }
    let mut left = Vec::new();
    for _ in 0..ROUNDS {
        left.clear();
        if !round(&mut named, cast, terminal.folder(), &mut left) {
            break;
        }
    }
    let changed: Vec<&Fixed> = named.values().filter(|fixed| !fixed.changes.is_empty()).collect();
    for fixed in &changed {
        match fixed.file.replace(&fixed.text) {
            Ok(()) => terminal.say(&fixed.changes.concat()),
            Err(complaint) => exit = exit.and(terminal.fail(&Failure::from(complaint), Exit::InputOutput)),
        }
    }
    if changed.is_empty() && exit == Exit::Done {
        terminal.say("there is nothing to fix\n");
    }
    left.sort();
    left.dedup();
    terminal.say(&left.concat());
    exit
}

/// Writes the sure fixes into the texts; whether there was one. What could be written into other files goes to `left`.
fn round(named: &mut BTreeMap<String, Fixed>, cast: &Cast, folder: &Folder, left: &mut Vec<String>) -> bool {
    let mut changed = false;
    let in_order: Vec<String> = named.keys().cloned().collect();
    for name in in_order {
        let Some(text) = named.get(&name).map(|file| file.text.clone()) else { continue };
        let texts = named.iter().map(|(name, file)| (name.clone(), file.text.clone())).collect();
        let (found, sources) = findings(&name, &text, cast, Edited { folder: folder.clone(), texts });
        for (id, source) in sources.iter() {
            let fixes = fix::sure(&found, id);
            match named.get_mut(source.name.as_str()) {
                _ if fixes.is_empty() => {}
                // What is shipped may have the name of a file.
                Some(file) if file.text == source.text => {
                    file.changes.extend(fixes.iter().map(|fix| told(fix, &sources)));
                    file.text = fix::write(&file.text, &fixes);
                    changed = true;
                }
                _ => left.extend(fixes.iter().map(|fix| {
                    let name = readable(source.name.as_str());
                    format!("left: {}; `{name}` was not named\n", told(fix, &sources).trim_end())
                })),
            }
        }
    }
    changed
}

fn findings(name: &str, text: &str, cast: &Cast, library: Edited) -> (Vec<Diagnostic>, SourceMap) {
    match files::engine(library).compile_with(name, text, cast) {
        Ok(encounter) => (encounter.warnings().to_vec(), encounter.sources().clone()),
        Err(failure) => (failure.diagnostics.into_iter().collect(), failure.sources),
    }
}

/// A change, with its place, what stood there and what stands there now.
fn told(fix: &Fix, sources: &SourceMap) -> String {
    let place = clean::line(&sources.place(fix.span).to_string());
    let [before, after] = [sources.slice(fix.span), &fix.replacement].map(|text| match text {
        "" => "nothing".to_owned(),
        "\n" => "a line end".to_owned(),
        text => format!("`{}`", clean::short(text, SHOWN)),
    });
    format!("{place}: {before} becomes {after}\n")
}

/// A file that was named, and what has been changed in it.
struct Fixed {
    file: Named,
    /// As it is by now, without the mark that may stand before it.
    text: String,
    /// What has been changed, a line each.
    changes: Vec<String>,
}
