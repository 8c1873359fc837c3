//! The way out of a place where the grammar stopped, as a change of the text, if it is known word for word. The messages
//! about the place are in `mistakes.rs`.

use std::ops::Range;

use super::behind;
use super::tokens::{Token, Tokens};
use crate::diagnostic::Applicability::{self, Maybe, Sure};

/// The place where reading stopped, in its line.
#[derive(Clone, Copy, Debug)]
pub(super) struct Stop<'l> {
    /// The line, without its end.
    pub line: &'l str,
    /// What stands there; nothing at the end of the line.
    pub token: Option<&'l str>,
    /// Where in the line.
    pub at: &'l Range<usize>,
}

/// What is written over a stretch of the line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Change {
    pub at: Range<usize>,
    pub replacement: String,
    pub applicability: Applicability,
}

/// A sign that other languages have, and what is written here instead.
const SIGNS: [(&str, &str); 11] = [
    ("==", "is"),
    ("!=", "is not"),
    ("<>", "is not"),
    ("&&", "and"),
    ("&", "and"),
    ("||", "or"),
    ("%", "mod"),
    ("!", "not"),
    ("=>", ">="),
    ("=<", "<="),
    (":=", "="),
];

/// What could be written for a sign, a separator or a mark of another language.
pub(super) fn of_other_languages(stop: Stop<'_>) -> Option<Change> {
    let Stop { line, token, at } = stop;
    let written = line.get(at.start..)?;
    let before = line.get(..at.start)?;
    if let Some((sign, ours)) = SIGNS.iter().find(|(sign, _)| token == Some(sign)) {
        return Some(apart(line, at.start..at.start + sign.len(), ours));
    }
    match token? {
        // These are two tokens of the language, of which the grammar takes the first.
        "|" if written.starts_with("||") => Some(apart(line, at.start..at.start + 2, "or")),
        "|" if before.ends_with('|') => Some(apart(line, at.start - 1..at.end, "or")),
        ":" if written.starts_with(":=") => Some(apart(line, at.start..at.start + 2, "=")),
        "=" if before.ends_with(':') => Some(apart(line, at.start - 1..at.end, "=")),
        "//" => Some(sure(at.clone(), "#")),
        "->" => Some(Change { applicability: Maybe, ..sure(with_blanks_before(line, at), "") }),
        ";" => Some(line_end(line, at)),
        _ => None,
    }
}

/// Whether a line asks for a chance, or for a quantile of a share of the runs: a number of it may be such a chance or share.
pub(super) fn is_of_a_chance(line: &str) -> bool {
    line.contains("P(") || line.contains("quantile(")
}

/// `50%`: a chance as a fraction, any other number without the sign.
pub(super) fn percentage(stop: Stop<'_>) -> Option<Change> {
    if behind::compares_a_result(stop.line, stop.at) {
        // More is missing than can be put in.
        return None;
    }
    if !is_of_a_chance(stop.line) {
        return Some(sure(stop.at.clone(), ""));
    }
    let before = stop.line.get(..stop.at.start)?.trim_end();
    let start = before.rfind(|sign: char| !sign.is_ascii_digit() && sign != '.').map_or(0, |end| end + 1);
    let of_hundred: u32 = before.get(start..)?.parse().ok()?;
    let by = [100, 50, 25, 20, 10, 5, 4, 2].into_iter().find(|by| of_hundred.is_multiple_of(*by)).unwrap_or(1);
    Some(sure(start..stop.at.end, &format!("{}/{}", of_hundred / by, 100 / by)))
}

/// `use ten-sided`: the name between quotes.
pub(super) fn quoted_name(stop: Stop<'_>) -> Option<Change> {
    let Stop { line, at, .. } = stop;
    let is_of_the_name = |sign: char| sign.is_alphanumeric() || matches!(sign, '-' | '_' | '.');
    let start = line.get(..at.start)?.rfind(char::is_whitespace)? + 1;
    let name = line.get(start..)?;
    let name = name.get(..name.find(|sign| !is_of_the_name(sign)).unwrap_or(name.len()))?;
    Some(sure(start..start + name.len(), &format!("\"{name}\"")))
}

