//! What is known of each change, in files that people read: a line for each. What is in them is not tried again.

use std::collections::BTreeSet;
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use crate::run::Outcome;

/// The files of a room.
#[derive(Debug)]
pub struct Record {
    folder: PathBuf,
}

/// Each of them, as far as it goes.
const FILES: [&str; 3] = ["caught.txt", "endless.txt", "missed.txt"];

impl Record {
    /// In this folder, which is made.
    ///
    /// # Errors
    /// If it cannot be.
    pub fn new(folder: &Path) -> io::Result<Record> {
        fs::create_dir_all(folder)?;
        Ok(Record { folder: folder.to_owned() })
    }

    /// Adds what a change has come to.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn add(&self, mutant: &str, outcome: &Outcome) -> io::Result<()> {
        match outcome {
            Outcome::Caught(by) => self.line(FILES[0], mutant, by),
            Outcome::Endless(by) => self.line(FILES[1], mutant, by),
            Outcome::Missed(0) => self.line(FILES[2], mutant, "no test comes there"),
            Outcome::Missed(tests) => self.line(FILES[2], mutant, &format!("{tests} tests come there")),
        }
    }

    fn line(&self, file: &str, mutant: &str, more: &str) -> io::Result<()> {
        let mut file = fs::OpenOptions::new().append(true).create(true).open(self.folder.join(file))?;
        file.write_all(format!("{mutant}\t{more}\n").as_bytes())
    }

    /// Which of these changes were caught, never ended and were missed.
    pub fn known(&self, mutants: &BTreeSet<String>) -> [BTreeSet<String>; 3] {
        FILES.map(|file| first_columns(&self.folder.join(file)).intersection(mutants).cloned().collect())
    }
}

/// What stands before the tab of each line; nothing if there is no such file.
pub fn first_columns(path: &Path) -> BTreeSet<String> {
    let text = fs::read_to_string(path).unwrap_or_default();
    text.lines().filter_map(|line| line.split('\t').next()).map(str::to_owned).collect()
}
