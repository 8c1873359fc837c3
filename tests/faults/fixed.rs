//! Scripts that `check --fix` writes anew.

use std::fs;
use std::os::unix::fs::symlink;
use std::process::Command;

use crate::places::{How, Place, allow, complained, said, told};

const SLIPS: &str = "use \"lamps.asz\"\nperson ada “Ada”\nlight stairs by ada\n";
const RIGHT: &str = "use \"lamps.asz\"\nperson ada \"Ada\"\nlight stairs by ada\n";

const FIX: [&str; 3] = ["check", "--fix", "slips.asz"];

/// A script with slips, with so many lines of comment before it.
fn place(name: &str, lines: usize) -> (Place, String, String) {
    let place = Place::new(name);
    let [slips, right] = [SLIPS, RIGHT].map(|text| "# as it was written\n".repeat(lines) + text);
    place.write("slips.asz", &slips);
    (place, slips, right)
}

#[test]
fn a_script_is_as_it_was_or_as_it_should_be() {
    let (place, slips, right) = place("fixed-room", 200);
    let before = place.all();
    let blocks = u32::try_from(slips.len().div_ceil(512)).expect("it is short");
    for room in 0..blocks {
        let complained = place.refuses(How::Room(room), &FIX, "", (5, "AZ918"));
        assert!(complained.contains("`slips.asz` cannot be written and is unchanged: "), "{complained}");
        assert_eq!(place.all(), before, "room for {room} blocks of {blocks}");
    }
    assert_eq!(place.calls(How::Room(blocks), &FIX, "").status.code(), Some(0));
    assert_eq!(place.bytes("slips.asz"), right.into_bytes());
    assert_eq!(place.all().len(), before.len(), "nothing is left beside it");
}

#[test]
fn a_kill_leaves_a_script_as_it_was() {
    let (place, slips, right) = place("fixed-killed", 200);
    let blocks = u32::try_from(slips.len().div_ceil(512)).expect("it is short");
    for written in 0..blocks {
        place.kills(written, &FIX, "");
    }
    assert_eq!(place.bytes("slips.asz"), slips.into_bytes());
    assert_eq!(place.calls(How::Plainly, &FIX, "").status.code(), Some(0));
    assert_eq!(place.bytes("slips.asz"), right.into_bytes());
}

#[test]
fn a_folder_in_which_nothing_may_be_written_keeps_what_it_has() {
    let (place, slips, _) = place("fixed-forbidden", 1);
    let callers = place.callers();
    allow(&place.0, 0o555);
    for caller in callers {
        place.refuses(How::By(caller), &FIX, "", (5, "AZ918"));
        assert_eq!(place.bytes("slips.asz"), slips.as_bytes(), "{caller:?}");
    }
    allow(&place.path("slips.asz"), 0o000);
    for caller in place.callers() {
        place.refuses(How::By(caller), &FIX, "", (5, "AZ107"));
    }
    allow(&place.path("slips.asz"), 0o644);
}

#[test]
fn what_is_no_script_is_left() {
    let (place, ..) = place("fixed-none", 1);
    fs::create_dir(place.path("folder.asz")).expect("it can be made");
    symlink("nowhere.asz", place.path("dangling.asz")).expect("it can be made");
    symlink("round.asz", place.path("round.asz")).expect("it can be made");
    let before = place.all();
    for name in ["folder.asz", "dangling.asz", "round.asz", "nowhere.asz", "slips.asz/below.asz"] {
        place.refuses(How::Plainly, &["check", "--fix", name], "", (5, "AZ107"));
        assert_eq!(place.all(), before, "{name}");
    }
}

