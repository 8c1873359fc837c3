//! Errors as messages: a number for each kind of failure, and all findings with their places.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::diagnostic::render::{self, JsonDiagnostic};
use crate::diagnostic::{Code, Diagnostic, clean, codes};
use crate::engine::Failure;
use crate::source::SourceMap;
use crate::verdict::Verdict;

/// Why a request is refused. It has changed nothing then.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "Error")]
pub struct ErrorObject {
    /// The kind of failure: a number of JSON-RPC itself, or one between -32014 and -32000.
    #[schemars(extend("enum" = numbers()))]
    pub code: i32,
    /// One line: what is wrong first.
    pub message: String,
    /// All that is wrong.
    pub data: Findings,
}

/// Findings, with what they are in words.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Findings {
    /// The code of the first, such as `AZ201`; `assize explain` has a page for each.
    pub code: String,
    /// A way out of the first.
    pub help: Option<String>,
    /// Every finding: its places, the main one first, and how it could be mended. What was entered is a file of its own,
    /// such as `entry 3`; the script of a request is called `script`.
    pub findings: Vec<JsonDiagnostic>,
    /// All of them in words, with their places, for people.
    pub text: String,
    /// What had happened of a run until it was stopped, as far as whoever asked may know it: a verdict whose `refused` says
    /// why. None of it counts.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub happened: Option<Box<Verdict>>,
    /// The line of the input, from 1, when it is known by no id.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub line: Option<u64>,
}

/// A kind of failure.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Kind {
    /// Its number: of JSON-RPC itself, or of the range that it leaves to servers.
    pub number: i32,
    /// The codes of its findings; none for the kind of all others.
    pub codes: &'static [Code],
    /// What it is.
    pub says: &'static str,
}

/// What is wrong with a text: everything that is of no other kind.
pub const REFUSED: Kind =
    Kind { number: -32000, codes: &[], says: "a script, a statement or a question is wrong, or its run was stopped" };

/// Every kind of failure but [`REFUSED`].
pub const KINDS: &[Kind] = &[
    Kind { number: -32700, codes: &[codes::NOT_JSON], says: "the line is not JSON" },
    Kind { number: -32600, codes: &[codes::NOT_A_MESSAGE], says: "it is JSON, but not a message" },
    Kind { number: -32601, codes: &[codes::UNKNOWN_METHOD], says: "there is no such method" },
    Kind { number: -32602, codes: &[codes::PARAMETERS], says: "a field is missing, unknown or invalid" },
    Kind { number: -32603, codes: &[codes::INTERNAL], says: "internal error" },
    Kind { number: -32001, codes: &[codes::CALLED_OFF], says: "it was cancelled" },
    Kind { number: -32002, codes: &[codes::NOT_INITIALIZED], says: "`initialize` has not been called yet" },
    Kind { number: -32003, codes: &[codes::PROTOCOL_VERSION], says: "this version of the protocol is not supported" },
    Kind { number: -32004, codes: &[codes::NO_SESSION], says: "no session of that name is open" },
    Kind { number: -32005, codes: &[codes::SESSION_OPEN], says: "a session of that name is already open" },
    Kind { number: -32006, codes: &[codes::SESSION_NAME], says: "the session name is invalid" },
    Kind { number: -32007, codes: &[codes::SESSION_FULL], says: "the session is full" },
    Kind { number: -32008, codes: &[codes::SESSION_WAITS], says: "the session is waiting for an answer to `ask`" },
    Kind { number: -32009, codes: &[codes::TOO_MANY_SESSIONS], says: "the sessions together are full" },
    Kind {
        number: -32010,
        codes: &[codes::TOO_MANY_QUESTIONS],
        says: "too many scripts are waiting for answers to `ask`",
    },
    Kind { number: -32011, codes: &[codes::TOO_LONG], says: "it takes too long" },
    Kind { number: -32012, codes: &[codes::LINE_TOO_LONG], says: "the line is too long" },
    Kind { number: -32013, codes: &[codes::ID_IN_USE], says: "a request with that id is already running" },
    Kind {
        number: -32014,
        codes: &[
            codes::NOT_RECORDED,
            codes::DIVERGED,
            codes::NOT_A_JOURNAL,
            codes::JOURNAL_VERSION,
            codes::JOURNAL_DAMAGED,
            codes::JOURNAL_IN_USE,
            codes::JOURNAL_IO,
        ],
        says: "the journal cannot be read or written",
    },
];

/// The kind of a failure, by the code of its first finding.
pub fn kind(code: Code) -> Kind {
    KINDS.iter().find(|kind| kind.codes.contains(&code)).copied().unwrap_or(REFUSED)
}

fn numbers() -> Vec<i32> {
    KINDS.iter().chain([&REFUSED]).map(|kind| kind.number).collect()
}

impl From<&Failure> for ErrorObject {
    fn from(failure: &Failure) -> Self {
        let first = first(failure);
        let message = first.map(|found| clean::short(&found.message, 300)).unwrap_or_default();
        let code = first.map_or(REFUSED, |found| kind(found.code)).number;
        Self { code, message, data: Findings::from(failure) }
    }
}

impl From<&Failure> for Findings {
    fn from(failure: &Failure) -> Self {
        let first = first(failure);
        Self {
            code: first.map(|found| found.code.to_string()).unwrap_or_default(),
            help: first.and_then(|found| found.help.clone()),
            findings: as_data(failure.diagnostics.iter(), &failure.sources),
            text: failure.to_string(),
            happened: failure.happened().cloned().map(Box::new),
            line: None,
        }
    }
}

/// The finding that stops it, before those that are only worth a look.
fn first(failure: &Failure) -> Option<&Diagnostic> {
    failure.diagnostics.iter().find(|found| found.is_error()).or(failure.diagnostics.iter().next())
}

/// Findings for a program.
pub fn as_data<'d>(found: impl Iterator<Item = &'d Diagnostic>, sources: &SourceMap) -> Vec<JsonDiagnostic> {
    found.map(|found| render::as_data(found, sources)).collect()
}

/// Findings for people.
pub fn as_text<'d>(found: impl Iterator<Item = &'d Diagnostic>, sources: &SourceMap) -> String {
    found.map(|found| render::plain(found, sources)).collect()
}
