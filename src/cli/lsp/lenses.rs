//! What can be done with a line, offered above it: each names a command.

use lsp_types::{CodeLens, Command};
use serde_json::{Value, json};

use super::commands::{ADJUDICATE, EXPECT, ODDS, WHY};
use super::open::Opened;
use super::refusal::{Refusal, told};
use crate::language_service::{Sort, SymbolKind};

/// Above each run of the scene, and above each expectation.
pub(super) fn lenses(opened: &Opened<'_>) -> Result<Value, Refusal> {
    let lines = opened.lines();
    let lens = |range, title: &str, command: &str, of: Value| CodeLens {
        range,
        command: Some(Command::new(title.to_owned(), command.to_owned(), Some(vec![json!(opened.uri), of]))),
        data: None,
    };
    let mut found = Vec::new();
    let is_run = |kind: &SymbolKind| matches!(kind, SymbolKind::Sort(Sort::Done(_)));
    // What has a mistake somewhere cannot be run.
    let runs = opened.document.symbols().filter(|symbol| opened.document.encounter().is_some() && is_run(&symbol.kind));
    for run in runs {
        let range = lines.stretch(run.span.range());
        for (title, command) in [("adjudicate", ADJUDICATE), ("odds", ODDS), ("why", WHY)] {
            found.push(lens(range, title, command, json!(run.name)));
        }
    }
    let expectations = opened.document.expectations().filter(|_| opened.document.encounter().is_some());
    for expected in expectations {
        let range = lines.stretch(expected.span.range().start..expected.span.range().start);
        found.push(lens(range, "run expectations", EXPECT, json!(range.start.line)));
    }
    told(&found)
}
