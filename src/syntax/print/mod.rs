//! The tree back to text, in the one canonical form: what is printed reads back as the same tree.

mod declarations;
mod expressions;
mod statements;

use super::ast::{Cell, Expr, File, Phrase, Question, QuestionKind, Text};

/// The file in canonical form: two blanks of indentation, braces on the line that needs them, aligned tables.
pub fn print(file: &File) -> String {
    let mut printed = String::new();
    let mut tall_before = false;
    for item in &file.items {
        let text = declarations::item(&item.kind);
        let tall = text.contains('\n');
        if !printed.is_empty() && (tall || tall_before) {
            printed.push('\n');
        }
        printed.push_str(&text);
        printed.push('\n');
        tall_before = tall;
    }
    printed
}

/// One expression in canonical form.
pub fn print_expression(expression: &Expr) -> String {
    expressions::expr(expression)
}

/// One question about odds in canonical form.
pub fn print_question(question: &Question) -> String {
    let given = question.given.as_ref();
    let given = given.map_or_else(String::new, |condition| format!(" given {}", expressions::expr(condition)));
    match &question.kind {
        QuestionKind::Chance(condition) => format!("P({}{given})", expressions::expr(condition)),
        QuestionKind::Mean(number) => format!("E({}{given})", expressions::expr(number)),
        QuestionKind::Of(what) => format!("{}{given}", expressions::expr(what)),
    }
}

/// What stands in a cell, in canonical form.
pub fn print_cell(cell: &Cell) -> String {
    expressions::cell(cell)
}

/// A single line up to this width stays beside its braces.
const BESIDE: usize = 48;

/// Lines between braces; a short single one on the same line.
fn braces(lines: &[String]) -> String {
    match lines {
        [] => "{ }".to_owned(),
        [only] if !only.contains('\n') && only.chars().count() <= BESIDE => format!("{{ {only} }}"),
        _ => {
            let inside: Vec<String> = lines.iter().map(|line| indented(line)).collect();
            format!("{{\n{}\n}}", inside.join("\n"))
        }
    }
}

fn indented(text: &str) -> String {
    let lines: Vec<String> = text.lines().map(|line| format!("  {line}")).collect();
    lines.join("\n")
}

/// Rows of cells, each column as wide as its widest cell.
fn aligned(rows: &[Vec<String>]) -> Vec<String> {
    let columns = rows.iter().map(Vec::len).max().unwrap_or(0);
    let width = |column: usize| rows.iter().filter_map(|row| row.get(column)).map(|cell| cell.chars().count()).max();
    let widths: Vec<usize> = (0..columns).map(|column| width(column).unwrap_or(0)).collect();
    rows.iter().map(|row| aligned_row(row, &widths)).collect()
}

fn aligned_row(row: &[String], widths: &[usize]) -> String {
    let cells: Vec<String> = row.iter().zip(widths).map(|(cell, width)| format!("{cell:width$}")).collect();
    cells.join(" | ").trim_end().to_owned()
}

fn names(phrases: &[Phrase]) -> String {
    let names: Vec<String> = phrases.iter().map(Phrase::text).collect();
    names.join(", ")
}

fn quoted(text: &Text) -> String {
    let escaped = text.text.replace('\\', "\\\\").replace('"', "\\\"").replace('\n', "\\n");
    format!("\"{escaped}\"")
}

/// A text that may be missing, after a blank.
fn after(text: Option<&Text>) -> String {
    text.map_or_else(String::new, |text| format!(" {}", quoted(text)))
}
