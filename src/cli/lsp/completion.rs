//! Words that could be written, and what a call takes, as editors offer them.

use lsp_types::{
    CompletionItem, CompletionItemKind, CompletionList, CompletionTextEdit, Documentation, ParameterInformation,
    ParameterLabel, SignatureHelp, SignatureInformation, TextDocumentPositionParams, TextEdit,
};
use serde_json::Value;

use super::open::Opened;
use super::refusal::{Refusal, params, told};
use crate::language_service::{Completion, WordKind};

/// The words that could stand at a place. They are asked for anew with each letter: a name may consist of several words, and some are
/// offered only once they are begun.
pub(super) fn completion(opened: &Opened<'_>, given: Value) -> Result<Value, Refusal> {
    let at: TextDocumentPositionParams = params(given)?;
    let words = opened.document.completions(opened.offset(at.position));
    let items = words.into_iter().enumerate().map(|(place, word)| item(place, word, opened)).collect();
    told(&CompletionList { is_incomplete: true, items })
}

fn item(
    place: usize,
    Completion { label, kind, detail, replace, .. }: Completion,
    opened: &Opened<'_>,
) -> CompletionItem {
    let range = opened.lines().stretch(replace.range());
    CompletionItem {
        kind: Some(sort(kind, &detail)),
        detail: (!detail.is_empty()).then_some(detail),
        // As they are listed, and not by the alphabet.
        sort_text: Some(format!("{place:05}")),
        filter_text: Some(label.clone()),
        text_edit: Some(CompletionTextEdit::Edit(TextEdit::new(range, label.clone()))),
        label,
        ..CompletionItem::default()
    }
}

fn sort(kind: WordKind, detail: &str) -> CompletionItemKind {
    match kind {
        WordKind::Keyword => CompletionItemKind::KEYWORD,
        WordKind::BuiltIn if detail.contains('(') => CompletionItemKind::FUNCTION,
        WordKind::BuiltIn => CompletionItemKind::VALUE,
        WordKind::Script => CompletionItemKind::MODULE,
        WordKind::Declaration => CompletionItemKind::CLASS,
        WordKind::Thing => CompletionItemKind::VARIABLE,
        WordKind::Done => CompletionItemKind::EVENT,
        WordKind::Level => CompletionItemKind::ENUM_MEMBER,
        WordKind::Part => CompletionItemKind::FIELD,
    }
}

/// What the call takes in which a place lies.
pub(super) fn signature(opened: &Opened<'_>, given: Value) -> Result<Value, Refusal> {
    let at: TextDocumentPositionParams = params(given)?;
    let Some(call) = opened.document.call(opened.offset(at.position)) else { return Ok(Value::Null) };
    let in_columns = |offset: usize| opened.encoding.width(call.label.get(..offset).unwrap_or_default());
    let parameters = call.parameters.iter().map(|range| ParameterInformation {
        label: ParameterLabel::LabelOffsets([in_columns(range.start), in_columns(range.end)]),
        documentation: None,
    });
    let parameters: Vec<ParameterInformation> = parameters.collect();
    let last = parameters.len().saturating_sub(1);
    let active = u32::try_from(call.at.min(last)).unwrap_or_default();
    let documentation = Some(call.meaning).filter(|meaning| !meaning.is_empty()).map(Documentation::String);
    let signature = SignatureInformation {
        label: call.label,
        documentation,
        parameters: Some(parameters),
        active_parameter: Some(active),
    };
    told(&SignatureHelp { signatures: vec![signature], active_signature: Some(0), active_parameter: Some(active) })
}
