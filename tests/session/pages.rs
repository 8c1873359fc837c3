use assize::engine::OddsRequest;
use assize::journal::Record;
use assize::session::{Entered, NewPage, Session};
use assize::verdict::{Audience, Carried, Visibility};

use crate::table::{begun, engine, enter_all, resumed, value, view};

/// Oil that burns faster, in the words of the table.
const DUSK: &str = "replace procedure light by person {
  ask wind : many number
  ask place : optional text
  sum total { wind | sum(wind) }
  resolve glow with total + 1
}";

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
    assert!(session.whole().results.iter().all(|result| result.name != "lamp.glow"), "it is on the page before");
    session.undo().expect("it is struck");
    assert!(["bright", "dim", "dark"].contains(&value(&mut session, "lamp.glow").as_str()));
    session.redo().expect("it is restored");
    assert!(session.whole().results.iter().all(|result| result.name != "lamp.glow"));
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
fn a_tally_goes_on_where_it_stood() {
    let (mut session, _) = begun();
    let tally = "tally lit : 0..9 = 2 \"lamps that burn\"";
    enter_all(&mut session, &["use lamps", tally, "set lit = 5"]);
    session.turn_page(session.state(), "the next evening").expect("it is kept");
    enter_all(&mut session, &["use lamps", tally]);
    assert_eq!(value(&mut session, "lit"), "5");
    for (kept, is) in [("0", "0"), ("9", "9"), ("10", "2"), ("-1", "2")] {
        session.turn_page(vec![carried("lit", kept)], "from elsewhere").expect("it is kept");
        enter_all(&mut session, &["use lamps", tally]);
        assert_eq!(value(&mut session, "lit"), is, "{kept}");
        let lost = session.encounter().expect("it is compiled").lost();
        assert_eq!(lost.len(), usize::from(is == "2"), "{kept}: {lost:?}");
    }
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
    let (mut again, found) = resumed(&memory, engine());
    assert_eq!((found.page, value(&mut again, "lamp0.glow")), (None, glow));
}

/// What the first page tells of a lamp, with a page of other rules behind it.
fn behind_a_page() -> (Session, crate::table::Memory, [String; 4]) {
    let (mut session, memory) = begun();
    enter_all(&mut session, &["use lamps", "person ada", "set ada.oil = 9", "light lamp by ada { wind 2 \"a gale\" }"]);
    let told = told_of_the_lamp(&mut session);
    enter_all(&mut session, &["use house \"long nights\""]);
    (session, memory, told)
}

fn told_of_the_lamp(session: &mut Session) -> [String; 4] {
    let [glow, total] = ["lamp.glow", "lamp.total + 1"].map(|expression| value(session, expression));
    let request = OddsRequest::of(["P(lamp.glow is dark)"]);
    let odds = session.odds(None, &request, Audience::Players).expect("it can be asked");
    let why = session.why("lamp.total", Audience::Players).expect("it can be explained");
    [glow, total, why, format!("{odds:?}")]
}

#[test]
fn nothing_is_forgotten_behind_a_page() {
    let (mut session, memory, told) = behind_a_page();
    assert!(told[2].contains("a gale"), "{}", told[2]);
    assert_eq!(told_of_the_lamp(&mut session), told);
    assert_eq!(value(&mut session, "_.total"), "+2", "`_` is the last action");
    enter_all(&mut session, &["light other by ada { wind 1 }"]);
    assert_eq!(told_of_the_lamp(&mut session), told);
    assert_eq!(value(&mut session, "_.total"), "+1");
    let entries = session.entries().len();
    assert!(session.enter("lamp.gliw", None).is_err());
    assert!(session.why("lamp.gliw", Audience::Players).is_err());
    assert_eq!(session.entries().len(), entries, "reading leaves nothing");
    let (mut again, found) = resumed(&memory, engine());
    assert_eq!((found.page, told_of_the_lamp(&mut again)), (None, told));
}

#[test]
fn the_last_page_that_knows_a_name_tells_of_it() {
    let (mut session, _, told) = behind_a_page();
    enter_all(&mut session, &["light lamp by ada { wind 1 }"]);
    assert_eq!(value(&mut session, "lamp.total"), "+1");
    assert!(!session.why("lamp.total", Audience::Players).expect("it is there").contains("a gale"));
    session.undo().expect("it is struck");
    assert_eq!(told_of_the_lamp(&mut session), told);
    enter_all(&mut session, &["light other by ada"]);
    let entered = session.enter(DUSK, None).expect("it is a rule");
    assert!(matches!(entered, Entered::Statement { page: Some(_), .. }), "{entered:?}");
    assert_eq!(told_of_the_lamp(&mut session), told, "two pages behind");
    assert_eq!(value(&mut session, "other.total"), "0");
}

#[test]
fn a_page_that_was_closed_on_purpose_is_over() {
    let (mut session, _, _) = behind_a_page();
    session.turn_page(session.state(), "the next evening").expect("it is kept");
    assert!(session.enter("lamp.glow", None).is_err());
    assert!(session.why("lamp.glow", Audience::Gm).is_err());
    assert!(session.enter("_.glow", None).is_err());
}

#[test]
fn what_is_kept_from_the_players_stays_kept_behind_a_page() {
    let (mut session, _) = begun();
    enter_all(&mut session, &["use lamps", "person ada", "light lamp by ada", "secret light trap by ada { wind 2 }"]);
    enter_all(&mut session, &["use house \"long nights\""]);
    assert!(session.why("trap.total", Audience::Players).is_err());
    assert!(session.why("trap.total", Audience::Gm).is_ok());
    let Ok(Entered::Value { value, .. }) = session.enter("trap.total", None) else { panic!("it can be read") };
    assert_eq!((value.value.as_str(), value.visibility), ("+2", Visibility::Gm));
    let request = OddsRequest::of(["P(trap.glow is dark)"]);
    assert!(session.odds(None, &request, Audience::Players).is_err());
    assert!(session.odds(None, &request, Audience::Gm).is_ok());
}

