//! The text of lines, with tables, fields and comments in columns.

use std::collections::BTreeMap;
use std::ops::Range;

use super::lines::Line;
use super::pieces::Piece;
use super::spaces::written;
use super::widths::indent;
use crate::syntax::from_text::{LineSort, Seams};
use crate::syntax::tokens::Token;

/// A name longer than this stands beside the column of the others.
const LONG_NAME: usize = 24;

/// A line longer than this has its comment right behind it, and does not push the comments of its neighbours away.
const LONG_LINE: usize = 72;

/// Blanks between a line and its comment, at least.
const BEFORE_COMMENT: usize = 2;

/// Writes the lines.
pub fn print(lines: &[Line<'_>], seams: &Seams) -> String {
    let texts = in_columns(lines, seams);
    let comments = comment_columns(lines, &texts);
    let mut written = String::new();
    for (at, (line, text)) in lines.iter().zip(&texts).enumerate() {
        let opens_block = at.checked_sub(1).and_then(|above| lines.get(above)).is_some_and(opens_block);
        let closes = line.pieces.first().is_some_and(|first| first.is_token(Token::Close('}')));
        if line.blank_before && at > 0 && !opens_block && !closes {
            written.push('\n');
        }
        written.push_str(text);
        if let Some(comment) = line.comment {
            let blanks = comments[at].saturating_sub(text.chars().count()).max(BEFORE_COMMENT);
            written.extend([&" ".repeat(blanks), comment]);
        }
        written.push('\n');
    }
    written
}

fn opens_block(line: &Line<'_>) -> bool {
    line.pieces.last().is_some_and(|last| last.is_token(Token::Open('{')))
}

/// The text of each line, indented, with its cells and names in columns.
fn in_columns(lines: &[Line<'_>], seams: &Seams) -> Vec<String> {
    let mut cells: Vec<Vec<String>> = lines.iter().map(|line| cells(line, seams)).collect();
    for group in groups(lines, seams) {
        pad(&mut cells, &group);
    }
    let whole = |(line, cells): (&Line<'_>, &Vec<String>)| {
        if line.is_kept() { cells.concat() } else { format!("{}{}", " ".repeat(indent(line)), cells.join(" ")) }
    };
    lines.iter().zip(&cells).map(whole).collect()
}

/// What a line is, as far as its columns depend on it.
fn sort(line: &Line<'_>, seams: &Seams) -> LineSort {
    let first = line.pieces.first().filter(|_| !line.goes_on);
    first.and_then(|first| seams.lines.get(&first.start)).copied().unwrap_or(LineSort::Other)
}

/// The parts of a line that stand in columns: the cells of its first row, each with the `|` behind it, or its name and the rest.
fn cells(line: &Line<'_>, seams: &Seams) -> Vec<String> {
    let ends = match sort(line, seams) {
        LineSort::Row => row_ends(line, seams),
        LineSort::Field => line.pieces.iter().position(|piece| piece.is_token(Token::Other(':'))).into_iter().collect(),
        LineSort::Other => Vec::new(),
    };
    let mut begin = 0;
    let mut parts = Vec::new();
    for end in ends.into_iter().chain([line.pieces.len()]) {
        parts.push(line.pieces.get(begin..end).map(written).unwrap_or_default());
        begin = end;
    }
    parts
}

/// Before each `|` of the first row of a line.
fn row_ends(line: &Line<'_>, seams: &Seams) -> Vec<usize> {
    let is_next_line = |piece: &Piece<'_>| seams.lines.contains_key(&piece.start);
    let end = line.pieces.iter().skip(1).position(is_next_line).map_or(line.pieces.len(), |next| next + 1);
    (0..end).filter(|at| line.pieces[*at].is_token(Token::Bar)).collect()
}

/// Lines that share columns: the rows of a block, and fields below each other.
fn groups(lines: &[Line<'_>], seams: &Seams) -> Vec<Vec<usize>> {
    let mut groups: Vec<Vec<usize>> = Vec::new();
    let mut blocks: Vec<Option<usize>> = vec![None];
    for (at, line) in lines.iter().enumerate() {
        blocks.resize(line.depth + 1, None);
        let sort = sort(line, seams);
        let is_apart = line.blank_before && sort == LineSort::Field;
        let open = &mut blocks[line.depth];
        match (sort, *open) {
            (LineSort::Other, _) => {}
            (_, Some(group)) if !is_apart => groups[group].push(at),
            _ => {
                *open = Some(groups.len());
                groups.push(vec![at]);
            }
        }
    }
    groups
}

/// Makes the cells of a column equally wide. The last cell of a line is as wide as it is.
fn pad(cells: &mut [Vec<String>], group: &[usize]) {
    let width = |text: &String| text.chars().count();
    let mut widths: BTreeMap<usize, usize> = BTreeMap::new();
    for line in group {
        for (column, cell) in cells[*line].iter().enumerate().rev().skip(1) {
            let widest = widths.entry(column).or_default();
            *widest = (*widest).max(Some(width(cell)).filter(|width| *width <= LONG_NAME).unwrap_or(0));
        }
    }
    for line in group {
        let last = cells[*line].len().saturating_sub(1);
        for (column, cell) in cells[*line].iter_mut().enumerate().take(last) {
            let missing = widths.get(&column).copied().unwrap_or(0).saturating_sub(width(cell));
            cell.push_str(&" ".repeat(missing));
        }
    }
}

/// Where the comment of each line begins: below each other in lines without a blank one between them.
fn comment_columns(lines: &[Line<'_>], texts: &[String]) -> Vec<usize> {
    let mut columns = vec![0; lines.len()];
    for paragraph in paragraphs(lines) {
        let behind = paragraph.clone().filter(|at| lines[*at].comment.is_some());
        let lengths = behind.map(|at| texts[at].chars().count());
        let longest = lengths.filter(|length| *length <= LONG_LINE).max();
        columns[paragraph].fill(longest.map_or(0, |longest| longest + BEFORE_COMMENT));
    }
    columns
}

/// Lines between blank ones.
fn paragraphs(lines: &[Line<'_>]) -> Vec<Range<usize>> {
    let begins = |at: &usize| *at == 0 || lines[*at].blank_before;
    let starts: Vec<usize> = (0..lines.len()).filter(begins).collect();
    let ends = starts.iter().skip(1).copied().chain([lines.len()]);
    starts.iter().copied().zip(ends).map(|(from, to)| from..to).collect()
}
