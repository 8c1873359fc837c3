//! What a keyboard says when it is asked for a line.

/// What was typed within some time.
pub(super) enum Typed {
    /// A line with its end.
    Line(String),
    /// Nothing yet.
    Nothing,
    /// There will be no more.
    Over,
}
