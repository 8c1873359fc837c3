//! What is told beside the lines: what a plan costs, and what sums come to.

use lsp_types::{InlayHint, InlayHintLabel, InlayHintParams, InlayHintTooltip};
use serde_json::Value;

use super::open::text_of;
use super::positions::{Encoding, Lines};
use super::refusal::{Refusal, params, told};
use crate::language_service::{Aside, Document};

/// The hints in a stretch of lines. The scene is run for them, so they are worked out where nothing waits for it.
pub(super) fn hints(document: &Document, encoding: Encoding, given: Value) -> Result<Value, Refusal> {
    let InlayHintParams { range, .. } = params(given)?;
    let lines = Lines::of(text_of(document), encoding);
    let hint = |Aside { line, text, why, .. }: Aside| InlayHint {
        position: lines.end_of(line),
        label: InlayHintLabel::String(text),
        kind: None,
        text_edits: None,
        tooltip: Some(InlayHintTooltip::String(why)),
        padding_left: Some(true),
        padding_right: None,
        data: None,
    };
    let hints = document.asides().into_iter().map(hint);
    let wanted = hints.filter(|hint| range.start.line <= hint.position.line && hint.position.line <= range.end.line);
    told(&wanted.collect::<Vec<InlayHint>>())
}
