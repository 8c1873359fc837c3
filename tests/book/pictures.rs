//! Pictures of verdicts, plans, ladders and odds, drawn from what the program prints for the scripts beside which they stand.

use std::fs;
use std::path::PathBuf;
use std::process::Command;

use serde_json::Value;

use crate::drawing::{Anchor, Drawing};
use crate::{block, folder, keep, root};

/// A folder with one script in it.
fn beside(name: &str, script: &str) -> PathBuf {
    let folder = folder::empty(format!("pictures-{name}"));
    fs::write(folder.join("scene.asz"), script).expect("it can be written");
    folder
}

/// What a command prints in a folder.
fn printed(folder: &PathBuf, words: &[&str]) -> String {
    let output = Command::new(env!("CARGO_BIN_EXE_assize")).args(words).current_dir(folder).output();
    let output = output.expect("the program can be started");
    assert!(output.status.success(), "{words:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("the output is text")
}

/// The lines of JSON that a command prints.
fn lines(folder: &PathBuf, words: &[&str]) -> Vec<Value> {
    let text = printed(folder, words);
    text.lines().map(|line| serde_json::from_str(line).expect("each line is JSON")).collect()
}

/// A share, from the decimal that is printed beside the fraction.
fn share(answer: &Value) -> f64 {
    answer["decimal"].as_str().and_then(|text| text.parse().ok()).expect("a chance has a decimal")
}

fn word<'a>(value: &'a Value, key: &str) -> &'a str {
    value[key].as_str().unwrap_or_else(|| panic!("{value} has `{key}`"))
}

/// How a line of the verdict begins, for each number that the page explains.
const EXPLAINED: [&str; 8] = [
    "A twenty-sided",
    "climb \"up",
    "    advantage +1",
    "  highest of",
    "  total ",
    "    ability",
    "  Against",
    "  outcome:",
];

#[test]
fn a_verdict_is_explained() {
    let folder = beside("verdict", &block("docs/src/first-verdict.md", "```asz,file=wall.asz"));
    let text = printed(&folder, &["run", "scene.asz", "--seed", "7"]);
    let shown: Vec<&str> = text.trim_end().lines().collect();
    let height = 20.0 * f64::from(u16::try_from(shown.len()).expect("it is short"));
    let mut drawing = Drawing::new(560, 330);
    drawing.area((1.0, 1.0), (558.0, height + 28.0), "panel", 1.0);
    let mut explained = 0;
    for (at, line) in (0_u16..).zip(&shown) {
        let y = 30.0 + 20.0 * f64::from(at);
        let class = if line.starts_with("  outcome") { "mono strong" } else { "mono" };
        drawing.text((52.0, y), 14, Anchor::Start, class, line);
        if EXPLAINED.get(explained).is_some_and(|begin| line.starts_with(begin)) {
            explained += 1;
            drawing.number((24.0, y - 5.0), explained);
        }
    }
    assert_eq!(explained, EXPLAINED.len(), "each line that the page explains is there:\n{text}");
    assert!(height + 30.0 <= 330.0, "the verdict fits: {height}");
    keep("docs/src/pictures/verdict.svg", &drawing.finish());
}

/// A point of a plan: which it is, what it buys, and whether it was performed.
struct Point {
    task: String,
    buys: String,
    kept: bool,
}

/// The plan as the verdict numbers it: `tasks: 4 TP, and 3 to spend: 1 pick: complexity, (2 open: quality)`.
fn plan(verdict: &str) -> (String, Vec<Point>) {
    let line = verdict.lines().find_map(|line| line.trim().strip_prefix("tasks: ")).expect("the verdict has a plan");
    let (price, points) = line.split_once(" to spend: ").expect("it says what there is to spend");
    let spent = price.rsplit(' ').next().expect("a number").to_owned();
    let points = points.split(", ").map(|point| {
        let bare = point.trim_matches(['(', ')']);
        let (task, buys) = bare.split_once(": ").expect("a point buys something");
        let task = task.split_once(' ').expect("a point has a number").1;
        Point { task: task.to_owned(), buys: buys.to_owned(), kept: bare == point }
    });
    (spent, points.collect())
}

/// How many points a plan of this game may cost.
const BUDGET: usize = 6;

