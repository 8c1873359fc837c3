//! The requests.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::id::Id;
use super::script_request::{AdviceOf, Check, OddsOf, Run, Test};
use super::seed::GivenSeed;
use super::words::{For, Format, Want};
use crate::journal::EntryMode;

/// What is asked of the server, with the name of the method and its fields as they stand in a message.
///
/// ```
/// use assize::protocol::{Request, Undo};
///
/// let request = Request::Undo(Undo { session: "table 3".to_owned() });
/// let written = serde_json::to_string(&request).unwrap();
/// assert_eq!(written, r#"{"method":"session/undo","params":{"session":"table 3"}}"#);
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "method", content = "params")]
pub enum Request {
    /// Begins the conversation: nothing else is done before it. Says who talks, and which version of the protocol is spoken.
    #[serde(rename = "initialize")]
    Initialize(Initialize),
    /// Opens a session; with `--journals`, goes on with the one of that name.
    #[serde(rename = "session/open")]
    Open(Open),
    /// Enters a statement, or asks for the value of an expression.
    #[serde(rename = "session/enter")]
    Enter(Enter),
    /// Undoes the last entry that counts.
    #[serde(rename = "session/undo")]
    Undo(Undo),
    /// Restores the entry that was undone last.
    #[serde(rename = "session/redo")]
    Redo(Redo),
    /// Changes the text of an earlier entry, and redoes what stands behind it with the dice it had.
    #[serde(rename = "session/edit")]
    Edit(Edit),
    /// Tells the values of things.
    #[serde(rename = "session/state")]
    State(AskState),
    /// Tells what a value was made of.
    #[serde(rename = "session/why")]
    Why(Why),
    /// Tells exact odds of what comes after everything that has happened.
    #[serde(rename = "session/odds")]
    Odds(AskOdds),
    /// Tells the best choices in a statement that is not entered.
    #[serde(rename = "session/advise")]
    Advise(AskAdvice),
    /// Lists the entries.
    #[serde(rename = "session/history")]
    History(AskHistory),
    /// Tells the whole session as one text.
    #[serde(rename = "session/export")]
    Export(Export),
    /// Says how entries are answered from now on.
    #[serde(rename = "session/mode")]
    AnswerBy(AnswerBy),
    /// Says who fills a role of the scenes to come.
    #[serde(rename = "session/cast")]
    CastRole(CastRole),
    /// Closes a session; its journal, if it has one, stays.
    #[serde(rename = "session/close")]
    Close(Close),
    /// Runs a script once, without a session.
    #[serde(rename = "run")]
    Run(Run),
    /// Looks for mistakes in a script without running it.
    #[serde(rename = "check")]
    Check(Check),
    /// Runs the `expect`s of a script.
    #[serde(rename = "test")]
    Test(Test),
    /// Finds exact odds of a script, without a session.
    #[serde(rename = "odds")]
    OddsOf(OddsOf),
    /// Finds the best choices in a script, without a session.
    #[serde(rename = "advise")]
    AdviceOf(AdviceOf),
    /// Lists the requests with their fields.
    #[serde(rename = "help")]
    Help(AskHelp),
}

/// What is said to the server without a response.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "method", content = "params")]
pub enum ClientNotification {
    /// Calls off a request that is under way, or breaks off one that waits for a person. It is refused then with -32001,
    /// unless it was done before.
    #[serde(rename = "$/cancel")]
    Cancel(CancelRequest),
}

/// The fields of `$/cancel`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct CancelRequest {
    /// The id of the request.
    pub id: Id,
}

/// A program at one end of the conversation.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Peer {
    /// Its name.
    pub name: String,
    /// Its version.
    pub version: String,
}

/// The fields of `initialize`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Initialize {
    /// Who asks.
    pub client: Peer,
    /// The version of the protocol that it speaks.
    pub protocol: u32,
}

/// The fields of `session/open`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Open {
    /// What the session is called from now on.
    pub session: String,
    /// The seed of public rolls; a fresh one if left out. Whoever guesses it can foresee them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seed: Option<GivenSeed>,
    /// The seed of secret rolls; a fresh one if left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub secret_seed: Option<GivenSeed>,
    /// Texts that `use` finds, by their names.
    #[serde(default)]
    pub texts: BTreeMap<String, String>,
    /// For whom the result is.
    #[serde(default, rename = "for")]
    pub whom: For,
}

/// The fields of `session/enter`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Enter {
    /// What the session is called.
    pub session: String,
    /// The statement or the expression.
    pub text: String,
    /// For whom the result is.
    #[serde(default, rename = "for")]
    pub whom: For,
    /// What is wanted of the verdict.
    #[serde(default = "super::words::brief")]
    pub want: Vec<Want>,
    /// Whether what happens is told while it happens, by the notification `event`.
    #[serde(default)]
    pub events: bool,
}

/// The fields of `session/undo`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Undo {
    /// What the session is called.
    pub session: String,
}

/// The fields of `session/redo`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Redo {
    /// What the session is called.
    pub session: String,
}

