//! All of it: changes behind switches, one build, and one change after the other.

use std::collections::BTreeSet;
use std::error::Error;
use std::fmt;
use std::fs;
use std::path::{Path, PathBuf};

use crate::build::{Built, build};
use crate::record::{Record, first_columns};
use crate::room::{Changes, Room};
use crate::run::{self, Outcome, Test};
use crate::tree;

/// A project whose tests are built.
#[derive(Debug)]
pub struct Work {
    folder: PathBuf,
    changes: Changes,
    programs: Vec<(String, PathBuf)>,
}

/// What is known of a part of a room.
#[derive(Debug)]
pub struct Tally {
    /// The room.
    pub name: String,
    /// Changes that a test has noticed.
    pub caught: BTreeSet<String>,
    /// Those with which a test never came to its end.
    pub endless: BTreeSet<String>,
    /// Those that no test has noticed.
    pub missed: BTreeSet<String>,
    /// How many in the whole room do not compile.
    pub dropped: usize,
}

impl Tally {
    /// Whether nine of ten are caught.
    pub fn suffices(&self) -> bool {
        let all = self.caught.len() + self.endless.len() + self.missed.len();
        self.missed.len() * 10 <= all
    }
}

impl fmt::Display for Tally {
    fn fmt(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [caught, endless, missed] = [&self.caught, &self.endless, &self.missed].map(BTreeSet::len);
        let (name, dropped, all) = (&self.name, self.dropped, caught + endless + missed);
        write!(to, "{name}: of {all} changes {caught} caught, {endless} without an end, {missed} missed; ")?;
        write!(to, "{dropped} of the room do not compile")?;
        self.missed.iter().try_for_each(|mutant| write!(to, "\n  missed: {mutant}"))
    }
}

/// Builds the tests of all rooms of a project with all changes that compile, by these arguments of cargo; everything that is written is in `target/mutants`.
///
/// # Errors
/// If that cannot be done, for other reasons than a change.
pub fn prepare(root: &Path, how: &[String], rooms: &[Room]) -> Result<Work, Box<dyn Error>> {
    let folder = root.join("target/mutants");
    fs::create_dir_all(&folder)?;
    let (dropped, names) = (folder.join("dropped.txt"), folder.join("mutants.txt"));
    let excused = fs::read_to_string(root.join("tests/mutants/excused.txt"))?;
    let mut changes = Changes::of(root, rooms, &excused, first_columns(&dropped))?;
    let tests: BTreeSet<&String> = rooms.iter().flat_map(|room| &room.tests).collect();
    let tests: Vec<String> = tests.into_iter().cloned().collect();
    loop {
        let switched = changes.switched();
        tree::lay_out(root, &folder.join("tree"), &changes.instead(root, &switched)?)?;
        match build(&folder.join("tree"), &folder.join("build"), how, &tests)? {
            Built::Tests(programs) => {
                fs::write(names, lines(changes.kept().map(|(number, mutant)| format!("{number}\t{mutant}"))))?;
                return Ok(Work { folder, changes, programs });
            }
            Built::Wrong(wrong, said) => {
                if changes.drop_wrong(&switched, &wrong) == 0 {
                    return Err(said.into());
                }
                fs::write(&dropped, lines(changes.dropped.iter().cloned()))?;
            }
        }
    }
}

/// A part of a room whose changes the quick tests have seen.
#[derive(Debug)]
pub struct Attempt<'r> {
    room: &'r Room,
    record: Record,
    /// What it consists of.
    names: BTreeSet<String>,
    /// What no quick test has noticed, though so many came there.
    open: Vec<(usize, String, usize)>,
    slow: Vec<Test>,
}

impl Work {
    /// Shows what is not known yet of a part of a room, one of `of`, drawn evenly, to those tests that are quick.
    ///
    /// # Errors
    /// If a test cannot be run, or what came of it not be written.
    pub fn begin<'r>(&self, room: &'r Room, which: usize, of: usize) -> Result<Attempt<'r>, Box<dyn Error>> {
        let record = Record::new(&self.folder.join(&room.name))?;
        let inside = self.changes.kept().filter(|(_, mutant)| room.files.contains(&mutant.file));
        let mut part: Vec<(usize, String)> =
            inside.skip(which).step_by(of).map(|(number, mutant)| (number, mutant.to_string())).collect();
        let names: BTreeSet<String> = part.iter().map(|(_, name)| name.clone()).collect();
        let known: BTreeSet<String> = record.known(&names).into_iter().flatten().collect();
        part.retain(|(_, name)| !known.contains(name));
        let mut attempt = Attempt { room, record, names, open: Vec::new(), slow: Vec::new() };
        if part.is_empty() {
            return Ok(attempt);
        }
        let programs: Vec<_> = self.programs.iter().filter(|(name, _)| room.tests.contains(name)).cloned().collect();
        let (quick, slow) = run::tests(&self.tree(), &self.scratch(), &programs)?;
        attempt.slow = slow;
        for (number, name) in part {
            match run::outcome(&self.tree(), &quick, number)? {
                Outcome::Missed(tests) => attempt.open.push((number, name, tests)),
                found @ (Outcome::Caught(_) | Outcome::Endless(_)) => attempt.record.add(&name, &found)?,
            }
        }
        Ok(attempt)
    }

    /// Shows what is left to the slow tests.
    ///
    /// # Errors
    /// If a test cannot be run, or what came of it not be written.
    pub fn end(&self, attempt: Attempt) -> Result<Tally, Box<dyn Error>> {
        let Attempt { room, record, names, open, slow } = attempt;
        if !open.is_empty() {
            let slow = run::slow(&self.tree(), &self.scratch(), slow)?;
            for (number, name, quick) in &open {
                let outcome = match run::outcome(&self.tree(), &slow, *number)? {
                    Outcome::Missed(tests) => Outcome::Missed(quick + tests),
                    found @ (Outcome::Caught(_) | Outcome::Endless(_)) => found,
                };
                record.add(name, &outcome)?;
            }
        }
        let [caught, endless, missed] = record.known(&names);
        let found = self.changes.mutants.iter().filter(|mutant| room.files.contains(&mutant.file));
        let dropped = found.filter(|mutant| self.changes.dropped.contains(&mutant.to_string())).count();
        Ok(Tally { name: room.name.clone(), caught, endless, missed, dropped })
    }

    fn tree(&self) -> PathBuf {
        self.folder.join("tree")
    }

    fn scratch(&self) -> PathBuf {
        self.folder.join("reached.txt")
    }
}

impl Attempt<'_> {
    /// What is left to the slow tests, a line for each.
    pub fn open(&self) -> impl Iterator<Item = String> {
        self.open.iter().map(|(_, name, tests)| format!("{name}\t{tests} quick tests come there"))
    }
}

fn lines(lines: impl Iterator<Item = String>) -> String {
    lines.map(|line| line + "\n").collect()
}
