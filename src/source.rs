//! Where text comes from: files, their contents, and places inside them.

pub mod outline;

use std::fmt;
use std::iter;
use std::ops::Range;
use std::sync::Arc;

use serde::{Deserialize, Serialize};
use smol_str::format_smolstr;

use crate::shared_text::SharedText;

/// Names one text of a [`SourceMap`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct SourceId(pub u32);

/// A stretch of bytes in one source. `start..end` are byte offsets on character boundaries.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Span {
    /// The text it lies in.
    pub source: SourceId,
    /// Its first byte, counted from the beginning of the text.
    pub start: u32,
    /// One past its last byte.
    pub end: u32,
}

impl Span {
    /// A span over `range` of `source`.
    pub fn new(source: SourceId, range: Range<usize>) -> Self {
        let clamp = |n: usize| u32::try_from(n).unwrap_or(u32::MAX);
        Self { source, start: clamp(range.start), end: clamp(range.end) }
    }

    /// The smallest span that covers both; `other` must lie in the same source to count.
    #[must_use]
    pub fn to(self, other: Span) -> Span {
        if self.source != other.source {
            return self;
        }
        Span { source: self.source, start: self.start.min(other.start), end: self.end.max(other.end) }
    }

    /// Whether the other one lies within it.
    pub fn contains(self, other: Span) -> bool {
        self.source == other.source && self.start <= other.start && other.end <= self.end
    }

    /// Its bytes, as a range to slice the text with.
    pub fn range(self) -> Range<usize> {
        self.start as usize..self.end as usize
    }
}

impl fmt::Debug for Span {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}..{}", self.source.0, self.start, self.end)
    }
}

/// What a text is. Whatever depends on it asks here, and never the text's name, which may be anything.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[non_exhaustive]
pub enum SourceKind {
    /// Inside the program: a system, an overlay or the data of a deck.
    Shipped,
    /// A file, or a text that a host calls by a name.
    File,
    /// An entry of a session, by its number.
    Entry(u64),
    /// A value that was carried over from another page or scene.
    Carried,
    /// A question about odds.
    Question,
}

/// One text with the name a person knows it by.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Source {
    /// Where the text is from.
    pub kind: SourceKind,
    /// A file name, or the name of a system shipped inside the program.
    pub name: SharedText,
    /// The text as it was read, line ends included.
    pub text: String,
    /// The byte at which each line begins: a verdict asks for many places.
    lines: Vec<usize>,
    /// Whether each byte of it is a character: then columns need not be counted.
    is_ascii: bool,
}

impl Source {
    /// A text of that kind.
    pub fn new(kind: SourceKind, name: impl Into<SharedText>, text: impl Into<String>) -> Self {
        let (name, text) = (name.into(), text.into());
        let breaks = text.bytes().enumerate().filter(|(_, byte)| *byte == b'\n');
        let lines = iter::once(0).chain(breaks.map(|(at, _)| at + 1)).collect();
        let is_ascii = text.is_ascii();
        Self { kind, name, text, lines, is_ascii }
    }

    /// An entry of a session.
    pub fn entry(number: u64, text: impl Into<String>) -> Self {
        Self::new(SourceKind::Entry(number), format_smolstr!("entry {number}"), text)
    }

    /// A line by its number, from 0, without its end, and the byte at which it begins.
    #[cfg(feature = "cli")]
    pub(crate) fn line(&self, number: usize) -> Option<(usize, &str)> {
        let start = *self.lines.get(number)?;
        let end = self.lines.get(number + 1).map_or(self.text.len(), |next| next - 1);
        Some((start, self.text.get(start..end)?))
    }
}

/// Every text that took part in a compilation. Texts are shared with other compilations that use them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SourceMap {
    own: Vec<Arc<Source>>,
    of_system: Vec<Arc<Source>>,
}

/// The first id of a text that is part of a system. Such texts are counted apart, so that a system that was checked for
/// one scene speaks of the same places in any other.
const OF_SYSTEM: u32 = 1 << 31;

/// A place as a person counts it: lines and columns from 1, columns in characters.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, schemars::JsonSchema)]
pub struct Place {
    /// The source's name.
    pub file: SharedText,
    /// Line, from 1.
    pub line: u32,
    /// Column in characters, from 1.
    pub column: u32,
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}:{}", self.file, self.line, self.column)
    }
}

impl SourceMap {
    /// Adds a file and returns its id.
    pub fn add(&mut self, name: impl Into<SharedText>, text: impl Into<String>) -> SourceId {
        self.add_source(Source::new(SourceKind::File, name, text))
    }

    /// Adds a text and returns its id.
    #[doc(hidden)]
    pub fn add_source(&mut self, source: impl Into<Arc<Source>>) -> SourceId {
        self.own.push(source.into());
        id(self.own.len() - 1, 0)
    }

