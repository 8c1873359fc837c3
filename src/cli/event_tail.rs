//! What leads up to a question: whoever decides has to know what the dice have said.

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

    /// What has happened since it was told last; for somebody who has to decide something, with the numbers in hand.
    pub(super) fn text(&self, to_decide: bool) -> String {
        let events = self.events.borrow().clone();
        let seen = Verdict { events, ..Verdict::default() }.seen_by(self.audience);
        let told = self.told.replace(seen.events.len());
        if to_decide { text::leading_up(&seen, told) } else { text::events(&seen, told) }
    }
}

#[cfg(test)]
mod tests {
    use super::LeadUp;
    use crate::verdict::{Audience, Event, Happened, Visibility};

    #[test]
    fn everything_is_told_once_and_secrets_are_not() {
        let note = |text: &str| Happened::new(Visibility::All, Event::Note { text: text.into(), parts: Vec::new() });
        let lead_up = LeadUp::new(Audience::Players);
        assert_eq!(lead_up.text(true), "");
        lead_up.hear(&note("a knock"));
        lead_up.hear(&Happened { visibility: Visibility::Gm, ..note("it is a trap") });
        assert_eq!(lead_up.text(true), "a knock\n");
        lead_up.hear(&note("the door opens"));
        assert_eq!(lead_up.text(true), "the door opens\n");
        assert_eq!(lead_up.text(true), "");
    }
}
