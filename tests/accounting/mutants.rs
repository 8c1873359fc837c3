//! Scripts in which one word, number, text or sign is left out, or another one stands in its place.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

/// A script with one change.
#[derive(Clone, Debug)]
pub struct Mutant {
    /// What was changed, and on which line.
    pub name: String,
    /// What was written, and what stands in its place.
    pub piece: String,
    pub with: String,
    /// The line in which it stands.
    pub line: String,
    /// The first words of the lines that open the blocks around it, the outermost first.
    pub within: Vec<String>,
    /// Whether it lies in an expectation that is to be refused.
    pub refused: bool,
    /// The whole script.
    pub text: String,
}

/// Every script that differs from this one by one piece. `levels` are words that stand in each other's place.
pub fn of(name: &str, text: &str, levels: &[Vec<String>]) -> Vec<Mutant> {
    let pieces = pieces(text);
    let behind = behind(text, &pieces);
    let (mut all, mut within) = (Vec::new(), Vec::new());
    for (place, piece) in pieces.iter().enumerate() {
        let written = &text[piece.clone()];
        let line = line_around(text, piece.start);
        let refused = is_refused(&text[..piece.start]);
        if written == "}" {
            within.pop();
        }
        let mut add = |what: String, with: &str| {
            let changed = [&text[..piece.start], with, &text[piece.end..]].concat();
            let name = format!("{name}: {what} in `{line}`");
            let (piece, with, line) = (written.to_owned(), with.to_owned(), line.to_owned());
            all.push(Mutant { name, piece, with, line, within: within.clone(), refused, text: changed });
        };
        add(format!("no `{written}`"), "");
        let before = place.checked_sub(1).map(|before| &text[pieces[before].clone()]);
        if let Some(other) = other(written, levels, before.and_then(|before| behind.get(before))) {
            add(format!("`{other}` for `{written}`"), &other);
        }
        if written == "{" {
            within.push(first_word(line).to_owned());
        }
    }
    all
}

/// Whether what follows this text lies in an expectation that is to be refused. A block ends on its own line, or with a
/// brace at the margin.
fn is_refused(before: &str) -> bool {
    let last = before.rfind("\nexpect").map(|at| &before[at + 1..]);
    last.filter(|block| block.starts_with("expect refused")).is_some_and(|block| {
        let (head, inside) = block.split_once('\n').unwrap_or((block, ""));
        head == block || (!head.contains('}') && !inside.starts_with('}') && !inside.contains("\n}"))
    })
}

/// Words, numbers with their letters, texts and signs, without comments.
fn pieces(text: &str) -> Vec<Range<usize>> {
    let mut pieces = Vec::new();
    let mut rest = text.char_indices().peekable();
    while let Some((start, first)) = rest.next() {
        let mut end = start + first.len_utf8();
        let mut go_on = |fits: &dyn Fn(char) -> bool| {
            while let Some((place, next)) = rest.next_if(|(_, next)| fits(*next)) {
                end = place + next.len_utf8();
            }
        };
        match first {
            '#' => {
                go_on(&|next| next != '\n');
                continue;
            }
            '"' => {
                go_on(&|next| next != '"' && next != '\n');
                end += rest.next_if(|(_, next)| *next == '"').map_or(0, |_| 1);
            }
            _ if first.is_alphanumeric() => go_on(&|next| next.is_alphanumeric() || next == '_' || next == '\''),
            _ if first.is_whitespace() => continue,
            _ => {}
        }
        pieces.push(start..end);
    }
    pieces
}

/// For each word the words that stand behind it somewhere.
fn behind<'t>(text: &'t str, pieces: &[Range<usize>]) -> BTreeMap<&'t str, BTreeSet<&'t str>> {
    let mut behind: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
    for pair in pieces.windows(2) {
        let [first, second] = [&text[pair[0].clone()], &text[pair[1].clone()]];
        if is_word(first) && is_word(second) {
            behind.entry(first).or_default().insert(second);
        }
    }
    behind
}

fn is_word(piece: &str) -> bool {
    piece.starts_with(char::is_alphabetic)
}

/// Something of the same sort: another number, another text, another level, or what stands behind the same word elsewhere.
fn other(piece: &str, levels: &[Vec<String>], behind: Option<&BTreeSet<&str>>) -> Option<String> {
    if piece.starts_with('"') {
        return Some("\"something else\"".into());
    }
    if piece.starts_with(|first: char| first.is_ascii_digit()) {
        let digits = piece.find(|next: char| !next.is_ascii_digit()).unwrap_or(piece.len());
        let number: u64 = piece[..digits].parse().ok()?;
        return Some(format!("{}{}", number + 1, &piece[digits..]));
    }
    if !is_word(piece) {
        return None;
    }
    let level = levels.iter().find_map(|levels| {
        let place = levels.iter().position(|level| level == piece)?;
        levels.get(place + 1).or_else(|| levels.get(place.checked_sub(1)?)).cloned()
    });
    level.or_else(|| behind?.iter().find(|other| **other != piece).map(|other| (*other).to_owned()))
}

/// The line of a place without the space around it.
fn line_around(text: &str, place: usize) -> &str {
    let start = text[..place].rfind('\n').map_or(0, |end| end + 1);
    let end = text[place..].find('\n').map_or(text.len(), |end| place + end);
    text[start..end].trim()
}

/// The word with which a line begins.
pub fn first_word(line: &str) -> &str {
    line.split([' ', '\t']).next().unwrap_or_default()
}
