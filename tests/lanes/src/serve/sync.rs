//! What the server has from the standard library, as the checker has it: it chooses at each of these steps who goes on. Unlike
//! shuttle's own, who waits for a time may come to its end at any moment.

pub(super) use std::sync::{Arc, PoisonError};

pub(crate) mod mpsc;
pub(crate) mod thread;

use std::ops::{Deref, DerefMut};
use std::panic::Location;
use std::sync::LockResult;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use shuttle::rand::Rng;

use crate::lie::{self, Clock};

pub(super) mod atomic {
    pub(in crate::serve) use shuttle::sync::atomic::{AtomicBool, Ordering};
}

/// A lock, which its guard can open and close again.
#[derive(Debug, Default)]
pub(super) struct Mutex<T>(shuttle::sync::Mutex<T>);

/// Who has it has what it guards.
pub(super) struct MutexGuard<'m, T> {
    mutex: &'m Mutex<T>,
    held: shuttle::sync::MutexGuard<'m, T>,
}

impl<T> Mutex<T> {
    pub(super) const fn new(guarded: T) -> Self {
        Self(shuttle::sync::Mutex::new(guarded))
    }

    pub(super) fn lock(&self) -> LockResult<MutexGuard<'_, T>> {
        guard(self, self.0.lock())
    }
}

impl<T> Deref for MutexGuard<'_, T> {
    type Target = T;

    fn deref(&self) -> &T {
        &self.held
    }
}

impl<T> DerefMut for MutexGuard<'_, T> {
    fn deref_mut(&mut self) -> &mut T {
        &mut self.held
    }
}

fn guard<'m, T>(
    mutex: &'m Mutex<T>,
    locked: LockResult<shuttle::sync::MutexGuard<'m, T>>,
) -> LockResult<MutexGuard<'m, T>> {
    match locked {
        Ok(held) => Ok(MutexGuard { mutex, held }),
        Err(poisoned) => Err(PoisonError::new(MutexGuard { mutex, held: poisoned.into_inner() })),
    }
}

/// A condition.
#[derive(Debug, Default)]
pub(super) struct Condvar {
    condition: shuttle::sync::Condvar,
    /// So many wait for a time and look again and again. The checker does not switch where it is changed.
    timed: AtomicUsize,
}

impl Condvar {
    pub(super) const fn new() -> Self {
        Self { condition: shuttle::sync::Condvar::new(), timed: AtomicUsize::new(0) }
    }

    #[track_caller]
    pub(super) fn notify_one(&self) {
        // The one who hears of it may be one who waits for a time, and then nobody else does.
        let by_timed = self.timed.load(Ordering::SeqCst) > 0 && shuttle::rand::thread_rng().r#gen();
        if lie::is_heard(Location::caller()) && !by_timed {
            self.condition.notify_one();
        }
    }

    #[track_caller]
    pub(super) fn notify_all(&self) {
        if lie::is_heard(Location::caller()) {
            self.condition.notify_all();
        }
    }

    pub(super) fn wait_while<'m, T>(
        &self,
        waiting: MutexGuard<'m, T>,
        is_to_wait: impl FnMut(&mut T) -> bool,
    ) -> LockResult<MutexGuard<'m, T>> {
        let MutexGuard { mutex, held } = waiting;
        guard(mutex, self.condition.wait_while(held, is_to_wait))
    }

    /// Waits until it need not wait, is not heard of, or the time is over, which may be at once and may be late.
    #[allow(clippy::unnecessary_wraps, reason = "as the standard library has it")]
    pub(super) fn wait_timeout_while<'m, T>(
        &self,
        mut waiting: MutexGuard<'m, T>,
        _: Duration,
        mut is_to_wait: impl FnMut(&mut T) -> bool,
    ) -> LockResult<(MutexGuard<'m, T>, bool)> {
        while is_to_wait(&mut waiting) {
            let mutex = waiting.mutex;
            self.timed.fetch_add(1, Ordering::SeqCst);
            drop(waiting);
            thread::yield_now();
            waiting = mutex.lock().unwrap_or_else(PoisonError::into_inner);
            self.timed.fetch_sub(1, Ordering::SeqCst);
            if lie::clock() == Clock::Runs && shuttle::rand::thread_rng().r#gen() {
                let is_over = is_to_wait(&mut waiting);
                return Ok((waiting, is_over));
            }
        }
        Ok((waiting, false))
    }
}
