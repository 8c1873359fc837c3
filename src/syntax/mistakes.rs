//! What to say about a place where the grammar stopped, to people who never programmed.

use std::ops::Range;

use super::tokens::{Token, Tokens};
use crate::diagnostic::{Diagnostic, codes};
use crate::source::{SourceId, Span};

/// The finding for a piece in which reading stopped at a byte.
pub(super) fn explain(source: SourceId, text: &str, piece: &Range<usize>, at: usize, expected: &[&str]) -> Diagnostic {
    let line = line_around(text, at);
    let written = text.get(line.clone()).unwrap_or("");
    let (found, range) = found(text, at, &line);
    let start = piece.start.max(line.start);
    let heading = text.get(start..line.end).unwrap_or(written);
    let guess = guess(&Scene { heading: &first_words(heading), line: code_of(written), found: &found });
    let message = match (&found, expected) {
        (Found::LineEnd, []) => "this line is not finished".to_owned(),
        (Found::LineEnd, _) => format!("this line is not finished: {} could follow", one_of(expected)),
        (Found::Token(token), []) => format!("`{token}` cannot stand here"),
        (Found::Token(token), _) => format!("`{token}` cannot stand here, but {} could", one_of(expected)),
    };
    let finding = Diagnostic::error(codes::SYNTAX, Span::new(source, range), message);
    match guess {
        Some(guess) => finding.help(guess),
        None => finding,
    }
}

/// The line that holds a byte, without its line end.
pub(super) fn line_around(text: &str, at: usize) -> Range<usize> {
    let start = text.get(..at).and_then(|before| before.rfind('\n')).map_or(0, |end| end + 1);
    let end = text.get(at..).and_then(|after| after.find('\n')).map_or(text.len(), |end| at + end);
    start..end
}

/// The words before the first token that is none; at most eight.
pub(super) fn first_words(written: &str) -> Vec<&str> {
    let words = Tokens::of(written).map_while(|(token, _)| match token {
        Token::Word(word) => Some(word),
        _ => None,
    });
    words.take(8).collect()
}

/// What stands where reading stopped.
enum Found {
    LineEnd,
    Token(String),
}

fn found(text: &str, at: usize, line: &Range<usize>) -> (Found, Range<usize>) {
    let rest = text.get(at..line.end).unwrap_or("");
    let first = Tokens::of(rest).next();
    if let Some((_, range)) = first {
        let written: String = rest.get(range.clone()).unwrap_or("").chars().take(40).collect();
        return (Found::Token(written), at + range.start..at + range.end);
    }
    let end = line.start + code_of(text.get(line.clone()).unwrap_or("")).trim_end().len();
    let end = end.min(at).max(line.start);
    (Found::LineEnd, end..end)
}

/// A line without its comment.
fn code_of(line: &str) -> &str {
    let end = Tokens::of(line).last().map_or(0, |(_, range)| range.end);
    line.get(..end).unwrap_or(line)
}

fn one_of(words: &[&str]) -> String {
    match words {
        [] => String::new(),
        [only] => (*only).to_owned(),
        [first @ .., last] => format!("{} or {last}", first.join(", ")),
    }
}

/// What a guess is made from.
struct Scene<'s> {
    /// The words at the beginning of the piece or line.
    heading: &'s [&'s str],
    line: &'s str,
    found: &'s Found,
}

impl Scene<'_> {
    fn head(&self) -> &str {
        self.heading.first().copied().unwrap_or("")
    }

    fn has(&self, word: &str) -> bool {
        Tokens::of(self.line).any(|(token, _)| token == Token::Word(word))
    }

    fn has_brace(&self) -> bool {
        self.line.contains('{')
    }
}

fn guess(scene: &Scene<'_>) -> Option<String> {
    of_other_languages(scene).or_else(|| of_the_head(scene)).or_else(|| of_the_place(scene)).map(str::to_owned)
}

