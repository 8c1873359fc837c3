//! Everything that is written has an effect, is refused, or is remarked on. One piece of a shipped scene is left out or changed:
//! the program must become another one, tell something else, or somebody must complain.
//!
//! As many changes are tried as a minute allows; `ACCOUNTING=100` tries a hundred of each scene, `ACCOUNTING=0/8` every eighth, and
//! `ACCOUNTING=all` every one, as `.ci/full` does.

mod answers;
mod causes;
mod checked;
mod counting;
mod excuses;
mod idle;
mod mutants;
mod never;
mod open;
#[path = "../shared/shared_out.rs"]
mod shared_out;
mod silent;
mod stated;
mod told;

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use assize::engine::{Cancel, Encounter, Engine, Library, LoadError, Loaded, Shelf, Shipped};
use assize::ir::Program;
use mutants::Mutant;
use serde_json::Value;
use shared_out::shared_out;

/// The files beside a script.
struct Beside(PathBuf);

impl Library for Beside {
    fn load(&self, name: &str, _relative_to: Option<&str>) -> Result<Loaded, LoadError> {
        let text = fs::read_to_string(self.0.join(name)).map_err(|_| LoadError::NotFound)?;
        Ok(Loaded { name: name.to_owned(), text })
    }

    fn names(&self, _relative_to: Option<&str>) -> Vec<String> {
        Vec::new()
    }
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("scripts")
}

/// A shipped scene: its path inside `scripts/`, and its text.
struct Scene {
    name: String,
    folder: PathBuf,
    text: String,
}

fn scenes() -> Vec<Scene> {
    let mut found = Vec::new();
    for folder in ["encounters", "tests", "tests/ttomp"] {
        for entry in fs::read_dir(root().join(folder)).expect("the folder is there") {
            let path = entry.expect("it can be read").path();
            if path.extension().is_some_and(|extension| extension == "asz") {
                let name = format!("{folder}/{}", path.file_name().expect("it has a name").to_string_lossy());
                let text = fs::read_to_string(&path).expect("it is text");
                found.push(Scene { name, folder: root().join(folder), text });
            }
        }
    }
    found.sort_by(|a, b| a.name.cmp(&b.name));
    found
}

fn engine(folder: &Path) -> Engine {
    let engine = Engine::with(Shipped).and(Beside(folder.to_path_buf()));
    #[cfg(feature = "rhai")]
    let engine = engine.functions_by(assize::hook_rhai::reader(assize::engine::Limits::default()));
    engine
}

/// What comes of a script, piece by piece: what is complained of, and its programs, without places in the text. Most changes show in the
/// first pieces, and the others are not written down then.
fn outcome(encounter: &Encounter) -> impl Iterator<Item = String> + '_ {
    let warnings = encounter.warnings().iter().map(|warning| format!("{} {}", warning.code, warning.message));
    let program = encounter.program().into_iter().map(without_places);
    let expectations = encounter.expectations().iter().flat_map(|expectation| {
        let claims: Vec<_> = expectation.claims.iter().map(|claim| &claim.kind).collect();
        let head = format!("{} {:?} {:?} {claims:?}", expectation.title, expectation.mode, expectation.choosing);
        let program = match &expectation.program {
            Ok(program) => without_places(program),
            Err(found) => {
                let found: Vec<String> =
                    found.iter().map(|found| format!("{} {}", found.code, found.message)).collect();
                found.join("\n")
            }
        };
        [head, program]
    });
    warnings.chain(program).chain(expectations)
}

fn without_places(program: &Program) -> String {
    let mut program = serde_json::to_value(program).expect("a program can be written");
    forget_places(&mut program);
    program.to_string()
}

