//! Odds as people and programs see them: a table for every result, rows for a spreadsheet, lines of JSON, a page.
#![cfg(feature = "cli")]

#[path = "shared/calling.rs"]
mod calling;
#[path = "shared/folder.rs"]
mod folder;

use std::collections::BTreeSet;
use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::sync::{Arc, Mutex};

use assize::OddsRequest;
use assize::engine::{Engine, Overview, ResultKind, Shelf};
use assize::verdict::Visibility;
use serde_json::Value;

const LAMPS: &str = include_str!("shared/lamps.asz");
const SCENE: &str = "use lamps\nperson ada\nlight stairs by ada\nlight cellar by ada { wind -1 }\nwatch door by ada\n";

fn folder(name: &str) -> PathBuf {
    calling::folder_with(Path::new("odds").join(name), &[("lamps.asz", LAMPS), ("scene.asz", SCENE)])
}

/// What `assize odds scene.asz` ends with, on a page of this width, in this locale.
fn called(folder: &Path, words: &[&str], width: &str, locale: &str) -> Output {
    calling::called(folder, &[&["odds", "scene.asz"], words].concat(), (width, locale))
}

fn told(folder: &Path, words: &[&str]) -> String {
    calling::told(called(folder, words, "80", "C.UTF-8"))
}

fn compiled(systems: &[(&str, &str)], scene: &str) -> assize::Encounter {
    let mut shelf = Shelf::default();
    for (name, text) in systems {
        shelf.put(*name, *text);
    }
    Engine::with(shelf).compile("scene.asz", scene).unwrap_or_else(|failure| panic!("{failure}"))
}

fn names(overview: &Overview) -> Vec<&str> {
    overview.results.iter().map(|result| result.name.as_str()).collect()
}

#[test]
fn every_result_has_a_table_the_goal_and_the_last_line_first() {
    let text = told(&folder("tables"), &[]);
    let expected = "
stairs.glow
          percent                                     at least  at most  chance
  bright   27.78%  ████████████████████▋                27.78%  100.00%  5/18
  dim      44.44%  █████████████████████████████████    72.22%   72.22%  4/9
  dark     27.78%  ████████████████████▋               100.00%   27.78%  5/18

";
    assert!(text.contains(expected), "{text}");
    let is_head = |line: &&str| line.contains('.') && !line.starts_with(' ') || line.starts_with("==");
    let heads: Vec<&str> = text.lines().filter(is_head).collect();
    assert_eq!(heads[..2], ["== Main results ==", "cellar.glow"], "the goal that `--why` takes: {text}");
    assert!(heads[2].starts_with("door.seen: mean 7, sd 2.42, quartiles 5, 7, 9"), "the last line: {text}");
    assert_eq!(heads[3..5], ["== Everything else ==", "stairs.glow"], "{text}");
    assert!(heads[5].starts_with("ada.oil: mean "), "what she is left with stands last: {text}");
}

