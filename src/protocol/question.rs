//! Questions to people, and how their answers are read.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::id::Id;
use crate::engine::{Answer, Ask, Response, by_hand};
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
        /// The sides of each die that is to be rolled. Dice that lie on the table already are in the words of the question.
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
    /// What the person says, as somebody at the table would write it: `3 5`, `3+5`, the name of an option; `roll` or nothing
    /// lets the program roll dice or draw a card this once; `?` asks for an explanation, which comes as a complaint; `null`
    /// to break off.
    #[serde(deserialize_with = "Option::deserialize")]
    pub answer: Option<String>,
}

impl Question {
    /// A question that a person can answer; `None` for one that is for a program.
    pub fn of(ask: &Ask<'_>) -> Option<Self> {
        let mut visibility = Visibility::All;
        let (path, wanted) = match ask {
            Ask::Roll { roll, sides, on_table } => (&*roll.path, Wanted::Roll { sides: on_table.to_roll(sides) }),
            Ask::Draw { path, cards, .. } => (*path, Wanted::Draw { deck: cards.name.to_string() }),
            Ask::Choose { choose, low, high, default, hides_limits, visibility: for_whom, .. } => {
                visibility = *for_whom;
                let told = |number: i64| (!hides_limits).then_some(number);
                let default = default.and_then(told);
                let wanted = if choose.options.is_empty() {
                    Wanted::Number { low: told(*low), high: told(*high), default }
                } else {
                    let options = by_hand::options(ask).into_iter().map(str::to_owned).collect();
                    let name = |number| choose.options.get(usize::try_from(number).ok()?).map(ToString::to_string);
                    Wanted::Choose { options, default: default.and_then(name) }
                };
                (&*choose.path, wanted)
            }
            Ask::Resolve { .. } | Ask::Call { .. } => return None,
        };
        Some(Self { path: path.to_owned(), words: by_hand::question(ask), visibility, wanted })
    }
}

/// The answer that somebody gives. An option is told by its whole name: at the prompt its beginning is enough, since it is
/// shown there what was understood, but a program would hear of it only when it has happened.
///
/// # Errors
/// With what is wrong with it, in one line.
pub fn read_answer(ask: &Ask<'_>, said: &str) -> Result<Response, String> {
    let response = by_hand::read(ask, said)?;
    let said = said.trim();
    let (Ask::Choose { choose, .. }, Response::Answer(Answer::Choice(number, _))) = (ask, &response) else {
        return Ok(response);
    };
    let name = usize::try_from(*number).ok().and_then(|number| choose.options.get(number));
    match name {
        Some(name) if !said.is_empty() && name.to_lowercase() != said.to_lowercase() => {
            Err(format!("`{said}` is not the full name of an option: {}", by_hand::options(ask).join(", ")))
        }
        Some(_) | None => Ok(response),
    }
}

#[cfg(test)]
mod tests {
    use super::{Answer, Ask, Question, Response, Visibility, Wanted, read_answer};
    use crate::engine::How;
    use crate::ir::{Choose, Decider, Operand, Register, Shape};
    use crate::shared_text::SharedText;

    fn choose(options: &[&str]) -> Choose {
        let options: Vec<_> = options.iter().map(|option| SharedText::from(*option)).collect();
        let by = Decider { name: "ada".into(), title: "Ada".into() };
        let (path, question) = ("lift.how".into(), "how?".into());
        let (low, high, shape) = (Operand::Value(0), Operand::Value(3), Shape::Option(options.clone()));
        Choose { into: Register(0), path, question, by, low, high, options, default: None, shape }
    }

    fn asked(choose: &Choose, hides_limits: bool) -> Ask<'_> {
        let question = choose.question.text.clone();
        let (low, high, default, visibility) = (1, 2, Some(1), Visibility::All);
        Ask::Choose { choose, question, low, high, default, hides_limits, visibility, for_all: None }
    }

    fn wanted(choose: &Choose, hides_limits: bool) -> Wanted {
        Question::of(&asked(choose, hides_limits)).expect("it is for a person").wanted
    }

    #[test]
    fn only_what_may_be_told_of_a_choice_is_told() {
        let texts = |texts: &[&str]| texts.iter().map(|name| (*name).to_owned()).collect::<Vec<String>>();
        let named = choose(&["pull", "pull hard", "push"]);
        let default = Some("pull hard".to_owned());
        assert_eq!(wanted(&named, false), Wanted::Choose { options: texts(&["pull hard", "push"]), default });
        let all = texts(&["pull", "pull hard", "push"]);
        assert_eq!(wanted(&named, true), Wanted::Choose { options: all, default: None });
        let plain = choose(&[]);
        assert_eq!(wanted(&plain, false), Wanted::Number { low: Some(1), high: Some(2), default: Some(1) });
        assert_eq!(wanted(&plain, true), Wanted::Number { low: None, high: None, default: None });
    }

    #[test]
    fn nothing_is_taken_for_a_longer_name() {
        let named = choose(&["pull", "pull hard", "push"]);
        let read = |said: &str| read_answer(&asked(&named, false), said);
        assert_eq!(read(" Pull Hard "), Ok(Response::Answer(Answer::Choice(1, How::Person))));
        assert_eq!(read(""), Ok(Response::Answer(Answer::Choice(1, How::Default))));
        // What may not be chosen now is not taken for what may, and begins with it.
        for said in ["pull", "pus"] {
            let why = format!("`{said}` is not the full name of an option: pull hard, push");
            assert_eq!(read(said), Err(why));
        }
        assert_eq!(read("let go"), Err("`let go` is not one of these: pull hard, push".to_owned()));
        assert_eq!(read_answer(&asked(&choose(&[]), false), "2"), Ok(Response::Answer(Answer::Choice(2, How::Person))));
    }
}
