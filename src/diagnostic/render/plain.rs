//! One line per finding, for screen readers and editors; one JSON object per finding, for programs.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{MOST_LABEL_WORDS, MOST_LABELS, fixes, help, label_text, message, severity};
use crate::diagnostic::{Diagnostic, Fix, Label, clean};
use crate::source::{Place, SourceMap, Span};

/// `file:line:column: error[AZ201]: message`, and a line each for related places and for the way out.
///
/// ```
/// use assize::Engine;
/// use assize::diagnostic::render;
///
/// let failure = Engine::default().compile("night.asz", "set lamp = bright").unwrap_err();
/// let lines: String = failure.diagnostics.iter().map(|found| render::plain(found, &failure.sources)).collect();
/// assert!(lines.starts_with("night.asz:1:5: error[AZ201]: "));
/// // A failure prints itself so.
/// assert_eq!(failure.to_string(), lines);
/// ```
pub fn plain(diagnostic: &Diagnostic, sources: &SourceMap) -> String {
    let mut labels = diagnostic.labels.iter().take(MOST_LABELS);
    let main = labels.next();
    let place = main.map(|label| format!("{}: ", place(label.span, sources))).unwrap_or_default();
    let mut text = format!("{place}{}[{}]: {}\n", severity(diagnostic), diagnostic.code, message(diagnostic));
    if let Some(here) = main.map(|label| label_text(&label.text)).filter(|here| !here.is_empty()) {
        text.push_str(&["  here: ", &here, "\n"].concat());
    }
    for label in labels {
        let place = self::place(label.span, sources).to_string();
        text.push_str(&["  see: ", &place, ": ", &label_text(&label.text), "\n"].concat());
    }
    if let Some(help) = help(diagnostic) {
        text.push_str(&["  help: ", &help, "\n"].concat());
    }
    for fix in fixes(diagnostic) {
        let word = if fix.is_sure() { "fix" } else { "perhaps" };
        text.push_str(&["  ", word, ": ", &change(fix, sources), "\n"].concat());
    }
    text
}

/// The same in one line, with `; ` between its parts: for screen readers, and for editors that read line by line.
///
/// ```
/// use assize::Engine;
/// use assize::diagnostic::render;
///
/// let failure = Engine::default().compile("night.asz", "set lamp = bright").unwrap_err();
/// let found = failure.diagnostics.iter().next().expect("something is wrong");
/// assert_eq!(render::one_line(found, &failure.sources).lines().count(), 1);
/// ```
pub fn one_line(diagnostic: &Diagnostic, sources: &SourceMap) -> String {
    plain(diagnostic, sources).trim_end().replace("\n  ", "; ") + "\n"
}

/// A change in words, behind its place: write this for that.
///
/// ```
/// use assize::diagnostic::{Fix, render};
/// use assize::source::{SourceMap, Span};
///
/// let mut sources = SourceMap::default();
/// let scene = sources.add("night.asz", "set lmap = bright");
/// let fix = Fix::maybe(Span::new(scene, 4..8), "lamp");
/// assert_eq!(render::change(&fix, &sources), "night.asz:1:5: replace `lmap` with `lamp`");
/// ```
pub fn change(fix: &Fix, sources: &SourceMap) -> String {
    let place = place(fix.span, sources);
    let [old, new] = [sources.slice(fix.span), &fix.replacement].map(|text| clean::short(text, MOST_LABEL_WORDS));
    match (old.is_empty(), new.is_empty()) {
        (true, _) => format!("{place}: insert `{new}`"),
        (_, true) => format!("{place}: remove `{old}`"),
        _ => format!("{place}: replace `{old}` with `{new}`"),
    }
}

/// What is shown of a stretch of text in a title, in characters.
const MOST_TITLE_WORDS: usize = 60;

