//! The text of an earlier entry is changed: all behind it is redone with the dice it had.

use assize::engine::{Answer, Ask, How, Response};
use assize::journal::{EntryMode, Exchange, Record, Reply};
use assize::session::Session;

use crate::table::{begun, engine, enter_all, resumed, value, view};

const EVENING: [&str; 7] = [
    "use lamps",
    "person ada",
    "set ada.oil = 5",
    "light lamp by ada { wind 1 }",
    "watch hour by ada",
    "set ada.oil = lamp.total + 3",
    "light other by ada { wind ada.oil }",
];

fn faces(session: &Session, number: usize) -> Vec<Vec<i64>> {
    let faces = |asked: &Exchange| match &asked.reply {
        Reply::Faces { faces, .. } => Some(faces.clone()),
        _ => None,
    };
    session.entries()[number - 1].asked.iter().filter_map(faces).collect()
}

#[test]
fn what_stands_behind_a_change_keeps_its_dice() {
    let (mut session, memory) = begun();
    enter_all(&mut session, &EVENING);
    let (before, dice) = (view(&session), [4, 5, 7].map(|number| faces(&session, number)));
    let edited = session.edit(4, "light lamp by ada { wind 3 }", None).expect("it is allowed");
    assert_eq!(edited.understood, "light lamp by ada { wind 3 }");
    assert_eq!([4, 5, 7].map(|number| faces(&session, number)), dice, "every die is at its address");
    assert_eq!(edited.changed.iter().map(|entry| entry.number).collect::<Vec<_>>(), [6, 7], "a watch is a watch");
    assert_eq!((value(&mut session, "lamp.total"), value(&mut session, "other.total")), ("+3".into(), "+6".into()));
    assert_eq!(session.entries()[3].text, "light lamp by ada { wind 3 }");
    assert_eq!(edited.verdict, session.entries()[3].verdict);

    let (again, _) = resumed(&memory, engine());
    assert_eq!(view(&again), view(&session));
    let after = view(&session);
    enter_all(&mut session, &["light third by ada"]);
    session.undo().expect("it is kept");
    assert_eq!(view(&session).state, after.state);

    let entry = session.undo().expect("it is kept").expect("the change is taken back").clone();
    assert_eq!((entry.number, entry.struck), (4, false));
    assert_eq!(session.state(), before.state);
    assert_eq!(session.whole(), before.whole);
    assert_eq!(session.entries()[..7], before.entries);
    assert_eq!(value(&mut session, "other.total"), "+4");
    let (again, _) = resumed(&memory, engine());
    assert_eq!(view(&again), view(&session));
    assert_eq!(
        session.undo().expect("it is kept").map(|entry| entry.number),
        Some(7),
        "and then what stands before it"
    );
}

#[test]
fn a_change_is_what_would_have_happened_from_the_beginning() {
    let (mut session, _) = begun();
    enter_all(&mut session, &EVENING);
    session.edit(3, "set ada.oil = 8", None).expect("it is allowed");
    session.edit(4, "light lamp by ada { wind -1, wind 2 }", None).expect("it is allowed");
    let (mut other, _) = begun();
    let texts: Vec<&str> = session.entries().iter().map(|entry| entry.text.as_str()).collect();
    enter_all(&mut other, &texts);
    assert_eq!(view(&session), view(&other));
}

#[test]
fn it_stops_at_the_first_entry_that_is_no_longer_allowed() {
    let (mut session, memory) = begun();
    enter_all(&mut session, &EVENING);
    let (before, length) = (view(&session), memory.recovered().whole);
    for (number, text, first) in [
        (4, "light lantern by ada", "with this text, entry 6 would no longer be allowed: set ada.oil = lamp.total + 3"),
        (4, "light lamp by ada { wind 9 }", "with this text, entry 6 would no longer be allowed"),
        (2, "person eda", "with this text, entry 3 would no longer be allowed: set ada.oil = 5"),
    ] {
        let failure = session.edit(number, text, None).expect_err(text);
        let messages: Vec<&str> = failure.diagnostics.iter().map(|one| one.message.as_str()).collect();
        assert!(messages[0].starts_with(first) && messages.len() > 1, "{messages:?}");
        assert_eq!((view(&session), memory.recovered().whole), (before.clone(), length), "nothing has changed");
    }
    assert_eq!(value(&mut session, "other.total"), "+4");
}

