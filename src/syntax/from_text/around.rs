//! Comments and blank lines, attached to the lines they belong to.
//!
//! The grammar takes comments for blanks, so they are not parts. Every node with its own lines is read through
//! [`Reader::around`], in the order of the text; it takes the comments up to its place that have not been taken before.

use super::parts::{Node, Parts, Rule};
use super::reader::Reader;
use crate::source::Span;
use crate::syntax::ast::{Comment, CommentPlace, Trivia};

impl Reader<'_> {
    /// Reads a node that stands on lines of its own, with what stands around it.
    pub(super) fn around<T>(&mut self, part: Node<'_>, read: impl FnOnce(&mut Self, Node<'_>) -> T) -> (T, Trivia) {
        let place = self.place(&part);
        self.open_owner(place.start);
        let mut comments = self.comments_before(place.start, CommentPlace::Above);
        let blank_before = self.is_blank_above(place.start);
        let owner = std::mem::take(&mut self.opening);
        let node = read(self, part);
        let opening = std::mem::replace(&mut self.opening, owner);
        comments.extend(opening.comments);
        let rest = if opening.is_over { CommentPlace::Behind } else { CommentPlace::Opening };
        comments.extend(self.comments_before(place.end, rest));
        comments.extend(self.comment_behind(place.end));
        (node, Trivia { blank_before, comments })
    }

    /// Reads lines between braces, or those of a file. What follows the last of them belongs to it.
    pub(super) fn lines<T>(
        &mut self,
        parts: &mut Parts<'_>,
        read: impl Fn(&mut Self, Node<'_>) -> T,
        trivia: impl Fn(&mut T) -> &mut Trivia,
    ) -> Vec<T> {
        let end = self.trimmed(parts.place.clone()).end;
        let mut lines: Vec<T> = parts.map(|part| read(self, part)).collect();
        self.below(end, lines.last_mut().map(trivia));
        lines
    }

    /// The same of lines that are all read by one rule, with what stands around each.
    pub(super) fn lines_of<T>(
        &mut self,
        rule: Rule,
        parts: &mut Parts<'_>,
        read: impl Fn(&mut Self, Node<'_>) -> T,
        trivia: impl Fn(&mut T) -> &mut Trivia,
    ) -> Vec<T> {
        let line = |reader: &mut Self, part: Node<'_>| {
            if part.as_rule() != rule {
                reader.unread(&part);
            }
            let (mut line, around) = reader.around(part, &read);
            *trivia(&mut line) = around;
            line
        };
        self.lines(parts, line, &trivia)
    }

    /// The comments after the last of some lines, up to the end of what holds them.
    pub(super) fn below(&mut self, end: usize, last: Option<&mut Trivia>) {
        if let Some(last) = last {
            let below = self.comments_before(end, CommentPlace::Below);
            last.comments.extend(below);
        }
    }

    /// Before the first line between its braces, the node around takes the comments that stand behind something.
    fn open_owner(&mut self, end: usize) {
        if self.opening.is_over {
            return;
        }
        self.opening.is_over = true;
        while let Some(comment) = self.comments.get(self.taken)
            && comment.start < end
            && !self.stands_alone(comment.start)
        {
            let comment = self.take(CommentPlace::Opening);
            self.opening.comments.extend(comment);
        }
    }

    pub(super) fn comments_before(&mut self, end: usize, place: CommentPlace) -> Vec<Comment> {
        let mut comments = Vec::new();
        while self.comments.get(self.taken).is_some_and(|comment| comment.start < end) {
            comments.extend(self.take(place));
        }
        comments
    }

    /// The comment that follows on the same line; a comma may stand before it.
    fn comment_behind(&mut self, end: usize) -> Option<Comment> {
        let comment = self.comments.get(self.taken)?;
        let between = self.text.get(end..comment.start)?;
        if between.chars().all(|character| matches!(character, ' ' | '\t' | '\r' | ',')) {
            return self.take(CommentPlace::Behind);
        }
        None
    }

    fn take(&mut self, place: CommentPlace) -> Option<Comment> {
        let range = self.comments.get(self.taken)?.clone();
        self.taken += 1;
        let text = self.text.get(range.clone())?.trim_end();
        let start = self.base + range.start;
        let span = Span::new(self.source, start..start + text.len());
        Some(Comment { text: text.to_owned(), span, place, blank_before: self.is_blank_above(range.start) })
    }

    /// Whether nothing else stands before it on its line.
    fn stands_alone(&self, at: usize) -> bool {
        let before = self.text.get(..at).unwrap_or("").trim_end_matches([' ', '\t', '\r']);
        before.is_empty() || before.ends_with('\n')
    }

    /// Whether it begins its line and the line above is blank.
    fn is_blank_above(&self, at: usize) -> bool {
        let blanks = [' ', '\t', '\r'];
        let before = self.text.get(..at).unwrap_or("").trim_end_matches(blanks);
        before.strip_suffix('\n').is_some_and(|above| above.trim_end_matches(blanks).ends_with('\n'))
    }
}
