//! What editors colour is made from the keywords of the parser, and what they offer to write is valid.
//!
//! The templates are in `editors/templates`. There `@{SET}` stands for a set of keywords and `@{=WORD|WORD}` for words that are listed
//! by hand. After a change, `WRITE_EDITORS=1 cargo test --test editors` makes the files anew.
#![cfg(feature = "cli")]

#[path = "shared/folder.rs"]
mod folder;

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use serde_json::Value;

/// The keywords as the parser has them.
mod keywords {
    include!(concat!(env!("OUT_DIR"), "/keywords.rs"));

    pub const EVERY: &[&str] = ALL;
    pub const OF_FILE: &[&str] = FIRST;
    pub const OF_SCENE: &[&str] = IN_SCENE;
    pub const BETWEEN: &[&str] = JOINING;
    pub const OF_VALUES: &[&str] = IN_LINE;
    pub const HEADS: &[(&str, &[&str], &[&str])] = LINES;
}

type Words = BTreeSet<&'static str>;

/// Templates, and what is made of them.
const MADE: [(&str, &str); 2] = [
    ("editors/templates/assize.tmLanguage.json", "editors/vscode/syntaxes/assize.tmLanguage.json"),
    ("editors/templates/highlight.js", "docs/highlight/assize.js"),
];

fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

fn read(file: &str) -> String {
    fs::read_to_string(root().join(file)).unwrap_or_else(|error| panic!("{file}: {error}"))
}

fn set(words: &[&'static str]) -> Words {
    words.iter().copied().collect()
}

/// What the lines in the blocks of these lines may begin with.
fn inside(heads: &[&str]) -> Words {
    let blocks = keywords::HEADS.iter().filter(|(head, _, _)| heads.contains(head));
    blocks.flat_map(|(_, _, inside)| inside.iter().copied()).collect()
}

/// The sets a template may name.
fn sets() -> BTreeMap<&'static str, Words> {
    let joining = set(keywords::BETWEEN);
    let (file, scene) = (set(keywords::OF_FILE), set(keywords::OF_SCENE));
    let heads = &file - &joining;
    let changing = set(&["add", "expect", "extend", "modifiers", "remove", "replace", "use"]);
    BTreeMap::from([
        ("declaring", &(&heads - &scene) - &changing),
        ("parts", inside(&["plan", "kind"])),
        ("scene", &scene - &joining),
        ("steps", &(&inside(&["procedure"]) | &inside(&["period"])) - &joining),
        ("file", heads),
        ("joining", joining),
    ])
}

/// The sets of words that begin a line: those that may come next, such as `odds` after `expect`, belong to them.
const BEGINNING: [&str; 4] = ["file", "parts", "scene", "steps"];

/// What may follow a word at the beginning of a line, and is no part of a value.
fn following(head: &str) -> Words {
    let follow = keywords::HEADS.iter().filter(|(word, _, _)| *word == head);
    let follow: Words = follow.flat_map(|(_, follow, _)| follow.iter().copied()).collect();
    &(&follow - &set(keywords::OF_VALUES)) - &set(keywords::BETWEEN)
}

/// A word that begins a line, with those that may follow, as a text in JSON and in JavaScript has them.
fn chain(head: &str) -> String {
    let next = following(head);
    if next.is_empty() { head.to_owned() } else { format!(r"{head}(?:[ \\t]+(?:{})\\b)*", choice(next)) }
}

/// Words as one choice of a regular expression. None of them has a sign with a meaning there.
fn choice(words: impl IntoIterator<Item = &'static str>) -> String {
    words.into_iter().collect::<Vec<_>>().join("|")
}

/// A template with its words, and which words those are.
fn filled(template: &str, sets: &BTreeMap<&'static str, Words>) -> (String, Words) {
    let (mut text, mut used) = (String::new(), Words::new());
    let mut rest = template;
    while let Some((before, after)) = rest.split_once("@{") {
        let (name, after) = after.split_once('}').expect("what begins with `@{` ends with `}`");
        let known = |word: &str| keywords::EVERY.iter().copied().find(|known| *known == word);
        let words: Words = match name.strip_prefix('=') {
            Some(listed) => listed
                .split('|')
                .map(|word| known(word).unwrap_or_else(|| panic!("`{word}` is no keyword any more")))
                .collect(),
            None => sets.get(name).unwrap_or_else(|| panic!("there is no set `{name}`")).clone(),
        };
        used.extend(&words);
        text.push_str(before);
        if BEGINNING.contains(&name) {
            used.extend(words.iter().flat_map(|head| following(head)));
            text.push_str(&words.into_iter().map(chain).collect::<Vec<_>>().join("|"));
        } else {
            text.push_str(&choice(words));
        }
        rest = after;
    }
    text.push_str(rest);
    (text, used)
}

