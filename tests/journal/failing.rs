//! What was acknowledged on a disk that fails.

use std::io::{self, ErrorKind};

use assize::journal::{Appending, Disk, Journal, Record, Recovered, Store, read};

use crate::disk::{FAULTS, FailingDisk, Fault};
use crate::{Memory, journal, opened, records, source};

fn evening() -> Vec<Record> {
    let rest = (1..10).map(|entry| if entry % 3 == 0 { source("some text") } else { Record::Struck { entry } });
    std::iter::once(opened()).chain(rest).collect()
}

/// Writes an evening; what was acknowledged, and what was refused first.
fn write_on(disk: &FailingDisk) -> (Vec<Record>, Option<Record>) {
    let mut journal = Journal::begin(Box::new(Appending::after(0, disk.clone())));
    let (mut kept, mut refused) = (Vec::new(), None);
    for record in evening() {
        match journal.write(&record) {
            Ok(()) => kept.push(record),
            Err(_) => refused = refused.or(Some(record)),
        }
    }
    (kept, refused)
}

/// Nothing acknowledged is lost; what was refused may be there, but only at the end, and nothing else.
fn check(bytes: &[u8], kept: &[Record], refused: Option<&Record>, what: &str) -> Recovered {
    let recovered = read(bytes).unwrap_or_else(|error| panic!("{what}: {error}"));
    let (acknowledged, rest) = recovered.records.split_at_checked(kept.len()).unwrap_or_else(|| panic!("{what}: lost"));
    assert_eq!(acknowledged, kept, "{what}");
    assert!(rest.is_empty() || (rest.len() == 1 && rest.first() == refused), "{what}: invented {rest:?}");
    recovered
}

#[test]
fn nothing_acknowledged_is_lost_wherever_the_disk_fails() {
    for fault in FAULTS {
        for (first, count) in (0..25).flat_map(|first| [1, 2, 3, 5].map(|count| (first, count))) {
            let disk = FailingDisk::failing(fault, first, count);
            let (kept, refused) = write_on(&disk);
            let what = format!("{fault:?} from call {first}, {count} times");
            check(&disk.look(|state| state.bytes.clone()), &kept, refused.as_ref(), &what);
            check(&disk.look(|state| state.synced.clone()), &kept, refused.as_ref(), &format!("{what}, power cut"));
        }
    }
}

#[test]
fn after_a_failure_a_journal_goes_on_where_it_was() {
    for fault in FAULTS {
        for (first, count) in (0..25).flat_map(|first| [1, 3, 100].map(|count| (first, count))) {
            let disk = FailingDisk::failing(fault, first, count);
            let (kept, refused) = write_on(&disk);
            let what = format!("{fault:?} from call {first}, {count} times");
            let left = disk.look(|state| state.bytes.clone());
            let recovered = check(&left, &kept, refused.as_ref(), &what);
            let next = if recovered.records.is_empty() { opened() } else { Record::Restored { entry: 1 } };
            let healthy = FailingDisk::failing(fault, usize::MAX, 0);
            healthy.look(|state| state.bytes = left[..usize::try_from(recovered.whole).expect("short")].to_vec());
            let mut journal = Journal::go_on(Box::new(Appending::after(recovered.whole, healthy.clone())), &recovered);
            journal.write(&next).expect("the disk is healthy again");
            let mut wanted = recovered.records.clone();
            wanted.push(next);
            assert_eq!(
                read(&healthy.look(|state| state.bytes.clone())).expect("it is whole").records,
                wanted,
                "{what}"
            );
        }
    }
}

#[test]
fn a_disk_that_has_room_again_is_written_again() {
    // The calls: write, sync for each record; the third record's write fails and is taken back.
    let disk = FailingDisk::failing(Fault::Full, 4, 1);
    let (kept, refused) = write_on(&disk);
    let mut wanted = evening();
    assert_eq!(refused, Some(wanted.remove(2)));
    assert_eq!(kept, wanted, "all but the third");
    assert_eq!(read(&disk.look(|state| state.bytes.clone())).expect("it is whole").records, kept);
}

