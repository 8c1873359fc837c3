//! Questions about odds.

use super::parts::{Node, Parts, Rule, inner};
use super::reader::Reader;
use crate::diagnostic::{Diagnostic, codes};
use crate::syntax::ast::{CallArgument, Expr, ExprKind, Phrase, Question};

impl Reader<'_> {
    /// `one_question = { … expr ~ question_given? … }`
    pub(super) fn question(&mut self, parts: &mut Parts<'_>) -> Option<Question> {
        parts.peek()?;
        let asked = self.take_expr(parts);
        let given = self.maybe_given(parts);
        let span = given.as_ref().map_or(asked.span, |given| asked.span.to(given.span));
        if let Some(given) = given.as_ref().filter(|_| asked.asks_for_odds()) {
            let finding = Diagnostic::error(codes::SYNTAX, given.span, "a condition is needed between the brackets");
            self.sink.push(finding.help("only one `given` is allowed: `P(A given B)`"));
            return None;
        }
        Some(Question { span, asked, given })
    }

    /// `odds_of = { odds_word ~ odds_call }`, `odds_call = { … odds_part ~ ("," ~ odds_part)* … }`
    pub(super) fn odds_call(&mut self, part: Node<'_>) -> ExprKind {
        let mut parts = inner(part);
        let word = self.take_word(Rule::odds_word, &mut parts);
        let callee = Expr { span: word.span, kind: ExprKind::Name(Phrase { words: vec![word] }) };
        let mut within = inner(parts.next_of(Rule::odds_call));
        let mut arguments = vec![self.odds_argument(&mut within)];
        while let Some(Rule::percent | Rule::expr) = within.peek() {
            arguments.push(self.odds_argument(&mut within));
        }
        self.end(&mut within);
        ExprKind::Call(Box::new(callee), arguments)
    }

    /// `odds_part = _{ (percent | expr) ~ question_given? }`
    fn odds_argument(&mut self, parts: &mut Parts<'_>) -> CallArgument {
        let asked = match parts.next_of(Rule::percent) {
            Some(part) => Expr { span: self.span(&part), kind: self.decimal(&part) },
            None => self.take_expr(parts),
        };
        match self.maybe_given(parts) {
            Some(condition) => CallArgument::Given { asked, condition },
            None => CallArgument::Value(asked),
        }
    }

    /// `question_given = { given_word ~ expr }`
    fn maybe_given(&mut self, parts: &mut Parts<'_>) -> Option<Expr> {
        parts.next_of(Rule::question_given).map(|part| self.take_expr(&mut inner(part)))
    }
}
