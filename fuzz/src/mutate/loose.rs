//! Changes of a text by its letters, words and lines, whatever it is.

use rand::RngExt as _;
use rand::seq::IndexedRandom as _;

use crate::Chance;

/// Numbers at which something may be counted wrongly.
const NUMBERS: [&str; 16] = [
    "0",
    "1",
    "2",
    "-1",
    "7",
    "100",
    "256",
    "1000",
    "65536",
    "1000000",
    "2147483648",
    "3037000500",
    "4611686018427387904",
    "9223372036854775807",
    "9223372036854775808",
    "99999999999999999999",
];

/// Letters that a reader or a terminal may take for something else.
const ODD: [&str; 34] = [
    "\u{1b}[31m",
    "\u{202e}",
    "\u{feff}",
    "\0",
    "\u{7f}",
    "\u{85}",
    "\u{2028}",
    "é",
    "日本",
    "\u{301}",
    "🎲",
    "\r",
    "\r\n",
    "\t",
    "\\",
    "\\\"",
    "\"",
    "'",
    "`",
    "{",
    "}",
    "(",
    ")",
    "..",
    "…",
    "“",
    "|",
    ";",
    "->",
    "#",
    "\u{a0}",
    "\u{200b}",
    "x\u{200d}y",
    "İ",
];

/// A number at which something may be counted wrongly.
pub fn number(chance: &mut Chance) -> &'static str {
    NUMBERS.choose(chance).copied().unwrap_or("0")
}

/// A text changed in one place.
pub fn changed(text: &str, words: &[String], chance: &mut Chance) -> String {
    let at = place(text, chance);
    let (before, behind) = text.split_at(at);
    match chance.random_range(0..8_u8) {
        0 => [before, ODD.choose(chance).copied().unwrap_or("\0"), behind].concat(),
        1 => [before, words.choose(chance).map_or("x", String::as_str), " ", behind].concat(),
        2 => [before, number(chance), behind].concat(),
        3 => before.to_owned(),
        4 => without_line(text, at),
        5 => [before, &line_at(text, at).repeat(chance.random_range(1..50)), behind].concat(),
        6 => {
            let from = place(text, chance);
            [before, line_at(text, from), "\n", behind].concat()
        }
        _ => {
            let word: String = behind.chars().take_while(|letter| letter.is_alphanumeric()).collect();
            let other = words.choose(chance).map_or("x", String::as_str);
            if word.is_empty() { [before, behind.trim_start()].concat() } else { text.replace(&word, other) }
        }
    }
}

/// Cuts a text off behind so many bytes, or a few before.
pub fn cut(text: &mut String, most: usize) {
    let end = (0..=most.min(text.len())).rev().find(|at| text.is_char_boundary(*at)).unwrap_or(0);
    text.truncate(end);
}

/// Somewhere between two letters.
fn place(text: &str, chance: &mut Chance) -> usize {
    let near = chance.random_range(0..=text.len());
    (near..=text.len()).find(|at| text.is_char_boundary(*at)).unwrap_or(text.len())
}

fn line_at(text: &str, at: usize) -> &str {
    let start = text[..at].rfind('\n').map_or(0, |end| end + 1);
    text[start..].lines().next().unwrap_or("")
}

fn without_line(text: &str, at: usize) -> String {
    let line = line_at(text, at);
    text.replacen(line, "", 1)
}
