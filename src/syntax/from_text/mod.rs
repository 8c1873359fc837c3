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

use std::ops::Range;

use pest::Parser;
use pest::error::InputLocation;
use pest::iterators::{Pair, Pairs};

use super::ast::{Expr, Item, Phrase, Question, Text, Word};
use super::tokens::comments;
use crate::diagnostic::{Diagnostic, Diagnostics, codes};
use crate::source::{SourceId, Span};

#[derive(pest_derive::Parser)]
#[grammar = "../grammar/assize.pest"]
struct Grammar;

type Part<'i> = Pair<'i, Rule>;

/// The parts of a part, in order, without keywords that say nothing more than the rule they stand in.
struct Parts<'i> {
    next: Option<Part<'i>>,
    rest: Option<Pairs<'i, Rule>>,
}

impl<'i> Parts<'i> {
    fn new(part: Option<Part<'i>>) -> Self {
        let mut parts = Self { next: None, rest: part.map(Pair::into_inner) };
        parts.step();
        parts
    }

    fn step(&mut self) {
        self.next = self.rest.as_mut().and_then(|rest| rest.find(|part| !says_nothing(part.as_rule())));
    }

    /// The next part, without taking it.
    fn look(&self) -> Option<&Part<'i>> {
        self.next.as_ref()
    }

    fn peek(&self) -> Option<Rule> {
        self.next.as_ref().map(Pair::as_rule)
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

    fn next(&mut self) -> Option<Self::Item> {
        let next = self.next.take();
        self.step();
        next
    }
}

/// The parts of a part that the grammar promises.
fn inner<'i>(part: impl Into<Option<Part<'i>>>) -> Parts<'i> {
    Parts::new(part.into())
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
    Ok(Reader::new(source, text, 0, sink).items(parts))
}

/// Reads one item that begins at byte `base` of its file.
pub fn item(source: SourceId, text: &str, base: usize, sink: &mut Diagnostics) -> Result<Vec<Item>, Stopped> {
    let parts = parse(Rule::one_item, text)?;
    Ok(Reader::new(source, text, base, sink).items(parts))
}

/// Reads a single expression.
pub fn expression(source: SourceId, text: &str, sink: &mut Diagnostics) -> Result<Option<Expr>, Stopped> {
    let mut parts = parse(Rule::one_expr, text)?;
    Ok(Reader::new(source, text, 0, sink).maybe_expr(&mut parts))
}

/// Reads a single question about odds.
pub fn question(source: SourceId, text: &str, sink: &mut Diagnostics) -> Result<Option<Question>, Stopped> {
    let mut parts = parse(Rule::one_question, text)?;
    Ok(Reader::new(source, text, 0, sink).question(&mut parts))
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
    text: &'s str,
    /// Where the text begins in its file.
    base: usize,
    /// The places of all comments in the text.
    comments: Vec<Range<usize>>,
    sink: &'s mut Diagnostics,
}

impl<'s> Reader<'s> {
    fn new(source: SourceId, text: &'s str, base: usize, sink: &'s mut Diagnostics) -> Self {
        Self { source, text, base, comments: comments(text), sink }
    }

    /// Says that the grammar has a rule which nothing here reads in this place. It is for whoever changes the grammar: no
    /// text may become something else than was written.
    fn unread<T>(&mut self, rule: Rule, place: Span) -> Option<T> {
        let message = format!("this is a mistake of the program: it cannot read `{rule:?}` here");
        self.sink.push(Diagnostic::error(codes::INTERNAL, place, message).help("please report it, with this line"));
        None
    }

    /// Where a part stands, without the blanks and the comment it may end in: they belong to nobody.
    fn span(&self, part: &Part<'_>) -> Span {
        let place = part.as_span();
        let (start, mut end) = (place.start(), place.end());
        let in_comment = self.comments.partition_point(|comment| comment.end < end);
        if let Some(comment) = self.comments.get(in_comment).filter(|comment| comment.start < end) {
            end = comment.start;
        }
        let written = self.text.get(start..end).unwrap_or("");
        Span::new(self.source, self.base + start..self.base + start + written.trim_end().len())
    }

    /// A part without parts.
    fn word(&self, part: &Part<'_>) -> Word {
        let (start, text) = (self.base + part.as_span().start(), part.as_str());
        Word { text: text.to_owned(), span: Span::new(self.source, start..start + text.len()) }
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

/// The beginning of what may be very long.
fn shortened(written: &str) -> String {
    if written.len() <= 40 { written.to_owned() } else { written.chars().take(40).chain("…".chars()).collect() }
}

/// Keywords that say nothing more than the rule they stand in.
fn says_nothing(rule: Rule) -> bool {
    matches!(
        rule,
        Rule::if_kw
            | Rule::then_kw
            | Rule::else_kw
            | Rule::for_kw
            | Rule::add_kw
            | Rule::after_kw
            | Rule::ask_kw
            | Rule::before_kw
            | Rule::budget_kw
            | Rule::by_kw
            | Rule::cards_kw
            | Rule::cast_kw
            | Rule::choose_kw
            | Rule::choosing_kw
            | Rule::cut_kw
            | Rule::decide_kw
            | Rule::deck_kw
            | Rule::dice_kw
            | Rule::draw_kw
            | Rule::expect_kw
            | Rule::extend_kw
            | Rule::extends_kw
            | Rule::from_kw
            | Rule::further_kw
            | Rule::given_kw
            | Rule::group_kw
            | Rule::house_kw
            | Rule::item_kw
            | Rule::judged_kw
            | Rule::kind_kw
            | Rule::ladder_kw
            | Rule::let_kw
            | Rule::mode_kw
            | Rule::modifier_kw
            | Rule::modifiers_kw
            | Rule::most_kw
            | Rule::needs_kw
            | Rule::note_kw
            | Rule::odds_kw
            | Rule::of_kw
            | Rule::one_kw
            | Rule::pay_kw
            | Rule::period_kw
            | Rule::plan_kw
            | Rule::procedure_kw
            | Rule::refused_kw
            | Rule::repeat_kw
            | Rule::replace_kw
            | Rule::resolve_kw
            | Rule::reveal_kw
            | Rule::roll_kw
            | Rule::rolls_kw
            | Rule::rule_kw
            | Rule::run_kw
            | Rule::scale_kw
            | Rule::set_kw
            | Rule::shuffle_kw
            | Rule::signal_kw
            | Rule::slots_kw
            | Rule::step_kw
            | Rule::stop_kw
            | Rule::sum_kw
            | Rule::system_kw
            | Rule::table_kw
            | Rule::through_kw
            | Rule::to_kw
            | Rule::until_kw
            | Rule::upfront_kw
            | Rule::use_kw
            | Rule::versus_kw
            | Rule::with_kw
    )
}
