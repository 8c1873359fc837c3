//! The result of each request.

use dashu_ratio::RBig;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::advice::ToldAdvice;
use super::method::Method;
use super::request::Peer;
use super::words::{TooLittle, Want};
use crate::diagnostic::render::JsonDiagnostic;
use crate::engine::{Cancel, Chance, Failure, RefusedRuns, Spread, SpreadValue, called_off};
use crate::journal::EntryMode;
use crate::session::{self, Entry, Session};
use crate::verdict::{Audience, Carried, Form, Shown, Verdict, form, says_hidden};

/// The result of a request. Which one it is follows from the method: whoever reads one reads the type of that method.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(untagged)]
pub enum Reply {
    /// `initialize`
    Initialized(Initialized),
    /// `session/open`
    Opened(Opened),
    /// `session/enter`
    Entered(Box<Entered>),
    /// `session/edit`
    Edited(Box<Edited>),
    /// `session/undo` and `session/redo`
    Struck(Struck),
    /// `session/state`
    State(State),
    /// `session/why` and `session/export`
    Text(Text),
    /// `session/odds`
    Odds(Odds),
    /// `session/advise`
    Advice(Box<ToldAdvice>),
    /// `session/history`
    History(History),
    /// `session/mode`
    Answering(Answering),
    /// `session/cast`
    Casting(Casting),
    /// `session/close`
    Closed(Closed),
    /// `run`
    Ran(Box<Told>),
    /// `check`
    Checked(Checked),
    /// `test`
    Tested(Tested),
    /// `help`
    Help(Help),
}

/// The result of `initialize`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Initialized {
    /// The version of the protocol that is spoken from now on.
    pub protocol: u32,
    /// Who answers.
    pub server: Peer,
    /// What can be asked for and heard.
    pub capabilities: Capabilities,
}

/// What can be asked for and heard.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Capabilities {
    /// The methods of requests, by name.
    pub requests: Vec<String>,
    /// The notifications that the server understands.
    pub understands: Vec<String>,
    /// The notifications that the server sends, each only where something asks for it, but for `remark`.
    pub notifies: Vec<String>,
    /// The requests that the server sends.
    pub asks: Vec<String>,
    /// Whether sessions have journals.
    pub journals: bool,
    /// Whether house rules in Rhai are read.
    pub rhai_rules: bool,
}

/// The result of `session/open`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Opened {
    /// The session.
    pub session: String,
    /// So many entries are in its journal already.
    pub entries: usize,
    /// A line that waits for an answer, or that a crash cut off; not for players. Entered again, it has the answers that were given
    /// then.
    pub unfinished: Option<String>,
    /// Why a new page had to begin; not for players.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub page: Option<String>,
    /// Of each pack of house rules that is not the one with which the session was played last, in words: its name, and both versions.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub packs: Vec<String>,
}

/// The result of `session/enter`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Entered {
    /// A statement: it is an entry now.
    Statement {
        /// The number of the entry.
        number: u64,
        /// How the program reads the statement; not for players.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        understood: Option<String>,
        /// Why a new page had to begin; not for players.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        page: Option<String>,
        /// What is wanted of its verdict.
        #[serde(flatten)]
        told: Told,
    },
    /// An expression. If it rolled it is an entry.
    Value {
        /// Its value; `null` when it is kept from whom the result is for.
        value: Option<Shown>,
        /// What is wanted of what was rolled for it.
        #[serde(flatten)]
        told: Told,
    },
    /// A line that says how entries are answered from now on.
    Mode(Answering),
}

/// The result of `session/edit`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Edited {
    /// The number of the entry.
    pub number: u64,
    /// How the program reads the new text; not for players.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub understood: Option<String>,
    /// The entries behind it that come out in another way, as far as those may see it for whom it is.
    pub changed: Vec<CameOut>,
    /// What is wanted of what comes of the entry now.
    #[serde(flatten)]
    pub told: Told,
}

/// An entry that comes out in another way than it did.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct CameOut {
    /// Its number.
    pub number: u64,
    /// What was told of it, in words, and is not any more.
    pub was: Vec<String>,
    /// What is told of it instead.
    pub now: Vec<String>,
}

