//! What a line can become.

use super::{Vocabulary, completions, scripts};
use crate::engine::{Engine, Shelf};

const STONES: &str = "
system stones
scale height { low | as tall as possible }
kind person { stones : 0..9 = 3, reach : height = low }
procedure lift by lifter : person {
  ask aim : height = low
}
";

fn known() -> Vocabulary {
    let mut shelf = Shelf::default();
    shelf.put("stones", STONES);
    let scene = "use stones\nperson ada \"Ada Oak\"\nlift gate by ada\n";
    let encounter = Engine::with(shelf).compile("scene.asz", scene).expect("it compiles");
    Vocabulary { scripts: scripts(), ..Vocabulary::of_encounter(&encounter) }
}

/// What a line can become.
fn becomes(line: &str) -> Vec<String> {
    let (start, words) = completions(&known(), line);
    words.into_iter().map(|word| format!("{}{}", &line[..start], word.text)).collect()
}

#[test]
fn a_long_word_completes_by_its_parts() {
    let whole = ["set ada.reach = as tall as possible"];
    for line in ["set ada.reach = a", "set ada.reach = as ta", "set ada.reach = as tall as ", "set ada.reach = pos"] {
        assert_eq!(becomes(line), whole, "{line}");
    }
    assert_eq!(becomes("set ada.reach = lo"), ["set ada.reach = low"]);
    assert!(becomes("set ada.reach = x").is_empty());
}

#[test]
fn keywords_complete_where_they_may_stand() {
    assert_eq!(becomes("proc"), ["procedure"]);
    assert_eq!(becomes("lift wall by ada ve"), ["lift wall by ada versus"]);
    assert_eq!(becomes("procedure x { ask sec"), ["procedure x { ask secret"]);
    assert_eq!(becomes("no"), ["note"]);
}

#[test]
fn commands_complete_with_what_they_take() {
    assert_eq!(becomes(":und"), [":undo"]);
    assert_eq!(becomes(":mode del"), [":mode deliberate"]);
    assert_eq!(becomes(":help first-r"), [":help first-rule"]);
    assert_eq!(becomes(":info hei"), [":info height"]);
    assert_eq!(becomes(":list pers"), [":list person"]);
    assert_eq!(becomes(":why g"), [":why gate"]);
    assert_eq!(becomes(":why gate."), [":why gate.aim"]);
    assert_eq!(becomes(":odds P(gate.aim is a"), [":odds P(gate.aim is as tall as possible"]);
    assert_eq!(becomes(":dice table a"), [":dice table ada"]);
    assert!(becomes(":zebra ").is_empty());
}

#[test]
fn files_and_systems_complete_after_use() {
    assert_eq!(becomes("use \"scripts/sys"), ["use \"scripts/systems/"]);
    assert_eq!(becomes("use sheet \"scripts/sys"), ["use sheet \"scripts/systems/"]);
    assert_eq!(
        becomes(":load scripts/house/wou"),
        [":load scripts/house/wounds.asz", ":load scripts/house/wounds.rhai"]
    );
    assert_eq!(becomes(":save \"READ"), [":save \"README.md"]);
    assert!(becomes("use ").len() > 3, "what is shipped");
}

#[cfg(unix)]
#[test]
fn links_complete_that_lead_somewhere() {
    let folder = std::env::temp_dir().join(format!("assize-completion-{}", std::process::id()));
    std::fs::create_dir_all(folder.join("inner")).expect("a folder can be made");
    std::fs::write(folder.join("whole.asz"), "").expect("a file can be written");
    for (to, link) in [("whole.asz", "link.asz"), ("inner", "way"), ("gone.asz", "lost.asz"), ("gone", "nowhere")] {
        std::os::unix::fs::symlink(to, folder.join(link)).expect("a link can be made");
    }
    let before = format!(":load {}/", folder.to_string_lossy());
    let names: Vec<String> = becomes(&before).iter().map(|line| line.replace(&before, "")).collect();
    std::fs::remove_dir_all(&folder).expect("the folder can be removed");
    assert_eq!(names, ["inner/", "link.asz", "way/", "whole.asz"]);
}
