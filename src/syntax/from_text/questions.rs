//! Questions about odds.

use super::{Parts, Reader, Rule, inner};
use crate::syntax::ast::{Expr, Question, QuestionKind};

impl Reader<'_> {
    /// `one_question = { … (chance | mean | bare) … }`
    pub(super) fn question(&mut self, parts: &mut Parts<'_>) -> Option<Question> {
        let part = parts.next()?;
        let (span, rule) = (self.span(&part), part.as_rule());
        let mut parts = inner(part);
        // `P` and `E` have said what they have to say by the rule they began.
        let _ = parts.has(Rule::chance_word) || parts.has(Rule::mean_word);
        let asked = self.take_expr(&mut parts);
        let kind = match rule {
            Rule::chance => QuestionKind::Chance(asked),
            Rule::mean => QuestionKind::Mean(asked),
            Rule::bare => QuestionKind::Of(asked),
            other => return self.unread(other, span),
        };
        let given = parts.next_of(Rule::question_given).map(|part| self.question_given(&mut inner(part)));
        Some(Question { span, kind, given })
    }

    /// `question_given = { nl* ~ given_word ~ nl* ~ expr }`
    fn question_given(&mut self, parts: &mut Parts<'_>) -> Expr {
        let _ = parts.has(Rule::given_word);
        self.take_expr(parts)
    }
}
