//! Text that is safe to show: a script can contain escape sequences, and a terminal would obey them.

#[cfg(feature = "cli")]
use std::borrow::Cow;
use std::fmt::Write as _;

/// Whether a character may be shown as it is. Control characters move cursors, and the invisible directions of
/// Unicode make a line read otherwise than it is written; and of two names that look alike one may hold what has no width.
fn shows(c: char) -> bool {
    let turns = matches!(c, '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
    let has_no_width = matches!(c, '\u{200b}' | '\u{2060}'..='\u{2064}' | '\u{feff}');
    !c.is_control() && !turns && !has_no_width
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

/// A text as it is, but for what a terminal would obey, which becomes `�`. Tabs and the ends of lines stay.
#[cfg(feature = "cli")]
pub(crate) fn output(text: &str) -> Cow<'_, str> {
    let ends_a_line = |at: usize| text[at..].starts_with("\r\n");
    let stays = |(at, c): (usize, char)| matches!(c, '\t' | '\n') || shows(c) || ends_a_line(at);
    if text.char_indices().all(stays) {
        return Cow::Borrowed(text);
    }
    Cow::Owned(text.char_indices().map(|(at, c)| if stays((at, c)) { c } else { shown(c) }).collect())
}

/// The same data in JSON of which a terminal obeys nothing: what would not be shown is written as `\\u` and a number. Such letters
/// stand in texts only, of JSON that a line break and spaces may indent.
pub fn json(json: String) -> String {
    let is_obeyed = |c: char| c != '\n' && !shows(c);
    if !json.contains(is_obeyed) {
        return json;
    }
    json.chars().fold(String::with_capacity(json.len()), |mut text, c| {
        // All that is obeyed has a number of four digits at most.
        let _ = if is_obeyed(c) { write!(text, "\\u{:04x}", u32::from(c)) } else { text.write_char(c) };
        text
    })
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
