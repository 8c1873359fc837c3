//! Functions of another language among the lines of a file. Each is one mistake, whatever stands in it, and nothing in it is read.

use std::ops::Range;

use super::tokens::{Token, Tokens};
use crate::diagnostic::{Diagnostic, Diagnostics, codes};
use crate::source::{SourceId, Span};

/// Words with which functions of other languages begin.
const WORDS: [&str; 4] = ["fn", "func", "def", "function"];

/// Reports the functions of a text, and returns the text with blanks in their places if it has any.
pub(super) fn without_functions(source: SourceId, text: &str, sink: &mut Diagnostics) -> Option<String> {
    let mut rest = String::new();
    let mut read = 0;
    for (heading, whole) in functions(text) {
        let found =
            Diagnostic::error(codes::MISPLACED, Span::new(source, heading), "this file cannot contain a function");
        sink.push(found.help(
            "put it in a file of its own, `NAME.rhai`, and bring that into the scene with `use house \"NAME.rhai\"`; a short one can be a \
             rule of a system or of a house rule: `rule NAME(n) = …`",
        ));
        rest.push_str(text.get(read..whole.start)?);
        // Everything behind it keeps its place.
        rest.extend(text.get(whole.clone())?.bytes().map(|byte| if byte == b'\n' { '\n' } else { ' ' }));
        read = whole.end;
    }
    rest.push_str(text.get(read..)?);
    (read > 0).then_some(rest)
}

/// `fn NAME(…) { … }` at the beginning of a line: its first line, and all of it.
fn functions(text: &str) -> Vec<(Range<usize>, Range<usize>)> {
    let mut found = Vec::new();
    let mut start = 0;
    for line in text.split_inclusive('\n') {
        let is_past = found.last().is_none_or(|(_, whole): &(Range<usize>, Range<usize>)| whole.end <= start);
        if let Some(brace) = brace_of(line).filter(|_| is_past)
            && let Some(length) = text.get(start + brace..).and_then(length_of_block)
        {
            found.push((start..start + brace, start..start + brace + length));
        }
        start += line.len();
    }
    for (heading, _) in &mut found {
        heading.end = heading.start + text.get(heading.clone()).map_or(0, |written| written.trim_end().len());
    }
    found
}

/// Where the brace stands in a line that begins a function.
fn brace_of(line: &str) -> Option<usize> {
    let mut tokens = Tokens::of(line);
    let (Token::Word(word), Range { start: 0, .. }) = tokens.next()? else { return None };
    let (name, bracket) = (tokens.next()?, tokens.next()?);
    let is_called = matches!((name.0, bracket.0), (Token::Word(_), Token::Open('('))) && name.1.end == bracket.1.start;
    if !WORDS.contains(&word) || !is_called {
        return None;
    }
    tokens.find(|(token, _)| *token == Token::Close(')'))?;
    tokens.next().filter(|(token, _)| *token == Token::Open('{')).map(|(_, brace)| brace.start)
}

/// How long a block is that begins with its brace. In that language `#` begins no comment, and `//` does.
fn length_of_block(text: &str) -> Option<usize> {
    let mut depth = 0_usize;
    let mut at = 0;
    while let Some(byte) = text.as_bytes().get(at) {
        match byte {
            b'"' | b'`' => at += length_of_text(text.get(at..)?, *byte)?,
            b'/' if text.as_bytes().get(at + 1) == Some(&b'/') => at += text.get(at..)?.find('\n')?,
            b'{' => depth += 1,
            b'}' => depth = depth.saturating_sub(1),
            _ => {}
        }
        at += 1;
        if depth == 0 {
            return Some(at);
        }
    }
    None
}

/// How far it is from one quote to the other.
fn length_of_text(text: &str, quote: u8) -> Option<usize> {
    let mut escaped = false;
    text.bytes().enumerate().skip(1).find_map(|(at, byte)| {
        let ends = byte == quote && !escaped;
        escaped = byte == b'\\' && !escaped;
        ends.then_some(at)
    })
}

#[cfg(test)]
mod tests {
    use super::functions;

    fn of(text: &str) -> Vec<&str> {
        functions(text).into_iter().filter_map(|(_, whole)| text.get(whole)).collect()
    }

    #[test]
    fn functions_end_with_their_last_brace() {
        let whole = "fn f(x) {\n  // don't }\n  if x == \"}\\\"\" { #{ add: 1 } }\n}";
        assert_eq!(of(&format!("use k\n{whole}\nact x by a\n")), [whole]);
        assert_eq!(of("def g() { 1 }\nfunction h(a, b) { a }"), ["def g() { 1 }", "function h(a, b) { a }"]);
    }

    #[test]
    fn other_lines_are_no_functions() {
        for text in ["fn lamp \"a\" { }", "rule fn(x) = x", "act x { fn f(x) { } }", "fn f(x) { never", "fn f (x) { }"]
        {
            assert_eq!(of(text), Vec::<&str>::new(), "{text}");
        }
    }
}
