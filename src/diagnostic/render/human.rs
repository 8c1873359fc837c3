//! With the lines of the script and arrows under them. Miette is named only here.
//!
//! Miette panics on spans far to the right or outside the text, and passes raw escape sequences to the terminal; so it
//! never sees a script, but a copy whose lines are cut and cleaned, with spans that are certainly inside it.

use std::fmt;

use miette::{GraphicalReportHandler, GraphicalTheme, LabeledSpan, NamedSource, Severity, SourceCode};

use super::{MOST_LABELS, help, label_text, message};
use crate::diagnostic::{Diagnostic, Label, clean};
use crate::source::{SourceId, SourceMap};

/// A line of a script is shown up to so many characters.
const MOST_COLUMNS: usize = 200;

/// How many characters before a place are shown when its line is cut.
const BEFORE: usize = 60;

/// Never more bytes than this for one finding.
const MOST_BYTES: usize = 64 * 1024;

/// The finding with the lines it speaks of. Colours are never needed to understand it.
///
/// ```
/// use assize::Engine;
/// use assize::diagnostic::render;
///
/// let failure = Engine::default().compile("night.asz", "set lamp = bright").unwrap_err();
/// for found in failure.diagnostics.iter() {
///     let shown = render::human(found, &failure.sources, false);
///     assert!(shown.contains("set lamp = bright") && shown.contains("AZ201"));
/// }
/// ```
pub fn human(diagnostic: &Diagnostic, sources: &SourceMap, colour: bool) -> String {
    let theme = if colour { GraphicalTheme::unicode() } else { GraphicalTheme::unicode_nocolor() };
    let handler = GraphicalReportHandler::new_themed(theme).with_width(100).with_context_lines(1);
    let mut text = String::new();
    if handler.render_report(&mut text, &report(diagnostic, sources)).is_err() {
        return super::plain(diagnostic, sources);
    }
    let text = if colour { text } else { clean::lines(&text) };
    shorten(text)
}

/// Cuts what is longer than any terminal wants to show.
fn shorten(mut text: String) -> String {
    if text.len() > MOST_BYTES {
        let mut end = MOST_BYTES - 8;
        while !text.is_char_boundary(end) {
            end -= 1;
        }
        text.truncate(end);
        text.push_str("…\n");
    }
    text
}

/// What miette is given.
struct Report {
    message: String,
    code: Option<String>,
    severity: Severity,
    help: Option<String>,
    source: Option<NamedSource<String>>,
    labels: Vec<LabeledSpan>,
    related: Vec<Report>,
}

/// A label, and whether it is the place itself.
#[derive(Clone, Copy)]
struct Shown<'a> {
    label: &'a Label,
    main: bool,
}

impl Shown<'_> {
    fn start(&self) -> usize {
        self.label.span.start as usize
    }
}

