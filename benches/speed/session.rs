//! A session: one entry after few and after many others, taken back, and all of them resumed. The journal is kept in memory.

use std::io;
use std::sync::{Arc, Mutex};

use assize::engine::Engine;
use assize::journal::{Journal, Record, Store, read};
use assize::session::Session;
use divan::{Bencher, black_box};

use crate::scenes;

/// So many entries make a long session.
const MANY: usize = 2_000;

/// Lines in memory.
#[derive(Clone, Default)]
struct Memory(Arc<Mutex<Vec<u8>>>);

impl Store for Memory {
    fn append(&mut self, line: &[u8]) -> io::Result<()> {
        self.0.lock().expect("nobody panics").extend_from_slice(line);
        Ok(())
    }
}

impl Memory {
    fn records(&self) -> Vec<Record> {
        read(&self.0.lock().expect("nobody panics")).expect("it is a journal").records
    }
}

/// An action of the short scene, as one entry.
fn action(number: usize) -> String {
    let (_, action) = scenes::TREATMENT.split_once("\n\n").expect("the action stands by itself");
    action.replacen("stitch", &format!("stitch{number}"), 1)
}

/// A session with so many entries.
fn session(entries: usize) -> (Session, Memory) {
    let memory = Memory::default();
    let journal = Journal::begin(Box::new(memory.clone()));
    (entered(entries, Some(journal)), memory)
}

fn entered(entries: usize, journal: Option<Journal>) -> Session {
    let mut session = Session::begin(Engine::default(), 7, journal).expect("it begins");
    session.enter("use ttomp", None).expect("it is shipped");
    session.enter("actor surgeon \"the surgeon\" { readiness ready }", None).expect("somebody comes");
    for number in 0..entries {
        session.enter(&action(number), None).expect("it runs");
    }
    session
}

/// The most memory that this process has had, in KiB, once a session without a journal has so many entries; where the system
/// tells it.
pub fn memory_of(entries: usize) -> Option<u64> {
    let session = black_box(entered(entries, None));
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    drop(session);
    let most = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    most.trim().strip_suffix(" kB")?.parse().ok()
}

fn one_entry(bencher: Bencher<'_, '_>, after: usize) {
    let (mut session, _) = session(after);
    let mut number = after;
    bencher.bench_local(|| {
        number += 1;
        session.enter(black_box(&action(number)), None).expect("it runs")
    });
}

#[divan::bench(sample_count = 100, sample_size = 1)]
fn entry_after_10(bencher: Bencher<'_, '_>) {
    one_entry(bencher, 10);
}

#[divan::bench(sample_count = 100, sample_size = 1)]
fn entry_after_2000(bencher: Bencher<'_, '_>) {
    one_entry(bencher, MANY);
}

/// The same lines with their system, compiled and run by an engine that knows it.
#[divan::bench(sample_count = 100, sample_size = 1)]
fn scene_alone(bencher: Bencher<'_, '_>) {
    let engine = Engine::default();
    let mut seed = 0;
    bencher.bench_local(|| {
        seed += 1;
        let encounter = engine.compile("treatment.asz", scenes::TREATMENT).expect("it compiles");
        encounter.adjudicate(assize::engine::Answers::random(black_box(seed))).expect("it runs")
    });
}

#[divan::bench(sample_count = 100, sample_size = 1)]
fn undo_after_2000(bencher: Bencher<'_, '_>) {
    let (mut session, _) = session(MANY);
    bencher.bench_local(|| session.undo().expect("it is struck").is_some());
}

#[divan::bench(sample_count = 5, sample_size = 1)]
fn resume_of_2000(bencher: Bencher<'_, '_>) {
    let records = session(MANY).1.records();
    bencher.bench_local(|| Session::resume(Engine::default(), black_box(&records), None).expect("it goes on"));
}

/// Reading the journal alone.
#[divan::bench(sample_count = 5, sample_size = 1)]
fn read_journal_of_2000(bencher: Bencher<'_, '_>) {
    let memory = session(MANY).1;
    bencher.bench_local(|| memory.records());
}
