//! An evening that survives a crash: a session kept in a journal, first in a file, then wherever the host keeps things.
//!
//! ```text
//! cargo run --example session_with_journal
//! ```

#![expect(clippy::print_stdout, reason = "an example shows what it found")]

use std::error::Error;
use std::sync::{Arc, Mutex, PoisonError};
use std::{env, fs, io, process};

use assize::journal::{self, Journal, Store};
use assize::{Engine, JournalFile, Session};

/// Runs the example.
///
/// # Errors
/// When something is wrong with the scene, in words.
pub fn main() -> Result<(), Box<dyn Error>> {
    print!("{}", told()?);
    Ok(())
}

/// What the example has to tell.
///
/// # Errors
/// As [`main`].
pub fn told() -> Result<String, Box<dyn Error>> {
    let folder = env::temp_dir().join(format!("assize-example-{}", process::id()));
    fs::create_dir_all(&folder)?;
    let told = in_a_file(&folder.join("evening.journal")).and_then(|told| Ok(told + in_a_store()?.as_str()));
    fs::remove_dir_all(&folder)?;
    told
}

fn in_a_file(path: &std::path::Path) -> Result<String, Box<dyn Error>> {
    let (journal, _) = JournalFile::open(path)?;
    let mut session = Session::begin(Engine::default(), 7, Some(journal))?;
    for line in ["use ttomp", "actor inez \"Inez\"", "action climb by inez { task climb { quality good } }"] {
        // When this returns, the line and what came of it are on the disk.
        session.enter(line, None)?;
    }
    let before = session.whole();
    // No farewell is needed: dropping it stands for the crash.
    drop(session);

    let (journal, recovered) = JournalFile::open(path)?;
    let (session, _) = Session::resume(Engine::default(), &recovered.records, Some(journal))?;
    let same = session.whole() == before;
    Ok(format!("{} entries came back, the same as before: {same}\n", session.entries().len()))
}

/// A host's own place for lines; here it is memory, elsewhere a row in a database.
#[derive(Clone, Default)]
struct Rows(Arc<Mutex<Vec<u8>>>);

impl Store for Rows {
    /// Returns only when the line is safe.
    fn append(&mut self, line: &[u8]) -> io::Result<()> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).extend_from_slice(line);
        Ok(())
    }
}

fn in_a_store() -> Result<String, Box<dyn Error>> {
    let rows = Rows::default();
    let mut session = Session::begin(Engine::default(), 7, Some(Journal::begin(Box::new(rows.clone()))))?;
    session.enter("use ttomp", None)?;
    let recovered = journal::read(&rows.0.lock().unwrap_or_else(PoisonError::into_inner))?;
    Ok(format!("{} records in the store\n", recovered.records.len()))
}