#[test]
fn colours_know_the_keywords_of_the_parser() {
    let sets = sets();
    for (template, file) in MADE {
        let (now, used) = filled(&read(template), &sets);
        let forgotten = &set(keywords::EVERY) - &used;
        assert!(forgotten.is_empty(), "{template} gives no colour to {forgotten:?}");
        if std::env::var_os("WRITE_EDITORS").is_some() {
            fs::write(root().join(file), &now).expect("it can be written");
        }
        let is_same = fs::read_to_string(root().join(file)).is_ok_and(|there| there == now);
        assert!(is_same, "`{file}` is behind; `WRITE_EDITORS=1 cargo test --test editors` writes it anew");
    }
}

#[test]
fn a_word_that_is_no_keyword_is_noticed() {
    let filled = std::panic::catch_unwind(|| filled("@{=if|whenever}", &BTreeMap::new()));
    assert!(filled.is_err());
    let (text, used) = self::filled("(@{=if|by}) @{two}", &BTreeMap::from([("two", set(&["to", "up"]))]));
    assert_eq!((text.as_str(), used.len()), ("(by|if) to|up", 4));
}

/// A snippet as it is when nobody changes its places: `${1:ada}` is `ada`, `${1|yes,no|}` is `yes`, `$1` what it was before.
fn expanded(body: &str) -> String {
    let mut given = BTreeMap::new();
    let mut text = String::new();
    let mut rest = body;
    while let Some((before, after)) = rest.split_once('$') {
        text.push_str(before);
        if let Some(after) = after.strip_prefix('{') {
            let (place, after) = after.split_once('}').expect("a place ends");
            let (number, default) = place.split_at(place.find([':', '|']).expect("a place has a default"));
            let default = &default[1..];
            let default = default.split_once(',').filter(|_| place.ends_with('|')).map_or(default, |(first, _)| first);
            given.insert(number.to_owned(), default.to_owned());
            text.push_str(default);
            rest = after;
        } else {
            let (number, after) = after.split_at(1);
            text.push_str(given.get(number).map_or("", String::as_str));
            rest = after;
        }
    }
    text + rest
}

fn assize(words: &[&str], folder: &Path) -> Output {
    let mut program = Command::new(env!("CARGO_BIN_EXE_assize"));
    program.args(words).current_dir(folder).output().expect("the program can be started")
}

#[test]
fn snippets_are_valid_and_laid_out() {
    let snippets: BTreeMap<String, Value> =
        serde_json::from_str(&read("editors/vscode/snippets/assize.json")).expect("it is JSON");
    assert!(snippets.len() >= 7, "{:?}", snippets.keys());
    let folder = folder::empty("snippets");
    for (name, snippet) in snippets {
        let lines = snippet["body"].as_array().unwrap_or_else(|| panic!("{name} has lines"));
        let body: Vec<&str> = lines.iter().filter_map(Value::as_str).collect();
        let before = BEFORE.iter().find(|(one, _)| *one == name).map_or("", |(_, before)| before);
        let script = format!("{before}{}\n", expanded(&body.join("\n")).trim_end());
        fs::write(folder.join("night.asz"), &script).expect("it can be written");
        let layout = assize(&["fmt", "--diff", "--check", "night.asz"], &folder);
        assert!(layout.status.success(), "{name}\n{}{}", text(&layout.stdout), text(&layout.stderr));
        for command in ["check", "test"] {
            let done = assize(&[command, "night.asz"], &folder);
            assert!(done.status.success(), "{name}: {script}\n{}{}", text(&done.stdout), text(&done.stderr));
        }
    }
}

/// What stands before a snippet in the scripts of the test: most are parts of a script.
const BEFORE: [(&str, &str); 6] = [
    ("Action", "use ttomp\nactor inez\n"),
    ("Actor", "use ttomp\n"),
    ("Expect", CLIMB),
    ("Expect with dice", CLIMB),
    ("Expect odds", CLIMB),
    ("Procedure", "system gates\nkind person { }\n"),
];

const CLIMB: &str = "use ttomp
actor inez
action climb by inez {
  value 1b \"it is worth it\"
  task climb { quality standard }
}
";

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}
