//! Places in a text as editors count them: lines from 0, and columns in UTF-16 or, if the editor prefers it, in bytes.

use std::ops::Range;

use lsp_types::{Position, PositionEncodingKind, Range as Stretch};

/// How an editor counts columns.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Encoding {
    Utf8,
    #[default]
    Utf16,
}

impl Encoding {
    pub(super) fn name(self) -> PositionEncodingKind {
        match self {
            Encoding::Utf8 => PositionEncodingKind::UTF8,
            Encoding::Utf16 => PositionEncodingKind::UTF16,
        }
    }

    /// How many columns a text takes.
    pub(super) fn width(self, text: &str) -> u32 {
        let width = match self {
            Encoding::Utf8 => text.len(),
            Encoding::Utf16 => text.chars().map(char::len_utf16).sum(),
        };
        u32::try_from(width).unwrap_or(u32::MAX)
    }
}

/// The lines of a text. They end with `\n`, `\r\n` or `\r`.
pub(super) struct Lines<'t> {
    text: &'t str,
    starts: Vec<usize>,
    encoding: Encoding,
}

impl<'t> Lines<'t> {
    pub(super) fn of(text: &'t str, encoding: Encoding) -> Self {
        let bytes = text.as_bytes();
        let ends = |(at, byte): (usize, &u8)| match byte {
            b'\n' => true,
            b'\r' => bytes.get(at + 1) != Some(&b'\n'),
            _ => false,
        };
        let after = bytes.iter().enumerate().filter(|found| ends(*found)).map(|(at, _)| at + 1);
        Self { text, starts: std::iter::once(0).chain(after).collect(), encoding }
    }

    /// A line without its end, and the byte at which it begins; the last one for every number beyond it.
    fn line(&self, number: usize) -> (usize, &'t str) {
        let number = number.min(self.starts.len() - 1);
        let start = self.starts[number];
        let end = self.starts.get(number + 1).copied().unwrap_or(self.text.len());
        (start, self.text.get(start..end).unwrap_or_default().trim_end_matches(['\r', '\n']))
    }

    /// The byte at a place. A column behind the end of a line is its end, and one in the middle of a character its beginning.
    pub(super) fn offset(&self, place: Position) -> usize {
        let number = usize::try_from(place.line).unwrap_or(usize::MAX);
        if number >= self.starts.len() {
            return self.text.len();
        }
        let (start, line) = self.line(number);
        let mut left = place.character;
        for (at, character) in line.char_indices() {
            let width = self.encoding.width(character.encode_utf8(&mut [0; 4]));
            if left < width {
                return start + at;
            }
            left -= width;
        }
        start + line.len()
    }

    /// The place of a byte.
    pub(super) fn position(&self, offset: usize) -> Position {
        let offset = self.text.floor_char_boundary(offset.min(self.text.len()));
        let number = self.starts.partition_point(|start| *start <= offset).saturating_sub(1);
        let before = self.text.get(self.starts[number]..offset).unwrap_or_default();
        Position::new(u32::try_from(number).unwrap_or(u32::MAX), self.encoding.width(before))
    }

    /// The place of a stretch of bytes.
    pub(super) fn stretch(&self, range: Range<usize>) -> Stretch {
        Stretch::new(self.position(range.start), self.position(range.end))
    }

    /// The end of a line.
    pub(super) fn end_of(&self, number: usize) -> Position {
        let (start, line) = self.line(number);
        self.position(start + line.len())
    }
}

#[cfg(test)]
mod tests {
    use super::{Encoding, Lines};
    use lsp_types::Position;

    const TEXT: &str = "a\u{1f3b2}b\r\n\u{e4}c\rd\n";

    #[test]
    fn every_character_has_one_place() {
        for encoding in [Encoding::Utf8, Encoding::Utf16] {
            let lines = Lines::of(TEXT, encoding);
            let ends = ["\r", "\n"];
            for (at, character) in TEXT.char_indices().filter(|(_, one)| !ends.contains(&one.to_string().as_str())) {
                let place = lines.position(at);
                assert_eq!(lines.offset(place), at, "{encoding:?} {character}");
            }
        }
    }

    #[test]
    fn columns_are_counted_as_the_editor_counts() {
        let dice = "a\u{1f3b2}".len();
        assert_eq!(Lines::of(TEXT, Encoding::Utf16).position(dice), Position::new(0, 3));
        assert_eq!(Lines::of(TEXT, Encoding::Utf8).position(dice), Position::new(0, 5));
        assert_eq!(Lines::of(TEXT, Encoding::Utf16).offset(Position::new(0, 2)), 1, "in the middle of a character");
        assert_eq!(Lines::of(TEXT, Encoding::Utf16).position(2), Position::new(0, 1));
    }

    #[test]
    fn places_that_are_not_there_are_the_nearest_that_are() {
        let lines = Lines::of(TEXT, Encoding::Utf16);
        assert_eq!(lines.offset(Position::new(0, 999)), 6, "before the end of the line");
        assert_eq!(lines.offset(Position::new(99, 0)), TEXT.len());
        assert_eq!(lines.offset(Position::new(u32::MAX, u32::MAX)), TEXT.len());
        assert_eq!(lines.position(usize::MAX), Position::new(3, 0));
        assert_eq!(lines.end_of(0), Position::new(0, 4));
        assert_eq!(Lines::of("", Encoding::Utf16).offset(Position::new(0, 5)), 0);
    }
}
