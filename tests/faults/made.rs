//! New files: by `export -o`, `:save`, `:export` and `new`.

use std::fs;
use std::os::unix::fs::symlink;

use crate::places::{How, Place, allow, complained};

/// What makes a new file called `made.EXTENSION`, with what is told to it.
const MAKERS: [(&str, &[&str], &str); 7] = [
    ("md", &["export", "evening.journal", "-o", "made.md"], ""),
    ("html", &["export", "evening.journal", "--format", "html", "-o", "made.html"], ""),
    ("json", &["export", "evening.journal", "--format", "json", "-o", "made.json"], ""),
    ("asz", &["export", "evening.journal", "--format", "script", "-o", "made.asz"], ""),
    ("asz", &["repl", "--seed", "7"], ":save made.asz\n"),
    ("html", &["repl", "--seed", "7"], ":export made.html\n"),
    ("md", &["repl", "--seed", "7"], ":export made.md players\n"),
];

/// What is told: something has happened before it is kept.
fn input(last: &str) -> String {
    if last.is_empty() { String::new() } else { format!("use \"scene.asz\"\n{last}") }
}

/// What each of them makes, which is not there any more; and the place in which it is made.
fn makes(name: &str) -> impl Iterator<Item = (Place, &'static [&'static str], String, String, Vec<u8>)> {
    MAKERS.into_iter().enumerate().map(move |(number, (extension, words, last))| {
        let place = Place::new(&format!("{name}-{number}"));
        let (made, input) = (format!("made.{extension}"), input(last));
        let output = place.calls(How::Plainly, words, &input);
        assert_eq!(output.status.code(), Some(0), "{words:?}: {}", complained(&output));
        let whole = place.bytes(&made);
        fs::remove_file(place.path(&made)).expect("it is there");
        (place, words, input, made, whole)
    })
}

/// So many times 512 bytes.
fn blocks(whole: &[u8]) -> u32 {
    u32::try_from(whole.len().div_ceil(512)).expect("it is short")
}

#[test]
fn a_file_has_room_whole_or_is_not_there() {
    for (place, words, input, made, whole) in makes("made") {
        let (before, blocks) = (place.all(), blocks(&whole));
        for room in [0, 1, blocks / 2, blocks - 1] {
            if room < blocks {
                let complained = place.refuses(How::Room(room), words, &input, (5, "AZ918"));
                assert!(complained.contains(&format!("`{made}` cannot be written: ")), "{complained}");
                assert_eq!(place.all(), before, "{words:?} with room for {room} blocks of {blocks}");
            }
        }
        assert_eq!(place.calls(How::Room(blocks), words, &input).status.code(), Some(0));
        assert_eq!(place.bytes(&made), whole);
    }
}

#[test]
fn a_kill_leaves_no_part_of_a_file() {
    for (place, words, input, made, whole) in makes("made-killed") {
        for written in (0..blocks(&whole)).step_by(5) {
            place.kills(written, words, &input);
        }
        assert_eq!(place.calls(How::Plainly, words, &input).status.code(), Some(0));
        assert_eq!(place.bytes(&made), whole);
    }
}

/// What is left of a killed program goes with the next file of that name; what somebody writes at the moment, or what is called
/// almost so, stays.
#[test]
fn what_a_kill_has_left_is_cleared_away() {
    for (place, words, input, made, whole) in makes("made-left") {
        let name = &made;
        let file = |called: String| {
            let path = place.path(&called);
            fs::write(&path, "a part").expect("it can be written");
            path
        };
        let left = [format!(".{name}.4194304-0.new"), format!(".{name}.12-7.new")].map(file);
        let others =
            [format!(".{name}.12.new"), format!(".{name}.a-0.new"), format!(".other{name}.12-0.new")].map(file);
        let written = file(format!(".{name}.12-8.new"));
        let held = fs::File::open(&written).expect("it is there");
        held.lock().expect("nobody else holds it");
        assert_eq!(place.calls(How::Plainly, words, &input).status.code(), Some(0));
        assert_eq!(place.bytes(&made), whole);
        assert!(left.iter().all(|path| !path.exists()), "{words:?}");
        assert!(others.iter().chain([&written]).all(|path| path.exists()), "{words:?}");
    }
}

