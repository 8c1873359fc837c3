//! What a host may hand from one thread to another, and what several may hold at once.

use assize::engine::{Input, Report, Sheet};
use assize::journal::Journal;
use assize::verdict::Transcript;
use assize::{Cancel, Encounter, Engine, Entered, Failure, Limits, Session, Shelf, Verdict};

fn assert_send<T: Send>() {}

fn assert_shared<T: Send + Sync>() {}

#[test]
fn a_session_goes_from_thread_to_thread() {
    assert_send::<Session>();
    assert_send::<Journal>();
}

#[test]
fn all_else_is_shared_between_threads() {
    assert_shared::<Engine>();
    assert_shared::<Encounter>();
    assert_shared::<Cancel>();
    assert_shared::<Failure>();
    assert_shared::<Verdict>();
    assert_shared::<Transcript>();
    assert_shared::<Entered>();
    assert_shared::<Limits>();
    assert_shared::<Shelf>();
    assert_shared::<(Input, Sheet, Report)>();
}
