//! Places in a text as JavaScript counts them, in units of UTF-16.

use std::ops::Range;

use serde::Serialize;

/// A stretch of a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub(crate) struct Stretch {
    from: usize,
    to: usize,
}

/// A text, with what it takes to count in it.
pub(crate) struct Units<'t> {
    text: &'t str,
    /// Whether a byte and a unit are the same throughout.
    is_plain: bool,
}

impl<'t> Units<'t> {
    pub(crate) fn of(text: &'t str) -> Self {
        Self { text, is_plain: text.is_ascii() }
    }

    /// The units before a byte.
    fn at(&self, byte: usize) -> usize {
        if self.is_plain {
            return byte.min(self.text.len());
        }
        let before = self.text.get(..self.text.floor_char_boundary(byte)).unwrap_or(self.text);
        before.encode_utf16().count()
    }

    pub(crate) fn stretch(&self, bytes: Range<usize>) -> Stretch {
        Stretch { from: self.at(bytes.start), to: self.at(bytes.end) }
    }

    /// The byte behind so many units; inside of a character, where it begins.
    pub(crate) fn byte(&self, units: usize) -> usize {
        if self.is_plain {
            return units.min(self.text.len());
        }
        let mut left = units;
        for (byte, sign) in self.text.char_indices() {
            if left < sign.len_utf16() {
                return byte;
            }
            left -= sign.len_utf16();
        }
        self.text.len()
    }
}
