//! The lines that were typed at the prompt: those before stay, whatever the disk does.

use std::fs;
use std::process::Command;

use rexpect::process::wait::WaitStatus;
use rexpect::reader::Options;
use rexpect::session::{PtySession, spawn_with_options};

use crate::places::{How, Place, allow};

/// What is remembered of sessions before.
fn remembered() -> String {
    let lines: Vec<String> = (0..60).map(|line| format!("person ada \"of evening {line} before\"\n")).collect();
    "#V2\n".to_owned() + lines.concat().as_str()
}

/// Types a line at a terminal and leaves; the files of the state folder are looked at afterwards.
fn types(place: &Place, how: How) {
    let piped = place.command(how, &["repl", "--colour", "never"]);
    let mut command = Command::new(piped.get_program());
    command.args(piped.get_args()).current_dir(&place.0);
    command.env("XDG_STATE_HOME", place.path("state")).env("TERM", "xterm");
    let options = Options::new().timeout_ms(Some(60_000)).strip_ansi_escape_codes(true);
    let mut session: PtySession = spawn_with_options(command, options).expect("a terminal can be had");
    session.exp_string("> ").expect("it asks for a line");
    session.send_line("333 + 111").expect("it reads");
    session.exp_string("444").expect("it answers");
    session.send_line(":quit").expect("it reads");
    session.exp_eof().expect("it ends");
    assert!(matches!(session.process.wait(), Ok(WaitStatus::Exited(_, 0))));
}

/// A place in which lines are remembered.
fn place(name: &str) -> Place {
    let place = Place::new(name);
    fs::create_dir_all(place.path("state/assize/sessions")).expect("it can be made");
    place.write("state/assize/history.txt", remembered());
    place
}

#[test]
fn what_was_typed_before_stays_on_a_full_disk() {
    let place = place("typed-full");
    for room in [0, 1, 3] {
        types(&place, How::Room(room));
        assert_eq!(place.bytes("state/assize/history.txt"), remembered().as_bytes(), "room for {room} blocks");
        let names = fs::read_dir(place.path("state/assize")).expect("it is there").flatten();
        assert_eq!(names.count(), 2, "nothing is left beside it");
    }
    types(&place, How::Plainly);
    let now = String::from_utf8(place.bytes("state/assize/history.txt")).expect("it is text");
    assert!(now.contains("of evening 0 before") && now.contains("333 + 111"), "{now}");
}

#[test]
fn what_was_typed_before_stays_where_nothing_may_be_written() {
    let place = place("typed-forbidden");
    allow(&place.path("state/assize"), 0o555);
    for caller in place.callers() {
        types(&place, How::By(caller));
        assert_eq!(place.bytes("state/assize/history.txt"), remembered().as_bytes(), "{caller:?}");
    }
    allow(&place.path("state/assize"), 0o755);
}

#[test]
fn a_link_to_what_was_typed_stays_one() {
    let place = place("typed-link");
    fs::rename(place.path("state/assize/history.txt"), place.path("typed")).expect("it is there");
    std::os::unix::fs::symlink(place.path("typed"), place.path("state/assize/history.txt")).expect("it can be made");
    types(&place, How::Plainly);
    assert!(place.path("state/assize/history.txt").is_symlink());
    assert!(String::from_utf8(place.bytes("typed")).expect("it is text").contains("333 + 111"));
}
