//! From text to the tree, by the grammar in `grammar/assize.pest`. Only this folder knows the parser generator.
//!
//! The grammar guarantees the order and the presence of the parts; where a reader below falls back to an empty
//! value, that value can never be seen.

mod declarations;
mod expectations;
mod expected;
mod expressions;
mod questions;
mod statements;

use pest::Parser;
use pest::error::InputLocation;
use pest::iterators::{Pair, Pairs};

use super::ast::{Expr, Item, Phrase, Question, Text, Word};
use crate::diagnostic::{Diagnostic, Diagnostics, codes};
use crate::source::{SourceId, Span};

#[derive(pest_derive::Parser)]
#[grammar = "../grammar/assize.pest"]
struct Grammar;

type Part<'i> = Pair<'i, Rule>;

/// The parts of a part, in order.
struct Parts<'i>(Option<Pairs<'i, Rule>>);

impl<'i> Parts<'i> {
    /// The next part, without taking it.
    fn look(&self) -> Option<Part<'i>> {
        self.0.as_ref().and_then(Pairs::peek)
    }

    fn peek(&self) -> Option<Rule> {
        self.look().map(|part| part.as_rule())
    }

    /// The next part if it is of this rule.
    fn next_of(&mut self, rule: Rule) -> Option<Part<'i>> {
        if self.peek() == Some(rule) { self.next() } else { None }
    }

    /// Whether the next part is of this rule; takes it.
    fn has(&mut self, rule: Rule) -> bool {
        self.next_of(rule).is_some()
    }
}

impl<'i> Iterator for Parts<'i> {
    type Item = Part<'i>;

    fn next(&mut self) -> Option<Part<'i>> {
        self.0.as_mut().and_then(Iterator::next)
    }
}

/// The parts of a part that the grammar promises.
fn inner<'i>(part: impl Into<Option<Part<'i>>>) -> Parts<'i> {
    Parts(part.into().map(Pair::into_inner))
}

/// A piece of a file that can be read by itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Piece {
    Item,
    Step,
    SceneLine,
    Expectation,
    Field,
    PlanLine,
    Row,
    SumRow,
    DecideRow,
    Option,
    DeckField,
    Bracket,
}

/// Where reading stopped, and what could have stood there in plain words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stopped {
    /// Byte offset in the text that was read.
    pub at: usize,
    /// Such as `a value` or `the end of the line`.
    pub expected: Vec<&'static str>,
}

/// Reads a whole file.
pub fn file(source: SourceId, text: &str, sink: &mut Diagnostics) -> Result<Vec<Item>, Stopped> {
    let parts = parse(Rule::file, text)?;
    Ok(Reader { source, base: 0, sink }.items(parts))
}

/// Reads one item that begins at byte `base` of its file.
pub fn item(source: SourceId, text: &str, base: usize, sink: &mut Diagnostics) -> Result<Vec<Item>, Stopped> {
    let parts = parse(Rule::one_item, text)?;
    Ok(Reader { source, base, sink }.items(parts))
}

/// Reads a single expression.
pub fn expression(source: SourceId, text: &str, sink: &mut Diagnostics) -> Result<Option<Expr>, Stopped> {
    let mut parts = parse(Rule::one_expr, text)?;
    Ok(Reader { source, base: 0, sink }.maybe_expr(&mut parts))
}

/// Reads a single question about odds.
pub fn question(source: SourceId, text: &str, sink: &mut Diagnostics) -> Result<Option<Question>, Stopped> {
    let mut parts = parse(Rule::one_question, text)?;
    Ok(Reader { source, base: 0, sink }.question(&mut parts))
}

/// Whether a piece follows the grammar.
pub fn check(piece: Piece, text: &str) -> Result<(), Stopped> {
    let rule = match piece {
        Piece::Item => Rule::one_item,
        Piece::Step => Rule::one_step,
        Piece::SceneLine => Rule::one_scene_line,
        Piece::Expectation => Rule::one_expectation,
        Piece::Field => Rule::one_field,
        Piece::PlanLine => Rule::one_plan_line,
        Piece::Row => Rule::one_row,
        Piece::SumRow => Rule::one_sum_row,
        Piece::DecideRow => Rule::one_decide_row,
        Piece::Option => Rule::one_option,
        Piece::DeckField => Rule::one_deck_field,
        Piece::Bracket => Rule::one_bracket,
    };
    parse(rule, text).map(|_| ())
}

fn parse(rule: Rule, text: &str) -> Result<Parts<'_>, Stopped> {
    match Grammar::parse(rule, text) {
        Ok(mut whole) => Ok(inner(whole.next())),
        Err(error) => {
            let at = match error.location {
                InputLocation::Pos(at) | InputLocation::Span((at, _)) => at,
            };
            Err(Stopped { at, expected: expected::in_plain_words(&error.variant) })
        }
    }
}

