//! Where something stands in a text: Rhai counts lines and letters, findings count bytes.

use std::ops::Range;

use rhai::Position;

/// The word or sign at a position; nothing, if the position is unknown or beyond the text.
pub(super) fn place(text: &str, position: Position) -> Option<Range<usize>> {
    let line = position.line()?.checked_sub(1)?;
    let begin = text.split_inclusive('\n').take(line).map(str::len).sum::<usize>();
    let rest = text.get(begin..)?;
    let letters = position.position().unwrap_or(1).saturating_sub(1);
    let within = rest.char_indices().nth(letters).map_or(rest.len(), |(at, _)| at);
    let start = begin + within;
    Some(start..start + word(text.get(start..)?))
}

/// The words of a text in quotes that begins there; its first quote, if it is written in another way than it reads.
pub(super) fn inside_quotes(text: &str, at: Range<usize>, words: &str) -> Range<usize> {
    let inside = at.start + 1..at.start + 1 + words.len();
    if text.get(inside.clone()) == Some(words) { inside } else { at }
}

/// The bytes of the word, or else of the sign, that a text begins with.
fn word(text: &str) -> usize {
    let end = text.find(|letter: char| !letter.is_alphanumeric() && letter != '_').unwrap_or(text.len());
    if end > 0 { end } else { text.chars().next().map_or(0, char::len_utf8) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_and_signs_are_found_by_line_and_letter() {
        let text = "fn grüße() {\n  höhe + 1\n}";
        let found = |line, letter| place(text, Position::new(line, letter)).and_then(|place| text.get(place));
        assert_eq!(found(1, 4), Some("grüße"));
        assert_eq!(found(2, 3), Some("höhe"));
        assert_eq!(found(2, 8), Some("+"));
        assert_eq!(found(3, 9), Some(""));
        assert_eq!(place(text, Position::NONE), None);
    }
}
