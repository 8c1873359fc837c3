//! A text cut into pieces: tokens and comments, and how much lay before each.

use std::ops::Range;

use crate::syntax::tokens::{Token, Tokens, comments};

/// A comment that keeps what follows as it is.
const OFF: &str = "# fmt: off";
/// The comment that ends this.
const ON: &str = "# fmt: on";

/// What stands in a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sort<'t> {
    Token(Token<'t>),
    Comment,
    /// Lines that stay as they are, and by how many blocks more are open behind them.
    Kept(i32),
}

/// What lay between a piece and the one before.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Gap {
    Nothing,
    Blanks,
    LineEnd,
    /// At least one blank line.
    BlankLine,
}

/// A piece of a text.
#[derive(Clone, Copy, Debug)]
pub struct Piece<'t> {
    pub sort: Sort<'t>,
    pub text: &'t str,
    /// Where it begins in the text.
    pub start: usize,
    pub gap: Gap,
}

impl Piece<'_> {
    pub fn is_token(&self, token: Token<'_>) -> bool {
        self.sort == Sort::Token(token)
    }

    /// Whether it begins a line, as it is written.
    pub fn begins_line(&self) -> bool {
        self.gap >= Gap::LineEnd
    }
}

/// Cuts a text.
pub fn cut(text: &str) -> Vec<Piece<'_>> {
    let mut pieces = Vec::new();
    let mut end = 0;
    for (sort, place) in in_order(text) {
        let between = text.get(end..place.start).unwrap_or_default();
        let gap = if pieces.is_empty() { Gap::Nothing } else { gap(between) };
        let written = text.get(place.clone()).unwrap_or_default().trim_end();
        pieces.push(Piece { sort, text: written, start: place.start, gap });
        end = place.end;
    }
    pieces
}

fn gap(between: &str) -> Gap {
    match between.matches('\n').count() {
        0 if between.is_empty() => Gap::Nothing,
        0 => Gap::Blanks,
        1 => Gap::LineEnd,
        _ => Gap::BlankLine,
    }
}

/// Tokens without the ends of lines, comments, and what is kept.
fn in_order(text: &str) -> Vec<(Sort<'_>, Range<usize>)> {
    let tokens = Tokens::of(text).filter(|(token, _)| *token != Token::LineEnd);
    let mut all: Vec<_> = tokens.map(|(token, place)| (Sort::Token(token), place)).collect();
    all.extend(comments(text).into_iter().map(|place| (Sort::Comment, place)));
    all.sort_by_key(|(_, place)| place.start);
    for kept in kept(text) {
        let inside = |place: &Range<usize>| kept.contains(&place.start);
        let deeper = all.iter().filter(|(_, place)| inside(place)).map(|(sort, _)| opens(*sort)).sum();
        let at = all.partition_point(|(_, place)| place.start < kept.start);
        all.retain(|(_, place)| !inside(place));
        all.insert(at, (Sort::Kept(deeper), kept));
    }
    all
}

/// How many blocks more are open behind a piece.
pub fn opens(sort: Sort<'_>) -> i32 {
    match sort {
        Sort::Token(Token::Open('{')) => 1,
        Sort::Token(Token::Close('}')) => -1,
        Sort::Kept(deeper) => deeper,
        Sort::Token(_) | Sort::Comment => 0,
    }
}

/// The comments that look as if they kept lines or ended that, and do neither.
pub fn idle_marks(text: &str) -> Vec<Range<usize>> {
    let kept = kept(text);
    let is_mark = |place: &Range<usize>| matches!(text.get(place.clone()).map(str::trim_end), Some(OFF | ON));
    let begins = |place: &Range<usize>, kept: &Range<usize>| {
        kept.contains(&place.start) && text.get(kept.start..place.start).is_some_and(|before| before.trim().is_empty())
    };
    let ends = |place: &Range<usize>, kept: &Range<usize>| {
        let written = text.get(place.clone()).unwrap_or_default().trim_end();
        written == ON && place.start + written.len() == kept.end
    };
    let serves = |place: &Range<usize>| kept.iter().any(|kept| begins(place, kept) || ends(place, kept));
    comments(text).into_iter().filter(|place| is_mark(place) && !serves(place)).collect()
}

/// The lines from `# fmt: off` to `# fmt: on`, both included, or to the end of the text.
fn kept(text: &str) -> Vec<Range<usize>> {
    let mut found = Vec::new();
    let (mut at, mut open) = (0, None);
    for line in text.split_inclusive('\n') {
        match (line.trim(), open) {
            (OFF, None) => open = Some(at),
            (ON, Some(start)) => {
                found.push(start..at + line.trim_end().len());
                open = None;
            }
            _ => {}
        }
        at += line.len();
    }
    found.extend(open.map(|start| start..text.len()));
    found
}
