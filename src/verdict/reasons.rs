//! A tree of what led to a result: as lines of text, or as data.

use std::iter::Peekable;

use schemars::JsonSchema;
use serde::Serialize;

use super::{House, rules, words};
use crate::diagnostic::clean;
use crate::source::Place;

/// A line of a tree, and how deep in it.
pub(super) struct Line<'v> {
    pub(super) depth: usize,
    pub(super) words: String,
    pub(super) place: Option<Place>,
    pub(super) house: Option<&'v House>,
}

impl Line<'_> {
    pub(super) fn text(&self) -> String {
        let (words, held) = (&self.words, self.place.as_ref().map(|place| self.held_by(place)).unwrap_or_default());
        format!("{}{}\n", "  ".repeat(self.depth), clean::line(&format!("{words}{held}")))
    }

    /// The line that something comes from, with the house rule it belongs to or the rules of the book that it holds.
    fn held_by(&self, place: &Place) -> String {
        let house = self.house.map(|house| format!(" ({})", words::house(house))).unwrap_or_default();
        let mut held = format!("  {}:{}{house}", place.file, place.line);
        for id in rules::at(place) {
            held.extend([" ", id]);
        }
        held
    }
}

/// Something in the tree behind a result, with everything that led to it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[non_exhaustive]
pub struct Reason {
    /// What it is and what it came to, as the text says it.
    pub says: String,
    /// The line of the script that it comes from.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub place: Option<Place>,
    /// The house rule that the line belongs to.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub house: Option<String>,
    /// The rules of the system's book that the line holds, by their IDs.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub rules: Vec<String>,
    /// What led to it, or belongs to it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub because: Vec<Reason>,
}

/// The lines that are at least this deep, up to the first that is not, each with those below it.
pub(super) fn nested<'l>(lines: &mut Peekable<impl Iterator<Item = &'l Line<'l>>>, depth: usize) -> Vec<Reason> {
    let mut found = Vec::new();
    while let Some(line) = lines.next_if(|line| line.depth >= depth) {
        found.push(Reason {
            says: clean::line(&line.words),
            place: line.place.clone(),
            house: line.house.map(|house| house.name.to_string()),
            rules: line.place.iter().flat_map(rules::at).map(str::to_owned).collect(),
            because: nested(lines, line.depth + 1),
        });
    }
    found
}
