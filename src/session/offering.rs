//! What a session still knows of lines that came to nothing: they are listed, and their dice are offered when they are entered again.

#[cfg(feature = "cli")]
use std::collections::BTreeMap;

#[cfg(feature = "cli")]
use super::left_off::{change, newest};
use super::log::Session;
#[cfg(feature = "cli")]
use crate::journal::Exchange;
#[cfg(feature = "cli")]
use crate::verdict::Audience;

#[cfg(feature = "cli")]
impl Session {
    /// How entries began that came to nothing, by their numbers.
    pub(crate) fn came_to_nothing(&self) -> &BTreeMap<u64, String> {
        self.left_off.dropped()
    }

    /// The dice and cards that people told for this line, or for one that was just left for it, before it came to nothing.
    pub(crate) fn left_off(&self, text: &str) -> Vec<Exchange> {
        let text = self.with_last(text.trim(), Audience::Log).unwrap_or_else(|_| text.trim().to_owned());
        self.left_off.for_line(&text, self.entries.len())
    }

    /// The same for the change of an entry to this text.
    pub(crate) fn left_off_change(&self, entry: u64, text: &str) -> Vec<Exchange> {
        let text = self.text_before(entry, text.trim());
        let now = self.rewording.iter().filter(|rewording| (rewording.entry, &rewording.text) == (entry, &text));
        let told = now.flat_map(|rewording| newest(rewording.replies.clone()));
        told.chain(self.left_off.for_line(&change(entry, &text), self.entries.len())).collect()
    }

    /// A text for an entry, as it is read there.
    fn text_before(&self, entry: u64, text: &str) -> String {
        let place = self.place_of(entry).unwrap_or(self.entries.len());
        self.with_last_before(place, text, Audience::Log).unwrap_or_else(|_| text.to_owned())
    }

    /// What people have told for the line or the change that came to nothing last, if that was now.
    pub(crate) fn left_off_last(&self) -> &[Exchange] {
        self.left_off.last(self.entries.len())
    }
}

impl Session {
    /// The change of a text that was interrupted: of which entry, and to which text.
    pub(super) fn unfinished_change(&self) -> Option<(u64, String)> {
        self.rewording.as_ref().map(|rewording| (rewording.entry, rewording.text.clone()))
    }
}
