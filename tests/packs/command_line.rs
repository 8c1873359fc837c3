//! Packs at the command line: settings that name them, `pack check`, `new pack`, and the commands that take house rules.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use crate::{LOTS, SALT, SCENE, described, folder};

/// A folder of its own for each test, with a system, a pack that lacks nothing, and a scene that does not use it.
fn folder(name: &str) -> PathBuf {
    let folder = folder::empty(Path::new("packs").join(name));
    let more = "author = \"Ada Oak\"\nlicence = \"CC0-1.0\"\n[defaults]\nfolders = [\"..\"]\n";
    let salt = format!(
        "{SALT}\nexpect deliberate \"less\" {{\n  person ada {{ luck 4 }}\n  draw lot by ada\n  lot.total = 3\n}}\n"
    );
    let test = format!(
        "{}\nexpect deliberate {{ lot.total = 2 }}\n",
        SCENE.replace("\"coast\"", "\"..\"").replace("draw", "\ndraw").replace("person", "\nperson")
    );
    for (name, text) in [
        ("lots.asz", LOTS),
        ("night.asz", "use lots\n\nperson ada { luck 3 }\n\ndraw lot by ada\n"),
        ("coast/assize.toml", &described("coast", "1.2.0", "\"salt.asz\"", more)),
        ("coast/salt.asz", &salt),
        ("coast/README.md", "# Salt\n\nIt burns.\n"),
        ("coast/LICENSE", "free\n"),
        ("coast/tests/lot.asz", &test),
    ] {
        write(&folder, name, text);
    }
    folder
}

fn write(folder: &Path, name: &str, text: &str) {
    let path = folder.join(name);
    fs::create_dir_all(path.parent().expect("it lies in a folder")).expect("the folder can be made");
    fs::write(path, text).expect("it can be written");
}

fn change(folder: &Path, name: &str, from: &str, to: &str) {
    let text = fs::read_to_string(folder.join(name)).expect("it can be read");
    assert!(text.contains(from), "{name} has no {from:?}: {text}");
    write(folder, name, &text.replace(from, to));
}

fn assize(folder: &Path, words: &[&str]) -> Output {
    with_packs(folder, None, words)
}

fn with_packs(folder: &Path, packs: Option<&str>, words: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_assize"));
    for name in ["ASSIZE_MODE", "ASSIZE_DICE", "ASSIZE_COLOUR", "ASSIZE_FOLDERS", "ASSIZE_PACKS"] {
        command.env_remove(name);
    }
    if let Some(packs) = packs {
        command.env("ASSIZE_PACKS", packs);
    }
    command.args(["--error-format", "plain"]).args(words);
    command.current_dir(folder).stdin(Stdio::null()).output().expect("the program can be started")
}

fn code(output: &Output) -> Option<i32> {
    output.status.code()
}

fn said(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).expect("the output is text")
}

fn complained(output: &Output) -> String {
    String::from_utf8(output.stderr.clone()).expect("the error output is text")
}

#[test]
fn settings_name_packs_that_are_in_force() {
    let folder = folder("settings");
    let run = ["run", "night.asz", "--mode", "deliberate"];
    assert!(!said(&assize(&folder, &run)).contains("pack"));
    write(&folder, "assize.toml", "[defaults]\npacks = [\"coast\"]\n");
    let output = assize(&folder, &run);
    assert!(said(&output).starts_with("Lots, pack “coast” 1.2.0, by judgement\n"), "{}", complained(&output));
    for words in
        [&["odds", "night.asz", "E(lot.total)"][..], &["why", "night.asz", "lot.total", "--mode", "deliberate"]]
    {
        let output = assize(&folder, words);
        assert!(said(&output).contains('2'), "{words:?}: {}{}", said(&output), complained(&output));
    }
    // From a folder below it, and from elsewhere: what the setting names lies beside the setting.
    write(&folder, "scenes/day.asz", "use \"../lots.asz\"\nperson ada\ndraw lot by ada\n");
    for (from, scene) in [("", "scenes/day.asz"), ("scenes", "day.asz")] {
        let output = assize(&folder.join(from), &["run", scene, "--mode", "deliberate"]);
        assert!(said(&output).contains("pack “coast” 1.2.0"), "{from}: {}", complained(&output));
    }
    let told = said(&assize(&folder, &["config", "night.asz"]));
    assert!(told.contains("packs   = [\"coast\"]  # assize.toml:2"), "{told}");
    // The variable comes before the file; nothing in it is no pack.
    let output = with_packs(&folder, Some("cost"), &run);
    assert_eq!(code(&output), Some(1));
    assert!(
        complained(&output).contains("ASSIZE_PACKS:1:1: error[AZ108]: there is no pack `cost` to use"),
        "{}",
        complained(&output)
    );
    assert!(complained(&output).contains("coast"), "{}", complained(&output));
}