#[test]
fn what_is_there_already_stays() {
    let place = Place::new("made-there");
    for (extension, words, last) in MAKERS {
        let made = place.path(&format!("made.{extension}"));
        let refused = || {
            let before = place.all();
            let ends = if last.is_empty() { (5, "AZ918") } else { (2, "AZ902") };
            place.refuses(How::Plainly, words, &input(last), ends);
            assert_eq!(place.all(), before, "{words:?}");
        };
        fs::write(&made, "before").expect("it can be written");
        refused();
        fs::remove_file(&made).expect("it is there");
        fs::create_dir(&made).expect("it can be made");
        refused();
        fs::remove_dir(&made).expect("it is there");
        symlink("nowhere", &made).expect("it can be made");
        refused();
        fs::remove_file(&made).expect("it is there");
        symlink(&made, &made).expect("it can be made");
        refused();
        fs::remove_file(&made).expect("it is there");
    }
}

#[test]
fn a_folder_in_which_nothing_may_be_written_keeps_what_it_has() {
    let place = Place::new("made-forbidden");
    let callers = place.callers();
    allow(&place.0, 0o555);
    let before = place.all();
    for (words, last, caller) in
        MAKERS.iter().flat_map(|(_, words, last)| callers.iter().map(move |caller| (words, last, *caller)))
    {
        place.refuses(How::By(caller), words, &input(last), (5, "AZ918"));
        assert_eq!(place.all(), before, "{caller:?} {words:?}");
    }
    for (caller, folder) in callers.iter().flat_map(|caller| ["new", "new/below"].map(|folder| (*caller, folder))) {
        place.refuses(How::By(caller), &["new", folder], "", (5, "AZ918"));
        assert_eq!(place.all(), before, "{caller:?}");
    }
}

#[test]
fn a_new_folder_has_room_whole_or_is_not_there() {
    let place = Place::new("made-folder");
    let before = place.all();
    let room = |room: u32, folder: &str| place.calls(How::Room(room), &["new", folder], "").status.code();
    for folder in ["new", "far/away/new"] {
        let fits = (0..1_000).find(|blocks| {
            let done = room(*blocks, folder);
            if done == Some(0) {
                return true;
            }
            assert_eq!(done, Some(5));
            assert_eq!(place.all(), before, "{blocks} blocks");
            false
        });
        assert!(fits > Some(0), "{fits:?}");
        assert_eq!(place.calls(How::Plainly, &["run", &format!("{folder}/scene.asz")], "").status.code(), Some(0));
        fs::remove_dir_all(place.path(folder.split('/').next().expect("it has a name"))).expect("it is there");
    }
    fs::create_dir(place.path("empty")).expect("it can be made");
    assert_eq!(room(0, "empty"), Some(5));
    assert_eq!(fs::read_dir(place.path("empty")).expect("it stays").count(), 0);
}

#[test]
fn a_kill_leaves_no_part_of_a_folder() {
    let place = Place::new("made-folder-killed");
    for folder in ["new", "far/away/new"] {
        for blocks in [0, 1] {
            let output = place.calls(How::Killed(blocks), &["new", folder], "");
            assert_eq!(output.status.code(), None, "it is killed in the middle of a file");
            assert!(!place.path(folder).exists());
        }
        let output = place.calls(How::Plainly, &["new", folder], "");
        assert_eq!(output.status.code(), Some(0), "{}", complained(&output));
        assert_eq!(place.calls(How::Plainly, &["run", &format!("{folder}/scene.asz")], "").status.code(), Some(0));
    }
}

#[test]
fn no_folder_is_made_where_something_else_is() {
    let place = Place::new("made-folder-there");
    symlink("nowhere", place.path("link")).expect("it can be made");
    let before = place.all();
    for folder in ["scene.asz", "scene.asz/below", "link", "link/below", "."] {
        place.refuses(How::Plainly, &["new", folder], "", (5, "AZ918"));
        assert_eq!(place.all(), before, "{folder}");
    }
}
