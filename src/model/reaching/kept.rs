//! What becomes of a value of a scene, and so whether it may be missing.

use crate::model::{Expr, ExprKind};
use crate::source::Span;

/// What becomes of a value of a scene.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Purpose {
    /// It is put somewhere, added to something or told: nothing of it may be missing.
    Kept,
    /// It is a condition, at this place.
    Condition(Span),
    /// Something else, which takes what is missing as it is.
    Other,
}

/// The effect of a condition of a scene if a run that it asks about has not happened.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Untrue {
    /// Something may happen that its words do not say, or it is no condition.
    Counts,
    /// Nothing happens: it has no `else`.
    Nothing,
    /// Nothing, as the words in hand mean it: what did not happen did not succeed, and has not got far.
    AsMeant,
}

/// Whether a value is read of a run of the scene, or of a part of it: how far a run comes hangs on more than its own rules, so all runs are
/// asked even where these seem to reach it in any case.
pub fn is_of_a_run(value: &Expr) -> bool {
    if let ExprKind::Member(base, _) = &value.kind {
        return is_of_a_run(base);
    }
    matches!(value.kind, ExprKind::Invocation(_))
}
