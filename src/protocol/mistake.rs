//! Findings about messages.

use crate::diagnostic::{Code, Diagnostic, clean};

/// What is wrong with a message.
pub(super) fn wrong(code: Code, message: impl Into<String>) -> Diagnostic {
    Diagnostic::placeless(code, message)
}

/// A word of whoever asks, fit to be said back.
pub fn echoed(word: &str) -> String {
    clean::short(word, 60)
}
