//! Another name for something, in every text that is open and in those that they use.

use std::collections::{BTreeMap, BTreeSet};

use lsp_types::{Range, RenameParams, TextDocumentPositionParams, TextEdit};
use serde_json::{Value, json};

use super::desk::Desk;
use super::navigation::everywhere;
use super::open::Opened;
use super::positions::Lines;
use super::refusal::{Refusal, params, told};
use crate::diagnostic::Diagnostic;
use crate::engine::Cancel;
use crate::language_service::Document;

/// The name at a place, if it can be changed.
pub(super) fn prepare(opened: &Opened<'_>, given: Value) -> Result<Value, Refusal> {
    let at: TextDocumentPositionParams = params(given)?;
    let (_, span) = opened.document.renamed(opened.offset(at.position)).map_err(Refusal::failed)?;
    let placeholder = opened.document.sources().slice(span);
    told(&json!({ "range": opened.lines().stretch(span.range()), "placeholder": placeholder }))
}

/// A text in which something is called otherwise.
struct Changed {
    name: String,
    text: String,
    encoding: super::positions::Encoding,
    ranges: BTreeSet<(u32, u32, u32, u32)>,
}

/// The changes that call something otherwise. They are tried first: nothing may be wrong afterwards that was not before.
pub(super) fn rename(opened: &Opened<'_>, desk: &Desk, given: Value) -> Result<Value, Refusal> {
    let given: RenameParams = params(given)?;
    let offset = opened.offset(given.text_document_position.position);
    let new = given.new_name.split_whitespace().collect::<Vec<&str>>().join(" ");
    let (definition, _) = opened.document.renamed(offset).map_err(Refusal::failed)?;
    opened.document.may_be_called(&new).map_err(Refusal::failed)?;
    let mut changed: BTreeMap<String, Changed> = BTreeMap::new();
    for (other, same) in everywhere(opened, definition) {
        let sources = other.document.sources();
        for span in same.uses.iter().copied().chain([same.span]) {
            let (Some(address), Some(source)) = (other.address(sources, span), sources.get(span.source)) else {
                continue;
            };
            let file = changed.entry(address).or_insert_with(|| Changed {
                name: source.name.to_string(),
                text: source.text.clone(),
                encoding: opened.encoding,
                ranges: BTreeSet::new(),
            });
            let Range { start, end } = Lines::of(&source.text, opened.encoding).stretch(span.range());
            file.ranges.insert((start.line, start.character, end.line, end.character));
        }
    }
    try_out(opened, desk, (&changed, &new))?;
    let edits: BTreeMap<&String, Vec<TextEdit>> =
        changed.iter().map(|(address, file)| (address, file.edits(&new))).collect();
    Ok(json!({ "changes": edits }))
}

impl Changed {
    fn edits(&self, new: &str) -> Vec<TextEdit> {
        let place = lsp_types::Position::new;
        let range = |at: &(u32, u32, u32, u32)| Range::new(place(at.0, at.1), place(at.2, at.3));
        self.ranges.iter().map(|at| TextEdit::new(range(at), new.to_owned())).collect()
    }

    /// The text with the new name.
    fn with(&self, new: &str) -> String {
        let lines = Lines::of(&self.text, self.encoding);
        let mut text = self.text.clone();
        for edit in self.edits(new).iter().rev() {
            text.replace_range(lines.offset(edit.range.start)..lines.offset(edit.range.end), new);
        }
        text
    }
}

/// Reads the text in hand with the new name.
fn try_out(
    opened: &Opened<'_>,
    desk: &Desk,
    (changed, new): (&BTreeMap<String, Changed>, &str),
) -> Result<(), Refusal> {
    let mut texts = opened.all.texts();
    texts.extend(changed.values().map(|file| (file.name.clone(), file.with(new))));
    let Some(name) = opened.document.sources().get(opened.document.source()).map(|source| source.name.to_string())
    else {
        return Ok(());
    };
    let text = texts.get(&name).cloned().unwrap_or_default();
    let engine = desk.engine(&name, texts, &Cancel::default());
    let after = Document::open(&engine, &name, &text);
    let (before, after) = (opened.document.findings(), after.findings());
    if after.len() <= before.len() {
        return Ok(());
    }
    let is_new = |found: &&Diagnostic| before.iter().all(|known| known.message != found.message);
    let why = after.iter().find(is_new).map(|found| format!(": {}", found.message)).unwrap_or_default();
    Err(Refusal::failed(format!("the name `{new}` would cause an error{why}")))
}
