//! Threads that nobody joins: as in a program, what they have not done when its main thread ends is left undone.

pub(crate) use shuttle::thread::yield_now;

/// Does something beside all others.
pub(crate) fn spawn(work: impl FnOnce() + Send + 'static) {
    // A thread of shuttle's has to end before the schedule does, and a task need not.
    drop(shuttle::future::spawn(async move { work() }));
}
