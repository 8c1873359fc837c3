//! Who may see something: the one answer to "from whom is it hidden" that programs, verdicts and pages share.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// For whom something is told. What is told to more people comes first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Visibility {
    /// For everybody.
    All,
    /// For the game master.
    Gm,
    /// For nobody at the table; it stands in the log.
    Hidden,
}

impl Visibility {
    /// For whom something is that was made of several: for those who may know all of them. What is made of nothing is for
    /// everybody.
    pub fn of_all(parts: impl IntoIterator<Item = Self>) -> Self {
        parts.into_iter().max().unwrap_or(Self::All)
    }

    /// What a stored value means that names nobody: it was written before anything could be hidden, or leaves it out because
    /// it is for everybody.
    pub(crate) fn left_out() -> Self {
        Self::All
    }

    /// Whether it is for everybody.
    #[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes what it may leave out by reference")]
    pub(crate) fn is_for_all(&self) -> bool {
        *self == Self::All
    }
}
