//! Choices made beforehand: nobody learns from them whether a run came to a line that is kept.

use std::fs;
use std::path::{Path, PathBuf};

use crate::commands::ended;
use crate::folder;

const SYSTEM: &str = r#"system keep "The Keep"
kind person { luck : 0..99 = 50 }
procedure look by person {
  ask bonus : number = 0
  choose spend : 0..9 by person = 0 "how much?" if bonus > 5
  roll far : 1d6
}
"#;

/// A scene in which the number is a secret, and choices that its lines ask for or not.
const SCENES: [(&str, [&str; 2], &[&str]); 4] = [
    (
        "secret tally z : number = SECRET\nsecret if z > 40 {\n  choose inner \"q\" by ada { left default { note \"l\" }, \
         right { note \"r\" } }\n}\n",
        ["31", "77"],
        &["inner=right", "inner=left", "inner=middle", "innr=left"],
    ),
    (
        "secret set ada.luck = SECRET\nsecret if ada.luck > 40 {\n  choose inner \"q\" by ada { left default { note \"l\" }, \
         right { note \"r\" } }\n} else {\n  choose other \"q\" by ada { left default { note \"l\" }, right { note \"r\" } }\n}\n",
        ["31", "77"],
        &["inner=right", "other=left", "othr=left"],
    ),
    ("secret look a by ada { bonus SECRET }\n", ["3", "8"], &["spend=2", "a.spend=2", "b.spend=2", "spent=2"]),
    ("look a by ada { secret bonus SECRET }\n", ["3", "4"], &["spend=2", "spent=2"]),
];

const WAYS: [&[&str]; 5] = [
    &["run", "scene.asz"],
    &["run", "scene.asz", "--format", "json"],
    &["run", "scene.asz", "--mode", "deliberate"],
    &["why", "scene.asz"],
    &["why", "scene.asz", "nothing"],
];

fn played(test: &str, lines: &str, secret: &str) -> PathBuf {
    let folder = folder::empty(Path::new("secrets").join(test).join(secret));
    let scene = format!("use keep\nperson ada \"Ada\"\n{}\n", lines.replace("SECRET", secret));
    fs::write(folder.join("keep.asz"), SYSTEM).expect("a file can be written");
    fs::write(folder.join("scene.asz"), scene).expect("a file can be written");
    folder
}

/// What is told without the warnings about the script itself, which are for its author.
fn of_the_run((code, told): (Option<i32>, String)) -> (Option<i32>, String) {
    let mut is_warning = false;
    let mut of_run = String::new();
    for line in told.lines() {
        is_warning = line.contains(": warning[") || (is_warning && line.starts_with("  "));
        if !is_warning {
            of_run.extend([line, "\n"]);
        }
    }
    (code, of_run)
}

#[test]
fn players_do_not_learn_whether_a_kept_line_asked() {
    for (lines, secrets, choices) in SCENES {
        let [one, other] = secrets.map(|secret| played("choices-kept", lines, secret));
        for (way, choice) in WAYS.iter().flat_map(|way| choices.iter().map(move |choice| (way, choice))) {
            let asked = ["--seed", "5", "--for", "players", "--choose", choice, "--error-format", "plain"];
            let words = [*way, &asked].concat();
            let [one, other] = [&one, &other].map(|folder| of_the_run(ended(folder, &words)));
            assert_eq!(one, other, "{lines} {words:?}");
        }
    }
}

#[test]
fn whoever_may_know_it_is_told_so() {
    let (lines, secrets, _) = SCENES[0];
    let told = "the choice `inner` did not come up in this run, so `--choose inner=right` did nothing\n";
    for (secret, is_told) in secrets.into_iter().zip([true, false]) {
        let folder = played("choices-told", lines, secret);
        for whom in ["gm", "log"] {
            let (code, said) = ended(&folder, &["run", "scene.asz", "--for", whom, "--choose", "inner=right"]);
            assert_eq!((code, said.contains(told)), (Some(0), is_told), "{secret} {whom}: {said}");
        }
    }
}

#[test]
fn a_misspelt_choice_is_refused_where_something_is_kept() {
    let (lines, secrets, _) = SCENES[0];
    for secret in secrets {
        let folder = played("choices-misspelt", lines, secret);
        let (code, said) = ended(&folder, &["run", "scene.asz", "--for", "players", "--choose", "innr=left"]);
        assert_eq!(code, Some(2), "{said}");
        assert!(said.contains("AZ707") && said.contains("did you mean `inner`?"), "{said}");
    }
}
