//! What is answered.

use schemars::JsonSchema;
use serde::Serialize;

use super::request::{Id, Mode, Show};
use crate::diagnostic::{Diagnostic, render};
use crate::engine::{Ask, Chance, Failure, by_hand};
use crate::session::{Entry, Session};
use crate::shared_text::SharedText;
use crate::source::SourceMap;
use crate::verdict::{Audience, Carried, Shown, Verdict, Visibility, html, markdown, text};

/// A line of the output.
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct Reply<'a> {
    /// The id of the request; `null` when none could be read.
    pub(super) id: Option<&'a Id>,
    /// What is said.
    #[serde(flatten)]
    pub(super) said: Said,
}

/// What a line of the output says.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub(super) enum Said {
    /// The request is done.
    Ok(Done),
    /// The request is refused, and has changed nothing.
    Error(Refused),
    /// A person is asked. The request goes on with the answer, which is sent with its id; what comes of it has this id, too.
    Ask(Question),
}

/// What came of a request.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(untagged)]
pub(super) enum Done {
    /// `open`
    Opened {
        /// The session.
        session: String,
        /// So many entries are in its journal already.
        entries: usize,
        /// A line that waits for an answer, or that a crash cut off. Entered again, it has the answers that were given then.
        unfinished: Option<String>,
        /// Why a new page had to begin; not for players.
        #[serde(skip_serializing_if = "Option::is_none")]
        page: Option<String>,
    },
    /// `enter` of a statement, and `run`
    Verdict {
        /// The number of the entry; none for `run`.
        #[serde(skip_serializing_if = "Option::is_none")]
        number: Option<u64>,
        /// How the program reads the statement; not for players.
        #[serde(skip_serializing_if = "Option::is_none")]
        understood: Option<String>,
        /// Why a new page had to begin; not for players.
        #[serde(skip_serializing_if = "Option::is_none")]
        page: Option<String>,
        /// What came of it.
        verdict: Verdict,
        /// The same for people, if asked for.
        #[serde(skip_serializing_if = "Option::is_none")]
        shown: Option<String>,
    },
    /// `enter` of an expression
    Value {
        /// Its value; `null` when it is kept from whom the answer is for.
        value: Option<Shown>,
        /// What was rolled for it.
        verdict: Verdict,
        /// The same for people, if asked for.
        #[serde(skip_serializing_if = "Option::is_none")]
        shown: Option<String>,
    },
    /// `mode`, and `enter` of a mode
    Mode {
        /// How entries are answered from now on.
        mode: Mode,
        /// Whose dice are rolled by hand in the mode `table`.
        by_hand: Vec<String>,
    },
    /// `undo` and `redo`
    Entry {
        /// The entry; `null` when there was none to be struck out or restored.
        entry: Option<Listed>,
    },
    /// `state`
    State {
        /// The values of things.
        values: Vec<Named>,
    },
    /// `why` and `export`
    Text {
        /// The text.
        text: String,
    },
    /// `odds`
    Odds {
        /// A chance for each question.
        chances: Vec<Odd>,
    },
    /// `history`
    History {
        /// Every entry, struck out ones as well.
        entries: Vec<Listed>,
    },
    /// `cast`
    Cast {
        /// The role.
        role: String,
        /// Who fills it.
        thing: String,
    },
    /// `check`
    Checked {
        /// What is worth a look although the script runs.
        warnings: Vec<Refused>,
    },
    /// `test`
    Tested {
        /// So many expectations hold.
        passed: usize,
        /// Of so many.
        of: usize,
        /// Those that do not hold.
        failures: Vec<Refused>,
    },
    /// `close`
    Closed {
        /// The session.
        closed: String,
    },
    /// `help`
    Help {
        /// Every request.
        requests: Vec<Described>,
    },
}

/// What is wrong.
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct Refused {
    /// The stable code, such as `AZ201`; `assize explain` has a page for each.
    pub(super) code: String,
    /// One line.
    pub(super) message: String,
    /// A way out.
    pub(super) help: Option<String>,
    /// The way out as changes of the text. What was entered is a file of its own, such as `entry 3`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(super) fixes: Vec<render::JsonFix>,
    /// Everything that is wrong, a line each, with its place in the text.
    pub(super) shown: String,
    /// The line of the input, from 1, when it is known by no id.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) line: Option<u64>,
}

/// A question to a person.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(super) struct Question {
    /// What is wrong with the answer before, when it is asked again.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) complaint: Option<String>,
    /// What led up to it since the question before, in words.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub(super) so_far: String,
    /// What it is for, such as `lift.height`.
    pub(super) path: String,
    /// The question in words.
    #[serde(rename = "question")]
    pub(super) words: String,
    /// Who may read it, and everything said to it: `all`, or the game master alone with `gm` and `hidden`.
    pub(super) visibility: Visibility,
    /// What is wanted.
    #[serde(flatten)]
    pub(super) wanted: Wanted,
}

/// What a person is to say.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub(super) enum Wanted {
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
    /// An option, or a number within limits.
    Choose {
        /// The options by name; none when a number is wanted.
        options: Vec<String>,
        /// The first option or number that may be chosen; `null` when the limits would tell of a secret.
        low: Option<i64>,
        /// The last; likewise.
        high: Option<i64>,
        /// What an empty answer means, if it means anything, and may be told.
        default: Option<i64>,
    },
}

