//! The rows of a sum, as a program reports them.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::Operand;
use crate::shared_text::SharedText;
use crate::source::Span;

/// One labelled source of a sum.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TraceRow {
    /// What it is called.
    pub label: SharedText,
    /// Its value.
    pub value: Operand,
    /// Where it is written in the system.
    pub span: Span,
    /// What a scene put in, with its reasons.
    pub parts: Vec<Part>,
    /// The named values it was computed from.
    pub reads: Arc<[SharedText]>,
    /// The level whose column its value is, and the level's scale.
    #[serde(default)]
    pub level: Option<(Operand, u32)>,
}

/// One number of a calculation with dice.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TraceTerm {
    /// The words before it: operators and brackets.
    pub before: SharedText,
    /// The number.
    pub value: Operand,
}

/// One entry of a blank, as a scene wrote it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Part {
    /// As written, such as `minor sickness` or `dead`.
    pub label: SharedText,
    /// The reason given.
    pub text: Option<SharedText>,
    /// Its value; unreached when it does not apply.
    pub value: Operand,
    /// What it counts for those who know of it.
    pub if_known: Operand,
    /// Where the scene says so.
    pub span: Span,
    /// Why it may not apply, told when its value is unreached: "not known to the servant".
    pub unless: Option<SharedText>,
    /// The level that was put in, and its scale: it is told in the place of the label.
    #[serde(default)]
    pub level: Option<(Operand, u32)>,
}
