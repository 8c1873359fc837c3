//! What is told where nothing is asked of variants and hinges, and the question turned round: what would have to change?
#![cfg(feature = "cli")]

#[path = "shared/calling.rs"]
mod calling;
#[path = "shared/folder.rs"]
mod folder;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Output;
use std::sync::atomic::{AtomicUsize, Ordering};

use assize::OddsRequest;
use assize::engine::{Budget, Engine, Failure, Progress, Reach, ResultKind, Shelf, Way};
use dashu_ratio::RBig;
use serde_json::Value;

const POND: &str = "system pond
modifiers signed
scale water { low | high }
ladder luck, rolls 1d6, highest first { level | rolls | judged, fine | 5..6 | 1.., fair | 2..4 | 0, foul | 1 | ..-1 }
kind person { skill : 0..2 = 0, arm : 0..9 = 0 }
procedure angle by person {
  ask help : many number
  ask at : water = low
  roll dice : 1d6
  needs sum(help) < 4 else \"nobody helps so much\"
  let fish = dice.sum + person.skill + person.arm + sum(help) + (if at is high then 2 else 0)
  resolve luck with 0
}
";
const DAY: &str = "use pond\nperson ada { skill 1, arm 1 }\nangle net by ada { help +2 \"a friend\" }\n";

fn pond(name: &str) -> PathBuf {
    calling::folder_with(Path::new("reach").join(name), &[("pond.asz", POND), ("scene.asz", DAY)])
}

fn called(folder: &Path, words: &[&str]) -> Output {
    calling::called(folder, &[&["odds", "scene.asz"], words].concat(), ("80", "C.UTF-8"))
}

fn told(folder: &Path, words: &[&str]) -> String {
    calling::told(called(folder, words))
}

fn lines(text: &str) -> Vec<Value> {
    text.lines().map(|line| serde_json::from_str(line).expect("it is JSON")).collect()
}

fn compiled(system: &str, scene: &str) -> assize::Encounter {
    let mut shelf = Shelf::default();
    shelf.put("pond", system);
    Engine::with(shelf).compile("scene.asz", scene).unwrap_or_else(|failure| panic!("{failure}"))
}

/// What values of the only result of such a system are, with these levels and one more line in the scene.
fn kind_with(levels: &str, rule: &str, line: &str) -> ResultKind {
    let system = format!(
        "system pond\nscale cause{levels}\ntable causes(d) {{ d | cause, 1..2 | tie, 3..4 | slip, 5.. | push }}\n\
         kind person {{ }}\nprocedure test by person {{ roll dice : 1d6, let cause = causes(dice.sum){rule} }}"
    );
    let encounter = compiled(&system, &format!("use pond\nperson ada\ntest one by ada\n{line}"));
    let overview = encounter.odds_of_results(&OddsRequest::default()).unwrap_or_else(|failure| panic!("{failure}"));
    overview.results.iter().find(|result| result.name == "one.cause").expect("it is told").kind
}

#[test]
fn levels_that_nothing_holds_to_each_other_have_no_order() {
    let plain = " { tie | slip | push }";
    assert_eq!(kind_with(plain, "", ""), ResultKind::Word);
    assert_eq!(
        kind_with(plain, ", let bad = cause is slip", "if one.cause is tie { note \"even\" }"),
        ResultKind::Word
    );
    for (levels, rule, line) in [
        (plain, ", let bad = cause >= slip", ""),
        (plain, ", let more = cause up 1", ""),
        (plain, ", let more = max(cause, slip)", ""),
        (plain, ", let more = cause.rank + 1", ""),
        (plain, "", "if one.cause < push { note \"even\" }"),
        (", highest first { push | slip | tie }", "", ""),
        (" { level | harm, tie | 0, slip | 1, push | 2 }", "", ""),
    ] {
        assert_eq!(kind_with(levels, rule, line), ResultKind::Level, "{levels} {rule} {line}");
    }
}

#[test]
fn without_a_question_every_result_is_varied() {
    let expected = "\
ada.arm  E(net.fish)
0               6.50
1*              7.50

net.luck
ada.arm    fine    fair    foul
0        33.33%  50.00%  16.67%
1*       33.33%  50.00%  16.67%
* as the scene is written
";
    let text = told(&pond("varied"), &["--vary", "arm 0..1"]);
    let squeezed = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
    assert_eq!(squeezed(&text), squeezed(expected), "{text}");
    let page = told(&pond("page"), &["--vary", "arm 0..1", "--format", "html"]);
    assert!(page.contains("<h2>net.luck</h2>\n<table>"), "{page}");
}

