//! What can be asked for.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::seed::GivenSeed;
use crate::diagnostic::{Diagnostic, clean, codes};
use crate::engine;
use crate::journal;
use crate::verdict::Audience;

/// By which a request and its answer are known to each other: a whole number or a text of the asker's choice.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(untagged)]
pub(super) enum Id {
    /// A whole number.
    Number(i64),
    /// A text.
    Text(String),
}

/// A request.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(tag = "do", rename_all = "snake_case", deny_unknown_fields)]
pub(super) enum Request {
    /// Opens a session; with `--journals`, goes on with the one of that name.
    Open {
        /// What the session is called from now on.
        session: String,
        /// The seed of public rolls; a fresh one if left out. Whoever guesses it can foresee them.
        seed: Option<GivenSeed>,
        /// The seed of secret rolls; a fresh one if left out.
        secret_seed: Option<GivenSeed>,
        /// Texts that `use` finds, by their names.
        #[serde(default)]
        texts: BTreeMap<String, String>,
        /// For whom the answer is.
        #[serde(default, rename = "for")]
        whom: For,
    },
    /// Enters a statement, or asks for the value of an expression.
    Enter {
        /// The session.
        session: String,
        /// The statement or the expression.
        text: String,
        /// For whom the answer is.
        #[serde(default, rename = "for")]
        whom: For,
        /// What the verdict is shown as, besides the data.
        show: Option<Show>,
    },
    /// Strikes out the last entry that counts.
    Undo {
        /// The session.
        session: String,
    },
    /// Lets the entry count again that was struck out last.
    Redo {
        /// The session.
        session: String,
    },
    /// Tells the values of things.
    State {
        /// The session.
        session: String,
        /// For whom the answer is.
        #[serde(default, rename = "for")]
        whom: For,
    },
    /// Tells what a value was made of.
    Why {
        /// The session.
        session: String,
        /// The value, such as `lift.height`; the last entry if left out.
        name: Option<String>,
        /// For whom the answer is.
        #[serde(default, rename = "for")]
        whom: For,
    },
    /// Tells exact odds of what comes after everything that has happened.
    Odds {
        /// The session.
        session: String,
        /// A statement that is not entered.
        statement: Option<String>,
        /// `P(NAME.PART >= LEVEL)`, `E(NAME.PART)`, or a bare condition; a name alone asks for its levels; every level of every result if left out.
        #[serde(default)]
        questions: Vec<String>,
        /// Only runs in which this holds are counted.
        given: Option<String>,
        /// For whom the answer is. Where something is kept from the players, they get no odds.
        #[serde(default, rename = "for")]
        whom: For,
    },
    /// Lists the entries.
    History {
        /// The session.
        session: String,
        /// For whom the answer is.
        #[serde(default, rename = "for")]
        whom: For,
    },
    /// Tells the whole session as one text.
    Export {
        /// The session.
        session: String,
        /// As what.
        #[serde(default)]
        format: Format,
        /// For whom the answer is.
        #[serde(default, rename = "for")]
        whom: For,
    },
    /// Says how entries are answered from now on.
    Mode {
        /// The session.
        session: String,
        /// How.
        mode: Mode,
        /// Whose dice are rolled by hand in the mode `table`; everybody's if left out.
        #[serde(default)]
        by_hand: Vec<String>,
    },
    /// Says who fills a role of the scenes to come.
    Cast {
        /// The session.
        session: String,
        /// The role.
        role: String,
        /// Who fills it.
        thing: String,
    },
    /// Runs a script once, without a session.
    Run {
        /// The script.
        text: String,
        /// Texts that `use` finds, by their names.
        #[serde(default)]
        texts: BTreeMap<String, String>,
        /// How it is answered.
        #[serde(default)]
        mode: Mode,
        /// Whose dice are rolled by hand in the mode `table`; everybody's if left out.
        #[serde(default)]
        by_hand: Vec<String>,
        /// The seed of public rolls; a fresh one if left out.
        seed: Option<GivenSeed>,
        /// The seed of secret rolls; a fresh one if left out.
        secret_seed: Option<GivenSeed>,
        /// Faces rolled beforehand; all of them, and no more.
        dice: Option<Vec<i64>>,
        /// Choices made beforehand: a choice's name and the option's.
        #[serde(default)]
        choices: BTreeMap<String, String>,
        /// Who fills the roles of the scene.
        #[serde(default)]
        cast: BTreeMap<String, String>,
        /// For whom the answer is.
        #[serde(default, rename = "for")]
        whom: For,
        /// What the verdict is shown as, besides the data.
        show: Option<Show>,
    },
    /// Looks for mistakes in a script without running it.
    Check {
        /// The script.
        text: String,
        /// Texts that `use` finds, by their names.
        #[serde(default)]
        texts: BTreeMap<String, String>,
        /// Who fills the roles of the scene.
        #[serde(default)]
        cast: BTreeMap<String, String>,
    },
    /// Runs the `expect`s of a script.
    Test {
        /// The script.
        text: String,
        /// Texts that `use` finds, by their names.
        #[serde(default)]
        texts: BTreeMap<String, String>,
        /// Who fills the roles of the scene.
        #[serde(default)]
        cast: BTreeMap<String, String>,
    },
    /// Closes a session; its journal, if it has one, stays.
    Close {
        /// The session.
        session: String,
    },
    /// Lists the requests with their fields.
    Help {},
}

