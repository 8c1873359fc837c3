//! `assize fmt`: files in the one layout, or left alone.
#![cfg(feature = "cli")]

#[path = "shared/folder.rs"]
mod folder;

use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

const UNTIDY: &str = "\u{feff}use   duel\r\nactor ana{ played no,\r\n base 3 }\r\n";
const TIDY: &str = "\u{feff}use duel\nactor ana {\n  played no\n  base 3\n}\n";

fn folder(name: &str) -> PathBuf {
    folder::empty(Path::new("formatting").join(name))
}

fn fmt(folder: &Path, words: &[&str], input: &str) -> Output {
    let mut program = Command::new(env!("CARGO_BIN_EXE_assize"));
    program.arg("fmt").args(words).current_dir(folder);
    let piped = program.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = piped.spawn().expect("the program can be started");
    child.stdin.take().expect("it is piped").write_all(input.as_bytes()).expect("it is read");
    child.wait_with_output().expect("it ends")
}

fn said(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).expect("the output is text")
}

fn holds(path: &Path) -> String {
    fs::read_to_string(path).expect("it is there")
}

#[test]
fn a_file_is_formatted_once() {
    let folder = folder("once");
    let file = folder.join("night.asz");
    fs::write(&file, UNTIDY).expect("it can be written");
    let output = fmt(&folder, &["night.asz"], "");
    assert_eq!((output.status.code(), said(&output).as_str()), (Some(0), "night.asz is formatted\n"), "{output:?}");
    assert_eq!(holds(&file), TIDY, "the mark at the beginning stays");
    let output = fmt(&folder, &["."], "");
    assert_eq!((output.status.code(), said(&output).as_str()), (Some(0), ""));
}

#[test]
fn checking_and_showing_write_nothing() {
    let folder = folder("check");
    let file = folder.join("night.asz");
    fs::write(&file, UNTIDY).expect("it can be written");
    let output = fmt(&folder, &[".", "--check"], "");
    assert_eq!((output.status.code(), said(&output).as_str()), (Some(1), "night.asz is not formatted\n"));
    let output = fmt(&folder, &["night.asz", "--diff"], "");
    let told = said(&output);
    assert!(
        output.status.success() && told.contains("\n-actor ana{ played no,") && told.contains("\n+actor ana {\n"),
        "{told}"
    );
    assert_eq!(fmt(&folder, &["night.asz", "--diff", "--check"], "").status.code(), Some(1));
    assert_eq!(holds(&file), UNTIDY);
}

#[test]
fn a_file_with_a_mistake_is_left_alone_and_the_others_are_not() {
    let folder = folder("mistake");
    let wrong = "use duel\nactor ana {\n";
    fs::write(folder.join("a.asz"), wrong).expect("it can be written");
    fs::write(folder.join("b.asz"), UNTIDY).expect("it can be written");
    let output = fmt(&folder, &["."], "");
    let told = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(1));
    assert!(told.contains("AZ102") && told.contains("a.asz:2"), "{told}");
    assert_eq!((holds(&folder.join("a.asz")).as_str(), holds(&folder.join("b.asz")).as_str()), (wrong, TIDY));
}

#[test]
fn what_is_piped_through_is_written_to_the_output() {
    let folder = folder("piped");
    let output = fmt(&folder, &["-"], "note   \"a\u{1b}b\"# why");
    assert_eq!((output.status.code(), said(&output).as_str()), (Some(1), ""), "{output:?}");
    let output = fmt(&folder, &["-"], "note   \"a\"# why\n\n\n\nnote \"b\"");
    assert_eq!((output.status.code(), said(&output).as_str()), (Some(0), "note \"a\"  # why\n\nnote \"b\"\n"));
}

#[test]
fn a_mark_without_effect_is_remarked_on() {
    let folder = folder("marks");
    let marked = |text: &str| {
        fs::write(folder.join("night.asz"), text).expect("it can be written");
        let output = fmt(&folder, &["night.asz", "--error-format", "plain"], "");
        assert!(output.status.success(), "{output:?}");
        String::from_utf8(output.stderr).expect("the output is text").matches("this comment does nothing").count()
    };
    assert_eq!(marked("# fmt: off\nuse   duel\n# fmt: on\nactor ana\n  # fmt: off\nactor   bo\n"), 0);
    assert_eq!(marked("use duel\n# fmt: on\nactor ana\n"), 1, "nothing was off");
    assert_eq!(marked("use duel # fmt: off\nactor ana\n"), 1, "it keeps whole lines");
    assert_eq!(marked("# fmt: off\nuse duel # fmt: on\nactor ana\n"), 1);
    assert_eq!(marked("# fmt: off\nuse duel\n# fmt: off\nactor ana\n# fmt: on\n# fmt: on\n"), 2, "once is enough");
}

#[test]
fn functions_are_not_formatted() {
    let folder = folder("functions");
    fs::write(folder.join("luck.rhai"), "fn luck() { 1 }\n").expect("it can be written");
    let output = fmt(&folder, &["luck.rhai"], "");
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(2), "{said}");
    assert!(said.contains("only scripts are formatted"), "{said}");
}
