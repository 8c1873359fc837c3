//! Hostile texts are refused, the same on every stack; the limit itself is accepted.

use super::super::limits::{BRANCHES, DEPTH, LINE, NESTING, SIZE};
use super::{findings, rendered};
use crate::diagnostic::{Code, codes};

/// A text that nests so many times.
type Text = fn(usize) -> String;

fn first_code(text: &str) -> Option<Code> {
    findings(text).iter().next().map(|found| found.code)
}

/// The first code, found on a small stack. A reader whose time doubles with each bracket would never come back from here.
fn on_a_small_stack(text: String) -> Option<Code> {
    let thread = std::thread::Builder::new().stack_size(512 * 1024).spawn(move || first_code(&text));
    thread.expect("a thread").join().expect("no overflow")
}

fn brackets(count: usize) -> String {
    format!("set a = {}b{}", "(".repeat(count), ")".repeat(count))
}

fn braces(count: usize) -> String {
    format!("{}{}", "x {\n".repeat(count), "}\n".repeat(count))
}

fn choices(count: usize) -> String {
    format!("{}{}", "choose \"x\" { a {\n".repeat(count), "} }\n".repeat(count))
}

fn ifs(count: usize) -> String {
    format!("set a = {}b{}", "if c then ".repeat(count), " else d".repeat(count))
}

fn branches(count: usize) -> String {
    format!("if a {{ }}{}", " else if b { }".repeat(count))
}

fn branches_of_a_value(count: usize) -> String {
    format!("set a = if b then c{} else d", " else if b then c".repeat(count - 1))
}

fn members(count: usize) -> String {
    format!("claim{}", ".x".repeat(count))
}

fn sum(count: usize) -> String {
    format!("add a{} to b", " + a".repeat(count))
}

/// Two operators for each, half of them inside parentheses.
fn grouped_sum(count: usize) -> String {
    format!("add (a{}){} to b", " + a".repeat(count), " * a".repeat(count))
}

fn nots(count: usize) -> String {
    format!("add {}a to b", "not ".repeat(count))
}

fn calls(count: usize) -> String {
    format!("add {}a{} to b", "f(".repeat(count), ")".repeat(count))
}

#[test]
fn the_limit_is_accepted_and_one_more_is_refused() {
    let cases: [(Text, usize); 11] = [
        (brackets, NESTING),
        (braces, NESTING),
        (choices, NESTING / 2),
        (ifs, NESTING),
        (branches, BRANCHES),
        (branches_of_a_value, BRANCHES),
        (members, DEPTH),
        (sum, DEPTH),
        (grouped_sum, DEPTH / 2),
        (nots, DEPTH),
        (calls, NESTING),
    ];
    for (text, limit) in cases {
        assert_eq!(on_a_small_stack(text(limit)), None, "{}", rendered(&text(limit), &findings(&text(limit))));
        assert_eq!(on_a_small_stack(text(limit + 1)), Some(codes::TOO_LARGE), "{}", text(limit + 1));
    }
}

#[test]
fn a_hundred_thousand_are_refused() {
    let cases: [Text; 10] = [brackets, braces, choices, ifs, branches, branches_of_a_value, members, sum, nots, calls];
    for text in cases {
        assert_eq!(on_a_small_stack(text(100_000).replace("x {\n", "x {")), Some(codes::TOO_LARGE));
    }
    for sign in ["(", "{\n", "not\n", "-\n", "else if\n", "a.\n", "if\n", "f(x in "] {
        assert!(on_a_small_stack(sign.repeat(100_000)).is_some(), "{sign}");
    }
}

#[test]
fn what_nests_to_the_limit_and_is_wrong_inside_is_refused_quickly() {
    let wrong = [
        brackets(NESTING).replace('b', "=="),
        calls(NESTING).replace("(a)", "(? a)"),
        ["add ", &"f(x in ".repeat(NESTING), "== a", &")".repeat(NESTING), " to b"].concat(),
        ["add ", &"highest (".repeat(NESTING), "== a", &")".repeat(NESTING), " to b"].concat(),
        ifs(NESTING).replace("b else", "== else"),
        choices(NESTING / 2).replacen("} }", "== } }", 1),
        braces(NESTING).replacen("}\n", "==}\n", 1),
        branches(BRANCHES).replacen("b { }", "b { == }", BRANCHES),
    ];
    for text in wrong {
        assert!(on_a_small_stack(text.clone()).is_some(), "{text}");
    }
}

#[test]
fn lines_and_files_have_a_largest_size() {
    let line = |length: usize| format!("#{}", "x".repeat(length - 1));
    assert_eq!(first_code(&line(LINE)), None);
    assert_eq!(first_code(&line(LINE + 1)), Some(codes::TOO_LARGE));
    assert_eq!(first_code(&"x".repeat(10_000_000)), Some(codes::TOO_LARGE));
    assert_eq!(first_code(&"\n".repeat(SIZE + 1)), Some(codes::TOO_LARGE));
}

#[test]
fn strange_characters_are_named() {
    assert_eq!(first_code("use lamps\0"), Some(codes::BAD_CHARACTER));
    assert_eq!(first_code("note \"a\u{202E}b\""), Some(codes::BAD_CHARACTER));
    assert_eq!(first_code("note “dark”"), Some(codes::BAD_CHARACTER));
    assert_eq!(first_code("note \"she said “dark” – and left…\" # “so”"), None);
}

#[test]
fn a_large_number_is_refused_and_the_largest_is_not() {
    assert_eq!(first_code("set a = 9223372036854775807"), None);
    assert_eq!(first_code("set a = 9223372036854775808"), Some(codes::NUMBER_TOO_LARGE));
}

#[test]
fn many_mistakes_take_little_time() {
    let line = "set a == b\n";
    assert_eq!(on_a_small_stack(line.repeat(20_000)), Some(codes::SYNTAX));
    let inside = format!("x {{\n{}}}\n", line.repeat(20_000));
    assert_eq!(on_a_small_stack(inside), Some(codes::SYNTAX));
}
