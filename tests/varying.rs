//! What can be varied under which name, what is offered where a name or a value does not fit, and words that would have no effect.
#![cfg(feature = "cli")]

#[path = "shared/calling.rs"]
mod calling;
#[path = "shared/folder.rs"]
mod folder;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Output;

const POND: &str = "system pond
modifiers bonus b, penalty p
scale water { low | high }
ladder luck, rolls 1d6, highest first { level | rolls | judged, fine | 5..6 | 1.., fair | 2..4 | 0, foul | 1 | ..-1 }
ladder haul, rolls 1d6, highest first { level | rolls | judged, 3 | 5..6 | 1.., 2 | 2..4 | 0, 1 | 1 | ..-1 }
kind person { arm : 0..9 = 0 }
procedure angle by person {
  ask help : many number
  ask bait : 0..999 = 0
  ask wind : -99..99 = 0
  ask at : water = low
  ask story : optional text
  roll dice : 1d6
  let fish = dice.sum + person.arm + sum(help) + bait + wind + (if at is high then 2 else 0)
  resolve luck with 0
}
procedure weigh by person { resolve haul with 0 }
";
const DAY: &str = "use pond
person ada { arm 1 }
person bo { arm 2 }
angle net by ada { help 1b, help 2b \"a friend\", help 1b \"a friend\", bait 3, wind if ada.arm > 0 then 1b else 2b, story \"wet\" }
angle rod by bo { at high }
";

fn pond(name: &str) -> PathBuf {
    calling::folder_with(Path::new("varying").join(name), &[("pond.asz", POND), ("scene.asz", DAY)])
}

fn called(folder: &Path, words: &[&str]) -> Output {
    calling::called(folder, &[&["odds", "scene.asz"], words].concat(), ("300", "C.UTF-8"))
}

fn told(folder: &Path, words: &[&str]) -> String {
    calling::told(called(folder, words))
}

/// What is said of words that are refused, in one line.
fn complaint(folder: &Path, words: &[&str]) -> String {
    let output = called(folder, words);
    assert!(!output.status.success() && output.stdout.is_empty(), "{words:?}: {output:?}");
    String::from_utf8_lossy(&output.stderr).split_whitespace().collect::<Vec<_>>().join(" ")
}

/// What stands between backticks in the help of a complaint.
fn offers(complaint: &str) -> Vec<String> {
    let help = complaint.split_once("help: ").map_or("", |(_, help)| help);
    help.split('`').skip(1).step_by(2).map(str::to_owned).collect()
}

#[test]
fn what_is_offered_is_accepted() {
    let folder = pond("offers");
    for (vary, least) in [
        ("help 1b", 3),
        ("net.help 1b", 3),
        ("net.help \"a friend\" 1b", 2),
        ("arm 1", 2),
        ("hlep 1b", 1),
        ("nothing 1b", 8),
        ("", 8),
    ] {
        let said = complaint(&folder, &["E(net.fish)", "--vary", vary]);
        let offered = offers(&said);
        assert!(offered.len() >= least, "{vary}: {said}");
        for name in offered.iter().filter(|name| !name.ends_with("story")) {
            let value = if name.ends_with("at") { "low" } else { "1" };
            told(&folder, &["E(net.fish)", "--vary", &format!("{name} {value}")]);
        }
    }
    for vary in ["bait", "bait 3..", "bait 1 2", "bait ,", "wind", "rod.at low..", "rod.at deep", "arm"] {
        let vary = if vary == "arm" { "ada.arm much" } else { vary };
        let said = complaint(&folder, &["E(net.fish)", "--vary", vary]);
        let offered = offers(&said);
        assert!(!offered.is_empty(), "{vary}: {said}");
        for offer in offered {
            // A value alone is one for the name that was written.
            let name = vary.split(' ').next().unwrap_or_default();
            let spec = if offer.contains(name) { offer } else { format!("{name} {offer}") };
            told(&folder, &["E(net.fish)", "--vary", &spec]);
        }
    }
}

#[test]
fn each_value_has_a_name_of_its_own() {
    let folder = pond("names");
    for (name, written) in
        [("net.help(1)", "1b*"), ("help(2)", "2b*"), ("net.help(3)", "1b*"), ("help \"a friend\"(2)", "")]
    {
        if written.is_empty() {
            complaint(&folder, &["E(net.fish)", "--vary", name]);
        } else {
            let text = told(&folder, &["E(net.fish)", "--vary", &format!("{name} 0..2b")]);
            assert!(text.lines().any(|line| line.starts_with(written)), "{name}: {text}");
        }
    }
    let grid = told(&folder, &["E(net.fish)", "--vary", "help(1) 0..1b", "--vary", "help(2) 0..2b"]);
    assert!(grid.starts_with("E(net.fish)\nnet.help(1) \\ net.help(2) "), "{grid}");
}

#[test]
fn what_is_varied_twice_is_refused() {
    let folder = pond("twice");
    for (one, two) in [("ada.arm 1..2", "ada.arm 3"), ("bait 0..1", "net.bait 3")] {
        let said = complaint(&folder, &["E(net.fish)", "--vary", one, "--vary", two]);
        assert!(said.contains("is varied twice") && said.contains("separate its values with commas"), "{said}");
    }
}

/// Where too many values could stand, they are asked for; and what is written has a row in any case, be it a formula.
#[test]
fn the_scene_as_it_is_written_has_a_row() {
    let folder = pond("row");
    let said = complaint(&folder, &["E(net.fish)", "--vary", "bait"]);
    assert!(said.contains("say which values: `bait 0..6`"), "{said}");
    let said = complaint(&folder, &["E(net.fish)", "--vary", "wind"]);
    assert!(said.contains("say which values: `wind 3p..3b`"), "{said}");
    let said = complaint(&folder, &["E(net.fish)", "--vary", "story"]);
    assert!(said.contains("`story` cannot have any other value") || said.contains("help: vary a number"), "{said}");
    let text = told(&folder, &["E(net.fish)", "--vary", "bait 0, 0, 5"]);
    assert_eq!(
        text,
        "net.bait  E(net.fish)\n3*              12.50\n0                9.50\n5               14.50\n* as the scene is written\n"
    );
    let text = told(&folder, &["E(net.fish)", "--vary", "wind 0..1b"]);
    assert_eq!(
        text,
        "net.wind     E(net.fish)\nas written*        12.50\n0                  11.50\n1b                 12.50\n* as the scene is written\n"
    );
}

#[test]
fn full_fractions_stand_wherever_they_are_wanted() {
    let folder = pond("exact");
    let chance = "net.luck >= fair";
    for (words, brief, exact) in [
        (vec![chance, "--vary", "ada.arm 1"], "83.33%", "5/6"),
        (vec![chance, "--beside", "scene.asz"], "83.33%", "5/6"),
        (vec!["net.luck", "--by", "net.fish >= 12"], "11.11%", "1/9"),
        (vec!["--reach", "P(net.fish >= 12) >= 70%"], "66.67%", "2/3"),
        (vec!["P(net.fish >= 12)", "--why"], "-16.67", "-1/6"),
    ] {
        for format in ["text", "html"] {
            let words = [words.as_slice(), &["--format", format]].concat();
            let (text, in_full) = (told(&folder, &words), told(&folder, &[words.as_slice(), &["--exact"]].concat()));
            assert!(text.contains(brief), "{words:?}: {text}");
            // How dark a cell is, is no word of it.
            let in_full = in_full.replace(&format!("--share: {brief}"), "");
            assert!(in_full.contains(exact) && !in_full.contains(brief), "{words:?}: {in_full}");
        }
    }
}

#[test]
fn words_without_effect_are_refused() {
    let folder = pond("idle");
    for words in [
        ["--all", "--why"].as_slice(),
        &["--all", "--reach", "E(net.fish) > 3"],
        &["--reach", "E(net.fish) > 3", "--otherwise", "simulate"],
    ] {
        assert_eq!(called(&folder, words).status.code(), Some(2), "{words:?}");
    }
    for (question, by) in [("net.fish", "5"), ("1 < 2", "net.luck")] {
        let said = complaint(&folder, &[question, "--by", by]);
        assert!(said.contains("in every run, so it makes no difference"), "{said}");
    }
}

/// A house rule that does not fit the scene has a row that says so beside the others; one that is not there, or is of another system, is
/// a slip.
#[test]
fn a_house_rule_that_does_not_fit_has_its_row() {
    let folder = pond("rules");
    let good = "house bait extends pond\nreplace let angle.fish { let fish = dice.sum + 5 }";
    let rules = [
        ("bait.asz", good),
        ("odd.asz", "house odd extends pond\nreplace let angle.fish { let fish = dice.sum + shoe }"),
        ("far.asz", "house far extends lake\nreplace let angle.fish { let fish = 1 }"),
        ("lake.asz", "system lake\nprocedure angle { let fish = 1 }"),
    ];
    for (file, text) in rules {
        fs::write(folder.join(file), text).expect("it can be written");
    }
    let text = told(&folder, &["E(net.fish)", "--with", "bait", "--with", "odd"]);
    let lines: Vec<&str> = text.lines().collect();
    assert!(lines[1].starts_with("scene.asz*") && lines[1].ends_with("12.50"), "{text}");
    assert!(lines[2].starts_with("with bait ") && lines[2].ends_with("8.50"), "{text}");
    assert!(lines[3].starts_with("with odd ") && lines[3].contains("none: ") && lines[3].contains("shoe"), "{text}");
    // Values can be varied in each of them.
    let text = told(&folder, &["E(rod.fish)", "--with", "bait", "--vary", "bo.arm 0..1"]);
    assert!(text.contains("bo.arm") && text.contains("with bait") && text.contains("scene.asz"), "{text}");
    for words in [["--with", "far"].as_slice(), &["E(net.fish)", "--with", "bait", "--with", "far"]] {
        let said = complaint(&folder, words);
        assert_eq!(said.matches("this house rule extends `lake`").count(), 1, "{said}");
    }
    let said = complaint(&folder, &["E(net.fish)", "--with", "nonsense"]);
    assert!(said.contains("there is no `nonsense` to use") && said.contains("odd.asz"), "{said}");
    assert!(
        !said.contains("scene.asz") && !said.contains("lake,") && !said.contains("range"),
        "no house rules: {said}"
    );
}

#[test]
fn what_has_no_odds_is_told_what_has() {
    let folder = pond("misasked");
    for question in ["\"wet\"", "ada", "", " "] {
        let said = complaint(&folder, &[question]);
        assert!(said.contains("ask for a condition") && said.contains("`P(…)`"), "{question}: {said}");
    }
    let said = complaint(&folder, &["--reach", "ada"]);
    assert!(said.contains("ask for a condition"), "{said}");
    let said = complaint(&folder, &["1/3"]);
    assert!(said.contains("ask for a chance or a mean"), "{said}");
}

/// Numbers of a ladder are numbers as well: asked for alone, they have a distribution in every form.
#[test]
fn a_ladder_of_numbers_has_a_distribution() {
    let folder = pond("numbers");
    fs::write(folder.join("scene.asz"), "use pond\nperson ada\nweigh catch by ada\n").expect("it can be written");
    let text = told(&folder, &["catch.haul"]);
    assert!(text.starts_with("E(catch.haul) = 13/6 (2.17), sd 0.69, quartiles 2, 2, 3\n"), "{text}");
    let page = told(&folder, &["catch.haul", "--format", "html"]);
    assert!(page.contains("<h2>catch.haul <small>mean 2.17") && page.contains("at least"), "{page}");
    let each = told(&folder, &["P(catch.haul >= 3)", "--vary", "catch.haul"]);
    let expected = "\
catch.haul   P(catch.haul >= 3)
as written*              33.33%
1                         0.00%
2                         0.00%
3                       100.00%
* as the scene is written
";
    assert_eq!(each, expected);
    // A house rule answers with the number, or with its word.
    for level in ["3", "\"3\"", "#{ level: 3 }", "#{ level: \"3\" }"] {
        fs::write(folder.join("full.rhai"), format!("fn after_haul(haul) {{ {level} }}")).expect("it can be written");
        fs::write(folder.join("scene.asz"), "use pond\nuse house \"full.rhai\"\nperson ada\nweigh catch by ada\n")
            .expect("it can be written");
        assert_eq!(told(&folder, &["catch.haul >= 3"]), "catch.haul >= 3 = 1  (100.00%)\n", "{level}");
    }
}

/// Where nothing was asked, the goal is what the scene comes to in the end.
#[test]
fn what_a_scene_hinges_on_is_what_it_ends_with() {
    let folder = pond("last");
    let text = told(&folder, &["--why"]);
    assert!(text.starts_with("rod.luck >= fine = 1/3  (33.33%)\n"), "{text}");
}

/// What is never reached is no change of a chance: it has no bar, and pushes nothing aside.
#[test]
fn what_is_never_reached_is_no_change() {
    let folder = pond("never");
    let system = "system pond\nkind person {}\nprocedure angle by person {\n  ask strength : optional 1..3\n  ask bait : 0..3 = 0\n  \
        roll dice : 1d6\n  if strength.given { let fish = dice.sum + bait + (strength otherwise 0) }\n}\n";
    fs::write(folder.join("pond.asz"), system).expect("it can be written");
    let scene = "use pond\nperson ada\nangle net by ada { strength 1, bait 1 }\n";
    fs::write(folder.join("scene.asz"), scene).expect("it can be written");
    let text = told(&folder, &["net.fish >= 6", "--why"]);
    let line = text.lines().find(|line| line.contains("never reached")).unwrap_or_else(|| panic!("{text}"));
    assert!(line.trim_end().ends_with("never reached"), "{text}");
}

#[test]
fn what_an_expectation_writes_is_no_part_of_the_scene() {
    let expected = format!(
        "{DAY}expect odds \"another day\" {{\n  angle spear by ada {{ help 3b \"a gust\", bait 7, at high }}\n  P(spear.fish >= 14) > 1/9\n}}\n"
    );
    let folder = calling::folder_with("varying/expected", &[("pond.asz", POND), ("scene.asz", &expected)]);
    let found = told(&folder, &["E(net.fish)", "--why"]);
    assert!(found.contains("net.bait") && !found.contains("spear") && !found.contains("gust"), "{found}");
    let found = told(&folder, &["E(net.fish)", "--vary", "bait 2..3"]);
    assert!(found.contains("net.bait"), "{found}");
    assert!(complaint(&folder, &["E(net.fish)", "--vary", "spear.bait 2..3"]).contains("no value named"));
    let found = told(&folder, &["--reach", "E(net.fish) >= 13"]);
    assert!(found.contains("net.bait") && !found.contains("spear"), "{found}");
}

#[test]
fn what_is_left_at_its_default_can_be_varied() {
    let folder = pond("defaults");
    let table = told(&folder, &["E(rod.fish)", "--vary", "rod.bait 0..2"]);
    let rows: Vec<Vec<&str>> = table.lines().skip(1).map(|line| line.split_whitespace().collect()).collect();
    assert_eq!(rows[..3], [["0*", "7.50"], ["1", "8.50"], ["2", "9.50"]], "{table}");
    let table = told(&folder, &["E(net.fish)", "--vary", "net.at"]);
    assert!(table.contains("low*") && table.contains("high "), "{table}");
    // What the scene writes comes first: only one `bait` is written.
    let written = told(&folder, &["E(net.fish)", "--vary", "bait 3..4"]);
    assert!(written.starts_with("net.bait"), "{written}");
    let complaint = complaint(&folder, &["E(net.fish)", "--vary", "wind 0..2", "--vary", "rod.story"]);
    assert!(complaint.contains("this scene has no value named `rod.story`"), "{complaint}");
}

/// Nobody has a d5; the ends are what somebody wrote.
#[test]
fn a_range_of_dice_has_the_dice_that_people_have() {
    let drum = "system drum\nkind person { }\nprocedure beat by person { ask size : die, roll dice : 1d(size) }\n";
    let scene = "use drum\nperson ada\nbeat it by ada { size d6 }\n";
    let files = [("drum.asz", drum), ("scene.asz", scene)];
    let folder = calling::folder_with(Path::new("varying").join("dice"), &files);
    for (range, dice) in [
        ("d4..d12", "d4 d6* d8 d10 d12"),
        ("d9..d5", "d9 d8 d6* d5"),
        ("d12..d20", "d6* d12 d20"),
        ("d5, d7", "d6* d5 d7"),
    ] {
        let table = told(&folder, &["E(it.dice)", "--vary", &format!("it.size {range}")]);
        let rows = table.lines().skip(1).filter_map(|line| line.split_whitespace().next());
        let rows: Vec<&str> = rows.filter(|word| word.starts_with('d')).collect();
        assert_eq!(rows.join(" "), dice, "{table}");
    }
}

#[test]
fn a_level_that_a_house_rule_adds_stands_with_the_others() {
    let folder = pond("added");
    let bell = "system bell\nkind person {}\nscale tone, highest first { high | low }\n\
        procedure ring by person { roll dice : 1d6, decide tone { high | dice >= 4, low | otherwise } }\n";
    let shrill = "house shrill extends bell\nextend scale tone, before high { shrill }\n\
        replace decide ring.tone { decide tone { shrill | dice is 6, high | dice >= 4, low | otherwise } }\n";
    for (file, text) in [
        ("bell.asz", bell),
        ("shrill.asz", shrill),
        ("scene.asz", "use bell\nperson ada\nring noon by ada\nring night by ada\n"),
    ] {
        fs::write(folder.join(file), text).expect("it can be written");
    }
    let text = told(&folder, &["--with", "shrill"]);
    let heads: Vec<Vec<&str>> = text
        .lines()
        .filter(|line| line.starts_with("scene "))
        .map(|line| line.split_whitespace().skip(1).collect())
        .collect();
    assert_eq!(heads, [["shrill", "high", "low"], ["shrill", "high", "low"]], "{text}");
}

#[test]
fn a_ladder_can_have_each_of_its_levels_declared() {
    let folder = pond("ladder");
    let table = told(&folder, &["P(net.luck is fine)", "--vary", "net.luck fine, foul"]);
    let expected = "\
net.luck     P(net.luck is fine)
as written*               33.33%
fine                     100.00%
foul                       0.00%
* as the scene is written
";
    assert_eq!(table, expected);
    let all = told(&folder, &["P(net.luck is fine)", "--vary", "net.luck", "--format", "csv"]);
    assert_eq!(all.lines().count(), 5, "as it is, and three levels: {all}");
    let wrong = complaint(&folder, &["P(net.luck is fine)", "--vary", "net.luck great"]);
    assert!(wrong.contains("`great` is not a possible value of `net.luck`"), "{wrong}");
    assert_eq!(offers(&wrong)[..3], ["foul", "fair", "fine"], "{wrong}");
    // Where a line says how it comes out, there is nothing to vary.
    fs::write(folder.join("scene.asz"), "use pond\nperson ada\nangle net by ada { luck automatic fine }")
        .expect("written");
    let stated = complaint(&folder, &["P(net.luck is fine)", "--vary", "net.luck"]);
    assert!(stated.contains("`net.luck` cannot be varied, because the scene says how it comes out"), "{stated}");
    assert!(stated.contains("scene.asz:3:20"), "it shows the line: {stated}");
    let short = complaint(&folder, &["P(net.luck is fine)", "--vary", "luck fine, foul"]);
    assert!(short.contains("`net.luck` cannot be varied"), "{short}");
    let unknown = complaint(&folder, &["P(net.luck is fine)", "--vary", "net.hope"]);
    assert!(unknown.contains("no value named `net.hope`"), "{unknown}");
}
