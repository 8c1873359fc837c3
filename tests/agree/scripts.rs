//! The scripts of the repository, compiled.

use std::fs;
use std::path::{Path, PathBuf};

use assize::engine::{Encounter, Engine, Library, LoadError, Loaded};

/// A script by its path inside `scripts/`.
pub struct Script {
    pub name: String,
    pub path: PathBuf,
    pub text: String,
}

/// Looks beside the file that says `use`.
struct Beside;

impl Library for Beside {
    fn load(&self, name: &str, relative_to: Option<&str>) -> Result<Loaded, LoadError> {
        let folder = relative_to.map(Path::new).and_then(Path::parent).unwrap_or(Path::new(""));
        let places = [folder.join(name), folder.join(format!("{name}.asz"))];
        let path = places.into_iter().find(|path| path.is_file()).ok_or(LoadError::NotFound)?;
        let text = fs::read_to_string(&path).map_err(|_| LoadError::NotFound)?;
        Ok(Loaded { name: path.to_string_lossy().into_owned(), text })
    }

    fn names(&self, _relative_to: Option<&str>) -> Vec<String> {
        Vec::new()
    }
}

/// Every script below `scripts/` that this program can read, sorted.
pub fn all() -> Vec<Script> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("scripts");
    let (mut open, mut paths) = (vec![root.clone()], Vec::new());
    while let Some(folder) = open.pop() {
        for entry in fs::read_dir(folder).expect("the folder can be read") {
            let path = entry.expect("the folder can be read").path();
            if path.is_dir() {
                // What `assize new pack` begins with has places to be filled in; `tests/packs/` tries it when they are.
                if !path.ends_with("new-packs") {
                    open.push(path);
                }
            } else if path.extension().is_some_and(|extension| extension == "asz") && readable(&path) {
                paths.push(path);
            }
        }
    }
    paths.sort();
    let scripts = paths.into_iter().map(|path| {
        let text = fs::read_to_string(&path).expect("a script is text");
        let inside = path.strip_prefix(&root).expect("it lies there").to_string_lossy().replace('\\', "/");
        Script { name: inside, path, text }
    });
    scripts.collect()
}

/// Functions beside a script are read by a program that knows their language.
fn readable(script: &Path) -> bool {
    cfg!(feature = "rhai") || !script.with_extension("rhai").exists()
}

#[cfg(feature = "rhai")]
fn engine() -> Engine {
    Engine::with(Beside).functions_by(assize::hook_rhai::reader(assize::engine::Limits::default()))
}

#[cfg(not(feature = "rhai"))]
fn engine() -> Engine {
    Engine::with(Beside)
}

impl Script {
    /// Compiles it; it must be right.
    pub fn compile(&self) -> Encounter {
        let engine = engine();
        let encounter = engine.compile(&self.path.to_string_lossy(), &self.text);
        encounter.unwrap_or_else(|failure| panic!("{}: {failure}", self.name))
    }
}

/// Compiles a text that needs nothing but shipped systems.
pub fn compile(text: &str) -> Encounter {
    Engine::default().compile("case.asz", text).unwrap_or_else(|failure| panic!("{failure}\n{text}"))
}
