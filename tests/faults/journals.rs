//! Journals of the command line: by `run --save`, by the prompt, and what is put aside of a torn line.

use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::os::unix::fs::symlink;
use std::path::Path;
use std::process::Output;

use assize::journal::{JournalFile, Record};
use serde_json::Value;

use crate::places::{How, Place, SCENE, allow, complained, said};

const SAVE: [&str; 6] = ["run", "scene.asz", "--seed", "7", "--save", "made.journal"];

/// How many blocks a file takes.
fn blocks(bytes: &[u8]) -> u32 {
    u32::try_from(bytes.len().div_ceil(512)).expect("it is short")
}

#[test]
fn a_run_that_cannot_be_kept_says_so_and_can_be_gone_on_with() {
    let place = Place::new("journals-run");
    let whole = place.bytes("evening.journal");
    let told = said(&place.calls(How::Plainly, &["run", "scene.asz", "--seed", "7"], ""));
    let before = place.all();
    for room in 0..blocks(&whole) {
        let refused = place.refuses(How::Room(room), &SAVE, "", (5, "AZ910"));
        assert!(refused.contains("this could not be saved, and does not count"), "{refused}");
        let kept = place.bytes("made.journal");
        assert!(whole.starts_with(&kept), "room for {room} blocks: nothing else is there");
        assert!(kept.is_empty() || kept.ends_with(b"\n"), "room for {room} blocks: no half of a line is there");
        assert!(!JournalFile::torn(&place.path("made.journal")).exists());
        // With room, the run goes on where it was cut off.
        let again = place.calls(How::Plainly, &[&SAVE[..], &["--from", "made.journal"]].concat(), "");
        assert_eq!(again.status.code(), Some(0), "{}", complained(&again));
        assert_eq!(said(&again), told, "room for {room} blocks");
        assert!(place.bytes("made.journal").starts_with(&kept), "room for {room} blocks");
        fs::remove_file(place.path("made.journal")).expect("it is there");
        assert_eq!(place.all(), before);
    }
}

#[test]
fn a_line_at_the_prompt_counts_if_it_is_kept() {
    let place = Place::new("journals-prompt");
    let lines: Vec<String> = (0..40).map(|oil| format!("set ada.oil = {}\nada.oil\n", oil % 10)).collect();
    let input = "use \"lamps.asz\"\nperson ada\n".to_owned() + lines.concat().as_str();
    let words = ["repl", "--journal", "made.journal", "--seed", "7"];
    assert_eq!(place.calls(How::Plainly, &words, &input).status.code(), Some(0));
    let all = blocks(&place.bytes("made.journal"));
    let last = |output: &Output| said(output).lines().last().map(str::to_owned);
    let oil = |kept: &[Record]| match kept.iter().rfind(|record| matches!(record, Record::Answered { .. })) {
        Some(Record::Answered { state, .. }) => {
            state.iter().find(|carried| carried.name == "ada.oil").map(|carried| carried.value.clone())
        }
        _ => None,
    };
    for room in [all / 4, all / 2, all - 1] {
        fs::remove_file(place.path("made.journal")).expect("it is there");
        let output = place.calls(How::Room(room), &words, &input);
        let refused = complained(&output);
        assert_eq!(output.status.code(), Some(5), "{refused}");
        assert!(refused.starts_with("error[AZ910]: this could not be saved, and does not count"), "{refused}");
        // What is kept is what was said to have happened.
        let kept = JournalFile::read(&place.path("made.journal")).expect("it is a journal").records;
        let answered = kept.iter().filter(|record| matches!(record, Record::Answered { .. })).count();
        assert_eq!(answered + refused.matches("AZ910").count(), 42, "every line is kept or refused");
        assert_eq!(last(&output), oil(&kept), "room for {room} blocks");
        let again = place.calls(How::Plainly, &["repl", "--resume", "made.journal"], "set ada.oil = 9\nada.oil\n");
        assert_eq!(last(&again).as_deref(), Some("9"), "there is room again");
    }
    fs::remove_file(place.path("made.journal")).expect("it is there");
    place.refuses(How::Room(0), &words, &input, (5, "AZ910"));
}

