//! Reads which rule of its book each line of a system holds: from the key page, which lists the rules, and from the
//! comments of the script, which name them.

use std::collections::BTreeMap;

/// A row of a key page.
pub struct Row<'a> {
    /// The heading it stands under: where the book says it.
    pub heading: &'a str,
    /// The rule's ID, such as `A3`.
    pub id: &'a str,
    /// What it says; of a reading, first what the book leaves open.
    pub says: Vec<&'a str>,
    /// The last column: the line that holds it, or in words who keeps it.
    pub kept: &'a str,
}

/// The rows of all tables of a key page, in their order.
pub fn rows(page: &str) -> Vec<Row<'_>> {
    let (mut heading, mut rows) = ("", Vec::new());
    for line in page.lines() {
        if let Some(title) = line.strip_prefix("## ") {
            heading = title;
        }
        let Some(cells) = line.strip_prefix('|').and_then(|line| line.strip_suffix('|')) else { continue };
        let cells: Vec<&str> = cells.split('|').map(str::trim).collect();
        if let [id, says @ .., kept] = cells.as_slice()
            && is_id(id)
        {
            rows.push(Row { heading, id, says: says.to_vec(), kept });
        }
    }
    rows
}

/// Whether this is written as the ID of a rule is, `TT-086`, of a reading, `A3`, or of a worked example, `TT-W07`.
pub fn is_id(word: &str) -> bool {
    let letters = word.trim_end_matches(|c: char| c.is_ascii_digit());
    let of_book = letters.strip_suffix('W').unwrap_or(letters);
    let is_named = letters == "A" || of_book.len() == 3 && of_book.ends_with('-');
    is_named && letters.len() < word.len() && letters.starts_with(|c: char| c.is_ascii_uppercase())
}

/// Whether an ID is that of a worked example of the book, which tests play and no line of a script holds.
pub fn is_example(id: &str) -> bool {
    id.contains("-W")
}

/// The rules that each line of a script holds, by the numbers of the lines from 1. A line holds what its own comment names,
/// and what is named by the comments right above it.
pub fn lines<'a>(script: &str, rows: &[Row<'a>]) -> BTreeMap<usize, Vec<&'a str>> {
    let (mut lines, mut above) = (BTreeMap::new(), Vec::new());
    for (at, line) in script.lines().enumerate() {
        let (code, comment) = line.split_at(comment_at(line));
        let mut held = named(comment, rows);
        if code.trim().is_empty() {
            let is_title = comment.is_empty() || comment.starts_with("# ---");
            if is_title {
                above.clear();
            }
            above.extend_from_slice(&held);
        } else {
            above.retain(|id| !held.contains(id));
            held.append(&mut above);
        }
        if !held.is_empty() {
            lines.insert(at + 1, held);
        }
    }
    lines
}

/// Where the comment of a line begins; at its end, if there is none.
fn comment_at(line: &str) -> usize {
    let mut quoted = false;
    for (at, c) in line.char_indices() {
        match c {
            '"' => quoted = !quoted,
            '#' if !quoted => return at,
            _ => {}
        }
    }
    line.len()
}

/// The words of a comment that could be IDs.
pub fn ids(comment: &str) -> impl Iterator<Item = &str> {
    comment.split(|c: char| !(c.is_ascii_alphanumeric() || c == '-')).filter(|word| !word.is_empty())
}

/// The IDs of rows that a comment names; `TT-013 to TT-017` names all between as well.
fn named<'a>(comment: &str, rows: &[Row<'a>]) -> Vec<&'a str> {
    let (mut found, mut last, mut spans) = (Vec::new(), None, false);
    for word in ids(comment) {
        let at = rows.iter().position(|row| row.id == word);
        match (at, last) {
            (Some(at), Some(first)) if spans => found.extend(first + 1..=at),
            (Some(at), _) => found.push(at),
            (None, _) => {}
        }
        spans = word == "to" && last.is_some();
        last = if spans { last } else { at };
    }
    let mut ids: Vec<&str> = Vec::new();
    for row in found.into_iter().map(|at| &rows[at]) {
        if !ids.contains(&row.id) {
            ids.push(row.id);
        }
    }
    ids
}

/// The system that a script says in its first line it extends.
pub fn extends(script: &str) -> Option<&str> {
    let (_, after) = script.lines().next()?.split_once(" extends ")?;
    after.split_whitespace().next()
}

/// A script and its name.
pub type Script<'a> = (&'a str, &'a str);

/// Where each rule of a page is held.
pub struct Held<'a, 's> {
    scripts: &'s [Script<'s>],
    /// The lines of each script, with the rules they hold.
    lines: Vec<BTreeMap<usize, Vec<&'a str>>>,
}

impl<'a, 's> Held<'a, 's> {
    /// Looks through the script of a system, and then through those that extend it.
    pub fn by(scripts: &'s [Script<'s>], rows: &[Row<'a>]) -> Self {
        Self { scripts, lines: scripts.iter().map(|(_, text)| lines(text, rows)).collect() }
    }

    /// All lines that name a rule: script by script, from the top.
    pub fn all(&self, id: &str) -> Vec<(&'s str, usize)> {
        let scripts = self.scripts.iter().zip(&self.lines);
        let held = scripts.flat_map(|((name, _), lines)| lines.iter().map(move |(line, held)| (*name, *line, held)));
        held.filter(|(.., held)| held.contains(&id)).map(|(name, line, _)| (name, line)).collect()
    }

    /// The lines that hold a rule: those that have code, or else the comments that speak of it.
    pub fn lines(&self, id: &str) -> Vec<(&'s str, usize)> {
        let all = self.all(id);
        let with_code: Vec<_> = all.iter().copied().filter(|(script, line)| self.has_code(script, *line)).collect();
        if with_code.is_empty() { all } else { with_code }
    }

    fn has_code(&self, script: &str, line: usize) -> bool {
        let text =
            self.scripts.iter().find(|(name, _)| *name == script).and_then(|(_, text)| text.lines().nth(line - 1));
        text.is_some_and(|text| !text.trim_start().starts_with('#'))
    }
}