#[test]
fn a_wrong_pack_in_the_settings_is_told_at_its_place() {
    let folder = folder("missed");
    write(&folder, "assize.toml", "[defaults]\npacks = [\"coats\"]\n");
    let output = assize(&folder, &["run", "night.asz"]);
    assert_eq!(code(&output), Some(1));
    assert!(
        complained(&output).starts_with("assize.toml:2:10: error[AZ108]: there is no pack `coats` to use"),
        "{}",
        complained(&output)
    );
    // What a pack says of itself is read wherever its settings are.
    change(&folder, "coast/assize.toml", "1.2.0", "newest");
    let output = assize(&folder, &["test", "coast/tests/lot.asz"]);
    assert!(complained(&output).contains("coast/assize.toml:3:11: error[AZ117]"), "{}", complained(&output));
}

#[test]
fn a_pack_that_lacks_nothing_passes() {
    let folder = folder("whole");
    for (from, pack) in [("", "coast"), ("", "./coast/"), ("coast", "."), ("coast/tests", "..")] {
        let output = assize(&folder.join(from), &["pack", "check", pack]);
        assert_eq!((code(&output), complained(&output).as_str()), (Some(0), ""), "{from} {pack}");
        let told = "coast 1.2.0 by Ada Oak, for lots, CC0-1.0: 1 file of rules, 2 of 2 expectations hold, nothing is missing\n";
        assert_eq!(said(&output), told);
    }
}

/// Each thing that can be forgotten, one after the other, is told, and nothing else is.
#[test]
fn whatever_is_forgotten_is_told() {
    type Forgotten = (&'static str, i32, &'static str, fn(&Path));
    let forgotten: [Forgotten; 19] = [
        ("no author", 1, "AZ118]: this pack has no `author`", |f| {
            change(f, "coast/assize.toml", "author = \"Ada Oak\"\n", "");
        }),
        ("no licence", 1, "AZ118]: this pack has no `licence`", |f| {
            change(f, "coast/assize.toml", "licence = \"CC0-1.0\"\n", "");
        }),
        ("no page", 1, "AZ118]: this pack has no page: there is no `README.md`", |f| {
            fs::remove_file(f.join("coast/README.md")).expect("it is there");
        }),
        ("an empty page", 1, "AZ118]: the page `README.md` is empty", |f| write(f, "coast/README.md", " \n")),
        ("a page by another name", 1, "AZ118]: this pack has no page: there is no `PAGE.md`", |f| {
            change(f, "coast/assize.toml", "[pack]\n", "[pack]\npage = \"PAGE.md\"\n");
        }),
        ("no version by three numbers", 1, "AZ117]: `1.2` is not a version", |f| {
            change(f, "coast/assize.toml", "1.2.0", "1.2");
        }),
        ("no version", 1, "AZ117]: this pack has no `version`", |f| {
            change(f, "coast/assize.toml", "version = \"1.2.0\"\n", "");
        }),
        ("a system that nobody has", 1, "there is no `lost` to use", |f| {
            change(f, "coast/assize.toml", "\"lots\"", "\"lost\"");
        }),
        ("a rule that is not there", 1, "there is no `slat.asz` to use", |f| {
            change(f, "coast/assize.toml", "salt.asz", "slat.asz");
        }),
        ("an unknown key", 1, "AZ904]: a pack has no `licens`", |f| {
            change(f, "coast/assize.toml", "licence", "licens");
        }),
        ("a wrong setting", 1, "AZ904]", |f| {
            change(f, "coast/assize.toml", "[pack]", "[defaults]\nmode = \"lazy\"\n[pack]");
        }),
        ("no tests", 1, "AZ118]: this pack has no scene in a folder `tests`", |f| {
            fs::remove_dir_all(f.join("coast/tests")).expect("it is there");
        }),
        ("a file that nothing uses", 1, "AZ118]: nothing uses `coast/more.asz`", |f| {
            write(f, "coast/more.asz", "house more extends lots\n\nextend sum draw.total { more | 1 }\n");
        }),
        ("data that nothing uses", 1, "AZ118]: nothing uses `coast/data/cards.csv`", |f| {
            write(f, "coast/data/cards.csv", "a,b\n");
        }),
        ("a rule of which nothing is expected", 1, "AZ118]: `salt.asz` has no expectations", |f| {
            change(f, "coast/tests/lot.asz", "expect deliberate { lot.total = 2 }\n", "");
            write(f, "coast/salt.asz", SALT);
        }),
        ("a line that no expectation reaches", 1, "AZ118]: no expectation reaches all of `salt.asz`", |f| {
            change(f, "coast/salt.asz", "| -1 }", "| if person.luck > 8 then -9 else -1 }");
        }),
        ("an expectation that fails", 3, "AZ801]: `lot.total` is +2, but +7 was expected", |f| {
            change(f, "coast/tests/lot.asz", "lot.total = 2", "lot.total is 7");
        }),
        ("another layout", 1, "AZ118]: `coast/salt.asz` is not formatted", |f| {
            change(f, "coast/salt.asz", "extend sum", "extend   sum");
        }),
        ("another folder", 1, "AZ118]: this pack is called `sea`, and its folder `coast`", |f| {
            change(f, "coast/assize.toml", "name = \"coast\"", "name = \"sea\"");
        }),
    ];
    for (at, (what, exit, told, forget)) in forgotten.into_iter().enumerate() {
        let folder = folder(&format!("forgotten {at}"));
        forget(&folder);
        let output = assize(&folder, &["pack", "check", "coast"]);
        let found = complained(&output);
        assert!(found.contains(told), "{what}: {found}{}", said(&output));
        assert_eq!(code(&output), Some(exit), "{what}: {found}{}", said(&output));
        let all = found.lines().filter(|line| line.contains("error[") || line.contains("warning[")).count();
        // A rule of which nothing is expected leaves nothing expected in the tests either.
        // What is written as another key is missing.
        let of_one = if ["a rule of which nothing is expected", "an unknown key"].contains(&what) { 2 } else { 1 };
        assert!(all <= of_one, "{what}: {found}");
    }
}