#[test]
fn without_a_question_a_goal_is_taken_that_is_told() {
    let text = told(&pond("goal"), &["--why"]);
    assert!(text.starts_with("net.luck >= fine = 1/3  (33.33%)\n"), "nearest to one half of two: {text}");
    let folder = pond("number");
    fs::write(folder.join("pond.asz"), POND.replace("  resolve luck with 0\n", "")).expect("it can be written");
    let text = told(&folder, &["--why"]);
    assert!(text.starts_with("E(net.fish) = 15/2  (7.50)\n  net.help +2 \"a friend\"\n"), "{text}");
}

#[test]
fn what_is_hidden_from_the_gm_is_no_goal() {
    let folder = pond("hidden");
    fs::write(folder.join("scene.asz"), DAY.replace("angle", "hidden angle")).expect("it can be written");
    for words in [["--why"].as_slice(), &["--vary", "arm 0..1"]] {
        let output = called(&folder, words);
        let complaint = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(!output.status.success() && complaint.contains("nothing here depends on chance"), "{complaint}");
        assert!(called(&folder, &[words, &["--for", "log"]].concat()).status.success());
    }
}

/// Each way is what the scene comes to that says so, and no smaller change of one value is enough.
#[test]
fn ways_to_a_goal_are_those_of_the_scene_that_says_so() {
    let folder = pond("ways");
    let goal = "P(net.fish >= 8) >= 60%";
    let text = told(&folder, &["--reach", goal]);
    let expected = "\
P(net.fish >= 8) >= 60%, now 50.00%: with one change:
  ada.skill 1 -> 2                66.67%
  ada.arm 1 -> 2                  66.67%
  net.help +2 -> +3 \"a friend\"    66.67%
";
    let squeezed = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
    assert_eq!(squeezed(&text), squeezed(expected), "{text}");
    let found = lines(&told(&folder, &["--reach", goal, "--format", "json"]));
    assert_eq!((found[0]["changes"].as_array().map(Vec::len), found[0]["left"].as_str()), (Some(0), Some("1/2")));
    for way in &found[1..] {
        let change = &way["changes"][0];
        let field = change["name"].as_str().and_then(|name| name.rsplit('.').next()).expect("it has a name");
        let says = |key: &str| format!("{field} {}", change[key].as_str().expect("it is told"));
        let scene = DAY.replace(&says("written"), &says("instead"));
        assert_ne!(scene, DAY);
        let answer = compiled(POND, &scene).odds(&OddsRequest::of(["P(net.fish >= 8)"])).expect("it is quick");
        assert_eq!(answer[0].value.as_ref().map(ToString::to_string).as_deref(), way["left"].as_str(), "{way}");
        assert_eq!((way["reached"].as_bool(), way["steps"].as_u64()), (Some(true), Some(1)), "{way}");
    }
}

#[test]
fn two_changes_are_tried_where_one_is_not_enough() {
    let folder = pond("two");
    let system = POND.replace("arm : 0..9", "arm : 0..2").replace("sum(help) < 4", "sum(help) < 3");
    fs::write(folder.join("pond.asz"), system).expect("it can be written");
    let text = told(&folder, &["--reach", "P(net.fish >= 9) >= 50%"]);
    let expected = "P(net.fish >= 9) >= 50%, now 33.33%: with one change:\n  ada.skill 1 -> 2  50.00%\n  ada.arm 1 -> 2    50.00%\n";
    assert_eq!(text, expected);
    let text = told(&folder, &["--reach", "P(net.fish >= 9) >= 60%"]);
    let expected = "P(net.fish >= 9) >= 60%, now 33.33%: with two changes, since one is not enough:\n  \
        ada.skill 1 -> 2; ada.arm 1 -> 2  66.67%\n";
    assert_eq!(text, expected);
    let text = told(&folder, &["--reach", "P(net.fish >= 9) >= 70%"]);
    let expected = "P(net.fish >= 9) >= 70%, now 33.33%: not reached by one change of up to 5 steps, or by two changes of up to 2 steps each; this comes nearest:\n  \
        ada.skill 1 -> 2; ada.arm 1 -> 2  66.67%\n";
    assert_eq!(text, expected);
    let text = told(&folder, &["--reach", "P(net.fish >= 90) >= 70%"]);
    assert_eq!(
        text,
        "P(net.fish >= 90) >= 70%, now 0.00%: not reached by one change of up to 5 steps, or by two changes of up to 2 steps each, and none comes closer\n"
    );
    let text = told(&folder, &["--reach", "P(net.fish >= 9) > 1/4"]);
    assert_eq!(text, "P(net.fish >= 9) > 1/4, now 33.33%: reached as the scene is written\n");
    let text = told(&folder, &["--reach", "1/3 < P(net.fish >= 9)"]);
    assert!(text.starts_with("1/3 < P(net.fish >= 9), now 33.33%: with one change:\n"), "equal is not more: {text}");
}

