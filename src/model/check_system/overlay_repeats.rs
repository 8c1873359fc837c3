//! Replacements in a house rule that are the same as what they replace.

use crate::diagnostic::{Diagnostic, codes};
use crate::source::Span;

/// Remarks on what says what it replaces once more, both as they are printed.
pub fn repeated((old, said): (&str, Span), (new, place): (&str, Span)) -> Option<Diagnostic> {
    (words(old) == words(new)).then(|| {
        Diagnostic::warning(codes::IDLE, place, "this says the same as what it replaces, so it changes nothing")
            .also(said, "this already says so")
            .help("change something, or remove it")
    })
}

/// What a printed text says: its words without comments, and without the room between them.
fn words(printed: &str) -> Vec<String> {
    let mut words = Vec::new();
    for line in printed.lines() {
        let mut is_quoted = false;
        let said: String = line
            .chars()
            .take_while(|letter| {
                is_quoted ^= *letter == '"';
                *letter != '#' || is_quoted
            })
            .collect();
        words.extend(said.split_whitespace().map(str::to_owned));
    }
    words
}
