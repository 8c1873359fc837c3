//! A page that begins is seen by everybody, so it never hangs on what is kept: two evenings that differ in a secret have the same
//! pages, whatever the rules become and whoever plays a part.

use std::io;
use std::sync::{Arc, Mutex};

use assize::engine::{Engine, Library, LoadError, Loaded, Shelf};
use assize::journal::{Journal, Store, read};
use assize::session::{Entered, Session};
use assize::verdict::{Audience, Carried, json};

use crate::looks::Memory;
use crate::readers;

const SYSTEM: &str = r#"system keep "The Keep"
modifiers signed
kind person { wounds : number = 0 }
procedure look by person {
  ask bonus : number = 0
  let seen = bonus + 1
  set person.wounds = seen
}
"#;

/// One that matters only for a bonus beyond five.
const OTHER: [&str; 2] = ["let seen = bonus + 1", "let seen = bonus + 1 + (if bonus > 5 then 1 else 0)"];

fn engine(system: &str) -> Engine {
    let mut shelf = Shelf::default();
    shelf.put("keep.asz", system);
    Engine::with(shelf)
}

fn enter(session: &mut Session, line: &str) {
    session.enter(line, None).unwrap_or_else(|failure| panic!("{line}: {failure}"));
}

/// What players see of a session.
fn shown(session: &Session) -> Vec<String> {
    let page = readers::of_verdict(&session.whole(), "", Audience::Players);
    let entries = session.entries().iter().map(|entry| format!("{} {}", entry.number, entry.struck));
    let mut shown: Vec<String> = page.into_iter().map(|(way, text)| format!("{way}: {text}")).chain(entries).collect();
    shown.push(json::transcript(&session.transcript("An evening").seen_by(Audience::Players)));
    shown.push(format!("{:?}", session.state_seen_by(Audience::Players)));
    shown
}

/// The same, and what they see while somebody changes a line and undoes one after the other.
fn seen(mut session: Session, told: &mut Vec<String>) {
    told.extend(shown(&session));
    let edited = session.edit(2, "note \"ho\"", None);
    told.push(format!("{:?}", edited.map(|edited| edited.changed.len()).map_err(|failure| failure.to_string())));
    for _ in 0..6 {
        told.push(format!("{:?}", session.undo().map(|undone| undone.map(|entry| entry.number)).ok()));
        told.extend(shown(&session));
    }
}

/// An evening that goes on once the rules have changed.
fn under_other_rules(bonus: &str) -> Vec<String> {
    let rows = Memory::default();
    let journal = Journal::begin(Box::new(rows.clone()));
    let mut session = Session::begin(engine(SYSTEM), 5, Some(journal)).expect("it begins");
    let secret = format!("secret look x by ada {{ bonus {bonus} }}");
    for line in ["use keep\nperson ada \"Ada\"\nperson bob \"Bob\"", "note \"hi\"", &secret, "note \"there\""] {
        enter(&mut session, line);
    }
    drop(session);
    let recovered = read(&rows.bytes()).expect("it is a journal");
    let journal = Journal::go_on(Box::new(rows.clone()), &recovered);
    let other = engine(&SYSTEM.replace(OTHER[0], OTHER[1]));
    let (mut session, resumed) = Session::resume(other, &recovered.records, Some(journal)).expect("it goes on");
    let page = resumed.page.expect("a page begins");
    let mut told = vec![page.why.told(Audience::Players)];
    enter(&mut session, "note \"more\"");
    seen(session, &mut told);
    told
}

/// An evening in which somebody else plays a part.
fn with_another_thief(pace: &str) -> (Vec<String>, Vec<Carried>) {
    let mut session = Session::begin(engine(SYSTEM), 5, None).expect("it begins");
    enter(&mut session, "use keep\nperson ada \"Ada\"\nperson bob \"Bob\"\ntally pace : 0..99 = 3");
    enter(&mut session, &format!("secret set pace = {pace}"));
    enter(&mut session, "cast thief : person");
    session.cast("thief", "bob").expect("he can");
    enter(&mut session, "secret if pace > 5 { look a by thief }");
    let mut told = shown(&session);
    session.cast("thief", "ada").expect("she can");
    told.extend(shown(&session));
    enter(&mut session, "note \"q\"");
    enter(&mut session, "look b by thief");
    let state = session.state_seen_by(Audience::Players);
    seen(session, &mut told);
    (told, state)
}

#[test]
fn players_do_not_learn_whether_other_rules_change_what_is_kept() {
    assert_eq!(under_other_rules("3"), under_other_rules("8"));
}

