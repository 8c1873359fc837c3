//! `expect … { … }`.

use super::parts::{Node, Parts, Rule, inner};
use super::reader::Reader;
use crate::shared_text::SharedText;
use crate::syntax::ast::{
    Claim, Expect, ExpectLine, ExpectMode, Expr, ExprKind, Line, LineValue, Statement, StatementKind,
};

impl Reader<'_> {
    /// `expect = { expect_kw ~ expect_mode? ~ choosing* ~ text? ~ "{" ~ (expect_line ~ (sep+ ~ expect_line)*)? ~ "}" }`
    pub(super) fn expect(&mut self, parts: &mut Parts<'_>) -> Expect {
        let mode = parts.next_of(Rule::expect_mode).and_then(|part| self.expect_mode(&mut inner(part)));
        let mut choosing = Vec::new();
        while let Some(part) = parts.next_of(Rule::choosing) {
            choosing.extend(self.each(Rule::choice, inner(part), Self::choice));
        }
        let text = self.maybe_plain_text(parts);
        let lines = self.lines(parts, Self::expect_line, |line| match line {
            ExpectLine::Statement(statement) => &mut statement.trivia,
            ExpectLine::Claim(claim) => &mut claim.trivia,
        });
        Expect { mode, choosing, text, lines }
    }

    /// `choice = { target ~ "=" ~ (number | phrase) }`
    fn choice(&mut self, part: Node<'_>) -> (Expr, SharedText) {
        let mut parts = inner(part);
        let name = self.take_target(&mut parts);
        let option = match parts.next_of(Rule::number) {
            Some(number) => number.as_str().to_owned(),
            None => self.take_phrase(&mut parts).text().into(),
        };
        (name, option.into())
    }

    /// `expect_mode = { by_dice | by_odds | refused | expect_word | expect_random ~ number? }`
    #[expect(clippy::wildcard_enum_match_arm, reason = "a rule that is not named here is told as unread")]
    fn expect_mode(&mut self, parts: &mut Parts<'_>) -> Option<ExpectMode> {
        let part = parts.next()?;
        Some(match part.as_rule() {
            Rule::by_dice => ExpectMode::Dice(self.numbers(&mut inner(part))),
            Rule::by_odds => ExpectMode::Odds(self.maybe_expr(&mut inner(part))),
            Rule::refused => ExpectMode::Refused(self.maybe_plain_text(&mut inner(part))),
            Rule::expect_random => ExpectMode::Random(self.maybe_number(parts).map(|(seed, _)| seed)),
            Rule::expect_word if part.as_str() == "automatic" => ExpectMode::Automatic,
            Rule::expect_word => ExpectMode::Deliberate,
            _ => {
                self.unread(&part);
                return None;
            }
        })
    }

    /// `expect_line = _{ concealed_full | plain_full | claim }`
    fn expect_line(&mut self, part: Node<'_>) -> ExpectLine {
        if part.as_rule() != Rule::claim {
            return ExpectLine::Statement(self.statement(part));
        }
        let (condition, trivia) = self.around(part, |reader, part| reader.take_expr(&mut inner(part)));
        // A claim says something of a name: several words alone are a line of a scene, such as `actor ada`.
        if let ExprKind::Name(words) = &condition.kind
            && words.words.len() > 1
        {
            let words = words.clone();
            let line = Line { words, value: LineValue::None, text: None, by: None, versus: None, body: None };
            return ExpectLine::Statement(Statement { span: condition.span, kind: StatementKind::Line(line), trivia });
        }
        ExpectLine::Claim(Claim { condition, trivia })
    }
}
