//! The words of a line.

use crate::shared_text::SharedText;
use crate::source::Span;
use crate::syntax::ast;

/// What stands between a name and the faces that are stated of it.
pub const SHOWS: &str = "shows";

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

/// What a line begins with: its words, joined by single spaces, up to each of them. The text is there once, so that looking for a
/// name at the beginning of a line takes no longer than the line is.
pub struct Beginnings {
    text: SharedText,
    ends: Vec<usize>,
}

impl Beginnings {
    pub fn of(words: &[ast::Word]) -> Self {
        let ends = words.iter().scan(0, |next, word| {
            let end = *next + word.text.len();
            *next = end + 1;
            Some(end)
        });
        Self { text: join(words), ends: ends.collect() }
    }

    /// Each with how many words it takes, the longest first.
    pub fn longest_first(&self) -> impl Iterator<Item = (usize, &str)> {
        self.ends.iter().enumerate().rev().map(|(place, end)| (place + 1, &self.text[..*end]))
    }

    /// Whether one of them is this name.
    pub fn has(&self, name: &str) -> bool {
        self.text.starts_with(name) && self.ends.contains(&name.len())
    }
}

#[cfg(test)]
mod tests {
    use super::Beginnings;
    use crate::source::Span;
    use crate::syntax::ast::Word;

    fn beginnings(text: &str) -> Beginnings {
        let words = text.split(' ').map(|word| Word { text: word.into(), span: Span::default() });
        Beginnings::of(&words.collect::<Vec<_>>())
    }

    #[test]
    fn the_longest_beginning_of_a_line_comes_first() {
        let beginnings = beginnings("one größe too");
        let all: Vec<_> = beginnings.longest_first().collect();
        assert_eq!(all, [(3, "one größe too"), (2, "one größe"), (1, "one")]);
    }

    #[test]
    fn a_name_is_at_the_beginning_only_as_whole_words() {
        let beginnings = beginnings("one größe too");
        assert!(["one", "one größe", "one größe too"].iter().all(|name| beginnings.has(name)));
        assert!(["", "on", "one ", "größe", "one größe to", "one größe too "].iter().all(|name| !beginnings.has(name)));
    }
}
