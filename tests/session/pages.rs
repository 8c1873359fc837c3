use assize::journal::Record;
use assize::session::{Entered, NewPage, Session};
use assize::verdict::{Audience, Carried, Visibility};

use crate::table::{begun, enter_all, value};

fn carried(name: &str, value: &str) -> Carried {
    Carried { name: name.to_owned(), value: value.to_owned(), visibility: Visibility::All }
}

#[test]
fn a_new_rule_leaves_what_has_happened() {
    let (mut session, _) = begun();
    enter_all(&mut session, &["use lamps", "person ada", "set ada.oil = 5", "light lamp by ada"]);
    let happened = session.entries()[3].verdict.clone();
    let entered = session.enter("use house \"long nights\"", None).expect("it is a house rule");
    let Entered::Statement { page: Some(NewPage { why, lost, .. }), .. } = entered else { panic!("{entered:?}") };
    assert_eq!(why.told(Audience::Log), "`lamp.glow: roll 2d6` would be `lamp.glow: roll 1d6` now");
    assert_eq!(lost, Vec::<String>::new());
    let oil = session.state();
    assert!(oil.contains(&carried("ada.oil", "5")) || oil.contains(&carried("ada.oil", "4")), "{oil:?}");
    enter_all(&mut session, &["light other by ada"]);
    assert!(session.entries()[5].asked[1].question.contains("1d6"), "{:?}", session.entries()[5].asked);
    assert_eq!(session.entries()[3].verdict, happened);
}

#[test]
fn the_page_goes_back_with_the_rule_that_turned_it() {
    let (mut session, _) = begun();
    enter_all(&mut session, &["use lamps", "person ada", "light lamp by ada", "use house \"long nights\""]);
    let glow = session.entries()[2].verdict.clone();
    assert!(session.enter("lamp.glow", None).is_err(), "it is on the page before");
    session.undo().expect("it is struck");
    assert!(["bright", "dim", "dark"].contains(&value(&mut session, "lamp.glow").as_str()));
    session.redo().expect("it is restored");
    assert!(session.enter("lamp.glow", None).is_err());
    assert_eq!(session.entries()[2].verdict, glow);
}

#[test]
fn rules_can_be_written_at_the_table() {
    let (mut session, _) = begun();
    enter_all(
        &mut session,
        &["use lamps", "rule double(n) = n * 2", "person ada", "light lamp by ada { wind double(2) }"],
    );
    assert_eq!(value(&mut session, "lamp.total"), "+4");
}

#[test]
fn a_page_begins_with_what_is_carried_over() {
    let (mut session, _) = begun();
    enter_all(&mut session, &["use lamps", "person ada", "person ben", "set ada.oil = 5", "set ben.oil = 8"]);
    let state = session.state();
    session.turn_page(state, "the next evening").expect("it is kept");
    assert!(session.enter("ada.oil", None).is_err(), "nobody has come yet");
    enter_all(&mut session, &["use lamps", "person ada"]);
    assert_eq!(value(&mut session, "ada.oil"), "5");
    enter_all(&mut session, &["set ada.oil = 2"]);
    assert_eq!(session.state(), [carried("ben.oil", "8"), carried("ada.oil", "2")], "ben is not forgotten");
}

#[test]
fn what_was_kept_is_kept_on_the_next_page() {
    let (mut session, _) = begun();
    enter_all(&mut session, &["use lamps", "person ada", "person ben", "secret set ada.oil = 5"]);
    session.turn_page(session.state(), "the next evening").expect("it is kept");
    enter_all(&mut session, &["use lamps", "person ada", "person ben", "set ben.oil = 2"]);
    assert_eq!(session.state_seen_by(Audience::Players), [carried("ben.oil", "2")]);
    let kept = Carried { visibility: Visibility::Gm, ..carried("ada.oil", "5") };
    assert!(session.state_seen_by(Audience::Gm).contains(&kept));
}

