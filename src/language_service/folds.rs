//! What can be folded away: blocks, several lines of comments, and several lines of `use`.

use std::ops::Range;

use crate::syntax::tokens::{Token, Tokens, comments};

/// A stretch of several lines that can be shown as one.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Fold {
    /// From the brace that opens it, or its first word, up to its last character; without the brace that closes it.
    pub range: Range<usize>,
    /// What it is.
    pub kind: FoldKind,
}

/// What can be folded.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[non_exhaustive]
pub enum FoldKind {
    /// What stands between braces.
    Block,
    /// Lines that hold nothing but comments.
    Comments,
    /// Lines that begin with `use`.
    Uses,
}

/// Everything in a text that can be folded, in the order in which it begins.
///
/// ```
/// use assize::language_service::{FoldKind, folds};
///
/// let text = "# A\n# B\nlight lamp by ada {\n  oil 3\n}\n";
/// let found: Vec<(FoldKind, &str)> = folds(text).into_iter().map(|fold| (fold.kind, &text[fold.range])).collect();
/// assert_eq!(found, [(FoldKind::Comments, "# A\n# B"), (FoldKind::Block, "{\n  oil 3\n")]);
/// ```
pub fn folds(text: &str) -> Vec<Fold> {
    let mut found = blocks(text);
    let whole_line =
        |range: &Range<usize>| text.get(line_start(text, range.start)..range.start).map(str::trim) == Some("");
    let comments = comments(text).into_iter().filter(whole_line);
    found.extend(runs(text, comments, FoldKind::Comments));
    let lines = text.split_inclusive('\n').scan(0, |at, line| {
        let start = *at;
        *at += line.len();
        Some((start, line))
    });
    let uses = lines.filter(|(_, line)| line.trim_start().starts_with("use "));
    found.extend(runs(text, uses.map(|(start, line)| start..start + line.trim_end().len()), FoldKind::Uses));
    found.sort_by_key(|fold| (fold.range.start, fold.range.end));
    found
}

/// Where the line begins in which a byte lies.
fn line_start(text: &str, at: usize) -> usize {
    text.get(..at).and_then(|before| before.rfind('\n')).map_or(0, |end| end + 1)
}

fn has_a_line_end(text: &str, range: &Range<usize>) -> bool {
    text.get(range.clone()).is_some_and(|within| within.contains('\n'))
}

fn blocks(text: &str) -> Vec<Fold> {
    let (mut open, mut found) = (Vec::new(), Vec::new());
    for (token, range) in Tokens::of(text) {
        match token {
            Token::Open('{') => open.push(range.start),
            Token::Close('}') => {
                if let Some(start) = open.pop() {
                    let range = start..range.start;
                    if has_a_line_end(text, &range) {
                        found.push(Fold { range, kind: FoldKind::Block });
                    }
                }
            }
            Token::Word(_)
            | Token::Number
            | Token::Text(_)
            | Token::Sign(_)
            | Token::Open(_)
            | Token::Close(_)
            | Token::Comma
            | Token::Bar
            | Token::Dot
            | Token::LineEnd
            | Token::Other(_) => {}
        }
    }
    found
}

/// Those of which at least two stand on lines below each other, together.
fn runs(text: &str, lines: impl Iterator<Item = Range<usize>>, kind: FoldKind) -> Vec<Fold> {
    let mut runs: Vec<Range<usize>> = Vec::new();
    for line in lines {
        let between = runs.last().and_then(|last| text.get(last.end..line.start));
        let follows = between.is_some_and(|between| between.trim().is_empty() && between.matches('\n').count() == 1);
        match runs.last_mut() {
            Some(last) if follows => last.end = line.end,
            _ => runs.push(line),
        }
    }
    runs.retain(|run| has_a_line_end(text, run));
    runs.into_iter().map(|range| Fold { range, kind }).collect()
}

#[cfg(test)]
mod tests {
    use super::{FoldKind, folds};

    fn folded(text: &str) -> Vec<(FoldKind, &str)> {
        folds(text).into_iter().map(|fold| (fold.kind, &text[fold.range])).collect()
    }

    #[test]
    fn what_stands_on_one_line_is_not_folded() {
        assert!(folded("light lamp by ada { oil 3 }\n# one\nuse lamps\n").is_empty());
    }

    #[test]
    fn braces_in_texts_and_comments_fold_nothing() {
        assert!(folded("note \"{\"\nnote \"}\"\n# {\nnote \"a\" # }\n").is_empty());
        assert!(folded("kind person {\n").is_empty(), "a block that nothing closes");
    }

    #[test]
    fn blocks_lie_in_blocks() {
        let found = folded("repeat up to 2 {\n  light lamp {\n    oil 1\n  }\n}");
        let inner = "{\n    oil 1\n  ";
        assert_eq!(found, [(FoldKind::Block, "{\n  light lamp {\n    oil 1\n  }\n"), (FoldKind::Block, inner)]);
    }

    #[test]
    fn lines_of_use_below_each_other_are_one() {
        let found = folded("use lamps\nuse house \"rain\"\n\nuse \"a\"\n");
        assert_eq!(found, [(FoldKind::Uses, "use lamps\nuse house \"rain\"")]);
    }
}
