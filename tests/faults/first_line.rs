//! The first lines of a journal, torn after each of their bytes.

use std::sync::{Arc, Mutex};
use std::{io, str};

use assize::engine::Seeds;
use assize::journal::{Journal, JournalError, Record, Store, VERSION, read};

#[derive(Clone, Default)]
struct Memory(Arc<Mutex<Vec<u8>>>);

impl Store for Memory {
    fn append(&mut self, line: &[u8]) -> io::Result<()> {
        self.0.lock().expect("nobody panicked").extend_from_slice(line);
        Ok(())
    }
}

fn records() -> [Record; 3] {
    let seeds = Seeds::from(7);
    [
        Record::Opened { version: VERSION, program: "a \"table\"".into(), seeds, date: None },
        Record::Source { name: "tower.asz".into(), text: "person ada \"Ada\"\n".into() },
        Record::Struck { entry: 1 },
    ]
}

/// Three lines of a journal.
fn journal() -> Vec<u8> {
    let memory = Memory::default();
    let mut journal = Journal::begin(Box::new(memory.clone()));
    for record in records() {
        journal.write(&record).expect("memory keeps everything");
    }
    memory.0.lock().expect("nobody panicked").clone()
}

#[test]
fn the_lines_that_are_whole_are_read_and_the_rest_is_torn() {
    let bytes = journal();
    for cut in 0..=bytes.len() {
        let recovered = read(&bytes[..cut]).unwrap_or_else(|error| panic!("after {cut} bytes: {error}"));
        let whole = bytes[..cut].iter().rposition(|byte| *byte == b'\n').map_or(0, |end| end + 1);
        let lines = bytes[..whole].split_inclusive(|byte| *byte == b'\n').count();
        assert_eq!(recovered.records, records()[..lines], "after {cut} bytes");
        assert_eq!((recovered.whole, recovered.torn), (whole as u64, (cut - whole) as u64), "after {cut} bytes");
    }
}

#[test]
fn another_byte_anywhere_makes_it_no_beginning_of_a_journal() {
    let bytes = journal();
    let head = br#"{"n":1,"record":"opened","version":"#;
    assert!(bytes.starts_with(head));
    for at in 0..head.len() {
        for other in (0..=u8::MAX).filter(|byte| *byte != bytes[at]) {
            let foreign = [&bytes[..at], &[other]].concat();
            assert_eq!(read(&foreign), Err(JournalError::NotAJournal), "{:?}", str::from_utf8(&foreign));
            let longer = [&foreign, &bytes[at + 1..]].concat();
            assert_eq!(read(&longer), Err(JournalError::NotAJournal), "{:?}", str::from_utf8(&longer));
        }
    }
}

#[test]
fn another_version_is_known_as_soon_as_it_is_whole() {
    let line = b"{\"n\":1,\"record\":\"opened\",\"version\":12,\"program\":\"of another year\",\"what\":1}\n";
    let whole = line.windows(3).position(|three| three == b"12,").expect("it is there") + 3;
    for cut in 1..=line.len() {
        match read(&line[..cut]) {
            Ok(recovered) if cut < whole => assert_eq!((recovered.records.len(), recovered.torn), (0, cut as u64)),
            Err(JournalError::Version { found }) if cut >= whole => assert_eq!(found, 12),
            other => panic!("after {cut} bytes: {other:?}"),
        }
    }
}

#[cfg(feature = "files")]
#[test]
fn a_journal_that_is_torn_anywhere_goes_on() {
    use assize::journal::JournalFile;
    use std::fs;

    let folder = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join("faults-first");
    fs::create_dir_all(&folder).expect("a folder can be made");
    let (path, bytes) = (folder.join("torn.journal"), journal());
    for cut in 0..=bytes.len() {
        let _ = fs::remove_file(JournalFile::torn(&path));
        fs::write(&path, &bytes[..cut]).expect("it can be written");
        // Another test that begins a program holds for a moment whatever is open here.
        let opened = std::iter::repeat_with(|| JournalFile::open(&path));
        let mut opened = opened.skip_while(|opened| matches!(opened, Err(JournalError::InUse)));
        let (mut journal, recovered) = opened.next().expect("it ends").unwrap_or_else(|error| panic!("{cut}: {error}"));
        for record in &records()[recovered.records.len()..] {
            journal.write(record).expect("it goes on");
        }
        drop(journal);
        assert_eq!(fs::read(&path).expect("it is there"), bytes, "after {cut} bytes");
        let aside = fs::read(JournalFile::torn(&path)).unwrap_or_default();
        let whole = usize::try_from(recovered.whole).expect("it is short");
        assert_eq!(aside, &bytes[whole..cut], "after {cut} bytes, no byte is lost");
    }
}