fn forget_places(value: &mut Value) {
    match value {
        Value::Object(fields) => {
            fields.retain(|name, _| !matches!(name.as_str(), "span" | "spans" | "source"));
            fields.values_mut().for_each(forget_places);
        }
        Value::Array(values) => values.iter_mut().for_each(forget_places),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
}

/// The levels of all scales, which may stand in each other's place.
fn levels(encounter: &Encounter) -> Vec<Vec<String>> {
    let own = encounter.expectations().iter().filter_map(|expectation| expectation.program.as_ref().ok());
    let program = encounter.program().into_iter().chain(own).next();
    let scales = program.into_iter().flat_map(|program| &program.scales);
    scales.map(|scale| scale.levels.iter().map(ToString::to_string).collect()).collect()
}

/// Which changes of each scene are tried.
enum Tried {
    All,
    /// So many, spread over all of it.
    Some(usize),
    /// Every so many-th, from this one on.
    Part(usize, usize),
}

impl Tried {
    fn asked_for() -> Self {
        let number = |text: &str| text.parse().expect("`all`, a number of changes, or a part such as 0/8");
        match std::env::var("ACCOUNTING") {
            Ok(which) if which == "all" => Tried::All,
            Ok(which) => match which.split_once('/') {
                Some((part, parts)) => Tried::Part(number(part), number(parts)),
                None => Tried::Some(number(&which)),
            },
            Err(_) => Tried::Some(12),
        }
    }

    fn of(&self, all: Vec<Mutant>) -> Vec<Mutant> {
        let (first, step) = match *self {
            Tried::All => (0, 1),
            Tried::Some(number) => (0, all.len().div_ceil(number).max(1)),
            Tried::Part(part, parts) => (part, parts),
        };
        all.into_iter().skip(first).step_by(step).collect()
    }
}

/// The words with which a line begins that names somebody or something in the scene's system, which it uses or is.
fn kinds(scene: &Scene) -> Vec<String> {
    let used = scene.text.lines().filter_map(|line| line.strip_prefix("use ")?.split_whitespace().next());
    let systems = used.filter_map(|system| fs::read_to_string(root().join(format!("systems/{system}.asz"))).ok());
    let mut kinds = Vec::new();
    for text in systems.chain([scene.text.clone()]) {
        let heads = text.lines().filter_map(|line| line.strip_prefix("kind ").or(line.strip_prefix("one ")));
        kinds.extend(heads.filter_map(|head| head.split(' ').next()).map(str::to_owned));
    }
    kinds
}

/// The changes of a scene that make no difference, and for which there is no excuse.
fn survivors(scene: &Scene) -> Vec<String> {
    let engine = engine(&scene.folder);
    let whole = engine.compile("scene.asz", &scene.text).expect("a shipped scene is right");
    let before: Vec<String> = outcome(&whole).collect();
    let same = |text: &str| {
        engine.compile("scene.asz", text).is_ok_and(|changed| outcome(&changed).eq(before.iter().map(String::as_str)))
    };
    let mutants = Tried::asked_for().of(mutants::of(&scene.name, &scene.text, &levels(&whole)));
    let alive = mutants.into_iter().filter(|mutant| same(&mutant.text));
    let kinds = kinds(scene);
    alive.filter(|mutant| excuses::of(mutant, &kinds).is_none()).map(|mutant| mutant.name).collect()
}

/// The changes that may make no difference, each with its reason: `CHANGE # reason`.
fn reviewed() -> BTreeMap<String, String> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/accounting/survivors.txt");
    let text = fs::read_to_string(path).expect("the list is there");
    let lines = text.lines().filter(|line| !line.starts_with('#') && !line.is_empty());
    lines
        .map(|line| {
            let (change, reason) = line.rsplit_once(" # ").unwrap_or_else(|| panic!("no reason: {line}"));
            (change.to_owned(), reason.to_owned())
        })
        .collect()
}

#[test]
fn every_piece_of_a_shipped_scene_counts() {
    let found: BTreeSet<String> = shared_out(&scenes(), survivors).into_iter().flatten().collect();
    let reviewed = reviewed();
    let new: Vec<&str> = found.iter().filter(|one| !reviewed.contains_key(*one)).map(String::as_str).collect();
    let lines = new.join("\n");
    assert!(new.is_empty(), "{} changes make no difference, and nobody has said why:\n{lines}", new.len());
    if matches!(Tried::asked_for(), Tried::All) {
        let gone: Vec<&String> = reviewed.keys().filter(|one| !found.contains(*one)).collect();
        assert!(gone.is_empty(), "these make a difference now: {gone:#?}");
    }
}