/// A scene whose changes are to be looked for, and how far that may go.
fn reached_within(steps: usize) -> Result<Reach, Failure> {
    let mut shelf = Shelf::default();
    shelf.put("pond", POND);
    let encounter = Engine::with(shelf).compile("scene.asz", DAY)?;
    let asked = AtomicUsize::new(0);
    let progress = Progress::watched(move |_| asked.fetch_add(1, Ordering::SeqCst) < steps);
    encounter.reach("P(net.fish >= 8) >= 60%", &OddsRequest { progress, ..OddsRequest::default() })
}

#[test]
fn looking_for_changes_can_be_stopped() {
    let all = reached_within(usize::MAX).expect("nobody stops it");
    assert!(all.tried_all && !all.ways.is_empty());
    let failure = reached_within(0).expect_err("nothing is known");
    assert!(failure.to_string().contains("before it was known how far the goal is"), "{failure}");
    let some: Vec<Reach> =
        (1..200).filter_map(|steps| reached_within(steps).ok()).filter(|one| !one.tried_all).collect();
    assert!(!some.is_empty(), "it is left somewhere on the way");
    for reach in some {
        assert!(reach.tried < all.tried, "{reach:?}");
        let is_true = |way: &Way| way.answer.holds() == Some(true) && !way.answer.stopped;
        assert!(reach.ways.iter().all(is_true), "what is told is true: {reach:?}");
    }
}

/// A change that would reach the goal must not be passed over as if the rules refused it.
#[test]
fn a_change_beyond_the_budget_is_not_known() {
    let mut shelf = Shelf::default();
    let heap =
        "system heap\nkind person { arms : 1..9 = 1 }\nprocedure throw by person { roll dice : (person.arms)d100 }";
    shelf.put("heap", heap);
    let scene = "use heap\nperson ada { arms 1 }\nthrow t by ada";
    let encounter = Engine::with(shelf).compile("scene.asz", scene).unwrap_or_else(|failure| panic!("{failure}"));
    let within = |answers: u64| {
        let request = OddsRequest { budget: Budget::default().answers(answers), ..OddsRequest::default() };
        encounter.reach("E(t.dice) >= 280", &request).unwrap_or_else(|failure| panic!("{failure}"))
    };
    let (all, some) = (within(1_000_000), within(1_000));
    assert!(all.tried_all && all.ways.len() == 1, "{all:?}");
    assert!(!some.tried_all && some.ways.is_empty() && some.nearest.is_some(), "{some:?}");
}

#[test]
fn a_goal_compares() {
    let folder = pond("wrong");
    for goal in ["P(net.fish >= 9)", "net.fish >= 9", "net.luck", "E(net.fish)"] {
        let output = called(&folder, &["--reach", goal]);
        let complaint = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(
            !output.status.success() && complaint.contains("must compare a chance or a mean"),
            "{goal}: {complaint}"
        );
    }
    let both = called(&folder, &["E(net.fish)", "--reach", "E(net.fish) > 3"]);
    assert_eq!(both.status.code(), Some(2), "one or the other");
}

#[test]
fn ways_stand_in_spreadsheets_and_pages() {
    let folder = pond("formats");
    let csv = told(&folder, &["--reach", "E(net.fish) >= 8", "--format", "csv"]);
    let heads = "way,name,written,instead,steps,reached,left,right\n";
    assert!(csv.starts_with(&format!("{heads}1,ada.skill,1,2,1,yes,8.5000000000,8.0000000000\n")), "{csv}");
    let page = told(&folder, &["--reach", "E(net.fish) >= 8", "--format", "html"]);
    assert!(page.contains("<th scope=\"row\">ada.skill 1 -&gt; 2</th><td>8.50</td>"), "{page}");
}

