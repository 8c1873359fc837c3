//! What is wrong, or worth a look, as editors underline it.

use lsp_types::{
    CodeDescription, Diagnostic as Told, DiagnosticRelatedInformation, DiagnosticSeverity, NumberOrString, Position,
    Range,
};

use super::open::Opened;
use crate::cli::inside_texts;
use crate::diagnostic::{Diagnostic, Severity};
use crate::engine::Failure;

/// All findings, at their places in the text in hand. What is only worth a look in another text is told there.
pub(super) fn diagnostics(opened: &Opened<'_>) -> Vec<Told> {
    let is_here = |found: &Diagnostic| {
        let mut places = found.labels.iter().map(|label| label.span.source);
        found.labels.is_empty() || places.any(|source| source == opened.document.source())
    };
    let findings = opened.document.findings().iter().filter(|found| found.is_error() || is_here(found));
    findings.map(|found| told(found, opened)).collect()
}

/// What is wrong with the settings for a text: told where it begins, since the server goes on without them.
pub(super) fn misset(failure: &Failure, opened: &Opened<'_>) -> Vec<Told> {
    let place = |found: &Diagnostic| found.labels.first().map(|label| failure.sources.place(label.span).to_string());
    let whole = |found: &Diagnostic| {
        let message = [place(found), Some(found.message.clone())].into_iter().flatten().collect::<Vec<_>>().join(": ");
        Diagnostic { labels: Vec::new(), message, ..found.clone() }
    };
    failure.diagnostics.iter().map(|found| told(&whole(found), opened)).collect()
}

/// A finding. What is in another text is told where the text in hand begins, with the place itself beside it.
pub(super) fn told(found: &Diagnostic, opened: &Opened<'_>) -> Told {
    let first = found.labels.first().filter(|label| label.span.source == opened.document.source());
    let range = place(found, opened);
    let mut message = found.message.clone();
    if let Some(label) = first.filter(|label| !label.text.is_empty()) {
        message.extend(["\n", &label.text]);
    }
    if let Some(help) = &found.help {
        message.extend(["\nhelp: ", help]);
    }
    let beside = found.labels.iter().skip(usize::from(first.is_some())).filter_map(|label| {
        let message = if label.text.is_empty() { "here".to_owned() } else { label.text.clone() };
        Some(DiagnosticRelatedInformation { location: opened.location(label.span)?, message })
    });
    let beside: Vec<DiagnosticRelatedInformation> = beside.collect();
    let severity = match found.severity {
        Severity::Error => DiagnosticSeverity::ERROR,
        Severity::Warning => DiagnosticSeverity::WARNING,
    };
    let page = inside_texts::of_mistake(found.code.0).parse().ok();
    Told {
        range,
        severity: Some(severity),
        code: Some(NumberOrString::String(found.code.0.to_owned())),
        code_description: page.map(|href| CodeDescription { href }),
        source: Some("assize".to_owned()),
        message,
        related_information: (!beside.is_empty()).then_some(beside),
        ..Told::default()
    }
}

/// Where a finding is underlined.
pub(super) fn place(found: &Diagnostic, opened: &Opened<'_>) -> Range {
    let lines = opened.lines();
    match found.labels.iter().find(|label| label.span.source == opened.document.source()) {
        Some(label) => lines.stretch(label.span.range()),
        None => Range::new(Position::new(0, 0), lines.end_of(0)),
    }
}
