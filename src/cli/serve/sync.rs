//! What the threads of the server use to share things and to wait for each other. The other files import it only from here, so that
//! `tests/lanes/` can put a model checker's in its place.

pub(super) use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError, atomic, mpsc};
pub(super) use std::thread;