/// Rows and columns add up to what each of the two comes to alone, and pairs to what they are together.
#[test]
fn two_results_stand_beside_each_other() {
    let folder = pond("joint");
    let text = told(&folder, &["net.luck", "--by", "net.fish >= 8"]);
    let expected = "\
net.luck by net.fish >= 8
net.fish >= 8    fine    fair    foul      all
no             16.67%  25.00%   8.33%   50.00%
yes            16.67%  25.00%   8.33%   50.00%
all            33.33%  50.00%  16.67%  100.00%
";
    assert_eq!(text, expected);
    let encounter = compiled(POND, DAY);
    let request = OddsRequest::default();
    let joint = encounter.odds_joint("net.fish", "net.luck", &request).unwrap_or_else(|failure| panic!("{failure}"));
    assert_eq!(joint.each().count(), 18);
    for ((row, column), chance) in joint.each() {
        let both = format!("P(net.luck is {row} and net.fish >= {column} and net.fish <= {column})");
        let alone = encounter.odds(&OddsRequest::of([both])).expect("it is quick");
        assert_eq!(alone[0].value.as_ref(), Some(chance), "{row} {column}");
    }
    for (side, cells) in joint.rows.values.iter().zip(&joint.cells) {
        assert_eq!(cells.iter().fold(RBig::ZERO, |sum, cell| sum + cell.clone()), side.1, "{}", side.0);
    }
}

#[test]
fn what_does_not_happen_with_the_other_is_left_free() {
    let folder = pond("free");
    let words = ["net.fish", "--by", "net.dice.sum >= 4", "--given", "net.dice.sum >= 2"];
    let text = told(&folder, &words);
    let expected = "\
given net.dice.sum >= 2:
net.fish by net.dice.sum >= 4
net.dice.sum >= 4       6       7       8       9      10      all
no                 20.00%  20.00%                           40.00%
yes                                20.00%  20.00%  20.00%   60.00%
all                20.00%  20.00%  20.00%  20.00%  20.00%  100.00%
";
    assert_eq!(text, expected);
    let csv = told(&folder, &[words.as_slice(), &["--format", "csv"]].concat());
    let heads = "result,value,by,its value,chance,decimal\n";
    assert!(csv.starts_with(&format!("{heads}net.fish,6,net.dice.sum >= 4,no,1/5,0.2000000000\n")), "{csv}");
    let found = lines(&told(&folder, &[words.as_slice(), &["--format", "json"]].concat()));
    assert_eq!(
        (found[0]["pairs"][0]["chance"].as_str(), found[0]["pairs"][0]["given"].as_str()),
        (Some("1/5"), Some("1/2"))
    );
    assert_eq!(found[0]["pairs"].as_array().map(Vec::len), Some(5), "what does not come about has no pair");
    let page = told(&folder, &[words.as_slice(), &["--format", "html"]].concat());
    assert!(page.contains("style=\"--share: 100.00%\">20.00%</td>"), "{page}");
}

/// What is wider than the terminal has its longer side run down, and goes on below where that is not enough.
#[test]
fn a_wide_table_of_two_results_keeps_to_its_width() {
    let folder = pond("wide");
    let short = |words: &[&str]| {
        let all = [&["odds", "scene.asz"], words].concat();
        calling::told(calling::called(&folder, &all, ("40", "C.UTF-8")))
    };
    let turned = short(&["net.fish", "--by", "net.dice.sum >= 4"]);
    let lines: Vec<&str> = turned.lines().collect();
    assert_eq!(lines[0], "net.fish by net.dice.sum >= 4", "{turned}");
    assert_eq!(lines[1].split_whitespace().collect::<Vec<_>>(), ["net.fish", "no", "yes", "all"], "{turned}");
    assert!(lines[2].starts_with("5 ") && lines.last().is_some_and(|last| last.starts_with("all ")), "{turned}");
    let parts = short(&["net.fish", "--by", "net.fish"]);
    assert!(parts.lines().all(|line| line.chars().count() <= 40), "{parts}");
    assert!(parts.matches("\nnet.fish ").count() > 1, "each part names its rows: {parts}");
    assert_eq!(parts.matches("16.67%").count(), 18, "six pairs, and their sums: {parts}");
}

#[test]
fn what_cannot_stand_beside_another_is_said() {
    let folder = pond("beside");
    for (question, by) in [("E(net.fish)", "net.luck"), ("net.luck", "E(net.fish)")] {
        let output = called(&folder, &[question, "--by", by]);
        let complaint = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(
            !output.status.success() && complaint.contains("a table needs two results"),
            "{question} {by}: {complaint}"
        );
    }
    assert_eq!(called(&folder, &["--by", "net.luck"]).status.code(), Some(2), "by itself it asks nothing");
}

