//! What leads up to a question: the person who decides has to know what the dice have shown.

use std::cell::{Cell, RefCell};

use super::{Audience, Happened, Verdict, text};
use crate::shared_text::SharedText;

/// Gathers what happens, and tells it before each question.
///
/// ```
/// use assize::engine::{Answers, Ask, Engine, Response};
/// use assize::verdict::{Audience, Happened, LeadUp};
///
/// let scene = "note \"a knock\"\nchoose door \"which door?\" { left { note \"Dark.\" }, right { note \"Light.\" } }";
/// let encounter = Engine::default().compile("night.asz", scene)?;
/// let (lead_up, mut told) = (LeadUp::new(Audience::Players), String::new());
/// let mut hear = |happened: &Happened| lead_up.hear(happened);
/// let mut person = |_: &Ask<'_>| {
///     told.push_str(&lead_up.text());
///     Response::Never
/// };
/// let answers = Answers { person: Some(&mut person), events: Some(&mut hear), ..Answers::random(7) };
/// assert!(encounter.adjudicate(answers).is_err(), "nobody answers");
/// assert_eq!(told, "a knock\n");
/// # Ok::<(), assize::Failure>(())
/// ```
pub struct LeadUp {
    audience: Audience,
    /// How the run is answered, so that what does so is not said of each line.
    mode: SharedText,
    events: RefCell<Vec<Happened>>,
    /// So many of the events that the audience may learn of are told.
    told: Cell<usize>,
    /// Whether nothing hangs on the roll that is asked for next.
    needless: Cell<bool>,
}

/// What is told before a roll on which nothing hangs.
const NEEDLESS: &str =
    "no need to roll: these dice cannot change the results (press Enter to let the program roll them)\n";

impl LeadUp {
    /// For this audience, which was told nothing yet.
    pub fn new(audience: Audience) -> Self {
        Self::going_on(audience, 0)
    }

    /// So many events that it may learn of were told to this audience before.
    pub fn going_on(audience: Audience, told: usize) -> Self {
        let (mode, events, needless) = (SharedText::default(), RefCell::default(), Cell::default());
        Self { audience, mode, events, told: Cell::new(told), needless }
    }

    /// The same for a run that is answered in this way, as [`Verdict::mode`] names it: only what was answered otherwise says so.
    #[must_use]
    pub fn answered_by(self, mode: impl Into<SharedText>) -> Self {
        Self { mode: mode.into(), ..self }
    }

    /// So many events were told.
    pub fn told(&self) -> usize {
        self.told.get()
    }

    /// Hears of something that has happened.
    pub fn hear(&self, happened: &Happened) {
        self.events.borrow_mut().push(happened.clone());
    }

    /// Hears that nothing hangs on the roll that is asked for next.
    pub fn hear_needless(&self) {
        self.needless.set(true);
    }

    /// What has happened since it was told last, in the words of the verdict: what that leaves to `why` is not told here either. Then
    /// whether the roll that is asked for next is needless.
    pub fn text(&self) -> String {
        let events = self.events.borrow().clone();
        let seen = Verdict { events, mode: self.mode.clone(), ..Verdict::default() }.seen_by(self.audience);
        let told = self.told.replace(seen.events.len());
        let needless = if self.needless.take() { NEEDLESS } else { "" };
        [&text::events(&seen, told), needless].concat()
    }
}

#[cfg(test)]
mod tests {
    use super::LeadUp;
    use crate::source::Place;
    use crate::verdict::{Audience, Event, Happened, How, Shown, Visibility};

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
    fn what_answers_the_whole_run_is_not_said_of_each_line() {
        let place = Place { file: "hall".into(), line: 1, column: 1 };
        let drawn = Event::Drawn { path: "door".into(), deck: "deck".into(), card: 3, how: How::Random, place };
        let told = |lead_up: LeadUp| {
            lead_up.hear(&Happened::new(Visibility::All, drawn.clone()));
            lead_up.text()
        };
        assert_eq!(told(LeadUp::new(Audience::Gm)), "deck: card 3 (by dice)\n");
        assert_eq!(told(LeadUp::new(Audience::Gm).answered_by("random")), "deck: card 3\n");
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