/// Signs that other languages have.
fn of_other_languages(scene: &Scene<'_>) -> Option<&'static str> {
    let signs: [(&str, &str); 15] = [
        ("==", "write `is`: `if lamp.colour is red { … }`"),
        ("!=", "write `is not`: `if lamp.colour is not red { … }`"),
        ("<>", "write `is not`: `if lamp.colour is not red { … }`"),
        ("&&", "write `and`"),
        ("&", "write `and`"),
        ("||", "write `or`"),
        ("=>", "write `>=` for at least"),
        ("=<", "write `<=` for at most"),
        ("+=", "write `add 1 to …`"),
        ("-=", "write `add -1 to …`"),
        ("->", "write the two parts without an arrow"),
        ("//", "a comment begins with `#`"),
        ("/*", "a comment begins with `#` and ends with the line"),
        ("!", "write `not`"),
        (":=", "write `=`"),
    ];
    let Found::Token(token) = scene.found else {
        return None;
    };
    let around = |sign: &str| sign_near(scene.line, token, sign);
    if let Some((_, help)) = signs.iter().find(|(sign, _)| around(sign)) {
        return Some(help);
    }
    match token.as_str() {
        ";" => Some("take the `;` away; a line ends by itself"),
        "%" => Some("write `mod` for the rest of a division"),
        "[" | "]" => Some("write the values after each other, separated by commas, without brackets"),
        "'" => Some("put texts in straight double quotes: `\"…\"`"),
        ":" if scene.line.contains(":=") => Some("write `=`"),
        "." => Some("numbers are whole numbers; a limit is written `1..6`"),
        _ => None,
    }
}

/// Whether the sign stands at the token where reading stopped, or ends there.
fn sign_near(line: &str, token: &str, sign: &str) -> bool {
    sign.contains(token) && line.contains(sign) && !token.chars().any(char::is_alphanumeric)
        || token.starts_with(sign) && sign.len() > 1
}

/// What the first word of a line wants.
fn of_the_head(scene: &Scene<'_>) -> Option<&'static str> {
    let braces = scene.has_brace();
    let second = scene.heading.get(1).copied().unwrap_or("");
    Some(match scene.head() {
        "if" if scene.has("then") && braces => "take `then` away: `if lamp.lit { … }`",
        "if" if !braces => "put what happens in braces: `if lamp.lit { … } else { … }`",
        "else" | "elif" | "elseif" => "`else` follows the `}` of its `if`: `if a { … } else if b { … } else { … }`",
        "repeat" if scene.has("times") => "write `repeat up to 4 { … }`",
        "repeat" if !(scene.has("up") && scene.has("to")) => "a repetition needs an end: `repeat up to 4 until lamp.lit { … }`",
        "while" => "write `repeat up to 4 until … { … }`; every repetition has an end",
        "for" if second != "each" => "write `for each x in LIST { … }`",
        "set" if !scene.line.contains('=') => "write `set PLACE = VALUE`",
        "add" if !scene.has("to") => "write `add 1 to PLACE`",
        "pay" if !scene.has("from") => "write `pay 1 from PLACE`",
        "ladder" => "write `ladder NAME, rolls 2d6, highest first { … }`",
        "ask" if !scene.line.contains(':') => "write `ask NAME : number = 0`",
        "roll" if !scene.line.contains(':') => "write `roll NAME : 2d6`",
        "draw" if !scene.line.contains(':') => "write `draw NAME : DECK`",
        "resolve" if !scene.has("with") => "write `resolve NAME with NUMBER`",
        "rule" | "let" if !scene.line.contains('=') => "give it a value: `let NAME = …`, `rule NAME(n) = …`",
        "stop" | "note" if !scene.line.contains('"') => "put the text in quotes: `note \"…\"`",
        "needs" if !scene.has("else") => "say why not: `needs lamp.lit else \"it is dark\"`",
        "procedure" if !braces => "a procedure has its lines in braces: `procedure NAME by WHO { … }`",
        "house" => "write `house \"NAME\" extends SYSTEM`",
        "choose" if scene.line.contains('"') => "give each option its braces: `choose \"which?\" { one { … } two default { … } }`",
        "reveal" if !scene.has("to") => "write `reveal NAME to WHO, WHO`",
        _ => return None,
    })
}

/// What the place itself suggests.
fn of_the_place(scene: &Scene<'_>) -> Option<&'static str> {
    let Found::Token(token) = scene.found else {
        return None;
    };
    let spaced_dice = token.strip_prefix('d').is_some_and(|faces| !faces.is_empty() && faces.bytes().all(|b| b.is_ascii_digit()));
    Some(match token.as_str() {
        _ if spaced_dice => "write dice without a space: `2d6`",
        "=" => "a comparison is written `is`: `a is b`",
        "is" | "and" | "or" | "not" | "to" | "from" | "by" | "if" | "then" | "else" | "up" | "down" | "with" | "until" => {
            "this word joins others, so no name can hold it; choose another name, or put a text in quotes"
        }
        "{" => "something is missing before the brace",
        "|" => "rows of a table stand on lines of their own between `{` and `}`",
        _ => return None,
    })
}
