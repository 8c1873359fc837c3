//! Questions about odds.

use super::parts::{Parts, Rule, inner};
use super::reader::Reader;
use crate::syntax::ast::{Expr, Question, QuestionKind};

impl Reader<'_> {
    /// `one_question = { … (chance | mean | bare) … }`, each of them `{ … expr ~ question_given? … }`
    #[expect(clippy::wildcard_enum_match_arm, reason = "a rule that is not named here is told as unread")]
    pub(super) fn question(&mut self, parts: &mut Parts<'_>) -> Option<Question> {
        let part = parts.next()?;
        let (span, rule) = (self.span(&part), part.as_rule());
        let mut within = inner(part.clone());
        let asked = self.take_expr(&mut within);
        let kind = match rule {
            Rule::chance => QuestionKind::Chance(asked),
            Rule::mean => QuestionKind::Mean(asked),
            Rule::bare => QuestionKind::Of(asked),
            _ => {
                self.unread(&part);
                return None;
            }
        };
        let given = within.next_of(Rule::question_given).map(|part| self.question_given(&mut inner(part)));
        self.end(&mut within);
        Some(Question { span, kind, given })
    }

    /// `question_given = { given_word ~ expr }`
    fn question_given(&mut self, parts: &mut Parts<'_>) -> Expr {
        self.take_expr(parts)
    }
}
