//! Journals in files: locks, torn lines, and files that are none.

use std::fs;
#[cfg(unix)]
use std::io::{Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
#[cfg(unix)]
use std::time::SystemTime;

#[cfg(feature = "cli")]
use assize::diagnostic::{Code, codes, render};
use assize::journal::{Journal, JournalError, JournalFile, Record};
#[cfg(feature = "cli")]
use assize::source::SourceMap;

use crate::{by_hand, journal, lines, opened, records, source};

/// A file name of the test's own, at which nothing lies.
pub(crate) fn fresh(name: &str) -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("journal");
    fs::create_dir_all(&folder).expect("a folder for tests");
    let path = folder.join(name);
    for path in [&path, &JournalFile::torn(&path)] {
        let _ = fs::remove_file(path);
    }
    path
}

fn refusal(path: &Path) -> JournalError {
    JournalFile::open(path).map(|(_, recovered)| recovered).expect_err("it is refused")
}

fn open(path: &Path) -> (Journal, Vec<Record>) {
    let (journal, recovered) = JournalFile::open(path).expect("it opens");
    (journal, recovered.records)
}

#[test]
fn what_is_written_is_there_when_it_is_opened_again() {
    let path = fresh("again.journal");
    let all = records(12);
    for (at, record) in all.iter().enumerate() {
        let (mut journal, found) = open(&path);
        assert_eq!(found, all[..at]);
        journal.write(record).expect("it is kept");
    }
    assert_eq!(JournalFile::read(&path).expect("it is whole").records, all);
    assert_eq!(fs::read(&path).expect("it is there"), journal(&all));
    assert!(!JournalFile::torn(&path).exists(), "nothing was torn");
}

/// What lies under the name for torn lines and is no file of ours stays as it is, and so does the journal.
#[cfg(unix)]
#[test]
fn a_torn_line_is_put_aside_in_no_file_of_somebody_else() {
    let path = fresh("linked.journal");
    let other = fresh("theirs.txt");
    fs::write(&other, "precious").expect("a file can be written");
    let torn = [journal(&records(3)), b"{\"n\":4,\"rec".to_vec()].concat();
    fs::write(&path, &torn).expect("a file can be written");
    std::os::unix::fs::symlink(&other, JournalFile::torn(&path)).expect("a link can be made");
    assert!(matches!(refusal(&path), JournalError::Io(..)), "{:?}", refusal(&path));
    assert_eq!(fs::read(&other).expect("it is there"), b"precious");
    assert_eq!(fs::read(&path).expect("it is there"), torn);
    fs::remove_file(JournalFile::torn(&path)).expect("the link is there");
    assert_eq!(open(&path).1, records(3));
}

#[test]
fn a_second_program_is_refused_until_the_first_leaves() {
    let path = fresh("in use.journal");
    let (mut first, _) = open(&path);
    first.write(&opened()).expect("it is kept");
    assert_eq!(refusal(&path), JournalError::InUse);
    assert_eq!(JournalFile::read(&path).expect("reading is allowed").records, [opened()]);
    first.write(&source("more")).expect("the refused one has changed nothing");
    drop(first);
    assert_eq!(open(&path).1, [opened(), source("more")]);
}

#[test]
fn a_torn_line_is_cut_off_and_kept_beside_the_journal() {
    let path = fresh("torn.journal");
    let whole = lines(&journal(&records(5)));
    let torn = &whole[4][..20];
    fs::write(&path, [whole[..4].concat(), torn.to_vec()].concat()).expect("it is written");
    assert_eq!(JournalFile::read(&path).expect("it recovers").torn, 20);
    assert!(!JournalFile::torn(&path).exists(), "reading changes nothing");

    let (mut journal, recovered) = JournalFile::open(&path).expect("it recovers");
    assert_eq!((recovered.records.len(), recovered.torn), (4, 20));
    assert_eq!(fs::read(JournalFile::torn(&path)).expect("it is kept"), torn);
    journal.write(&records(5)[4]).expect("it goes on");
    drop(journal);
    let (_, again) = JournalFile::open(&path).expect("it is whole");
    assert_eq!((again.records, again.torn), (records(5), 0));
    assert_eq!(fs::read(JournalFile::torn(&path)).expect("it is kept").len(), 20, "once");
}

#[test]
fn two_torn_lines_are_both_kept() {
    let path = fresh("torn twice.journal");
    let whole = lines(&journal(&records(3)));
    for torn in [&whole[2][..15], &whole[2][..9]] {
        fs::write(&path, [whole[..2].concat(), torn.to_vec()].concat()).expect("it is written");
        open(&path);
    }
    assert_eq!(fs::read(JournalFile::torn(&path)).expect("both are kept").len(), 24);
}