#[test]
fn players_do_not_learn_whether_a_kept_line_ran_when_somebody_else_plays_the_part() {
    let [(one, state), (other, _)] = ["3", "8"].map(with_another_thief);
    assert_eq!(one, other);
    assert!(!state.iter().any(|value| value.name == "bob.wounds"), "what was kept stays kept: {state:?}");
    assert!(state.iter().any(|value| value.name == "ada.wounds"), "what was never kept is told: {state:?}");
}

#[test]
fn without_a_secret_the_page_goes_on() {
    let mut session = Session::begin(engine(SYSTEM), 5, None).expect("it begins");
    for line in ["use keep\nperson ada \"Ada\"\nperson bob \"Bob\"", "cast thief : person", "note \"hi\""] {
        enter(&mut session, line);
    }
    session.cast("thief", "bob").expect("he can");
    session.cast("thief", "ada").expect("she can");
    assert_eq!(session.whole().events.len(), 1, "what happened is on the same page");
}

/// A file that somebody edits while a session goes on.
#[derive(Clone)]
struct Desk(Arc<Mutex<String>>);

impl Library for Desk {
    fn load(&self, name: &str, _: Option<&str>) -> Result<Loaded, LoadError> {
        let text = self.0.lock().expect("nobody panics").clone();
        if name == "keep" { Ok(Loaded { name: "keep.asz".to_owned(), text }) } else { Err(LoadError::NotFound) }
    }

    fn names(&self, _: Option<&str>) -> Vec<String> {
        vec!["keep".to_owned()]
    }
}

/// A session whose rules can be edited, in which this has been entered.
fn at_a_desk(lines: &[&str]) -> (Session, Desk) {
    let desk = Desk(Arc::new(Mutex::new(SYSTEM.to_owned())));
    let mut session = Session::begin(Engine::with(desk.clone()), 5, None).expect("it begins");
    enter(&mut session, "use keep\nperson ada \"Ada\"\nperson bob \"Bob\"");
    for line in lines {
        enter(&mut session, line);
    }
    (session, desk)
}

fn edit(desk: &Desk) {
    *desk.0.lock().expect("nobody panics") = SYSTEM.replace(OTHER[0], OTHER[1]);
}

fn secret_look(bonus: &str) -> String {
    format!("secret look x by ada {{ bonus {bonus} }}")
}

/// What is told to players of the page that a line begins, if it does.
fn page_begun_by(session: &mut Session, line: &str) -> Option<String> {
    match session.enter(line, None) {
        Ok(Entered::Statement { page, .. }) => page.map(|page| page.why.told(Audience::Players)),
        other => panic!("{line}: {other:?}"),
    }
}

/// What players see of an evening with a kept bonus in which this line is entered, once the rules have been edited or not.
fn with_a_line(bonus: &str, edited: bool, line: &str) -> Vec<String> {
    let (mut session, desk) = at_a_desk(&["note \"hi\"", &secret_look(bonus), "note \"there\""]);
    if edited {
        edit(&desk);
    }
    let mut told = vec![format!("{:?}", page_begun_by(&mut session, line))];
    seen(session, &mut told);
    told
}

const KEPT: &str = "some secret or hidden results may be different now";

#[test]
fn players_do_not_learn_whether_rules_that_are_edited_meanwhile_change_what_is_kept() {
    for line in ["note \"more\"", "look y by bob { bonus 1 }", "secret look y by bob { bonus 9 }"] {
        let [one, other] = ["3", "8"].map(|bonus| with_a_line(bonus, true, line));
        assert_eq!(one[0], format!("{:?}", Some(KEPT)), "{line}");
        assert_eq!(one, other, "{line}");
    }
}

#[test]
fn players_do_not_learn_whether_a_rule_at_the_table_changes_what_is_kept() {
    let deeper = "replace procedure look by person {\nask bonus : number = 0\nlet seen = bonus + 1 + (if bonus > 5 then 1 else 0)\nset person.wounds = seen\n}";
    for line in [deeper, "rule double(n) = n * 2", "mode deliberate\nnote \"hm\""] {
        let [one, other] = ["3", "8"].map(|bonus| with_a_line(bonus, false, line));
        assert_eq!(one[0], format!("{:?}", Some(KEPT)), "{line}");
        assert_eq!(one, other, "{line}");
    }
}

/// What players see of an evening with a kept run that reads how deep the night is, where a line says how deep it began.
fn with_another_beginning(bonus: &str) -> Vec<String> {
    let lines = [
        "system keep \"The Keep\"",
        "one night { depth : number = 0 }",
        "kind person { wounds : number = 0 }",
        "procedure look by person {\nask bonus : number = 0\nlet seen = if bonus > 5 then night.depth else 1\n}",
        "person ada \"Ada\"",
    ];
    let mut session = Session::begin(Engine::default(), 5, None).expect("it begins");
    for line in lines {
        enter(&mut session, line);
    }
    enter(&mut session, &secret_look(bonus));
    enter(&mut session, "note \"there\"");
    let mut told = vec![format!("{:?}", page_begun_by(&mut session, "night { depth 4 }"))];
    told.extend(shown(&session));
    told
}

