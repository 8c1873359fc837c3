//! A page that begins is seen by everybody, so it never hangs on what is kept: two evenings that differ in a secret have the same
//! pages, whatever the rules become and whoever plays a part.

use assize::engine::{Engine, Shelf};
use assize::journal::{Journal, read};
use assize::session::Session;
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
