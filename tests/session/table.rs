//! A system to play by, and a journal in memory.

use std::io;
use std::sync::{Arc, Mutex};

use assize::engine::{Engine, Seeds, Shelf};
use assize::journal::{EntryMode, Journal, Recovered, Store, read};
use assize::session::{Entered, Entry, Resumed, Session};
use assize::verdict::{Carried, Verdict};

pub const LAMPS: &str = include_str!("../shared/lamps.asz");

/// Other dice for it.
pub const NIGHTS: &str = "
house \"long nights\" extends lamps
replace ladder glow, rolls 1d6, highest first {
  level  | rolls | judged
  bright | 5..6  | 1..
  dim    | 3..4  | 0
  dark   | 1..2  | ..-1
}
";

pub fn engine() -> Engine {
    engine_with(LAMPS)
}

pub fn engine_with(system: &str) -> Engine {
    let mut shelf = Shelf::default();
    shelf.put("lamps", system);
    shelf.put("long-nights", NIGHTS);
    Engine::with(shelf)
}

/// Lines in memory, shared with whoever looks.
#[derive(Clone, Default)]
pub struct Memory(pub Arc<Mutex<Vec<u8>>>);

impl Store for Memory {
    fn append(&mut self, line: &[u8]) -> io::Result<()> {
        self.0.lock().expect("nobody panics").extend_from_slice(line);
        Ok(())
    }
}

impl Memory {
    pub fn recovered(&self) -> Recovered {
        read(&self.0.lock().expect("nobody panics")).expect("it is a journal")
    }

    /// Leaves the whole lines among so many bytes, as a crash and opening again would.
    pub fn cut(&self, length: usize) {
        let mut bytes = self.0.lock().expect("nobody panics");
        bytes.truncate(length);
        let whole = read(&bytes).expect("a crash damages nothing").whole;
        bytes.truncate(usize::try_from(whole).expect("it is short"));
    }
}

pub fn begun() -> (Session, Memory) {
    let memory = Memory::default();
    let journal = Journal::begin(Box::new(memory.clone()));
    (Session::begin(engine(), 1, Some(journal)).expect("it begins"), memory)
}

/// What can be seen of a session.
#[derive(Clone, Debug, PartialEq)]
pub struct View {
    pub entries: Vec<Entry>,
    pub state: Vec<Carried>,
    pub seeds: Seeds,
    pub answering: (EntryMode, Vec<String>),
    /// What is known on the page, carried over to it, and has happened on it.
    pub page: String,
    pub whole: Verdict,
}

pub fn view(session: &Session) -> View {
    let (mode, by_hand) = session.answering();
    View {
        entries: session.entries().to_vec(),
        state: session.state(),
        seeds: session.seeds(),
        answering: (mode, by_hand.to_vec()),
        page: session.script(),
        whole: session.whole(),
    }
}

pub fn resumed(memory: &Memory, engine: Engine) -> (Session, Resumed) {
    let recovered = memory.recovered();
    let journal = Journal::go_on(Box::new(memory.clone()), &recovered);
    Session::resume(engine, &recovered.records, Some(journal)).expect("it goes on")
}

pub fn enter_all(session: &mut Session, lines: &[&str]) {
    for line in lines {
        session.enter(line, None).unwrap_or_else(|failure| panic!("{line}: {failure}"));
    }
}

pub fn verdict(entered: Entered) -> Verdict {
    match entered {
        Entered::Statement { verdict, .. } => verdict,
        other => panic!("no statement: {other:?}"),
    }
}

pub fn value(session: &mut Session, expression: &str) -> String {
    match session.enter(expression, None) {
        Ok(Entered::Value { value, .. }) => value.value.into(),
        other => panic!("{expression}: {other:?}"),
    }
}
