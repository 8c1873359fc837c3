//! The journal keeps what was acknowledged, whatever happens to the process, the disk or the file.

mod damage;
#[path = "../shared/disk.rs"]
mod disk;
#[path = "../shared/doubled.rs"]
mod doubled;
mod failing;
#[cfg(feature = "files")]
mod files;
#[cfg(feature = "files")]
mod killed;
mod round_trip;

use std::io;
use std::sync::{Arc, Mutex};

use assize::engine::{How, Seeds};
use assize::journal::{EntryMode, Exchange, Journal, Record, Reply, Store, VERSION};

/// A store in memory that can be looked into from outside.
#[derive(Clone, Default)]
struct Memory(Arc<Mutex<Vec<u8>>>);

impl Memory {
    fn bytes(&self) -> Vec<u8> {
        self.0.lock().expect("nobody panicked").clone()
    }
}

impl Store for Memory {
    fn append(&mut self, line: &[u8]) -> io::Result<()> {
        self.0.lock().expect("nobody panicked").extend_from_slice(line);
        Ok(())
    }
}

fn opened() -> Record {
    Record::Opened {
        version: VERSION,
        program: "assize 0.1.0".into(),
        seeds: Seeds::from(u64::MAX),
        date: Some("2026-11-30".into()),
    }
}

fn source(text: &str) -> Record {
    Record::Source { name: "tower.asz".into(), text: text.into() }
}

fn asked(entry: u64, reply: Reply) -> Record {
    let (path, by, question) = ("lift.height".into(), "ada".into(), "roll 2d6".into());
    Record::Replied { entry, asked: Exchange { path, by, time: entry % 2, question, reply } }
}

/// So many records of all sizes and with hard texts, of which the first opens the journal.
fn records(count: u64) -> Vec<Record> {
    let texts = ["", "\"quoted\",\"sum\":\"00000000\"}\n", "é 🎲 \u{0}\u{1b}\\", "actor ada \"Ada\"\n"];
    let rest = (1..count).map(|n| match n % 6 {
        0 => Record::Answering { mode: EntryMode::Table, by_hand: vec!["ada".into(), "the \"red\" one".into()] },
        1 => source(texts[(n / 6) as usize % texts.len()]),
        2 => asked(n, Reply::Faces { sides: vec![6; 3], faces: vec![i64::MIN, 6, i64::MAX], how: How::Given }),
        3 => Record::Dropped { entry: n, why: "`lift` is\tunknown".into() },
        4 => Record::Struck { entry: n },
        _ => Record::Restored { entry: u64::MAX - n },
    });
    std::iter::once(opened()).chain(rest).collect()
}

/// The bytes of a journal.
fn journal(records: &[Record]) -> Vec<u8> {
    let memory = Memory::default();
    let mut journal = Journal::begin(Box::new(memory.clone()));
    for record in records {
        journal.write(record).expect("memory keeps everything");
    }
    memory.bytes()
}

/// The lines of a journal with their line feeds.
fn lines(bytes: &[u8]) -> Vec<Vec<u8>> {
    bytes.split_inclusive(|byte| *byte == b'\n').map(<[u8]>::to_vec).collect()
}

/// A journal as another program would write it, from the page of the book alone: what stands between the number and the
/// checksum of each line.
fn by_hand(records: &[&str]) -> Vec<u8> {
    let (mut bytes, mut sum) = (Vec::new(), 0);
    for (number, record) in (1..).zip(records) {
        let told = format!("{{\"n\":{number},{record}");
        sum = crc32(sum, told.as_bytes());
        bytes.extend_from_slice(format!("{told},\"sum\":\"{sum:08x}\"}}\n").as_bytes());
    }
    bytes
}

/// CRC-32 as zlib has it, bit by bit.
fn crc32(before: u32, bytes: &[u8]) -> u32 {
    !bytes.iter().fold(!before, |sum, byte| {
        (0..8).fold(sum ^ u32::from(*byte), |sum, _| if sum & 1 == 1 { (sum >> 1) ^ 0xedb8_8320 } else { sum >> 1 })
    })
}
