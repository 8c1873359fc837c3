//! What is allowed between the brackets of a call, whatever is called.

use super::Typer;
use crate::diagnostic::{Diagnostic, codes};
use crate::source::Span;
use crate::syntax::ast::{self, CallArgument};

impl Typer<'_> {
    /// The one value that an argument is. `x in LIST : …` is many, and only a function over a list takes it, alone.
    pub fn single<'a>(&mut self, argument: &'a CallArgument) -> Option<&'a ast::Expr> {
        match argument {
            CallArgument::Value(value) => Some(value),
            CallArgument::Given { condition, .. } => {
                let complaint = Diagnostic::error(codes::ARGUMENTS, condition.span, "a condition is not allowed here");
                self.report(
                    complaint.help("`given` belongs to a claim or a question about odds: `P(A given B) = 1/6`"),
                );
                None
            }
            CallArgument::Each { variable, .. } => {
                let message = "a value for each item of a list is not allowed here".to_string();
                let complaint = Diagnostic::error(codes::ARGUMENTS, variable.span, message);
                self.report(complaint.help("a function over a list takes only the list: `sum(x in LIST : …)`"));
                None
            }
        }
    }

    /// Says that a call has too many arguments or too few; `help` shows how it is written.
    pub fn wrong_arguments(&mut self, name: &str, (found, wanted): (usize, usize), span: Span, help: &str) {
        let message = format!("`{name}` takes {wanted} argument{}, not {found}", if wanted == 1 { "" } else { "s" });
        self.report(Diagnostic::error(codes::ARGUMENTS, span, message).help(help));
    }
}
