//! A run with people who choose and roll: each question ends a call, and the next one goes on with what was said.

use assize::Audience;
use assize::engine::{Complain, Events, Failure, Person};
use assize::protocol::{self, OpenQuestion, Teller};
use assize::verdict::Happened;

use crate::encounter::Encounter;
use crate::verdict::Verdict;
use crate::wire::{Answered, written};

/// Hears of each event as it happens, as JSON.
pub type Tell<'a> = Option<&'a mut (dyn FnMut(String) + Send + 'a)>;

/// A run that goes on as its questions are answered.
pub struct Playing {
    encounter: Encounter,
    run: protocol::Playing,
    open: Option<OpenQuestion>,
}

impl Playing {
    pub(crate) fn new(encounter: Encounter, run: protocol::Playing) -> Self {
        Self { encounter, run, open: None }
    }

    /// Goes on with what was said to the question that is open, up to the next one or to the verdict.
    pub fn go_on(&mut self, said: Option<String>, tell: Tell<'_>) -> Answered<Option<Verdict>> {
        let told = self.open.take().map_or(0, |open| open.told);
        let Self { encounter, run, .. } = self;
        let audience = run.audience();
        let (verdict, open) = hears(teller(said, told), audience, tell, |person, events, refused| {
            run.go_on(encounter.inner(), person, (events, refused))
        })?;
        self.open = open;
        Ok(verdict.map(Verdict::new))
    }

    /// The question that is open.
    pub fn question(&self) -> Option<String> {
        self.open.as_ref().map(written)
    }
}

/// What was said to the question before, if there was one, and how many events had been told then.
pub(crate) fn teller(said: Option<String>, told: usize) -> Teller {
    said.map_or_else(Teller::default, |said| Teller::saying(said, told))
}

/// Lets something happen, with each event handed to `tell`.
pub(crate) fn hears<T>(
    teller: Teller,
    whom: Audience,
    tell: Tell<'_>,
    happen: impl FnOnce(Person<'_>, Events<'_>, Complain<'_>) -> Result<T, Failure>,
) -> Result<(T, Option<OpenQuestion>), Failure> {
    match tell {
        Some(tell) => teller.hears(whom, Some(&mut |event: Happened| tell(written(&event))), happen),
        None => teller.hears(whom, None, happen),
    }
}
