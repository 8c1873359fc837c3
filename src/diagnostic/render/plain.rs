//! One line a finding, for screen readers and editors; one JSON object a finding, for programs.

use schemars::JsonSchema;
use serde::Serialize;

use super::{MOST_LABELS, help, label_text, message, severity};
use crate::diagnostic::{Diagnostic, Label, clean};
use crate::source::{Place, SourceMap};

/// `file:line:column: error[AZ201]: message`, and a line each for related places and for the way out.
pub fn plain(diagnostic: &Diagnostic, sources: &SourceMap) -> String {
    let mut labels = diagnostic.labels.iter().take(MOST_LABELS);
    let place = labels.next().map(|label| format!("{}: ", place(label, sources))).unwrap_or_default();
    let mut text = format!("{place}{}[{}]: {}\n", severity(diagnostic), diagnostic.code, message(diagnostic));
    for label in labels {
        let place = self::place(label, sources).to_string();
        text.push_str(&["  see: ", &place, ": ", &label_text(&label.text), "\n"].concat());
    }
    if let Some(help) = help(diagnostic) {
        text.push_str(&["  help: ", &help, "\n"].concat());
    }
    text
}

/// A finding as a program reads it; [`json`] writes one a line.
#[derive(Debug, Serialize, JsonSchema)]
pub struct JsonDiagnostic {
    /// The stable code, such as `AZ201`.
    pub code: String,
    /// `error` or `warning`.
    pub severity: String,
    /// One line of plain text.
    pub message: String,
    /// Places, the main one first; empty when the finding belongs to no place.
    pub labels: Vec<JsonLabel>,
    /// A concrete way out.
    pub help: Option<String>,
}

/// A place with a few words about it.
#[derive(Debug, Serialize, JsonSchema)]
pub struct JsonLabel {
    /// The file, with line and column from 1; columns count characters.
    #[serde(flatten)]
    pub place: Place,
    /// First byte in the file.
    pub start: u32,
    /// One past the last byte.
    pub end: u32,
    /// What is to be seen there; may be empty.
    pub text: String,
}

/// One JSON object on one line, see [`JsonDiagnostic`].
pub fn json(diagnostic: &Diagnostic, sources: &SourceMap) -> String {
    let written = JsonDiagnostic {
        code: diagnostic.code.to_string(),
        severity: severity(diagnostic).to_owned(),
        message: message(diagnostic),
        labels: diagnostic.labels.iter().take(MOST_LABELS).map(|label| json_label(label, sources)).collect(),
        help: help(diagnostic),
    };
    // Plain strings and numbers always have a JSON form.
    let line = serde_json::to_string(&written).unwrap_or_default();
    format!("{line}\n")
}

fn json_label(label: &Label, sources: &SourceMap) -> JsonLabel {
    JsonLabel {
        place: place(label, sources),
        start: label.span.start,
        end: label.span.end,
        text: label_text(&label.text),
    }
}

/// The place with a file name that is safe to show.
fn place(label: &Label, sources: &SourceMap) -> Place {
    let place = sources.place(label.span);
    Place { file: clean::short(&place.file, 200), ..place }
}