/// What a fix does, as an editor offers it.
///
/// ```
/// use assize::diagnostic::{Fix, render};
/// use assize::source::{SourceMap, Span};
///
/// let mut sources = SourceMap::default();
/// let scene = sources.add("night.asz", "set lmap = bright");
/// let fix = Fix::maybe(Span::new(scene, 4..8), "lamp");
/// assert_eq!(render::title(&fix, &sources), "Write `lamp`");
/// ```
pub fn title(fix: &Fix, sources: &SourceMap) -> String {
    let old = clean::short(sources.slice(fix.span), MOST_TITLE_WORDS);
    let new = clean::short(&fix.replacement, MOST_TITLE_WORDS);
    match (old.is_empty(), new.is_empty()) {
        (_, true) => format!("Remove `{old}`"),
        (true, _) if fix.replacement == "\n" => "Insert a line break".to_owned(),
        (true, _) => format!("Insert `{new}`"),
        (false, false) => format!("Write `{new}`"),
    }
}

/// A finding as a program reads it; [`json`] writes one a line.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[non_exhaustive]
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
    /// The way out as changes of the text; each is one way of its own. Left out when none is known word for word.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub fixes: Vec<JsonFix>,
}

/// A change of one stretch of a text.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[non_exhaustive]
pub struct JsonFix {
    /// Where the stretch begins; columns count characters.
    #[serde(flatten)]
    pub place: Place,
    /// First byte in the file.
    pub start: u32,
    /// One past the last byte; the same as `start` where something is only put in.
    pub end: u32,
    /// What is written there.
    pub replacement: String,
    /// Whether it may be written without asking: the finding goes away, and nothing else means something new.
    pub sure: bool,
}

/// A place with a few words about it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[non_exhaustive]
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
///
/// ```
/// use assize::Engine;
/// use assize::diagnostic::render;
///
/// let failure = Engine::default().compile("night.asz", "set lamp = bright").unwrap_err();
/// let lines: String = failure.diagnostics.iter().map(|found| render::json(found, &failure.sources)).collect();
/// assert!(lines.starts_with("{\"code\":\"AZ201\""));
/// ```
pub fn json(diagnostic: &Diagnostic, sources: &SourceMap) -> String {
    // Plain strings and numbers always have a JSON form.
    let line = serde_json::to_string(&as_data(diagnostic, sources)).unwrap_or_default();
    clean::json(line + "\n")
}

/// A finding as plain data, without the texts it speaks of.
///
/// ```
/// use assize::Engine;
/// use assize::diagnostic::render;
///
/// let failure = Engine::default().compile("night.asz", "set lamp = bright").unwrap_err();
/// let found = failure.diagnostics.iter().next().expect("something is wrong");
/// let data = render::as_data(found, &failure.sources);
/// assert_eq!((data.code.as_str(), data.labels[0].place.line, data.labels[0].place.column), ("AZ201", 1, 5));
/// ```
pub fn as_data(diagnostic: &Diagnostic, sources: &SourceMap) -> JsonDiagnostic {
    JsonDiagnostic {
        code: diagnostic.code.to_string(),
        severity: severity(diagnostic).to_owned(),
        message: message(diagnostic),
        labels: diagnostic.labels.iter().take(MOST_LABELS).map(|label| json_label(label, sources)).collect(),
        help: help(diagnostic),
        fixes: fixes(diagnostic).map(|fix| json_fix(fix, sources)).collect(),
    }
}

fn json_label(label: &Label, sources: &SourceMap) -> JsonLabel {
    JsonLabel {
        place: place(label.span, sources),
        start: label.span.start,
        end: label.span.end,
        text: label_text(&label.text),
    }
}

fn json_fix(fix: &Fix, sources: &SourceMap) -> JsonFix {
    JsonFix {
        place: place(fix.span, sources),
        start: fix.span.start,
        end: fix.span.end,
        replacement: fix.replacement.clone(),
        sure: fix.is_sure(),
    }
}

/// The place with a file name that is safe to show.
fn place(span: Span, sources: &SourceMap) -> Place {
    let place = sources.place(span);
    Place { file: clean::short(&place.file, 200).into(), ..place }
}