/// The fields of `session/edit`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Edit {
    /// What the session is called.
    pub session: String,
    /// The number of the entry.
    pub number: u64,
    /// What it says from now on.
    pub text: String,
    /// For whom the result is.
    #[serde(default, rename = "for")]
    pub whom: For,
    /// What is wanted of the verdict.
    #[serde(default = "super::words::brief")]
    pub want: Vec<Want>,
}

/// The fields of `session/state`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct AskState {
    /// What the session is called.
    pub session: String,
    /// For whom the result is.
    #[serde(default, rename = "for")]
    pub whom: For,
}

/// The fields of `session/why`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Why {
    /// What the session is called.
    pub session: String,
    /// The value, such as `lift.height`; the last entry if left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// For whom the result is.
    #[serde(default, rename = "for")]
    pub whom: For,
}

/// The fields of `session/odds`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct AskOdds {
    /// What the session is called.
    pub session: String,
    /// A statement that is not entered.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub statement: Option<String>,
    /// `P(NAME.PART >= LEVEL)`, `E(NAME.PART)`, `sd(…)`, `median(…)`, `quantile(…, 90%)`, or a bare condition; a name alone asks for its levels; every level of every
    /// result if left out.
    #[serde(default)]
    pub questions: Vec<String>,
    /// Only runs in which this holds are counted.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub given: Option<String>,
    /// For whom the result is. Where something is kept from the players, they get no odds.
    #[serde(default, rename = "for")]
    pub whom: For,
    /// Whether it is told how far they have come, four times a second, by the notification `progress`.
    #[serde(default)]
    pub progress: bool,
    /// Whether the result is what is known by then, if it is called off, takes too long or exceeds the budget.
    #[serde(default)]
    pub keep: bool,
}

/// The fields of `session/advise`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct AskAdvice {
    /// What the session is called.
    pub session: String,
    /// A statement that is not entered, whose choices are to be made.
    pub statement: String,
    /// What is to be as high as possible: `P(NAME.PART >= LEVEL)` or `E(NAME.PART)`; the goal that the statement suggests if left out.
    #[serde(default)]
    pub goal: String,
    /// Whose choices make it as low as possible.
    #[serde(default)]
    pub against: Vec<String>,
    /// In so many conditions at most it is told what is best at each choice; three if left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub plain: Option<usize>,
    /// Whether the result holds the advice as a policy too, which `run` can play by.
    #[serde(default)]
    pub policy: bool,
    /// For whom the result is. Where something is kept from the players, they get no advice.
    #[serde(default, rename = "for")]
    pub whom: For,
    /// Whether it is told how many situations have been compared, four times a second, by the notification `progress`.
    #[serde(default)]
    pub progress: bool,
    /// Whether the result is what is known by then, if it is called off or takes too long.
    #[serde(default)]
    pub keep: bool,
}

/// The fields of `session/history`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct AskHistory {
    /// What the session is called.
    pub session: String,
    /// For whom the result is.
    #[serde(default, rename = "for")]
    pub whom: For,
}

/// The fields of `session/export`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Export {
    /// What the session is called.
    pub session: String,
    /// As what.
    #[serde(default)]
    pub format: Format,
    /// For whom the result is.
    #[serde(default, rename = "for")]
    pub whom: For,
}

/// The fields of `session/mode`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct AnswerBy {
    /// What the session is called.
    pub session: String,
    /// How.
    pub mode: EntryMode,
    /// Whose dice are rolled by hand in the mode `table`; everybody's if left out.
    #[serde(default)]
    pub by_hand: Vec<String>,
}

/// The fields of `session/cast`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct CastRole {
    /// What the session is called.
    pub session: String,
    /// The role.
    pub role: String,
    /// Who fills it.
    pub thing: String,
}

/// The fields of `session/close`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Close {
    /// What the session is called.
    pub session: String,
}

/// The fields of `help`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct AskHelp {}

impl Request {
    /// The session it is about; none for what needs none.
    pub fn session(&self) -> Option<&str> {
        match self {
            Self::Open(Open { session, .. })
            | Self::Enter(Enter { session, .. })
            | Self::Undo(Undo { session })
            | Self::Redo(Redo { session })
            | Self::Edit(Edit { session, .. })
            | Self::State(AskState { session, .. })
            | Self::Why(Why { session, .. })
            | Self::Odds(AskOdds { session, .. })
            | Self::Advise(AskAdvice { session, .. })
            | Self::History(AskHistory { session, .. })
            | Self::Export(Export { session, .. })
            | Self::AnswerBy(AnswerBy { session, .. })
            | Self::CastRole(CastRole { session, .. })
            | Self::Close(Close { session }) => Some(session),
            Self::Initialize(_)
            | Self::Run(_)
            | Self::Check(_)
            | Self::Test(_)
            | Self::OddsOf(_)
            | Self::AdviceOf(_)
            | Self::Help(_) => None,
        }
    }
}