#[test]
fn results_can_be_read_although_nobody_knows_their_rules_any_more() {
    let (_, memory, told) = behind_a_page();
    let edited = crate::table::LAMPS.replace("sum total { wind | sum(wind) }", "sum total { wind | sum(wind) + 1 }");
    let (mut again, _) = resumed(&memory, crate::table::engine_with(&edited));
    assert_eq!([value(&mut again, "lamp.glow"), value(&mut again, "lamp.total")], [told[0].clone(), "+2".to_owned()]);
    assert_eq!(again.why("lamp.total", Audience::Players).expect("it can be explained"), told[2]);
    assert!(again.enter("lamp.total + 1", None).is_err(), "today it would be another");
}

#[test]
fn the_first_of_two_thousand_entries_can_be_asked() {
    let (mut session, memory) = begun();
    enter_all(&mut session, &["use lamps", "person ada", "set ada.oil = 9", "light lamp by ada { wind 2 \"a gale\" }"]);
    let told = told_of_the_lamp(&mut session);
    for number in 0..1_996 {
        enter_all(&mut session, &[&format!("set ada.oil = {}", number % 10)]);
    }
    assert_eq!(session.entries().len(), 2_000);
    assert_eq!(told_of_the_lamp(&mut session), told);
    let (mut again, _) = resumed(&memory, engine());
    assert_eq!(told_of_the_lamp(&mut again), told);
}

#[test]
fn a_page_is_turned_back_when_what_it_was_turned_for_is_refused() {
    let (mut session, memory) = begun();
    enter_all(&mut session, &["use lamps", "person ada { oil 0 }", "mode deliberate", "light lamp by ada"]);
    let lines = "use house \"long nights\"\nlight other by ada { wind -1 }";
    let refused = session.enter(lines, None).expect_err("there is no oil");
    assert!(refused.to_string().contains("no oil is left"), "{refused}");
    assert_eq!(value(&mut session, "lamp.glow"), "dim");
    let (mut again, _) = resumed(&memory, engine());
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
    let (mut again, _) = resumed(&memory, engine());
    assert_eq!(again.undo().expect("nothing to undo"), None, "the evening before is over");
    assert_eq!(again.redo().expect("it is restored").map(|entry| entry.number), Some(5));
}

#[test]
fn taking_a_line_back_leaves_what_was_cut_off() {
    let (mut session, memory) = begun();
    enter_all(&mut session, &["use lamps", "person ada", "light lamp by ada", "use house \"long nights\""]);
    let mut records = memory.recovered().records;
    assert!(matches!(records.pop(), Some(Record::Answered { entry: 4, .. })));
    let (mut cut, found) = Session::resume(engine(), &records, None).expect("it goes on");
    assert!(found.unfinished.is_some());
    assert_eq!(cut.undo().expect("it is struck").map(|entry| entry.number), Some(3), "the page is turned back first");
    assert_eq!(cut.redo().expect("it is restored").map(|entry| entry.number), Some(3));
    enter_all(&mut cut, &["note \"later\""]);
    assert_eq!(cut.entries().last().map(|entry| entry.number), Some(5));
}

#[test]
fn a_page_that_was_left_on_purpose_is_gone_back_to_as_it_was() {
    let (mut session, memory) = begun();
    enter_all(&mut session, &["use lamps", "person ada", "set ada.oil = 5", "light lamp by ada"]);
    session.cast("keeper", "ada").expect("she is known");
    session.undo().expect("it is struck");
    let (before, cast) = (view(&session), session.casting().clone());
    session.turn_page(Vec::new(), "reset").expect("it is kept");
    session.turn_page(Vec::new(), "reset").expect("a page with nothing on it is none to go back to");
    enter_all(&mut session, &["note \"elsewhere\""]);
    assert!(!session.reopen_page().expect("nothing is written"), "something counts on this page");
    session.undo().expect("it is struck");
    // The same from the journal.
    let (mut again, _) = Session::resume(engine(), &memory.recovered().records, None).expect("it goes on");
    for session in [&mut again, &mut session] {
        assert!(session.reopen_page().expect("it is kept"));
        let after = view(session);
        assert_eq!((&after.page, &after.state, &after.whole), (&before.page, &before.state, &before.whole));
        assert_eq!((session.casting(), session.page_begins()), (&cast, &[][..]));
        assert!(session.redo().expect("it is kept").is_none(), "something was entered since");
        assert!(!session.reopen_page().expect("nothing is written"));
    }
    enter_all(&mut session, &["light other by ada"]);
    assert_eq!(view(&resumed(&memory, engine()).0), view(&session));
}

#[test]
fn what_was_undone_before_a_page_was_left_can_still_be_redone() {
    let (mut session, _) = begun();
    enter_all(&mut session, &["use lamps", "person ada", "light lamp by ada"]);
    let before = view(&session);
    session.undo().expect("it is struck");
    session.turn_page(Vec::new(), "reset").expect("it is kept");
    assert!(session.redo().expect("nothing is written").is_none());
    assert!(session.reopen_page().expect("it is kept"));
    assert_eq!(session.redo().expect("it is kept").map(|entry| entry.number), Some(3));
    assert_eq!(view(&session), before);
}
