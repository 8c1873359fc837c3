//! Entries that wait for an answer, and go on with it some time later.

use assize::engine::{Answer, Answers, Ask, Failure, How, Response};
use assize::journal::{EntryMode, Record};
use assize::session::{Entered, Session};
use assize::verdict::{Audience, Event, Happened};

use crate::table::{Memory, begun, engine, enter_all, resumed, value, verdict};

/// Ada's dice are in her hands, and Ben's are rolled from the seed.
const TURNS: &str =
    "light first by ben\nlight second by ada\nlight third by ben\nlight fourth by ada\nlight fifth by ben";

/// The answer is put off until some have been given.
fn after(mut given: usize) -> impl FnMut(&Ask<'_>) -> Response {
    move |_| {
        let now = given > 0;
        given = given.saturating_sub(1);
        if now { Response::Answer(Answer::Faces(vec![4, 3], How::Given)) } else { Response::Later }
    }
}

fn at_the_table() -> (Session, Memory) {
    let (mut session, memory) = begun();
    enter_all(&mut session, &["use lamps", "person ada\nperson ben", "set ada.oil = 9\nset ben.oil = 9"]);
    session.answer_by(EntryMode::Table, vec!["ada".to_owned()]).expect("it is kept");
    (session, memory)
}

fn enter(session: &mut Session, answers: usize) -> Result<Entered, Failure> {
    session.enter(TURNS, Some(&mut after(answers)))
}

#[test]
fn an_entry_that_waits_comes_out_as_one_that_does_not() {
    let (mut prompt, _) = at_the_table();
    enter(&mut prompt, 2).expect("everything is answered");
    let (mut patient, memory) = at_the_table();
    for answers in [0, 1] {
        assert_eq!(enter(&mut patient, answers).expect("it waits"), Entered::Waiting);
        assert_eq!(patient.waiting(), Some(TURNS));
        assert_eq!(patient.entries().len(), 3, "it is no entry yet");
        assert_eq!(value(&mut patient, "ada.oil"), "9", "everything else can still be asked");
    }
    enter(&mut patient, 1).expect("everything is answered");
    assert_eq!((patient.waiting(), patient.entries()), (None, prompt.entries()));
    let (again, _) = resumed(&memory, engine());
    assert_eq!(again.entries(), prompt.entries());
}

#[test]
fn events_are_told_while_they_happen_and_only_those_of_the_entry() {
    let (mut session, _) = at_the_table();
    enter_all(&mut session, &["note \"the night falls\""]);
    for _attempt in 0..2 {
        let (mut told, mut later) = (Vec::new(), after(0));
        let mut tell = |happened: &Happened| told.push(happened.clone());
        let answers = Answers { person: Some(&mut later), events: Some(&mut tell), ..session.answers() };
        assert_eq!(session.enter_with(TURNS, answers).expect("it waits"), Entered::Waiting);
        let begun: Vec<&Event> = told.iter().map(|happened| &happened.event).collect();
        assert!(matches!(begun.first(), Some(Event::Begin { path, .. }) if path == "first"), "{begun:?}");
        assert!(begun.iter().any(|event| matches!(event, Event::Begin { path, .. } if path == "second")), "{begun:?}");
    }
    let mut told = Vec::new();
    let mut tell = |happened: &Happened| told.push(happened.clone());
    let mut answer = after(9);
    let answers = Answers { person: Some(&mut answer), events: Some(&mut tell), ..session.answers() };
    let verdict = verdict(session.enter_with(TURNS, answers).expect("everything is answered"));
    assert_eq!(told, verdict.events);
}

#[test]
fn what_was_rolled_before_a_question_is_not_rolled_again() {
    let (mut session, memory) = at_the_table();
    enter(&mut session, 0).expect("it waits");
    let rolled = |records: &[Record]| records.iter().filter(|record| matches!(record, Record::Replied { .. })).count();
    let before = rolled(&memory.recovered().records);
    assert!(before > 0, "the dice of the first lamp are in the journal");
    let (mut again, found) = resumed(&memory, engine());
    assert_eq!(found.unfinished.as_deref(), Some(TURNS));
    enter(&mut again, 1).expect("it waits");
    let (mut third, _) = resumed(&memory, engine());
    enter(&mut third, 1).expect("everything is answered");
    let (mut prompt, _) = at_the_table();
    enter(&mut prompt, 2).expect("everything is answered");
    assert_eq!(third.entries(), prompt.entries());
}

#[test]
fn what_waits_can_be_broken_off() {
    let (mut session, memory) = at_the_table();
    enter(&mut session, 0).expect("it waits");
    session.break_off().expect("it is kept");
    assert_eq!((session.waiting(), session.entries().len()), (None, 3));
    session.break_off().expect("nothing is left to be broken off");
    enter(&mut session, 0).expect("it waits");
    enter_all(&mut session, &["set ben.oil = 4"]);
    assert_eq!(session.waiting(), None, "something else has taken its place");
    let (mut again, found) = resumed(&memory, engine());
    assert_eq!(found.unfinished, None);
    assert_eq!(value(&mut again, "ben.oil"), "4");
}

#[test]
fn a_page_that_was_turned_for_it_is_told_in_the_end_or_turned_back() {
    let (mut session, _) = at_the_table();
    enter(&mut session, 2).expect("everything is answered");
    let nights = "use house \"long nights\"\nlight last by ada";
    let waits = |session: &mut Session| session.enter(nights, Some(&mut |_| Response::Later));
    assert_eq!(waits(&mut session).expect("it waits"), Entered::Waiting);
    session.break_off().expect("it is kept");
    assert!(["bright", "dim", "dark"].contains(&value(&mut session, "first.glow").as_str()), "the page is turned back");
    assert_eq!(waits(&mut session).expect("it waits"), Entered::Waiting);
    let mut rolls = |_: &Ask<'_>| Response::Answer(Answer::Faces(vec![6], How::Given));
    let entered = session.enter(nights, Some(&mut rolls)).expect("it is rolled");
    let Entered::Statement { page: Some(page), .. } = entered else { panic!("{entered:?}") };
    assert_eq!(page.why.told(Audience::Log), "`first.glow: roll 2d6` would be `first.glow: roll 1d6` now");
}

#[test]
fn an_expression_waits_as_well() {
    let (mut session, _) = at_the_table();
    session.answer_by(EntryMode::Table, Vec::new()).expect("it is kept");
    assert_eq!(session.enter("2d6 + 1", Some(&mut after(0))).expect("it waits"), Entered::Waiting);
    let entered = session.enter("2d6 + 1", Some(&mut after(1))).expect("it is rolled");
    let Entered::Value { value, .. } = entered else { panic!("{entered:?}") };
    assert_eq!(value.value, "8");
}

#[test]
fn what_waits_keeps_its_seed() {
    let (mut prompt, _) = at_the_table();
    enter(&mut prompt, 2).expect("everything is answered");
    let (mut patient, _) = at_the_table();
    enter(&mut patient, 0).expect("it waits");
    patient.reseed(99).expect("it is kept");
    enter(&mut patient, 2).expect("everything is answered");
    assert_eq!(patient.entries(), prompt.entries());
}
