//! Watches how long a request takes: one that would hold up others is cancelled.

use std::time::Duration;

use super::sync::{Arc, Condvar, Mutex, PoisonError, thread};
use crate::engine::Cancel;

/// So long may a request run.
pub(super) const LONGEST: Duration = Duration::from_secs(5);

/// So long are odds worked out of which what is known is kept: a little less, so that it can still be told.
pub(super) const ENOUGH: Duration = Duration::from_secs(4);

/// So long are odds tried before they give way to what is short.
pub(super) const TRIAL: Duration = Duration::from_millis(20);

/// So long do workers that stand by leave a request to others.
pub(super) const PATIENCE: Duration = Duration::from_millis(5);

/// So often it is told how far something has come.
pub(super) const TICK: Duration = Duration::from_millis(250);

/// What is done again and again while something runs. It must not wait for anybody.
pub(super) type Ticking = Box<dyn FnMut() + Send>;

/// What runs now.
struct Run {
    /// How many came before it.
    number: u64,
    /// What calls it off, and that it has.
    cancel: Cancel,
    left: Duration,
    ticking: Option<Ticking>,
}

#[derive(Default)]
struct Present {
    run: Option<Run>,
    /// So many runs have begun.
    begun: u64,
    /// Whether the present one took too long.
    is_late: bool,
}

/// Calls off what runs too long, from a thread of its own.
pub(super) struct Watch(Arc<(Mutex<Present>, Condvar)>);

impl Watch {
    /// A watch that ends with the program.
    pub(super) fn new() -> Self {
        let watch = Self(Arc::default());
        let present = Arc::clone(&watch.0);
        thread::spawn(move || look(&present));
        watch
    }

    /// Does something that `cancel` calls off, for so long at most; whether it took longer is told with what came of it.
    pub(super) fn during<T>(
        &self,
        longest: Duration,
        cancel: &Cancel,
        ticking: Option<Ticking>,
        work: impl FnOnce() -> T,
    ) -> (T, bool) {
        let (present, changed) = &*self.0;
        let mut now = present.lock().unwrap_or_else(PoisonError::into_inner);
        now.begun += 1;
        now.is_late = false;
        now.run = Some(Run { number: now.begun, cancel: cancel.clone(), left: longest, ticking });
        drop(now);
        changed.notify_one();
        let done = work();
        let mut now = present.lock().unwrap_or_else(PoisonError::into_inner);
        now.run = None;
        (done, now.is_late)
    }
}

/// Looks at what runs, in steps of a tick, and calls it off in the end. It is called off only while it runs, which the
/// lock says.
fn look((present, changed): &(Mutex<Present>, Condvar)) {
    let mut now = present.lock().unwrap_or_else(PoisonError::into_inner);
    loop {
        now = changed.wait_while(now, |now| now.run.is_none()).unwrap_or_else(PoisonError::into_inner);
        let Some((number, pause)) = now.run.as_ref().map(|run| (run.number, run.left.min(TICK))) else { continue };
        let is_same = |now: &mut Present| now.run.as_ref().is_some_and(|run| run.number == number);
        let waited = changed.wait_timeout_while(now, pause, is_same).unwrap_or_else(PoisonError::into_inner);
        now = waited.0;
        let Some(run) = now.run.as_mut().filter(|run| run.number == number) else { continue };
        run.left = run.left.saturating_sub(pause);
        if let Some(tick) = &mut run.ticking {
            tick();
        }
        if run.left.is_zero() {
            run.cancel.call_off();
            (now.is_late, now.run) = (true, None);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;
    use std::sync::atomic::{AtomicUsize, Ordering};
    use std::time::Duration;

    use super::Watch;
    use crate::engine::Cancel;

    #[test]
    fn what_runs_too_long_is_called_off_and_the_next_is_not() {
        let (watch, cancel) = (Watch::new(), Cancel::default());
        let endless = || while !cancel.is_called_off() {};
        assert_eq!(watch.during(Duration::from_millis(1), &cancel, None, endless), ((), true));
        cancel.clear();
        let (called_off, late) = watch.during(Duration::from_hours(1), &cancel, None, || cancel.is_called_off());
        assert!(!called_off && !late);
        assert_eq!(watch.during(Duration::ZERO, &cancel, None, endless), ((), true));
    }

    #[test]
    fn what_goes_on_is_told_of() {
        let (watch, ticks) = (Watch::new(), Arc::new(AtomicUsize::new(0)));
        let counted = Arc::clone(&ticks);
        let tick = Box::new(move || {
            counted.fetch_add(1, Ordering::SeqCst);
        });
        let until_told = || while ticks.load(Ordering::SeqCst) < 2 {};
        assert_eq!(watch.during(Duration::from_hours(1), &Cancel::default(), Some(tick), until_told), ((), false));
    }
}