#[test]
fn a_plan_runs_out_of_points() {
    let folder = beside("plan", &block("docs/src/plans.md", "```asz,file=lock.asz"));
    let verdict = printed(&folder, &["run", "scene.asz", "--mode", "deliberate"]);
    let (spent, points) = plan(&verdict);
    assert!(
        printed(&folder, &["show", "ttomp"]).contains(&format!("budget {BUDGET} \"TP\"")),
        "the budget is what it was"
    );
    let mut drawing = Drawing::new(620, 176);
    let place = |at: usize| 8.0 + 101.0 * f64::from(u8::try_from(at).expect("six at most"));
    for at in 0..BUDGET {
        let x = place(at);
        match points.get(at) {
            Some(point) => {
                drawing.area((x, 44.0), (94.0, 66.0), if point.kept { "box" } else { "cut" }, 1.0);
                drawing.text((x + 47.0, 66.0), 13, Anchor::Middle, "soft", &format!("{}", at + 1));
                drawing.text((x + 47.0, 84.0), 14, Anchor::Middle, "strong", &point.task);
                let bought = if point.kept { point.buys.clone() } else { format!("({})", point.buys) };
                drawing.text((x + 47.0, 101.0), 13, Anchor::Middle, "", &bought);
            }
            None => drawing.text((x + 47.0, 82.0), 13, Anchor::Middle, "soft", "not used"),
        }
    }
    let kept = points.iter().filter(|point| point.kept).count();
    assert_eq!(kept.to_string(), spent, "what is performed is what there is to spend");
    assert!(kept < points.len(), "a point is cut");
    let end = place(kept) - 7.0;
    drawing.path(&format!("M8 36V28H{end}V36"), "lead");
    drawing.text((8.0, 20.0), 14, Anchor::Start, "mark strong", &format!("performance: {spent}"));
    let (from, to) = (place(kept), place(points.len()) - 7.0);
    drawing.path(&format!("M{from} 118V126H{to}V118"), "line");
    drawing.text((f64::midpoint(from, to), 144.0), 14, Anchor::Middle, "", "cut");
    drawing.text(
        (8.0, 168.0),
        13,
        Anchor::Start,
        "soft",
        &format!("The plan costs {} of {BUDGET} task points.", points.len()),
    );
    keep("docs/src/pictures/plan.svg", &drawing.finish());
}

/// The totals of the ladder, from the worst.
const TOTALS: [&str; 11] = ["5p", "4p", "3p", "2p", "1p", "0", "1b", "2b", "3b", "4b", "5b"];

/// How full the colour of each level is, from the best; the words on it are dark, dark, dark, plain, plain.
const FULL: [(f64, &str); 5] = [(1.0, "on-bar"), (0.75, "on-mid"), (0.5, ""), (0.28, ""), (0.1, "")];

/// What a page's script says of the pool of a total, as the notation has it: `B3` for 2b, `BD` for none.
fn pool(total: &str) -> String {
    match (total.trim_end_matches(['b', 'p']).parse::<u8>().expect("a total has a number"), total.ends_with('p')) {
        (0, _) => "BD".to_owned(),
        (n, true) => format!("P{}", n + 1),
        (n, false) => format!("B{}", n + 1),
    }
}

#[test]
fn a_pool_leads_to_levels() {
    let script = "use ttomp\nactor ada \"Ada\"\naction climb by ada { value 1b \"why\" }\n";
    let folder = beside("ladder", script);
    let variants =
        lines(&folder, &["odds", "scene.asz", "climb.commitment", "--vary", "value 5p..5b", "--format", "json"]);
    assert_eq!(variants.len(), TOTALS.len(), "each total has its odds");
    let mut drawing = Drawing::new(640, 410);
    let (left, wide) = (120.0, 510.0);
    drawing.text((8.0, 24.0), 13, Anchor::Start, "soft", "total");
    drawing.text((64.0, 24.0), 13, Anchor::Start, "soft", "pool");
    for (row, (total, variant)) in (0_u8..).zip(TOTALS.iter().zip(&variants)) {
        assert_eq!(word(&variant["variant"], "climb.value"), *total);
        let y = 36.0 + 30.0 * f64::from(row);
        drawing.text((8.0, y + 18.0), 15, Anchor::Start, "mono strong", total);
        drawing.text((64.0, y + 18.0), 15, Anchor::Start, "mono", &pool(total));
        let judged = judged(&script.replace("1b", total));
        let mut x = left;
        for (answer, (opacity, class)) in variant["answers"].as_array().expect("a list").iter().zip(FULL) {
            let width = share(answer) * wide;
            drawing.area((x, y), (width, 24.0), "bar", opacity);
            if word(answer, "question").ends_with(&format!("is {judged})")) {
                drawing.area((x, y), (width, 24.0), "chosen", 0.0);
            }
            if share(answer) >= 0.07 {
                let percent = format!("{:.0}%", share(answer) * 100.0);
                drawing.text((x + width / 2.0, y + 17.0), 12, Anchor::Middle, class, &percent);
            }
            x += width;
        }
    }
    legend(&mut drawing, &variants[0]);
    keep("docs/src/pictures/ladder.svg", &drawing.finish());
}

