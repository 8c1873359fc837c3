//! What a `run` line passes to blanks and choices.

use crate::diagnostic::{Diagnostic, codes};
use crate::model::typing::{Typer, value_outside};
use crate::model::{Expr, LocalId, LocalKind, ProcedureId};
use crate::syntax::ast::Phrase;

impl Typer<'_> {
    /// Whether a line that runs something can give this a value: a blank of it, or a choice in it. Otherwise that is reported.
    pub fn can_be_handed(&mut self, procedure: ProcedureId, local: LocalId, name: &Phrase) -> bool {
        let declared = &self.system.procedures[procedure].locals[local];
        let is_open = declared.is_blank() || declared.kind == LocalKind::Choose;
        if !is_open {
            let message =
                format!("`{}` is not a blank or a choice of `{}`", name.text(), self.system.procedures[procedure].name);
            let complaint =
                Diagnostic::error(codes::MISPLACED, name.span(), message).also(declared.span, "it gets its value here");
            self.report(
                complaint
                    .help("remove this: `with` only fills values that the procedure asks for with `ask` or `choose`"),
            );
        }
        is_open
    }

    /// What a line hands to a blank keeps to its limits, as what a scene says of it does.
    pub fn handed_within(&mut self, procedure: ProcedureId, local: LocalId, value: &Expr) {
        let declared = &self.system.procedures[procedure].locals[local];
        let LocalKind::Ask { limits: Some(limits), .. } = declared.kind else { return };
        if let Some(complaint) = value_outside(&declared.name, value, limits) {
            let declared = declared.span;
            self.report(complaint.also(declared, "its limits are here"));
        }
    }
}
