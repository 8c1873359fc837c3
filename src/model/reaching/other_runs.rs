//! Values of a run other than the current one.

use crate::model::typing::Notes;
use crate::model::{Expr, ExprKind, Type};

/// Whether it is part of something that another run has.
pub fn is_of_another_run(notes: &Notes, expr: &Expr) -> bool {
    let goes_through = |variable| notes.items.get(variable).is_some_and(|items| !items.is_own);
    matches!(expr.ty, Type::Run(_))
        || matches!(&expr.kind, ExprKind::Var(variable) if goes_through(variable))
        || expr.parts().into_iter().any(|part| is_of_another_run(notes, part))
}
