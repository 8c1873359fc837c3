//! The texts that are open in the editor, and what is known of them.

use std::collections::BTreeMap;
use std::sync::Arc;

use lsp_server::Request;
use lsp_types::{Location, Position, TextDocumentContentChangeEvent, Uri};

use super::addresses;
use super::desk::Texts;
use super::positions::{Encoding, Lines};
use crate::cli::inside_texts;
use crate::engine::{Cancel, Failure};
use crate::language_service::Document;
use crate::source::{SourceMap, Span};

/// A text that is open.
pub(super) struct Open {
    /// What it is called here: the path of its file, if it has one.
    pub(super) name: String,
    /// As the editor counts its changes.
    pub(super) version: i64,
    pub(super) text: String,
    /// Goes up with each change of it and of what it uses.
    pub(super) revision: u64,
    /// What was found at which revision; in words, if that went wrong.
    pub(super) known: Option<(u64, Result<Arc<Document>, String>)>,
    /// What is wrong with the settings for it.
    pub(super) misset: Option<Failure>,
    /// The version of which something was told last.
    pub(super) told: Option<i64>,
    /// What is being found out now can be cancelled.
    pub(super) cancel: Cancel,
    /// Requests that wait until something is known of this revision.
    pub(super) waiting: Vec<Request>,
}

impl Open {
    pub(super) fn new(uri: &str, version: i64, text: String) -> Self {
        let name = addresses::name_of(uri);
        let (cancel, waiting) = (Cancel::default(), Vec::new());
        Self { name, version, text, revision: 0, known: None, misset: None, told: None, cancel, waiting }
    }

    /// What was found of it as it stands.
    pub(super) fn current(&self) -> Option<&Result<Arc<Document>, String>> {
        self.known.as_ref().filter(|(revision, _)| *revision == self.revision).map(|(_, found)| found)
    }

    /// What is known of it as it stands.
    pub(super) fn document(&self) -> Option<&Arc<Document>> {
        self.current()?.as_ref().ok()
    }

    /// Makes changes, one after the other. Places that are not there are the nearest that are.
    pub(super) fn change(&mut self, changes: Vec<TextDocumentContentChangeEvent>, encoding: Encoding) {
        for TextDocumentContentChangeEvent { range, text, .. } in changes {
            let Some(range) = range else {
                self.text = text;
                continue;
            };
            let lines = Lines::of(&self.text, encoding);
            let (one, other) = (lines.offset(range.start), lines.offset(range.end));
            self.text.replace_range(one.min(other)..one.max(other), &text);
        }
    }
}

/// All of them, by their addresses.
#[derive(Default)]
pub(super) struct OpenTexts(pub(super) BTreeMap<String, Open>);

impl OpenTexts {
    /// What is in the files that are open.
    pub(super) fn texts(&self) -> Texts {
        self.0.values().map(|open| (open.name.clone(), open.text.clone())).collect()
    }

    /// The address of a file, as the editor writes it if the file is open.
    fn address_of(&self, name: &str) -> Option<&str> {
        self.0.iter().find(|(_, open)| open.name == name).map(|(uri, _)| uri.as_str())
    }
}

/// One of them as a request looks at it.
pub(super) struct Opened<'o> {
    pub(super) uri: &'o str,
    pub(super) document: &'o Arc<Document>,
    pub(super) encoding: Encoding,
    pub(super) all: &'o OpenTexts,
    /// Where texts inside the program lie as files, for an editor that can open nothing else.
    pub(super) copies: Option<&'o str>,
}

impl Opened<'_> {
    pub(super) fn text(&self) -> &str {
        text_of(self.document)
    }

    pub(super) fn lines(&self) -> Lines<'_> {
        Lines::of(self.text(), self.encoding)
    }

    /// The byte at a place.
    pub(super) fn offset(&self, place: Position) -> usize {
        self.lines().offset(place)
    }

    /// The address of the text in which a place lies.
    pub(super) fn address(&self, sources: &SourceMap, span: Span) -> Option<String> {
        let source = sources.get(span.source)?;
        if let Some(open) = self.all.address_of(&source.name) {
            return Some(open.to_owned());
        }
        let address = addresses::of_source(source);
        match (self.copies, inside_texts::inside(&address)) {
            (Some(folder), Some(place)) => Some(format!("{folder}/{place}")),
            _ => Some(address),
        }
    }

    /// A place of any text that takes part, as editors write it.
    pub(super) fn location(&self, span: Span) -> Option<Location> {
        let sources = self.document.sources();
        let address: Uri = addresses::valid(&self.address(sources, span)?).parse().ok()?;
        let text = &sources.get(span.source)?.text;
        Some(Location::new(address, Lines::of(text, self.encoding).stretch(span.range())))
    }
}

/// The text in hand.
pub(super) fn text_of(document: &Document) -> &str {
    document.sources().get(document.source()).map_or("", |source| &source.text)
}
