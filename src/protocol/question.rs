//! What people are asked, and how what they say is read.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::id::Id;
use crate::engine::{Answer, Ask, by_hand};
use crate::verdict::Visibility;

/// What is asked of the client, with the name of the method and its fields as they stand in a message.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "method", content = "params")]
pub enum ServerRequest {
    /// A person is asked. The request goes on with the answer, whenever it comes.
    #[serde(rename = "ask")]
    Ask(Asked),
}

/// The fields of `ask`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Asked {
    /// The id of the request that needs the answer.
    pub request: Id,
    /// The session that waits; left out for `run`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub session: Option<String>,
    /// What is wrong with the answer before, when it is asked again.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub complaint: Option<String>,
    /// What led up to it since the question before, in words.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub so_far: String,
    /// The question itself.
    #[serde(flatten)]
    pub question: Question,
}

/// A question to a person.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Question {
    /// What it is for, such as `lift.height`.
    pub path: String,
    /// The question in words.
    #[serde(rename = "question")]
    pub words: String,
    /// Who may read it, and everything said to it: `all`, or the game master alone with `gm` and `hidden`.
    pub visibility: Visibility,
    /// What is wanted.
    #[serde(flatten)]
    pub wanted: Wanted,
}

/// What a person is to say.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Wanted {
    /// The faces of dice, such as `3 5`.
    Roll {
        /// The sides of each die.
        sides: Vec<i64>,
    },
    /// The number of a card, from 0 as the system counts them.
    Draw {
        /// The deck.
        deck: String,
    },
    /// One of these options, by its whole name.
    Choose {
        /// The options, by name. All of them where what is open would tell of a secret.
        options: Vec<String>,
        /// What an empty answer means, if it means anything, and may be told.
        default: Option<String>,
    },
    /// A whole number.
    Number {
        /// The lowest that may be said; `null` when the limits would tell of a secret.
        low: Option<i64>,
        /// The highest; likewise.
        high: Option<i64>,
        /// What an empty answer means, if it means anything, and may be told.
        default: Option<i64>,
    },
}

/// What the client says to `ask`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(extend("required" = ["answer"]))]
pub struct PersonSays {
    /// What the person says, as somebody at the table would write it: `3 5`, `3+5`, the name of an option; `null` to
    /// break off.
    #[serde(deserialize_with = "Option::deserialize")]
    pub answer: Option<String>,
}

impl Question {
    /// A question that a person can answer; `None` for one that is for a program.
    pub fn of(ask: &Ask<'_>) -> Option<Self> {
        let mut visibility = Visibility::All;
        let (path, wanted) = match ask {
            Ask::Roll { roll, sides } => (&*roll.path, Wanted::Roll { sides: sides.clone() }),
            Ask::Draw { path, cards, .. } => (*path, Wanted::Draw { deck: cards.name.clone() }),
            Ask::Choose { choose, low, high, default, hides_limits, visibility: for_whom } => {
                visibility = *for_whom;
                let told = |number: i64| (!hides_limits).then_some(number);
                let default = default.and_then(told);
                let wanted = if choose.options.is_empty() {
                    Wanted::Number { low: told(*low), high: told(*high), default }
                } else {
                    let open = by_hand::options(ask).into_iter().map(str::to_owned);
                    let options = if *hides_limits { choose.options.clone() } else { open.collect() };
                    let name = |number| choose.options.get(usize::try_from(number).ok()?).cloned();
                    Wanted::Choose { options, default: default.and_then(name) }
                };
                (&*choose.path, wanted)
            }
            Ask::Resolve { .. } | Ask::Call { .. } => return None,
        };
        Some(Self { path: path.to_owned(), words: by_hand::question(ask), visibility, wanted })
    }

    /// Whether something is to be decided: then values are told that were worked out on the way.
    pub fn is_decision(&self) -> bool {
        matches!(self.wanted, Wanted::Choose { .. } | Wanted::Number { .. })
    }
}

/// The answer that somebody gives. An option is told by its whole name: at the prompt its beginning is enough, since it is
/// shown there what was understood, but a program would hear of it only when it has happened.
///
/// # Errors
/// With what is wrong with it, in one line.
pub fn read_answer(ask: &Ask<'_>, said: &str) -> Result<Answer, String> {
    let answer = by_hand::read(ask, said)?;
    let said = said.trim();
    let (Ask::Choose { choose, .. }, Answer::Choice(number, _)) = (ask, &answer) else { return Ok(answer) };
    let name = usize::try_from(*number).ok().and_then(|number| choose.options.get(number));
    match name {
        Some(name) if !said.is_empty() && name.to_lowercase() != said.to_lowercase() => {
            Err(format!("`{said}` is not the whole name of an option: {}", choose.options.join(", ")))
        }
        Some(_) | None => Ok(answer),
    }
}
