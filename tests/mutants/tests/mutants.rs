//! The tool on a toy: what its test notices is caught, what it does not is missed, and what does not compile is not there.

use std::fs;
use std::path::{Path, PathBuf};

use assize_mutants::find::{Mutant, mutants};
use assize_mutants::room::{Room, rooms};
use assize_mutants::switch::switched;
use assize_mutants::work::{Tally, Work, prepare};

const TOY: &str = "
pub struct Bare(pub i32);

pub fn larger(a: i32, b: i32) -> bool {
    a > b
}

pub fn bare() -> Bare {
    Bare(1)
}

pub fn step() -> u32 {
    1
}

pub fn count(to: u32) -> u32 {
    let mut at = 0;
    while at != to {
        at += step();
    }
    at
}

pub fn nobody_calls() -> bool {
    true
}

pub fn excused() -> bool {
    true
}

pub fn late() -> bool {
    true
}
";

const TESTS: &str = "
#[test]
fn larger() {
    assert!(assize::larger(2, 1) && !assize::larger(1, 2));
    assert_eq!(assize::bare().0, 1);
}

#[test]
fn counts() {
    assert_eq!(assize::count(3), 3);
}

#[test]
fn slowly() {
    std::thread::sleep(std::time::Duration::from_millis(3500));
    assert!(assize::late());
}
";

/// A project in a folder of its own.
fn toy() -> PathBuf {
    let root = Path::new(env!("CARGO_TARGET_TMPDIR")).join("toy");
    let _ = fs::remove_dir_all(&root);
    let manifest = "[package]\nname = \"assize\"\nversion = \"0.0.0\"\nedition = \"2024\"\n[workspace]\n";
    let lock = "version = 4\n\n[[package]]\nname = \"assize\"\nversion = \"0.0.0\"\n";
    let files = [
        ("Cargo.toml", manifest),
        ("Cargo.lock", lock),
        ("src/lib.rs", "mod toy;\npub use toy::*;\n"),
        ("src/toy.rs", TOY),
        ("tests/noticing.rs", TESTS),
        ("tests/mutants/excused.txt", "# Why.\nsrc/toy.rs excused: return\n"),
    ];
    for (path, text) in files {
        let path = root.join(path);
        fs::create_dir_all(path.parent().expect("it has one")).expect("it can be made");
        fs::write(path, text).expect("it can be written");
    }
    root
}

fn told(tally: &Tally) -> [Vec<&str>; 3] {
    [&tally.caught, &tally.endless, &tally.missed]
        .map(|of| of.iter().map(|name| name.split_once(' ').expect("a place").1).collect())
}

fn part(work: &Work, room: &Room, which: usize, of: usize) -> Tally {
    let attempt = work.begin(room, which, of).expect("its quick tests run");
    work.end(attempt).expect("its slow tests run")
}

fn all(work: &Work, room: &Room) -> Tally {
    part(work, room, 0, 1)
}

#[test]
fn what_a_test_notices_is_told_from_what_none_does() {
    let root = toy();
    let asked = ["--room", "play", "src/toy.rs", "--", "noticing"].map(str::to_owned);
    let rooms = rooms(&asked).expect("a room");
    let work = prepare(&root, &[], &rooms).expect("all but one compile");
    let tally = all(&work, &rooms[0]);
    let [caught, endless, missed] = told(&tally);
    assert_eq!(missed, ["nobody_calls: return false", "larger: `(a) >= (b)` instead of `a > b`"]);
    assert_eq!(endless, ["step: return 0"]);
    assert!(caught.contains(&"larger: `(a) == (b)` instead of `a > b`"), "{caught:?}");
    assert!(caught.contains(&"count: return 1"), "{caught:?}");
    assert!(caught.contains(&"late: return false"), "by a test that is not quick: {caught:?}");
    assert_eq!(tally.dropped, 1, "`Bare` has no default");
    assert!(tally.to_string().contains("missed: src/toy.rs:24:8 nobody_calls: return false"), "{tally}");
    assert!(!tally.suffices());

    // What is known is not tried again, and what was missed is once its file is gone.
    let record = root.join("target/mutants/play");
    fs::write(record.join("missed.txt"), "").expect("it can be written");
    let before = fs::read_to_string(record.join("caught.txt")).expect("it is there");
    let again = all(&work, &rooms[0]);
    assert_eq!(told(&again), told(&tally));
    assert_eq!(fs::read_to_string(record.join("caught.txt")).expect("it is there"), before);
    let parts = [0, 1, 2].map(|which| part(&work, &rooms[0], which, 3).missed.len());
    assert_eq!(parts.iter().sum::<usize>(), 2, "each change is in one part");
}

