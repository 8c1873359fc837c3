//! Short functions and short files.

use crate::code;
use crate::none;

/// A function of more lines does several things, unless all it does is to answer for each variant of an enum.
const LONGEST_FUNCTION: usize = 60;

/// A file of more lines has several subjects.
const LONGEST_FILE: usize = 500;

#[test]
fn files_are_short() {
    let mut offences = Vec::new();
    for file in code::files() {
        let lines = file.text.lines().count();
        if lines > LONGEST_FILE {
            offences.push(format!("{}: {lines} lines, and {LONGEST_FILE} are enough", file.path));
        }
    }
    none(&offences, "a file is short enough to be read at once");
}

#[test]
fn functions_are_short() {
    let mut offences = Vec::new();
    for file in code::files() {
        for (line, lines) in functions(&file.text) {
            if lines > LONGEST_FUNCTION {
                offences.push(format!("{}:{line}: {lines} lines, and {LONGEST_FUNCTION} are enough", file.path));
            }
        }
    }
    none(&offences, "a function is short enough to be seen at once");
}

/// The line and the length of every function that is more than one `match`. The text is formatted, so a function ends with the first brace that
/// stands as far to the right as its first line.
fn functions(text: &str) -> Vec<(usize, usize)> {
    let lines: Vec<&str> = text.lines().collect();
    let mut found = Vec::new();
    for (at, line) in lines.iter().enumerate() {
        let code = line.trim_start();
        let indent = &line[..line.len() - code.len()];
        let begins = ["fn ", "pub fn ", "pub(super) fn ", "pub(crate) fn ", "const fn ", "pub const fn "];
        if begins.iter().any(|begin| code.starts_with(begin)) && !code.ends_with(';') && !code.ends_with('}') {
            let close = format!("{indent}}}");
            let length = lines[at..].iter().position(|line| *line == close).map_or(1, |last| last + 1);
            if !is_one_match(&lines[at..at + length], indent) {
                found.push((at + 1, length));
            }
        }
    }
    found
}

/// Whether the body of a function is a single `match` and nothing else.
fn is_one_match(function: &[&str], indent: &str) -> bool {
    let Some(signature) = function.iter().position(|line| line.ends_with('{')) else { return false };
    let body = &function[signature + 1..function.len() - 1];
    let (opens, closes) = (format!("{indent}    match "), format!("{indent}    }}"));
    body.first().is_some_and(|line| line.starts_with(&opens))
        && body.iter().position(|line| *line == closes) == body.len().checked_sub(1)
}

#[test]
fn only_a_match_alone_is_exempt() {
    let alone = "fn f(a: A) {\n    match a {\n        A::B => {}\n    }\n}";
    let after = "fn f(a: A) {\n    match a {\n        A::B => {}\n    }\n    g();\n}";
    let before = "fn f(a: A) {\n    g();\n    match a {\n        A::B => {}\n    }\n}";
    assert_eq!(functions(alone), []);
    assert_eq!(functions(after), [(1, 6)]);
    assert_eq!(functions(before), [(1, 6)]);
}
