//! Which files a script reads: with `--within` none outside of a folder, by whatever road; and none that is there is left out.

#![cfg(unix)]

#[path = "shared/folder.rs"]
mod folder;

use std::fs;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};
use std::process::Command;

/// A system with a deck from a file, and what a scene needs of it.
const SYSTEM: &str = "system cards\ndeck pile, from \"pile.csv\" {\n}\nkind person { }\n";

/// Two folders beside each other: `inside`, and `outside` with a file of each sort.
fn folders(name: &str) -> PathBuf {
    let root = folder::empty(Path::new("within").join(name));
    for one in ["inside", "outside"] {
        fs::create_dir(root.join(one)).expect("a folder can be made");
    }
    write(&root, "outside/party.asz", "note \"from outside\"\n");
    write(&root, "outside/rain.rhai", "fn after_roll_wind() { #{ note: \"from outside\" } }\n");
    write(&root, "outside/pile.csv", "face\n1\n2\n");
    root
}

fn write(root: &Path, file: &str, text: &str) {
    fs::write(root.join(file), text).expect("a file can be written");
}

/// What `check` tells of a file, and whether it is well.
fn check(root: &Path, file: &str, words: &[&str]) -> (bool, String) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_assize"));
    command.current_dir(root).args(["check", "--error-format", "plain", file]).args(words);
    let output = command.output().expect("the program starts");
    let told = [output.stdout, output.stderr].concat();
    (output.status.success(), String::from_utf8(told).expect("it tells text"))
}

/// Without `--within` the file is read; with it, it is refused, and the folder named.
fn is_refused(root: &Path, file: &str) {
    let (is_well, told) = check(root, file, &[]);
    assert!(is_well, "{told}");
    let (is_well, told) = check(root, file, &["--within", "inside"]);
    assert!(!is_well && told.contains("it is outside `inside`"), "{told}");
    assert!(!told.contains("from outside"), "{told}");
}

#[test]
fn steps_upwards_are_refused() {
    let root = folders("steps");
    write(&root, "inside/scene.asz", "use \"../outside/party.asz\"\n");
    is_refused(&root, "inside/scene.asz");
}

/// A folder that is named holds the files in it, and no others that links in it lead to.
#[test]
fn no_command_on_a_folder_follows_a_link_out_of_it() {
    let root = folders("linked_from_a_folder");
    write(&root, "inside/scene.asz", "note   \"a knock\"\n");
    write(&root, "outside/mistake.asz", "nota   \"from outside\"\n");
    for name in ["party", "mistake"] {
        symlink(format!("../outside/{name}.asz"), root.join(format!("inside/{name}.asz"))).expect("a link can be made");
    }
    for command in [&["check", "inside"][..], &["check", "--fix", "inside"], &["test", "inside"], &["fmt", "inside"]] {
        let output = Command::new(env!("CARGO_BIN_EXE_assize")).current_dir(&root).args(command).output();
        let output = output.expect("the program starts");
        let told = String::from_utf8([output.stdout, output.stderr].concat()).expect("it tells text");
        assert!(output.status.success() && !told.contains("outside"), "{command:?}: {told}");
    }
    let left = |file: &str| fs::read_to_string(root.join(file)).expect("it is there");
    assert_eq!(left("outside/mistake.asz"), "nota   \"from outside\"\n");
    assert_eq!(left("inside/scene.asz"), "note \"a knock\"\n", "what is in the folder is laid out");
}

#[test]
fn links_are_refused() {
    let root = folders("links");
    symlink("../outside/party.asz", root.join("inside/linked.asz")).expect("a link can be made");
    write(&root, "inside/scene.asz", "use \"linked.asz\"\n");
    is_refused(&root, "inside/scene.asz");
    symlink("../outside", root.join("inside/road")).expect("a link can be made");
    write(&root, "inside/other.asz", "use \"road/party.asz\"\n");
    is_refused(&root, "inside/other.asz");
}

#[test]
fn decks_and_functions_are_refused() {
    let root = folders("decks");
    write(&root, "inside/cards.asz", &SYSTEM.replace("pile.csv", "../outside/pile.csv"));
    is_refused(&root, "inside/cards.asz");
    write(&root, "inside/lamps.asz", "system lamps\nkind person { }\nprocedure light by person { roll wind : 1d6 }\n");
    write(&root, "inside/scene.asz", "use lamps\nuse house \"../outside/rain.rhai\"\nperson ada\nlight a by ada\n");
    is_refused(&root, "inside/scene.asz");
    symlink("../outside/rain.rhai", root.join("inside/scene2.rhai")).expect("a link can be made");
    write(&root, "inside/scene2.asz", "use lamps\nperson ada\nlight a by ada\n");
    is_refused(&root, "inside/scene2.asz");
}

#[test]
fn functions_that_are_no_text_are_refused() {
    let root = folders("bytes");
    write(&root, "inside/scene.asz", "note \"x\"\n");
    fs::write(root.join("inside/scene.rhai"), [0xff, 0xfe]).expect("a file can be written");
    let (is_well, told) = check(&root, "inside/scene.asz", &[]);
    assert!(!is_well && told.contains("`scene.rhai` is not UTF-8 text"), "{told}");
}

#[test]
fn a_file_is_named_as_its_user_would_name_it() {
    let root = folders("named");
    write(&root, "inside/party.asz", "note \"x\"\n");
    write(&root, "inside/scene.asz", "use party\n");
    let (is_well, told) = check(&root, "inside/scene.asz", &[]);
    assert!(!is_well && told.contains("write `use \"party.asz\"` for a scene"), "{told}");
}

