//! What a name means, where it is given, and where it is spoken of.

use lsp_types::{
    DocumentHighlight, DocumentHighlightKind, Hover, HoverContents, Location, MarkupContent, MarkupKind,
    ReferenceParams, TextDocumentPositionParams,
};
use serde_json::Value;

use super::open::Opened;
use super::refusal::{Refusal, params, told};
use crate::diagnostic::clean;
use crate::language_service::{About, Definition, Document};
use crate::source::{Source, Span};
use crate::verdict::rules;

/// A quoted line has so many characters at most.
const LONGEST_LINE: usize = 120;

/// What the name at a place is, what it means, and where it comes from.
pub(super) fn hover(opened: &Opened<'_>, given: Value) -> Result<Value, Refusal> {
    let at: TextDocumentPositionParams = params(given)?;
    let offset = opened.offset(at.position);
    let used = opened.document.used_at(offset).map(|(_, source)| (None, of_script(source)));
    let named = || opened.document.about(offset).map(|about| (Some(about.span), in_words(&about, opened)));
    let Some((span, value)) = used.or_else(named) else { return Ok(Value::Null) };
    let range = span.map(|span| opened.lines().stretch(span.range()));
    told(&Hover { contents: HoverContents::Markup(MarkupContent { kind: MarkupKind::Markdown, value }), range })
}

/// What a script begins with, which says what it is and what it is called.
fn of_script(source: &Source) -> String {
    let is_said = |line: &&str| !line.trim().is_empty() && !line.starts_with('#');
    let first = source.text.lines().find(is_said).unwrap_or_default();
    format!("```asz\n{}\n```", clean::short(first, LONGEST_LINE))
}

fn in_words(about: &About, opened: &Opened<'_>) -> String {
    let mut text = format!("**{}**", plain(&about.name));
    if !about.sort.is_empty() {
        text.extend([" · ", &plain(&about.sort)]);
    }
    if !about.meaning.is_empty() {
        text.extend(["\n\n", &plain(&about.meaning)]);
    }
    if let Some(given) = about.given {
        let sources = opened.document.sources();
        let place = sources.place(given);
        let file = place.file.rsplit('/').next().unwrap_or_default();
        let line = sources.get(given.source).and_then(|source| source.text.lines().nth(place.line as usize - 1));
        let line = clean::short(line.unwrap_or_default().trim(), LONGEST_LINE);
        text.extend(["\n\n", &format!("`{file}`, line {}:\n\n```asz\n{line}\n```", place.line)]);
        text.extend(rules::held_at(&place).map(|rule| format!("\n\n{}: {}", rule.id, plain(&rule.says.join(" ")))));
    }
    text
}

/// Words in Markdown, of which nothing is a sign of it but what stands between backticks.
fn plain(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    let mut is_quoted = false;
    for sign in clean::line(text).chars() {
        is_quoted ^= sign == '`';
        if !is_quoted && "\\*_[]<>#|".contains(sign) {
            plain.push('\\');
        }
        plain.push(sign);
    }
    plain
}

/// Where the name at a place is given; for a `use` the text that it brings in.
pub(super) fn definition(opened: &Opened<'_>, given: Value) -> Result<Value, Refusal> {
    let at: TextDocumentPositionParams = params(given)?;
    let offset = opened.offset(at.position);
    let used = opened.document.used_at(offset).map(|(id, _)| Span::new(id, 0..0));
    let span = used.or_else(|| opened.document.definition(offset).map(|definition| definition.span));
    told(&span.and_then(|span| opened.location(span)))
}

/// Where the name at a place is spoken of, in all texts that are open and in those that they use.
pub(super) fn references(opened: &Opened<'_>, given: Value) -> Result<Value, Refusal> {
    let given: ReferenceParams = params(given)?;
    let offset = opened.offset(given.text_document_position.position);
    let Some(definition) = opened.document.definition(offset) else { return Ok(Value::Null) };
    let mut found: Vec<Location> = Vec::new();
    for (other, same) in everywhere(opened, definition) {
        let own = given.context.include_declaration.then_some(same.span);
        let places = own.into_iter().chain(same.uses.iter().copied()).filter_map(|span| other.location(span));
        found.extend(places);
    }
    found.sort_by(|one, other| (one.uri.as_str(), one.range.start).cmp(&(other.uri.as_str(), other.range.start)));
    found.dedup();
    told(&found)
}

/// The other places in the text in hand that speak of the name at a place.
pub(super) fn highlights(opened: &Opened<'_>, given: Value) -> Result<Value, Refusal> {
    let at: TextDocumentPositionParams = params(given)?;
    let Some(definition) = opened.document.definition(opened.offset(at.position)) else { return Ok(Value::Null) };
    let own = definition.uses.iter().map(|span| (*span, DocumentHighlightKind::READ));
    let all = own.chain([(definition.span, DocumentHighlightKind::WRITE)]);
    let lines = opened.lines();
    let here = all.filter(|(span, _)| span.source == opened.document.source());
    let found = here.map(|(span, kind)| DocumentHighlight { range: lines.stretch(span.range()), kind: Some(kind) });
    told(&found.collect::<Vec<DocumentHighlight>>())
}

/// What each text that is open knows of something that is given in one of their texts, the one in hand first.
pub(super) fn everywhere<'v>(opened: &'v Opened<'v>, wanted: &'v Definition) -> Vec<(Opened<'v>, &'v Definition)> {
    let place = |document: &Document, one: &Definition| document.sources().place(one.span);
    let is_it = |document: &Document, one: &Definition| {
        one.name == wanted.name && one.kind == wanted.kind && place(document, one) == place(opened.document, wanted)
    };
    let again = |uri: &'v str, document| Opened {
        uri,
        document,
        encoding: opened.encoding,
        all: opened.all,
        copies: opened.copies,
    };
    let mut found = vec![(again(opened.uri, opened.document), wanted)];
    for (uri, open) in opened.all.0.iter().filter(|(uri, _)| uri.as_str() != opened.uri) {
        if let Some(document) = open.document()
            && let Some(same) = document.definitions().iter().find(|one| is_it(document, one))
        {
            found.push((again(uri, document), same));
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::plain;

    #[test]
    fn signs_of_markdown_mean_nothing_outside_of_backticks() {
        assert_eq!(plain("a *b* `c_*`, 1 < 2"), "a \\*b\\* `c_*`, 1 \\< 2");
    }
}
