//! What can be changed to make a finding go away, as editors offer it.

use std::collections::BTreeMap;

use lsp_types::{CodeActionContext, CodeActionKind, CodeActionParams, Range, TextEdit};
use serde_json::{Value, json};

use super::diagnostics;
use super::open::Opened;
use super::positions::Lines;
use super::refusal::{Refusal, params};
use crate::cli::inside_texts;
use crate::diagnostic::{Diagnostic, Fix, fix, render};

/// The changes for what is found in a stretch of the text, and all that can be made without asking.
pub(super) fn fixes(opened: &Opened<'_>, given: Value) -> Result<Value, Refusal> {
    let CodeActionParams { range, context, .. } = params(given)?;
    let mut offered = Vec::new();
    if is_wanted(&context, &CodeActionKind::QUICKFIX) {
        let near = opened.document.findings().iter().filter(|found| touches(diagnostics::place(found, opened), range));
        offered.extend(near.flat_map(|found| found.fixes.iter().filter_map(|fix| of_fix(found, fix, opened))));
    }
    let all = CodeActionKind::from("source.fixAll.assize".to_owned());
    if is_wanted(&context, &all) {
        let source = opened.document.source();
        let sure = fix::sure(opened.document.findings(), source);
        if !sure.is_empty() {
            let edit = edits(&sure, opened);
            offered.push(json!({ "title": "Fix whatever needs no decision", "kind": all, "edit": edit }));
        }
    }
    Ok(Value::Array(offered))
}

fn touches(one: Range, other: Range) -> bool {
    one.start <= other.end && other.start <= one.end
}

/// Whether the editor asks for such changes: for all, or for a sort to which they belong.
fn is_wanted(context: &CodeActionContext, kind: &CodeActionKind) -> bool {
    let belongs = |wanted: &CodeActionKind| {
        kind.as_str().strip_prefix(wanted.as_str()).is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
    };
    context.only.as_ref().is_none_or(|only| only.iter().any(belongs))
}

fn of_fix(found: &Diagnostic, fix: &Fix, opened: &Opened<'_>) -> Option<Value> {
    let is_first = found.fixes.first() == Some(fix);
    let address = opened.address(opened.document.sources(), fix.span)?;
    if inside_texts::is_inside(&address) {
        return None;
    }
    Some(json!({
        "title": render::title(fix, opened.document.sources()),
        "kind": CodeActionKind::QUICKFIX,
        "diagnostics": [diagnostics::told(found, opened)],
        "isPreferred": fix.is_sure() && is_first,
        "edit": edits(&[fix], opened),
    }))
}

/// The changes of each text. Lines that are put in end as the others do.
fn edits(fixes: &[&Fix], opened: &Opened<'_>) -> Value {
    let sources = opened.document.sources();
    let mut changes: BTreeMap<String, Vec<TextEdit>> = BTreeMap::new();
    for fix in fixes {
        let (Some(address), Some(source)) = (opened.address(sources, fix.span), sources.get(fix.span.source)) else {
            continue;
        };
        let has_returns = source.text.contains("\r\n");
        let text = if has_returns { fix.replacement.replace('\n', "\r\n") } else { fix.replacement.clone() };
        let range = Lines::of(&source.text, opened.encoding).stretch(fix.span.range());
        changes.entry(address).or_default().push(TextEdit::new(range, text));
    }
    json!({ "changes": changes })
}
