//! Characters that have no place in a script: those nobody sees, and those a word processor puts in.

use std::ops::Range;

use crate::diagnostic::{Diagnostic, codes};
use crate::source::{SourceId, Span};

/// More of them than this are one mistake, not many.
const MOST: usize = 20;

/// A finding for each strange character.
pub(super) fn strange(source: SourceId, text: &str) -> Vec<Diagnostic> {
    let mut found = Vec::new();
    let mut start = 0;
    // Texts and comments end with the line, so that each line can be judged alone, and most need no look.
    for line in text.split_inclusive('\n') {
        if !line.bytes().all(is_plain) {
            strange_in_line(source, line, start, &mut found);
        }
        start += line.len();
    }
    found.truncate(MOST);
    found
}

fn strange_in_line(source: SourceId, line: &str, start: usize, found: &mut Vec<Diagnostic>) {
    let mut place = Place::Script;
    for (at, character) in line.char_indices() {
        found.extend(judge(source, place, start + at, character));
        place = place.after(character);
    }
}

/// Whether a byte is a whole character that may stand anywhere.
fn is_plain(byte: u8) -> bool {
    matches!(byte, b' '..=b'~' | b'\n' | b'\t' | b'\r') && byte != b'`'
}

/// Where a character stands.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Place {
    Script,
    Text,
    /// Behind a backslash in a text.
    Escape,
    Comment,
    /// In a text that began with a curly quote, which has been reported.
    CurlyText,
}

impl Place {
    fn after(self, character: char) -> Place {
        match (self, character) {
            (_, '\n') | (Place::Text, '"') | (Place::CurlyText, '”' | '“' | '"') => Place::Script,
            (Place::Script, '"') | (Place::Escape, _) => Place::Text,
            (Place::Script, '#') => Place::Comment,
            (Place::Script, '“' | '”' | '„' | '«' | '»') => Place::CurlyText,
            (Place::Text, '\\') => Place::Escape,
            _ => self,
        }
    }
}

fn judge(source: SourceId, place: Place, at: usize, character: char) -> Option<Diagnostic> {
    let span = Span::new(source, at..at + character.len_utf8());
    if is_hidden(character) && !(at == 0 && character == '\u{FEFF}') {
        let message = format!("the hidden character U+{:04X} has no place in a script", u32::from(character));
        return Some(
            Diagnostic::error(codes::BAD_CHARACTER, span, message).help("delete it; it may lie beside a letter"),
        );
    }
    if place != Place::Script {
        return None;
    }
    let plain = plain(character)?;
    let message = format!("`{character}` comes from a word processor");
    Some(Diagnostic::error(codes::BAD_CHARACTER, span, message).help(format!("write {plain}")))
}

/// Controls other than tab and line ends, and marks that turn the direction of writing.
fn is_hidden(character: char) -> bool {
    let hidden: [Range<u32>; 4] = [0x200B..0x200C, 0x202A..0x202F, 0x2060..0x206A, 0xFEFF..0xFF00];
    let control = character.is_control() && !matches!(character, '\n' | '\t' | '\r');
    control || hidden.iter().any(|range| range.contains(&u32::from(character)))
}

/// The plain way to write it.
fn plain(character: char) -> Option<&'static str> {
    Some(match character {
        '“' | '”' | '„' | '‟' | '«' | '»' => "the straight quote `\"`",
        '‘' | '’' | '‚' | '`' | '´' => "the straight quote `\"` around texts, and `'` in words",
        '–' | '—' | '−' | '‐' | '‑' => "the plain minus `-`",
        '×' => "`*`",
        '÷' => "`div down` or `div up`",
        '≤' => "`<=`",
        '≥' => "`>=`",
        '≠' => "`is not`",
        '…' => "`..` between limits",
        '\u{A0}' | '\u{2002}' | '\u{2003}' | '\u{2009}' | '\u{202F}' | '\u{3000}' => "a plain space",
        '\u{2028}' | '\u{2029}' | '\u{85}' => "a plain line end",
        _ => return None,
    })
}