/// A scene with titles, texts of levels, and one result of which the scene says nothing.
const TITLED: &str = "use lamps
person ada \"Ada, who has oil\" { oil 9 }
repeat up to 2 { light lamp \"light the lamp\" by ada { bright \"as by day\", dim \"enough to read by\" } }
light hall by ada
light stairs \"look <up>\" by ada { dark \"nothing but the steps of {ada}\" }
";

#[test]
fn a_result_has_the_title_and_the_texts_of_the_scene() {
    let folder = folder("titles");
    fs::write(folder.join("scene.asz"), TITLED).expect("it can be written");
    let text = told(&folder, &[]);
    assert!(text.starts_with("== Main results ==\n\nlook <up>: glow (stairs.glow)\n"), "{text}");
    for part in [
        "\nlight the lamp (last): glow (lamp.glow)\n",
        "\nhall.glow\n",
        "\nAda, who has oil: oil (ada.oil)",
        "\n          as by day\n  dim ",
        "\n          nothing but the steps of Ada, who has oil\n",
    ] {
        assert!(text.contains(part), "{part}: {text}");
    }
    assert!(text.lines().all(|line| line.chars().count() <= 80), "{text}");
    let page = told(&folder, &["--format", "html"]);
    for part in [
        "<h2 class=\"group\">Main results</h2>",
        "<h2>look &lt;up&gt;: glow <small>stairs.glow</small></h2>",
        "<th scope=\"row\">bright <small>as by day</small></th>",
    ] {
        assert!(page.contains(part), "{part}: {page}");
    }
    let csv = told(&folder, &["--format", "csv"]);
    assert!(csv.contains(",light the lamp (last): glow,enough to read by\n"), "{csv}");
    let first: Value =
        serde_json::from_str(told(&folder, &["--format", "json"]).lines().next().unwrap_or_default()).expect("a line");
    assert_eq!(
        (&first["title"], &first["values"][0]["meaning"]),
        (&"light the lamp (last): glow".into(), &"as by day".into())
    );
}

#[test]
fn rounds_that_are_called_by_their_numbers_say_which_they_are() {
    let scene = concat!(env!("CARGO_MANIFEST_DIR"), "/scripts/encounters/prince.asz");
    let output = calling::called(&folder("rounds"), &["odds", scene], ("80", "C.UTF-8"));
    let text = calling::told(output);
    for head in
        ["\nexplain himself (2nd): commitment (answer(2).commitment)\n", "\nexplain himself (last): commitment ("]
    {
        assert!(text.contains(head), "{head}: {text}");
    }
}

#[test]
fn what_the_game_master_may_not_read_is_no_title() {
    let folder = folder("hidden-titles");
    let scene = "use lamps\nperson ada\nhidden light stairs \"the trap\" by ada { dark \"a fall\" }\nlight cellar \"below\" by ada\n";
    fs::write(folder.join("scene.asz"), scene).expect("it can be written");
    for format in ["text", "html", "csv", "json"] {
        let told = told(&folder, &["--format", format]);
        assert!(told.contains("below") && !told.contains("the trap") && !told.contains("a fall"), "{told}");
    }
}

#[test]
fn levels_that_are_asked_for_have_a_table_as_well() {
    let folder = folder("named");
    let text = told(&folder, &["E(door.seen)", "stairs.glow", "P(cellar.glow is dark)"]);
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!((lines[0], lines[1]), ("E(door.seen) = 7  (7.00)", "stairs.glow"), "{text}");
    assert!(lines[3].starts_with("  bright   27.78%  █") && lines[3].ends_with("100.00%  5/18"), "{text}");
    assert!(lines[6].starts_with("P(cellar.glow is dark) = "), "{text}");
    let page = told(&folder, &["stairs.glow", "--format", "html"]);
    assert_eq!(page.matches("<rect").count(), 3, "{page}");
    assert_eq!(told(&folder, &["stairs.glow", "--format", "csv"]).lines().count(), 4, "rows are rows of questions");
}

#[test]
fn a_simulation_shows_the_tables_of_odds_as_estimates() {
    let folder = folder("estimates");
    let simulated = |words: &[&str]| {
        let all = [&["simulate", "scene.asz", "-n", "4000", "--seed", "7"], words].concat();
        calling::told(calling::called(&folder, &all, ("80", "C.UTF-8")))
    };
    let text = simulated(&[]);
    let heads =
        "4000 runs from the seed 7\nthe chances in tables are estimates, give or take 2.15 percentage points\n\n";
    assert!(text.starts_with(&format!("{heads}== Main results ==\n\ncellar.glow\n")), "{text}");
    assert_eq!(text.matches("give or take").count(), 1, "the bound is said once: {text}");
    assert!(
        text.contains("  at least  at most\n  bright") && !text.contains("percent ") && !text.contains('/'),
        "{text}"
    );
    let asked = simulated(&["door.seen", "P(stairs.glow is dark)"]);
    assert!(asked.contains("\ndoor.seen: mean ") && asked.contains("P(stairs.glow is dark) = about 2"), "{asked}");
    let csv = simulated(&["--format", "csv", "stairs.glow", "E(door.seen)"]);
    let rows: Vec<Vec<&str>> = csv.lines().map(|line| line.split(',').collect()).collect();
    assert_eq!(rows[0], ["result", "value", "about", "give or take", "at least", "at most"]);
    assert!(rows.len() == 5 && rows.iter().all(|row| row.len() == 6), "{csv}");
    assert_eq!((rows[1][..2].to_vec(), rows[1][3]), (vec!["stairs.glow", "bright"], "0.0214740000"), "{csv}");
    let page = simulated(&["--format", "html"]);
    assert!(page.contains("<title>Odds: scene</title>") && page.contains("<p>4000 runs from the seed 7; "), "{page}");
    assert!(page.contains("<th scope=\"col\">about</th>") && !page.contains(">percent<"), "{page}");
}

#[test]
fn a_table_keeps_to_the_width_of_the_page() {
    let folder = folder("width");
    for width in [60, 80, 100, 120] {
        for (words, locale) in [(vec![], "C.UTF-8"), (vec!["--all"], "C")] {
            let output = called(&folder, &words, &width.to_string(), locale);
            let text = String::from_utf8(output.stdout).expect("it is text");
            let longest = text.lines().map(|line| line.chars().count()).max().unwrap_or_default();
            assert!(longest <= width, "{longest} columns of {width}: {text}");
        }
    }
}

#[test]
fn bars_are_plain_signs_where_blocks_cannot_be_drawn() {
    let folder = folder("signs");
    for (locale, is_plain) in
        [("C", true), ("POSIX", true), ("de_DE.ISO-8859-1", true), ("de_DE.UTF-8", false), ("", false)]
    {
        let output = called(&folder, &[], "80", locale);
        let text = String::from_utf8(output.stdout).expect("it is text");
        assert_eq!(text.is_ascii(), is_plain, "{locale}: {text}");
        assert_eq!(text.contains("  ###"), is_plain, "{locale}: {text}");
    }
    let mut dumb = Command::new(env!("CARGO_BIN_EXE_assize"));
    let dumb =
        dumb.args(["odds", "scene.asz"]).current_dir(&folder).env("LC_ALL", "C.UTF-8").env("TERM", "dumb").output();
    assert!(dumb.expect("the program starts").stdout.is_ascii());
}

#[test]
fn numbers_on_the_way_are_shown_on_request() {
    let folder = folder("steps");
    let (few, all) = (told(&folder, &[]), told(&folder, &["--all"]));
    assert!(!few.contains("stairs.total") && few.contains("intermediate numbers (see `--all`)"), "{few}");
    assert!(all.contains("door.first: mean 3.50") && !all.contains("--all"), "{all}");
}

#[test]
fn long_fractions_are_rounded_unless_they_are_wanted() {
    let folder = folder("exact");
    fs::write(
        folder.join("long.asz"),
        "system long\nprocedure p { roll two : 2d20, roll many : 12d20, let sum = many + two }",
    )
    .expect("it can be written");
    fs::write(folder.join("scene.asz"), "use long\np x {}").expect("it can be written");
    let (rounded, exact) = (told(&folder, &[]), told(&folder, &["--exact"]));
    assert!(rounded.contains("~0.") && rounded.contains("1 in "), "{rounded}");
    assert!(!rounded.contains("1/1638400000000000000"), "{rounded}");
    assert!(exact.contains("  1/1638400000000000000\n") && !exact.contains('~') && !exact.contains("1 in "), "{exact}");
}

#[test]
fn a_condition_counts_without_a_question_too() {
    let folder = folder("given");
    let text = told(&folder, &["--given", "stairs.glow is bright"]);
    assert!(text.starts_with("given stairs.glow is bright:\n"), "{text}");
    assert!(text.contains("always the same: stairs.glow bright"), "{text}");
    let always = told(&folder, &["--given", "door.seen >= 2"]);
    assert!(always.contains("the condition is always true"), "{always}");
    let never = called(&folder, &["--given", "door.seen >= 13"], "80", "C.UTF-8");
    assert!(!never.status.success() && String::from_utf8_lossy(&never.stderr).contains("is never true"), "{never:?}");
    let wrong = called(&folder, &["--given", "P(door.seen >= 3)"], "80", "C.UTF-8");
    assert!(!wrong.status.success() && String::from_utf8_lossy(&wrong.stderr).contains("AZ803"), "{wrong:?}");
}

/// Each result asked for alone has the odds that it has among all.
#[test]
fn all_results_have_the_odds_that_each_has_alone() {
    let mut compared = 0;
    for scene in ["mango-tree", "lute", "healer", "duel-at-the-gate", "window-escape"] {
        let path = format!("{}/scripts/encounters/{scene}.asz", env!("CARGO_MANIFEST_DIR"));
        let text = fs::read_to_string(path).expect("it is shipped");
        let encounter = Engine::default().compile("scene.asz", &text).unwrap_or_else(|failure| panic!("{failure}"));
        let overview = encounter.odds_of_results(&OddsRequest::default()).unwrap_or_else(|failure| panic!("{failure}"));
        let all = names(&overview).len();
        assert_eq!(names(&overview).into_iter().collect::<BTreeSet<_>>().len(), all, "each of them once");
        for result in overview.results.iter().filter(|result| result.kind == ResultKind::Level) {
            let spread = result.spread.as_ref().expect("it is quick");
            for name in result.also.iter().chain([&result.name]) {
                let questions: Vec<String> =
                    spread.values.iter().map(|value| format!("P({name} is {})", value.text)).collect();
                let answers = encounter.odds(&OddsRequest::of(questions)).unwrap_or_else(|failure| panic!("{failure}"));
                for (answer, value) in answers.iter().zip(&spread.values) {
                    assert_eq!(answer.value.as_ref(), Some(&value.chance), "{scene}: {}", answer.question);
                    compared += 1;
                }
            }
            let sum = spread.values.iter().fold(spread.unreached.clone(), |sum, value| sum + value.chance.clone());
            assert_eq!(sum.to_string(), "1", "{scene}: {}", result.name);
        }
    }
    assert!(compared > 100, "only {compared} chances were compared");
}

/// Two results that are as likely as each other are one only if they are the same in every run.
#[test]
fn only_what_is_the_same_in_every_run_is_told_once() {
    let twin = "system twins
kind person {}
scale luck { low | high }
procedure inner by person { roll d : 1d2, let luck = if d is 1 then low else high }
procedure same by person { run part : inner by person, let luck = part.luck }
procedure other by person { run part : inner by person, roll d : 1d2, let luck = if d is 1 then low else high }
";
    let of = |scene: &str| {
        compiled(&[("twins", twin)], scene).odds_of_results(&OddsRequest::default()).expect("it is quick")
    };
    let same = of("use twins\nperson ada\nsame x by ada");
    assert_eq!(names(&same), ["x.luck"], "{same:?}");
    assert_eq!(same.results[0].also, ["x.part.luck"]);
    let other = of("use twins\nperson ada\nother x by ada");
    assert_eq!(names(&other), ["x.part.luck", "x.luck"], "{other:?}");
}

#[test]
fn lines_of_json_are_what_the_schema_says() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/protocol/odds.schema.json");
    let output = Command::new(env!("CARGO_BIN_EXE_assize")).args(["schema", "odds"]).output();
    let current = String::from_utf8(output.expect("the program starts").stdout).expect("it is text");
    if std::env::var_os("WRITE_DOCS").is_some() {
        fs::write(path, &current).expect("it can be written");
    }
    let kept = fs::read_to_string(path).unwrap_or_default();
    assert!(kept == current, "`{path}` is behind; `WRITE_DOCS=1 cargo test --test odds` writes it anew");
    let schema: Value = serde_json::from_str(&current).expect("it is JSON");
    let schema = jsonschema::validator_for(&schema).expect("it is a schema");
    let folder = folder("json");
    let (overview, given) =
        (told(&folder, &["--format", "json"]), told(&folder, &["--format", "json", "--given", "door.seen >= 2"]));
    let asked =
        ["--format", "json", "stairs.glow", "door.seen", "E(door.seen)", "P(door.seen > 6) > 1/2", "P(ada.oil = 0)"];
    let asked = told(&folder, &asked);
    let (varied, why) = (
        ["--format", "json", "P(stairs.glow is dark)", "--vary", "wind -3..3"],
        ["--format", "json", "P(cellar.glow is dark)", "--why"],
    );
    let (varied, why) = (told(&folder, &varied), told(&folder, &why));
    let lines: Vec<Value> = [overview, given, asked, varied, why]
        .iter()
        .flat_map(|text| text.lines())
        .map(|line| serde_json::from_str(line).unwrap_or_else(|error| panic!("{error}: {line}")))
        .collect();
    for line in &lines {
        assert!(schema.is_valid(line), "{line}");
    }
    assert_eq!(lines[0]["result"], "stairs.glow");
    assert_eq!(lines[0]["values"][0]["value"], "bright", "the highest stands first: {}", lines[0]);
    assert!(
        !schema.is_valid(&serde_json::json!({"result": "x"})) && !schema.is_valid(&serde_json::json!({"question": 1}))
    );
}

#[test]
fn a_spreadsheet_has_a_row_for_each_value() {
    let folder = folder("csv");
    let text = told(&folder, &["--format", "csv"]);
    let rows: Vec<Vec<&str>> = text.lines().map(|line| line.split(',').collect()).collect();
    assert_eq!(rows[0], ["result", "value", "chance", "decimal", "at least", "at most", "title", "meaning"]);
    assert!(rows.iter().all(|row| row.len() == 8), "{text}");
    let expected = ["stairs.glow", "bright", "5/18", "0.2777777778", "0.2777777778", "1.0000000000", "", ""];
    assert_eq!(rows[1], expected, "{text}");
    let sum: f64 =
        rows.iter().filter(|row| row[0] == "door.seen").map(|row| row[3].parse::<f64>().unwrap_or(0.0)).sum();
    assert!((sum - 1.0).abs() < 1e-8, "{text}");
    let asked =
        told(&folder, &["--format", "csv", "P(max(door.seen, 3) >= 7)", "E(door.seen)", "P(door.seen > 6) > 1/2"]);
    let rows: Vec<&str> = asked.lines().collect();
    assert_eq!(rows[1], "\"P(max(door.seen, 3) >= 7)\",,7/12,0.5833333333,,");
    assert_eq!(rows[2], "E(door.seen),7,,7.0000000000,,");
    assert_eq!(rows[3], "P(door.seen > 6) > 1/2,yes,,,,");
}

