//! An outline of a text without its words: enough to find the line and column of a byte.

use crate::shared_text::SharedText;
use serde::{Deserialize, Serialize};

use super::{Source, SourceKind, SourceMap};

/// The lines of a text, without what stands in them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Outline {
    /// The text's name.
    pub name: SharedText,
    /// Whether it is part of a system.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub of_system: bool,
    /// For each line how many characters of one byte it has, then how many bytes the next character has, and so on in turn.
    pub lines: Vec<Vec<u32>>,
}

impl Outline {
    fn of(source: &Source, of_system: bool) -> Self {
        Self { name: source.name.clone(), of_system, lines: source.text.split('\n').map(measured).collect() }
    }

    /// A text of the same measures. Whatever stood in it is blank.
    fn blank(&self) -> String {
        let line = |runs: &Vec<u32>| -> String {
            let blanks = runs.iter().enumerate().map(|(place, run)| match (place % 2, run) {
                (0, run) => " ".repeat(*run as usize),
                (_, 2) => "\u{a0}".to_owned(),
                (_, 3) => "\u{3000}".to_owned(),
                (..) => "\u{f0000}".to_owned(),
            });
            blanks.collect()
        };
        self.lines.iter().map(line).collect::<Vec<_>>().join("\n")
    }

    /// How many bytes the text has.
    fn bytes(&self) -> usize {
        self.lines.iter().flatten().fold(self.lines.len(), |bytes, run| bytes.saturating_add(*run as usize))
    }
}

fn measured(line: &str) -> Vec<u32> {
    let mut runs = vec![0];
    for character in line.chars() {
        match (character.len_utf8(), runs.last_mut()) {
            (1, Some(run)) => *run += 1,
            (bytes, _) => runs.extend([u32::try_from(bytes).unwrap_or(4), 0]),
        }
    }
    runs
}

impl SourceMap {
    /// The measures of all texts, in their order.
    pub fn outlines(&self) -> Vec<Outline> {
        let own = self.own.iter().map(|source| Outline::of(source, false));
        own.chain(self.of_system.iter().map(|source| Outline::of(source, true))).collect()
    }

    /// Texts of these measures, in which every place is the same; `None` when they have more bytes than this in all.
    pub fn of_outlines(outlines: &[Outline], most: usize) -> Option<Self> {
        let bytes = outlines.iter().fold(0_usize, |bytes, outline| bytes.saturating_add(outline.bytes()));
        let mut sources = Self::default();
        for outline in outlines.iter().filter(|_| bytes <= most) {
            let source = Source::new(SourceKind::File, outline.name.clone(), outline.blank());
            if outline.of_system {
                sources.add_of_system(source)
            } else {
                sources.add_source(source)
            };
        }
        (bytes <= most).then_some(sources)
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Source, SourceKind, SourceMap, Span};

    #[test]
    fn every_place_is_the_same_without_the_words() {
        let mut sources = SourceMap::default();
        let text = "a line\n\u{fc}ber \u{20ac} 5\r\n\n\u{1f3b2} and more";
        let own = sources.add("own.asz", text);
        let system = sources.add_of_system(Source::new(SourceKind::Shipped, "system", "two\nlines"));
        let outlines = sources.outlines();
        let again = SourceMap::of_outlines(&outlines, 1_000).expect("they are short");
        for (id, end) in [(own, text.len()), (system, 9)] {
            for start in 0..end {
                let span = Span::new(id, start..end);
                assert_eq!(sources.place(span), again.place(span));
            }
        }
        assert_eq!(SourceMap::of_outlines(&outlines, 20), None);
    }
}
