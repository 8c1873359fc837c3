//! Whether something hidden may come out differently than before. Whether it really does is not asked: everyone sees
//! a page begin, so that must not depend on what is hidden.

use super::compare::Difference;
use super::entry::Why;
use super::log::{Session, Way};
use crate::engine::Encounter;
use crate::source::SourceKind;
use crate::verdict::Visibility;

impl Session {
    /// Whether the texts used by this page have changed since it was played, and something hidden has happened on it.
    pub(super) fn is_kept_under_other_rules(&self) -> bool {
        self.keeps_what_happened() && self.known().is_some_and(|known| self.is_of_other_texts(known))
    }

    /// Whether what happened on this page would have other rules in `encounter`, or would begin differently, and some of it is hidden.
    pub(super) fn is_kept_and_changed_in(&self, encounter: &Encounter) -> bool {
        let changes = |known: &Encounter| !known.comes_before(encounter) || self.is_of_changed_texts(encounter);
        self.keeps_what_happened() && self.known().is_some_and(changes)
    }

    /// Whether another thing plays a role of this page from now on, and something hidden has happened on it.
    pub(super) fn is_kept_with_other_parts(&self, role: &str, thing: &str) -> bool {
        let plays = |known: &Encounter| known.scene().things.iter().any(|stand_in| stand_in.name == role);
        let is_part = self.cast.contains_key(role) || self.known().is_some_and(plays);
        is_part && self.cast.get(role).is_none_or(|before| before != thing) && self.keeps_what_happened()
    }

    /// Why a page begins on which what happened would come out differently. Only an audience from which nothing on the page is
    /// hidden may see the reason: which line comes first depends on all of them.
    pub(super) fn why_it_differs(&self, difference: Difference) -> Why {
        let Difference { was, now, visibility } = difference;
        let kept = if self.keeps_what_happened() { self.most_kept() } else { Visibility::All };
        Why::Differs { was, now, visibility: visibility.max(kept) }
    }

    pub(super) fn keeps_what_happened(&self) -> bool {
        self.happened().next().is_some() && self.most_kept() > Visibility::All
    }

    /// The strictest visibility of anything on this page, carried over or played.
    fn most_kept(&self) -> Visibility {
        let of_page = match &self.course {
            Way::Gone(course) => course.most_kept(),
            Way::Untried | Way::Whole => self.encounter().map_or(Visibility::All, Encounter::most_kept),
        };
        let carried = self.page.carried.iter().map(|value| value.visibility);
        Visibility::of_all(carried.chain([of_page]))
    }

    /// Whether a text in use has changed, or was not used before.
    fn is_of_other_texts(&self, encounter: &Encounter) -> bool {
        self.texts_known_of(encounter).any(|(known, text)| known.is_none_or(|known| known != text))
    }

    /// Whether a text that was used before has other words now.
    pub(super) fn is_of_changed_texts(&self, encounter: &Encounter) -> bool {
        self.texts_known_of(encounter).any(|(known, text)| known.is_some_and(|known| known != text))
    }

    /// The texts that are used, each with what the journal knows of it.
    fn texts_known_of<'s>(&'s self, encounter: &'s Encounter) -> impl Iterator<Item = (Option<&'s str>, &'s str)> {
        let files = encounter.sources().iter().filter(|(_, source)| source.kind == SourceKind::File);
        files.map(|(_, source)| (self.recorded_texts.get(&*source.name).map(String::as_str), source.text.as_str()))
    }
}