#[test]
fn players_do_not_learn_whether_another_beginning_changes_what_is_kept() {
    let [one, other] = ["3", "8"].map(with_another_beginning);
    assert_eq!(one[0], format!("{:?}", Some(KEPT)));
    assert_eq!(one, other);
}

#[test]
fn players_do_not_learn_what_comes_out_differently_first() {
    let told = |bonus: &str| {
        let open = "look y by bob { bonus 9 }";
        let (mut session, desk) = at_a_desk(&[&secret_look(bonus), open, "note \"there\""]);
        edit(&desk);
        page_begun_by(&mut session, "note \"more\"")
    };
    assert_eq!((told("3"), told("8")), (Some(KEPT.to_owned()), Some(KEPT.to_owned())));
}

/// An expression brings in no text, so the page still begins with the statement behind it; and no text of the page can be changed
/// before that.
#[test]
fn the_page_begins_with_the_next_statement() {
    let told = |bonus: &str| {
        let (mut session, desk) = at_a_desk(&["note \"hi\"", &secret_look(bonus), "note \"there\""]);
        edit(&desk);
        let changed = session.edit(2, "note \"ho\"", None).expect_err("the rules are others").to_string();
        assert!(changed.contains("files used by this page have changed"), "{changed}");
        let asked = session.enter("1d6", None).map(|_| session.entries().len()).map_err(|failure| failure.to_string());
        (
            asked,
            page_begun_by(&mut session, "note \"more\""),
            session.edit(6, "note \"less\"", None).is_ok(),
            shown(&session),
        )
    };
    let [one, other] = ["3", "8"].map(told);
    assert_eq!(one, other);
    assert_eq!((one.1.as_deref(), one.2), (Some(KEPT), true));
}

#[test]
fn a_line_that_changes_nothing_before_it_begins_no_page() {
    let (mut session, desk) = at_a_desk(&["note \"hi\"", &secret_look("3"), "note \"there\""]);
    for line in
        ["expect deliberate { x.seen = 4 }", "cast thief : person", "person cid \"Cid\" { wounds 2 }", "look y by cid"]
    {
        assert_eq!(page_begun_by(&mut session, line), None, "{line}");
    }
    let (mut open, open_desk) = at_a_desk(&["look x by ada { bonus 3 }"]);
    edit(&desk);
    edit(&open_desk);
    assert!(page_begun_by(&mut session, "note \"more\"").is_some(), "what is kept may come out differently");
    assert_eq!(page_begun_by(&mut session, "note \"and more\""), None, "only once");
    assert_eq!(page_begun_by(&mut open, "note \"more\""), None, "nothing is kept, and nothing comes out differently");
}

/// A journal with room for so many more lines, once it counts them.
#[derive(Clone, Default)]
struct Full(Arc<Mutex<Option<usize>>>);

impl Store for Full {
    fn append(&mut self, _: &[u8]) -> io::Result<()> {
        match &mut *self.0.lock().expect("nobody panics") {
            Some(0) => Err(io::Error::other("it is full")),
            Some(room) => {
                *room -= 1;
                Ok(())
            }
            None => Ok(()),
        }
    }
}

#[test]
fn without_room_for_the_part_the_page_begins_and_nobody_else_plays_it() {
    for (room, begins) in [(0, false), (1, true)] {
        let full = Full::default();
        let journal = Journal::begin(Box::new(full.clone()));
        let mut session = Session::begin(engine(SYSTEM), 5, Some(journal)).expect("it begins");
        enter(&mut session, "use keep\nperson ada \"Ada\"\nperson bob \"Bob\"");
        enter(&mut session, "cast thief : person");
        session.cast("thief", "bob").expect("he can");
        enter(&mut session, "secret look a by thief { bonus 3 }");
        let events = session.whole().events.len();
        *full.0.lock().expect("nobody panics") = Some(room);
        session.cast("thief", "ada").expect_err("it cannot be written");
        assert_eq!(session.whole().events.len(), if begins { 0 } else { events }, "with room for {room}");
        *full.0.lock().expect("nobody panics") = None;
        enter(&mut session, "look b by thief { bonus 1 }");
        let wounds = session.state().into_iter().find(|value| value.name == "bob.wounds").map(|value| value.value);
        assert_eq!(wounds.as_deref(), Some("2"), "it is still Bob, with room for {room}");
    }
}