/// At 360 px only tables of two directions scroll, as `docs/src/odds.md` says; these rules of the page see to it.
#[test]
fn a_phone_shows_answers_whole_and_breaks_no_name_letter_by_letter() {
    let page = told(&folder("phone"), &["--format", "html"]);
    let narrow: String = page
        .split("@media (max-width: 36rem)")
        .skip(1)
        .map(|rules| rules.split("\n}").next().unwrap_or_default())
        .collect();
    for (rule, wanted) in [
        (".odds .asked td:last-child", "white-space: normal"),
        (".odds.heat th:first-child", "position: sticky"),
        (".odds.heat th:first-child", "min-width: 5rem"),
        (".odds .bar", "min-width: 1.5rem"),
    ] {
        let line = narrow.lines().find(|line| line.contains(&format!("{rule} {{")));
        assert!(line.is_some_and(|line| line.contains(wanted)), "{rule}: {wanted} in {narrow}");
    }
}

#[test]
fn a_page_needs_nothing_else_and_shows_what_was_typed_as_it_was() {
    let folder = folder("page");
    let evil = "use lamps\nperson ada\nlight stairs by ada\n";
    fs::write(folder.join("<script>.asz"), evil).expect("it can be written");
    let page = told(&folder, &["--format", "html"]);
    assert!(page.starts_with("<!DOCTYPE html>") && page.contains("<title>Odds: scene</title>"), "{page}");
    assert!(
        page.contains("<b>at least</b>: this or more, or a better level."),
        "for somebody who is shown the page: {page}"
    );
    for outside in ["<script", "http:", "https:", "src=", "@import", "href="] {
        assert!(!page.contains(outside), "{outside}: {page}");
    }
    assert!(page.matches("<rect").count() > 10, "a bar for each value: {page}");
    for open in ["section", "table", "tr", "td", "svg", "p"] {
        let opened = page.matches(&format!("<{open}>")).count() + page.matches(&format!("<{open} ")).count();
        assert_eq!(opened, page.matches(&format!("</{open}>")).count(), "{open}: {page}");
    }
    let mut named = Command::new(env!("CARGO_BIN_EXE_assize"));
    let named =
        named.args(["odds", "<script>.asz", "--format", "html", "P(stairs.glow < bright)"]).current_dir(&folder);
    let page = String::from_utf8(named.output().expect("the program starts").stdout).expect("it is text");
    assert!(page.contains("<title>Odds: &lt;script&gt;</title>") && !page.contains("<script"), "{page}");
    assert!(page.contains("P(stairs.glow &lt; bright)"), "{page}");
}

#[test]
fn what_is_kept_is_told_to_those_who_may_know() {
    let secret = "use lamps\nperson ada\nhidden light stairs by ada\nlight cellar by ada\n";
    let folder = folder("kept");
    fs::write(folder.join("scene.asz"), secret).expect("it can be written");
    let gm = told(&folder, &[]);
    assert!(!gm.contains("stairs.glow") && gm.contains("(see `--for log`)"), "{gm}");
    assert!(told(&folder, &["--for", "log"]).contains("stairs.glow"));
    let players = called(&folder, &["--for", "players"], "80", "C.UTF-8");
    assert!(!players.status.success() && players.stdout.is_empty(), "{players:?}");
    let overview = compiled(&[("lamps", LAMPS)], secret).odds_of_results(&OddsRequest::default()).expect("it is quick");
    let stairs = overview.results.iter().find(|result| result.name == "stairs.glow").expect("it is there");
    assert_eq!(stairs.visibility, Visibility::Hidden);
}

#[test]
fn what_takes_too_long_is_named_and_the_rest_is_told() {
    let folder = folder("long");
    let system = "system long\nkind person {}\nprocedure p by person { roll one : 1d6, let quick = one + 1 }
procedure q by person { roll a : 40d100, roll b : 40d97, roll c : 40d89, let slow = a * b * c }";
    fs::write(folder.join("long.asz"), system).expect("it can be written");
    fs::write(folder.join("scene.asz"), "use long\nperson ada\np x by ada\nq y by ada").expect("it can be written");
    let text = told(&folder, &["--budget", "20000"]);
    assert!(text.contains("x.quick: mean 4.50"), "{text}");
    assert!(text.contains("slow: ask for one by name, or add `--otherwise simulate`: y.slow"), "{text}");
    let lines = told(&folder, &["--budget", "20000", "--format", "json"]);
    assert!(lines.contains("\"unreached\":null,\"unknown\":\"there are too many"), "{lines}");
    let estimated = told(&folder, &["--budget", "20000", "--otherwise", "simulate"]);
    assert!(estimated.contains("x.quick: mean 4.50") && !estimated.contains("slow:"), "{estimated}");
    assert!(estimated.contains("\ny.slow\n  mean 7") && estimated.matches("x.quick").count() == 1, "{estimated}");
    let lines = told(&folder, &["--budget", "20000", "--otherwise", "simulate", "--format", "json"]);
    assert!(lines.contains("{\"question\":\"y.slow\"") && !lines.contains("\"unknown\""), "{lines}");
}

#[test]
fn of_results_that_are_too_much_together_some_are_shown() {
    let folder = folder("together");
    fs::copy("benches/workloads/winds.asz", folder.join("winds.asz")).expect("it can be copied");
    let scene = "use winds\nfighter ada { wind 120 }\nfighter bo { wind 120 }\nrepeat round up to 240 until ada.wind <= 0 or \
                 bo.wind <= 0 { clash c by ada versus bo }";
    fs::write(folder.join("scene.asz"), scene).expect("it can be written");
    let text = told(&folder, &[]);
    assert!(text.contains("ada.wind: mean ") || text.contains("bo.wind: mean "), "{text}");
}

#[test]
fn nothing_that_comes_to_a_result_is_said_so() {
    let folder = folder("nothing");
    fs::write(folder.join("scene.asz"), "note \"a knock\"").expect("it can be written");
    let output = called(&folder, &[], "80", "C.UTF-8");
    let complaint = String::from_utf8_lossy(&output.stderr);
    assert!(!output.status.success() && complaint.contains("nothing here has a result"), "{complaint}");
}

#[test]
fn a_scene_of_bare_rolls_has_their_odds() {
    let folder = folder("bare");
    fs::write(folder.join("scene.asz"), "roll a : 2d6\nroll b : 1d4\nhidden roll c : 1d8").expect("it can be written");
    let text = told(&folder, &[]);
    assert!(text.contains("a: mean 7, ") && text.contains("b: mean 2.50, "), "{text}");
    assert!(!text.contains("c: "), "what is kept from somebody has no table: {text}");
}

const POND: &str = "system pond
modifiers signed
scale water { low | high }
kind person { skill : 0..9 = 0 }
procedure angle by person {
  ask help : many number
  ask at : water = low
  ask boat : yes/no = no
  roll dice : 1d6
  needs sum(help) < 4 else \"nobody helps so much\"
  let fish = dice.sum + person.skill + sum(help) + (if at is high then 2 else 0)
}
";
const DAY: &str = "use pond\nperson ada { skill 1 }\nperson bo { skill 2 }\nangle net by ada { help +1 \"a friend\" help +2 \"a dog\" at high }
angle rod by bo { boat yes }\n";

fn pond(name: &str) -> PathBuf {
    let day = DAY.replace("\" help", "\", help").replace("\" at", "\", at");
    calling::folder_with(Path::new("odds").join(name), &[("pond.asz", POND), ("scene.asz", &day)])
}

/// Each variant has the odds of the scene that says so.
#[test]
fn a_variant_is_the_scene_with_another_value() {
    let folder = pond("varied");
    let question = "E(net.fish)";
    for (vary, written, values) in [
        ("ada.skill 0..3", "skill 1", vec!["skill 0", "skill 1", "skill 2", "skill 3"]),
        ("at low, high", "at high", vec!["at low", "at high"]),
        ("net.help \"a friend\" -1, +1", "help +1", vec!["help -1", "help +1"]),
        ("rod.boat", "boat yes", vec!["boat no", "boat yes"]),
    ] {
        let lines = told(&folder, &[question, "--vary", vary, "--format", "json"]);
        let found: Vec<Value> = lines.lines().map(|line| serde_json::from_str(line).expect("it is JSON")).collect();
        let found: Vec<&Value> =
            found.iter().filter(|line| line["variant"] != serde_json::json!({"rod.boat": "without"})).collect();
        assert_eq!(found.len(), values.len(), "{vary}: {lines}");
        for (line, value) in found.iter().zip(&values) {
            let text = fs::read_to_string(folder.join("scene.asz")).expect("it is there").replacen(written, value, 1);
            let encounter = compiled(&[("pond", POND)], &text);
            let answer = encounter.odds(&OddsRequest::of([question])).expect("it is quick");
            let exact = answer[0].value.as_ref().map(ToString::to_string);
            assert_eq!(line["answers"][0]["value"].as_str().map(str::to_owned), exact, "{vary}: {value}");
            assert_eq!(line["as_written"].as_bool(), Some(*value == written), "{vary}: {value}");
        }
    }
}

#[test]
fn two_that_are_varied_make_a_grid() {
    let folder = pond("grid");
    let words = ["net.fish >= 9", "--vary", "ada.skill 0..2", "--vary", "at"];
    let text = told(&folder, &words);
    let expected = "\
net.fish >= 9
ada.skill \\ net.at  without     low     high
0                    16.67%  16.67%   50.00%
1                    33.33%  33.33%  66.67%*
2                    50.00%  50.00%   83.33%
* as the scene is written
";
    assert_eq!(text, expected);
    let page = told(&folder, &[words.as_slice(), &["--format", "html"]].concat());
    assert!(page.contains("style=\"--share: 66.67%\">66.67%*</td>"), "{page}");
    let csv = told(&folder, &[words.as_slice(), &["--format", "csv"]].concat());
    assert!(
        csv.starts_with("ada.skill,net.at,question,value,decimal\n0,without,net.fish >= 9,1/6,0.1666666667\n"),
        "{csv}"
    );
}

