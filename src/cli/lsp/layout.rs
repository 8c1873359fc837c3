//! A text in the one layout, as changes of its lines.

use std::time::Duration;

use lsp_types::{Range, TextEdit};
use similar::{ChangeTag, TextDiff};

use super::positions::{Encoding, Lines};
use crate::language_service::formatted;

/// So long the shortest difference is looked for; any other has the same result.
const LONGEST: Duration = Duration::from_millis(100);

/// The changes that bring a text into the one layout; none where it has mistakes, which are told anyway.
pub(super) fn layout(name: &str, text: &str, encoding: Encoding) -> Vec<TextEdit> {
    let Ok(formatted) = formatted(name, text).map(|formatted| formatted.text) else { return Vec::new() };
    let lines = Lines::of(text, encoding);
    let diff = TextDiff::configure().timeout(LONGEST).diff_lines(text, &formatted);
    let mut starts: Vec<usize> = vec![0];
    for change in diff.iter_all_changes().filter(|change| change.tag() != ChangeTag::Insert) {
        starts.push(starts.last().copied().unwrap_or_default() + change.value().len());
    }
    let start = |line: usize| starts.get(line).copied().unwrap_or(text.len());
    let changed = diff.ops().iter().filter(|change| change.tag() != similar::DiffTag::Equal);
    let edits = changed.map(|change| {
        let (old, new) = (change.old_range(), change.new_range());
        let range = Range::new(lines.position(start(old.start)), lines.position(start(old.end)));
        let text = diff.new_slices().get(new).unwrap_or_default().concat();
        TextEdit::new(range, text)
    });
    edits.collect()
}
