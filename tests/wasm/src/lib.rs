//! What the library tells where there are no files, threads, clock or randomness: a shipped encounter in each of its ways, a
//! session with a journal in memory, a stored program, what is too deep to be read, and the digests of what fifty scripts come to
//! from a few seeds.
//!
//! `.ci/wasm` has it told natively and in Node, and compares the two byte by byte.

mod exported;
#[path = "../../shared/replayed.rs"]
mod replayed;

use std::error::Error;
use std::fmt::Write as _;
use std::io;
use std::sync::{Arc, Mutex, PoisonError};

use assize::journal::{self, Journal, Store};
use assize::verdict::{json, text};
use assize::{Answers, Audience, Engine, Limits, OddsRequest, Session};

/// A shipped encounter: two rolls, one of which adds to the other.
const HEALER: &str = include_str!("../../../scripts/encounters/healer.asz");

/// What is told for a seed. What goes wrong is told as well.
pub fn told(seed: u64) -> String {
    tell(seed).unwrap_or_else(|error| format!("it failed: {error}\n"))
}

fn tell(seed: u64) -> Result<String, Box<dyn Error>> {
    let engine = Engine::default().limits(Limits::untrusted());
    let encounter = engine.compile("healer.asz", HEALER)?;
    let rolled = encounter.adjudicate(Answers::random(seed))?;
    let mut told = json::json(&rolled);
    told.push_str(&text::text(&encounter.adjudicate(Answers::deliberate())?));
    for chance in encounter.odds(&OddsRequest::of(["cure.outcome >= minor"]))? {
        writeln!(told, "{}: {}", chance.question, chance.value.map_or_else(String::new, |value| value.to_string()))?;
    }
    let stored = encounter.stored().ok_or("there is a program")?;
    let same = engine.load_program(&stored)?.adjudicate(Answers::random(seed))? == rolled;
    writeln!(told, "{} bytes are stored, and tell the same: {same}", stored.len())?;
    told.push_str(&evening(&engine, seed)?);
    told.push_str(&deep(&engine)?);
    told.push_str(&many());
    Ok(told)
}

/// What scripts come to from a few seeds. `tests/replay_digest.rs` says what it has to be.
fn many() -> String {
    let scripts = replayed::scripts();
    let digests: Vec<_> = scripts.iter().map(|script| (script.name.as_str(), script.digest(SEEDS))).collect();
    replayed::table(&digests, SEEDS)
}

/// So many seeds of each script.
const SEEDS: u64 = 5;

/// A session, and the same session resumed from what its journal holds.
fn evening(engine: &Engine, seed: u64) -> Result<String, Box<dyn Error>> {
    let rows = Rows::default();
    let journal = Journal::begin(Box::new(rows.clone()));
    let mut session = Session::begin(engine.clone(), seed, Some(journal))?;
    for line in ["use ttomp", "actor inez \"Inez\"", "action climb by inez { task climb { quality good } }", "2d6 + 1"]
    {
        session.enter(line, None)?;
    }
    let kept = rows.0.lock().unwrap_or_else(PoisonError::into_inner);
    let (again, _) = Session::resume(engine.clone(), &journal::read(&kept)?.records, None)?;
    let same = again.whole() == session.whole();
    let mut told = json::transcript(&session.transcript("An evening").seen_by(Audience::Players));
    writeln!(told, "{} bytes of journal, and the session resumed from it is the same: {same}", kept.len())?;
    Ok(told)
}

/// The stack is small there, and nothing guards its end: what nests as deep as it may is run, and all that nests deeper is
/// refused.
fn deep(engine: &Engine) -> Result<String, Box<dyn Error>> {
    let mut told = String::new();
    for (innermost, opens, closes) in NESTED {
        let nested = |depth: usize| format!("{}{innermost}{}", opens.repeat(depth), closes.repeat(depth));
        let runs =
            |depth| Session::begin(engine.clone(), 1, None).and_then(|mut session| session.enter(&nested(depth), None));
        let deepest = (1..100).take_while(|depth| runs(*depth).is_ok()).last().ok_or("something nests")?;
        let refused = runs(30_000).err().ok_or("no stack is so large")?;
        let code = refused.diagnostics.iter().next().ok_or("there is a finding")?.code;
        writeln!(told, "{opens:?} nests {deepest} deep; deeper it is {code}")?;
    }
    Ok(told)
}

/// What is nested, and in what.
const NESTED: [(&str, &str, &str); 4] =
    [("1 < 2", "(", ")"), ("1 < 2", "not ", ""), ("1 < 2", "not (", ")"), ("1", "max(0, ", ")")];

/// A journal in memory.
#[derive(Clone, Default)]
struct Rows(Arc<Mutex<Vec<u8>>>);

impl Store for Rows {
    fn append(&mut self, line: &[u8]) -> io::Result<()> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).extend_from_slice(line);
        Ok(())
    }
}