#[test]
fn levels_that_are_asked_of_variants_have_a_column_each() {
    let folder = folder("levels");
    let text = told(&folder, &["cellar.glow", "--vary", "wind -1..0"]);
    let expected = "\
cellar.glow
cellar.wind  bright     dim    dark
-1*          27.78%  44.44%  27.78%
0            27.78%  44.44%  27.78%
* as the scene is written
";
    assert_eq!(text, expected);
}

#[test]
fn a_name_lists_no_level_that_cannot_be() {
    let folder = folder("impossible");
    let judged = |words: &[&str]| told(&folder, &[words, &["--mode", "deliberate"]].concat());
    assert_eq!(judged(&["stairs.glow"]), "stairs.glow: always dim\n");
    assert_eq!(judged(&["stairs"]), judged(&["stairs.glow"]), "it is its only part that has levels");
    let json = judged(&["stairs.glow", "--format", "json"]);
    assert!(json.contains("is dim") && !json.contains("is bright"), "{json}");
    let both = "P(stairs.glow is dark) = 0  (0.00%)\nstairs.glow: always dim\n";
    assert_eq!(judged(&["P(stairs.glow is dark)", "stairs.glow"]), both, "what is asked for by itself is told");
}

#[test]
fn what_cannot_be_varied_is_said_with_a_way_out() {
    let folder = pond("wrong");
    for (vary, complaint, way_out) in [
        ("skil 0..3", "this scene has no value named `skil`", "did you mean one of `ada.skill`, `bo.skill`?"),
        ("skill 0..3", "several values are called `skill`", "`ada.skill`, `bo.skill`"),
        ("net.help 0..3", "several values are called `net.help`", "`net.help \"a friend\"`"),
        ("at deep", "`deep` is not a possible value of `at`", "`low`, `high`"),
        ("ada.skill 8..10", "`ada.skill` would be 10; it must be from 0 to 9", "from 0 to 9"),
        ("ada.skill much", "`much` is not a possible value of `ada.skill`", "write a range, such as `ada.skill 0..4`"),
        ("\"a cat\" 3", "this scene has no value named `\"a cat\"`", "its values are `ada.skill`"),
        ("net.help \"a friend\" 0..1000", "this makes more than 100 variants", "vary less"),
    ] {
        let output = called(&folder, &["E(net.fish)", "--vary", vary], "80", "C.UTF-8");
        let told = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(!output.status.success() && told.contains(complaint) && told.contains(way_out), "{vary}: {told}");
    }
}

#[test]
fn a_variant_that_the_rules_refuse_says_so() {
    let text = told(&pond("refused"), &["E(net.fish)", "--vary", "\"a dog\" +2, +3"]);
    let expected = "\
net.help  E(net.fish)
+2*              9.50
+3        none: nobody helps so much
* as the scene is written
";
    assert_eq!(text, expected);
}

/// A field to which nothing is given at first, and one that goes to one other value only.
const WHEEL: &str = "system wheel
kind person { luck : optional 0..9, oil : 0..9 = 3, hat : yes/no = no }
procedure spin by person {
  roll die : 1d6
  if die >= 5 { set person.luck = 7 }
  if die <= 2 { set person.oil = 9 }
}";

#[test]
fn what_is_brought_to_one_other_value_is_told() {
    let folder = folder("wheel");
    fs::write(folder.join("wheel.asz"), WHEEL).expect("it can be written");
    let scene = "use \"wheel.asz\"\nperson ada\nspin once by ada\n";
    fs::write(folder.join("scene.asz"), scene).expect("likewise");
    let text = told(&folder, &[]);
    assert!(text.contains("ada.luck") && text.contains("ada.oil"), "{text}");
    assert!(!text.contains("ada.hat"), "nothing changes it: {text}");
}

#[test]
fn what_a_scene_claims_last_is_the_goal() {
    let folder = folder("claimed");
    let asked = |claims: &str| {
        let scene = format!("use lamps\nperson ada\nlight cellar by ada\nlight hall by ada\n{claims}");
        fs::write(folder.join("scene.asz"), scene).expect("it can be written");
        told(&folder, &["--why"]).lines().next().unwrap_or_default().to_owned()
    };
    assert!(asked("").starts_with("hall.glow >= "), "{}", asked(""));
    let claims = "expect odds { P(cellar.glow >= dim) > 1/9, P(cellar.glow is dark) < 1/2 }\n";
    assert!(asked(claims).starts_with("cellar.glow is dark = "), "{}", asked(claims));
    let mean = format!("{claims}expect odds {{ E(ada.oil) > 1 }}\n");
    assert!(asked(&mean).starts_with("E(ada.oil) = "), "{}", asked(&mean));
    let dice = format!("{mean}expect odds {{ P(1d6 >= 5) = 1/3 }}\n");
    assert!(asked(&dice).starts_with("E(ada.oil) = "), "dice of a claim are not the scene's: {}", asked(&dice));
    // What is claimed on a condition says nothing of the scene as it is.
    let on_condition = format!("{mean}expect odds given hall.glow is dark {{ P(cellar.glow is dim) < 1/2 }}\n");
    assert!(asked(&on_condition).starts_with("E(ada.oil) = "), "{}", asked(&on_condition));
}