/// What `check --fix` says when something is done with the script after it was read, and before it is written.
fn fixed_while(name: &str, change: impl FnOnce(&Place)) -> (Place, String) {
    let (place, ..) = place(name, 1);
    // Reading a pipe takes until somebody writes into it.
    let pipe = place.path("pause.asz");
    assert!(Command::new("mkfifo").arg(&pipe).status().expect("it can be started").success());
    let child = place.command(How::Plainly, &[&FIX[..], &["pause.asz"]].concat()).spawn().expect("it can be started");
    let mut writer = fs::File::options().write(true).open(&pipe).expect("it is read");
    change(&place);
    std::io::Write::write_all(&mut writer, b"use \"lamps.asz\"\nperson ben\n").expect("it is read");
    drop(writer);
    let output = told(child, "");
    let all = [said(&output), complained(&output)].concat();
    assert_eq!(output.status.code(), Some(5), "{all}");
    assert!(all.contains("error[AZ918]: `slips.asz` cannot be written and is unchanged: "), "{all}");
    assert!(!all.contains("becomes"), "{all}");
    let beside = fs::read_dir(&place.0).expect("it is a folder").flatten().map(|entry| entry.file_name());
    assert!(beside.into_iter().all(|name| !name.to_string_lossy().ends_with(".new")));
    (place, all)
}

#[test]
fn what_somebody_has_written_meanwhile_stays() {
    let other = "use \"lamps.asz\"\nperson cem\n";
    let (place, said) = fixed_while("fixed-written", |place| place.write("slips.asz", other));
    assert!(said.contains("another program has changed it"), "{said}");
    assert_eq!(place.bytes("slips.asz"), other.as_bytes());
    // As long as it was, and another file.
    let as_long = SLIPS.replace("stairs", "ladder");
    let (place, said) = fixed_while("fixed-replaced", |place| {
        place.write("other", "# as it was written\n".to_owned() + as_long.as_str());
        fs::rename(place.path("other"), place.path("slips.asz")).expect("it can be moved");
    });
    assert!(said.contains("another program has changed it"), "{said}");
    assert!(String::from_utf8_lossy(&place.bytes("slips.asz")).contains("ladder"));
    let (place, _) = fixed_while("fixed-cut", |place| place.write("slips.asz", ""));
    assert_eq!(place.bytes("slips.asz"), b"");
}

#[test]
fn what_somebody_has_removed_meanwhile_does_not_come_back() {
    let gone = |place: &Place| fs::remove_file(place.path("slips.asz")).expect("it is there");
    let (place, _) = fixed_while("fixed-gone", gone);
    assert!(!place.path("slips.asz").exists());
    let (place, _) = fixed_while("fixed-moved", |place| {
        fs::rename(place.path("slips.asz"), place.path("moved.asz")).expect("it can be moved");
    });
    assert!(!place.path("slips.asz").exists() && place.path("moved.asz").exists());
    let (place, _) = fixed_while("fixed-folder", |place| {
        gone(place);
        fs::create_dir(place.path("slips.asz")).expect("it can be made");
    });
    assert_eq!(fs::read_dir(place.path("slips.asz")).expect("it is a folder").count(), 0);
    let (place, _) = fixed_while("fixed-dangling", |place| {
        gone(place);
        symlink("nowhere", place.path("slips.asz")).expect("it can be made");
    });
    assert!(place.path("slips.asz").is_symlink() && !place.path("nowhere").exists());
}

#[test]
fn a_pipe_is_read_once_and_not_replaced() {
    let (place, ..) = place("fixed-pipe", 0);
    let pipe = place.path("pipe.asz");
    assert!(Command::new("mkfifo").arg(&pipe).status().expect("it can be started").success());
    let child = place.command(How::Plainly, &["check", "--fix", "pipe.asz"]).spawn().expect("it can be started");
    fs::write(&pipe, SLIPS).expect("it is read");
    let output = told(child, "");
    assert_eq!(output.status.code(), Some(5), "{}", complained(&output));
    assert!(std::os::unix::fs::FileTypeExt::is_fifo(&fs::metadata(&pipe).expect("it is there").file_type()));
}
