//! Journals: what is read is what was written, and a session goes on from it or says why it does not.

use std::io;
use std::sync::{Arc, Mutex, PoisonError};

use assize::journal::{self, Journal, Record, Store};
use assize::{Engine, Session};

use super::{Target, checks, scripts};
use crate::Chance;
use crate::corpus::Corpus;
use crate::mutate::{json, loose};

/// Evenings at the table, an entry a line; `<` undoes, `>` redoes, `^` changes the first entry.
const EVENINGS: [&str; 4] = [
    "use ttomp\nactor inez { fatigue minor }\naction climb by inez { task climb { quality good } }\n<\n>\nclimb.performance",
    "use duel\nactor nell\ntest hop by nell { base 3, difficulty 10 }\n^test hop by nell { base 4, difficulty 10 }\nuse house luck-die",
    "use west\nactor belle\ncheck pick by belle { trait d8, no effect }\nsecret check hide by belle { trait d8, no effect }\nrepeat round up to 2 { note \"x\" }",
    "note \"a knock\"\nchoose way \"which?\" { left { note \"l\" }, right { note \"r\" } }\ntally marks : 0..9 = 0\nadd 1 to marks\n2d6",
];

/// Texts that claim to be journals.
pub struct Journals;

/// Lines in memory.
#[derive(Clone, Default)]
struct Lines(Arc<Mutex<Vec<u8>>>);

impl Lines {
    fn bytes(&self) -> Vec<u8> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }
}

impl Store for Lines {
    fn append(&mut self, line: &[u8]) -> io::Result<()> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).extend_from_slice(line);
        Ok(())
    }
}

impl Target for Journals {
    fn name(&self) -> &'static str {
        "journals"
    }

    fn seeds(&self, corpus: &Corpus) -> Vec<String> {
        EVENINGS.iter().filter_map(|evening| written(&scripts::engine(corpus), evening)).collect()
    }

    /// One record is changed, and the lines are written anew with sums that are right: else no change would come further than
    /// the sums. Now and then the letters are changed instead.
    fn changed(&self, corpus: &Corpus, input: &str, chance: &mut Chance) -> String {
        use rand::RngExt as _;
        let recovered = journal::read(input.as_bytes()).ok().filter(|recovered| !recovered.records.is_empty());
        let Some(recovered) = recovered.filter(|_| !chance.random_ratio(1, 5)) else {
            return loose::changed(input, &corpus.words, chance);
        };
        let mut records = recovered.records;
        let (at, from) = (chance.random_range(0..records.len()), chance.random_range(0..records.len()));
        match chance.random_range(0..5_u8) {
            0 => drop(records.remove(at)),
            1 => records.swap(at, from),
            2 => records.insert(at, records[from].clone()),
            _ => {
                let changed = serde_json::to_string(&records[at]).unwrap_or_default();
                let changed =
                    (0..20).find_map(|_| serde_json::from_str(&json::changed(&changed, &corpus.words, chance)).ok());
                records[at] = changed.unwrap_or_else(|| records[at].clone());
            }
        }
        rewritten(&records).unwrap_or_else(|| input.to_owned())
    }

    fn run(&self, corpus: &Corpus, input: &str) -> Vec<String> {
        let mut problems = Vec::new();
        let recovered = match journal::read(input.as_bytes()) {
            Ok(recovered) => recovered,
            Err(error) => {
                checks::text("what is said of a journal", &error.to_string(), &mut problems);
                return problems;
            }
        };
        if recovered.whole + recovered.torn != input.len() as u64 {
            problems.push("some bytes of a journal are neither whole nor torn".to_owned());
        }
        match Session::resume(scripts::engine(corpus), &recovered.records, None) {
            Err(failed) => checks::failure(&failed, &mut problems),
            Ok((mut session, _)) => {
                if let Err(failed) = session.enter("note \"it goes on\"", None) {
                    checks::failure(&failed, &mut problems);
                }
                checks::told(&session.whole(), &mut problems);
            }
        }
        problems
    }
}

/// The journal of an evening.
fn written(engine: &Engine, evening: &str) -> Option<String> {
    let lines = Lines::default();
    let mut session = Session::begin(engine.clone(), 7, Some(Journal::begin(Box::new(lines.clone())))).ok()?;
    for line in evening.lines() {
        // What is refused leaves no line, and need not.
        let _ = match (line, line.strip_prefix('^')) {
            ("<", _) => session.undo().map(drop),
            (">", _) => session.redo().map(drop),
            (_, Some(other)) => session.edit(1, other, None).map(drop),
            (_, None) => session.enter(line, None).map(drop),
        };
    }
    String::from_utf8(lines.bytes()).ok()
}

/// These records as a journal; nothing if they are none.
fn rewritten(records: &[Record]) -> Option<String> {
    let lines = Lines::default();
    let mut journal = Journal::begin(Box::new(lines.clone()));
    for record in records {
        journal.write(record).ok()?;
    }
    String::from_utf8(lines.bytes()).ok()
}