/// Each line that is written for programs is one that the schema allows.
#[test]
fn lines_for_programs_are_what_the_schema_says() {
    let text = fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/protocol/odds.schema.json"));
    let schema = serde_json::from_str(&text.expect("it is there")).expect("it is JSON");
    let validator = jsonschema::validator_for(&schema).expect("it is a schema");
    let folder = pond("schema");
    for words in [
        ["net.luck", "--by", "net.fish"].as_slice(),
        &["--reach", "P(net.fish >= 8) >= 60%"],
        &["--reach", "P(net.fish >= 90) >= 60%"],
        &["--vary", "arm 0..1"],
        &["--why"],
    ] {
        let found = lines(&told(&folder, &[words, &["--format", "json"]].concat()));
        assert!(!found.is_empty());
        for line in found {
            assert!(validator.is_valid(&line), "{line}");
        }
    }
}

/// Each line of the table is what the other scene, or the scene with the house rule, comes to alone.
#[test]
fn scenes_and_house_rules_stand_in_one_table() {
    let folder = pond("scenes");
    let other = "use pond\nperson bo { skill 2, arm 3 }\nangle net by bo\n";
    let rule = "house bait extends pond\nreplace let angle.fish { let fish = dice.sum + 5 }";
    for (file, text) in
        [("other.asz", other), ("bait.asz", rule), ("none.asz", "use pond\nperson bo\nangle rod by bo\n")]
    {
        fs::write(folder.join(file), text).expect("it can be written");
    }
    let text = told(&folder, &["net.fish >= 8", "E(net.fish)", "--beside", "other.asz", "--with", "bait"]);
    let expected = "\
scene      net.fish >= 8  E(net.fish)
scene.asz         50.00%         7.50
other.asz         66.67%         8.50
with bait         66.67%         8.50
";
    assert_eq!(text, expected);
    let text = told(&folder, &["--with", "bait.asz"]);
    assert!(text.contains("\n\nnet.luck\nscene  "), "without a question each result is asked: {text}");
    assert!(text.ends_with("* as the scene is written\n"), "{text}");
    let text = told(&folder, &["net.fish >= 8", "--beside", "none.asz"]);
    assert!(text.contains("\nnone.asz   none: "), "a scene without the result says so: {text}");
    let found = lines(&told(&folder, &["E(net.fish)", "--beside", "other.asz", "--format", "json"]));
    assert_eq!(found[1]["variant"]["scene"].as_str(), Some("other.asz"));
    let missing = called(&folder, &["E(net.fish)", "--beside", "gone.asz"]);
    assert!(!missing.status.success() && String::from_utf8_lossy(&missing.stderr).contains("gone.asz"), "{missing:?}");
    let wrong = called(&folder, &["E(net.catch)", "--beside", "other.asz"]);
    assert!(!wrong.status.success() && wrong.stdout.is_empty(), "a question is first of all one to the scene");
}

/// A scene that can answer one question and not the other does not look as if it did not have what is asked.
#[test]
fn a_question_beyond_the_budget_of_one_scene_leaves_no_cell_empty() {
    let pile = "system pile\nkind person { load : number = 0 }\nprocedure tip by person {\n  roll p : 1d6\n  \
                let gain = p.sum\n  roll q : 1d10\n  add q.sum to person.load\n}\n";
    let tips = "use pile\nperson ada\nrepeat up to 40 { tip out by ada }\n";
    let files = [("pile.asz", pile), ("scene.asz", "use pile\nperson ada\ntip out by ada\n"), ("many.asz", tips)];
    let folder = calling::folder_with(Path::new("reach/beyond"), &files);
    let [small, large] = ["P(out.gain >= 4)", "P(ada.load >= 6)"];
    let beside = ["--beside", "many.asz", "--budget", "20"];
    let text = told(&folder, &[&[small][..], &beside].concat());
    assert!(text.contains("\nmany.asz   ") && text.ends_with(" 50.00%\n"), "{text}");
    for asked in [[small, large], [large, small]] {
        let text = told(&folder, &[&asked[..], &beside].concat());
        assert!(text.contains("\nmany.asz   none: there are too many different situations for exact odds"), "{text}");
    }
}
