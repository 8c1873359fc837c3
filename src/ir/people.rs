//! Who rolls, and who decides.

use serde::{Deserialize, Serialize};

use crate::shared_text::SharedText;

/// Whose dice or cards they are.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Roller {
    /// The name of whoever acts, as it is declared; empty when nobody does.
    pub name: SharedText,
    /// Their title for people, or else their name.
    pub title: SharedText,
    /// Whether the roll itself is kept from the players.
    pub secret: bool,
}

/// Who decides a question.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Decider {
    /// Their name, as it is declared; empty where nobody is named.
    pub name: SharedText,
    /// Their title for people, or else their name.
    pub title: SharedText,
}
