//! Text that is safe to show: a script can hold escape sequences, and a terminal would obey them.

/// Whether a character may be shown as it is. Control characters move cursors, and the invisible directions of
/// Unicode make a line read otherwise than it is written.
fn shows(c: char) -> bool {
    let turns = matches!(c, '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}' | '\u{feff}');
    !c.is_control() && !turns
}

/// One line without control characters: a tab or line break becomes a space, the others `�`.
pub fn line(text: &str) -> String {
    text.chars().map(shown).collect()
}

/// What is shown for one character.
pub(crate) fn shown(c: char) -> char {
    match c {
        '\t' | '\n' | '\r' => ' ',
        c if shows(c) => c,
        _ => '\u{fffd}',
    }
}

/// Several lines without control characters other than the line break.
pub fn lines(text: &str) -> String {
    text.chars().map(|c| if c == '\n' { c } else { shown(c) }).collect()
}

/// The beginning of a text on one line: as [`fn@line`] has it, at most `most` characters.
pub fn short(text: &str, most: usize) -> String {
    cut(&line(text), most)
}

/// The beginning of a text, at most `most` characters, with `…` when something is missing.
pub fn cut(text: &str, most: usize) -> String {
    match text.char_indices().nth(most) {
        Some((at, _)) => format!("{}…", &text[..at]),
        None => text.to_owned(),
    }
}
