//! Every script that comes with the program does what its expectations say.

#[path = "shared/shared_out.rs"]
mod shared_out;

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use assize::engine::{Encounter, Engine, Failure, Library, LoadError, Loaded, Shipped};
use assize::language_service::formatted;
use shared_out::shared_out;

/// The files of a folder and of all folders inside it that end so, sorted.
fn files(folder: &Path, ending: &str) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).expect("the folder is there") {
        let path = entry.expect("it can be read").path();
        if path.is_dir() {
            // What `assize new pack` begins with has places to be filled in; `tests/packs/` tries it when they are.
            if !path.ends_with("new-packs") {
                found.extend(files(&path, ending));
            }
        } else if path.extension().is_some_and(|extension| extension == ending) {
            found.push(path);
        }
    }
    found.sort();
    found
}

fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

fn text(path: &Path) -> String {
    fs::read_to_string(path).expect("it can be read")
}

/// The files beside a script.
struct Beside(PathBuf);

impl Library for Beside {
    fn load(&self, name: &str, _relative_to: Option<&str>) -> Result<Loaded, LoadError> {
        let [written, bare] = [self.0.join(name), self.0.join(format!("{name}.asz"))];
        let text = fs::read_to_string(written).or_else(|_| fs::read_to_string(bare));
        text.map(|text| Loaded { name: name.to_owned(), text }).map_err(|_| LoadError::NotFound)
    }

    fn names(&self, _relative_to: Option<&str>) -> Vec<String> {
        Vec::new()
    }
}

fn compile(script: &Path) -> Result<Encounter, Failure> {
    let folder = script.parent().expect("a script is in a folder").to_path_buf();
    let engine = Engine::with(Shipped).and(Beside(folder));
    #[cfg(feature = "rhai")]
    let engine = engine.functions_by(assize::hook_rhai::reader(assize::engine::Limits::default()));
    let name = script.file_name().expect("a script has a name").to_string_lossy().into_owned();
    engine.compile(&name, &text(script))
}

/// What is wrong with a script; nothing, if all is well.
fn complaints(script: &Path) -> String {
    let encounter = match compile(script) {
        Ok(encounter) => encounter,
        Err(failure) => return failure.to_string(),
    };
    let failed = encounter.test().tested.into_iter().filter(|one| !one.failures.is_empty());
    let failed = failed.map(|one| {
        let reasons: Vec<String> = one.failures.iter().map(|failure| failure.message.clone()).collect();
        format!("line {}: {}\n  {}\n", one.place.line, one.title, reasons.join("\n  "))
    });
    failed.collect()
}

#[test]
fn every_script_does_what_it_says() {
    // Functions beside a script are read by a program that knows their language.
    let readable = |script: &PathBuf| cfg!(feature = "rhai") || !script.with_extension("rhai").exists();
    let scripts: Vec<PathBuf> = files(&root().join("scripts"), "asz").into_iter().filter(readable).collect();
    let told = shared_out(&scripts, |script| {
        let name = script.strip_prefix(root()).unwrap_or(script).display().to_string();
        (name, complaints(script))
    });
    let wrong = told.into_iter().filter(|(_, complaints)| !complaints.is_empty());
    let wrong: Vec<String> = wrong.map(|(name, complaints)| format!("{name}\n{complaints}")).collect();
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
}

#[test]
fn every_script_is_in_the_layout_of_fmt() {
    let folders = ["scripts", "benches"].map(|folder| files(&root().join(folder), "asz"));
    let untidy = folders.into_iter().flatten().filter(|script| {
        let text = fs::read_to_string(script).expect("it can be read");
        let name = script.display().to_string();
        formatted(&name, &text).unwrap_or_else(|failure| panic!("{failure}")).text != text
    });
    let untidy: Vec<PathBuf> = untidy.collect();
    assert!(untidy.is_empty(), "`assize fmt scripts benches` changes {untidy:#?}");
}

/// The cases of the catalogue.
fn cases() -> Vec<String> {
    let cases: Vec<serde_json::Value> =
        serde_json::from_str(include_str!("reference/cases.json")).expect("the catalogue is a list");
    let ids = cases.iter().map(|case| case.get("id").and_then(|id| id.as_str()).expect("a case has an ID").to_owned());
    ids.collect()
}

/// Something that can be reached: its script, line and column, and what it is.
type Thing = (String, u32, u32, String);

#[test]
fn every_rule_row_and_branch_of_a_system_is_tried_or_says_why_not() {
    let mut tried: BTreeMap<Thing, (bool, Option<String>)> = BTreeMap::new();
    let scripts = files(&root().join("scripts"), "asz");
    let covered = shared_out(&scripts, |script| compile(script).map_or_else(|_| Vec::new(), |all| all.coverage()));
    for one in covered.into_iter().flatten() {
        let stem = Path::new(&one.place.file).file_stem().expect("a file has a name").to_string_lossy().into_owned();
        let known = tried.entry((stem, one.place.line, one.place.column, one.what)).or_insert((false, one.reason));
        known.0 |= one.reached;
    }
    let systems: BTreeSet<String> = files(&root().join("scripts/systems"), "asz")
        .iter()
        .filter_map(|path| Some(path.file_stem()?.to_string_lossy().into_owned()))
        .collect();
    let missing = tried
        .into_iter()
        .filter(|((file, ..), (reached, reason))| systems.contains(file) && !reached && reason.is_none());
    let missing: Vec<String> = missing.map(|((file, line, _, what), _)| format!("{file}.asz:{line} {what}")).collect();
    assert!(missing.is_empty(), "no expectation reaches\n{}", missing.join("\n"));
}

#[test]
fn every_case_of_the_catalogue_is_tried() {
    let mut tests = files(&root().join("tests"), "rs");
    tests.retain(|test| !test.to_string_lossy().contains("reference"));
    let scripts = files(&root().join("scripts"), "asz").into_iter().chain(tests);
    let read: Vec<String> = scripts.map(|file| text(&file)).collect();
    let words: BTreeSet<&str> =
        read.iter().flat_map(|text| text.split(|letter: char| !letter.is_alphanumeric() && letter != '-')).collect();
    let missing: Vec<String> = cases().into_iter().filter(|id| !words.contains(id.as_str())).collect();
    assert!(missing.is_empty(), "nothing tries {}", missing.join(", "));
}
