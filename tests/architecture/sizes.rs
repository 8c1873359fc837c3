//! Short functions and short files. A list of all cases is as long as there are cases: cut in pieces it would need an
//! arm for the rest in each of them, and hide the case that is missing.

use crate::code;
use crate::none;

/// A function of more lines does several things.
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
        for Function { line, lines, is_one_match } in functions(&file.text) {
            if lines > LONGEST_FUNCTION && !is_one_match {
                offences.push(format!("{}:{line}: {lines} lines, and {LONGEST_FUNCTION} are enough", file.path));
            }
        }
    }
    none(&offences, "a function is short enough to be seen at once");
}

struct Function {
    /// Where it begins.
    line: usize,
    /// Its length.
    lines: usize,
    /// Whether its body is a single `match` or `matches!`.
    is_one_match: bool,
}

/// Every function. The text is formatted, so a function ends with the first brace that stands as far to the right as its
/// first line.
fn functions(text: &str) -> Vec<Function> {
    let lines: Vec<&str> = text.lines().collect();
    let mut found = Vec::new();
    for (at, line) in lines.iter().enumerate() {
        let code = line.trim_start();
        let indent = &line[..line.len() - code.len()];
        let begins = ["fn ", "pub fn ", "pub(super) fn ", "pub(crate) fn ", "const fn ", "pub const fn "];
        if begins.iter().any(|begin| code.starts_with(begin)) && !code.ends_with(';') && !code.ends_with('}') {
            let close = format!("{indent}}}");
            let last = lines[at..].iter().position(|line| *line == close).map_or(at, |last| at + last);
            let is_one_match = is_one_match(&lines[at..last], &format!("{indent}    "));
            found.push(Function { line: at + 1, lines: last - at + 1, is_one_match });
        }
    }
    found
}

/// Whether only one line of the body stands at its margin before the one that ends it, and that one begins a match.
fn is_one_match(function: &[&str], margin: &str) -> bool {
    // The arguments of a long signature stand at the same margin, up to its last line, which ends with a brace.
    let body = function.iter().position(|line| line.ends_with('{')).map_or(&[][..], |brace| &function[brace + 1..]);
    let mut at_margin = body.iter().filter_map(|line| line.strip_prefix(margin)).filter(|line| !line.starts_with(' '));
    let begins = at_margin.next().is_some_and(|line| line.starts_with("match ") || line.starts_with("matches!("));
    begins && at_margin.next().is_some_and(|line| line == "}" || line == ")") && at_margin.next().is_none()
}

#[test]
fn a_function_that_is_one_match_is_told_from_others() {
    let whole = |text: &str| functions(text).iter().map(|found| found.is_one_match).collect::<Vec<bool>>();
    assert_eq!(whole("fn f(a: A) -> B {\n    match a {\n        A => B,\n    }\n}"), [true]);
    assert_eq!(whole("fn f(\n    a: A,\n) -> B {\n    matches!(\n        a,\n        A\n    )\n}"), [true]);
    assert_eq!(whole("fn f(a: A) -> B {\n    let b = a;\n    match b {\n        A => B,\n    }\n}"), [false]);
    assert_eq!(whole("fn f(a: A) -> B {\n    match a {\n        A => B,\n    };\n    B\n}"), [false]);
    assert_eq!(whole("impl X {\n    fn f() {\n        g();\n    }\n}"), [false]);
}
