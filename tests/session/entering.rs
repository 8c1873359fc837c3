use assize::engine::{Answer, Ask, Engine, How, OddsRequest, Response, Shelf};
use assize::journal::EntryMode;
use assize::session::{Entered, Session};
use assize::verdict::Audience;

use crate::table::{begun, enter_all, value, verdict};

#[test]
fn a_later_line_knows_the_names_of_an_earlier_one() {
    let (mut session, _) = begun();
    enter_all(
        &mut session,
        &["use lamps", "person ada", "mode deliberate", "light lamp by ada { wind -1 \"a gale\" }"],
    );
    assert_eq!(value(&mut session, "lamp.glow"), "dark");
    assert_eq!(value(&mut session, "ada.oil + 1"), "3");
    assert_eq!(value(&mut session, "_.total"), "-1");
    assert_eq!(session.entries().len(), 3, "neither a mode nor a question is an entry");
    assert_eq!(session.entries()[2].name, "lamp");
}

#[test]
fn a_verdict_tells_only_what_is_new() {
    let (mut session, _) = begun();
    enter_all(&mut session, &["use lamps", "person ada", "light lamp by ada"]);
    let entered = session.enter("note \"the night is long\"", None).expect("it is a note");
    let verdict = verdict(entered);
    assert_eq!(verdict.events.len(), 1);
    assert_eq!((verdict.results, verdict.seed), (Vec::new(), None));
}

#[test]
fn what_has_happened_is_not_rolled_again() {
    let (mut session, _) = begun();
    enter_all(&mut session, &["use lamps", "person ada", "light lamp by ada"]);
    let first = session.entries()[2].verdict.clone();
    for number in 0..20 {
        enter_all(&mut session, &["set ada.oil = 9", &format!("light lamp{number} by ada {{ wind {} }}", number % 3)]);
    }
    assert_eq!(session.entries()[2].verdict, first);
    let rolled: std::collections::BTreeSet<Vec<i64>> =
        session.entries()[3..].iter().flat_map(|entry| &entry.asked).filter_map(faces).collect();
    assert!(rolled.len() > 5, "every entry has dice of its own: {rolled:?}");
}

fn faces(asked: &assize::journal::Exchange) -> Option<Vec<i64>> {
    match &asked.reply {
        assize::journal::Reply::Faces { faces, .. } => Some(faces.clone()),
        _ => None,
    }
}

/// The field stands there since an earlier line, and was read anew after the run had changed it.
#[test]
fn a_name_holds_what_a_field_of_an_earlier_line_was_when_it_was_given() {
    let mut shelf = Shelf::default();
    shelf.put(
        "purse",
        "system purse\nkind person { coins : number = 3 }\none pot { coins : number = 3 }\n\
         table rent(coins) {\ncoins | due | left\n..3 | 1 | 2\n4.. | 5 | 6\n}\n\
         procedure lend by person {\nask held : number\nask pooled : number = pot.coins\nlet row = rent(person.coins)\n\
         add 2 to person.coins\nadd 2 to pot.coins\nlet was = held * 100 + pooled * 10 + row.due\n}\n\
         procedure toil by person { run u : lend by person with held = person.coins }",
    );
    let mut session = Session::begin(Engine::with(shelf), 7, None).expect("it begins");
    enter_all(&mut session, &["use purse", "person ada", "toil first by ada"]);
    assert_eq!(value(&mut session, "first.u.was"), "331");
    enter_all(&mut session, &["toil next by ada"]);
    assert_eq!(value(&mut session, "next.u.was"), "555");
}

#[test]
fn what_is_wrong_is_told_of_what_was_meant() {
    let (mut session, _) = begun();
    enter_all(&mut session, &["use lamps", "person ada"]);
    for wrong in ["set ada.oyl = 3", "ada.oyl + 1"] {
        let failure = session.enter(wrong, None).expect_err(wrong);
        let messages: Vec<&str> = failure.diagnostics.iter().map(|one| one.message.as_str()).collect();
        assert_eq!(messages, ["a `person` has no `oyl`"], "{wrong}");
    }
}

#[test]
fn a_mistake_changes_nothing() {
    let (mut session, memory) = begun();
    enter_all(&mut session, &["use lamps", "person ada"]);
    let before = (session.entries().to_vec(), memory.recovered());
    for wrong in ["lihgt lamp by ada", "light lamp by eda", "ada.oyl", "light lamp by ada {", "1 +", "2 + nobody"] {
        assert!(session.enter(wrong, None).is_err(), "{wrong}");
    }
    assert_eq!((session.entries().to_vec(), memory.recovered()), before);
}