/// What is wanted of a verdict; the result of `run`. All of it holds only what those may see for whom it is.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Told {
    /// The named results, if `brief` is wanted: of an entry those that are new or have changed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub brief: Option<Vec<Shown>>,
    /// The whole verdict, if `data` is wanted.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub data: Option<Verdict>,
    /// In words, if `text` is wanted.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
    /// In Markdown, if `markdown` is wanted.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub markdown: Option<String>,
    /// A page, if `html` is wanted.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub html: Option<String>,
}

/// How a session is answered from now on; the result of `session/mode`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Answering {
    /// How.
    pub mode: EntryMode,
    /// Whose dice are rolled by hand in the mode `table`; empty for everybody's.
    pub by_hand: Vec<String>,
}

/// The result of `session/undo` and `session/redo`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Struck {
    /// The entry; `null` when there was none to undo or restore.
    pub entry: Option<Listed>,
}

/// The result of `session/state`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct State {
    /// The values of things.
    pub values: Vec<Named>,
}

/// The result of `session/why` and `session/export`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Text {
    /// The text.
    pub text: String,
}

/// The result of `session/odds`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Odds {
    /// An answer for each question.
    pub chances: Vec<Odd>,
    /// What there was too little of to know more, where that is kept.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ran_out: Option<TooLittle>,
}

/// The result of `session/history`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct History {
    /// Every entry, those that were undone as well.
    pub entries: Vec<Listed>,
}

/// The result of `session/cast`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Casting {
    /// The role.
    pub role: String,
    /// Who fills it.
    pub thing: String,
}

/// The result of `session/close`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Closed {
    /// The session.
    pub session: String,
}

/// The result of `check`. A script with mistakes is refused instead.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Checked {
    /// What is worth a look although the script runs.
    pub warnings: Vec<JsonDiagnostic>,
    /// The same in words, with its places.
    pub text: String,
}

/// The result of `test`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Tested {
    /// So many expectations hold.
    pub passed: usize,
    /// Of so many.
    pub of: usize,
    /// Those that do not hold.
    pub failures: Vec<JsonDiagnostic>,
    /// What is worth a look, though it holds.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub remarks: Vec<JsonDiagnostic>,
    /// The same in words, with their places.
    pub text: String,
}

/// The result of `help`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Help {
    /// Every request.
    pub requests: Vec<Method>,
}

/// An entry in a list.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Listed {
    /// Its number.
    pub number: u64,
    /// What it is called; not for players when nothing of it is to be seen.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// As it was entered; not for players.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
    /// Whether it is undone.
    pub struck: bool,
}

/// A value with its name.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Named {
    /// Whose value.
    pub name: String,
    /// The value.
    pub value: String,
}

/// The answer to a question about odds.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Odd {
    /// The question.
    pub question: String,
    /// The exact fraction; `null` for the mean of what is never reached. A standard deviation that is not a fraction is rounded to 30
    /// decimals.
    pub value: Option<String>,
    /// A chance, rounded.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub percent: Option<String>,
    /// A mean, a deviation, a quantile, or what is computed from odds, rounded.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub decimal: Option<String>,
    /// Whether a comparison holds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub holds: Option<bool>,
    /// How often a number is each of its values; `value` is its mean.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub distribution: Option<Distributed>,
    /// Whether something that is asked for is reached in none of the runs that count.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub never_reached: bool,
    /// How many of the runs that count reach what is asked for, as an exact fraction, if this is a mean, a deviation or a quantile of
    /// these alone.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reached: Option<String>,
    /// Whether it was stopped before everything was known; then there is no `value`.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub stopped: bool,
    /// Where it was stopped, the exact fractions between which the answer lies; none where nothing is known of it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub between: Option<[String; 2]>,
    /// What the rules refuse, where this is how many of all runs they refuse there, and no answer to a question.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub refused: Option<Refusal>,
}

/// What the rules refuse in some runs. These belong to no chance that is asked for, no mean and no condition.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Refusal {
    /// Why, in the words of the rules.
    pub why: String,
    /// The line that leads there, such as `entry 3:1:1`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub place: Option<String>,
}

