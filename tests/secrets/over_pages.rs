//! What is kept stays kept when a page is turned, in the next scene, and when a session is resumed.

use assize::engine::{Engine, Shelf};
use assize::journal::{Journal, read};
use assize::session::{Entered, Session};
use assize::verdict::{Audience, Carried, Visibility};

use crate::looks::Memory;
use crate::readers;

const SYSTEM: &str = r#"system mill "The Mill"
modifiers signed

scale rank { low | high }
kind person { skill : number = 0, wounds : number = 0, luck : number = 0, favour by rank : number = 0 }
procedure climb by person {
  ask mood : number = 0
  let rest = mood * 2
  sum total {
    mood   | mood
    wounds | person.wounds
  }
  sum open { skill | person.skill }
}
"#;

/// Lines that keep two values from the players, one even from the game master, and leave one open.
const FIRST: [&str; 8] = [
    "use mill",
    "person ada \"Ada\"",
    "person bob \"Bob\"",
    "secret set ada.wounds = 8888881",
    "secret set ada.favour(high) = 5550001",
    "hidden set ada.luck = 7770001",
    "set ada.skill = 41",
    "set bob.skill = 42",
];

/// Lines of the next page that try to tell them.
const NEXT: [&str; 8] = [
    "climb wall by ada",
    "climb roof by bob { mood ada.wounds }",
    "set bob.wounds = ada.wounds + 1",
    "climb tower by bob { mood ada.luck + 1 }",
    "set ada.wounds = 8888883",
    "set bob.luck = ada.favour(high) * 2",
    "if ada.wounds > 3 { note \"she limps\" }",
    "climb gate by ada { mood if ada.wounds > 0 then ada.wounds else 3 }",
];

const SECRETS: [&str; 6] = ["8888881", "8888882", "8888883", "17777762", "5550001", "11100002"];
const HIDDEN: [&str; 3] = ["7770001", "7770002", "15540004"];

fn engine() -> Engine {
    let mut shelf = Shelf::default();
    shelf.put("mill", SYSTEM);
    shelf.put("house.asz", "house long extends mill\nreplace let climb.rest { let rest = mood * 3 }\n");
    Engine::with(shelf)
}

fn enter_all(session: &mut Session, lines: &[&str]) {
    for line in lines {
        session.enter(line, None).unwrap_or_else(|failure| panic!("{line}: {failure}"));
    }
}

fn begun(journal: Option<Journal>) -> Session {
    let mut session = Session::begin(engine(), 1, journal).expect("it begins");
    enter_all(&mut session, &FIRST);
    session
}

fn keeps(session: &Session, how: &str) {
    readers::lack(&readers::of_session(session, Audience::Players), &SECRETS, how);
    readers::lack(&readers::of_session(session, Audience::Players), &HIDDEN, how);
    readers::lack(&readers::of_session(session, Audience::Gm), &HIDDEN, how);
    readers::tell(&readers::of_session(session, Audience::Gm), &SECRETS, how);
    readers::tell(&readers::of_session(session, Audience::Log), &HIDDEN, how);
    readers::tell(&readers::of_session(session, Audience::Players), &["41", "42", "she limps"], how);
}

#[test]
fn on_a_page_that_was_closed_on_purpose() {
    let mut session = begun(None);
    session.turn_page(session.state(), "the next evening").expect("it is kept");
    enter_all(&mut session, &FIRST[..3]);
    enter_all(&mut session, &NEXT);
    keeps(&session, "the next evening");
}

#[test]
fn on_a_page_that_a_rule_has_turned() {
    let mut session = begun(None);
    enter_all(&mut session, &["climb stair by bob { mood 3 }"]);
    let entered = session.enter("use house \"house.asz\"", None).expect("it is a house rule");
    assert!(matches!(entered, Entered::Statement { page: Some(_), .. }), "{entered:?}");
    enter_all(&mut session, &NEXT[..2]);
    enter_all(&mut session, &NEXT[2..]);
    readers::lack(&readers::of_session(&session, Audience::Players), &SECRETS, "a new rule");
    readers::lack(&readers::of_session(&session, Audience::Players), &HIDDEN, "a new rule");
}

#[test]
fn why_a_page_was_turned_is_told_to_nobody_who_must_not_know_of_it() {
    let lines = ["secret note \"{}\"", "hidden note \"{}\""];
    for (line, gm_knows) in lines.into_iter().zip([true, false]) {
        let mut shelf = Shelf::default();
        let note = |text: &str| line.replace("{}", text);
        let system = |text: &str| SYSTEM.replace("  sum total", &format!("  {}\n  sum total", note(text)));
        shelf.put("mill", system("the trap door"));
        let house =
            format!("house trap extends mill\nreplace let climb.rest {{ {}\nlet rest = mood }}\n", note("a rope"));
        shelf.put("house.asz", house);
        let mut session = Session::begin(Engine::with(shelf), 1, None).expect("it begins");
        enter_all(&mut session, &["use mill", "person bob \"Bob\"", "climb stair by bob { mood 3 }"]);
        let entered = session.enter("use house \"house.asz\"", None).expect("it is a house rule");
        let Entered::Statement { page: Some(page), .. } = entered else { panic!("{entered:?}") };
        let tells = |audience| ["trap door", "a rope"].iter().any(|secret| page.why.told(audience).contains(secret));
        assert!(tells(Audience::Log), "{:?}", page.why);
        assert_eq!((tells(Audience::Gm), tells(Audience::Players)), (gm_knows, false), "{line}");
    }
}

#[test]
fn when_a_session_is_resumed() {
    let memory = Memory::default();
    let mut session = begun(Some(Journal::begin(Box::new(memory.clone()))));
    session.turn_page(session.state(), "the next evening").expect("it is kept");
    enter_all(&mut session, &FIRST[..3]);
    let recovered = read(&memory.bytes()).expect("it is a journal");
    let (mut session, _) = Session::resume(engine(), &recovered.records, None).expect("it goes on");
    enter_all(&mut session, &NEXT);
    keeps(&session, "resumed");
}

#[test]
fn in_a_script_that_is_written_of_the_page() {
    let mut session = begun(None);
    session.turn_page(session.state(), "the next evening").expect("it is kept");
    enter_all(&mut session, &FIRST[..3]);
    let script = session.script();
    for line in ["secret set ada.wounds = 8888881", "hidden set ada.luck = 7770001", "set ada.skill = 41"] {
        assert!(script.lines().any(|written| written == line), "no `{line}` in:\n{script}");
    }
}

#[test]
fn what_finds_no_place_is_not_forgotten_to_be_kept() {
    let mut session = begun(None);
    session.turn_page(session.state(), "an evening without them").expect("it is kept");
    enter_all(&mut session, &["use mill", "person cem"]);
    session.turn_page(session.state(), "the next evening").expect("it is kept");
    enter_all(&mut session, &FIRST[..3]);
    enter_all(&mut session, &NEXT);
    keeps(&session, "two evenings later");
}

#[test]
fn a_value_says_for_whom_it_is_only_where_it_is_not_for_all() {
    let open = Carried { name: "ada.skill".into(), value: "41".into(), visibility: Visibility::All };
    let written = serde_json::to_string(&open).expect("it can be written");
    assert_eq!(written, r#"{"name":"ada.skill","value":"41"}"#, "as journals have always told it");
    assert_eq!(serde_json::from_str::<Carried>(&written).expect("it can be read"), open);
    let kept = Carried { visibility: Visibility::Gm, ..open };
    let written = serde_json::to_string(&kept).expect("it can be written");
    assert_eq!(serde_json::from_str::<Carried>(&written).expect("it can be read"), kept);
}
