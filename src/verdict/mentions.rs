//! What events mention besides their subject: values in texts, and values that others were computed from.

use super::{Event, Shown, TextPart};
use crate::shared_text::SharedText;

/// The values in the texts of an event.
pub(super) fn values(event: &Event) -> impl Iterator<Item = &Shown> {
    let parts: &[TextPart] = match event {
        Event::Chosen { parts, .. }
        | Event::Meaning { parts, .. }
        | Event::Stop { parts, .. }
        | Event::Note { parts, .. } => parts,
        Event::Begin { .. }
        | Event::End { .. }
        | Event::Step { .. }
        | Event::Period { .. }
        | Event::Order { .. }
        | Event::Sum { .. }
        | Event::Computed { .. }
        | Event::Rolled { .. }
        | Event::Totalled { .. }
        | Event::Resolved { .. }
        | Event::Drawn { .. }
        | Event::Cut { .. }
        | Event::Changed { .. }
        | Event::Said { .. }
        | Event::House { .. }
        | Event::Signal { .. }
        | Event::Reveal { .. } => &[],
    };
    parts.iter().filter_map(|part| match part {
        TextPart::Words(_) => None,
        TextPart::Value(shown) => Some(shown),
    })
}

/// The names of what was read for an event.
pub(super) fn reads(event: &Event) -> Vec<&SharedText> {
    match event {
        Event::Computed { reads, .. }
        | Event::Totalled { reads, .. }
        | Event::Resolved { reads, .. }
        | Event::Changed { reads, .. } => reads.iter().collect(),
        Event::Sum { rows, .. } => rows.iter().flat_map(|row| row.reads.iter()).collect(),
        Event::Order { turns } => turns.iter().flat_map(|turn| turn.reads.iter()).collect(),
        Event::Begin { .. }
        | Event::End { .. }
        | Event::Step { .. }
        | Event::Period { .. }
        | Event::Rolled { .. }
        | Event::Drawn { .. }
        | Event::Chosen { .. }
        | Event::Cut { .. }
        | Event::Meaning { .. }
        | Event::Stop { .. }
        | Event::Said { .. }
        | Event::House { .. }
        | Event::Signal { .. }
        | Event::Note { .. }
        | Event::Reveal { .. } => Vec::new(),
    }
}