#[test]
fn an_empty_file_becomes_a_journal() {
    let path = fresh("empty.journal");
    fs::write(&path, "").expect("it is written");
    let (mut journal, found) = open(&path);
    assert_eq!(found, []);
    journal.write(&opened()).expect("it is kept");
}

#[test]
fn what_is_refused_is_left_as_it_was() {
    let path = fresh("refused.journal");
    let mut missing = lines(&journal(&records(6)));
    missing.remove(2);
    let other = by_hand(&[r#""record":"opened","version":1,"program":"p","stream":"s","seed":1"#]);
    let picture = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR".to_vec();
    let script = b"use tower\nactor ada \"Ada\"\n".to_vec();
    for bytes in [missing.concat(), other, picture, script, b"{}\n".to_vec(), b"\n".to_vec(), vec![0; 4096]] {
        fs::write(&path, &bytes).expect("it is written");
        refusal(&path);
        assert_eq!(fs::read(&path).expect("it is there"), bytes);
        assert!(!JournalFile::torn(&path).exists());
    }
}

/// Why the next record is refused, after something was done with the file of two records; and once more.
#[cfg(unix)]
fn missed(name: &str, change: impl FnOnce(&Path)) -> String {
    let path = fresh(name);
    let (mut journal, _) = open(&path);
    for record in &records(2) {
        journal.write(record).expect("it is kept");
    }
    change(&path);
    let found = fs::read(&path).ok();
    let Err(JournalError::Lost(why)) = journal.write(&source("lost")) else { panic!("nobody would find it") };
    assert_eq!(journal.write(&source("later")), Err(JournalError::Lost(why.clone())), "it does not come back");
    assert_eq!(fs::read(&path).ok(), found, "nothing was written into what is there");
    why
}

#[cfg(unix)]
#[test]
fn a_journal_that_is_not_what_it_was_is_missed() {
    let moved = |path: &Path| fs::rename(path, path.with_extension("moved")).expect("it can be moved");
    let why = missed("deleted.journal", |path| fs::remove_file(path).expect("it can be deleted"));
    assert_eq!(why, "it was deleted");
    assert_eq!(missed("moved.journal", moved), "it was moved");
    let why = missed("replaced.journal", |path| {
        fs::write(path.with_extension("new"), journal(&records(2))).expect("it is written");
        fs::rename(path.with_extension("new"), path).expect("it is moved over it");
    });
    assert_eq!(why, "it was replaced");
    let why = missed("exchanged.journal", |path| {
        moved(path);
        fs::write(path, journal(&records(2))).expect("it is written");
    });
    assert_eq!(why, "it was moved, and another file is in its place");
    let whole = journal(&records(2)).len();
    let why = missed("cut.journal", |path| fs::write(path, "").expect("it can be cut"));
    assert_eq!(why, format!("it was cut, and has 0 bytes instead of {whole}"));
    let why = missed("longer.journal", |path| {
        fs::write(path, [journal(&records(2)), b"{".to_vec()].concat()).expect("it can be written");
    });
    assert_eq!(why, format!("it was added to, and has {} bytes instead of {whole}", whole + 1));
    let why = missed("copied over.journal", |path| {
        let mut other = journal(&records(2));
        other[whole - 5] ^= 1;
        fs::write(path, other).expect("it can be written");
    });
    assert_eq!(why, "something else wrote to it");
}

/// Writes into a file as it is, without making it longer.
#[cfg(unix)]
fn overwrite(path: &Path, at: u64, bytes: &[u8]) {
    let mut file = fs::File::options().write(true).open(path).expect("it can be opened");
    file.seek(SeekFrom::Start(at)).expect("it is as long");
    file.write_all(bytes).expect("it can be written");
}

/// Wherever it is, and as soon as it may be behind the line before it: its times tell nothing then.
#[cfg(unix)]
#[test]
fn a_byte_that_is_written_over_is_missed_wherever_it_is() {
    let whole = journal(&records(2)).len() as u64;
    for at in [0, 1, 20, whole / 4, whole / 2, whole - 100, whole - 40, whole - 2] {
        let why = missed(&format!("over {at}.journal"), |path| overwrite(path, at, b"~"));
        assert_eq!(why, "something else wrote to it", "byte {at} of {whole}");
        let why = missed(&format!("over {at} in the past.journal"), |path| {
            let before = fs::metadata(path).expect("it is there").modified().expect("it is known");
            overwrite(path, at, b"~");
            let file = fs::File::options().write(true).open(path).expect("it can be opened");
            file.set_modified(before).expect("it can be said");
        });
        assert_eq!(why, "something else wrote to it", "byte {at} of {whole}, as if nothing were");
    }
}

#[cfg(unix)]
#[test]
fn what_was_written_over_may_be_put_back() {
    let path = fresh("over and back.journal");
    let (mut journal, _) = open(&path);
    journal.write(&opened()).expect("it is kept");
    overwrite(&path, 2, b"~");
    journal.write(&source("lost")).expect_err("it could not be read");
    overwrite(&path, 2, b"n");
    journal.write(&source("kept")).expect("it is what it was");
    drop(journal);
    assert_eq!(open(&path).1, [opened(), source("kept")]);
}

#[cfg(unix)]
#[test]
fn a_journal_that_somebody_only_touches_goes_on() {
    let path = fresh("touched.journal");
    let (mut journal, _) = open(&path);
    journal.write(&opened()).expect("it is kept");
    for time in [SystemTime::UNIX_EPOCH, SystemTime::now()] {
        let file = fs::File::options().write(true).open(&path).expect("it can be opened");
        file.set_modified(time).expect("it can be said");
        journal.write(&source("kept")).expect("it is what it was");
    }
}

#[cfg(unix)]
#[test]
fn a_journal_that_is_not_what_it_was_when_it_was_opened_is_missed() {
    let path = fresh("before the first.journal");
    fs::write(&path, journal(&records(2))).expect("it is written");
    let (mut journal, _) = open(&path);
    fs::write(&path, vec![b' '; fs::read(&path).expect("it is there").len()]).expect("it can be written");
    let why = JournalError::Lost("something else wrote to it".into());
    assert_eq!(journal.write(&source("lost")), Err(why));
}

#[cfg(unix)]
#[test]
fn a_journal_that_is_put_back_goes_on() {
    let path = fresh("put back.journal");
    let (mut journal, _) = open(&path);
    journal.write(&opened()).expect("it is kept");
    fs::rename(&path, path.with_extension("aside")).expect("it can be moved");
    journal.write(&source("lost")).expect_err("nobody would find it");
    fs::rename(path.with_extension("aside"), &path).expect("it can be moved back");
    journal.write(&source("kept")).expect("it is what it was");
    drop(journal);
    assert_eq!(open(&path).1, [opened(), source("kept")]);
}

#[cfg(unix)]
#[test]
fn another_name_for_a_journal_may_go() {
    let path = fresh("linked.journal");
    let (mut journal, _) = open(&path);
    journal.write(&opened()).expect("it is kept");
    let other = fresh("other name.journal");
    fs::hard_link(&path, &other).expect("it gets another name");
    journal.write(&source("kept")).expect("it has its own name still");
    fs::remove_file(&other).expect("it can be deleted");
    journal.write(&source("kept")).expect("it has its own name still");
}

#[test]
fn a_folder_is_no_journal() {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR"));
    assert_eq!(refusal(&folder), JournalError::NotAJournal);
    assert_eq!(JournalFile::read(&folder), Err(JournalError::NotAJournal));
}

#[cfg(unix)]
#[test]
fn a_device_that_never_ends_is_no_journal() {
    for device in ["/dev/zero", "/dev/full"] {
        assert_eq!(refusal(Path::new(device)), JournalError::NotAJournal);
        assert_eq!(JournalFile::read(Path::new(device)), Err(JournalError::NotAJournal));
    }
}

#[cfg(feature = "cli")]
#[test]
fn every_refusal_is_told_with_a_way_out() {
    let path = fresh("told.journal");
    let told = |code: Code| {
        let found = refusal(&path).diagnostic("told.journal");
        assert_eq!(found.code, code);
        render::human(&found, &SourceMap::default(), false)
    };
    let mut all = Vec::new();
    fs::write(&path, "use tower\n").expect("it is written");
    all.push(told(codes::NOT_A_JOURNAL));
    fs::write(&path, r#"{"n":1,"record":"opened","version":99,"#).expect("it is written");
    all.push(told(codes::JOURNAL_VERSION));
    let mut whole = lines(&journal(&records(9)));
    whole.swap(4, 5);
    fs::write(&path, whole.concat()).expect("it is written");
    all.push(told(codes::JOURNAL_DAMAGED));
    fs::write(&path, "").expect("it is written");
    let first = open(&path);
    all.push(told(codes::JOURNAL_IN_USE));
    drop(first);
    let missing = path.join("below a file");
    let found = refusal(&missing).diagnostic("told.journal");
    assert_eq!(found.code, codes::JOURNAL_IO);
    all.push(render::human(&found, &SourceMap::default(), false));
    insta::assert_snapshot!(all.join("\n"));
}
