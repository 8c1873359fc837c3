//! Lines that are too long, broken: first between the lines that share one, then before each `else` of a block, then at the braces of
//! one, and then where an expression may go on below.

use super::lines::Line;
use super::pieces::{Gap, Piece};
use super::spaces::written;
use crate::syntax::from_text::Seams;
use crate::syntax::tokens::Token;

/// No line is longer than this, as far as the language allows it to be broken.
const WIDTH: usize = 120;

/// Blanks of a block.
pub const STEP: usize = 2;

/// Breaks lines until they fit.
pub fn fit<'t>(lines: Vec<Line<'t>>, seams: &Seams) -> Vec<Line<'t>> {
    let mut fitting = Vec::new();
    let mut rest: Vec<Line<'t>> = lines.into_iter().rev().collect();
    while let Some(line) = rest.pop() {
        match broken(&line, seams) {
            Some(pieces) => rest.extend(pieces.into_iter().rev()),
            None => fitting.push(line),
        }
    }
    fitting
}

/// The blanks before a line.
pub fn indent(line: &Line<'_>) -> usize {
    STEP * (line.depth + usize::from(line.goes_on))
}

/// A line that is too long, in two or more.
fn broken<'t>(line: &Line<'t>, seams: &Seams) -> Option<Vec<Line<'t>>> {
    if line.is_kept() || fits(line, &line.pieces) {
        return None;
    }
    let separate = between_lines(line, seams)
        .or_else(|| before_else(line))
        .or_else(|| at_braces(line))
        .or_else(|| in_expression(line, seams))?;
    Some(with_ends(line, separate))
}

fn fits(line: &Line<'_>, pieces: &[Piece<'_>]) -> bool {
    indent(line) + written(pieces).chars().count() <= WIDTH
}

/// The first keeps the blank line before. The comment behind stays with the head of what was a block, and otherwise with the last.
fn with_ends<'t>(line: &Line<'t>, mut lines: Vec<Line<'t>>) -> Vec<Line<'t>> {
    let was_block = line.pieces.last().is_some_and(|last| last.is_token(Token::Close('}')))
        && (ends_with(lines.first(), Token::Open('{')) || begins_with(lines.get(1), Token::Word("else")));
    if let Some(first) = lines.first_mut() {
        first.blank_before = line.blank_before;
    }
    if let Some(commented) = if was_block { lines.first_mut() } else { lines.last_mut() } {
        commented.comment = line.comment;
    }
    lines
}

fn begins_with(line: Option<&Line<'_>>, token: Token<'_>) -> bool {
    line.and_then(|line| line.pieces.first()).is_some_and(|first| first.is_token(token))
}

fn ends_with(line: Option<&Line<'_>>, token: Token<'_>) -> bool {
    line.and_then(|line| line.pieces.last()).is_some_and(|last| last.is_token(token))
}

/// How many blocks are open before each piece, beside those around the line.
fn depths(pieces: &[Piece<'_>]) -> Vec<i32> {
    let open = |depth: &mut i32, piece: &Piece<'_>| {
        let before = *depth - i32::from(piece.is_token(Token::Close('}')));
        *depth += super::pieces::opens(piece.sort);
        Some(before)
    };
    // Behind a brace at its beginning, a line is where the block was.
    let closes = pieces.first().is_some_and(|first| first.is_token(Token::Close('}')));
    pieces.iter().scan(i32::from(closes), open).collect()
}

/// Several lines that share one: as many as fit stay together.
fn between_lines<'t>(line: &Line<'t>, seams: &Seams) -> Option<Vec<Line<'t>>> {
    let depths = depths(&line.pieces);
    let begins = |at: &usize| depths[*at] == 0 && seams.lines.contains_key(&line.pieces[*at].start);
    let starts: Vec<usize> = (1..line.pieces.len()).filter(begins).collect();
    let parts = filled(line, &starts, |at| at == 0 && line.goes_on)?;
    Some(parts.into_iter().map(without_last_comma).collect())
}