/// The level that a script of one action reaches by judgement.
fn judged(script: &str) -> String {
    let folder = beside("judged", script);
    let verdict = printed(&folder, &["run", "scene.asz", "--mode", "deliberate"]);
    let level = verdict.lines().find_map(|line| line.trim().strip_prefix("commitment: "));
    level.unwrap_or_else(|| panic!("there is a commitment:\n{verdict}")).to_owned()
}

/// The levels with their colours, below the bars.
fn legend(drawing: &mut Drawing, variant: &Value) {
    for (at, (answer, (opacity, _))) in (0_u8..).zip(variant["answers"].as_array().expect("a list").iter().zip(FULL)) {
        let question = word(answer, "question");
        let level = question.rsplit(" is ").next().expect("it asks for a level").trim_end_matches(')');
        let x = 120.0 + 104.0 * f64::from(at);
        drawing.area((x, 376.0), (16.0, 16.0), "bar", opacity);
        drawing.text((x + 22.0, 389.0), 13, Anchor::Start, "", level);
    }
}

#[test]
fn odds_are_bars() {
    let folder = beside("odds", &block("docs/src/odds.md", "```asz,file=wall.asz"));
    let levels = lines(&folder, &["odds", "scene.asz", "climb.outcome", "--format", "json"]);
    let rows: Vec<(String, f64, &str)> = levels
        .iter()
        .map(|answer| {
            let level =
                word(answer, "question").rsplit(" is ").next().expect("it asks for a level").trim_end_matches(')');
            (level.to_owned(), share(answer), word(answer, "percent"))
        })
        .collect();
    let [asked] =
        lines(&folder, &["odds", "scene.asz", "climb.outcome >= minor", "--format", "json"]).try_into().expect("one");
    assert!(rows.iter().any(|(level, _, _)| level == "unreached"), "some runs never get that far: {rows:?}");
    let most = rows.iter().map(|(_, share, _)| *share).fold(0.0, f64::max);
    let mut drawing = Drawing::new(620, 236);
    let good = rows.iter().position(|(level, _, _)| level == "no result").expect("there is such a level");
    for (at, (level, share, percent)) in (0_u8..).zip(&rows) {
        let y = 16.0 + 34.0 * f64::from(at);
        drawing.text((96.0, y + 18.0), 15, Anchor::End, "", level);
        let width = share / most * 300.0;
        drawing.area((108.0, y), (width, 25.0), if level == "unreached" { "cut" } else { "bar" }, 1.0);
        drawing.text((116.0 + width, y + 18.0), 14, Anchor::Start, "strong", percent);
    }
    let end = 16.0 + 34.0 * f64::from(u8::try_from(good).expect("five levels")) - 9.0;
    drawing.path(&format!("M492 16H500V{end}H492"), "lead");
    drawing.text((510.0, end / 2.0 + 6.0), 15, Anchor::Start, "mark strong", word(&asked, "percent"));
    drawing.text((510.0, end / 2.0 + 25.0), 13, Anchor::Start, "", "minor or better");
    keep("docs/src/pictures/odds.svg", &drawing.finish());
}

#[test]
fn each_picture_is_shown_and_told_in_words() {
    let mut shown = Vec::new();
    for page in fs::read_dir(root().join("docs/src")).expect("the folder is there") {
        let path = page.expect("it can be read").path();
        let text = fs::read_to_string(&path).unwrap_or_default();
        for line in text.lines().filter(|line| line.starts_with("![")) {
            let (words, file) = line[2..].split_once("](pictures/").expect("a picture is one of the book's own");
            assert!(words.len() > 40, "{}: say what is to be seen: {line}", path.display());
            shown.push(file.trim_end_matches(')').to_owned());
        }
    }
    for picture in fs::read_dir(root().join("docs/src/pictures")).expect("the folder is there") {
        let name = picture.expect("it can be read").file_name().to_string_lossy().into_owned();
        assert!(shown.contains(&name), "no page shows `{name}`");
    }
}
