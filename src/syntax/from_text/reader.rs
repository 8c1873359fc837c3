//! What every reading function needs: places, and a message about what cannot be read.

use std::ops::Range;

use super::parts::{Node, Parts, Rule};
use crate::diagnostic::{Diagnostic, Diagnostics, codes};
use crate::source::{SourceId, Span};
use crate::syntax::ast::Comment;
use crate::syntax::tokens::comments;

/// The comments that open a node.
#[derive(Debug, Default)]
pub(super) struct Opening {
    pub(super) comments: Vec<Comment>,
    /// Whether a line between its braces has been read: what follows opens nothing.
    pub(super) is_over: bool,
}

/// Turns parts into trees; what is wrong with them goes to the sink.
pub(super) struct Reader<'s> {
    pub(super) source: SourceId,
    pub(super) text: &'s str,
    /// Where the text begins in its file.
    pub(super) base: usize,
    /// The places of all comments in the text.
    pub(super) comments: Vec<Range<usize>>,
    /// How many of the comments belong to a node already.
    pub(super) taken: usize,
    /// The comments that open the node which is being read.
    pub(super) opening: Opening,
    pub(super) sink: &'s mut Diagnostics,
}

impl<'s> Reader<'s> {
    pub(super) fn new(source: SourceId, text: &'s str, base: usize, sink: &'s mut Diagnostics) -> Self {
        Self { source, text, base, comments: comments(text), taken: 0, opening: Opening::default(), sink }
    }

    /// Says that a part has a rule which nothing reads in its place.
    pub(super) fn unread(&mut self, part: &Node<'_>) {
        let message = format!("internal error: cannot read `{:?}` here", part.as_rule());
        self.internal(self.span(part), message);
    }

    /// Says that the grammar has left out a part that must be there; answers where it was looked for.
    pub(super) fn missing(&mut self, rule: Rule, parts: &Parts<'_>) -> Span {
        let place = Span::new(self.source, self.base + parts.place.start..self.base + parts.place.end);
        self.internal(place, format!("internal error: no `{rule:?}` here"));
        place
    }

    pub(super) fn internal(&mut self, place: Span, message: String) {
        self.sink.push(Diagnostic::error(codes::INTERNAL, place, message).help("please report it, with these lines"));
    }

    /// Reads all parts of one rule, which are all there are.
    pub(super) fn each<T>(
        &mut self,
        rule: Rule,
        mut parts: Parts<'_>,
        read: impl Fn(&mut Self, Node<'_>) -> T,
    ) -> Vec<T> {
        let mut found = Vec::new();
        while let Some(part) = parts.next_of(rule) {
            found.push(read(self, part));
        }
        self.end(&mut parts);
        found
    }

    /// Whatever is left of a part has not been read.
    pub(super) fn end(&mut self, parts: &mut Parts<'_>) {
        for part in parts {
            self.unread(&part);
        }
    }

    /// Where a part stands, without the blanks and the comment it may end in: they do not belong to it.
    pub(super) fn span(&self, part: &Node<'_>) -> Span {
        let place = self.place(part);
        Span::new(self.source, self.base + place.start..self.base + place.end)
    }

    /// The same, in the text that is read.
    pub(super) fn place(&self, part: &Node<'_>) -> Range<usize> {
        let span = part.as_span();
        self.trimmed(span.start()..span.end())
    }

    pub(super) fn trimmed(&self, Range { start, mut end }: Range<usize>) -> Range<usize> {
        let in_comment = self.comments.partition_point(|comment| comment.end < end);
        if let Some(comment) = self.comments.get(in_comment).filter(|comment| comment.start < end) {
            end = comment.start;
        }
        start..start + self.text.get(start..end).unwrap_or("").trim_end().len()
    }
}
