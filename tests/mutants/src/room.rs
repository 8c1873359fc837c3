//! What is asked for on the command line, and which changes that makes.

use std::collections::{BTreeMap, BTreeSet};
use std::error::Error;
use std::fs;
use std::path::{Path, PathBuf};

use crate::find::{Mutant, mutants};
use crate::switch::{Switched, module, switched};

/// Files whose changes the same tests have to notice.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Room {
    /// What people call it.
    pub name: String,
    /// From the folder of the project.
    pub files: Vec<String>,
    /// `lib`, or one of `tests/`.
    pub tests: Vec<String>,
}

/// Reads `--room NAME FILE… -- TEST…`, as often as it is there.
///
/// # Errors
/// If a room has no name, files or tests.
pub fn rooms(arguments: &[String]) -> Result<Vec<Room>, String> {
    let mut rooms = Vec::new();
    for asked in arguments.split(|argument| argument == "--room").skip(1) {
        let mut parts = asked.splitn(2, |argument| argument == "--");
        match (parts.next(), parts.next()) {
            (Some([name, files @ ..]), Some(tests)) if !files.is_empty() && !tests.is_empty() => {
                rooms.push(Room { name: name.clone(), files: files.to_vec(), tests: tests.to_vec() });
            }
            _ => return Err(format!("`--room NAME FILE… -- TEST…` instead of: {}", asked.join(" "))),
        }
    }
    Ok(rooms)
}

/// All changes of all rooms. The number of each is its place, from 1; it stays when others are dropped.
#[derive(Debug)]
pub struct Changes {
    /// In the order of their numbers.
    pub mutants: Vec<Mutant>,
    /// What does not compile.
    pub dropped: BTreeSet<String>,
    texts: BTreeMap<String, String>,
}

impl Changes {
    /// Those of these files that no line of `excused` names.
    ///
    /// # Errors
    /// If a file cannot be read, or is not Rust.
    pub fn of(
        root: &Path,
        rooms: &[Room],
        excused: &str,
        dropped: BTreeSet<String>,
    ) -> Result<Changes, Box<dyn Error>> {
        let left_out: Vec<&str> = excused.lines().filter(|line| !line.is_empty() && !line.starts_with('#')).collect();
        let (mut found, mut texts) = (Vec::new(), BTreeMap::new());
        for file in rooms.iter().flat_map(|room| &room.files) {
            let text = fs::read_to_string(root.join(file))?;
            found.extend(mutants(file, &text)?);
            texts.insert(file.clone(), text);
        }
        found.retain(|mutant| !left_out.iter().any(|beginning| mutant.key().starts_with(beginning)));
        Ok(Changes { mutants: found, dropped, texts })
    }

    /// Those that are in the build.
    pub fn kept(&self) -> impl Iterator<Item = (usize, &Mutant)> {
        let numbered = self.mutants.iter().enumerate().map(|(index, mutant)| (index + 1, mutant));
        numbered.filter(|(_, mutant)| !self.dropped.contains(&mutant.to_string()))
    }

    /// Each file with its changes behind switches.
    pub fn switched(&self) -> BTreeMap<PathBuf, Switched> {
        let of = |file: &str| self.kept().filter(|(_, mutant)| mutant.file == file).collect::<Vec<_>>();
        self.texts.iter().map(|(file, text)| (file.into(), switched(text, &of(file)))).collect()
    }

    /// What the tree has instead of the project's own: these files, and the module that they ask.
    ///
    /// # Errors
    /// If the project has no library.
    pub fn instead(
        &self,
        root: &Path,
        switched: &BTreeMap<PathBuf, Switched>,
    ) -> std::io::Result<BTreeMap<PathBuf, String>> {
        let library = fs::read_to_string(root.join("src/lib.rs"))?;
        let mut texts: BTreeMap<PathBuf, String> =
            switched.iter().map(|(file, of)| (file.clone(), of.text.clone())).collect();
        texts.insert("src/lib.rs".into(), format!("{library}\n#[doc(hidden)]\npub mod mutant;\n"));
        texts.insert("src/mutant.rs".into(), module(self.mutants.len()));
        Ok(texts)
    }

    /// Leaves out whatever stands where the compiler finds fault, and says how many that were.
    pub fn drop_wrong(&mut self, switched: &BTreeMap<PathBuf, Switched>, wrong: &[(PathBuf, usize)]) -> usize {
        let blamed = wrong.iter().filter_map(|(file, at)| Some(switched.get(file)?.blamed(*at))).flatten();
        let before = self.dropped.len();
        self.dropped.extend(blamed.map(|number| self.mutants[number - 1].to_string()));
        self.dropped.len() - before
    }
}
