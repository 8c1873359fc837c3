//! Texts, and the holes in them that values fill: `"{actor} pays {missing}"`.
//!
//! To the grammar a text is a sequence of characters. What is between its braces is read here, by the rule of expressions, so
//! that it has places in the file like everything else.

use super::parts::{Node, Parts, Rule, inner, parse};
use super::reader::Reader;
use crate::diagnostic::{Diagnostic, Diagnostics, Fix, codes};
use crate::shared_text::SharedText;
use crate::source::Span;
use crate::syntax::ast::{Expr, Hole, Text};
use crate::syntax::limits::{self, Fitness};

impl Reader<'_> {
    /// A text in which values may stand.
    pub(super) fn take_text(&mut self, parts: &mut Parts<'_>) -> Text {
        match self.maybe_text(parts) {
            Some(text) => text,
            None => self.no_text(parts),
        }
    }

    pub(super) fn maybe_text(&mut self, parts: &mut Parts<'_>) -> Option<Text> {
        parts.next_of(Rule::text).map(|part| self.text(part))
    }

    /// A text that is shown as it stands.
    pub(super) fn take_plain_text(&mut self, parts: &mut Parts<'_>) -> Text {
        match self.maybe_plain_text(parts) {
            Some(text) => text,
            None => self.no_text(parts),
        }
    }

    pub(super) fn maybe_plain_text(&mut self, parts: &mut Parts<'_>) -> Option<Text> {
        parts.next_of(Rule::text).map(|part| self.plain_text(part))
    }

    pub(super) fn plain_text(&mut self, part: Node<'_>) -> Text {
        let mut text = self.text(part);
        if let Some(hole) = text.holes.first() {
            self.sink.push(no_hole_here(hole.value.span));
            text.holes.clear();
        }
        text
    }

    fn no_text(&mut self, parts: &Parts<'_>) -> Text {
        Text { text: SharedText::default(), holes: Vec::new(), span: self.missing(Rule::text, parts) }
    }

    /// `text = ${ "\"" ~ inner ~ "\"" }`
    ///
    /// `\"`, `\\` and `\n` mean a quote, a backslash and a new line; any other backslash means itself. `{{` and `}}` mean a
    /// brace.
    pub(super) fn text(&mut self, part: Node<'_>) -> Text {
        let span = self.span(&part);
        let Some(inner) = inner(part).next_of(Rule::inner) else {
            return Text { text: SharedText::default(), holes: Vec::new(), span };
        };
        let (start, written) = (inner.as_span().start(), inner.as_str());
        let (mut text, mut holes) = (String::with_capacity(written.len()), Vec::new());
        let mut rest = written.char_indices();
        while let Some((place, character)) = rest.next() {
            let next = rest.clone().next().map(|(_, next)| next);
            match (character, next) {
                ('\\', Some(escaped @ ('"' | '\\'))) | ('{', Some(escaped @ '{')) | ('}', Some(escaped @ '}')) => {
                    text.push(escaped);
                    rest.next();
                }
                ('\\', Some('n')) => {
                    text.push('\n');
                    rest.next();
                }
                ('{', _) => {
                    let behind = rest.as_str();
                    let Some(length) = behind.find('}') else {
                        self.sink.push(never_closed(self.stretch(start + place, 1)));
                        break;
                    };
                    let value = self.hole(start + place + 1, behind.get(..length).unwrap_or(""));
                    holes.extend(value.map(|value| Hole { at: text.len(), value }));
                    rest.by_ref().find(|(at, _)| *at == place + 1 + length);
                }
                _ => text.push(character),
            }
        }
        Text { text: text.into(), holes, span }
    }

    /// What stands between two braces that begin before the byte `at` of the text that is read.
    fn hole(&mut self, at: usize, written: &str) -> Option<Expr> {
        let whole = self.stretch(at, written.len());
        if let Some(place) = written.find(['#', '{', '\\']) {
            self.sink.push(unreadable(self.stretch(at + place, 1)));
            return None;
        }
        let mut found = Diagnostics::default();
        if limits::check(self.source, written, &mut found) != Fitness::Sound {
            let message = found.iter().next().map_or_else(String::new, |found| found.message.clone());
            let finding = Diagnostic::error(codes::TOO_LARGE, whole, message);
            self.sink.push(finding.help("compute it on its own line, and name it here"));
            return None;
        }
        match parse(Rule::one_expr, written) {
            Ok(mut parts) => Reader::new(self.source, written, self.base + at, self.sink).maybe_expr(&mut parts),
            Err(stopped) => {
                let place = if written.trim().is_empty() { whole } else { self.stretch(at + stopped.at, 1) };
                self.sink.push(unreadable(place));
                None
            }
        }
    }

    fn stretch(&self, at: usize, length: usize) -> Span {
        Span::new(self.source, self.base + at..self.base + at + length)
    }
}

const A_BRACE: &str = "for a brace in a text, write two: `{{`";

fn never_closed(place: Span) -> Diagnostic {
    let found = Diagnostic::error(codes::HOLE, place, "this brace opens a hole in the text and is never closed");
    found.help(format!("close it after the name or value: `{{NAME}}`; {A_BRACE}")).fix(Fix::maybe(place, "{{"))
}

fn unreadable(place: Span) -> Diagnostic {
    let found = Diagnostic::error(codes::HOLE, place, "a name or a value is needed between braces in text");
    found.help(format!("write `{{NAME}}` or `{{NAME + 1}}`; {A_BRACE}"))
}

fn no_hole_here(place: Span) -> Diagnostic {
    let found = Diagnostic::error(codes::HOLE, place, "this text cannot contain a value: it is shown as written");
    found.help(format!("remove the braces; {A_BRACE}"))
}