/// The distribution of a number.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Distributed {
    /// What it can come to, ascending.
    pub values: Vec<DistributedValue>,
    /// How often it is not reached: an exact fraction.
    pub unreached: String,
    /// How often it is not known what it comes to, where it was stopped: an exact fraction.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub open: Option<String>,
    /// The standard deviation over the runs that reach it, rounded.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub deviation: Option<String>,
    /// The smallest value that half of them do not exceed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub median: Option<i64>,
    /// The smallest values that a quarter, a half and three quarters of them do not exceed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub quartiles: Option<[i64; 3]>,
}

/// One value of a distribution.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct DistributedValue {
    /// The number; of a die its sides.
    pub number: i64,
    /// As verdicts write it: `2b`, `-1`, `d8`.
    pub text: String,
    /// How often it comes about: an exact fraction.
    pub chance: String,
    /// The same, rounded.
    pub percent: String,
}

impl Told {
    /// What is wanted of a verdict, which holds no more than its reader may see.
    pub fn of(verdict: Verdict, want: &[Want]) -> Self {
        Self::unless(verdict, want, &Cancel::default()).unwrap_or_default()
    }

    /// The same, unless it is called off.
    pub(crate) fn unless(verdict: Verdict, want: &[Want], cancel: &Cancel) -> Result<Self, Failure> {
        let wanted = |one: Want| want.contains(&one);
        let written = |one: Want, form: Form| {
            wanted(one).then(|| form::unless(&verdict, form, cancel)).transpose().map_err(called_off)
        };
        Ok(Self {
            brief: wanted(Want::Brief).then(|| verdict.results.clone()),
            text: written(Want::Text, Form::Text)?,
            markdown: written(Want::Markdown, Form::Markdown)?,
            html: written(Want::Html, Form::Html)?,
            data: wanted(Want::Data).then_some(verdict),
        })
    }
}

impl From<&Session> for Answering {
    fn from(session: &Session) -> Self {
        let (mode, by_hand) = session.answering();
        Self { mode, by_hand: by_hand.to_vec() }
    }
}

impl CameOut {
    /// An entry as this audience may know it; `None` where nothing has changed of that.
    pub fn of(entry: &session::CameOut, audience: Audience) -> Option<Self> {
        let (was, now) = entry.lines_seen_by(audience);
        let is_told = !was.is_empty() || !now.is_empty();
        is_told.then_some(Self { number: entry.number, was, now })
    }
}

impl Listed {
    /// An entry as this audience may know it. What was entered may say what its verdict hides.
    pub fn of(entry: &Entry, audience: Audience) -> Self {
        let seen = entry.verdict.seen_by(audience);
        let told = |verdict: &Verdict| (verdict.events.len(), verdict.results.len());
        let hides = audience == Audience::Gm && says_hidden(&entry.text);
        let whole = audience != Audience::Players && !hides && told(&seen) == told(&entry.verdict);
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
            holds: chance.holds(),
            distribution: chance.distribution.as_ref().map(Distributed::from),
            never_reached: chance.never_reached,
            reached: chance.reached.as_ref().map(ToString::to_string),
            stopped: chance.stopped,
            between: chance.between.as_ref().map(|(low, high)| [low.to_string(), high.to_string()]),
            refused: chance.refused.as_ref().map(Refusal::from),
            question: chance.question,
        }
    }
}

impl From<&RefusedRuns> for Refusal {
    fn from(runs: &RefusedRuns) -> Self {
        Self { why: runs.why.clone(), place: runs.place.as_ref().map(ToString::to_string) }
    }
}

fn quartiles(spread: &Spread) -> Option<[i64; 3]> {
    Some([spread.quantile(1, 4)?, spread.quantile(1, 2)?, spread.quantile(3, 4)?])
}

impl From<&Spread> for Distributed {
    fn from(spread: &Spread) -> Self {
        let value = |value: &SpreadValue| DistributedValue {
            number: value.number,
            text: value.text.clone(),
            chance: value.chance.to_string(),
            percent: value.percent(),
        };
        Self {
            values: spread.values.iter().map(value).collect(),
            unreached: spread.unreached.to_string(),
            open: (spread.open != RBig::ZERO).then(|| spread.open.to_string()),
            deviation: spread.deviation(),
            median: spread.quantile(1, 2),
            quartiles: quartiles(spread),
        }
    }
}
