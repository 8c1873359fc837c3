//! What leads up to a question: the person who decides has to know what the dice have shown.

use std::cell::{Cell, RefCell};

use crate::verdict::{Audience, Happened, Verdict, text};

/// Gathers what happens, and tells it before each question.
pub(super) struct LeadUp {
    audience: Audience,
    events: RefCell<Vec<Happened>>,
    /// So many of the events that the audience may learn of are told.
    told: Cell<usize>,
}

impl LeadUp {
    pub(super) fn new(audience: Audience) -> Self {
        Self::going_on(audience, 0)
    }

    /// So many events that it may learn of were told to this audience before.
    pub(super) fn going_on(audience: Audience, told: usize) -> Self {
        Self { audience, events: RefCell::default(), told: Cell::new(told) }
    }

    pub(super) fn told(&self) -> usize {
        self.told.get()
    }

    pub(super) fn hear(&self, happened: &Happened) {
        self.events.borrow_mut().push(happened.clone());
    }

    /// What has happened since it was told last, in the words of the verdict: what that leaves to `why` is not told here either.
    pub(super) fn text(&self) -> String {
        let events = self.events.borrow().clone();
        let seen = Verdict { events, ..Verdict::default() }.seen_by(self.audience);
        let told = self.told.replace(seen.events.len());
        text::events(&seen, told)
    }
}

#[cfg(test)]
mod tests {
    use super::LeadUp;
    use crate::source::Place;
    use crate::verdict::{Audience, Event, Happened, Shown, Visibility};

    #[test]
    fn everything_is_told_once_and_secrets_are_not() {
        let note = |text: &str| Happened::new(Visibility::All, Event::Note { text: text.into(), parts: Vec::new() });
        let lead_up = LeadUp::new(Audience::Players);
        assert_eq!(lead_up.text(), "");
        lead_up.hear(&note("a knock"));
        lead_up.hear(&Happened { visibility: Visibility::Gm, ..note("it is a trap") });
        assert_eq!(lead_up.text(), "a knock\n");
        lead_up.hear(&note("the door opens"));
        assert_eq!(lead_up.text(), "the door opens\n");
        assert_eq!(lead_up.text(), "");
    }

    #[test]
    fn what_a_verdict_leaves_to_why_is_not_told_before_a_question() {
        let visibility = Visibility::All;
        let value = Shown { name: "leap.shaken".into(), value: "no".into(), number: Some(0), visibility };
        let place = Place { file: "hall".into(), line: 1, column: 1 };
        let computed =
            |decided| Event::Computed { value: value.clone(), decided, reads: Vec::new().into(), place: place.clone() };
        let lead_up = LeadUp::new(Audience::Gm);
        lead_up.hear(&Happened::new(Visibility::All, computed(false)));
        assert_eq!(lead_up.text(), "");
        lead_up.hear(&Happened::new(Visibility::All, computed(true)));
        assert_eq!(lead_up.text(), "leap.shaken: no\n");
    }
}
