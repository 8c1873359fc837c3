//! Functions that a program calls: whose they are, and what they return.

use serde::{Deserialize, Serialize};

/// By this name a program knows the functions of its host, which stand in expressions only.
pub const HOST: &str = "host";

/// What a function can change where it is called.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Returns {
    /// Nothing: it can refuse, and say something.
    Nothing,
    /// A number, in an expression.
    Number,
    /// Yes or no, in an expression.
    YesNo,
    /// So much is added to a number; 0 when it has nothing to add.
    Added,
    /// Another level of `scales[n]`; unreached when it stays the same.
    Level(u32),
}

impl Returns {
    /// How many values come out.
    pub fn count(self) -> usize {
        usize::from(self != Returns::Nothing)
    }
}
