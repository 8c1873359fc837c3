//! A disk that is full, and a folder that is not there.

use std::fs;
use std::path::Path;
use std::process::{Child, Command, Stdio};

use serde_json::{Value, json};

use crate::folder;
use crate::serve::{Served, command, opening};

fn entering(text: &str) -> Value {
    json!({"session": "one", "text": text, "for": "gm"})
}

fn started(mut command: Command) -> (Child, Served) {
    let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().expect("it starts");
    let served = Served::new(child.stdin.take().expect("it is piped"), child.stdout.take().expect("it is piped"), None);
    (child, served)
}

/// The code of a refusal.
fn refused(served: &mut Served, method: &str, params: Value) -> String {
    let told = served.ask(method, params).expect("the program lives");
    told["error"]["data"]["code"].as_str().unwrap_or_else(|| panic!("{method} {told}")).to_owned()
}

fn value(served: &mut Served, expression: &str) -> Value {
    served.done("session/enter", entering(expression)).expect("the program lives")["value"]["value"].clone()
}

/// The program in a shell that lets no file grow long.
#[cfg(target_os = "linux")]
fn in_little_room(folder: &Path, before: &str) -> Command {
    let program = command(folder);
    let mut shell = Command::new("sh");
    shell.args(["-c", &format!("{before} ulimit -f 16; exec \"$0\" \"$@\"")]);
    shell.arg(program.get_program()).args(program.get_args());
    shell
}

/// Enters values until that fails; the last that was acknowledged.
fn fill(served: &mut Served) -> (u64, Option<Value>) {
    served.done("session/open", opening("one")).expect("there is room");
    served.done("session/enter", entering("use lamps\nperson ada")).expect("there is room");
    for oil in 0_u64.. {
        let told = served.ask("session/enter", entering(&format!("set ada.oil = {oil}")));
        if told.as_ref().is_none_or(|told| told.get("result").is_none()) {
            return (oil.checked_sub(1).expect("some have room"), told);
        }
    }
    unreachable!("no disk is so large")
}

#[cfg(target_os = "linux")]
#[test]
fn on_a_full_disk_nothing_happens_that_is_not_kept() {
    let folder = folder("full");
    let (mut child, mut served) = started(in_little_room(&folder, "trap '' XFSZ;"));
    let (oil, told) = fill(&mut served);
    assert_eq!(told.expect("the program lives")["error"]["data"]["code"], json!("AZ910"));
    assert_eq!(value(&mut served, "ada.oil"), json!(oil.to_string()), "it does not count");
    for text in ["set ada.oil = 7", "person ben"] {
        assert_eq!(refused(&mut served, "session/enter", entering(text)), "AZ910");
    }
    drop(served);
    assert_eq!(child.wait().expect("it ends").code(), Some(0));
    let (mut child, mut served) = started(command(&folder));
    served.done("session/open", opening("one")).expect("it goes on");
    assert_eq!(value(&mut served, "ada.oil"), json!(oil.to_string()));
    served.done("session/enter", entering("set ada.oil = 5")).expect("there is room again");
    drop(served);
    child.wait().expect("it ends");
}

#[cfg(target_os = "linux")]
#[test]
fn a_program_that_is_ended_for_a_long_file_loses_nothing() {
    let folder = folder("long");
    let (mut child, mut served) = started(in_little_room(&folder, ""));
    let (oil, told) = fill(&mut served);
    assert_eq!(told, None, "the system has ended it");
    assert!(!child.wait().expect("it is dead").success());
    let (mut child, mut served) = started(command(&folder));
    served.done("session/open", opening("one")).expect("it goes on");
    let found = value(&mut served, "ada.oil");
    assert!(found == json!(oil.to_string()) || found == json!((oil + 1).to_string()), "{oil} {found}");
    drop(served);
    child.wait().expect("it ends");
}

#[test]
fn a_folder_that_is_not_there_keeps_no_session() {
    let folder = folder("missing");
    let (mut child, mut served) = started(command(&folder.join("nowhere")));
    assert_eq!(refused(&mut served, "session/open", opening("one")), "AZ916");
    assert_eq!(refused(&mut served, "session/enter", entering("1 + 1")), "AZ921", "it is not open");
    drop(served);
    child.wait().expect("it ends");
}

/// What the server says of a line after something was done with the folder of its journal.
#[cfg(unix)]
fn missed(name: &str, change: impl FnOnce(&Path, &Path)) -> String {
    let folder = folder(name);
    let (mut child, mut served) = started(command(&folder));
    served.done("session/open", opening("one")).expect("it is kept");
    served.done("session/enter", entering("use lamps\nperson ada")).expect("it is kept");
    let journal = fs::read_dir(&folder).expect("it is there").flatten().map(|entry| entry.path());
    let journal = journal.into_iter().find(|path| path.extension().is_some_and(|end| end == "journal"));
    change(&folder, &journal.expect("it is kept somewhere"));
    let told = served.ask("session/enter", entering("set ada.oil = 7")).expect("the program lives");
    let data = &told["error"]["data"];
    assert_eq!(data["code"], json!("AZ910"), "{told}");
    assert!(told.to_string().contains("`:save FILE` at the prompt"), "{told}");
    assert_eq!(value(&mut served, "ada.oil"), json!("3"), "it does not count");
    drop(served);
    child.wait().expect("it ends");
    told["error"]["message"].as_str().expect("it is told").to_owned()
}

#[cfg(unix)]
#[test]
fn a_journal_that_is_not_what_it_was_is_missed() {
    let said = |why: &str| format!("this could not be saved, and does not count: the journal has changed: {why}");
    let why = missed("deleted", |folder, _| fs::remove_dir_all(folder).expect("it can be deleted"));
    assert_eq!(why, said("it was deleted"));
    let why = missed("moved", |folder, journal| {
        fs::rename(journal, folder.join("elsewhere")).expect("it can be moved");
    });
    assert_eq!(why, said("it was moved"));
    let why = missed("replaced", |folder, journal| {
        fs::copy(journal, folder.join("copy")).expect("it can be copied");
        fs::rename(folder.join("copy"), journal).expect("it can be replaced");
    });
    assert_eq!(why, said("it was replaced"));
    let why = missed("cut", |_, journal| fs::write(journal, "").expect("it can be cut"));
    assert!(why.starts_with(&said("it was cut, and has 0 bytes instead of ")), "{why}");
}

#[cfg(unix)]
#[test]
fn a_folder_that_somebody_deletes_keeps_no_other_session() {
    let folder = folder("gone");
    let (mut child, mut served) = started(command(&folder));
    served.done("session/open", opening("one")).expect("it is kept");
    fs::remove_dir_all(&folder).expect("it can be deleted");
    assert_eq!(refused(&mut served, "session/open", opening("two")), "AZ916");
    drop(served);
    child.wait().expect("it ends");
}
