//! A file opened by a path that leads elsewhere by then.

#![cfg(unix)]

use std::fs::{self, File};
use std::os::unix::fs::symlink;

use super::Inside;

#[test]
fn a_file_that_was_opened_elsewhere_is_not_held() {
    let folder = std::env::temp_dir().join(format!("assize-inside-{}", std::process::id()));
    let (within, path) = (folder.join("within"), folder.join("within/party.asz"));
    fs::create_dir_all(&within).expect("it can be made");
    fs::write(&path, "inside").expect("it can be written");
    fs::write(folder.join("outside.asz"), "outside").expect("it can be written");
    let inside = Inside::of(&within).expect("it is a folder");
    let holds = |opened: &File| inside.holds(opened, &path).expect("it is there");
    assert!(holds(&File::open(&path).expect("it is there")));
    let outside = File::open(folder.join("outside.asz")).expect("it is there");
    assert!(!holds(&outside), "the path led there when it was opened");
    fs::remove_file(&path).expect("it is there");
    symlink("../outside.asz", &path).expect("it can be made");
    assert!(!holds(&outside), "the path leads there still");
    fs::remove_dir_all(&folder).expect("it is ours");
}
