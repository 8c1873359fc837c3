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