/// Splits the labels by file: the file of the main place first, each other file as a report of its own.
fn report(diagnostic: &Diagnostic, sources: &SourceMap) -> Report {
    let mut files: Vec<(SourceId, Vec<Shown<'_>>)> = Vec::new();
    for (index, label) in diagnostic.labels.iter().take(MOST_LABELS).enumerate() {
        let shown = Shown { label, main: index == 0 };
        match files.iter_mut().find(|(id, _)| *id == label.span.source) {
            Some((_, labels)) => labels.push(shown),
            None => files.push((label.span.source, vec![shown])),
        }
    }
    let mut shown = files.into_iter().map(|(id, labels)| excerpt(sources, id, &labels));
    let (source, labels) = shown.next().unwrap_or_default();
    let severity = if diagnostic.is_error() { Severity::Error } else { Severity::Warning };
    let related = shown.map(|(source, labels)| see_also(source, labels)).collect();
    let code = Some(diagnostic.code.to_string());
    Report { message: message(diagnostic), code, severity, help: help(diagnostic), source, labels, related }
}

fn see_also(source: Option<NamedSource<String>>, labels: Vec<LabeledSpan>) -> Report {
    let message = "see also".to_owned();
    Report { message, code: None, severity: Severity::Advice, help: None, source, labels, related: Vec::new() }
}

/// One file as it is shown, and where the labels lie in it.
type Excerpt = (Option<NamedSource<String>>, Vec<LabeledSpan>);

/// A copy of one file with cut and cleaned lines, and the labels moved onto it.
fn excerpt(sources: &SourceMap, id: SourceId, labels: &[Shown<'_>]) -> Excerpt {
    let Some(source) = sources.get(id) else {
        return (None, Vec::new());
    };
    let mut copy = String::new();
    let mut moved = Vec::new();
    let mut start = 0;
    for line in source.text.split('\n') {
        let end = start + line.len();
        let within = |l: &Shown<'_>| (start..=end).contains(&l.start().min(source.text.len()));
        let here: Vec<Shown<'_>> = labels.iter().copied().filter(within).collect();
        copy_line(line, start, &here, &mut copy, &mut moved);
        start = end + 1;
    }
    copy.pop();
    let name = clean::short(&source.name, MOST_COLUMNS);
    (Some(NamedSource::new(name, copy)), moved)
}

/// Copies one line that began at byte `start`, and moves its labels. A label over several lines is shown on its first.
fn copy_line(line: &str, start: usize, labels: &[Shown<'_>], copy: &mut String, moved: &mut Vec<LabeledSpan>) {
    let column = |byte: usize| line.char_indices().take_while(|(at, _)| start + at < byte).count();
    let first = labels.iter().map(|l| column(l.start())).min().unwrap_or(0);
    let long = line.chars().nth(MOST_COLUMNS).is_some();
    let skip = if long { first.saturating_sub(BEFORE) } else { 0 };
    if skip > 0 {
        copy.push('…');
    }
    // Byte offsets in the copy of each character of the line that is shown, and of the end.
    let mut offsets = Vec::new();
    for c in line.chars().skip(skip).take(MOST_COLUMNS) {
        offsets.push(copy.len());
        copy.push(clean::shown(c));
    }
    offsets.push(copy.len());
    let offset = |column: usize| {
        let at = column.saturating_sub(skip).min(offsets.len() - 1);
        offsets[at]
    };
    for label in labels {
        let from = offset(column(label.start()));
        let to = offset(column(label.label.span.end as usize)).max(from);
        let text = Some(label_text(&label.label.text)).filter(|t| !t.is_empty());
        let span = (from, to - from);
        moved.push(if label.main {
            LabeledSpan::new_primary_with_span(text, span)
        } else {
            LabeledSpan::new_with_span(text, span)
        });
    }
    if long && line.chars().nth(skip + MOST_COLUMNS).is_some() {
        copy.push('…');
    }
    copy.push('\n');
}

impl fmt::Debug for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for Report {}

impl miette::Diagnostic for Report {
    fn code<'a>(&'a self) -> Option<Box<dyn fmt::Display + 'a>> {
        self.code.as_ref().map(|code| Box::new(code) as Box<dyn fmt::Display>)
    }

    fn severity(&self) -> Option<Severity> {
        Some(self.severity)
    }

    fn help<'a>(&'a self) -> Option<Box<dyn fmt::Display + 'a>> {
        self.help.as_ref().map(|help| Box::new(help) as Box<dyn fmt::Display>)
    }

    fn source_code(&self) -> Option<&dyn SourceCode> {
        self.source.as_ref().map(|source| source as &dyn SourceCode)
    }

    fn labels(&self) -> Option<Box<dyn Iterator<Item = LabeledSpan> + '_>> {
        Some(Box::new(self.labels.iter().cloned()))
    }

    fn related<'a>(&'a self) -> Option<Box<dyn Iterator<Item = &'a dyn miette::Diagnostic> + 'a>> {
        (!self.related.is_empty()).then(|| -> Box<dyn Iterator<Item = &'a dyn miette::Diagnostic> + 'a> {
            Box::new(self.related.iter().map(|report| report as &dyn miette::Diagnostic))
        })
    }
}
