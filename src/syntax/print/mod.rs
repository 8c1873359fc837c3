//! The tree back to text, in the one canonical form: what is printed reads back as the same tree.

mod declarations;
mod expressions;
mod statements;

use super::ast::{
    Cell, Comment, CommentPlace, Declaration, Expr, Field, File, Item, Phrase, Question, Statement, Text, Trivia,
};
use crate::shared_text::SharedText;

/// The file in canonical form: two blanks of indentation, braces on the line that needs them, aligned tables. Comments stay
/// where they are, and so does one blank line wherever some are; what is long is set apart by them as well.
pub fn print(file: &File) -> String {
    let mut lines = Lines::default();
    let mut tall_before = false;
    for item in &file.items {
        let text = declarations::item(&item.kind);
        let tall = text.contains('\n');
        lines.add(&Printed { text, trivia: &item.trivia }, tall || tall_before);
        tall_before = tall;
    }
    for comment in &file.trivia.comments {
        lines.comment(comment);
    }
    lines.text
}

/// One item of a file in canonical form, without the comments around it.
pub fn print_item(item: &Item) -> String {
    declarations::item(&item.kind)
}

/// One declaration in canonical form, without the words before it that say whether it replaces or extends another one.
pub fn print_declaration(declared: &Declaration) -> String {
    declarations::declaration(declared)
}

/// One field of a kind in canonical form.
pub fn print_field(field: &Field) -> String {
    declarations::field(field)
}

/// One expression in canonical form.
pub fn print_expression(expression: &Expr) -> String {
    expressions::expr(expression)
}

/// One line of a procedure or of a scene in canonical form.
pub fn print_statement(line: &Statement) -> String {
    statements::statement(line)
}

/// One question about odds in canonical form.
pub fn print_question(question: &Question) -> String {
    let asked = expressions::expr(&question.asked);
    match &question.given {
        Some(given) => format!("{asked} given {}", expressions::expr(given)),
        None => asked,
    }
}

/// What stands in a cell, in canonical form.
pub fn print_cell(cell: &Cell) -> String {
    expressions::cell(cell)
}

/// A single line up to this width stays beside its braces.
const BESIDE: usize = 48;

/// A line that has been printed, perhaps with lines between its braces.
struct Printed<'t> {
    text: String,
    trivia: &'t Trivia,
}

/// Lines between braces; a short single one on the same line.
fn braces(lines: &[Printed<'_>]) -> String {
    match lines {
        [] => "{ }".to_owned(),
        [only] if fits_in_braces(lines) => format!("{{ {} }}", only.text),
        _ => tall_braces(lines),
    }
}

/// Lines between braces, below each other.
fn tall_braces(lines: &[Printed<'_>]) -> String {
    let mut inside = Lines::default();
    for line in lines {
        inside.add(line, false);
    }
    if lines.is_empty() { "{\n}".to_owned() } else { format!("{{\n{}\n}}", indented(inside.text.trim_end())) }
}

/// Whether lines can stand beside their braces.
fn fits_in_braces(lines: &[Printed<'_>]) -> bool {
    match lines {
        [] => true,
        [only] => only.trivia.comments.is_empty() && !only.text.contains('\n') && only.text.chars().count() <= BESIDE,
        _ => false,
    }
}

/// Lines below each other, with their comments.
#[derive(Default)]
struct Lines {
    text: String,
}

impl Lines {
    /// Adds a line, after a blank one where one was written or is wanted.
    fn add(&mut self, Printed { text, trivia }: &Printed<'_>, apart: bool) {
        let (first, rest) = text.split_once('\n').map_or((text.as_str(), None), |(first, rest)| (first, Some(rest)));
        let (above, beside, behind) = beside(trivia, rest.is_some());
        let mut apart = apart;
        for comment in above {
            if apart {
                self.blank();
            }
            apart = false;
            self.comment(comment);
        }
        if apart || trivia.blank_before {
            self.blank();
        }
        self.line(first, beside);
        if let Some(rest) = rest {
            self.line(rest, behind.first().copied());
        }
        for comment in behind.iter().skip(usize::from(rest.is_some())).copied().chain(trivia.at(CommentPlace::Below)) {
            self.comment(comment);
        }
    }

    fn line(&mut self, text: &str, comment: Option<&Comment>) {
        self.text.push_str(text);
        if let Some(comment) = comment {
            self.text.extend(["  ", &comment.text]);
        }
        self.text.push('\n');
    }

    /// A comment on a line of its own.
    fn comment(&mut self, comment: &Comment) {
        if comment.blank_before {
            self.blank();
        }
        self.text.extend([&comment.text, "\n"]);
    }

    fn blank(&mut self) {
        if !self.text.is_empty() && !self.text.ends_with("\n\n") {
            self.text.push('\n');
        }
    }
}

/// The comments above a line, the one behind its first line and those behind its last. A line holds one comment: what there
/// is more of it before goes above.
fn beside(trivia: &Trivia, is_tall: bool) -> (Vec<&Comment>, Option<&Comment>, Vec<&Comment>) {
    let mut above: Vec<&Comment> = trivia.at(CommentPlace::Above).collect();
    let mut opening: Vec<&Comment> = trivia.at(CommentPlace::Opening).collect();
    let mut behind: Vec<&Comment> = trivia.at(CommentPlace::Behind).collect();
    if !is_tall {
        opening.append(&mut behind);
    }
    let beside = opening.pop();
    above.append(&mut opening);
    (above, beside, behind)
}

fn indented(text: &str) -> String {
    let indent = |line: &str| if line.is_empty() { String::new() } else { format!("  {line}") };
    let lines: Vec<String> = text.lines().map(indent).collect();
    lines.join("\n")
}

/// Rows of cells, each column as wide as its widest cell.
fn aligned<'t>(rows: &[Vec<String>], trivia: impl Iterator<Item = &'t Trivia>) -> Vec<Printed<'t>> {
    let columns = rows.iter().map(Vec::len).max().unwrap_or(0);
    let width = |column: usize| rows.iter().filter_map(|row| row.get(column)).map(|cell| cell.chars().count()).max();
    let widths: Vec<usize> = (0..columns).map(|column| width(column).unwrap_or(0)).collect();
    rows.iter().zip(trivia).map(|(row, trivia)| Printed { text: aligned_row(row, &widths), trivia }).collect()
}

fn aligned_row(row: &[String], widths: &[usize]) -> String {
    let cells: Vec<String> = row.iter().zip(widths).map(|(cell, width)| format!("{cell:width$}")).collect();
    cells.join(" | ").trim_end().to_owned()
}

fn names(phrases: &[Phrase]) -> String {
    let names: Vec<SharedText> = phrases.iter().map(Phrase::text).collect();
    names.join(", ")
}

fn quoted(text: &Text) -> String {
    let (mut written, mut from) = (String::from("\""), 0);
    for hole in &text.holes {
        written.push_str(&escaped(text.text.get(from..hole.at).unwrap_or("")));
        written.extend(["{", &expressions::expr(&hole.value), "}"]);
        from = hole.at;
    }
    written.extend([&escaped(text.text.get(from..).unwrap_or("")), "\""]);
    written
}

fn escaped(text: &str) -> String {
    text.replace('\\', "\\\\").replace('"', "\\\"").replace('\n', "\\n").replace('{', "{{").replace('}', "}}")
}

/// A text that may be missing, after a blank.
fn after(text: Option<&Text>) -> String {
    text.map_or_else(String::new, |text| format!(" {}", quoted(text)))
}