#[test]
fn everything_that_is_missing_is_told_at_once() {
    let folder = folder("much");
    write(
        &folder,
        "coast/assize.toml",
        "[pack]\nname = \"coast\"\nversion = \"1\"\nextends = \"lots\"\nrules = [\"salt.asz\"]\n",
    );
    fs::remove_file(folder.join("coast/README.md")).expect("it is there");
    change(&folder, "coast/salt.asz", "extend sum", "extend   sum");
    let output = assize(&folder, &["pack", "check", "coast"]);
    let found = complained(&output);
    for told in ["`1` is not a version", "no `author`", "no `licence`", "no page", "not formatted"] {
        assert!(found.contains(told), "{told}: {found}");
    }
    assert!(said(&output).ends_with("5 things are missing or wrong\n"), "{}", said(&output));
}

#[test]
fn what_is_no_pack_cannot_be_checked() {
    let folder = folder("none");
    for (pack, told) in [
        (".", "`.` has no `assize.toml`, so it is not a pack"),
        ("nowhere", "there is no folder"),
        ("night.asz", "`night.asz` is a file, and not a folder"),
    ] {
        let output = assize(&folder, &["pack", "check", pack]);
        assert_eq!(code(&output), Some(5), "{pack}: {}", complained(&output));
        assert!(complained(&output).contains(told), "{pack}: {}", complained(&output));
    }
    write(&folder, "assize.toml", "[defaults]\nmode = \"random\"\n");
    let output = assize(&folder, &["pack", "check", "."]);
    assert_eq!(code(&output), Some(1));
    assert!(complained(&output).contains("AZ117]: this does not describe a pack"), "{}", complained(&output));
}

