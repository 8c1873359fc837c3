//! The unhappy path: the grammar refused the whole file, so it is cut at line ends outside braces, and each piece
//! is read alone. Inside a refused piece the lines of its braces are read one by one, so that every error is
//! reported at its own place. Each line is read at most once for each brace around it.

use std::ops::Range;

use super::ast::Item;
use super::from_text::{self, Piece, Stopped};
use super::keywords;
use super::mistakes;
use super::tokens::{Token, Tokens, first_words};
use super::word_order;
use crate::diagnostic::{Diagnostic, Diagnostics, codes};
use crate::source::{SourceId, Span};

/// After so many mistakes the rest of the file is left unread; nobody mends more in one go.
const MOST: usize = 100;

/// Reads what can be read; says what is wrong with the rest.
pub(super) fn items(source: SourceId, text: &str, damaged: bool, sink: &mut Diagnostics) -> Vec<Item> {
    let known = places(sink, source);
    let mut items = Vec::new();
    let mut found = 0;
    for piece in pieces(text, 0..text.len(), damaged) {
        if found >= MOST {
            // What is read no more may hold more of them.
            let rest = Span::new(source, piece);
            sink.push(Diagnostic::error(codes::SYNTAX, rest, "the rest was not read"));
            break;
        }
        let written = text.get(piece.clone()).unwrap_or("");
        match from_text::item(source, written, piece.start, sink) {
            Ok(read) => items.extend(read),
            Err(stopped) => {
                let mut search = Search { source, text, known: &known, found, sink };
                search.refused(Piece::Item, piece, &stopped);
                found = search.found;
            }
        }
    }
    items
}

/// Where something has been found before the grammar saw the text.
fn places(sink: &Diagnostics, source: SourceId) -> Vec<usize> {
    let labels = sink.iter().filter_map(|found| found.labels.first());
    let mut places: Vec<usize> =
        labels.filter(|label| label.span.source == source).map(|label| label.span.range().start).collect();
    places.sort_unstable();
    places
}

/// The stretches between line ends outside all brackets. In a damaged text a word at the margin begins a new piece.
fn pieces(text: &str, within: Range<usize>, damaged: bool) -> Vec<Range<usize>> {
    let mut pieces = Vec::new();
    let (mut start, mut depth, mut last, mut ended) = (None, 0_usize, None, false);
    let mut is_head = false;
    let mut end = within.start;
    for (token, range) in Tokens::of(text.get(within.clone()).unwrap_or("")) {
        let range = range.start + within.start..range.end + within.start;
        let at_margin = range.start == 0 || text.as_bytes().get(range.start - 1) == Some(&b'\n');
        let cut_off = damaged && at_margin && matches!(token, Token::Word(_));
        let goes_on = token.goes_on() || is_head && belongs_to_head(token);
        let begins = token != Token::LineEnd && ((ended && !goes_on) || cut_off);
        if begins {
            pieces.extend(start.take().map(|start| start..end));
            depth = if cut_off { 0 } else { depth };
        }
        match token {
            Token::LineEnd => {
                ended = depth == 0 && !last.is_some_and(Token::wants_more);
                continue;
            }
            Token::Open(_) => depth += 1,
            Token::Close(_) => depth = depth.saturating_sub(1),
            Token::Word(_)
            | Token::Number
            | Token::Text(_)
            | Token::Sign(_)
            | Token::Comma
            | Token::Bar
            | Token::Dot
            | Token::Other(_) => {}
        }
        ended = false;
        last = Some(token);
        // Before its brace, an expectation may go on below.
        is_head = if start.is_none() { token == Token::Word("expect") } else { is_head && depth == 0 };
        start = start.or(Some(range.start));
        end = range.end;
    }
    pieces.extend(start.map(|start| start..end));
    pieces
}

/// What may begin a line that goes on with the head of an expectation.
fn belongs_to_head(token: Token<'_>) -> bool {
    matches!(token, Token::Text(_) | Token::Number | Token::Word("choosing"))
}

/// What lies between the outermost braces of a piece; up to its end when a brace is missing.
fn bodies(text: &str, piece: &Range<usize>) -> Vec<Range<usize>> {
    let mut bodies = Vec::new();
    let mut depth = 0_usize;
    let mut start = None;
    for (token, range) in Tokens::of(text.get(piece.clone()).unwrap_or("")) {
        match token {
            Token::Open('{') => {
                depth += 1;
                start = start.or(Some(piece.start + range.end));
            }
            Token::Close('}') if depth > 0 => {
                depth -= 1;
                if depth == 0 {
                    bodies.extend(start.take().map(|start| start..piece.start + range.start));
                }
            }
            Token::Open(_)
            | Token::Close(_)
            | Token::Word(_)
            | Token::Number
            | Token::Text(_)
            | Token::Sign(_)
            | Token::Comma
            | Token::Bar
            | Token::Dot
            | Token::LineEnd
            | Token::Other(_) => {}
        }
    }
    bodies.extend(start.map(|start| start..piece.end));
    bodies
}

struct Search<'s> {
    source: SourceId,
    text: &'s str,
    /// Where something has been found already; a second finding there would only repeat it.
    known: &'s [usize],
    found: usize,
    sink: &'s mut Diagnostics,
}

