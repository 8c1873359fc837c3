//! From text to the tree, by the grammar in `grammar/assize.pest`. Only this folder knows the parser generator.
//!
//! Each function reads one rule of the grammar, or the parts that a rule begins with, and takes every part by the name of
//! its rule. A part that is not there, or that nothing takes, is a mistake of the program and is told as one: no text may
//! become something else than was written.

mod around;
mod declarations;
mod expectations;
mod expected;
mod expressions;
mod leaves;
mod parts;
mod questions;
mod statements;

use std::ops::Range;

use super::ast::{Expr, File, Item, Question};
use super::tokens::comments;
use crate::diagnostic::{Diagnostic, Diagnostics, codes};
use crate::source::{SourceId, Span};
use around::Opening;
use parts::{Part, Parts, Rule, inner, parse};

/// A piece of a file that can be read by itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Piece {
    Item,
    Step,
    SceneLine,
    Expectation,
    Field,
    PlanLine,
    Row,
    SumRow,
    DecideRow,
    Option,
    DeckField,
    Bracket,
}

/// Where reading stopped, and what could have stood there in plain words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stopped {
    /// Byte offset in the text that was read.
    pub at: usize,
    /// Such as `a value` or `the end of the line`.
    pub expected: Vec<&'static str>,
}

/// Reads a whole file.
pub fn file(source: SourceId, text: &str, sink: &mut Diagnostics) -> Result<File, Stopped> {
    let parts = parse(Rule::file, text)?;
    Ok(Reader::new(source, text, 0, sink).file(parts))
}

/// Reads one item that begins at byte `base` of its file.
pub fn item(source: SourceId, text: &str, base: usize, sink: &mut Diagnostics) -> Result<Vec<Item>, Stopped> {
    let parts = parse(Rule::one_item, text)?;
    Ok(Reader::new(source, text, base, sink).file(parts).items)
}

/// Reads a single expression.
pub fn expression(source: SourceId, text: &str, sink: &mut Diagnostics) -> Result<Option<Expr>, Stopped> {
    let mut parts = parse(Rule::one_expr, text)?;
    Ok(Reader::new(source, text, 0, sink).maybe_expr(&mut parts))
}

/// Reads a single question about odds.
pub fn question(source: SourceId, text: &str, sink: &mut Diagnostics) -> Result<Option<Question>, Stopped> {
    let mut parts = parse(Rule::one_question, text)?;
    Ok(Reader::new(source, text, 0, sink).question(&mut parts))
}

/// Whether a piece follows the grammar.
pub fn check(piece: Piece, text: &str) -> Result<(), Stopped> {
    let rule = match piece {
        Piece::Item => Rule::one_item,
        Piece::Step => Rule::one_step,
        Piece::SceneLine => Rule::one_scene_line,
        Piece::Expectation => Rule::one_expectation,
        Piece::Field => Rule::one_field,
        Piece::PlanLine => Rule::one_plan_line,
        Piece::Row => Rule::one_row,
        Piece::SumRow => Rule::one_sum_row,
        Piece::DecideRow => Rule::one_decide_row,
        Piece::Option => Rule::one_option,
        Piece::DeckField => Rule::one_deck_field,
        Piece::Bracket => Rule::one_bracket,
    };
    parse(rule, text).map(|_| ())
}

/// Turns parts into trees; what is wrong with them goes to the sink.
struct Reader<'s> {
    source: SourceId,
    text: &'s str,
    /// Where the text begins in its file.
    base: usize,
    /// The places of all comments in the text.
    comments: Vec<Range<usize>>,
    /// How many of the comments belong to a node already.
    taken: usize,
    /// The comments that open the node which is being read.
    opening: Opening,
    sink: &'s mut Diagnostics,
}

impl<'s> Reader<'s> {
    fn new(source: SourceId, text: &'s str, base: usize, sink: &'s mut Diagnostics) -> Self {
        Self { source, text, base, comments: comments(text), taken: 0, opening: Opening::default(), sink }
    }

    /// Says that a part has a rule which nothing reads in its place.
    fn unread(&mut self, part: &Part<'_>) {
        let message = format!("this is a mistake of the program: it cannot read `{:?}` here", part.as_rule());
        self.internal(self.span(part), message);
    }

    /// Says that the grammar has left out a part that must be there; answers where it was looked for.
    fn missing(&mut self, rule: Rule, parts: &Parts<'_>) -> Span {
        let place = Span::new(self.source, self.base + parts.place.start..self.base + parts.place.end);
        self.internal(place, format!("this is a mistake of the program: it finds no `{rule:?}` here"));
        place
    }

    fn internal(&mut self, place: Span, message: String) {
        self.sink.push(Diagnostic::error(codes::INTERNAL, place, message).help("please report it, with these lines"));
    }

    /// Reads all parts of one rule, which are all there are.
    fn each<T>(&mut self, rule: Rule, mut parts: Parts<'_>, read: impl Fn(&mut Self, Part<'_>) -> T) -> Vec<T> {
        let mut found = Vec::new();
        while let Some(part) = parts.next_of(rule) {
            found.push(read(self, part));
        }
        self.end(&mut parts);
        found
    }

    /// Whatever is left of a part has not been read.
    fn end(&mut self, parts: &mut Parts<'_>) {
        for part in parts {
            self.unread(&part);
        }
    }

    /// Where a part stands, without the blanks and the comment it may end in: they do not belong to it.
    fn span(&self, part: &Part<'_>) -> Span {
        let place = self.place(part);
        Span::new(self.source, self.base + place.start..self.base + place.end)
    }

    /// The same, in the text that is read.
    fn place(&self, part: &Part<'_>) -> Range<usize> {
        let span = part.as_span();
        self.trimmed(span.start()..span.end())
    }

    fn trimmed(&self, Range { start, mut end }: Range<usize>) -> Range<usize> {
        let in_comment = self.comments.partition_point(|comment| comment.end < end);
        if let Some(comment) = self.comments.get(in_comment).filter(|comment| comment.start < end) {
            end = comment.start;
        }
        start..start + self.text.get(start..end).unwrap_or("").trim_end().len()
    }
}

#[cfg(test)]
mod tests {
    use super::{Reader, Rule, parse};
    use crate::diagnostic::{Diagnostics, codes};
    use crate::source::SourceId;

    #[test]
    fn what_no_reader_expects_is_a_mistake_of_the_program() {
        let text = "a + 1";
        let mut sink = Diagnostics::default();
        let mut parts = parse(Rule::one_expr, text).unwrap_or_else(|stopped| panic!("{stopped:?}"));
        let mut reader = Reader::new(SourceId(0), text, 10, &mut sink);
        let expression = parts.next().expect("there is one");
        reader.statement(expression);
        reader.take_text(&mut parts);
        let found: Vec<_> = sink.iter().map(|found| (found.code, found.labels[0].span.range())).collect();
        assert_eq!(found[0], (codes::INTERNAL, 10..15), "an expression is no statement");
        assert_eq!(found.last(), Some(&(codes::INTERNAL, 10..15)), "no text follows");
        assert!(sink.has_errors());
    }
}
