//! The parts without lines of their own: words, names and numbers.

use super::parts::{Node, Parts, Rule, inner};
use super::reader::Reader;
use crate::diagnostic::{Diagnostic, codes};
use crate::shared_text::SharedText;
use crate::source::Span;
use crate::syntax::ast::{Phrase, Word};

impl Reader<'_> {
    /// `word`, `any_word`, `number` in a label, `in`: a part without parts.
    pub(super) fn word(&self, part: &Node<'_>) -> Word {
        let (start, text) = (self.base + part.as_span().start(), part.as_str());
        Word { text: text.into(), span: Span::new(self.source, start..start + text.len()) }
    }

    /// `phrase = ${ word ~ (gap ~ word)* }`, `member_name = ${ any_word ~ (gap ~ word)* }`,
    /// `label = { (any_word | number)+ }`
    pub(super) fn phrase(&self, part: Node<'_>) -> Phrase {
        Phrase { words: inner(part).map(|word| self.word(&word)).collect() }
    }

    pub(super) fn take_word(&mut self, rule: Rule, parts: &mut Parts<'_>) -> Word {
        match parts.next_of(rule) {
            Some(part) => self.word(&part),
            None => Word { text: SharedText::default(), span: self.missing(rule, parts) },
        }
    }

    pub(super) fn take_phrase(&mut self, parts: &mut Parts<'_>) -> Phrase {
        self.take_phrase_of(Rule::phrase, parts)
    }

    /// A run of words that is no `phrase` but a `label` or a `member_name`.
    pub(super) fn take_phrase_of(&mut self, rule: Rule, parts: &mut Parts<'_>) -> Phrase {
        if let Some(part) = parts.next_of(rule) {
            return self.phrase(part);
        }
        self.missing(rule, parts);
        Phrase { words: Vec::new() }
    }

    pub(super) fn maybe_phrase(&self, parts: &mut Parts<'_>) -> Option<Phrase> {
        parts.next_of(Rule::phrase).map(|part| self.phrase(part))
    }

    /// `name_list = { phrase ~ ("," ~ phrase)* }`
    pub(super) fn take_names(&mut self, parts: &mut Parts<'_>) -> Vec<Phrase> {
        if let Some(part) = parts.next_of(Rule::name_list) {
            return self.each(Rule::phrase, inner(part), |reader, part| reader.phrase(part));
        }
        self.missing(Rule::name_list, parts);
        Vec::new()
    }

    /// `number = @{ ASCII_DIGIT+ }`; one that is too large goes to the sink.
    pub(super) fn number(&mut self, part: &Node<'_>) -> i64 {
        part.as_str().parse().unwrap_or_else(|_| {
            let most = i64::MAX;
            let message = format!("the number `{}` is too large", shortened(part.as_str()));
            let finding = Diagnostic::error(codes::NUMBER_TOO_LARGE, self.span(part), message)
                .help(format!("the largest number is {most}"));
            self.sink.push(finding);
            0
        })
    }

    pub(super) fn take_number(&mut self, parts: &mut Parts<'_>) -> (i64, Span) {
        match self.maybe_number(parts) {
            Some(number) => number,
            None => (0, self.missing(Rule::number, parts)),
        }
    }

    pub(super) fn maybe_number(&mut self, parts: &mut Parts<'_>) -> Option<(i64, Span)> {
        parts.next_of(Rule::number).map(|part| (self.number(&part), self.span(&part)))
    }

    pub(super) fn numbers(&mut self, parts: &mut Parts<'_>) -> Vec<(i64, Span)> {
        std::iter::from_fn(|| self.maybe_number(parts)).collect()
    }
}

/// The beginning of what may be very long.
fn shortened(written: &str) -> String {
    if written.len() <= 40 { written.to_owned() } else { written.chars().take(40).chain("…".chars()).collect() }
}
