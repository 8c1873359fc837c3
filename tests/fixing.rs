//! `check --fix` writes what is sure into the files that were named, and nothing else.
#![cfg(feature = "cli")]

#[path = "shared/folder.rs"]
mod folder;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

/// A folder of its own for each test, with these files.
fn folder(name: &str, files: &[(&str, &str)]) -> PathBuf {
    let folder = folder::empty(Path::new("fixing").join(name));
    for (name, text) in files {
        fs::write(folder.join(name), text).expect("it can be written");
    }
    folder
}

/// `assize check --fix` of these words.
fn fix(folder: &Path, words: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_assize"))
        .args(["--error-format", "plain", "check", "--fix"])
        .args(words)
        .current_dir(folder)
        .stdin(Stdio::null())
        .output()
        .expect("the program can be started")
}

fn said(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned()
}

fn complained(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

fn text(folder: &Path, name: &str) -> String {
    fs::read_to_string(folder.join(name)).expect("it is there, and text")
}

const SLIPS: &str = "use ttmop
actor inez \"Inez\"; actor pinto \"Pinto\"
action climb “over the wall” inez {
  task climb { qualty standrad }
}
";

const RIGHT: &str = "use ttomp
actor inez \"Inez\"
actor pinto \"Pinto\"
action climb \"over the wall\" by inez {
  task climb { quality standard }
}
";

#[test]
fn slips_are_fixed_and_told() {
    let folder = folder("slips", &[("scene.asz", SLIPS)]);
    let output = fix(&folder, &["scene.asz"]);
    assert_eq!(text(&folder, "scene.asz"), RIGHT);
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    let expected = [
        "scene.asz:1:5: `ttmop` becomes `ttomp`\n",
        "scene.asz:2:18: `; ` becomes a line end\n",
        "scene.asz:3:14: `“over the wall”` becomes `\"over the wall\"`\n",
        "scene.asz:4:30: nothing becomes `by `\n",
        "scene.asz:5:16: `qualty` becomes `quality`\n",
        "scene.asz:5:24: `standrad` becomes `standard`\n",
        "scene.asz: no errors\n",
    ];
    assert_eq!(said(&output), expected.concat());
    let names: Vec<_> =
        fs::read_dir(&folder).expect("it can be read").flatten().map(|entry| entry.file_name()).collect();
    assert_eq!(names, ["scene.asz"], "nothing is left beside the file");
}

#[test]
fn a_second_time_changes_nothing() {
    let folder = folder("twice", &[("scene.asz", SLIPS)]);
    fix(&folder, &["scene.asz"]);
    let output = fix(&folder, &["scene.asz"]);
    assert_eq!(said(&output), "there is nothing to fix\nscene.asz: no errors\n");
    assert_eq!((text(&folder, "scene.asz"), output.status.code()), (RIGHT.to_owned(), Some(0)));
}

#[test]
fn line_ends_marks_and_letters_stay_as_they_are() {
    let [slips, right] = [SLIPS, RIGHT].map(|text| {
        let text = text.replace("Inez\"", "Inéz 🎲\"").replace('\n', "\r\n");
        format!("\u{feff}{text}")
    });
    let folder = folder("returns", &[("scene.asz", &slips)]);
    let output = fix(&folder, &["scene.asz"]);
    assert_eq!(text(&folder, "scene.asz"), right, "{output:?}");
    assert_eq!(output.status.code(), Some(0), "{output:?}");
}

#[test]
fn a_guess_is_left_to_a_person() {
    let scene = "use ttomp\nactor ada \"Ada\"\naction climb by ida { task climb { quality good } }\n";
    let folder = folder("guess", &[("scene.asz", scene)]);
    let output = fix(&folder, &["scene.asz"]);
    assert_eq!(text(&folder, "scene.asz"), scene);
    assert_eq!((said(&output).as_str(), output.status.code()), ("there is nothing to fix\n", Some(1)));
    assert!(complained(&output).contains("; perhaps: scene.asz:3:17: replace `ida` with `ada`\n"), "{output:?}");
}

/// A link that leads nowhere has a name that nothing can be read by.
#[cfg(unix)]
#[test]
fn a_link_that_leads_nowhere_is_not_offered() {
    let scene = "use \"dang.asz\"\n";
    let folder = folder("dangling", &[("scene.asz", scene)]);
    std::os::unix::fs::symlink("nowhere", folder.join("dang.asz")).expect("a link can be made");
    for words in [&["scene.asz"][..], &["scene.asz", "--within", "."]] {
        let output = fix(&folder, words);
        assert_eq!(
            (said(&output).as_str(), output.status.code()),
            ("there is nothing to fix\n", Some(1)),
            "{output:?}"
        );
        assert!(complained(&output).contains("there is no `dang.asz` to use"), "{output:?}");
        assert!(!complained(&output).contains("did you mean"), "{output:?}");
    }
    assert_eq!(text(&folder, "scene.asz"), scene);
}

#[test]
fn a_file_that_was_not_named_is_told_and_left() {
    let (scene, party) = ("use ttomp\nuse \"party.asz\"\n", "actor inez “Inez”\n");
    let folder = folder("unnamed", &[("scene.asz", scene), ("party.asz", party)]);
    let output = fix(&folder, &["scene.asz"]);
    assert_eq!(text(&folder, "party.asz"), party);
    let left = "left: party.asz:1:12: `“Inez”` becomes `\"Inez\"`; `party.asz` was not named\n";
    assert_eq!(said(&output), ["there is nothing to fix\n", left].concat());
    assert_eq!(output.status.code(), Some(1));
    // Named beside the scene it is fixed, although alone it would have no system.
    let output = fix(&folder, &["scene.asz", "./party.asz"]);
    assert_eq!(text(&folder, "party.asz"), "actor inez \"Inez\"\n");
    assert!(said(&output).starts_with("party.asz:1:12: `“Inez”` becomes `\"Inez\"`\n"), "{output:?}");
}

#[test]
fn the_input_is_no_file() {
    let output = fix(&folder("input", &[]), &["-"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(complained(&output).starts_with("error[AZ902]: stdin cannot be fixed"), "{output:?}");
}

#[test]
fn a_file_that_is_missing_keeps_no_other_from_being_fixed() {
    let folder = folder("missing", &[("scene.asz", SLIPS)]);
    let output = fix(&folder, &["nowhere.asz", "scene.asz"]);
    assert_eq!((text(&folder, "scene.asz"), output.status.code()), (RIGHT.to_owned(), Some(5)));
}

#[cfg(unix)]
#[test]
fn links_and_permissions_stay() {
    use std::os::unix::fs::{PermissionsExt, symlink};
    let folder = folder("links", &[("kept.asz", SLIPS)]);
    fs::set_permissions(folder.join("kept.asz"), fs::Permissions::from_mode(0o640)).expect("it can be changed");
    symlink("kept.asz", folder.join("scene.asz")).expect("a link can be made");
    fix(&folder, &["scene.asz"]);
    assert_eq!(text(&folder, "kept.asz"), RIGHT);
    assert!(folder.join("scene.asz").is_symlink());
    let mode = fs::metadata(folder.join("kept.asz")).expect("it is there").permissions().mode();
    assert_eq!(mode & 0o777, 0o640);
}
