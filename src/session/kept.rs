//! Whether what is kept from somebody may come out in another way than it did. Whether it really does is not asked: everybody sees
//! that a page begins, so that must not hang on what is kept.

use super::log::{Session, Way};
use crate::engine::Encounter;
use crate::source::SourceKind;
use crate::verdict::Visibility;

impl Session {
    /// Whether the texts that this page uses are others than those it was played with, and something has happened on it that is kept.
    pub(super) fn is_kept_under_other_rules(&self) -> bool {
        self.keeps_what_happened() && self.known().is_some_and(|known| self.is_of_other_texts(known))
    }

    /// Whether another thing plays a part of this page from now on, and something has happened on it that is kept.
    pub(super) fn is_kept_with_other_parts(&self, role: &str, thing: &str) -> bool {
        let plays = |known: &Encounter| known.scene().things.iter().any(|stand_in| stand_in.name == role);
        let is_part = self.cast.contains_key(role) || self.known().is_some_and(plays);
        is_part && self.cast.get(role).is_none_or(|before| before != thing) && self.keeps_what_happened()
    }

    fn keeps_what_happened(&self) -> bool {
        let of_page = match &self.course {
            Way::Gone(course) => course.most_kept(),
            Way::Untried | Way::Whole => self.encounter().map_or(Visibility::All, Encounter::most_kept),
        };
        let carried = self.page.carried.iter().map(|value| value.visibility);
        self.happened().next().is_some() && Visibility::of_all(carried.chain([of_page])) > Visibility::All
    }

    /// Whether a text that is used is known in other words.
    fn is_of_other_texts(&self, encounter: &Encounter) -> bool {
        let mut files = encounter.sources().iter().filter(|(_, source)| source.kind == SourceKind::File);
        files.any(|(_, source)| self.recorded_texts.get(&*source.name).is_none_or(|known| *known != source.text))
    }
}