impl Search<'_> {
    /// Looks for the mistakes of a piece that the grammar refused.
    fn refused(&mut self, piece: Piece, range: Range<usize>, stopped: &Stopped) {
        let before = self.found;
        let bodies = bodies(self.text, &range);
        let inside = self.inside(piece, &range);
        // What is between the braces of a change is known only by the word for what it changes.
        let known = if piece == Piece::Item && self.changes_nothing(&range) { &[] } else { bodies.as_slice() };
        for body in known {
            let mut without_line = false;
            for line in pieces(self.text, body.clone(), false) {
                // Rows without the line that they belong to are one mistake.
                let is_row = self.is_row_of_a_line(&line);
                if is_row && without_line {
                    continue;
                }
                let found = self.found;
                self.line(inside, line);
                without_line = is_row && self.found > found;
            }
        }
        if !bodies.is_empty() {
            self.heading(piece, &range, &bodies);
        }
        if self.found == before {
            self.report(&range, range.start + stopped.at, &stopped.expected);
        }
    }

    fn line(&mut self, piece: Piece, range: Range<usize>) {
        if self.found >= MOST {
            return;
        }
        let written = self.text.get(range.clone()).unwrap_or("");
        if let Err(stopped) = from_text::check(piece, written) {
            self.refused(piece, range, &stopped);
        }
    }

    /// Whether a piece is a row between the braces of a change that takes whole lines.
    fn is_row_of_a_line(&self, piece: &Range<usize>) -> bool {
        let (before, written) = (self.text.get(..piece.start), self.text.get(piece.clone()));
        before.zip(written).is_some_and(|(before, written)| word_order::line_of_rows(before, written).is_some())
    }

    /// Whether a piece begins as a change does, without the word for what is changed.
    fn changes_nothing(&self, piece: &Range<usize>) -> bool {
        match first_words(self.text.get(piece.clone()).unwrap_or("")).as_slice() {
            ["replace" | "extend", what, ..] => !keywords::is_keyword(what),
            _ => false,
        }
    }

    /// Reads the piece with empty braces.
    fn heading(&mut self, piece: Piece, range: &Range<usize>, bodies: &[Range<usize>]) {
        let mut written = String::new();
        // For each stretch that is left: where it begins in `written`, and where in the text.
        let mut stretches = Vec::new();
        let mut start = range.start;
        for body in bodies {
            stretches.push((written.len(), start));
            written.push_str(self.text.get(start..body.start).unwrap_or(""));
            start = body.end;
        }
        stretches.push((written.len(), start));
        written.push_str(self.text.get(start..range.end).unwrap_or(""));
        if bodies.last().is_some_and(|body| body.end == range.end) {
            written.push('}');
        }
        if let Err(stopped) = from_text::check(piece, &written) {
            let stretch = stretches.iter().rev().find(|(begin, _)| *begin <= stopped.at);
            let at = stretch.map_or(range.start, |(begin, start)| start + (stopped.at - begin));
            self.report(range, at.min(range.end), &stopped.expected);
        }
    }

    fn report(&mut self, piece: &Range<usize>, at: usize, expected: &[&str]) {
        self.found += 1;
        let line = mistakes::line_around(self.text, at);
        let from = piece.start.min(line.start);
        let next = self.known.partition_point(|known| *known < from);
        if self.known.get(next).is_none_or(|known| *known > line.end) {
            self.sink.push(mistakes::explain(self.source, self.text, piece, at, expected));
        }
    }

    /// What the lines between the braces of a piece are, told by its first words.
    fn inside(&self, piece: Piece, range: &Range<usize>) -> Piece {
        let words = first_words(self.text.get(range.clone()).unwrap_or(""));
        match (piece, words.first().copied().unwrap_or("")) {
            (Piece::PlanLine, _) => Piece::Field,
            (Piece::Step, "sum") => Piece::SumRow,
            (Piece::Step, "decide") => Piece::DecideRow,
            (Piece::Step | Piece::Bracket, _) => Piece::Step,
            (Piece::Item | Piece::SceneLine | Piece::Expectation, "choose") => Piece::Option,
            (Piece::Item, _) => inside_item(&words),
            _ => Piece::SceneLine,
        }
    }
}

fn inside_item(words: &[&str]) -> Piece {
    match words {
        ["extend", "sum", ..] => Piece::SumRow,
        ["add", "before" | "after", ..] => Piece::Step,
        ["replace", "field", ..] => Piece::Field,
        // What is no declaration is a line of a procedure.
        ["replace" | "extend", head, ..] => {
            Some(inside_declaration(head)).filter(|piece| *piece != Piece::SceneLine).unwrap_or(Piece::Step)
        }
        [head, ..] => inside_declaration(head),
        [] => Piece::SceneLine,
    }
}

fn inside_declaration(head: &str) -> Piece {
    match head {
        "scale" | "ladder" | "table" | "dice" => Piece::Row,
        "deck" => Piece::DeckField,
        "kind" | "one" => Piece::Field,
        "plan" => Piece::PlanLine,
        "period" => Piece::Bracket,
        "procedure" | "step" => Piece::Step,
        "expect" => Piece::Expectation,
        _ => Piece::SceneLine,
    }
}
