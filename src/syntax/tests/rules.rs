//! The grammar and its readers: everything that a rule supplies is taken by the name of the rule.

use std::fs;
use std::path::Path;

fn file(path: &str) -> String {
    fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(path)).expect("it is text")
}

/// The rules that hand over a part: all that are not silent.
fn rules(grammar: &str) -> Vec<String> {
    let lines = grammar.lines().filter_map(|line| line.split_once('='));
    let named = lines.filter(|(name, body)| !name.starts_with([' ', '/']) && !body.trim_start().starts_with("_{"));
    named.map(|(name, _)| name.trim().to_owned()).collect()
}

#[test]
fn every_rule_is_read_by_its_name() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/syntax/from_text");
    let mut readers = String::new();
    for entry in fs::read_dir(folder).expect("the folder is there") {
        let path = entry.expect("an entry").path();
        // What could have stood somewhere is said there, and nothing is read.
        if path.file_name().is_some_and(|name| name != "expected.rs") {
            readers.push_str(&fs::read_to_string(path).expect("a source file is text"));
        }
    }
    let is_read = |rule: &String| {
        readers.match_indices(&format!("Rule::{rule}")).any(|(at, found)| {
            let next = readers[at + found.len()..].chars().next();
            next.is_none_or(|next| !next.is_alphanumeric() && next != '_')
        })
    };
    let rules = rules(&file("grammar/assize.pest"));
    assert!(rules.len() > 150, "the grammar has rules: {rules:?}");
    let unread: Vec<&String> = rules.iter().filter(|rule| !is_read(rule)).collect();
    assert!(unread.is_empty(), "nothing reads {unread:?}");
}

#[test]
fn rules_are_found_in_a_grammar() {
    let grammar =
        "// a = { b }\nfile = { SOI }\n_kw   = @{ \"a\" ~ \"=\" }\nnl = _{ \"\\n\" }\nlong = ${ a\n     | b }\n";
    assert_eq!(rules(grammar), ["file", "_kw", "long"]);
}