impl Request {
    /// The session it is about.
    pub(super) fn session(&self) -> Option<&str> {
        match self {
            Self::Open { session, .. }
            | Self::Enter { session, .. }
            | Self::Undo { session }
            | Self::Redo { session }
            | Self::State { session, .. }
            | Self::Why { session, .. }
            | Self::Odds { session, .. }
            | Self::History { session, .. }
            | Self::Export { session, .. }
            | Self::Mode { session, .. }
            | Self::Cast { session, .. }
            | Self::Close { session } => Some(session),
            Self::Run { .. } | Self::Check { .. } | Self::Test { .. } | Self::Help {} => None,
        }
    }
}

/// For whom an answer is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub(super) enum For {
    /// What everybody may learn. It is the usual one, since answers are posted where players read them.
    #[default]
    Players,
    /// Secrets as well.
    Gm,
    /// Everything, and what is hidden from the game master too.
    Log,
}

/// As what a verdict is shown besides its data.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub(super) enum Show {
    /// For people at a table.
    Text,
    /// For the log of a session.
    Markdown,
    /// One page for a browser.
    Html,
}

/// How an answer is told: for whom, and as what besides the data.
pub(super) type Presentation = (For, Option<Show>);

/// As what a session is exported.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub(super) enum Format {
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

/// What answers whatever a script leaves open.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub(super) enum Mode {
    /// Dice of the program.
    #[default]
    Random,
    /// Judgement, without dice.
    Deliberate,
    /// What is declared happens.
    Automatic,
    /// Dice of the people at the table, as they are asked for.
    Table,
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

impl From<Mode> for journal::Mode {
    fn from(mode: Mode) -> Self {
        match mode {
            Mode::Random => journal::Mode::Random,
            Mode::Deliberate => journal::Mode::Deliberate,
            Mode::Automatic => journal::Mode::Automatic,
            Mode::Table => journal::Mode::Table,
        }
    }
}

impl From<journal::Mode> for Mode {
    fn from(mode: journal::Mode) -> Self {
        match mode {
            journal::Mode::Random => Mode::Random,
            journal::Mode::Deliberate => Mode::Deliberate,
            journal::Mode::Automatic => Mode::Automatic,
            journal::Mode::Table => Mode::Table,
        }
    }
}

impl From<Mode> for engine::Mode {
    fn from(mode: Mode) -> Self {
        match mode {
            Mode::Random | Mode::Table => engine::Mode::Random,
            Mode::Deliberate => engine::Mode::Deliberate,
            Mode::Automatic => engine::Mode::Automatic,
        }
    }
}

/// What a line says.
#[derive(Debug)]
pub(super) enum Heard {
    /// A request.
    Request(Request),
    /// What somebody says who was asked; `None` to break off.
    Answer(Option<String>),
    /// An answer that cannot be read.
    Mumbled,
}

/// A request that makes no sense.
pub(super) fn wrong(message: impl Into<String>) -> Diagnostic {
    Diagnostic::placeless(codes::REQUEST, message)
}

/// A word of the asker, fit to be said back.
pub(super) fn echoed(word: &str) -> String {
    clean::short(word, 60)
}
