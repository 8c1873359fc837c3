//! Characters not allowed in a script: invisible ones, and those inserted by word processors.

use std::ops::Range;

use super::keywords;
use super::tokens::Tokens;
use crate::diagnostic::{Diagnostic, Fix, codes, nearest};
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
            strange_in_line((source, text), line, start, &mut found);
        }
        if !line.is_ascii() {
            found.extend(disguised_words(source, line, start));
        }
        start += line.len();
    }
    found.truncate(MOST);
    found
}

/// Words that look like one of the language, with letters of another alphabet among those of its own: `bу`, whose second letter is
/// Cyrillic. A whole word of another alphabet may be a name.
fn disguised_words(source: SourceId, line: &str, start: usize) -> impl Iterator<Item = Diagnostic> {
    let words = Tokens::of(line).filter_map(|(token, place)| Some((token.word()?, place)));
    let mixed = words.filter(|(word, _)| !word.is_ascii() && word.contains(|sign: char| sign.is_ascii_alphabetic()));
    mixed.filter_map(move |(word, place)| {
        let meant = keywords::all().iter().find(|keyword| nearest::looks_the_same(word, keyword))?;
        let span = Span::new(source, start + place.start..start + place.end);
        let message = format!("`{word}` looks the same as `{meant}`, but is written with other characters");
        let found = Diagnostic::error(codes::BAD_CHARACTER, span, message);
        Some(found.help(format!("write `{meant}` with the letters a to z")).fix(Fix::sure(span, *meant)))
    })
}

fn strange_in_line((source, text): (SourceId, &str), line: &str, start: usize, found: &mut Vec<Diagnostic>) {
    let mut state = LexerState::Script;
    for (at, character) in line.char_indices() {
        let at = start + at;
        found.extend(judge(source, state, at, character).map(|finding| {
            let change = written_plainly(text, state, at, character);
            let fix = change.map(|(range, plain)| Fix::sure(Span::new(source, range), plain));
            fix.into_iter().fold(finding, Diagnostic::fix)
        }));
        state = state.after(character);
    }
}

/// Whether a byte is a whole character that may stand anywhere.
fn is_plain(byte: u8) -> bool {
    matches!(byte, b' '..=b'~' | b'\n' | b'\t' | b'\r') && byte != b'`'
}

/// The state of a small lexer: where a character stands.
#[derive(Clone, Copy, PartialEq, Eq)]
enum LexerState {
    Script,
    Text,
    /// Behind a backslash in a text.
    Escape,
    Comment,
    /// In a text that began with a curly quote, which has been reported.
    CurlyText,
}

impl LexerState {
    fn after(self, character: char) -> LexerState {
        match (self, character) {
            (_, '\n') | (LexerState::Text, '"') | (LexerState::CurlyText, '”' | '“' | '"') => LexerState::Script,
            (LexerState::Script, '"') | (LexerState::Escape, _) => LexerState::Text,
            (LexerState::Script, '#') => LexerState::Comment,
            (LexerState::Script, '“' | '”' | '„' | '«' | '»') => LexerState::CurlyText,
            (LexerState::Text, '\\') => LexerState::Escape,
            _ => self,
        }
    }
}

fn judge(source: SourceId, state: LexerState, at: usize, character: char) -> Option<Diagnostic> {
    let span = Span::new(source, at..at + character.len_utf8());
    if is_hidden(character) && !(at == 0 && character == '\u{FEFF}') {
        let message = format!("the hidden character U+{:04X} is not allowed in a script", u32::from(character));
        return Some(
            Diagnostic::error(codes::BAD_CHARACTER, span, message).help("remove it; it may be next to a letter"),
        );
    }
    if state != LexerState::Script {
        return None;
    }
    let plain = plain(character)?;
    let message = format!("`{character}` comes from a word processor");
    Some(Diagnostic::error(codes::BAD_CHARACTER, span, message).help(format!("write {plain}")))
}

/// What to write instead, and over which stretch; nothing where a person has to say what is meant.
fn written_plainly(text: &str, state: LexerState, at: usize, character: char) -> Option<(Range<usize>, String)> {
    let own = at..at + character.len_utf8();
    if is_hidden(character) {
        return Some((own, String::new()));
    }
    let plain = match character {
        '“' | '”' | '„' | '«' | '»' if state == LexerState::Script => return curly_text(text, at),
        '’' | '‘' if stands_in_a_word(text, &own) => "'",
        '–' | '—' | '−' | '‐' | '‑' => "-",
        '×' => "*",
        '≤' => "<=",
        '≥' => ">=",
        '…' => "..",
        '\u{A0}' | '\u{2002}' | '\u{2003}' | '\u{2009}' | '\u{202F}' | '\u{3000}' => " ",
        '\u{2028}' | '\u{2029}' | '\u{85}' => "\n",
        _ => return None,
    };
    Some((own, plain.to_owned()))
}

/// The whole text that begins with a curly quote, up to the quote that closes it on the same line.
fn curly_text(text: &str, at: usize) -> Option<(Range<usize>, String)> {
    let rest = text.get(at..)?;
    let line = rest.get(..rest.find('\n').unwrap_or(rest.len()))?;
    let mut quotes = line.char_indices().filter(|(_, sign)| matches!(sign, '“' | '”' | '„' | '«' | '»' | '"'));
    let ((_, opening), (end, closing)) = (quotes.next()?, quotes.next()?);
    let inside = line.get(opening.len_utf8()..end)?;
    let is_plain = !inside.contains(|sign| is_hidden(sign) || sign == '\\');
    is_plain.then(|| (at..at + end + closing.len_utf8(), format!("\"{inside}\"")))
}

/// Whether there is a letter on both sides.
fn stands_in_a_word(text: &str, own: &Range<usize>) -> bool {
    let before = text.get(..own.start).and_then(|before| before.chars().next_back());
    let after = text.get(own.end..).and_then(|after| after.chars().next());
    before.is_some_and(char::is_alphabetic) && after.is_some_and(char::is_alphabetic)
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