/// A journal with a torn last line, of which something was put aside before.
fn torn(place: &Place) -> Vec<u8> {
    let mut bytes = place.bytes("evening.journal");
    let line = format!("{{\"n\":{},\"record\":\"source\",\"text\":\"", bytes.split(|byte| *byte == b'\n').count());
    bytes.extend_from_slice(line.as_bytes());
    bytes.extend_from_slice(&b"# a long text\\n".repeat(300));
    place.write("evening.journal", &bytes);
    place.write("evening.journal.torn", "put aside before");
    bytes
}

#[test]
fn what_cannot_be_put_aside_is_not_cut_off() {
    let place = Place::new("journals-aside");
    let bytes = torn(&place);
    let before = place.all();
    for (words, room) in [
        (&["repl", "--journal", "evening.journal"][..], 0),
        (&["repl", "--resume", "evening.journal"], 3),
        (&["run", "scene.asz", "--save", "evening.journal", "--from", "evening.journal"], 1),
    ] {
        place.refuses(How::Room(room), words, "", (5, "AZ916"));
        assert_eq!(place.all(), before, "{words:?}");
    }
    let aside = place.path("evening.journal.torn");
    fs::remove_file(&aside).expect("it is there");
    fs::create_dir(&aside).expect("it can be made");
    place.refuses(How::Plainly, &["repl", "--journal", "evening.journal"], "", (5, "AZ916"));
    assert_eq!(place.bytes("evening.journal"), bytes);
    fs::remove_dir(&aside).expect("it is there");
    let output = place.calls(How::Plainly, &["repl", "--journal", "evening.journal"], "ada.oil\n");
    assert_eq!(output.status.code(), Some(0), "{}", complained(&output));
    let [cut, aside] = ["evening.journal", "evening.journal.torn"].map(|name| place.bytes(name));
    assert!([cut.clone(), aside].concat().starts_with(&bytes) && cut.ends_with(b"\n"));
}

/// What opens a journal to write it.
const OPENERS: [&[&str]; 3] =
    [&["repl", "--journal"], &["repl", "--resume"], &["run", "scene.asz", "--from", "evening.journal", "--save"]];

#[test]
fn a_journal_that_may_not_be_written_is_left_and_can_be_read() {
    let place = Place::new("journals-forbidden");
    torn(&place);
    let callers = place.callers();
    allow(&place.path("evening.journal"), 0o444);
    allow(&place.0, 0o555);
    let before = place.all();
    for (caller, words) in callers.iter().flat_map(|caller| OPENERS.map(|words| (*caller, words))) {
        place.refuses(How::By(caller), &[words, &["evening.journal"]].concat(), "", (5, "AZ916"));
        assert_eq!(place.all(), before, "{caller:?} {words:?}");
        if words[1] != "--resume" {
            place.refuses(How::By(caller), &[words, &["made.journal"]].concat(), "", (5, "AZ916"));
            assert_eq!(place.all(), before, "{caller:?} {words:?}");
        }
        let read = place.calls(How::By(caller), &["export", "evening.journal"], "");
        assert_eq!(read.status.code(), Some(0), "{}", complained(&read));
    }
    // It may be written, and nothing may be put beside it.
    allow(&place.path("evening.journal"), 0o666);
    for caller in callers {
        allow(&place.0, 0o755);
        let _ = fs::remove_file(place.path("evening.journal.torn"));
        allow(&place.0, 0o555);
        let before = place.all();
        place.refuses(How::By(caller), &["repl", "--journal", "evening.journal"], "", (5, "AZ916"));
        assert_eq!(place.all(), before, "{caller:?}");
    }
}