/// `loud "with noise" default {`: the word before the text.
pub(super) fn before_the_text(stop: Stop<'_>) -> Option<Change> {
    let Stop { line, token, at } = stop;
    let texts = Tokens::of(line).filter(|(token, place)| matches!(token, Token::Text(_)) && place.end <= at.start);
    let (_, text) = texts.last()?;
    Some(sure(text.start..at.end, &format!("{} {}", token?, line.get(text)?)))
}

/// `if A then {`: without the word before the brace.
pub(super) fn without_then(line: &str) -> Option<Change> {
    let (_, then) = Tokens::of(line).find(|(token, _)| *token == Token::Word("then"))?;
    let (next, _) = Tokens::of(line.get(then.end..)?).next()?;
    (next == Token::Open('{')).then(|| sure(with_blanks_before(line, &then), ""))
}

/// `2 d6`: without the blanks between.
pub(super) fn joined_dice(stop: Stop<'_>) -> Option<Change> {
    let blanks = with_blanks_before(stop.line, stop.at);
    let follows_a_number = stop.line.get(..blanks.start)?.ends_with(|sign: char| sign.is_ascii_digit());
    follows_a_number.then(|| sure(blanks.start..stop.at.start, ""))
}

/// `a = b`: the word for a comparison, if it is one.
pub(super) fn comparison(stop: Stop<'_>) -> Change {
    Change { applicability: Maybe, ..apart(stop.line, stop.at.clone(), "is") }
}

/// The comma before a brace taken away.
pub(super) fn without_comma(stop: Stop<'_>) -> Option<Change> {
    let comma = stop.line.get(..stop.at.start)?.rfind(',')?;
    Some(sure(comma..comma + 1, ""))
}

/// A word put in before the place.
pub(super) fn put_in(stop: Stop<'_>, word: &str, applicability: Applicability) -> Change {
    Change { applicability, ..sure(stop.at.start..stop.at.start, word) }
}

/// Another word at the place.
pub(super) fn word(stop: Stop<'_>, word: &str) -> Change {
    sure(stop.at.clone(), word)
}

/// Without what stands at the place.
pub(super) fn without_word(stop: Stop<'_>) -> Change {
    let is_sign = stop.token.is_some_and(|token| !token.starts_with(char::is_alphabetic));
    sure(if is_sign { stop.at.clone() } else { with_blanks_before(stop.line, stop.at) }, "")
}

/// `"she says "hello""`: the quotes between the outermost ones escaped.
pub(super) fn escaped_quotes(stop: Stop<'_>) -> Option<Change> {
    let Stop { line, at, .. } = stop;
    let opened = Tokens::of(line).filter(|(token, range)| matches!(token, Token::Text(_)) && range.end == at.start);
    let start = opened.last()?.1.start;
    let end = line.rfind('"').filter(|end| *end >= at.end)?;
    let inside = line.get(start + 1..end)?;
    let plain = !inside.contains(['\\', '{', '}', ',']);
    plain.then(|| Change {
        applicability: Maybe,
        ..sure(start..end + 1, &format!("\"{}\"", inside.replace('"', "\\\"")))
    })
}

fn sure(at: Range<usize>, replacement: &str) -> Change {
    Change { at, replacement: replacement.to_owned(), applicability: Sure }
}

/// A word needs blanks around it where a sign needs none.
fn apart(line: &str, at: Range<usize>, word: &str) -> Change {
    let touches = |sign: Option<char>| sign.is_some_and(|sign| !sign.is_whitespace() && sign != '(');
    let is_word = word.starts_with(char::is_alphabetic);
    let before = if is_word && touches(line[..at.start].chars().next_back()) { " " } else { "" };
    let after = if is_word && !line[at.end..].starts_with(char::is_whitespace) { " " } else { "" };
    sure(at, &format!("{before}{word}{after}"))
}

fn with_blanks_before(line: &str, at: &Range<usize>) -> Range<usize> {
    line[..at.start].trim_end_matches([' ', '\t']).len()..at.end
}

/// A semicolon ends a line here: what follows begins the next one, as far to the right as this one.
fn line_end(line: &str, at: &Range<usize>) -> Change {
    let rest = line[at.end..].trim_start_matches([' ', '\t']);
    let end = line.len() - rest.len();
    let indent = &line[..line.len() - line.trim_start_matches([' ', '\t']).len()];
    let follows = Tokens::of(rest).next().is_some_and(|(token, _)| token != Token::Close('}'));
    if follows { sure(at.start..end, &format!("\n{indent}")) } else { sure(at.clone(), "") }
}
