//! Tests of the whole room: texts in, trees, texts and findings out.

mod comments;
mod constructs;
mod fixes;
mod format;
mod limits;
mod mistakes;
mod questions;
mod random;
mod round_trip;
mod rules;

use super::ast::{Expr, File};
use crate::diagnostic::Diagnostics;
use crate::source::{SourceId, SourceMap};

/// Reads a text that must be right.
fn read(text: &str) -> File {
    let mut sink = Diagnostics::default();
    let file = super::parse(SourceId(0), text, &mut sink);
    assert!(sink.is_empty(), "{}\n{text}", rendered(text, &sink));
    file
}

fn read_expr(text: &str) -> Expr {
    let mut sink = Diagnostics::default();
    let expr = super::parse_expression(SourceId(0), text, &mut sink);
    expr.unwrap_or_else(|| panic!("{}\n{text}", rendered(text, &sink)))
}

fn findings(text: &str) -> Diagnostics {
    let mut sink = Diagnostics::default();
    super::parse(SourceId(0), text, &mut sink);
    sink
}

/// One line for each finding: code, place, message, help.
fn rendered(text: &str, sink: &Diagnostics) -> String {
    let mut map = SourceMap::default();
    map.add("", text);
    let mut lines = Vec::new();
    for found in sink.iter() {
        let label = found.labels.first().map(|label| map.place(label.span));
        let place = label.map_or(String::new(), |place| format!("{}:{}", place.line, place.column));
        lines.push(format!("{} {place} {}", found.code, found.message));
        lines.extend(found.help.iter().map(|help| format!("  help: {help}")));
    }
    lines.join("\n")
}

/// The tree without its places and without blank lines. Texts with comments are compared in `comments.rs`.
fn shape(tree: &impl std::fmt::Debug) -> String {
    let written = format!("{tree:?}").replace("blank_before: true", "blank_before: false");
    let mut shape = String::new();
    let mut rest = written.as_str();
    while let Some(at) = rest.find(|c: char| c.is_ascii_digit()) {
        let run = &rest[at..];
        let length = run.find(|c: char| !(c.is_ascii_digit() || c == ':' || c == '.')).unwrap_or(run.len());
        shape += &rest[..at];
        let part = &run[..length];
        shape += if part.contains(':') && part.contains("..") { "_" } else { part };
        rest = &run[length..];
    }
    shape + rest
}

/// Printed text reads back as the same tree, and prints as itself.
fn round_trip(text: &str) -> String {
    let file = read(text);
    let printed = super::print(&file);
    let again = read(&printed);
    assert_eq!(shape(&again), shape(&file), "\n{text}\n--- printed ---\n{printed}");
    assert_eq!(super::print(&again), printed);
    printed
}