#[test]
fn a_mistake_is_told_where_it_was_meant() {
    let (mut session, _) = begun();
    enter_all(&mut session, &["use lamps", "person ada"]);
    let line = session.enter("lihgt lamp by ada", None).expect_err("a typing error").to_string();
    assert!(line.contains("entry 3:1:1") && line.contains("`light`"), "{line}");
    let expression = session.enter("ada.oyl", None).expect_err("a typing error").to_string();
    assert!(expression.contains("oil"), "{expression}");
}

#[test]
fn what_is_refused_comes_to_nothing() {
    let (mut session, memory) = begun();
    enter_all(&mut session, &["use lamps", "person ada { oil 0 }", "mode deliberate"]);
    let refused = session.enter("light lamp by ada { wind -1 }", None).expect_err("there is no oil");
    assert!(refused.to_string().contains("no oil is left"), "{refused}");
    assert_eq!(session.entries().len(), 2);
    enter_all(&mut session, &["set ada.oil = 2", "light lamp by ada { wind -1 }"]);
    assert_eq!(value(&mut session, "ada.oil"), "1");
    let numbers: Vec<u64> = session.entries().iter().map(|entry| entry.number).collect();
    assert_eq!(numbers, [1, 2, 4, 5], "a number is never used twice");
    assert!(memory.recovered().records.len() > 8);
}

#[test]
fn dice_can_be_rolled_by_themselves() {
    let (mut session, _) = begun();
    enter_all(&mut session, &["use lamps"]);
    let Ok(Entered::Value { value, verdict, .. }) = session.enter("2d6 + 3", None) else { panic!("it is dice") };
    assert!((5..=15).contains(&value.number.expect("it is a number")));
    assert_eq!(verdict.events.len(), 1);
    assert_eq!(session.entries().len(), 2);
    assert!(!session.script().contains("2d6"), "it is no line of the script");
}

#[test]
fn undo_and_redo() {
    let (mut session, _) = begun();
    enter_all(&mut session, &["use lamps", "person ada", "set ada.oil = 5", "set ada.oil = 6"]);
    assert_eq!(session.undo().expect("it is struck").map(|entry| entry.number), Some(4));
    assert_eq!(value(&mut session, "ada.oil"), "5");
    assert_eq!(session.redo().expect("it is restored").map(|entry| entry.number), Some(4));
    assert_eq!(value(&mut session, "ada.oil"), "6");
    for _ in 0..4 {
        assert!(session.undo().expect("it is struck").is_some());
    }
    assert_eq!(session.undo().expect("nothing is left"), None);
    assert!(session.enter("ada.oil", None).is_err(), "nobody is known any more");
    for _ in 0..4 {
        assert!(session.redo().expect("it is restored").is_some());
    }
    assert_eq!(value(&mut session, "ada.oil"), "6");
    assert!(session.entries().iter().all(|entry| !entry.struck));
}

#[test]
fn a_new_entry_ends_what_can_be_restored() {
    let (mut session, _) = begun();
    enter_all(&mut session, &["use lamps", "person ada", "set ada.oil = 5"]);
    session.undo().expect("it is struck");
    enter_all(&mut session, &["set ada.oil = 7"]);
    assert_eq!(session.redo().expect("nothing to restore"), None);
    assert_eq!(session.entries().len(), 4, "what is undone stays in the record");
}

#[test]
fn people_roll_their_own_dice() {
    let (mut session, _) = begun();
    enter_all(&mut session, &["use lamps", "person ada"]);
    session.answer_by(EntryMode::Table, Vec::new()).expect("it is kept");
    let mut person = |_: &Ask<'_>| Response::Answer(Answer::Faces(vec![6, 5], How::Given));
    let entered = session.enter("light lamp by ada", Some(&mut person)).expect("the dice are rolled");
    assert_eq!(verdict(entered).seed, None);
    assert_eq!(value(&mut session, "lamp.glow"), "bright");
    let refused = session.enter("light other by ada", None).expect_err("nobody rolls");
    assert!(refused.to_string().contains("AZ714"), "{refused}");
}

#[test]
fn odds_that_nobody_asked_for_are_of_what_is_still_open() {
    let (mut session, _) = begun();
    enter_all(&mut session, &["use lamps", "person ada", "light lamp by ada"]);
    let request = OddsRequest::default();
    // More than any list of questions would hold have happened.
    for number in 0..60 {
        enter_all(&mut session, &["set ada.oil = 9", &format!("light lamp{number} by ada")]);
    }
    let later = session.odds(Some("light later by ada"), &request, Audience::Gm).expect("it can be asked");
    assert!(!later.is_empty() && later.iter().all(|chance| chance.question.contains("later.")), "{later:?}");
    assert!(session.odds(None, &request, Audience::Gm).expect("it can be asked").is_empty());
    let named = OddsRequest { questions: vec!["lamp.glow".to_owned()], ..OddsRequest::default() };
    assert_eq!(session.odds(None, &named, Audience::Gm).expect("it can be asked").len(), 3);
}