#[test]
fn what_hangs_on_whoever_is_cast_is_not_remarked_on() {
    let text = |names: &str| {
        format!(
            "use ttomp\n{names}\nactor thief\nif lever.worth > 0 {{ note \"it gives\" }}\n\
             action climb by thief {{ value 1b \"freedom\", task climb }}\n"
        )
    };
    let remarks = |names: &str| {
        let encounter = Engine::default().compile("scene.asz", &text(names)).expect("it is right");
        encounter.warnings().iter().filter(|warning| warning.code.0 == "AZ612").count()
    };
    assert_eq!(remarks("cast lever : means"), 0);
    assert_eq!(remarks("means lever { worth 0 }"), 1);
    assert_eq!(remarks("means lever"), 1, "no rule gives it any worth");
}

/// Scenes that somebody wrote who had just learnt the language, and that are right.
fn right_scenes() -> Vec<Scene> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/accounting/right");
    let files = fs::read_dir(&folder).expect("the folder is there").map(|entry| entry.expect("it can be read").path());
    let scene = |path: PathBuf| Scene {
        name: path.file_name().expect("it has a name").to_string_lossy().into_owned(),
        folder: folder.clone(),
        text: fs::read_to_string(path).expect("it is text"),
    };
    files.map(scene).collect()
}

#[test]
fn no_right_scene_is_remarked_on() {
    // All that `check` says of the encounters is looked at elsewhere.
    let tests = scenes().into_iter().filter(|scene| !scene.folder.ends_with("encounters"));
    for scene in tests {
        let encounter = engine(&scene.folder).compile("scene.asz", &scene.text).expect("a shipped scene is right");
        // Somebody who is not cast yet is a stand-in, and that is said.
        let remarks = encounter.warnings().iter().filter(|warning| warning.code.0 != "AZ903");
        let remarks: Vec<&str> = remarks.map(|remark| remark.message.as_str()).collect();
        assert!(remarks.is_empty(), "{}: {remarks:#?}", scene.name);
    }
}

#[test]
fn no_value_of_a_right_scene_makes_no_difference() {
    let shipped = scenes().into_iter().filter(|scene| scene.folder.ends_with("encounters"));
    let scenes: Vec<Scene> = shipped.chain(right_scenes()).collect();
    assert!(scenes.len() >= 34, "{}", scenes.len());
    shared_out(&scenes, |scene| {
        let encounter = engine(&scene.folder).compile("scene.asz", &scene.text).expect("a shipped scene is right");
        let idle: Vec<_> = encounter.remarks().into_iter().filter(|remark| remark.code.0 != "AZ903").collect();
        assert!(idle.is_empty(), "{}: {idle:#?}", scene.name);
    });
}

/// Settings and blanks that are read, and come to the same whatever they are.
const IDLE: [(&str, &[&str]); 2] = [
    ("use duel\ngame { days 2, people 5 }\nactor kit\ntest a by kit { base 4, difficulty 9 }", &["days", "people"]),
    (
        "use range\ngame { recovery 2 }\nactor bo { skill climb { level 2 } }\nnpc wall { thing }\nact climb by bo versus wall { skill bo.climb }",
        &["recovery"],
    ),
];

#[test]
fn values_that_make_no_difference_are_told() {
    for (scene, expected) in IDLE {
        let encounter =
            Engine::default().compile("scene.asz", scene).unwrap_or_else(|failure| panic!("{scene}: {failure}"));
        let told: Vec<String> = encounter.remarks().into_iter().map(|remark| remark.message).collect();
        let words = |message: &String| message.split('`').nth(1).unwrap_or_default().to_owned();
        assert_eq!(told.iter().map(words).collect::<Vec<_>>(), expected, "{scene}");
    }
}

#[test]
fn settings_of_another_file_are_for_other_scenes_too() {
    let mut shelf = Shelf::default();
    shelf.put("table.asz", "use duel\ngame { days 2 }\nactor kit");
    let scene = "use \"table.asz\"\ntest a by kit { base 4, difficulty 9 }";
    let encounter = Engine::with(shelf).and(Shipped).compile("scene.asz", scene).expect("it is right");
    assert!(encounter.remarks().is_empty());
}

#[test]
fn whoever_is_called_off_tries_no_values() {
    let cancel = Cancel::default();
    let engine = Engine::default().called_off_by(&cancel);
    let (scene, expected) = IDLE[0];
    let encounter = engine.compile("scene.asz", scene).expect("it is right");
    assert_eq!(encounter.remarks().len(), expected.len());
    cancel.call_off();
    assert!(encounter.remarks().is_empty(), "nothing is tried, so nothing is said");
}
