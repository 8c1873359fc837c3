//! Lines that stand outside of everything in the files of a system: what is said of them, and where they belong.

use super::checker::SystemChecker;
use super::overlay_line_names::{Line, address_of, beginning, bodies, lines_of};
use crate::diagnostic::{Diagnostic, Fix, codes};
use crate::model::SystemFiles;
use crate::source::Span;
use crate::syntax::ast::{Declaration, ItemKind, LineValue, StatementKind};
use crate::syntax::{line_of_house, print_expression};

/// Words with which lines of procedures begin, and one that people expect to be one: outside of them they are words like others.
const OF_RULES: [&str; 14] =
    ["let", "ask", "sum", "decide", "roll", "resolve", "draw", "run", "cut", "stop", "needs", "step", "for", "when"];

/// A line outside of everything.
struct Outside<'a> {
    span: Span,
    kind: &'a StatementKind,
    /// It stands in a house rule.
    is_of_house: bool,
}

impl SystemChecker<'_> {
    /// Reports the first line that stands outside of everything: what happens belongs into a scene, and what the rules do into a procedure.
    pub fn lines_outside(&mut self) {
        let files = self.files;
        let Some(outside) = line_outside(files) else { return };
        let words = words_of(outside.kind);
        let named = line_called(files, &outside);
        if let (["remove" | "replace", ..], Some(address)) = (words.as_slice(), &named) {
            let message = format!("`{}` needs the word with which the line begins", words[0]);
            let found = Diagnostic::error(codes::MISPLACED, outside.span, message);
            let right = format!("{} {address}", words[0]);
            self.report(found.help(format!("write `{right}`")).fix(Fix::maybe(outside.span, right)));
            return;
        }
        if let Some(help) = line_of_house(&words) {
            let message = format!("a house rule cannot use `{}` like this", words[0]);
            self.misplaced(outside.span, message, help);
            return;
        }
        let word =
            words.first().copied().or_else(|| beginning(outside.kind).map(|(word, ..)| word)).unwrap_or_default();
        let is_line = OF_RULES.contains(&word) || beginning(outside.kind).is_some();
        let is_of_rules = named.is_some() || is_line;
        if let Some(address) = named.or_else(|| last_line(files)).filter(|_| outside.is_of_house && is_of_rules) {
            let line = match word {
                "when" => "if …".to_owned(),
                _ if is_line => format!("{word} …"),
                _ => "…".to_owned(),
            };
            let help = format!(
                "it belongs in a procedure: `add after {address} {{ {line} }}` puts it below a line of the rules, \
                 `replace {address} {{ {line} }}` in place of one"
            );
            self.misplaced(outside.span, "a line of the rules must be inside a procedure", &help);
            return;
        }
        let help = "write it in a file of its own that begins with `use`, or between the braces of an `expect`";
        self.misplaced(outside.span, "a system cannot contain a line of a scene", help);
    }
}

fn line_outside(files: &SystemFiles) -> Option<Outside<'_>> {
    let system = files.system.iter().map(|file| (file, false));
    let houses = files.houses.iter().map(|file| (file, true));
    let mut items = system.chain(houses).flat_map(|(file, house)| file.items.iter().map(move |item| (item, house)));
    items.find_map(|(item, is_of_house)| {
        let ItemKind::Statement(statement) = &item.kind else { return None };
        Some(Outside { span: item.span, kind: &statement.kind, is_of_house })
    })
}

/// The declarations of the system itself.
fn of_system(files: &SystemFiles) -> impl DoubleEndedIterator<Item = &Declaration> {
    let items = files.system.iter().flat_map(|file| &file.items);
    items.filter_map(|item| if let ItemKind::Declaration(declared) = &item.kind { Some(declared) } else { None })
}

/// The line of the system with whose name a line begins, or that it names behind its first word: `decide check.outcome`.
fn line_called(files: &SystemFiles, outside: &Outside<'_>) -> Option<String> {
    let StatementKind::Line(line) = outside.kind else { return None };
    let written = match &line.value {
        LineValue::Through(value) => print_expression(value),
        LineValue::None | LineValue::After(_) | LineValue::Faces(_) => line.words.text().to_string(),
    };
    let path = written.split_once(' ').map(|(_, path)| path);
    let first = line.words.words.first()?;
    of_system(files).find_map(|declared| {
        let is_called = |line: &&Line<'_>| {
            let full = format!("{}.{}", declared.name.text(), line.name);
            !line.name.is_empty() && (line.name == first.text || path == Some(full.as_str()))
        };
        address_of(declared, lines(declared).iter().find(is_called)?.span)
    })
}

/// The last line of the system that gives something a value, as an example.
fn last_line(files: &SystemFiles) -> Option<String> {
    of_system(files).rev().find_map(|declared| {
        let gives = |line: &&Line<'_>| ["decide", "sum", "let", "resolve"].contains(&line.word);
        address_of(declared, lines(declared).iter().rfind(gives)?.span)
    })
}

/// The lines of a declaration that has any.
fn lines(declared: &Declaration) -> Vec<Line<'_>> {
    let mut lines = Vec::new();
    for body in bodies(declared) {
        lines_of(body, None, &mut lines);
    }
    lines
}

/// The words with which a line begins that is no statement of the language.
fn words_of(kind: &StatementKind) -> Vec<&str> {
    let StatementKind::Line(line) = kind else { return Vec::new() };
    line.words.words.iter().map(|word| word.text.as_str()).collect()
}
