//! Work that several threads share, where one test would otherwise go on alone after all others have ended.

use std::num::NonZero;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

/// What each of them comes to, in any order.
pub fn shared_out<T: Sync, R: Send>(all: &[T], each: impl Fn(&T) -> R + Sync) -> Vec<R> {
    let (next, done) = (AtomicUsize::new(0), Mutex::new(Vec::new()));
    thread::scope(|scope| {
        for _ in 0..thread::available_parallelism().map_or(1, NonZero::get) {
            scope.spawn(|| {
                while let Some(one) = all.get(next.fetch_add(1, Ordering::Relaxed)) {
                    let result = each(one);
                    done.lock().expect("whoever fails has not begun to add").push(result);
                }
            });
        }
    });
    done.into_inner().expect("whoever fails has not begun to add")
}
