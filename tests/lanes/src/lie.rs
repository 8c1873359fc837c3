//! What the checker's primitives do wrong on purpose, so that it is seen whether anybody would notice.

use std::cell::{Cell, RefCell};
use std::collections::BTreeSet;
use std::panic::Location;

/// What goes wrong.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Lie {
    /// Nobody hears of what is notified at this place.
    Unheard(String),
    /// A message is lost, the third of them.
    Lost,
    /// The third message arrives behind the fourth.
    Overtaken,
    /// What was called off stays so.
    Uncleared,
    /// Calling off does nothing.
    Deaf,
}

/// Whether time passes for those who wait for some of it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Clock {
    /// At any speed.
    #[default]
    Runs,
    /// It does not: what only the time would end goes on for ever.
    Stands,
}

// All threads of a model are threads of shuttle on one thread of the system.
thread_local! {
    static LIE: RefCell<Option<Lie>> = const { RefCell::new(None) };
    static CLOCK: Cell<Clock> = const { Cell::new(Clock::Runs) };
    static SITES: RefCell<BTreeSet<String>> = const { RefCell::new(BTreeSet::new()) };
}

/// From here on this goes wrong, and time passes so.
pub(crate) fn set(lie: Option<Lie>, clock: Clock) {
    LIE.set(lie);
    CLOCK.set(clock);
}

pub(crate) fn is_told(lie: &Lie) -> bool {
    LIE.with_borrow(|told| told.as_ref() == Some(lie))
}

pub(crate) fn clock() -> Clock {
    CLOCK.get()
}

/// Whether somebody hears of what is notified at this place.
pub(crate) fn is_heard(place: &Location<'_>) -> bool {
    let file = place.file().rsplit('/').next().unwrap_or_default();
    let site = format!("{file}:{}:{}", place.line(), place.column());
    let heard = !is_told(&Lie::Unheard(site.clone()));
    SITES.with_borrow_mut(|sites| sites.insert(site));
    heard
}

/// The places at which something was notified until now.
pub fn sites() -> Vec<String> {
    SITES.with_borrow(|sites| sites.iter().cloned().collect())
}
