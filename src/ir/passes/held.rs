//! What a register must contain where a run reaches an instruction.

use crate::semantics::arithmetic::{Value, is_yes};

/// What a register holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Held {
    /// This number.
    Number(i64),
    /// Anything but *yes*: *no*, or that it was not reached.
    NotYes,
    /// Nothing: it was not reached.
    Nothing,
}

impl Held {
    /// Whether a value is that.
    pub fn is(self, value: Value) -> bool {
        match self {
            Self::Number(number) => value == Some(number),
            Self::NotYes => !is_yes(value),
            Self::Nothing => value.is_none(),
        }
    }
}
