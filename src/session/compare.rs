//! Whether what happened would still come out the same.

use super::log::Session;
use crate::engine::{Encounter, Stopped};
use crate::journal::Exchange;
use crate::verdict::{Happened, Visibility, json, text};

/// The first line that differs: as it was, and as it is now.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Difference {
    pub(super) was: String,
    pub(super) now: String,
    pub(super) visibility: Visibility,
}

impl Session {
    /// Repeats what happened on this page, as `encounter` has it now.
    pub(super) fn difference(&self, encounter: &Encounter) -> Option<Difference> {
        difference_in((&self.events(), &self.asked()), encounter)
    }
}

/// Repeats what happened, with what was asked on the way, as `encounter` has it now.
pub(super) fn difference_in((before, asked): (&[&Happened], &[Exchange]), encounter: &Encounter) -> Option<Difference> {
    if before.is_empty() {
        return None;
    }
    match encounter.retrace(asked) {
        Ok(verdict) => first_difference(before, &verdict.events),
        // What is asked for may have limits that come of a secret.
        Err(Stopped::Diverged { was, now }) => Some(Difference { was, now, visibility: Visibility::Gm }),
        Err(Stopped::Failed(failure)) => {
            let now = failure.diagnostics.iter().next().map(|found| found.message.clone()).unwrap_or_default();
            let was = before.last().map(|event| told(event)).unwrap_or_default();
            let last = before.last().map_or(Visibility::All, |event| event.visibility);
            Some(Difference { was, now, visibility: last.max(failure.visibility()) })
        }
    }
}

pub(super) fn first_difference(before: &[&Happened], now: &[Happened]) -> Option<Difference> {
    let same = |was: &Happened, is: &Happened| was == is || json::tell_the_same(was, is);
    let differs = |place: &usize| now.get(*place).is_none_or(|is| !same(before[*place], is));
    let place = (0..before.len()).find(differs)?;
    let is = now.get(place);
    let visibility = is.map_or(Visibility::All, |is| is.visibility).max(before[place].visibility);
    Some(Difference { was: told(before[place]), now: is.map(told).unwrap_or_default(), visibility })
}

/// An event in words, with its line.
fn told(happened: &Happened) -> String {
    text::line(&happened.event)
}
