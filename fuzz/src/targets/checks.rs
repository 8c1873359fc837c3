//! What must hold of everything that is told.

use assize::diagnostic::{Diagnostic, render};
use assize::source::SourceMap;
use assize::{Audience, Failure, Verdict, verdict};

/// A finding that is longer tells too much; in bytes.
const LONGEST: usize = 64 * 1024;

/// What is said of a place that is not in its text.
pub const OUTSIDE: &str = "points outside of the text";

/// Whether a text would do something to a terminal.
pub fn controls(text: &str) -> Option<char> {
    text.chars().find(|letter| letter.is_control() && *letter != '\n')
}

/// What is wrong with what is told.
pub fn text(what: &str, told: &str, problems: &mut Vec<String>) {
    if let Some(letter) = controls(told) {
        problems.push(format!("{what} holds the control character {letter:?}"));
    }
}

/// What is wrong with a finding: its places, its words, how it is shown.
pub fn finding(found: &Diagnostic, sources: &SourceMap, problems: &mut Vec<String>) {
    let spans = found.labels.iter().map(|label| label.span);
    let fixes = found.fixes.iter().map(|fix| fix.span);
    for span in spans.chain(fixes) {
        if sources.get(span.source).is_none_or(|source| source.text.get(span.range()).is_none()) {
            problems.push(format!("{} {OUTSIDE}: {span:?}", found.code));
        }
    }
    for (way, told) in [
        ("plain", render::plain(found, sources)),
        ("human", render::human(found, sources, false)),
        ("json", render::json(found, sources)),
    ] {
        text(&format!("{} as {way}", found.code), &told, problems);
        if told.len() > LONGEST {
            problems.push(format!("{} as {way} has {} bytes", found.code, told.len()));
        }
    }
    if found.message.trim().is_empty() {
        problems.push(format!("{} says nothing", found.code));
    }
}

/// What is wrong with a failure, for everybody who may read it.
pub fn failure(failed: &Failure, problems: &mut Vec<String>) {
    for audience in [Audience::Log, Audience::Gm, Audience::Players] {
        let failed = failed.seen_by(audience);
        if failed.diagnostics.is_empty() {
            problems.push("a failure without a finding".to_owned());
        }
        for found in failed.diagnostics.iter().take(20) {
            finding(found, &failed.sources, problems);
        }
    }
}

/// What is wrong with a verdict, in every form and for everybody.
pub fn told(whole: &Verdict, problems: &mut Vec<String>) {
    for audience in [Audience::Log, Audience::Gm, Audience::Players] {
        let seen = whole.seen_by(audience);
        text("the verdict", &verdict::text::text(&seen), problems);
        text("the verdict as a page", &verdict::markdown::markdown(&seen), problems);
        text("the verdict in a browser", &verdict::html::html(&seen), problems);
        text("the verdict as data", &verdict::json::json(&seen), problems);
        for result in seen.results.iter().take(8) {
            if verdict::why::why(&seen, Some(&result.name)).is_err() {
                problems.push(format!("nothing says why of the result `{}`", result.name));
            }
        }
    }
}
