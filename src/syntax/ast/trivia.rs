//! What surrounds the lines of a script and means nothing to a machine: comments and blank lines.

use crate::source::Span;

/// The comments and the blank line that belong to a node which stands on lines of its own.
///
/// Nobody but the printer reads it. Trees are equal whatever their comments say, since they mean the same.
#[derive(Clone, Debug, Default)]
pub struct Trivia {
    /// Whether a blank line stands between it and what comes before it.
    pub blank_before: bool,
    /// Its comments, in the order they are written.
    pub comments: Vec<Comment>,
}

impl PartialEq for Trivia {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

impl Eq for Trivia {}

impl Trivia {
    /// The comments that stand in one place.
    pub fn at(&self, place: CommentPlace) -> impl Iterator<Item = &Comment> {
        self.comments.iter().filter(move |comment| comment.place == place)
    }
}

/// A comment, from `#` to the end of its line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Comment {
    /// As written, with the `#`, without the blanks at its end.
    pub text: String,
    /// From the `#` to its last sign.
    pub span: Span,
    /// Where it stands beside its node.
    pub place: CommentPlace,
    /// Whether a blank line stands before it.
    pub blank_before: bool,
}

/// Where a comment stands beside its node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CommentPlace {
    /// On a line of its own before the node.
    Above,
    /// Inside the node, before any line between its braces: usually behind the opening brace.
    Opening,
    /// Behind the node, on the line where it ends.
    Behind,
    /// On a line of its own after the node, where nothing follows it between the braces or in the file.
    Below,
}
