//! The key pages in `docs/src/rules/` and the scripts of the systems keep in step: each rule that a comment names is on the
//! page, and each rule on the page is held by the lines that the page names, or else the page says who keeps it. Each worked
//! example on the page is played by the tests that the page names.
//!
//! After a change, `WRITE_DOCS=1 cargo test --test rulebooks` writes the lines into the pages.

#[path = "../scripts/rules.rs"]
mod rules;

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

/// A system, its key page and its script.
struct Book {
    system: String,
    page: PathBuf,
    text: String,
    /// The script of the system, and those of house rules that extend it, by their names.
    scripts: Vec<(String, String)>,
}

impl Book {
    fn scripts(&self) -> Vec<rules::Script<'_>> {
        self.scripts.iter().map(|(name, text)| (name.as_str(), text.as_str())).collect()
    }
}

fn books() -> Vec<Book> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let pages = fs::read_dir(root.join("docs/src/rules")).expect("there are key pages");
    let read = |path: &Path| fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let stem = |path: &Path| path.file_stem().expect("it has a name").to_string_lossy().into_owned();
    let houses = fs::read_dir(root.join("scripts/house")).expect("there are house rules");
    let houses: Vec<PathBuf> = houses.map(|entry| entry.expect("it can be read").path()).collect();
    let book = |page: PathBuf| {
        let system = stem(&page);
        let mut scripts = vec![(system.clone(), read(&root.join(format!("scripts/systems/{system}.asz"))))];
        let houses = houses.iter().map(|path| (stem(path), read(path)));
        scripts.extend(houses.filter(|(_, text)| rules::extends(text) == Some(&system)));
        Book { text: read(&page), scripts, system, page }
    };
    let books: Vec<Book> = pages.map(|entry| book(entry.expect("it can be read").path())).collect();
    assert_eq!(books.len(), 11, "each shipped system has a key page");
    books
}

/// The ID of the rule that a line of a key page is about.
fn id(line: &str) -> Option<&str> {
    line.strip_prefix("| ")?.split(' ').next().filter(|id| rules::is_id(id))
}

/// The tests of scripts, by their paths from the root of the project, with their texts.
fn tried() -> Vec<(String, String)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let (mut folders, mut found) = (vec![root.join("scripts/tests")], Vec::new());
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).expect("there are tests of scripts") {
            let path = entry.expect("it can be read").path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|ending| ending == "asz") {
                let name =
                    path.strip_prefix(root).expect("it lies in the project").to_string_lossy().replace('\\', "/");
                found.push((name, fs::read_to_string(&path).expect("it can be read")));
            }
        }
    }
    found.sort();
    found
}

/// Whether an expectation of a script says in its title that it plays a worked example.
fn plays(script: &str, example: &str) -> bool {
    let expectations = script.split("\nexpect ").skip(1).filter_map(|expectation| expectation.split('{').next());
    expectations.filter_map(|head| head.split('"').nth(1)).any(|title| rules::ids(title).any(|id| id == example))
}

/// A row of a worked example with the tests that play it in its last cell.
fn played(row: &str, example: &str, tests: &[(String, String)]) -> String {
    let (rest, _) = row.trim_end_matches('|').rsplit_once('|').expect("it has cells");
    let names = tests.iter().filter(|(_, text)| plays(text, example)).map(|(name, _)| name.as_str());
    let names: Vec<&str> = names.collect();
    format!("{rest}| {} |", names.join(", ")).replace("|  |", "| |")
}

/// A row with the lines of the scripts in its last cell. A cell in which somebody has written who keeps the rule stays.
fn filled(row: &str, book: &Book, lines: &[(&str, usize)]) -> String {
    let (rest, last) = row.trim_end_matches('|').rsplit_once('|').expect("it has cells");
    let is_ours = |cell: &str| {
        cell.split_once(':').is_some_and(|(script, _)| book.scripts.iter().any(|(name, _)| name == script))
    };
    let last = if !lines.is_empty() {
        let of = |script: &[(&str, usize)]| {
            let numbers: Vec<String> = script.iter().map(|(_, line)| line.to_string()).collect();
            format!("{}:{}", script[0].0, numbers.join(", "))
        };
        lines.chunk_by(|one, next| one.0 == next.0).map(of).collect::<Vec<_>>().join("; ")
    } else if is_ours(last.trim()) {
        String::new()
    } else {
        last.trim().to_owned()
    };
    format!("{rest}| {last} |").replace("|  |", "| |")
}

