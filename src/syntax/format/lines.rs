//! Pieces arranged in lines: each block that is not on one line opens at the end of a line and closes at the beginning of another,
//! and no comma stands where a line ends anyway.

use super::pieces::{Gap, Piece, Sort, opens};
use crate::syntax::from_text::Seams;
use crate::syntax::tokens::Token;

/// A line to be written.
#[derive(Clone, Debug, Default)]
pub struct Line<'t> {
    pub pieces: Vec<Piece<'t>>,
    /// The comment behind it.
    pub comment: Option<&'t str>,
    /// Whether a blank line stands before it.
    pub blank_before: bool,
    /// So many blocks are open around it.
    pub depth: usize,
    /// Whether it goes on with the line above.
    pub goes_on: bool,
}

impl Line<'_> {
    /// The lines it stands for are written as they are.
    pub fn is_kept(&self) -> bool {
        matches!(self.pieces.as_slice(), [Piece { sort: Sort::Kept(_), .. }])
    }
}

/// Arranges pieces in lines.
pub fn arrange<'t>(pieces: Vec<Piece<'t>>, seams: &Seams) -> Vec<Line<'t>> {
    let pieces = open_tall(pieces);
    let pieces = without_needless_commas(pieces, seams);
    let mut lines: Vec<Line<'t>> = Vec::new();
    let mut depth = 0_i32;
    for piece in pieces {
        let is_behind = piece.sort == Sort::Comment && !piece.begins_line();
        match lines.last_mut() {
            Some(line) if is_behind && line.comment.is_none() => line.comment = Some(piece.text),
            Some(line) if !piece.begins_line() && line.comment.is_none() => line.pieces.push(piece),
            last => {
                let behind_block = last.and_then(|line| line.pieces.last()).is_some_and(|last| last.text == "}");
                lines.push(begun(piece, (depth, behind_block), seams));
            }
        }
        depth += opens(piece.sort);
    }
    lines
}

/// A line that begins with this piece, in so many blocks, perhaps right behind one.
fn begun<'t>(piece: Piece<'t>, (depth, behind_block): (i32, bool), seams: &Seams) -> Line<'t> {
    let closes = piece.is_token(Token::Close('}'));
    let starts_alone = closes || !matches!(piece.sort, Sort::Token(_)) || seams.lines.contains_key(&piece.start);
    Line {
        blank_before: piece.gap == Gap::BlankLine,
        depth: usize::try_from(depth - i32::from(closes)).unwrap_or(0),
        goes_on: !(starts_alone || behind_block && piece.is_token(Token::Word("else"))),
        pieces: vec![piece],
        comment: None,
    }
}

/// Where a block holds the end of a line, its braces stand at one as well; and no blank line is left inside of them.
fn open_tall(mut pieces: Vec<Piece<'_>>) -> Vec<Piece<'_>> {
    let mut open: Vec<usize> = Vec::new();
    for at in 0..pieces.len() {
        let piece = pieces[at];
        match piece.sort {
            Sort::Token(Token::Open('{')) => open.push(at),
            Sort::Token(Token::Close('}')) => {
                let Some(start) = open.pop() else { continue };
                if pieces[start + 1..=at].iter().any(|inside| inside.begins_line() || inside.sort == Sort::Comment) {
                    at_line_start(&mut pieces, start);
                    pieces[at].gap = Gap::LineEnd;
                }
            }
            Sort::Kept(deeper) => shift(&mut open, at, deeper),
            Sort::Token(_) | Sort::Comment => {}
        }
    }
    pieces
}

/// What follows an opening brace begins a line, unless it is the comment behind the brace.
fn at_line_start(pieces: &mut [Piece<'_>], brace: usize) {
    let is_comment = |piece: &Piece<'_>| piece.sort == Sort::Comment && !piece.begins_line();
    let first = brace + 1 + usize::from(pieces.get(brace + 1).is_some_and(is_comment));
    for piece in pieces.iter_mut().take(first + 1).skip(brace + 1) {
        if !is_comment(piece) {
            piece.gap = Gap::LineEnd;
        }
    }
}

/// Blocks that open or close inside of lines that are kept.
fn shift(open: &mut Vec<usize>, at: usize, deeper: i32) {
    for _ in 0..deeper.unsigned_abs() {
        if deeper > 0 {
            open.push(at);
        } else {
            open.pop();
        }
    }
}

/// Leaves out commas between lines that stand at the end of one, at its beginning, beside a brace or beside each other.
fn without_needless_commas<'t>(pieces: Vec<Piece<'t>>, seams: &Seams) -> Vec<Piece<'t>> {
    let mut kept: Vec<Piece<'t>> = Vec::new();
    let mut pending: Option<Piece<'t>> = None;
    let mut brackets = 0_usize;
    for mut piece in pieces {
        if piece.is_token(Token::Comma) && brackets == 0 {
            let gap = pending.map_or(piece.gap, |earlier| earlier.gap.max(piece.gap));
            pending = Some(Piece { gap, ..piece });
            continue;
        }
        if let Some(comma) = pending.take() {
            let separates = seams.lines.contains_key(&piece.start);
            let is_between =
                separates && !piece.begins_line() && !comma.begins_line() && kept.last().is_some_and(ends_line);
            if is_between || (!separates && matches!(piece.sort, Sort::Token(token) if token != Token::Close('}'))) {
                kept.push(comma);
            } else {
                piece.gap = piece.gap.max(comma.gap);
            }
        }
        match piece.sort {
            Sort::Token(Token::Open('(')) => brackets += 1,
            Sort::Token(Token::Close(')')) => brackets = brackets.saturating_sub(1),
            Sort::Token(_) | Sort::Comment | Sort::Kept(_) => {}
        }
        kept.push(piece);
    }
    kept
}

/// Whether a line can end with this piece, so that a comma behind it has something to separate.
fn ends_line(piece: &Piece<'_>) -> bool {
    !piece.is_token(Token::Open('{')) && piece.sort != Sort::Comment
}
