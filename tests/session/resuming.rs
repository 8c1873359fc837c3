use assize::engine::{Answer, Ask, How, Response};
use assize::journal::{EntryMode, Record};
use assize::verdict::Audience;

use crate::table::{LAMPS, begun, engine, engine_with, enter_all, resumed, value};

const EVENING: [&str; 6] = [
    "use lamps",
    "person ada",
    "light lamp by ada",
    "light other by ada { wind 1 }",
    "set ada.oil = 7",
    "light third by ada { wind -1 \"a gale\" }",
];

#[test]
fn everything_is_as_it_was() {
    let (mut session, memory) = begun();
    enter_all(&mut session, &EVENING);
    session.undo().expect("it is struck");
    let (mut again, found) = resumed(&memory, engine());
    assert_eq!(found, assize::session::Resumed::default());
    assert_eq!(again.entries(), session.entries());
    assert_eq!((again.state(), again.seeds()), (session.state(), session.seeds()));
    again.redo().expect("it is restored");
    session.redo().expect("it is restored");
    enter_all(&mut again, &["light fourth by ada"]);
    enter_all(&mut session, &["light fourth by ada"]);
    assert_eq!(again.entries(), session.entries());
}

#[test]
fn every_beginning_of_a_journal_is_a_session() {
    let (mut session, memory) = begun();
    enter_all(&mut session, &EVENING);
    session.undo().expect("it is struck");
    enter_all(&mut session, &["use house \"long nights\"", "light fourth by ada"]);
    session.undo().expect("it is struck");
    session.undo().expect("it is struck");
    let records = memory.recovered().records;
    for length in 1..=records.len() {
        let (mut begun, found) =
            assize::session::Session::resume(engine(), &records[..length], None).expect("it goes on");
        let whole: Vec<_> = session.entries().iter().take(begun.entries().len()).map(|entry| &entry.verdict).collect();
        let kept: Vec<_> = begun.entries().iter().map(|entry| &entry.verdict).collect();
        assert_eq!(kept, whole, "after {length} records");
        if let Some(unfinished) = found.unfinished {
            begun.enter(&unfinished, None).unwrap_or_else(|failure| panic!("after {length} records: {failure}"));
        }
        assert_eq!(found.page, None);
    }
}

#[test]
fn answers_of_an_entry_that_was_cut_off_are_remembered() {
    let (mut session, memory) = begun();
    enter_all(&mut session, &["use lamps", "person ada"]);
    session.answer_by(EntryMode::Table, Vec::new()).expect("it is kept");
    let mut person = |_: &Ask<'_>| Response::Answer(Answer::Faces(vec![1, 1], How::Given));
    session.enter("light lamp by ada", Some(&mut person)).expect("it is rolled");
    let mut records = memory.recovered().records;
    assert!(matches!(records.pop(), Some(Record::Answered { .. })));
    let (mut cut, found) = assize::session::Session::resume(engine(), &records, None).expect("it goes on");
    assert_eq!(found.unfinished.as_deref(), Some("light lamp by ada"));
    cut.enter("light lamp by ada", None).expect("nobody need be asked again");
    assert_eq!(value(&mut cut, "lamp.glow"), "dark");
}

#[test]
fn a_question_or_a_mistake_does_not_leave_what_was_cut_off() {
    let (mut session, memory) = begun();
    enter_all(&mut session, &["use lamps", "person ada"]);
    session.answer_by(EntryMode::Table, Vec::new()).expect("it is kept");
    let mut person = |_: &Ask<'_>| Response::Answer(Answer::Faces(vec![1, 1], How::Given));
    session.enter("light lamp by ada", Some(&mut person)).expect("it is rolled");
    let mut records = memory.recovered().records;
    records.pop();
    let (mut cut, _) = assize::session::Session::resume(engine(), &records, None).expect("it goes on");
    assert_eq!(value(&mut cut, "ada.oil"), "3");
    assert!(cut.enter("lihgt lamp by ada", None).is_err());
    cut.enter("light lamp by ada", None).expect("nobody need be asked again");
}

#[test]
fn what_was_cut_off_can_be_left() {
    let (mut session, memory) = begun();
    enter_all(&mut session, &["use lamps", "person ada", "light lamp by ada"]);
    let mut records = memory.recovered().records;
    records.pop();
    let (mut cut, _) = assize::session::Session::resume(engine(), &records, None).expect("it goes on");
    enter_all(&mut cut, &["person ben"]);
    assert_eq!(cut.entries().last().map(|entry| entry.number), Some(4));
}

#[test]
fn a_harmless_edit_is_not_noticed() {
    let (mut session, memory) = begun();
    enter_all(&mut session, &EVENING);
    let edited = LAMPS.replace("kind person {", "\n\n# people\nkind person { height : number = 2, ");
    let (mut again, found) = resumed(&memory, engine_with(&edited));
    assert_eq!(found.page, None);
    assert_eq!(value(&mut again, "ada.height"), "2");
}

#[test]
fn an_edit_that_matters_begins_a_page_and_keeps_the_values() {
    let (mut session, memory) = begun();
    enter_all(&mut session, &EVENING);
    let state = session.state();
    let edited = LAMPS.replace("rolls 2d6", "rolls 1d12").replace("2..5 ", "1..5 ");
    let (mut again, found) = resumed(&memory, engine_with(&edited));
    let page = found.page.expect("other dice are another thing");
    assert_eq!(page.why.told(Audience::Log), "`lamp.glow: roll 2d6` would be `lamp.glow: roll 1d12` now");
    assert_eq!(again.state(), state);
    enter_all(&mut again, &["light lamp by ada"]);
    let (third, found) = resumed(&memory, engine_with(&edited));
    assert_eq!(found.page, None, "the new page is kept");
    assert_eq!(third.entries(), again.entries());
}

#[test]
fn a_text_that_is_gone_is_taken_from_the_journal() {
    let (mut session, memory) = begun();
    enter_all(&mut session, &EVENING);
    let (mut again, found) = resumed(&memory, assize::engine::Engine::default());
    assert_eq!(found.page, None);
    enter_all(&mut again, &["light fourth by ada"]);
}