#[test]
fn a_key_page_names_the_lines_that_hold_each_rule() {
    let (mut wrong, tests) = (Vec::new(), tried());
    for book in books() {
        let (rows, scripts) = (rules::rows(&book.text), book.scripts());
        let held = rules::Held::by(&scripts, &rows);
        let row = |line: &str| match id(line) {
            Some(id) if rules::is_example(id) => played(line, id, &tests),
            Some(id) => filled(line, &book, &held.lines(id)),
            None => line.to_owned(),
        };
        let text: String = book.text.lines().flat_map(|line| [row(line), "\n".to_owned()]).collect();
        if std::env::var_os("WRITE_DOCS").is_some() {
            fs::write(&book.page, &text).expect("it can be written");
        } else if text != book.text {
            wrong.push(format!("{}: a line has moved", book.page.display()));
        }
        let unkept = text.lines().filter(|line| line.ends_with("| |"));
        wrong.extend(unkept.map(|line| format!("{}: who keeps it? {line}", book.system)));
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn every_rule_that_a_script_names_is_on_its_key_page() {
    for book in books() {
        let known: Vec<&str> = rules::rows(&book.text).iter().map(|row| row.id).collect();
        let unique: BTreeSet<&str> = known.iter().copied().collect();
        assert_eq!(unique.len(), known.len(), "{}: an ID stands for one rule", book.system);
        let lines = book.scripts.iter().flat_map(|(_, text)| text.lines());
        let comments = lines.filter_map(|line| line.split_once('#')).map(|(_, comment)| comment);
        let unknown: Vec<&str> =
            comments.flat_map(rules::ids).filter(|id| rules::is_id(id) && !unique.contains(id)).collect();
        assert!(unknown.is_empty(), "{}: no rule has these IDs: {unknown:?}", book.system);
    }
}

#[test]
fn a_worked_example_is_played_by_the_tests_that_say_so() {
    let tests = [
        ("b.asz".to_owned(), "# XX-W02\nexpect dice 3, 4 \"XX-001, XX-W01: so\" {".to_owned()),
        ("c.asz".to_owned(), "expect \"XX-W012\" {".to_owned()),
    ];
    assert_eq!(played("| XX-W01 | so | gone.asz |", "XX-W01", &tests), "| XX-W01 | so | b.asz |");
    assert_eq!(played("| XX-W02 | so | b.asz |", "XX-W02", &tests), "| XX-W02 | so | |", "a comment plays nothing");
    assert!(rules::is_id("XX-W01") && rules::is_example("XX-W01"));
    assert!(!rules::is_example("XX-001") && !rules::is_example("A1") && !rules::is_id("XX-Q01") && !rules::is_id("W1"));
}

#[test]
fn a_line_holds_what_its_comment_and_those_above_it_name() {
    let page = "## Tests\n| A1 | open | so | |\n| XX-001 | one | |\n| XX-002 | two | |\n| XX-003 | three | |\n| XX-004 | four | |";
    let rows = rules::rows(page);
    let script =
        "# XX-004\n\n# A1: as read\ntotal \"XX-002 #\" # XX-001 to XX-003\nrest # XX-0011\n# XX-004: kept by people";
    let scripts = [("lamps", script), ("dim", "house dim extends lamps # XX-004")];
    let held = rules::Held::by(&scripts, &rows);
    assert_eq!(held.all("XX-002"), [("lamps", 4)]);
    assert_eq!(held.all("XX-001"), [("lamps", 4)], "no other word is like it");
    assert_eq!(held.lines("XX-004"), [("dim", 1)], "one that is more than a comment");
    assert_eq!(held.lines("A1"), [("lamps", 4)], "the comment stands above the line");
    assert_eq!((rows[0].heading, rows[0].says.as_slice(), rows[0].kept), ("Tests", &["open", "so"][..], ""));
    assert_eq!(rules::extends(scripts[1].1), Some("lamps"));
}