fn without_last_comma(mut line: Line<'_>) -> Line<'_> {
    line.pieces.pop_if(|last| last.is_token(Token::Comma));
    line
}

/// Blocks of which one happens, each on a line of its own.
fn before_else<'t>(line: &Line<'t>) -> Option<Vec<Line<'t>>> {
    let depths = depths(&line.pieces);
    let is = |at: usize, token: Token<'_>| line.pieces[at].is_token(token);
    let begins = |at: &usize| depths[*at] == 0 && is(*at, Token::Word("else")) && is(*at - 1, Token::Close('}'));
    let starts: Vec<usize> = (2..line.pieces.len()).filter(begins).collect();
    let ends = starts.iter().copied().chain([line.pieces.len()]);
    let begins = std::iter::once(0).chain(starts.iter().copied());
    let part = |(from, to): (usize, usize)| Line {
        pieces: begun(&line.pieces[from..to]),
        depth: line.depth,
        goes_on: from == 0 && line.goes_on,
        ..Line::default()
    };
    (!starts.is_empty()).then(|| begins.zip(ends).map(part).collect())
}

/// The same block, with its braces at the ends of lines: the last of those on the line that are not inside of another.
fn at_braces<'t>(line: &Line<'t>) -> Option<Vec<Line<'t>>> {
    let depths = depths(&line.pieces);
    let outside = |at: &usize| depths[*at] == 0;
    let is = |token: Token<'_>, at: usize| line.pieces[at].is_token(token);
    let close = (0..line.pieces.len()).rev().filter(outside).find(|at| is(Token::Close('}'), *at))?;
    let open = (0..close).rev().filter(outside).find(|at| is(Token::Open('{'), *at))?;
    if open + 1 == close {
        return None;
    }
    let part = |pieces: &[Piece<'t>], depth: usize, goes_on: bool| Line {
        pieces: begun(pieces),
        depth,
        goes_on,
        ..Line::default()
    };
    Some(vec![
        part(&line.pieces[..=open], line.depth, line.goes_on),
        part(&line.pieces[open + 1..close], line.depth + 1, false),
        part(&line.pieces[close..], line.depth, false),
    ])
}

/// An expression that goes on below: broken where that tears least apart.
fn in_expression<'t>(line: &Line<'t>, seams: &Seams) -> Option<Vec<Line<'t>>> {
    let depths = depths(&line.pieces);
    let weight = |at: usize| seams.breaks.get(&line.pieces[at].start).copied().filter(|_| depths[at] == 0);
    let least = (1..line.pieces.len()).filter_map(weight).min()?;
    let places: Vec<usize> = (1..line.pieces.len()).filter(|at| weight(*at) == Some(least)).collect();
    filled(line, &places, |at| at > 0 || line.goes_on)
}

/// The line in parts that begin at some of these places, each with as much as fits; `None` if it stays whole.
fn filled<'t>(line: &Line<'t>, starts: &[usize], goes_on: impl Fn(usize) -> bool) -> Option<Vec<Line<'t>>> {
    let mut parts = Vec::new();
    let mut begin = 0;
    let mut last: Option<usize> = None;
    let part = |from: usize, to: usize| Line {
        pieces: begun(&line.pieces[from..to]),
        depth: line.depth,
        goes_on: goes_on(from),
        ..Line::default()
    };
    for start in starts.iter().copied().chain([line.pieces.len()]) {
        let so_far = part(begin, start);
        if !fits(&so_far, &so_far.pieces)
            && let Some(end) = last
        {
            parts.push(part(begin, end));
            begin = end;
        }
        last = Some(start).filter(|start| *start > begin);
    }
    parts.push(part(begin, line.pieces.len()));
    (parts.len() > 1).then_some(parts)
}

/// Pieces that begin a line.
fn begun<'t>(pieces: &[Piece<'t>]) -> Vec<Piece<'t>> {
    let mut pieces = pieces.to_vec();
    if let Some(first) = pieces.first_mut() {
        first.gap = Gap::LineEnd;
    }
    pieces
}
