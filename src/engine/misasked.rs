//! Ways out of questions that are not questions about odds. What typing proposes is meant for a script, where these words would be
//! part of a line.

use crate::diagnostic::{Diagnostic, codes};
use crate::syntax::ast;

/// What has odds, with examples.
const QUESTIONS: &str = "ask for a condition, such as `NAME.PART is LEVEL`, for a chance `P(…)`, a mean `E(…)`, `sd(…)`, `median(…)` or `quantile(…, 90%)`, or for a result by its name";

/// What is said of a question without words.
pub(super) fn nothing_asked() -> Diagnostic {
    Diagnostic::placeless(codes::ODDS, "this question is empty").help(QUESTIONS)
}

/// Says of a question that it cannot be a condition.
pub(super) fn no_condition(question: &ast::Question) -> Diagnostic {
    if let Some(given) = &question.given {
        let message = "a condition cannot have its own condition";
        return Diagnostic::error(codes::ODDS, given.span, message).help("join the two with `and`");
    }
    let what = question.asked.odds_asked(&|_| true).map_or("question about odds", |(word, _)| word.meaning());
    let message = format!("a condition is needed here, not a {what}");
    Diagnostic::error(codes::ODDS, question.span, message)
        .help("write the condition alone, such as `lift.height is low` or `lift.total >= 5`")
}

/// A complaint about a question, with what could be asked instead: where the whole of it is nothing that has odds, and where it
/// divides outside of `P(…)` and `E(…)`.
pub(super) fn with_way_out(complaint: Diagnostic, question: &ast::Question) -> Diagnostic {
    let is_all_of_it = complaint.labels.first().is_some_and(|label| label.span == question.asked.span);
    if is_all_of_it && complaint.code == codes::WRONG_TYPE {
        complaint.help(QUESTIONS)
    } else if complaint.code == codes::ROUNDING {
        complaint.help(
            "ask for a chance or a mean, where `/` is exact: `P(…) = 1/6`, `E(… / 2)`; or use `div down` or `div up`",
        )
    } else {
        complaint
    }
}
