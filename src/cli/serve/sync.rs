//! What the threads of the server share things with, and wait for each other by. The other files have it from here alone, so that
//! `tests/lanes/` can put a model checker's in its place.

pub(super) use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError, atomic, mpsc};
pub(super) use std::thread;