#[test]
fn what_is_inside_is_read() {
    let root = folders("inside");
    write(&root, "inside/party.asz", "note \"a knock\"\n");
    fs::create_dir(root.join("inside/scenes")).expect("a folder can be made");
    write(&root, "inside/scenes/scene.asz", "use \"../party.asz\"\n");
    symlink("scenes/scene.asz", root.join("inside/linked.asz")).expect("a link can be made");
    for file in ["inside/scenes/scene.asz", "inside/scenes/../scenes/scene.asz"] {
        let (is_well, told) = check(&root, file, &["--within", "inside"]);
        assert!(is_well, "{told}");
    }
}

#[test]
fn a_word_without_a_meaning_is_refused() {
    let root = folders("words");
    write(&root, "inside/scene.asz", "note \"x\"\n");
    let (is_well, told) = check(&root, "inside/scene.asz", &["--within", "nowhere"]);
    assert!(!is_well && told.contains("there is no folder `nowhere`"), "{told}");
    for words in [&["show", "ttomp"][..], &["explain", "AZ101"], &["serve", "--stdio"]] {
        let mut command = Command::new(env!("CARGO_BIN_EXE_assize"));
        let output = command.current_dir(&root).args(words).args(["--within", "inside"]).output().expect("it starts");
        let told = String::from_utf8(output.stderr).expect("it tells text");
        assert!(!output.status.success() && told.contains("`--within` does nothing here"), "{told}");
    }
}

/// What is told of a scene that uses a name, which is left out of it.
fn told_of(root: &Path, line: &str, name: &str) -> String {
    write(root, "inside/scene.asz", &line.replace("NAME", name));
    check(root, "inside/scene.asz", &["--within", "inside"]).1.replace(name, "NAME")
}

#[test]
fn whether_a_file_is_there_outside_is_not_told() {
    let root = folders("unknown");
    let link = |to: &str, from: &str| symlink(to, root.join("inside").join(from)).expect("a link can be made");
    for (there, missing) in [("party", "nobody"), ("rain", "snow")] {
        for ending in ["asz", "rhai"] {
            link(&format!("../outside/{there}.{ending}"), &format!("to-{there}.{ending}"));
            link(&format!("../outside/{missing}.{ending}"), &format!("to-{missing}.{ending}"));
            link(&format!("to-{there}.{ending}"), &format!("on-{there}.{ending}"));
            link(&format!("to-{missing}.{ending}"), &format!("on-{missing}.{ending}"));
        }
    }
    link("../outside", "road");
    link("../nowhere", "path");
    link(&root.join("outside").to_string_lossy(), "far");
    link(&root.join("nowhere").to_string_lossy(), "off");
    let pairs = [
        ("../outside/party.asz", "../outside/nobody.asz"),
        ("../outside/party", "../nowhere/nobody"),
        ("../outside/rain.rhai", "../outside/snow.rhai"),
        ("to-party.asz", "to-nobody.asz"),
        ("on-party.asz", "on-nobody.asz"),
        ("to-rain.rhai", "to-snow.rhai"),
        ("road/party.asz", "road/nobody.asz"),
        ("road/party.asz", "path/party.asz"),
        ("far/party.asz", "off/party.asz"),
        ("road/../inside/scene.asz", "path/../inside/scene.asz"),
    ];
    for (there, missing) in pairs {
        for line in ["use \"NAME\"\n", "use house \"NAME\"\n", &SYSTEM.replace("pile.csv", "NAME")] {
            let [one, other] = [there, missing].map(|name| told_of(&root, line, name));
            assert_eq!(one, other, "{line} {there} {missing}");
            assert!(one.contains("AZ107") && one.contains("it is outside `inside`"), "{line} {there}: {one}");
        }
    }
    // A way that leads back into the folder leads to a file in it, whatever it passes.
    write(&root, "inside/party.asz", "note \"a knock\"\n");
    for name in ["../inside/party.asz", "../outside/../inside/party.asz", "../nowhere/../inside/party.asz"] {
        let told = told_of(&root, "use \"NAME\"\n", name);
        assert!(told.contains("no errors"), "{name}: {told}");
    }
}

#[test]
fn a_script_outside_is_read_and_nothing_beside_it() {
    let root = folders("beside");
    write(&root, "inside/party.asz", "note \"a knock\"\n");
    write(&root, "scene.asz", "use \"inside/party.asz\"\n");
    let (is_well, told) = check(&root, "scene.asz", &["--within", "inside"]);
    assert!(is_well, "{told}");
    symlink("inside", root.join("linked")).expect("a link can be made");
    write(&root, "scene.asz", "use \"linked/party.asz\"\n");
    let (is_well, told) = check(&root, "scene.asz", &["--within", "linked"]);
    assert!(is_well, "{told}");
    write(&root, "scene.asz", "use \"outside/party.asz\"\n");
    let (_, there) = check(&root, "scene.asz", &["--within", "inside"]);
    write(&root, "scene.asz", "use \"outside/nobody.asz\"\n");
    let (_, missing) = check(&root, "scene.asz", &["--within", "inside"]);
    assert_eq!(there.replace("party", "nobody"), missing);
}

#[test]
fn what_is_no_regular_file_is_called_that() {
    let root = folders("pipe");
    let made = Command::new("mkfifo").arg(root.join("inside/party.asz")).status();
    assert!(made.expect("mkfifo is there").success());
    write(&root, "inside/scene.asz", "use \"party.asz\"\n");
    let (is_well, told) = check(&root, "inside/scene.asz", &[]);
    assert!(!is_well && told.contains("AZ107") && told.contains("it is not a regular file"), "{told}");
    assert!(!told.contains("did you mean"), "{told}");
}
