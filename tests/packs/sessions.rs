//! Packs in an evening: which version it was played with.

use std::io;
use std::sync::{Arc, Mutex, PoisonError};

use assize::Session;
use assize::engine::Shelf;
use assize::journal::{self, Journal, Store};

use crate::{described, engine, shelf};

/// A journal in memory.
#[derive(Clone, Default)]
struct Rows(Arc<Mutex<Vec<u8>>>);

impl Store for Rows {
    fn append(&mut self, line: &[u8]) -> io::Result<()> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).extend_from_slice(line);
        Ok(())
    }
}

/// An evening with the pack; its journal.
fn evening(engine: assize::Engine, lines: &[&str]) -> Rows {
    let rows = Rows::default();
    let mut session = Session::begin(engine, 7, Some(Journal::begin(Box::new(rows.clone())))).expect("it begins");
    for line in lines {
        session.enter(line, None).unwrap_or_else(|failure| panic!("{line}: {failure}"));
    }
    rows
}

const LINES: [&str; 4] = ["use lots", "use house pack \"coast\"", "person ada { luck 3 }", "draw lot by ada"];

/// What is said when it is gone on with.
fn resumed(rows: &Rows, engine: assize::Engine) -> (Session, Vec<String>) {
    let recovered = journal::read(&rows.0.lock().unwrap_or_else(PoisonError::into_inner)).expect("it can be read");
    let journal = Journal::go_on(Box::new(rows.clone()), &recovered);
    let resumed = Session::resume(engine, &recovered.records, Some(journal));
    let (session, resumed) = resumed.unwrap_or_else(|failure| panic!("{failure}"));
    (session, resumed.packs.iter().map(assize::session::OtherPack::told).collect())
}

/// The same pack in its next version, with these rules.
fn next(rule: &str) -> Shelf {
    let mut next = shelf();
    next.put("coast/assize.toml", described("coast", "1.3.0", "\"salt.asz\"", ""));
    next.put("coast/salt.asz", format!("house salt extends lots\nextend sum draw.total {{ salt | {rule} }}\n"));
    next
}

#[test]
fn an_evening_that_goes_on_with_the_same_pack_says_nothing() {
    let rows = evening(engine(shelf()), &LINES);
    assert_eq!(resumed(&rows, engine(shelf())).1, [""; 0]);
    // The files are gone: what the journal has recorded is used.
    let mut lost = Shelf::default();
    lost.put("lots", crate::LOTS);
    let (mut session, told) = resumed(&rows, engine(lost));
    assert_eq!(told, [""; 0]);
    session.enter("draw last by ada", None).unwrap_or_else(|failure| panic!("{failure}"));
    assert_eq!(session.whole().packs[0].version, "1.2.0");
}

#[test]
fn an_evening_that_goes_on_with_another_version_says_so() {
    let rows = evening(engine(shelf()), &LINES);
    let told = "the pack “coast” is now 1.3.0; so far this session has used 1.2.0";
    // Whether results would come out in another way or not.
    for rule in ["-1", "-3"] {
        let copy = Rows(Arc::new(Mutex::new(rows.0.lock().expect("nobody panics").clone())));
        let (mut session, packs) = resumed(&copy, engine(next(rule)));
        assert_eq!(packs, [told], "{rule}");
        session.enter("draw last by ada", None).unwrap_or_else(|failure| panic!("{failure}"));
        let entry = session.entries().last().expect("it is there");
        assert_eq!(entry.verdict.packs[0].version, "1.3.0", "{rule}");
        // From here on it is played with the new one, and that is no news any more.
        drop(session);
        assert_eq!(resumed(&copy, engine(next(rule))).1, [""; 0], "{rule}");
    }
}

#[test]
fn a_pack_that_is_no_longer_in_force_is_told() {
    let rows = evening(engine(shelf()).pack("coast"), &["use lots", "person ada { luck 3 }", "draw lot by ada"]);
    let (_, told) = resumed(&rows, engine(shelf()));
    assert_eq!(told, ["the pack “coast” 1.2.0, which this session has used so far, is no longer in use"]);
}

#[test]
fn each_entry_keeps_the_version_with_which_it_was_played() {
    let rows = evening(engine(shelf()), &LINES);
    let (mut session, _) = resumed(&rows, engine(next("-1")));
    session.enter("draw last by ada", None).unwrap_or_else(|failure| panic!("{failure}"));
    let versions: Vec<String> = session
        .entries()
        .iter()
        .filter(|entry| !entry.verdict.packs.is_empty())
        .map(|entry| entry.verdict.packs[0].version.to_string())
        .collect();
    assert_eq!(versions.first().map(String::as_str), Some("1.2.0"));
    assert_eq!(versions.last().map(String::as_str), Some("1.3.0"));
}

#[test]
fn a_past_evening_is_retold_with_a_pack() {
    let rows = evening(engine(shelf()), &["use lots", "person ada { luck 3 }", "draw lot by ada"]);
    let (session, _) = resumed(&rows, engine(shelf()));
    let pages = session.retold(&["pack \"coast\""]);
    let total = |verdict: &assize::Verdict| verdict.get("lot.total").and_then(|total| total.number);
    let now = pages[0].now.as_ref().unwrap_or_else(|failure| panic!("{failure}"));
    assert_eq!((total(&pages[0].was), total(now)), (Some(3), Some(2)));
    assert_eq!(now.packs.len(), 1);
}