#[test]
fn a_line_written_in_part_is_taken_back_before_the_next() {
    let disk = FailingDisk::failing(Fault::Short, 4, 1);
    assert_eq!(write_on(&disk).0, evening(), "the rest of the line follows by itself");
    let half_then_full = FailingDisk::failing(Fault::Short, 4, 64);
    let (kept, _) = write_on(&half_then_full);
    assert_eq!(kept.len(), 2, "a sync fails at last");
}

#[test]
fn nothing_of_a_long_line_is_left_behind_a_short_one() {
    let disk = FailingDisk::failing(Fault::HalfThenFull, 2, 2);
    let mut journal = Journal::begin(Box::new(Appending::after(0, disk.clone())));
    journal.write(&opened()).expect("the disk has room");
    journal.write(&source(&"long ".repeat(1_000))).expect_err("the disk is full");
    journal.write(&Record::Struck { entry: 1 }).expect("a short one fits");
    let recovered = read(&disk.look(|state| state.bytes.clone())).expect("it is whole");
    assert_eq!((recovered.records, recovered.torn), (vec![opened(), Record::Struck { entry: 1 }], 0));
}

#[test]
fn a_failed_sync_closes_the_journal_for_good() {
    let disk = FailingDisk::failing(Fault::Broken, 5, 1);
    let (kept, _) = write_on(&disk);
    assert_eq!(kept.len(), 2);
    assert_eq!(disk.look(|state| state.syncs), 3, "a sync that failed is never tried again");
    assert_eq!(read(&disk.look(|state| state.bytes.clone())).expect("it is whole").records, kept);
}

#[test]
fn a_line_that_cannot_be_taken_back_closes_the_journal_for_good() {
    let disk = FailingDisk::failing(Fault::Full, 4, 2);
    let mut journal = Journal::begin(Box::new(Appending::after(0, disk.clone())));
    let said: Vec<String> =
        evening().iter().filter_map(|record| journal.write(record).err()).map(|error| error.to_string()).collect();
    assert_eq!(said.len(), 8, "all from the third on");
    assert!(said[1..].iter().all(|said| said.contains("closed after an earlier failure")), "{said:?}");
    assert_eq!(disk.look(|state| state.calls), 6, "a closed journal leaves the disk alone");
}

#[test]
fn a_journal_is_opened_once_and_first() {
    let disk = FailingDisk::failing(Fault::Full, usize::MAX, 0);
    let mut journal = Journal::begin(Box::new(Appending::after(0, disk.clone())));
    assert!(journal.write(&source("too early")).is_err());
    journal.write(&opened()).expect("it opens");
    assert!(journal.write(&opened()).is_err());
    journal.write(&source("now")).expect("a refused record changes nothing");
    assert_eq!(read(&disk.look(|state| state.bytes.clone())).expect("it is whole").records, [opened(), source("now")]);
}

/// A disk whose every other write is interrupted by a signal before it begins.
struct Interrupted {
    memory: Memory,
    calls: usize,
}

impl Disk for Interrupted {
    fn write(&mut self, _: u64, bytes: &[u8]) -> io::Result<usize> {
        self.calls += 1;
        if self.calls % 2 == 1 {
            return Err(ErrorKind::Interrupted.into());
        }
        self.memory.append(bytes).map(|()| bytes.len())
    }

    fn sync(&mut self) -> io::Result<()> {
        Ok(())
    }

    fn cut(&mut self, _: u64) -> io::Result<()> {
        Err(io::Error::other("there is nothing to be taken back"))
    }
}

#[test]
fn what_a_signal_interrupts_is_written_all_the_same() {
    let memory = Memory::default();
    let mut store = Journal::begin(Box::new(Appending::after(0, Interrupted { memory: memory.clone(), calls: 0 })));
    for record in records(4) {
        store.write(&record).expect("it is tried again");
    }
    assert_eq!(memory.bytes(), journal(&records(4)));
}