#[test]
fn what_cannot_be_changed_is_refused() {
    let (mut session, _) = begun();
    enter_all(&mut session, &EVENING);
    enter_all(&mut session, &["2d6", "note \"late\""]);
    session.undo().expect("it is struck");
    let before = view(&session);
    for (number, text, why) in [
        (99, "note \"x\"", "entry 99 does not exist"),
        (9, "note \"x\"", "entry 9 was undone"),
        (8, "3d6", "entry 8 is an expression"),
        (4, "mode deliberate", "a mode applies to"),
        (4, "expect { lamp.total = 1 }", "an expectation"),
        (4, "lihgt lamp by ada", "there is no"),
        (5, "use lamps", "`lamps` is already in use, since entry 1"),
    ] {
        let failure = session.edit(number, text, None).expect_err(text);
        assert!(failure.to_string().contains(why) || why.starts_with("there is no"), "{failure}");
        assert_eq!(view(&session), before);
    }
    session.turn_page(session.state(), "the next evening").expect("it is kept");
    let failure = session.edit(4, "light lamp by ada", None).expect_err("it is over");
    assert!(failure.to_string().contains("entry 4 is on an earlier page"), "{failure}");
}

#[test]
fn whoever_rolls_by_hand_is_asked_for_new_dice_only() {
    let (mut session, _) = begun();
    enter_all(&mut session, &["use lamps", "person ada"]);
    session.answer_by(EntryMode::Table, Vec::new()).expect("it is kept");
    let mut person = |_: &Ask<'_>| Response::Answer(Answer::Faces(vec![6, 5], How::Given));
    session.enter("light lamp by ada", Some(&mut person)).expect("it is rolled");
    session.edit(3, "light lamp by ada { wind 1 }", None).expect("nobody need be asked");
    assert_eq!(faces(&session, 3), [[6, 5]]);
    let before = view(&session);
    session.edit(3, "watch hour by ada", None).expect_err("nobody answers");
    assert_eq!(view(&session), before);
    let mut person = |ask: &Ask<'_>| match ask {
        Ask::Roll { sides, .. } => Response::Answer(Answer::Faces(vec![2; sides.len()], How::Given)),
        _ => Response::Never,
    };
    session.edit(3, "watch hour by ada", Some(&mut person)).expect("it is rolled");
    assert_eq!(value(&mut session, "hour.seen"), "4");
}

#[test]
fn every_beginning_of_a_journal_with_changes_is_the_old_session_or_the_new() {
    let (mut session, memory) = begun();
    enter_all(&mut session, &EVENING);
    let mut views = vec![view(&session)];
    session.edit(3, "set ada.oil = 8", None).expect("it is allowed");
    views.push(view(&session));
    session.edit(4, "light lamp by ada { wind 2 }", None).expect("it is allowed");
    views.push(view(&session));
    session.undo().expect("it is kept");
    views.push(view(&session));
    let records = memory.recovered().records;
    let first = records.iter().position(|record| matches!(record, Record::Edited { .. })).expect("it is kept");
    assert_eq!(records.len() - first, views.len() - 1, "each change is one line");
    for (more, expected) in views.iter().enumerate() {
        let (again, found) = Session::resume(engine(), &records[..first + more], None).expect("it goes on");
        assert_eq!((view(&again), found.unfinished), (expected.clone(), None));
    }
    assert_eq!(views[1], views[3]);
}

#[test]
fn a_line_is_new_although_another_one_reads_alike() {
    let (mut session, _) = begun();
    let notes = "note \"a knock\"\nif ada.oil > 4 { light first by ada { wind 9 } }\nlight second by ada { wind 9 }";
    enter_all(&mut session, &["use lamps", "person ada", "set ada.oil = 3", notes]);
    let edited = session.edit(3, "set ada.oil = 5", None).expect("it is allowed");
    let (was, now) = edited.changed[0].lines_seen_by(assize::verdict::Audience::Gm);
    assert_eq!(was, Vec::<String>::new(), "{now:?}");
    let own = |session: &Session| session.entries()[3].verdict.events.len();
    let after = own(&session);
    session.undo().expect("it is kept");
    assert_eq!(
        now.len() + 1,
        after - own(&session),
        "each line of the first lamp is told, and its end has none: {now:?}"
    );
}

#[test]
fn a_change_that_is_called_off_says_so_first() {
    let cancel = assize::engine::Cancel::default();
    let engine = engine().called_off_by(&cancel);
    let mut session = Session::begin(engine, 7, None).expect("it begins");
    enter_all(&mut session, &EVENING);
    let before = view(&session);
    cancel.call_off();
    let refused = session.edit(4, "light lamp by ada { wind 3 }", None).expect_err("it is called off");
    let first = refused.diagnostics.iter().next().expect("there is one");
    assert_eq!(first.code.0, "AZ714", "{refused}");
    cancel.clear();
    assert_eq!(view(&session), before);
    assert!(session.edit(4, "light lamp by ada { wind 3 }", None).is_ok(), "the text was fine");
}

