//! Where the author is typing: the blocks around the cursor, and the line up to it, as tokens. The text before it may be
//! unfinished and wrong; the text after it is ignored.

use std::ops::Range;

use crate::syntax::tokens::{Token, Tokens};

/// Words of one name that are looked at together at most.
const AT_ONCE: usize = 6;

/// Words of lines after which a value stands.
const BEFORE_VALUES: [&str; 7] = ["add", "given", "if", "needs", "pay", "until", "with"];

/// A place in a text where somebody types.
#[derive(Clone, Debug, Default)]
pub(super) struct Cursor<'t> {
    /// The lines whose blocks are still open, the outermost first.
    pub(super) heads: Vec<Line<'t>>,
    /// The line up to the place.
    pub(super) line: Line<'t>,
    /// Whether it lies in a text or a comment, where no name is read.
    pub(super) is_quiet: bool,
}

/// A line, or what there is of it.
#[derive(Clone, Debug, Default)]
pub(super) struct Line<'t> {
    /// As it is written.
    pub(super) text: &'t str,
    tokens: Vec<(Token<'t>, Range<usize>)>,
}

impl<'t> Cursor<'t> {
    /// The place at the end of a text.
    pub(super) fn after(text: &'t str) -> Self {
        let mut cursor = Self::default();
        let mut end = 0;
        for (token, range) in Tokens::of(text) {
            end = range.end;
            match token {
                Token::Open('{') => cursor.heads.push(std::mem::take(&mut cursor.line).of(text)),
                Token::Close('}') => {
                    cursor.line = Line::default();
                    cursor.heads.pop();
                }
                Token::Comma | Token::LineEnd => cursor.line = Line::default(),
                Token::Word(_)
                | Token::Number
                | Token::Text(_)
                | Token::Sign(_)
                | Token::Open(_)
                | Token::Close(_)
                | Token::Bar
                | Token::Dot
                | Token::Other(_) => cursor.line.tokens.push((token, range)),
            }
        }
        let in_comment = text.get(end..).is_some_and(|rest| rest.contains('#'));
        cursor.line = cursor.line.of(text);
        cursor.is_quiet = in_comment || matches!(cursor.line.last(), Some(Token::Text(false)));
        cursor
    }
}

impl<'t> Line<'t> {
    fn of(self, text: &'t str) -> Self {
        let ends = self.tokens.first().zip(self.tokens.last());
        let text = ends.and_then(|((_, first), (_, last))| text.get(first.start..last.end)).unwrap_or_default();
        Self { text, ..self }
    }

    /// What stands last.
    pub(super) fn last(&self) -> Option<Token<'t>> {
        self.tokens.last().map(|(token, _)| *token)
    }

    /// The line without its last token.
    pub(super) fn without_last(&self) -> Self {
        let tokens = self.tokens.split_last().map(|(_, rest)| rest.to_vec()).unwrap_or_default();
        Self { text: self.text, tokens }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.tokens.is_empty()
    }

    /// The words with which it begins, with one blank between them.
    pub(super) fn first_words(&self) -> String {
        let words = self.tokens.iter().map_while(|(token, _)| {
            let Token::Word(word) = token else { return None };
            Some(*word)
        });
        words.collect::<Vec<&str>>().join(" ")
    }

    /// All its words, if it has nothing else.
    pub(super) fn only_words(&self) -> Option<String> {
        let is_word = |(token, _): &(Token<'_>, Range<usize>)| matches!(token, Token::Word(_));
        self.tokens.iter().all(is_word).then(|| self.first_words())
    }

    /// The path with which it ends: words with one blank between them, and dots.
    pub(super) fn last_path(&self) -> String {
        let is_of_a_path = |token: Token<'_>| matches!(token, Token::Word(_) | Token::Dot);
        let length = self.tokens.iter().rev().take_while(|(token, _)| is_of_a_path(*token)).count();
        let mut path = String::new();
        for (token, _) in self.tokens.iter().skip(self.tokens.len() - length) {
            if let Token::Word(word) = token {
                if !path.is_empty() && !path.ends_with('.') {
                    path.push(' ');
                }
                path.push_str(word);
            } else {
                path.push('.');
            }
        }
        path
    }

    /// Whether a value stands next: after an operator, in brackets and cells, and after words such as `if`.
    pub(super) fn wants_a_value(&self) -> bool {
        match self.last() {
            Some(Token::Open(bracket)) => bracket == '(',
            Some(Token::Bar) => true,
            Some(Token::Word(word)) if BEFORE_VALUES.contains(&word) => true,
            Some(token) => token.wants_more(),
            None => false,
        }
    }

    /// What is set or compared, if the line ends with the sign or the words that do so.
    pub(super) fn compared(&self) -> Option<Self> {
        let before = self.without_last();
        match self.last()? {
            Token::Sign(sign) if sign.chars().all(|one| "=<>".contains(one)) => Some(before),
            Token::Word("is") => Some(before),
            Token::Word("not") if before.last() == Some(Token::Word("is")) => Some(before.without_last()),
            Token::Word(_)
            | Token::Number
            | Token::Text(_)
            | Token::Sign(_)
            | Token::Open(_)
            | Token::Close(_)
            | Token::Comma
            | Token::Bar
            | Token::Dot
            | Token::LineEnd
            | Token::Other(_) => None,
        }
    }
}

/// The words beside each other of which one holds or touches a byte; of very many those that could belong to one name.
pub(super) fn words_around(text: &str, offset: usize) -> Vec<Range<usize>> {
    let mut run: Vec<Range<usize>> = Vec::new();
    for (token, range) in Tokens::of(text) {
        if let Token::Word(_) = token {
            run.push(range);
        } else if run.last().is_some_and(|last| offset <= last.end) {
            break;
        } else {
            run.clear();
        }
    }
    let Some(at) = run.iter().position(|word| word.start <= offset && offset <= word.end) else { return Vec::new() };
    run.drain((at + AT_ONCE).min(run.len())..);
    run.drain(..(at + 1).saturating_sub(AT_ONCE));
    run
}

/// Where the word in hand begins, and before it the words on the same line that could belong to one name with it; without a
/// word in hand the place itself comes first.
pub(super) fn starts(text: &str) -> Vec<usize> {
    let tokens: Vec<(Token<'_>, Range<usize>)> = Tokens::of(text).collect();
    let in_hand = |(token, range): &(Token<'_>, Range<usize>)| {
        range.end == text.len() && matches!(token, Token::Word(_) | Token::Number)
    };
    let mut starts = if tokens.last().is_some_and(in_hand) { Vec::new() } else { vec![text.len()] };
    let words = tokens.iter().rev().take_while(|(token, _)| matches!(token, Token::Word(_) | Token::Number));
    starts.extend(words.map(|(_, range)| range.start));
    starts.truncate(AT_ONCE);
    starts
}
