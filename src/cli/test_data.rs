//! What `assize test` finds, for programs: one JSON object per line.

use schemars::JsonSchema;
use serde::Serialize;

use crate::diagnostic::Diagnostic;
use crate::diagnostic::render::{self, JsonDiagnostic};
use crate::engine::{Covered, Tested};
use crate::source::{Place, SourceMap};

/// A line of `test --format json`.
#[derive(JsonSchema)]
#[serde(untagged)]
#[expect(dead_code, reason = "it only says what the lines may be")]
enum Line {
    /// What the expectations of a file come to.
    File(TestedFile),
    /// What they reach, with `--coverage`: the last line.
    Coverage(Coverage),
}

/// A file.
#[derive(Default, Serialize, JsonSchema)]
pub(super) struct TestedFile {
    /// Its name.
    pub(super) file: String,
    /// How many of its expectations hold.
    pub(super) hold: usize,
    /// Its expectations, in their order; those that `--filter` leaves out are not there.
    pub(super) expectations: Vec<ToldTest>,
    /// Why none of them could be tried: the errors of the script.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(super) errors: Vec<JsonDiagnostic>,
    /// The warnings about the script.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(super) warnings: Vec<JsonDiagnostic>,
}

/// An expectation.
#[derive(Serialize, JsonSchema)]
pub(super) struct ToldTest {
    /// Its text, or its first line.
    title: String,
    /// Where it is written.
    #[serde(flatten)]
    place: Place,
    /// Whether it holds.
    holds: bool,
    /// What differs, and what is worth a look although it holds.
    findings: Vec<JsonDiagnostic>,
}

/// What all expectations reach together.
#[derive(Serialize, JsonSchema)]
pub(super) struct Coverage {
    /// How many rules, rows and branches are reached.
    pub(super) reached: usize,
    /// How many there are.
    pub(super) of: usize,
    /// Those that are not.
    pub(super) missing: Vec<Missing>,
}

/// Something that no expectation reaches.
#[derive(Serialize, JsonSchema)]
pub(super) struct Missing {
    /// What it is.
    what: String,
    /// Where it is written.
    #[serde(flatten)]
    place: Place,
    /// Why the script says that it need not be reached.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    excused: Option<String>,
}

/// What `test --format json` prints, a line each.
pub(super) fn schema() -> serde_json::Value {
    let mut schema = schemars::schema_for!(Line).to_value();
    schema["$id"] = "urn:assize:test:1".into();
    schema["title"] = "a line of `assize test --format json`".into();
    schema
}

impl ToldTest {
    pub(super) fn of(tested: &Tested, sources: &SourceMap) -> Self {
        let as_data = |found: &Diagnostic| render::as_data(found, sources);
        Self {
            title: tested.title.clone(),
            place: tested.place.clone(),
            holds: tested.failures.is_empty(),
            findings: tested.failures.iter().chain(&tested.remarks).map(as_data).collect(),
        }
    }
}

impl Missing {
    pub(super) fn of(one: &Covered) -> Self {
        let excused = one.reason.as_ref().map(ToString::to_string);
        Self { what: one.what.clone(), place: one.place.clone(), excused }
    }
}