#[test]
fn what_does_not_fit_is_left_out() {
    let (mut session, _) = begun();
    let state = vec![carried("ada.oil", "99"), carried("ada.hat", "3"), carried("ada.oil", "bright")];
    session.turn_page(state, "from elsewhere").expect("it is kept");
    enter_all(&mut session, &["use lamps", "person ada"]);
    assert_eq!(value(&mut session, "ada.oil"), "3");
    assert_eq!(session.encounter().expect("it is compiled").lost().len(), 3);
}

#[test]
fn a_page_is_never_full() {
    let (mut session, memory) = begun();
    enter_all(&mut session, &["use lamps", "person ada", "set ada.oil = 9"]);
    for number in 0..420 {
        let line = format!("light lamp{number} by ada {{ wind 9 }}");
        if let Err(failure) = session.enter(&line, None) {
            assert!(failure.to_string().contains("no oil is left"), "{failure}");
            enter_all(&mut session, &["set ada.oil = 9", &line]);
        }
    }
    let glow = value(&mut session, "lamp0.glow");
    assert!(session.why("lamp0.glow", Audience::Players).is_ok_and(|why| why.contains(&glow)));
    assert!(memory.recovered().records.iter().all(|record| !matches!(record, Record::Page { .. })));
    let (mut again, found) = crate::table::resumed(&memory, crate::table::engine());
    assert_eq!((found.page, value(&mut again, "lamp0.glow")), (None, glow));
}

#[test]
fn a_page_is_turned_back_when_what_it_was_turned_for_is_refused() {
    let (mut session, memory) = begun();
    enter_all(&mut session, &["use lamps", "person ada { oil 0 }", "mode deliberate", "light lamp by ada"]);
    let lines = "use house \"long nights\"\nlight other by ada { wind -1 }";
    let refused = session.enter(lines, None).expect_err("there is no oil");
    assert!(refused.to_string().contains("no oil is left"), "{refused}");
    assert_eq!(value(&mut session, "lamp.glow"), "dim");
    let (mut again, _) = crate::table::resumed(&memory, crate::table::engine());
    assert_eq!(value(&mut again, "lamp.glow"), "dim");
    enter_all(&mut again, &["set ada.oil = 2"]);
    assert_eq!(again.entries().last().map(|entry| entry.number), Some(5), "a number is never used twice");
}

#[test]
fn nothing_is_restored_from_behind_a_page_that_was_closed() {
    let (mut session, memory) = begun();
    enter_all(&mut session, &["use lamps", "person ada", "light lamp by ada", "use house \"long nights\""]);
    session.undo().expect("it is struck");
    session.turn_page(session.state(), "the next evening").expect("it is kept");
    enter_all(&mut session, &["note \"later\""]);
    session.undo().expect("it is struck");
    session.redo().expect("it is restored").expect("it stands on this page");
    assert_eq!(session.redo().expect("nothing to restore"), None);
    session.undo().expect("it is struck");
    let (mut again, _) = crate::table::resumed(&memory, crate::table::engine());
    assert_eq!(again.undo().expect("nothing to strike out"), None, "the evening before is over");
    assert_eq!(again.redo().expect("it is restored").map(|entry| entry.number), Some(5));
}

#[test]
fn taking_a_line_back_leaves_what_was_cut_off() {
    let (mut session, memory) = begun();
    enter_all(&mut session, &["use lamps", "person ada", "light lamp by ada", "use house \"long nights\""]);
    let mut records = memory.recovered().records;
    assert!(matches!(records.pop(), Some(Record::Answered { entry: 4, .. })));
    let (mut cut, found) = Session::resume(crate::table::engine(), &records, None).expect("it goes on");
    assert!(found.unfinished.is_some());
    assert_eq!(cut.undo().expect("it is struck").map(|entry| entry.number), Some(3), "the page is turned back first");
    assert_eq!(cut.redo().expect("it is restored").map(|entry| entry.number), Some(3));
    enter_all(&mut cut, &["note \"later\""]);
    assert_eq!(cut.entries().last().map(|entry| entry.number), Some(5));
}
