//! Words that requests and results share: who may see something, what is wanted of it, and how a script is answered.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::engine::Resource;
use crate::verdict::Audience;

/// For whom a result is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum For {
    /// What everybody may learn. It is the usual one, since results are posted where players read them.
    #[default]
    Players,
    /// Secrets as well.
    Gm,
    /// Everything, and what is hidden from the game master too.
    Log,
}

/// What is wanted of a verdict.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Want {
    /// The named results alone, without what led to them.
    Brief,
    /// The whole verdict, as `assize run --format json` prints it.
    Data,
    /// In words, for people at a table.
    Text,
    /// In Markdown, for the log of a session or a chat.
    Markdown,
    /// One page for a browser.
    Html,
}

/// As what a session is exported.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Format {
    /// For the log of a session.
    #[default]
    Markdown,
    /// One page for a browser.
    Html,
    /// The verdict about the page, for programs.
    Json,
    /// A script that does what has happened. It tells everything, so it is not for players.
    Script,
}

/// What there was too little of for exact odds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum TooLittle {
    /// Distinct situations.
    Situations,
    /// Answers followed from one situation to the next.
    Answers,
    /// Bytes held at a time.
    Memory,
}

impl From<Resource> for TooLittle {
    fn from(of: Resource) -> Self {
        match of {
            Resource::Situations => TooLittle::Situations,
            Resource::Answers => TooLittle::Answers,
            Resource::Memory => TooLittle::Memory,
        }
    }
}

impl From<For> for Audience {
    fn from(whom: For) -> Self {
        match whom {
            For::Players => Audience::Players,
            For::Gm => Audience::Gm,
            For::Log => Audience::Log,
        }
    }
}

/// What is wanted when nothing is said of it.
pub(super) fn brief() -> Vec<Want> {
    vec![Want::Brief]
}
