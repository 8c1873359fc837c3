//! Where text comes from: files, their contents, and places inside them.

use std::fmt;
use std::iter;
use std::ops::Range;

use serde::{Deserialize, Serialize};

/// Names one text of a [`SourceMap`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct SourceId(pub u32);

/// A stretch of bytes in one source. `start..end` are byte offsets on character boundaries.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Span {
    /// The text it lies in.
    pub source: SourceId,
    /// First byte.
    pub start: u32,
    /// One past the last byte.
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

    /// The byte range.
    pub fn range(self) -> Range<usize> {
        self.start as usize..self.end as usize
    }
}

impl fmt::Debug for Span {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}..{}", self.source.0, self.start, self.end)
    }
}

/// One text with the name a person knows it by.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Source {
    /// A file name, or the name of a system shipped inside the program.
    pub name: String,
    /// The whole text.
    pub text: String,
}

/// Every text that took part in a compilation.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SourceMap {
    sources: Vec<Source>,
    /// For each text the byte at which each of its lines begins: a verdict asks for many places.
    lines: Vec<Vec<usize>>,
}

/// A place as a person counts it: lines and columns from 1, columns in characters.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, schemars::JsonSchema)]
pub struct Place {
    /// The source's name.
    pub file: String,
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
    /// Adds a text and returns its id.
    pub fn add(&mut self, name: impl Into<String>, text: impl Into<String>) -> SourceId {
        let id = SourceId(u32::try_from(self.sources.len()).unwrap_or(u32::MAX));
        let source = Source { name: name.into(), text: text.into() };
        let breaks = source.text.bytes().enumerate().filter(|(_, byte)| *byte == b'\n');
        self.lines.push(iter::once(0).chain(breaks.map(|(at, _)| at + 1)).collect());
        self.sources.push(source);
        id
    }

    /// The text behind an id, if it is one of this map's.
    pub fn get(&self, id: SourceId) -> Option<&Source> {
        self.sources.get(id.0 as usize)
    }

    /// The texts with their ids, in the order they were added.
    pub fn iter(&self) -> impl Iterator<Item = (SourceId, &Source)> {
        (0..).map(SourceId).zip(&self.sources)
    }

    /// The characters a span covers; empty when it lies outside the text.
    pub fn slice(&self, span: Span) -> &str {
        self.get(span.source).and_then(|s| s.text.get(span.range())).unwrap_or("")
    }

    /// Line and column of a span's first character.
    pub fn place(&self, span: Span) -> Place {
        let (Some(source), Some(lines)) = (self.get(span.source), self.lines.get(span.source.0 as usize)) else {
            return Place { file: "?".into(), line: 1, column: 1 };
        };
        let start = source.text.floor_char_boundary(span.start as usize);
        let line = lines.partition_point(|begin| *begin <= start).saturating_sub(1);
        let begin = lines.get(line).copied().unwrap_or(0);
        let count = |n: usize| u32::try_from(n).unwrap_or(u32::MAX - 1) + 1;
        let column = source.text.get(begin..start).map_or(0, |before| before.chars().count());
        Place { file: source.name.clone(), line: count(line), column: count(column) }
    }
}