    /// Adds a text that is part of a system and returns its id.
    #[doc(hidden)]
    pub fn add_of_system(&mut self, source: impl Into<Arc<Source>>) -> SourceId {
        self.of_system.push(source.into());
        id(self.of_system.len() - 1, OF_SYSTEM)
    }

    /// The entries of a session.
    pub(crate) fn entries(&self) -> impl Iterator<Item = SourceId> {
        self.iter().filter(|(_, source)| matches!(source.kind, SourceKind::Entry(_))).map(|(id, _)| id)
    }

    /// How many texts there are besides those of a system.
    pub(crate) fn own(&self) -> usize {
        self.own.len()
    }

    /// Takes out all texts besides those of a system but so many of the first.
    pub(crate) fn forget_after(&mut self, own: usize) {
        self.own.truncate(own);
    }

    /// The same texts but for one besides those of a system, which reads so now.
    #[must_use]
    pub(crate) fn with_text(&self, id: SourceId, text: &str) -> Self {
        let mut changed = self.clone();
        if let Some(source) = changed.own.get_mut(id.0 as usize) {
            *source = Arc::new(Source::new(source.kind, source.name.clone(), text));
        }
        changed
    }

    /// The texts of a scene without their words, for whoever must not read them: blanks up to the last of these places on
    /// each line, and nothing behind it or on any other line. The places are moved there, and each is a character long, so that
    /// nothing tells how long the words are.
    #[must_use]
    pub(crate) fn without_words_of_scenes<'s>(&self, places: impl Iterator<Item = &'s mut Span>) -> Self {
        let mut widths: Vec<Vec<usize>> = vec![Vec::new(); self.own.len()];
        let mut moved = Vec::new();
        for span in places {
            let place = self.place(*span);
            let Some(lines) = widths.get_mut(span.source.0 as usize) else { continue };
            let (line, column) = (place.line as usize - 1, place.column as usize);
            lines.resize(lines.len().max(line + 1), 0);
            lines[line] = lines[line].max(column);
            moved.push((span, line, column));
        }
        for (span, line, column) in moved {
            let before: usize = widths[span.source.0 as usize][..line].iter().map(|width| width + 1).sum();
            *span = Span::new(span.source, before + column - 1..before + column);
        }
        let blank = |(source, lines): (&Arc<Source>, &Vec<usize>)| {
            let lines: Vec<String> = lines.iter().map(|width| " ".repeat(*width)).collect();
            Arc::new(Source::new(source.kind, source.name.clone(), lines.join("\n")))
        };
        Self { own: self.own.iter().zip(&widths).map(blank).collect(), of_system: self.of_system.clone() }
    }

    /// The id that the next text of a system will have.
    #[doc(hidden)]
    pub fn next_of_system(&self) -> SourceId {
        id(self.of_system.len(), OF_SYSTEM)
    }

    /// The text behind an id, if it is one of this map's.
    pub fn get(&self, id: SourceId) -> Option<&Arc<Source>> {
        match id.0.checked_sub(OF_SYSTEM) {
            Some(place) => self.of_system.get(place as usize),
            None => self.own.get(id.0 as usize),
        }
    }

    /// The texts with their ids, those of the system last, otherwise in the order they were added.
    pub fn iter(&self) -> impl Iterator<Item = (SourceId, &Arc<Source>)> {
        let own = self.own.iter().enumerate().map(|(place, source)| (id(place, 0), source));
        own.chain(self.of_system.iter().enumerate().map(|(place, source)| (id(place, OF_SYSTEM), source)))
    }

    /// The characters a span covers; empty when it lies outside the text.
    pub fn slice(&self, span: Span) -> &str {
        self.get(span.source).and_then(|s| s.text.get(span.range())).unwrap_or("")
    }

    /// Line and column of a span's first character.
    pub fn place(&self, span: Span) -> Place {
        let Some(source) = self.get(span.source) else {
            return Place { file: SharedText::new_static("?"), line: 1, column: 1 };
        };
        let lines = &source.lines;
        let start = source.text.floor_char_boundary(span.start as usize);
        let line = lines.partition_point(|begin| *begin <= start).saturating_sub(1);
        let begin = lines.get(line).copied().unwrap_or(0);
        let count = |n: usize| u32::try_from(n).unwrap_or(u32::MAX - 1) + 1;
        let column = if source.is_ascii {
            start - begin
        } else {
            source.text.get(begin..start).map_or(0, |before| before.chars().count())
        };
        Place { file: source.name.clone(), line: count(line), column: count(column) }
    }
}

impl SourceId {
    /// Whether the text is part of a system: the system itself, or an overlay. All others are a scene's.
    pub(crate) fn is_of_system(self) -> bool {
        self.0 >= OF_SYSTEM
    }
}

/// The id of a text at this place, counted from `first`.
fn id(place: usize, first: u32) -> SourceId {
    SourceId(u32::try_from(place).map_or(u32::MAX, |place| first.saturating_add(place)))
}