#[test]
fn a_new_pack_passes_for_each_system() {
    let folder = folder::empty("packs/new");
    for (system, name) in [("ttomp", "old coast"), ("duel", "Näher's \"cuts\"".trim_matches('"'))] {
        let name = name.replace('"', "");
        let output = assize(&folder, &["new", "pack", &name, "--system", system, "--author", "Ada \"Q\" Oak \\ NAME"]);
        assert_eq!(code(&output), Some(0), "{}", complained(&output));
        let made = name.replace(' ', "-");
        let output = assize(&folder, &["pack", "check", &made]);
        assert_eq!((code(&output), complained(&output).as_str()), (Some(0), ""), "{system}");
        assert!(
            said(&output).contains(&format!("{name} 0.1.0 by Ada \"Q\" Oak \\ NAME, for {system}")),
            "{}",
            said(&output)
        );
        let page = fs::read_to_string(folder.join(&made).join("README.md")).expect("it is there");
        assert!(page.contains(&format!("use house pack \"{made}\"")), "{page}");
        let output = assize(&folder, &["test", &made]);
        assert_eq!(code(&output), Some(0), "{}", complained(&output));
    }
    let output = assize(&folder, &["new", "pack", "old coast"]);
    assert_eq!(code(&output), Some(5), "what is there is never written over");
    for wrong in ["", "a/..", "x\"y"] {
        assert_eq!(code(&assize(&folder, &["new", "pack", wrong])), Some(2), "{wrong:?}");
    }
    assert_eq!(code(&assize(&folder, &["new", "pack"])), Some(2), "a pack has a name");
    assert_eq!(code(&assize(&folder, &["new", "plain"])), Some(0), "a folder with a scene is made as before");
}

#[test]
fn what_a_pack_does_is_shown_beside_the_scene_without_it() {
    let folder = folder("house");
    let output = assize(&folder, &["house", "coast", "--in", "night.asz", "--mode", "deliberate"]);
    assert!(said(&output).contains("+     salt -1"), "{}{}", said(&output), complained(&output));
    write(&folder, "scenes/day.asz", "use \"../lots.asz\"\nperson ada { luck 3 }\ndraw lot by ada\n");
    let output = assize(&folder, &["odds", "scenes/day.asz", "E(lot.total)", "--with", "coast"]);
    assert!(said(&output).contains("with coast"), "{}{}", said(&output), complained(&output));
    assert!(
        said(&output).lines().any(|line| line.starts_with("with coast") && line.contains('2')),
        "{}",
        said(&output)
    );
}

#[test]
fn a_scene_held_to_a_folder_reads_no_pack_outside() {
    let folder = folder("within");
    write(&folder, "inner/night.asz", "use \"../lots.asz\"\nuse house pack \"../coast\"\nperson ada\n");
    let output = assize(&folder, &["run", "inner/night.asz", "--within", "inner"]);
    assert_eq!(code(&output), Some(1));
    assert!(complained(&output).contains("it is outside `inner`"), "{}", complained(&output));
}

#[test]
fn a_scene_with_a_pack_tests_its_rules_as_well() {
    let folder = folder("tested");
    write(&folder, "night.asz", "use lots\nuse house pack \"coast\"\nperson ada\nexpect { ada.luck = 1 }\n");
    // The rule finds the system by itself, as it would find a shipped one.
    write(&folder, "assize.toml", "[defaults]\nfolders = [\".\"]\n");
    let output = assize(&folder, &["test", "night.asz"]);
    assert!(said(&output).contains("ok   coast/salt.asz:4 less"), "{}{}", said(&output), complained(&output));
}

#[test]
fn the_prompt_uses_packs() {
    let folder = folder("prompt");
    let lines = "use lots\nuse house pack \"coast\"\nperson ada { luck 3 }\nmode deliberate\ndraw lot by ada\n:export evening.json\n";
    write(&folder, "lines", lines);
    let mut command = Command::new(env!("CARGO_BIN_EXE_assize"));
    command.args(["repl", "--journal", "e.journal", "--seed", "3"]).current_dir(&folder);
    command.stdin(fs::File::open(folder.join("lines")).expect("it is there"));
    let output = command.output().expect("the program can be started");
    assert!(said(&output).contains("salt -1"), "{}{}", said(&output), complained(&output));
    change(&folder, "coast/assize.toml", "1.2.0", "1.3.0");
    write(&folder, "lines", "ada.luck\n");
    let mut command = Command::new(env!("CARGO_BIN_EXE_assize"));
    command.args(["repl", "--journal", "e.journal"]).current_dir(&folder);
    command.stdin(fs::File::open(folder.join("lines")).expect("it is there"));
    let output = command.output().expect("the program can be started");
    let told = "the pack “coast” is now 1.3.0; so far this session has used 1.2.0";
    assert!(said(&output).contains(told), "{}{}", said(&output), complained(&output));
}