/// An entry in a list.
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct Listed {
    /// Its number.
    pub(super) number: u64,
    /// What it is called; not for players when nothing of it is to be seen.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) name: Option<String>,
    /// As it was entered; not for players.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) text: Option<String>,
    /// Whether it is struck out.
    pub(super) struck: bool,
}

/// A value with its name.
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct Named {
    /// Whose value.
    pub(super) name: String,
    /// The value.
    pub(super) value: String,
}

/// The answer to a question about odds.
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct Odd {
    /// The question.
    pub(super) question: String,
    /// The exact fraction; `null` for the mean of what is never reached.
    pub(super) value: Option<String>,
    /// A chance, rounded.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) percent: Option<String>,
    /// A mean, rounded.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) decimal: Option<String>,
}

/// A request, described.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(super) struct Described {
    /// Its name.
    #[serde(rename = "do")]
    pub(super) name: String,
    /// What it does.
    pub(super) does: String,
    /// Its fields besides `id` and `do`.
    pub(super) fields: Vec<Field>,
}

/// A field of a request, described.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(super) struct Field {
    /// Its name.
    pub(super) name: String,
    /// What it says.
    pub(super) says: String,
    /// What it takes.
    pub(super) takes: String,
    /// Whether it may not be left out.
    pub(super) required: bool,
}

impl Done {
    /// How a session is answered from now on.
    pub(super) fn answering(session: &Session) -> Self {
        let (mode, by_hand) = session.answering();
        Self::Mode { mode: mode.into(), by_hand: by_hand.to_vec() }
    }
}

impl Refused {
    /// One finding.
    pub(super) fn of(found: &Diagnostic, sources: &SourceMap) -> Self {
        let (code, shown) = (found.code.to_string(), render::plain(found, sources));
        let fixes = render::json_fixes(found, sources);
        Self { code, message: found.message.clone(), help: found.help.clone(), fixes, shown, line: None }
    }
}

impl From<&Failure> for Refused {
    fn from(failure: &Failure) -> Self {
        let first = failure.diagnostics.iter().find(|found| found.is_error()).or(failure.diagnostics.iter().next());
        Self {
            code: first.map(|found| found.code.to_string()).unwrap_or_default(),
            message: first.map(|found| found.message.clone()).unwrap_or_default(),
            help: first.and_then(|found| found.help.clone()),
            fixes: first.map(|found| render::json_fixes(found, &failure.sources)).unwrap_or_default(),
            shown: failure.to_string(),
            line: None,
        }
    }
}

impl Question {
    /// A question that a person can answer; `None` for one that is for a program.
    pub(super) fn of(ask: &Ask<'_>) -> Option<Self> {
        let mut visibility = Visibility::All;
        let (path, wanted) = match ask {
            Ask::Roll { roll, sides } => (&*roll.path, Wanted::Roll { sides: sides.clone() }),
            Ask::Draw { path, cards, .. } => (*path, Wanted::Draw { deck: cards.name.to_string() }),
            Ask::Choose { choose, low, high, default, hides_limits, visibility: for_whom } => {
                visibility = *for_whom;
                let told = |number: i64| (!hides_limits).then_some(number);
                let (low, high, default) = (told(*low), told(*high), default.and_then(told));
                (
                    &*choose.path,
                    Wanted::Choose {
                        options: choose.options.iter().map(SharedText::to_string).collect(),
                        low,
                        high,
                        default,
                    },
                )
            }
            Ask::Resolve { .. } | Ask::Call { .. } => return None,
        };
        Some(Self {
            complaint: None,
            so_far: String::new(),
            path: path.to_owned(),
            words: by_hand::question(ask),
            visibility,
            wanted,
        })
    }
}

impl Listed {
    /// An entry as this audience may know it. What was entered may say what its verdict hides.
    pub(super) fn of(entry: &Entry, audience: Audience) -> Self {
        let seen = entry.verdict.seen_by(audience);
        let told = |verdict: &Verdict| (verdict.events.len(), verdict.results.len());
        let whole = audience != Audience::Players && told(&seen) == told(&entry.verdict);
        // The name may be made of what was entered; what begins in it, whoever sees it knows anyway.
        let name = if whole { Some(entry.name.as_str()) } else { entry.path_seen_by(audience) };
        Self {
            number: entry.number,
            name: name.map(str::to_owned),
            text: whole.then(|| entry.text.clone()),
            struck: entry.struck,
        }
    }
}

impl From<Carried> for Named {
    fn from(carried: Carried) -> Self {
        Self { name: carried.name, value: carried.value }
    }
}

impl From<Chance> for Odd {
    fn from(chance: Chance) -> Self {
        Self {
            value: chance.value.as_ref().map(ToString::to_string),
            percent: chance.percent(),
            decimal: chance.decimal(),
            question: chance.question,
        }
    }
}

/// A verdict for people. It holds only what they may see.
pub(super) fn shown(verdict: &Verdict, show: Show) -> String {
    match show {
        Show::Text => text::text(verdict),
        Show::Markdown => markdown::markdown(verdict),
        Show::Html => html::html(verdict),
    }
}