#[test]
fn odds_know_what_has_happened() {
    let (mut session, _) = begun();
    enter_all(&mut session, &["use lamps", "person ada", "mode deliberate", "light lamp by ada", "mode random"]);
    let chance = |session: &mut Session, statement: Option<&str>, question: &str| {
        let request = OddsRequest { questions: vec![question.to_owned()], ..OddsRequest::default() };
        let answers =
            session.odds(statement, &request, Audience::Players).unwrap_or_else(|failure| panic!("{failure}"));
        answers[0].value.clone().expect("it is a chance").to_string()
    };
    assert_eq!(chance(&mut session, None, "P(lamp.glow is dim)"), "1", "it was judged, and is dim for good");
    assert_eq!(chance(&mut session, Some("light other by ada"), "P(other.glow is bright)"), "5/18");
}

#[test]
fn expectations_are_checked_as_they_are_entered() {
    let (mut session, _) = begun();
    enter_all(&mut session, &["use lamps", "person ada"]);
    assert!(session.enter("expect deliberate { ada.oil is 3 }", None).is_ok());
    let wrong = session.enter("expect deliberate { ada.oil is 4 }", None).expect_err("it is 3");
    assert!(wrong.to_string().contains("AZ801"), "{wrong}");
    assert_eq!(session.entries().len(), 3);
}

#[test]
fn a_script_does_the_same() {
    let (mut session, _) = begun();
    let lines = ["use lamps", "person ada", "set ada.oil = 5", "light lamp by ada { wind 1 \"calm\" }"];
    enter_all(&mut session, &lines);
    let encounter = crate::table::engine().compile("evening.asz", &session.script()).expect("it is a script");
    let verdict = encounter.adjudicate(assize::engine::Answers::deliberate()).expect("it runs");
    assert_eq!(verdict.results.iter().find(|result| result.name == "ada.oil").map(|oil| oil.value.as_str()), Some("5"));
}

#[test]
fn an_expression_that_begins_with_a_single_thing_has_a_value() {
    let (mut session, _) = begun();
    enter_all(&mut session, &["system marks \"Marks\"", "one ledger { marks : 0..9 = 3 }"]);
    assert_eq!(value(&mut session, "ledger.marks"), "3");
    assert_eq!(value(&mut session, "ledger.marks + 1"), "4");
    assert_eq!(session.entries().len(), 2, "no question is an entry");
}

#[test]
fn a_roll_that_has_happened_is_the_same_however_it_is_asked() {
    let (mut session, _) = begun();
    let lines = ["system dice \"Dice\"", "kind person { }", "procedure throw by person { roll r : 2d6 }", "person ada"];
    enter_all(&mut session, &lines);
    enter_all(&mut session, &["throw x by ada"]);
    let shown = value(&mut session, "x.r");
    assert!((2..=12).contains(&shown.parse::<i64>().expect("it is a number")), "{shown}");
    assert_eq!(value(&mut session, "x.r + 0"), shown);
    let request = OddsRequest { questions: vec!["E(x.r)".to_owned()], ..OddsRequest::default() };
    let odds = session.odds(None, &request, Audience::Log).expect("it has happened");
    assert_eq!(odds[0].value.as_ref().map(ToString::to_string), Some(shown));
}

#[test]
fn a_file_may_be_called_like_an_entry() {
    let mut shelf = Shelf::default();
    shelf.put("lamps", crate::table::LAMPS);
    shelf.put("entry hall.asz", "use lamps\nperson ada");
    shelf.put("carried over.asz", "use lamps\nperson bruno");
    let memory = crate::table::Memory::default();
    let journal = assize::journal::Journal::begin(Box::new(memory.clone()));
    let engine = Engine::with(shelf);
    let mut session = Session::begin(engine, 1, Some(journal)).expect("it begins");
    enter_all(&mut session, &["use \"entry hall.asz\"", "use \"carried over.asz\""]);
    let kept = String::from_utf8(memory.0.lock().expect("nobody panics").clone()).expect("it is text");
    for name in ["entry hall.asz", "carried over.asz"] {
        assert!(kept.contains(&format!("\"name\":\"{name}\"")), "`{name}` is kept:\n{kept}");
    }
}
