//! What one thread uses at a time, and no callback of it uses again.

use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread::{self, ThreadId};

/// Something that is lent to one thread at a time.
pub(crate) struct Owned<T> {
    it: Mutex<T>,
    owner: Mutex<Option<ThreadId>>,
}

/// A thread asks for what it has already: it would wait for itself.
pub(crate) struct Again;

impl<T> Owned<T> {
    pub(crate) fn new(it: T) -> Self {
        Self { it: Mutex::new(it), owner: Mutex::default() }
    }

    /// Waits for other threads, and does something with it.
    pub(crate) fn with<R>(&self, work: impl FnOnce(&mut T) -> R) -> Result<R, Again> {
        let me = thread::current().id();
        if *lock(&self.owner) == Some(me) {
            return Err(Again);
        }
        let mut it = lock(&self.it);
        let _owning = Owning::begin(&self.owner, me);
        Ok(work(&mut it))
    }
}

/// Who has it is forgotten however the work ends.
struct Owning<'o>(&'o Mutex<Option<ThreadId>>);

impl<'o> Owning<'o> {
    fn begin(owner: &'o Mutex<Option<ThreadId>>, me: ThreadId) -> Self {
        *lock(owner) = Some(me);
        Self(owner)
    }
}

impl Drop for Owning<'_> {
    fn drop(&mut self) {
        *lock(self.0) = None;
    }
}

/// Nothing is left half done by what panics here: the library catches what hosts do, and its own values are replaced whole.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
