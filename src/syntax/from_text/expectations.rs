//! `expect … { … }`.

use super::{Part, Parts, Reader, Rule, inner};
use crate::syntax::ast::{Expect, ExpectLine, ExpectMode, Expr, ExprKind, Line, LineValue, Statement, StatementKind};

impl Reader<'_> {
    pub(super) fn expect(&mut self, parts: &mut Parts<'_>) -> Expect {
        let mode = parts.next_of(Rule::expect_mode).and_then(|part| self.expect_mode(&mut inner(part)));
        let mut choosing = Vec::new();
        while let Some(part) = parts.next_of(Rule::choosing) {
            choosing.extend(inner(part).map(|choice| self.choice(&mut inner(choice))));
        }
        Expect {
            mode,
            choosing,
            text: self.maybe_text(parts),
            lines: parts.map(|part| self.expect_line(part)).collect(),
        }
    }

    /// The path of a choice, and the option or the number taken.
    fn choice(&mut self, parts: &mut Parts<'_>) -> (Expr, String) {
        let name = self.take_place(parts);
        let option = match self.maybe_phrase(parts) {
            Some(option) => option.text(),
            None => parts.next().map_or_else(String::new, |number| number.as_str().to_owned()),
        };
        (name, option)
    }

    fn expect_mode(&mut self, parts: &mut Parts<'_>) -> Option<ExpectMode> {
        let part = parts.next()?;
        Some(match part.as_rule() {
            Rule::by_dice => ExpectMode::Dice(self.numbers(&mut inner(part))),
            Rule::by_odds => ExpectMode::Odds(self.maybe_expr(&mut inner(part))),
            Rule::refused => ExpectMode::Refused(self.maybe_text(&mut inner(part))),
            _ => match part.as_str() {
                "automatic" => ExpectMode::Automatic,
                "deliberate" => ExpectMode::Deliberate,
                _ => ExpectMode::Random(self.take_number(parts).map(|(seed, _)| seed)),
            },
        })
    }

    fn expect_line(&mut self, part: Part<'_>) -> ExpectLine {
        if part.as_rule() != Rule::claim {
            return ExpectLine::Statement(self.statement(part));
        }
        let claim = self.take_expr(&mut inner(part));
        match claim.kind {
            // A claim says something of a name: several words alone are a line of a scene, such as `actor ada`.
            ExprKind::Name(words) if words.words.len() > 1 => ExpectLine::Statement(Statement {
                span: claim.span,
                kind: StatementKind::Line(Line {
                    words,
                    value: LineValue::None,
                    text: None,
                    by: None,
                    versus: None,
                    body: None,
                }),
            }),
            _ => ExpectLine::Claim(claim),
        }
    }
}