/// Turns parts into trees; numbers that are too large go to the sink.
struct Reader<'s> {
    source: SourceId,
    /// Where the text that is read begins in its file.
    base: usize,
    sink: &'s mut Diagnostics,
}

impl Reader<'_> {
    /// Says that the grammar has a rule which nothing here reads in this place. It is for whoever changes the grammar: no
    /// text may become something else than was written.
    fn unread<T>(&mut self, rule: Rule, place: Span) -> Option<T> {
        let message = format!("this is a mistake of the program: it cannot read `{rule:?}` here");
        self.sink.push(Diagnostic::error(codes::INTERNAL, place, message).help("please report it, with this line"));
        None
    }

    fn span(&self, part: &Part<'_>) -> Span {
        let start = self.base + part.as_span().start();
        Span::new(self.source, start..start + without_trailing_blanks(part.as_str()).len())
    }

    fn word(&self, part: &Part<'_>) -> Word {
        Word { text: part.as_str().to_owned(), span: self.span(part) }
    }

    fn phrase(&self, part: Part<'_>) -> Phrase {
        Phrase { words: inner(part).map(|word| self.word(&word)).collect() }
    }

    fn take_word(&self, parts: &mut Parts<'_>) -> Word {
        parts.next().map_or_else(|| Word { text: String::new(), span: Span::default() }, |part| self.word(&part))
    }

    fn take_phrase(&self, parts: &mut Parts<'_>) -> Phrase {
        self.maybe_phrase(parts).unwrap_or(Phrase { words: Vec::new() })
    }

    fn maybe_phrase(&self, parts: &mut Parts<'_>) -> Option<Phrase> {
        parts.next_of(Rule::phrase).map(|part| self.phrase(part))
    }

    fn name_list(&self, parts: &mut Parts<'_>) -> Vec<Phrase> {
        inner(parts.next_of(Rule::name_list)).map(|part| self.phrase(part)).collect()
    }

    fn text(&self, part: Part<'_>) -> Text {
        let span = self.span(&part);
        let written = inner(part).next().map_or("", |inner| inner.as_str());
        Text { text: without_escapes(written), span }
    }

    fn take_text(&self, parts: &mut Parts<'_>) -> Text {
        self.maybe_text(parts).unwrap_or(Text { text: String::new(), span: Span::default() })
    }

    fn maybe_text(&self, parts: &mut Parts<'_>) -> Option<Text> {
        parts.next_of(Rule::text).map(|part| self.text(part))
    }

    fn number(&mut self, part: &Part<'_>) -> i64 {
        part.as_str().parse().unwrap_or_else(|_| {
            let most = i64::MAX;
            let message = format!("the number `{}` is too large", shortened(part.as_str()));
            let finding = Diagnostic::error(codes::NUMBER_TOO_LARGE, self.span(part), message)
                .help(format!("the largest number is {most}"));
            self.sink.push(finding);
            0
        })
    }

    fn take_number(&mut self, parts: &mut Parts<'_>) -> Option<(i64, Span)> {
        parts.next_of(Rule::number).map(|part| (self.number(&part), self.span(&part)))
    }

    fn numbers(&mut self, parts: &mut Parts<'_>) -> Vec<(i64, Span)> {
        std::iter::from_fn(|| self.take_number(parts)).collect()
    }
}

/// `\"`, `\\` and `\n` mean a quote, a backslash and a new line; any other backslash means itself.
fn without_escapes(written: &str) -> String {
    let mut text = String::with_capacity(written.len());
    let mut rest = written.chars();
    while let Some(character) = rest.next() {
        match (character, rest.clone().next()) {
            ('\\', Some(escaped @ ('"' | '\\'))) => {
                text.push(escaped);
                rest.next();
            }
            ('\\', Some('n')) => {
                text.push('\n');
                rest.next();
            }
            _ => text.push(character),
        }
    }
    text
}

/// A part may end in blanks and a comment that belong to nobody; both lie on its last line.
fn without_trailing_blanks(written: &str) -> &str {
    let last_line = written.rfind('\n').map_or(0, |at| at + 1);
    let (mut quoted, mut escaped) = (false, false);
    for (at, byte) in written.bytes().enumerate().skip(last_line) {
        match byte {
            _ if escaped => escaped = false,
            b'\\' => escaped = quoted,
            b'"' => quoted = !quoted,
            b'#' if !quoted => return written.get(..at).unwrap_or(written).trim_end(),
            _ => {}
        }
    }
    written.trim_end()
}

/// The beginning of what may be very long.
fn shortened(written: &str) -> String {
    if written.len() <= 40 { written.to_owned() } else { written.chars().take(40).chain("…".chars()).collect() }
}