/// Who carries too much is refused only on the way, and not each time.
const LOADS: &str = "system loads
kind person { load : 0..9 = 0, strength : 0..9 = 5 }
procedure climb by person {
  roll step : 1d6
  if step >= 5 { needs person.load <= person.strength else \"too heavy\" }
  let high = step >= 3
}";

#[test]
fn what_the_rules_refuse_is_no_change() {
    let folder = folder("loads");
    fs::write(folder.join("loads.asz"), LOADS).expect("it can be written");
    fs::write(folder.join("scene.asz"), "use \"loads.asz\"\nperson ada { load 5 }\nclimb wall by ada\n")
        .expect("likewise");
    let text = told(&folder, &["wall.high", "--why"]);
    assert!(text.contains("    6           none: the rules refuse 33.33% of all runs\n"), "{text}");
    assert!(!text.contains("-33.33"), "{text}");
    let csv = told(&folder, &["wall.high", "--why", "--format", "csv"]);
    assert!(csv.contains("ada.load,5,6,wall.high,1/3,0.3333333333,,0.3333333333\n"), "{csv}");
    // Where the scene as it is written is refused as often, there is something to compare.
    fs::write(folder.join("scene.asz"), "use \"loads.asz\"\nperson ada { load 7 }\nclimb wall by ada\n")
        .expect("likewise");
    let heavy = told(&folder, &["wall.high", "--why"]);
    fs::write(folder.join("heavy.asz"), "use \"loads.asz\"\nperson ada { load 7 }\nclimb wall by ada\n")
        .expect("likewise");
    assert!(heavy.contains("    6, 8     33.33%  0.00\n"), "{heavy}");
    assert!(heavy.contains("    without  none: the rules refuse 0.00% of all runs, not 33.33%\n"), "{heavy}");
}

/// A wave that is high brings twelve others, and so more situations than anybody waits for.
const SEAS: &str = "system seas
one sea { depth : number = 0, width : number = 0 }
procedure wave {
  ask height : 0..9 = 0
  roll a : 1d100
  roll b : 1d100
  add a to sea.depth
  add b to sea.width
  let high = height > 1
}";

#[test]
fn a_value_that_takes_all_the_time_is_left_out_of_what_an_answer_hinges_on() {
    let folder = folder("seas");
    fs::write(folder.join("seas.asz"), SEAS).expect("it can be written");
    let scene = "use \"seas.asz\"\nwave first { height 1 }\nif first.high { repeat up to 12 { wave more {} } }\n";
    fs::write(folder.join("scene.asz"), scene).expect("likewise");
    let text = told(&folder, &["sea.depth > sea.width", "--why"]);
    let long = "    2           none: it takes much longer than the scene as it is written (ask with `--vary`)\n";
    assert!(text.contains(long), "{text}");
    assert!(text.contains("  first.a rolled\n    judged      50.00%"), "the others are told: {text}");
}

#[test]
fn what_an_answer_hinges_on_stands_first() {
    let folder = pond("why");
    let text = told(&folder, &["net.fish >= 9", "--why"]);
    let expected = "\
net.fish >= 9 = 2/3  (66.67%)
  net.help +2 \"a dog\"
    without        33.33%  -33.33  ░░░░░░░░░░░░░░░░░░░░░░░░
    +1             50.00%  -16.67  ░░░░░░░░░░░░
    +3            none: nobody helps so much
  net.at high
    without, low   33.33%  -33.33  ░░░░░░░░░░░░░░░░░░░░░░░░
  net.dice rolled
    judged        100.00%  +33.33  ████████████████████████
  ada.skill 1
    without, 0     50.00%  -16.67  ░░░░░░░░░░░░
    2              83.33%  +16.67  ████████████
  net.help +1 \"a friend\"
    without, 0     50.00%  -16.67  ░░░░░░░░░░░░
    +2            none: nobody helps so much
it does not hinge on: bo.skill 2, rod.boat yes, rod.dice rolled
";
    assert_eq!(text, expected);
    let page = told(&folder, &["net.fish >= 9", "--why", "--format", "html"]);
    assert!(page.contains("it does not hinge on: bo.skill 2, rod.boat yes, rod.dice rolled"), "{page}");
    let csv = told(&folder, &["net.fish >= 9", "E(rod.fish)", "--why", "--format", "csv"]);
    assert!(csv.contains("bo.skill,2,3,E(rod.fish),13/2,6.5000000000,1.0000000000,0.0000000000\n"), "{csv}");
    let several = called(&folder, &["net.fish", "--why"], "80", "C.UTF-8");
    assert!(!several.status.success() && String::from_utf8_lossy(&several.stderr).contains("one number at a time"));
}

#[test]
fn a_house_rule_is_one_of_the_things_that_an_answer_hinges_on() {
    let folder = pond("house");
    let rule = "house bait extends pond\nreplace let angle.fish { let fish = dice.sum + 3 }";
    fs::write(folder.join("bait.asz"), rule).expect("it can be written");
    fs::write(folder.join("scene.asz"), "use pond, use house bait\nperson ada\nangle net by ada")
        .expect("it can be written");
    let text = told(&folder, &["net.fish >= 7", "--why"]);
    assert!(text.contains("  house rule bait\n    without    0.00%  -50.00  ░░"), "{text}");
}

const DRY: &str = "\
system dry
modifiers signed
ladder glow, rolls 1d20, highest first { level | rolls | judged, bright | 2..20 | 1.., dark | 1 | ..0 }
kind hero { oil : 0..9 = 1 }
procedure light by hero { resolve glow with 1, if glow is dark { pay 1 from hero.oil \"the lantern is dry\" } }
";

#[test]
fn a_refusal_that_hangs_on_the_dice_is_told_as_it_is_written() {
    let folder = folder("dear");
    let fair = "system fair\nkind guest { coins : 0..9 = 5 }\nprocedure bid by guest {\n  roll d : 1d6\n  let price = d + 2\n  \
                pay price from guest.coins \"{guest} lacks coins for {price}\"\n  needs price > 3 else \"{guest} may not bid {price}\"\n}\n";
    for (file, text) in [("fair.asz", fair), ("scene.asz", "use fair\nguest bo \"Bo\"\nbid it by bo\n")] {
        fs::write(folder.join(file), text).expect("it can be written");
    }
    let text = told(&folder, &["P(it.price is 4)"]);
    assert!(text.contains("refused: Bo lacks coins for {price} (scene.asz:3:1) = 1/2"), "{text}");
    assert!(text.contains("refused: Bo may not bid {price} (scene.asz:3:1) = 1/6"), "{text}");
}

/// A scene of which one run in 400 is refused: the lantern holds oil for one dark room.
fn dry(name: &str) -> PathBuf {
    let folder = folder(name);
    let lights = "use dry\nhero ada { oil 1 }\nlight hall by ada\nlight attic by ada\n";
    for (file, text) in [("dry.asz", DRY), ("scene.asz", lights)] {
        fs::write(folder.join(file), text).expect("it can be written");
    }
    folder
}

/// The mean of a modifier is written as the table of its values has it, and that of a number as a number.
#[test]
fn a_mean_alone_is_written_like_the_one_above_a_table() {
    let first = |scene: &str, name: &str| {
        let folder = folder(&format!("means of {name}"));
        fs::write(folder.join("scene.asz"), scene).expect("it can be written");
        let mean = |question: &str| {
            let text = told(&folder, &[question]);
            text.split(',').next().unwrap_or_default().lines().next().unwrap_or_default().to_owned()
        };
        (mean(&format!("E({name})")), mean(name))
    };
    let duel = "use duel\nactor ada\ntest climb by ada { base 3, difficulty 10 }\n";
    assert_eq!(
        first(duel, "climb.result"),
        ("E(climb.result) = +10  (+10.00)".to_owned(), "E(climb.result) = +10".to_owned())
    );
    assert_eq!(first(duel, "climb.natural").0, "E(climb.natural) = 7  (7.00)");
    let scene = "use ttomp\nactor ada\naction climb by ada { constraint 2p, task climb }\n";
    assert_eq!(first(scene, "climb.effort").0, "E(climb.effort) = 9/4p  (2.25p)");
}

#[test]
fn what_the_rules_refuse_now_and_then_is_a_result_of_its_own() {
    let folder = dry("dry");
    let questions = ["P(hall.glow is dark)", "P(attic.glow is dark)", "P(hall.glow is dark given attic.glow is dark)"];
    let expected = "\
P(hall.glow is dark) = 19/400  (4.75%)
P(attic.glow is dark) = 19/400  (4.75%)
P(hall.glow is dark given attic.glow is dark) = 0  (0.00%)
refused: the lantern is dry (scene.asz:4:1) = 1/400  (0.25%)
  chances are out of all runs; a refused run counts only as refused, toward no other chance, mean or condition
";
    assert_eq!(told(&folder, &questions), expected);
    let mean = told(&folder, &["E(ada.oil)"]);
    assert!(mean.starts_with("E(ada.oil) = 19/21  (0.90)\n"), "361 of 399 runs leave it: {mean}");
    let tables = told(&folder, &[]);
    assert!(tables.contains("  bright   95.00%") && tables.contains("  dark      4.75%"), "{tables}");
    assert!(tables.contains("\nrefused: the lantern is dry (scene.asz:4:1): 1/400 (0.25%)\n"), "{tables}");
}

/// A function in Rhai refuses as a rule does: each call on its own, whether it answers something or not, and in a simulation too.
#[test]
fn what_a_function_refuses_is_a_result_of_its_own() {
    let folder = folder("law");
    let fair = "system fair\nkind guest { coins : 0..9 = 5 }\nprocedure bid by guest {\n  roll d : 1d6\n  let price = d + house.fee(d.sum)\n}\n";
    let law = "fn after_roll_d(d) { if d == 1 { #{ refuse: \"no ones\" } } }\nfn fee(d) { if d == 6 { #{ refuse: \"no sixes\" } } else { 2 } }\n";
    let scene = "use fair\nuse house \"law.rhai\"\nguest bo \"Bo\"\nbid it by bo\nbid that by bo\n";
    for (file, text) in [("fair.asz", fair), ("law.rhai", law), ("scene.asz", scene)] {
        fs::write(folder.join(file), text).expect("it can be written");
    }
    // Four of six bids are allowed, so 16 of 36 pairs; the second bid is only asked where the first was allowed.
    let expected = "\
P(it.price is 4) = 1/9  (11.11%)
E(that.price) = 11/2  (5.50)
P(it.price is 4 given that.price > 4) = 1/4  (25.00%)
refused: `after_roll_d` in `law.rhai` refuses (scene.asz:4:1) = 1/6  (16.67%)
refused: `fee` in `law.rhai` refuses (scene.asz:4:1) = 1/6  (16.67%)
refused: `after_roll_d` in `law.rhai` refuses (scene.asz:5:1) = 1/9  (11.11%)
refused: `fee` in `law.rhai` refuses (scene.asz:5:1) = 1/9  (11.11%)
  chances are out of all runs; a refused run counts only as refused, toward no other chance, mean or condition
";
    let questions = ["P(it.price is 4)", "E(that.price)", "P(it.price is 4 given that.price > 4)"];
    assert_eq!(told(&folder, &questions), expected);
    let simulated = called(&folder, &["P(it.price is 4)", "--budget", "1", "--otherwise", "simulate"], "80", "C.UTF-8");
    let simulated = String::from_utf8_lossy(&simulated.stdout).into_owned();
    assert!(simulated.contains("\nrefused: `fee` in `law.rhai` refuses (scene.asz:5:1) = about 1"), "{simulated}");
    // Where every run is refused, the function says why.
    fs::write(folder.join("law.rhai"), "fn after_roll_d(d) { #{ refuse: \"the fair is over\" } }\nfn fee(d) { 2 }\n")
        .expect("it can be written");
    let output = called(&folder, &["P(it.price is 4)"], "80", "C.UTF-8");
    let told = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(!output.status.success() && told.contains("the fair is over"), "{told}");
    // A function that fails is an error wherever it fails, with its place.
    fs::write(folder.join("law.rhai"), "fn fee(d) { if d == 1 { #{ refuse: \"no ones\" } } else { 1 / (d - 3) } }\n")
        .expect("it can be written");
    let output = called(&folder, &["P(it.price is 4)"], "80", "C.UTF-8");
    let told = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(!output.status.success() && told.contains("AZ713") && told.contains("law.rhai:1:"), "{told}");
}

#[test]
fn what_the_rules_refuse_stands_in_every_format() {
    let folder = dry("dry formats");
    for questions in [&["hall.glow"][..], &[]] {
        let csv = told(&folder, &[questions, &["--format", "csv"]].concat());
        let row = csv.trim_end().trim_end_matches(',');
        assert!(row.ends_with("refused: the lantern is dry (scene.asz:4:1),,1/400,0.0025000000"), "{csv}");
        let html = told(&folder, &[questions, &["--format", "html"]].concat());
        assert!(
            html.contains("refused: the lantern is dry (scene.asz:4:1)") && html.contains("out of all runs"),
            "{html}"
        );
        let json = told(&folder, &[questions, &["--format", "json"]].concat());
        let last: Value = serde_json::from_str(json.lines().last().expect("a line")).expect("it is JSON");
        assert_eq!(
            (&last["value"], &last["refused"]["why"]),
            (&"1/400".into(), &"the lantern is dry".into()),
            "{json}"
        );
        assert_eq!(last["refused"]["place"], "scene.asz:4:1");
    }
    let varied = told(&folder, &["hall.glow is dark", "--vary", "oil 0..1"]);
    assert!(varied.contains("0.00% (9.75% refused)") && varied.contains("4.75% (0.25% refused)"), "{varied}");
}

#[test]
fn what_the_gm_may_not_know_refuses_without_a_reason() {
    let scene = "use dry\nhero ada\nlight hall by ada\nhidden light attic by ada\n";
    let encounter = compiled(&[("dry", DRY)], scene);
    let odds = encounter.odds(&OddsRequest::of(["P(hall.glow is dark)"])).unwrap_or_else(|failure| panic!("{failure}"));
    let refused = odds.last().and_then(|odds| odds.refused.as_ref()).expect("it is refused now and then");
    assert_eq!(refused.visibility, Visibility::Hidden);
    let folder = dry("dry hidden");
    fs::write(folder.join("scene.asz"), scene).expect("it can be written");
    let text = told(&folder, &["P(hall.glow is dark)"]);
    assert!(text.contains("refused: the rules require it; the reason is not shown = 1/400"), "{text}");
    assert!(told(&folder, &["P(hall.glow is dark)", "--for", "log"]).contains("the lantern is dry"));
}

#[test]
fn a_scene_that_is_always_refused_and_one_that_cannot_go_on_have_no_odds() {
    let folder = dry("always");
    let system = DRY.replace("if glow is dark { pay 1", "if glow is glow { pay 2");
    for (system, why) in [
        (system, "the lantern is dry"),
        (
            DRY.replace("pay 1 from hero.oil \"the lantern is dry\"", "let part = 1 div down (hero.oil - hero.oil)"),
            "divides by zero",
        ),
    ] {
        fs::write(folder.join("dry.asz"), system).expect("it can be written");
        let output = called(&folder, &["hall.glow"], "80", "C.UTF-8");
        let told = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(!output.status.success() && told.contains(why), "{told}");
    }
}

/// Three things that change in every round: more situations than are followed in a second.
const STORM: &str = "\
system storm
modifiers signed
kind ship { hull : 0..400 = 300, sails : 0..400 = 300, crew : 0..400 = 300 }
procedure drift by ship {
  roll one : 3d20
  roll two : 3d20
  roll three : 3d12
  set ship.hull = max(0, ship.hull - one)
  set ship.sails = max(0, ship.sails - two)
  set ship.crew = max(0, ship.crew - three + (if two >= 12 then 1 else 0))
}
";

/// What all three of them decide about together.
const MORNING: &str = "\
scale fate { lost | afloat }
procedure look by ship { decide fate { afloat | ship.hull + ship.sails * ship.crew > 90, lost | otherwise } }
";

#[test]
fn what_is_stopped_says_so_in_every_format() {
    let folder = folder("stopped");
    fs::write(folder.join("storm.asz"), format!("{STORM}{MORNING}")).expect("it can be written");
    fs::write(
        folder.join("scene.asz"),
        "use storm\nship tern\nrepeat up to 40 { drift night by tern }\nlook dawn by tern\n",
    )
    .expect("it can be written");
    // A mean lies between what the number can be at all: each of the three lies between 0 and what it begins with.
    let asked =
        ["P(tern.hull + tern.sails + tern.crew >= 100)", "E(tern.hull + tern.sails * tern.crew)", "--seconds", "1"];
    let [chance, mean] = [asked[0], asked[1]];
    let formats = [
        ("text", vec![format!("{chance} = between 0.00% and 100.00%\n{mean} = between 0 and 90300\n  stopped before")]),
        ("csv", vec![format!("{chance},between 0 and 1,,,0.0"), format!("{mean},between 0 and 90300,,,0.0")]),
        ("json", vec!["\"value\":null".to_owned(), "\"stopped\":true,\"between\":[\"0\",\"1\"]".to_owned()]),
        ("html", vec!["between 0.00% and 100.00%".to_owned(), "stopped before everything was known".to_owned()]),
    ];
    for (format, expected) in formats {
        let output = called(&folder, &[&asked[..], &["--format", format]].concat(), "80", "C.UTF-8");
        let told = String::from_utf8_lossy(&output.stdout).into_owned();
        assert!(output.status.success() && expected.iter().all(|part| told.contains(part)), "{format}: {output:?}");
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(said.starts_with("stopped after ") && said.contains("these odds are correct but incomplete"), "{said}");
    }
    let tables = told(&folder, &["--seconds", "1"]);
    assert!(tables.contains("  not known") && tables.contains("stopped before everything was known"), "{tables}");
}

/// A watch that lets a search go on for so many looks, and remembers how many situations had been followed at each of them.
fn watched(most: usize) -> (assize::engine::Progress, Arc<Mutex<Vec<usize>>>) {
    let looks = Arc::new(Mutex::new(Vec::new()));
    let kept = Arc::clone(&looks);
    let progress = assize::engine::Progress::watched(move |situations| {
        let mut looks = kept.lock().expect("nobody has panicked");
        looks.push(situations);
        looks.len() <= most
    });
    (progress, looks)
}

/// `--seconds` and Ctrl-C stop a search by what its watch answers. Here it is stopped once all situations are known, while their weights are
/// added up.
#[test]
fn what_is_stopped_while_weights_are_added_up_says_so_and_is_true() {
    let system = "system long\none sea { depth : number = 0, waves : number = 0 }
procedure p { roll a : 1d6, roll b : 1d20, if a is 6 { set sea.depth = 1 }, add b to sea.waves }";
    let encounter = compiled(&[("long", system)], "use long\nrepeat up to 60 until sea.depth > 0 { p x {} }");
    let asked = |most: usize| {
        let (progress, looks) = watched(most);
        let answers = encounter.odds(&OddsRequest { progress, ..OddsRequest::of(["P(sea.waves <= 30)"]) });
        let answer = answers.unwrap_or_else(|failure| panic!("{failure}")).remove(0);
        let looks = looks.lock().expect("nobody has panicked").clone();
        (answer, looks)
    };
    let (exact, looks) = asked(usize::MAX);
    let exact = exact.value.expect("it was not stopped");
    let all = *looks.last().expect("it is asked whether to go on");
    let explored = looks.iter().position(|situations| *situations == all).expect("it is among them");
    let added_up = looks.len() - explored;
    assert!(added_up > 40, "{added_up} of {} looks", looks.len());
    let mut lows = Vec::new();
    for part in [1, 2, 3] {
        let (answer, looks) = asked(explored + part * added_up / 4);
        assert_eq!(looks.last(), Some(&all), "all situations are known");
        assert!(answer.stopped && answer.value.is_none(), "{answer:?}");
        let (low, high) = answer.between.expect("a chance has limits");
        assert!(low <= exact && exact <= high && low < high, "{low} {exact} {high}");
        lows.push(low);
    }
    assert!(lows.is_sorted() && lows[2] > dashu_ratio::RBig::ZERO, "more is known later: {lows:?}");
}

/// A round in which so much is rolled that nobody can follow it.
const PILE: &str = "\
system pile
one heap { a : number = 0, b : number = 0, c : number = 0, d : number = 0, e : number = 0, f : number = 0, g : number = 0 }
procedure tip {
  roll p : 1d30
  roll q : 1d30
  roll r : 1d30
  roll s : 1d30
  roll t : 1d30
  roll u : 1d30
  roll v : 1d30
  add p to heap.a
  add q to heap.b
  add r to heap.c
  add s to heap.d
  add t to heap.e
  add u to heap.f
  add v to heap.g
}
";

#[test]
fn what_goes_beyond_the_budget_says_what_multiplies() {
    let folder = folder("multiplies");
    fs::write(folder.join("storm.asz"), STORM).expect("it can be written");
    fs::write(folder.join("scene.asz"), "use storm\nship tern\nrepeat up to 40 { drift night by tern }\n")
        .expect("it can be written");
    let asked = ["P(tern.hull + tern.sails + tern.crew >= 100)", "--budget", "50000", "--error-format", "plain"];
    let output = called(&folder, &asked, "80", "C.UTF-8");
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(4), "{said}");
    for part in [
        "situations differ in crew, hull and sails of tern",
        " values each)",
        "up to 40 rounds",
        "take fewer rounds",
        "--otherwise simulate",
    ] {
        assert!(said.contains(part), "{part}: {said}");
    }
}

#[test]
fn what_one_round_alone_makes_too_much_of_can_be_stopped() {
    let folder = folder("pile");
    fs::write(folder.join("pile.asz"), PILE).expect("it can be written");
    fs::write(folder.join("scene.asz"), "use pile\nrepeat up to 6 { tip out {} }\n").expect("it can be written");
    let question =
        "P(heap.a > heap.b and heap.b > heap.c and heap.c > heap.d and heap.d > heap.e and heap.e > heap.f * heap.g)";
    let output = called(&folder, &[question, "--seconds", "1"], "80", "C.UTF-8");
    let told = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(output.status.success() && told.contains(" = between 0.00% and 100.00%\n"), "{output:?}");
}

/// Each round leads to many more situations, and nothing in it becomes less varied.
const SPREADING: &str = "system spreading
kind person { load : number = 0, luck : number = 0, rest : number = 0 }
procedure carry by person {
  roll p : 1d8
  roll q : 1d8
  roll r : 1d8
  add p - 1 to person.load
  add q - 1 to person.luck
  add r - 1 to person.rest
}
";

fn spreading(name: &str, rounds: u32) -> PathBuf {
    let scene = format!(
        "use spreading\nperson ada\nperson bo\nrepeat up to {rounds} {{\n  carry out by ada\n  carry off by bo\n}}\n"
    );
    calling::folder_with(Path::new("odds").join(name), &[("spreading.asz", SPREADING), ("scene.asz", &scene)])
}

const ALL_OF_THEM: &str = "P(ada.load * ada.luck * ada.rest >= bo.load * bo.luck * bo.rest)";

/// A mean of the few runs that come so far is no mean of all of them.
#[test]
fn a_mean_says_how_many_runs_it_is_of() {
    let scene = "use lamps\nperson ada\nroll rain : 1d6\nif rain >= 5 { watch door by ada }\nroll wind : 1d6\n";
    let files = [("lamps.asz", LAMPS), ("scene.asz", scene)];
    let folder = calling::folder_with(Path::new("odds").join("some"), &files);
    for question in ["E(door.seen)", "sd(door.seen)", "quantile(door.seen, 1/4)"] {
        let line = told(&folder, &[question]);
        assert!(line.trim_end().ends_with(", of the 1/3 that reach it"), "{line}");
        let json = told(&folder, &[question, "--format", "json"]);
        let json: Value = serde_json::from_str(&json).expect("it is JSON");
        assert_eq!(json["reached"], "1/3", "{json}");
    }
    for question in ["E(wind)", "E(door.seen given rain = 6)", "P(door.seen >= 5)"] {
        let line = told(&folder, &[question]);
        assert!(!line.contains("reach it"), "{line}");
        let json = told(&folder, &[question, "--format", "json"]);
        assert!(!json.contains("\"reached\""), "{json}");
    }
}

#[test]
fn what_cannot_fit_is_refused_early_in_words_of_the_scene() {
    let folder = spreading("early", 30);
    let scene = fs::read_to_string(folder.join("scene.asz")).expect("it was written");
    let mut shelf = Shelf::default();
    shelf.put("spreading", SPREADING);
    let encounter = Engine::with(shelf).compile("scene.asz", &scene).expect("it compiles");
    let request = OddsRequest::of([ALL_OF_THEM]);
    let failure = encounter.odds(&request).expect_err("it is too much");
    let ran_out = failure.ran_out().expect("that is why");
    assert!(ran_out.times > 0, "{ran_out:?}");
    let followed = request.progress.situations();
    assert!(followed < 1_500_000, "{followed} of 5,000,000 situations were followed");
    let text = failure.to_string();
    let words = "up to 30 rounds, in which situations differ in load, luck and rest of ada and bo (up to ";
    assert!(text.contains(words) && text.contains("; in all it would be ") && text.starts_with("scene.asz:"), "{text}");
}

/// Rounds within rounds that have no word of their own lend them none.
#[test]
fn rounds_without_a_word_borrow_none() {
    let system = format!("{SPREADING}period breath {{ }}\n");
    let scene = "use spreading\nperson ada\nperson bo\nrepeat up to 30 {\n  \
                 repeat breath up to 2 { carry out by ada, carry off by bo }\n}\n";
    let mut shelf = Shelf::default();
    shelf.put("spreading", system);
    let encounter = Engine::with(shelf).compile("scene.asz", scene).unwrap_or_else(|failure| panic!("{failure}"));
    let request =
        OddsRequest { budget: assize::engine::Budget::default().states(50_000), ..OddsRequest::of([ALL_OF_THEM]) };
    let text = encounter.odds(&request).expect_err("it is too much").to_string();
    assert!(text.contains("rounds") && !text.contains("30 breaths"), "{text}");
}

#[test]
fn what_fits_just_so_is_not_refused() {
    let scene = "use spreading\nperson ada\nrepeat up to 3 { carry out by ada }\n";
    let mut shelf = Shelf::default();
    shelf.put("spreading", SPREADING);
    let encounter = Engine::with(shelf).compile("scene.asz", scene).expect("it compiles");
    let question = || OddsRequest::of(["P(ada.load = 21 and ada.luck + ada.rest = 42)"]);
    let request = question();
    assert!(encounter.odds(&request).is_ok());
    let needed = request.progress.situations();
    let budget = |states| assize::engine::Budget::default().states(states);
    assert!(encounter.odds(&OddsRequest { budget: budget(needed), ..question() }).is_ok(), "{needed} were enough");
}

#[test]
fn a_refusal_names_the_budget_that_ran_out_and_how_to_raise_it() {
    let folder = spreading("budgets", 3);
    let refused = |words: &[&str]| {
        let output = called(&folder, &[&[ALL_OF_THEM], words].concat(), "80", "C.UTF-8");
        assert_eq!(output.status.code(), Some(4), "{output:?}");
        String::from_utf8_lossy(&output.stderr).replace("\n  │ ", " ")
    };
    let few = refused(&["--budget", "1000"]);
    assert!(
        few.contains("there are too many different situations for exact odds") && few.contains("add `--budget "),
        "{few}"
    );
    let few = refused(&["--answers", "3000"]);
    assert!(
        few.contains("there are too many ways through the scene for exact odds") && few.contains("add `--answers "),
        "{few}"
    );
    let few = refused(&["--memory", "1"]);
    assert!(few.contains("exact odds would take too much memory") && few.contains("add `--memory "), "{few}");
}

#[test]
fn a_larger_budget_than_the_usual_one_is_heeded() {
    let folder = spreading("larger", 2);
    let small = called(&folder, &["ada.load", "--budget", "10"], "80", "C.UTF-8");
    assert_eq!(small.status.code(), Some(4), "{small:?}");
    // Where the usual one is too small as well, no more are followed than that unless more are allowed.
    let encounter =
        compiled(&[("spreading", SPREADING)], "use spreading\nperson ada\nrepeat up to 2 { carry out by ada }\n");
    assert!(encounter.odds(&OddsRequest::of(["ada.load"])).is_ok());
}

#[test]
fn what_is_known_when_the_budget_runs_out_is_told() {
    let folder = folder("known");
    let system = "system long\none sea { depth : number = 0, waves : number = 0 }
procedure p { roll a : 1d6, roll b : 1d20, if a is 6 { set sea.depth = 1 }, add b to sea.waves }";
    fs::write(folder.join("long.asz"), system).expect("it can be written");
    fs::write(folder.join("scene.asz"), "use long\nrepeat up to 90 until sea.depth > 0 { p x {} }")
        .expect("it can be written");
    let asked = ["P(sea.waves <= 30)", "--budget", "500"];
    let output = called(&folder, &asked, "80", "C.UTF-8");
    let told = String::from_utf8_lossy(&output.stdout).into_owned();
    assert_eq!(output.status.code(), Some(4), "{output:?}");
    let exact = OddsRequest::of(["P(sea.waves <= 30)"]);
    let encounter = compiled(&[("long", system)], "use long\nrepeat up to 90 until sea.depth > 0 { p x {} }");
    let exact = encounter.odds(&exact).expect("it is not too much")[0].value.clone().expect("it is a chance");
    let budget = assize::engine::Budget::default().states(500);
    let failure =
        encounter.odds(&OddsRequest { budget, ..OddsRequest::of(["P(sea.waves <= 30)"]) }).expect_err("it is");
    let (low, high) = failure.known()[0].between.clone().expect("something is known");
    assert!(low <= exact && exact <= high && low > dashu_ratio::RBig::ZERO, "{low} {exact} {high}");
    assert!(told.starts_with("P(sea.waves <= 30) = between "), "{told}");
    let json = called(&folder, &[&asked[..], &["--format", "json"]].concat(), "80", "C.UTF-8");
    assert!(String::from_utf8_lossy(&json.stdout).contains("\"stopped\":true"), "{json:?}");
}

#[test]
fn what_takes_too_much_is_simulated_if_that_is_wanted() {
    let folder = dry("otherwise");
    let asked = ["P(hall.glow is dark)", "P(attic.glow is dark)", "--budget", "2", "--otherwise", "simulate"];
    let output = called(&folder, &asked, "80", "C.UTF-8");
    let told = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(output.status.success() && told.starts_with("100000 runs from the seed "), "{output:?}");
    assert!(told.contains("\nP(hall.glow is dark) = about 4.") && told.contains(", give or take 0.43\n"), "{told}");
    assert!(told.contains("\nrefused: the lantern is dry (scene.asz:4:1) = about 0."), "{told}");
    assert!(String::from_utf8_lossy(&output.stderr).starts_with("there are too many"), "{output:?}");
    let json = called(&folder, &[&asked[..], &["--format", "json"]].concat(), "80", "C.UTF-8");
    assert!(String::from_utf8_lossy(&json.stdout).contains("\"within\":\"0.43\""), "{json:?}");
    // Nobody is given estimates as rows of odds, or without having agreed to them.
    assert_eq!(called(&folder, &[&asked[..], &["--format", "csv"]].concat(), "80", "C").status.code(), Some(2));
    assert!(!called(&folder, &asked[..4], "80", "C").status.success());
    // What is not too much is exact.
    let exact = called(&folder, &[&asked[..2], &asked[4..]].concat(), "80", "C.UTF-8");
    assert!(String::from_utf8_lossy(&exact.stdout).starts_with("P(hall.glow is dark) = 19/400  (4.75%)"), "{exact:?}");
}

#[test]
fn a_simulation_plays_by_a_policy_that_its_counts_keep() {
    let folder = folder("policy");
    let scene = "use lamps\nperson ada\nchoose way \"roof or door?\" by ada { roof { light lamp by ada }, door default { note \"Dark.\" } }\n";
    fs::write(folder.join("scene.asz"), scene).expect("the folder can be written");
    fs::write(folder.join("up.policy"), "assize policy 1\nchoice way\n otherwise roof\n").expect("as well");
    let simulate = |words: &[&str]| {
        let all = [&["simulate", "scene.asz", "not (lamp is unreached)", "-n", "100", "--seed", "7"], words].concat();
        calling::called(&folder, &all, ("80", "C.UTF-8"))
    };
    let told = |output: Output| calling::told(output);
    assert!(told(simulate(&[])).contains("about 0.00%"));
    let played = told(simulate(&["--policy", "up.policy", "--counts", "up.json"]));
    assert!(played.contains("about 100.00%"), "{played}");
    let merged = calling::called(&folder, &["merge", "scene.asz", "up.json"], ("80", "C.UTF-8"));
    assert_eq!(calling::told(merged), played, "whoever merges need not name it again");
    told(simulate(&["--counts", "down.json"]));
    let mixed = calling::called(&folder, &["merge", "scene.asz", "up.json", "down.json"], ("80", "C.UTF-8"));
    assert!(!mixed.status.success(), "other choices are another simulation");
    fs::write(folder.join("up.policy"), "assize policy 1\nchoice path\n otherwise roof\n").expect("as well");
    let unfit = simulate(&["--policy", "up.policy"]);
    let why = String::from_utf8_lossy(&unfit.stderr).into_owned();
    assert!(why.contains("which is not left open") && !unfit.status.success(), "{why}");
}

/// What is told aside of a run at the table, with these lines for answers.
fn at_the_table(folder: &Path, words: &[&str], lines: &str) -> String {
    let mut command = Command::new(env!("CARGO_BIN_EXE_assize"));
    command.args(["run", "scene.asz", "--table", "--seed", "7"]).args(words).current_dir(folder);
    let piped = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut run = piped.spawn().expect("it starts");
    run.stdin.take().expect("it is piped").write_all(lines.as_bytes()).expect("it reads");
    let output = run.wait_with_output().expect("it ends");
    assert!(output.status.success(), "{output:?}");
    String::from_utf8(output.stderr).expect("it is text")
}

#[test]
fn odds_stand_beside_a_choice_that_is_asked() {
    let folder = folder("beside");
    let scene = "use lamps\nperson ada\nchoose way \"roof or door?\" by ada { roof { light lamp by ada }, door { light match by ada } }\n";
    fs::write(folder.join("scene.asz"), scene).expect("the folder can be written");
    let told = at_the_table(&folder, &["--with-odds"], "roof\n\n");
    let expected = "odds of lamp.glow >= dim:\n  roof  72.22%\n  door  never reached\nada: roof or door? (roof, door) ";
    assert!(told.starts_with(expected), "{told}");
    assert!(!at_the_table(&folder, &[], "roof\n\n").contains("odds of"));
    let asked = at_the_table(&folder, &["--with-odds=match.glow is dark"], "door\n\n");
    assert!(asked.starts_with("odds of match.glow is dark:\n  roof  never reached\n  door  27.78%\n"), "{asked}");
}

#[test]
fn odds_beside_a_choice_know_the_dice_that_have_fallen() {
    let folder = folder("fallen");
    let scene = "use lamps\nperson ada\nlight lamp by ada\nchoose again \"once more?\" by ada { yes { watch door by ada }, no { note \"Enough.\" } }\n";
    fs::write(folder.join("scene.asz"), scene).expect("the folder can be written");
    for (dice, chance) in [("6 6", "100.00%"), ("1 1", "0.00%")] {
        let told = at_the_table(&folder, &["--with-odds=lamp.glow is bright"], &format!("{dice}\nno\n"));
        assert!(told.contains(&format!("odds of lamp.glow is bright:\n  yes  {chance}\n  no   {chance}\n")), "{told}");
    }
    let open = "choose again \"once more?\" by ada { yes { choose other \"and then?\" by ada { up1 { note \"1\" }, up2 { note \"2\" } } }, no { light lamp by ada } }\n";
    fs::write(folder.join("scene.asz"), ["use lamps\nperson ada\n", open].concat()).expect("as well");
    let told = at_the_table(&folder, &["--with-odds=lamp.glow is bright"], "no\n\n");
    assert!(told.contains("\n  yes  not computed: "), "{told}");
}

/// Of each die that is asked for in climbs, whether it is called needless.
fn climb(folder: &Path, lines: &str, asked: &str) -> Vec<bool> {
    let tower = "system tower
kind person { skill : number = 0 }
one bell { rung : 0..99 = 0 }
procedure climb by person {
 ask steep : number = 0
 roll grip : 1d6
 let total = grip + person.skill - steep
 let half = total >= 6, let top = total >= 12
 if bell.rung >= 1 { roll echo : 1d6, add echo to bell.rung }
}
procedure jump by person { roll far : 1d6 }
";
    fs::write(folder.join("tower.asz"), tower).expect("the folder can be written");
    fs::write(folder.join("scene.asz"), format!("use \"tower.asz\"\n{lines}\n")).expect("as well");
    let told = at_the_table(folder, &[], asked);
    let questions = told.match_indices("roll 1d6").map(|(at, _)| {
        let before = told.get(..at).unwrap_or_default();
        before.lines().rev().nth(1).is_some_and(|line| line.starts_with("no need to roll"))
    });
    questions.collect()
}

#[test]
fn a_roll_on_which_nothing_hangs_is_called_needless() {
    let folder = folder("needless");
    let climbed = |lines: &str| climb(&folder, lines, "\n\n\n\n");
    assert_eq!(climbed("person ada { skill 3 }\nclimb wall by ada {}"), [false], "4 to 9 are below half and half");
    assert_eq!(climbed("person ada { skill 5 }\nclimb wall by ada {}"), [true], "6 to 11 are half");
    assert_eq!(climbed("person ada { skill 5 }\nclimb wall by ada { steep 20 }\njump ditch by ada {}"), [true, false]);
    let noted = "person ada { skill 5 }\nclimb wall by ada {}\nif wall.total >= 8 { note \"A view.\" }";
    assert_eq!(climbed(noted), [false], "a text hangs on the total");
    let rung = "bell { rung 1 }\nperson ada { skill 5 }\nclimb wall by ada {}";
    assert_eq!(climbed(rung), [true, false], "the bell is left with what the second one shows");
    let again = "person ada { skill 5 }\nrepeat up to 2 { climb wall by ada {} }\nclimb roof by ada { steep 5 }";
    assert_eq!(climbed(again), [true, true, false], "a line is not the same in each round");
}

#[test]
fn nothing_is_called_needless_where_something_is_kept() {
    let folder = folder("needless-kept");
    let kept = "person ada { skill 5 }\nsecret jump ditch by ada {}\nclimb wall by ada {}";
    assert_eq!(climb(&folder, kept, "\n\n"), [false]);
}

#[test]
fn odds_beside_a_choice_tell_nobody_what_is_kept() {
    let folder = folder("kept");
    let scene = "use lamps\nperson ada\nsecret watch cellar by ada\nchoose way \"roof or door?\" by ada { roof { light lamp by ada }, door { note \"Dark.\" } }\n";
    fs::write(folder.join("scene.asz"), scene).expect("the folder can be written");
    let told = at_the_table(&folder, &["--with-odds", "--for", "players"], "door\n");
    assert!(told.starts_with("no odds are shown with choices") && !told.contains("odds of"), "{told}");
    assert!(at_the_table(&folder, &["--with-odds"], "door\n").contains("odds of lamp.glow"));
}

#[test]
fn nobody_waits_for_odds_beside_a_choice() {
    let folder = folder("patience");
    let sea = "system sea\none sea { depth : number = 0, waves : number = 0, wind : number = 0 }\nkind person {}\nprocedure blow {\n\
        roll a : 1d6, roll b : 1d6, roll c : 1d6\n add a - 1 to sea.depth, add b - 1 to sea.waves, add c - 1 to sea.wind }\n";
    fs::write(folder.join("sea.asz"), sea).expect("the folder can be written");
    let scene = |ways: &str| {
        let scene = format!("use \"sea.asz\"\nperson ada\n{ways}\n");
        fs::write(folder.join("scene.asz"), scene).expect("as well");
    };
    scene(
        "choose way \"where?\" by ada { sea { repeat up to 60 until sea.depth >= 180 { blow x {} } }, shore { blow z {} } }",
    );
    let told = at_the_table(&folder, &["--with-odds=P(sea.waves * sea.wind >= 25)"], "shore\n\n\n\n");
    assert!(told.contains("\n  sea    between "), "{told}");
    assert!(told.contains("\n  shore  2.78%\n"), "each option has steps of its own: {told}");
    let all: Vec<String> = (0..13).map(|number| format!("w{number} {{ blow x{number} {{}} }}")).collect();
    scene(&format!("choose way \"where?\" by ada {{ {} }}", all.join(", ")));
    let told = at_the_table(&folder, &["--with-odds"], "w12\n\n\n\n");
    assert!(!told.contains("odds of"), "{told}");
}