fn found(text: &str) -> Vec<Mutant> {
    mutants("src/a.rs", text).expect("it is Rust")
}

fn words(text: &str) -> Vec<String> {
    found(text).into_iter().map(|mutant| mutant.what).collect()
}

#[test]
fn changes_within_changes_are_written_once() {
    let text = "fn f(a: u8) -> bool { !(a + 1 == 2) }";
    let all = found(text);
    let numbered: Vec<(usize, &Mutant)> = all.iter().enumerate().filter(|(_, mutant)| mutant.text != "true").collect();
    let written = switched(text, &numbered);
    assert_eq!(
        written.text,
        "fn f(a: u8) -> bool { if crate::mutant::is(1) { return false; } \
         (if crate::mutant::is(2) { (a + 1 == 2) } else { !(\
         (if crate::mutant::is(3) { (a + 1) != (2) } else { \
         (if crate::mutant::is(4) { (a) - (1) } else if crate::mutant::is(5) { (a) * (1) } else { a + 1 }) == 2 })) }) }"
    );
    assert_eq!(written.blamed(written.text.find("(a) * (1)").expect("it is there")), [5]);
    assert_eq!(written.blamed(written.text.rfind("a + 1").expect("it is there")), [4, 5]);
    assert_eq!(written.blamed(0), [0; 0]);
}

#[test]
fn what_cannot_be_asked_is_not_changed() {
    let left_out = [
        "const fn f() -> bool { 1 < 2 }",
        "const A: bool = 1 < 2;",
        "#[cfg(test)] mod tests { fn f() -> bool { 1 < 2 } }",
        "#[test] fn f() { assert_eq!(1, 2) }",
        "#[cfg(not(unix))] fn f() -> bool { true }",
        "fn f() {}",
    ];
    for text in left_out {
        assert_eq!(words(text), [""; 0], "{text}");
    }
    assert_eq!(words("fn f(a: Option<u8>) { if let Some(1) = a && g() {} }"), ["return ()"]);
}

#[test]
fn arms_are_left_out_only_beside_one_that_takes_the_rest() {
    assert_eq!(words("fn f(a: u8) { match a { 1 => g(), _ => {} } }"), ["return ()", "without the arm `1`"]);
    assert_eq!(words("fn f(a: bool) { match a { true => g(), false => {} } }"), ["return ()"]);
    let guarded = ["return ()", "`true` instead of `b`", "`false` instead of `b`"];
    assert_eq!(words("fn f(a: u8, b: bool) { match a { 1 if b => g(), _ => {} } }"), guarded);
}

#[test]
fn what_a_function_returns_is_of_its_type() {
    let of = |kind: &str| words(&format!("fn f() -> {kind} {{ g() }}")).join(", ");
    assert_eq!(of("Option<bool>"), "return None, return Some(true), return Some(false)");
    assert_eq!(of("Result<(), E>"), "return Ok(())");
    assert_eq!(of("(u8, Vec<u8>)"), "return (0, Vec::new())");
    assert_eq!(of("&str"), "return \"\", return \"xyzzy\"");
    assert_eq!(of("&E"), "");
}

#[test]
fn a_room_has_files_and_tests() {
    let read = |line: &str| rooms(&line.split(' ').map(str::to_owned).collect::<Vec<_>>());
    let room = |name: &str| Room { name: name.to_owned(), files: vec!["f".to_owned()], tests: vec!["t".to_owned()] };
    assert_eq!(read("--room a f -- t --room b f -- t"), Ok(vec![room("a"), room("b")]));
    assert!(read("--room a -- t").is_err() && read("--room a f").is_err());
}
