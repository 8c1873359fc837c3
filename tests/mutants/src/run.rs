//! One test at a time, with one change on.

use std::collections::BTreeSet;
use std::fs;
use std::io;
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

/// A test of a program of tests.
#[derive(Debug, Clone)]
pub struct Test {
    /// The program's name.
    pub of: String,
    /// Its own.
    pub name: String,
    program: PathBuf,
    /// How long it takes with no change on.
    took: Duration,
    reached: BTreeSet<usize>,
}

/// What a change has come to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Outcome {
    /// This test has failed.
    Caught(String),
    /// This test took far longer than it should.
    Endless(String),
    /// So many tests come there, and none has noticed.
    Missed(usize),
}

/// How long a test may take to be among those that each change is shown to first.
const QUICK: Duration = Duration::from_secs(3);

/// Every test of these programs that is quick, the quickest first; and the others, which are not known yet.
///
/// # Errors
/// If a program cannot be run.
pub fn tests(tree: &Path, scratch: &Path, programs: &[(String, PathBuf)]) -> io::Result<(Vec<Test>, Vec<Test>)> {
    let mut tests = Vec::new();
    for (of, program) in programs {
        let listed = Command::new(program).args(["--list", "--format", "terse"]).current_dir(tree).output()?;
        let names = String::from_utf8_lossy(&listed.stdout).into_owned();
        tests.extend(names.lines().filter_map(|line| line.strip_suffix(": test")).map(|name| Test {
            of: of.clone(),
            name: name.to_owned(),
            program: program.clone(),
            took: Duration::ZERO,
            reached: BTreeSet::new(),
        }));
    }
    looked_at(tree, scratch, tests, QUICK)
}

/// The slow ones, looked at for as long as they take.
///
/// # Errors
/// If one cannot be run.
pub fn slow(tree: &Path, scratch: &Path, tests: Vec<Test>) -> io::Result<Vec<Test>> {
    let (known, endless) = looked_at(tree, scratch, tests, Duration::from_mins(20))?;
    for test in endless {
        eprintln!("{} {} has no end: it is left out", test.of, test.name);
    }
    Ok(known)
}

/// Those that end in time, the quickest first, and the others. Those that fail with no change on are told and left out.
fn looked_at(tree: &Path, scratch: &Path, tests: Vec<Test>, patience: Duration) -> io::Result<(Vec<Test>, Vec<Test>)> {
    let (mut known, mut late) = (Vec::new(), Vec::new());
    for mut test in tests {
        match test.look(tree, scratch, patience)? {
            Some(true) => known.push(test),
            Some(false) => eprintln!("{} {} fails with no change on: it is left out", test.of, test.name),
            None => late.push(test),
        }
    }
    known.sort_by_key(|test| test.took);
    Ok((known, late))
}

/// What these tests say of a change, until one of them notices.
///
/// # Errors
/// If one cannot be run.
pub fn outcome(tree: &Path, tests: &[Test], number: usize) -> io::Result<Outcome> {
    let mut passed = 0;
    for test in tests.iter().filter(|test| test.reached.contains(&number)) {
        let patience = 3 * test.took + Duration::from_secs(5);
        match test.passes(tree, ("MUTANT", number.to_string().as_ref()), patience)? {
            Some(true) => passed += 1,
            Some(false) => return Ok(Outcome::Caught(format!("{} {}", test.of, test.name))),
            None => return Ok(Outcome::Endless(format!("{} {}", test.of, test.name))),
        }
    }
    Ok(Outcome::Missed(passed))
}

impl Test {
    /// Runs it once, to see what it comes to and how long that takes.
    fn look(&mut self, tree: &Path, scratch: &Path, patience: Duration) -> io::Result<Option<bool>> {
        fs::write(scratch, "")?;
        let began = Instant::now();
        let passes = self.passes(tree, ("MUTANTS_REACHED", scratch), patience)?;
        self.took = began.elapsed();
        self.reached = fs::read_to_string(scratch)?.lines().filter_map(|line| line.parse().ok()).collect();
        Ok(passes)
    }

    /// Whether it passes, if it ends in time. It gets a group of processes and 8 GB: what it starts is ended with it.
    fn passes(&self, tree: &Path, (variable, value): (&str, &Path), patience: Duration) -> io::Result<Option<bool>> {
        let mut command = Command::new("sh");
        command.args(["-c", "ulimit -v 8000000; exec \"$0\" \"$@\""]).arg(&self.program).args(["--exact", &self.name]);
        command.current_dir(tree).env("CARGO_MANIFEST_DIR", tree).env("INSTA_WORKSPACE_ROOT", tree).process_group(0);
        command.env(variable, value);
        let mut running = command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).spawn()?;
        let began = Instant::now();
        while began.elapsed() < patience {
            if let Some(status) = running.try_wait()? {
                return Ok(Some(status.success()));
            }
            sleep(Duration::from_millis(2).max(began.elapsed() / 50));
        }
        Command::new("kill").args(["-KILL", "--", &format!("-{}", running.id())]).status()?;
        running.wait()?;
        Ok(None)
    }
}
