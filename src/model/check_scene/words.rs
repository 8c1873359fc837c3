//! The words of a line.

/// From the first word to the last.
pub fn place_of(words: &[ast::Word]) -> Span {
    match words {
        [first, .., last] => first.span.to(last.span),
        [only] => only.span,
        [] => Span::default(),
    }
}

/// Words joined by single spaces.
pub fn join(words: &[ast::Word]) -> SharedText {
    match words {
        [only] => only.text.clone(),
        several => several.iter().map(|w| w.text.as_str()).collect::<Vec<_>>().join(" ").into(),
    }
}
use crate::shared_text::SharedText;
use crate::source::Span;
use crate::syntax::ast;