#[test]
fn what_is_no_journal_is_left() {
    let place = Place::new("journals-none");
    fs::create_dir(place.path("folder.journal")).expect("it can be made");
    symlink("nowhere", place.path("dangling.journal")).expect("it can be made");
    symlink("round.journal", place.path("round.journal")).expect("it can be made");
    let before = place.all();
    for (name, code) in [
        ("folder.journal", "AZ912"),
        ("dangling.journal", "AZ916"),
        ("round.journal", "AZ916"),
        ("scene.asz", "AZ912"),
        ("/dev/full", "AZ912"),
        ("scene.asz/below.journal", "AZ916"),
        ("nowhere/made.journal", "AZ916"),
    ] {
        for words in OPENERS.into_iter().filter(|words| words[1] != "--resume") {
            place.refuses(How::Plainly, &[words, &[name]].concat(), "", (5, code));
            assert_eq!(place.all(), before, "{words:?} {name}");
        }
        let exported = place.calls(How::Plainly, &["export", name], "");
        assert_eq!(exported.status.code(), Some(5), "{name}: {}", complained(&exported));
    }
}

/// What the prompt says of a line after something was done with its journal; the line does not count.
fn missed(name: &str, change: impl FnOnce(&Path)) -> String {
    let place = Place::new(name);
    let words = ["repl", "--journal", "evening.journal"];
    let mut child = place.command(How::Plainly, &words).spawn().expect("it can be started");
    let mut input = child.stdin.take().expect("it is piped");
    let mut output = BufReader::new(child.stdout.take().expect("it is piped"));
    let mut heard = |input: &mut dyn Write, typed: &str, last: &str| {
        writeln!(input, "{typed}").and_then(|()| input.flush()).expect("it listens");
        let mut line = String::new();
        while line.trim_end() != last {
            line.clear();
            assert!(output.read_line(&mut line).expect("it is text") > 0, "{typed}");
        }
    };
    heard(&mut input, "set ada.oil = 8\n111 + 1", "112");
    change(&place.path("evening.journal"));
    let found = place.all();
    heard(&mut input, "set ada.oil = 1\n:undo\nada.oil\n222 + 2", "224");
    drop(input);
    let mut complaints = String::new();
    std::io::Read::read_to_string(&mut child.stderr.take().expect("it is piped"), &mut complaints).expect("it is text");
    assert_eq!(child.wait().expect("it ends").code(), Some(5), "{complaints}");
    assert!(complaints.contains("error[AZ910]: "), "{complaints}");
    assert_eq!(place.all(), found, "{complaints}");
    complaints
}

#[test]
fn a_journal_that_is_not_what_it_was_is_missed_at_the_prompt() {
    assert!(missed("journals-gone", |path| fs::remove_file(path).expect("it is there")).contains("was deleted"));
    let moved = |path: &Path| fs::rename(path, path.with_extension("moved")).expect("it is there");
    assert!(missed("journals-moved", moved).contains("was moved"));
    let replaced = |path: &Path| {
        fs::copy(path, path.with_extension("copy")).expect("it is there");
        fs::rename(path.with_extension("copy"), path).expect("it is there");
    };
    assert!(missed("journals-replaced", replaced).contains("was replaced"));
    assert!(missed("journals-cut", |path| fs::write(path, "").expect("it is there")).contains("it was cut"));
}

#[test]
fn a_scene_that_is_changed_or_gone_is_in_the_journal() {
    let place = Place::new("journals-scene");
    let told = place.calls(How::Plainly, &["export", "evening.journal", "--format", "json"], "").stdout;
    let told: Value = serde_json::from_slice(&told).expect("it is JSON");
    for change in ["", "use nothing\n", &SCENE.replace("stairs", "ladder")] {
        place.write("scene.asz", change);
        let again = place.calls(How::Plainly, &["export", "evening.journal", "--format", "json"], "");
        assert_eq!(serde_json::from_slice::<Value>(&again.stdout).expect("it is JSON"), told);
    }
    fs::remove_file(place.path("scene.asz")).expect("it is there");
    fs::remove_file(place.path("lamps.asz")).expect("it is there");
    let again = place.calls(How::Plainly, &["export", "evening.journal", "--format", "json"], "");
    assert_eq!(serde_json::from_slice::<Value>(&again.stdout).expect("it is JSON"), told);
}