#[test]
fn a_change_that_was_undone_is_redone_and_so_is_what_was_undone_before_it() {
    let (mut session, memory) = begun();
    enter_all(&mut session, &EVENING);
    let before = view(&session);
    session.edit(4, "light lamp by ada { wind 3 }", None).expect("it is allowed");
    let changed = view(&session);
    enter_all(&mut session, &["light third by ada"]);
    let after = view(&session);
    for number in [8, 4, 7] {
        assert_eq!(session.undo().expect("it is kept").map(|entry| entry.number), Some(number));
    }
    // A crash between any two of them loses nothing.
    let (mut session, _) = resumed(&memory, engine());
    for (number, text) in [(7, EVENING[6]), (4, "light lamp by ada { wind 3 }"), (8, "light third by ada")] {
        let redone = session.redo().expect("it makes sense").map(|entry| (entry.number, entry.text.clone()));
        assert_eq!(redone, Some((number, text.to_owned())));
        assert_eq!(view(&resumed(&memory, engine()).0), view(&session));
    }
    assert_eq!(view(&session), after);
    assert!(session.redo().expect("it is kept").is_none(), "nothing else is undone");
    session.undo().expect("it is kept");
    assert_eq!(view(&session).whole, changed.whole);
    session.undo().expect("it is kept");
    assert_eq!(view(&session).whole, before.whole);
    session.edit(3, "set ada.oil = 6", None).expect("it is allowed");
    assert!(session.redo().expect("it is kept").is_none(), "another change takes the place of what was undone");
}

/// It is in no text of the page, so that nothing which is redone comes upon it.
#[test]
fn what_was_carried_over_and_has_no_place_outlasts_a_change() {
    let (mut session, memory) = begun();
    enter_all(&mut session, &["use lamps", "person ada", "person ben", "set ben.oil = 8"]);
    session.turn_page(session.state(), "the next evening").expect("it is kept");
    enter_all(&mut session, &["use lamps", "person ada", "set ada.oil = 5"]);
    session.edit(7, "set ada.oil = 2", None).expect("it is allowed");
    let state = session.state();
    let state: Vec<(&str, &str)> = state.iter().map(|one| (one.name.as_str(), one.value.as_str())).collect();
    assert_eq!(state, [("ben.oil", "8"), ("ada.oil", "2")]);
    let (again, _) = resumed(&memory, engine());
    assert_eq!(again.state(), session.state());
}

#[test]
fn a_change_that_is_cut_off_is_known_with_what_was_answered() {
    let (mut session, memory) = begun();
    enter_all(&mut session, &["use lamps", "person ada", "set ada.oil = 5"]);
    session.answer_by(EntryMode::Table, Vec::new()).expect("it is kept");
    let mut person = |ask: &Ask<'_>| match ask {
        Ask::Roll { sides, .. } => Response::Answer(Answer::Faces(vec![2; sides.len()], How::Given)),
        _ => Response::Never,
    };
    session.enter("light lamp by ada", Some(&mut person)).expect("it is rolled");
    let before = view(&session);
    session.edit(4, "watch hour by ada", Some(&mut person)).expect("it is rolled");
    let after = view(&session);
    let records = memory.recovered().records;
    let first =
        records.iter().position(|record| matches!(record, Record::Rewording { .. })).expect("somebody is asked");
    let last = records.iter().position(|record| matches!(record, Record::Edited { .. })).expect("it is kept");
    assert!(records[first + 1..last].iter().all(|record| matches!(record, Record::Replied { entry: 4, .. })));
    for until in first + 1..=last {
        let (again, found) = Session::resume(engine(), &records[..until], None).expect("it goes on");
        let change = Some((4, "watch hour by ada".to_owned()));
        assert_eq!((view(&again), found.unfinished, found.unfinished_edit), (before.clone(), None, change));
    }
    let (again, found) = Session::resume(engine(), &records[..=last], None).expect("it goes on");
    assert_eq!((view(&again), found.unfinished_edit), (after, None));
}

#[test]
fn a_change_that_comes_to_nothing_is_written_down_with_what_was_answered() {
    let (mut session, memory) = begun();
    enter_all(&mut session, &["use lamps", "person ada"]);
    session.answer_by(EntryMode::Table, Vec::new()).expect("it is kept");
    let mut person = |_: &Ask<'_>| Response::Answer(Answer::Faces(vec![6, 5], How::Given));
    session.enter("light lamp by ada", Some(&mut person)).expect("it is rolled");
    let before = view(&session);
    session.edit(3, "watch hour by ada", Some(&mut |_: &Ask<'_>| Response::Never)).expect_err("nobody answers");
    assert_eq!(view(&session), before);
    let records = memory.recovered().records;
    assert!(matches!(records.as_slice(), [.., Record::Rewording { entry: 3, .. }, Record::Dropped { entry: 3, .. }]));
    let (again, found) = resumed(&memory, engine());
    assert_eq!((view(&again), found.unfinished_edit), (before, None));
}
