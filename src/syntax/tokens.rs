//! A rough cut into tokens, by a plain loop that no text can make slow or deep. It serves the limits, which are
//! checked before the grammar sees the text, the search for the place of an error after the grammar refused it, and tools that
//! look at a text that is still being typed.

use std::ops::Range;

/// What a stretch of text looks like.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Token<'t> {
    Word(&'t str),
    Number,
    /// A quoted text; `false` when the line ends before the second quote.
    Text(bool),
    /// A sign that joins two values or stands before one.
    Sign(&'t str),
    Open(char),
    Close(char),
    Comma,
    Bar,
    Dot,
    LineEnd,
    Other(char),
}

impl<'t> Token<'t> {
    /// The word, if it is one.
    pub(super) fn word(self) -> Option<&'t str> {
        if let Token::Word(word) = self { Some(word) } else { None }
    }

    /// Whether a value must follow, perhaps on the next line.
    pub(crate) fn wants_more(self) -> bool {
        match self {
            Token::Sign(_) => true,
            Token::Word(word) => is_operator(word) || matches!(word, "then" | "else"),
            Token::Number
            | Token::Text(_)
            | Token::Open(_)
            | Token::Close(_)
            | Token::Comma
            | Token::Bar
            | Token::Dot
            | Token::LineEnd
            | Token::Other(_) => false,
        }
    }

    /// Whether a line that begins so belongs to the line before.
    pub(super) fn goes_on(self) -> bool {
        matches!(self, Token::Word("then" | "else"))
    }
}

/// Words that stand where a sign could stand.
pub(super) fn is_operator(word: &str) -> bool {
    matches!(word, "is" | "and" | "or" | "not" | "knows" | "div" | "mod" | "up" | "down" | "towards")
}

/// The tokens of a text with their places. Blanks and comments are left out.
pub(crate) struct Tokens<'t> {
    text: &'t str,
    at: usize,
}

impl<'t> Tokens<'t> {
    pub(crate) fn of(text: &'t str) -> Self {
        Self { text, at: 0 }
    }

    fn rest(&self) -> &'t str {
        self.text.get(self.at..).unwrap_or("")
    }

    fn skip_blanks(&mut self) {
        loop {
            let rest = self.rest();
            let blanks = rest.len() - rest.trim_start_matches([' ', '\t', '\r', '\u{FEFF}']).len();
            self.at += blanks;
            if !self.rest().starts_with('#') {
                return;
            }
            self.at += self.rest().find('\n').unwrap_or(self.rest().len());
        }
    }
}

impl<'t> Iterator for Tokens<'t> {
    type Item = (Token<'t>, Range<usize>);

    fn next(&mut self) -> Option<Self::Item> {
        self.skip_blanks();
        let rest = self.rest();
        let first = rest.chars().next()?;
        let length = length(first, rest);
        let start = self.at;
        self.at += length;
        Some((token(first, rest.get(..length).unwrap_or(rest)), start..self.at))
    }
}

fn length(first: char, rest: &str) -> usize {
    let run = |part: fn(char) -> bool| rest.find(|character| !part(character)).unwrap_or(rest.len());
    match first {
        '"' => text_length(rest),
        _ if first.is_ascii_digit() => run(|character| character.is_ascii_digit()),
        _ if first.is_alphabetic() || first == '_' => {
            run(|character| character.is_alphanumeric() || "_'".contains(character))
        }
        '+' | '-' | '*' | '/' | '=' | '<' | '>' | '!' | '&' => {
            let more = rest.chars().skip(1).take_while(|character| "=<>&/*".contains(*character));
            1 + more.count()
        }
        '.' => run(|character| character == '.'),
        _ => first.len_utf8(),
    }
}

/// Every comment with its place: `#` outside of a text, up to the end of the line.
pub(crate) fn comments(text: &str) -> Vec<Range<usize>> {
    let mut found = Vec::new();
    let mut at = 0;
    while let Some(next) = text.get(at..).and_then(|rest| rest.find(['#', '"'])) {
        let start = at + next;
        let rest = text.get(start..).unwrap_or("");
        let is_comment = rest.starts_with('#');
        let length = if is_comment { rest.find('\n').unwrap_or(rest.len()) } else { text_length(rest) };
        at = start + length;
        if is_comment {
            found.push(start..at);
        }
    }
    found
}

/// Both quotes included; up to the end of the line when the second is missing.
fn text_length(rest: &str) -> usize {
    let mut escaped = false;
    for (at, byte) in rest.bytes().enumerate().skip(1) {
        match byte {
            b'\n' => return at,
            _ if escaped => escaped = false,
            b'\\' => escaped = true,
            b'"' => return at + 1,
            _ => {}
        }
    }
    rest.len()
}

fn token(first: char, written: &str) -> Token<'_> {
    match first {
        '"' => Token::Text(written.len() > 1 && text_is_closed(written)),
        '\n' => Token::LineEnd,
        '{' | '(' => Token::Open(first),
        '}' | ')' => Token::Close(first),
        ',' => Token::Comma,
        '|' => Token::Bar,
        '.' if written.len() == 1 => Token::Dot,
        '.' => Token::Other('.'),
        '+' | '-' | '*' | '/' | '=' | '<' | '>' | '!' | '&' => Token::Sign(written),
        _ if first.is_ascii_digit() => Token::Number,
        _ if first.is_alphabetic() || first == '_' => Token::Word(written),
        _ => Token::Other(first),
    }
}

fn text_is_closed(written: &str) -> bool {
    let Some(inside) = written.strip_suffix('"') else {
        return false;
    };
    inside.bytes().rev().take_while(|byte| *byte == b'\\').count() % 2 == 0
}

/// The words before the first token that is none; at most eight.
pub(super) fn first_words(written: &str) -> Vec<&str> {
    let words = Tokens::of(written).map_while(|(token, _)| token.word());
    words.take(8).collect()
}
