//! A watch over how long a request takes: what would hold up everybody else is called off.

use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use crate::engine::Cancel;

/// So long may a request run.
pub(super) const LONGEST: Duration = Duration::from_secs(5);

/// What runs now: how many came before it, and how long it may run.
type Present = Option<(u64, Duration)>;

/// Calls off what runs too long, from a thread of its own. Copies are one and the same.
#[derive(Clone)]
pub(super) struct Watch {
    cancel: Cancel,
    present: Arc<(Mutex<Present>, Condvar)>,
}

impl Watch {
    /// A watch over whatever `cancel` calls off. It ends with the program.
    pub(super) fn over(cancel: Cancel) -> Self {
        let watch = Self { cancel, present: Arc::default() };
        let (cancel, present) = (watch.cancel.clone(), Arc::clone(&watch.present));
        thread::spawn(move || look(&cancel, &present));
        watch
    }

    /// Does something, the request of this number, for so long at most; whether it was called off is told with what came
    /// of it.
    pub(super) fn during<T>(&self, (number, longest): (u64, Duration), work: impl FnOnce() -> T) -> (T, bool) {
        self.set(Some((number, longest)));
        let done = work();
        self.set(None);
        let called_off = self.cancel.is_called_off();
        self.cancel.clear();
        (done, called_off)
    }

    fn set(&self, to: Present) {
        let (present, changed) = &*self.present;
        *present.lock().unwrap_or_else(PoisonError::into_inner) = to;
        changed.notify_one();
    }
}

/// Calls off only what still runs, which the lock says.
fn look(cancel: &Cancel, (present, changed): &(Mutex<Present>, Condvar)) {
    let mut now = present.lock().unwrap_or_else(PoisonError::into_inner);
    loop {
        now = changed.wait_while(now, |now| now.is_none()).unwrap_or_else(PoisonError::into_inner);
        let own = *now;
        let longest = own.map_or(LONGEST, |(_, longest)| longest);
        let waited = changed.wait_timeout_while(now, longest, |now| *now == own);
        let (after, timeout) = waited.unwrap_or_else(PoisonError::into_inner);
        now = after;
        if timeout.timed_out() && *now == own {
            cancel.call_off();
            *now = None;
        }
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::Watch;
    use crate::engine::Cancel;

    #[test]
    fn what_runs_too_long_is_called_off_and_the_next_is_not() {
        let cancel = Cancel::default();
        let watch = Watch::over(cancel.clone());
        let endless = || while !cancel.is_called_off() {};
        assert_eq!(watch.during((1, Duration::from_millis(1)), endless), ((), true));
        assert_eq!(watch.during((2, Duration::from_hours(1)), || cancel.is_called_off()), (false, false));
        assert_eq!(watch.during((3, Duration::ZERO), endless), ((), true));
    }
}
