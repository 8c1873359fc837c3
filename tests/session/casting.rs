//! Roles: whoever is cast wrongly is refused at once, or with the scene that has the role, and nothing else suffers.

use assize::Session;
use assize::diagnostic::codes;

use crate::table::{begun, engine, enter_all, resumed, value};

const SCENE: &str = "cast hero : person\nlight lamp by hero";

fn code(refused: Result<impl Sized, assize::Failure>) -> assize::diagnostic::Code {
    let Err(failure) = refused else { panic!("it is refused") };
    failure.diagnostics.iter().next().expect("it says why").code
}

/// Two people, of whom one has two measures of oil.
fn peopled() -> (Session, crate::table::Memory) {
    let (mut session, memory) = begun();
    enter_all(&mut session, &["use lamps", "person ada { oil 2 }", "person ben"]);
    (session, memory)
}

#[test]
fn a_role_of_no_scene_harms_nobody() {
    let (mut session, memory) = peopled();
    session.cast("villain", "ada").expect("a scene to come may have the role");
    enter_all(&mut session, &["set ben.oil = 1", "light lamp by ben"]);
    assert_eq!(value(&mut session, "ada.oil"), "2");
    session.undo().expect("it is undone").expect("there is an entry");
    session.redo().expect("it counts again").expect("there is an entry");
    let (mut session, found) = resumed(&memory, engine());
    assert_eq!(found.page, None);
    assert_eq!(value(&mut session, "ada.oil"), "2");
}

#[test]
fn a_role_that_is_cast_beforehand_is_filled_when_a_scene_has_it() {
    let (mut session, memory) = peopled();
    session.cast("hero", "ada").expect("a scene to come may have the role");
    enter_all(&mut session, &["set ben.oil = 1", SCENE]);
    assert_eq!(value(&mut session, "hero.oil"), value(&mut session, "ada.oil"));
    let (mut session, _) = resumed(&memory, engine());
    assert_eq!(value(&mut session, "hero.oil"), value(&mut session, "ada.oil"));
}

#[test]
fn whoever_cannot_fill_a_role_stops_its_scene_alone() {
    let (mut session, _) = peopled();
    session.cast("hero", "nobody").expect("somebody of that name may come yet");
    assert_eq!(code(session.enter(SCENE, None)), codes::CAST);
    enter_all(&mut session, &["set ben.oil = 1"]);
    session.cast("hero", "ben").expect("it is said again");
    enter_all(&mut session, &[SCENE]);
    assert_eq!(value(&mut session, "hero.oil"), value(&mut session, "ben.oil"));
}

#[test]
fn a_role_of_the_page_is_not_given_to_whoever_cannot_fill_it() {
    let (mut session, memory) = peopled();
    session.cast("hero", "ben").expect("a scene to come may have the role");
    enter_all(&mut session, &[SCENE]);
    let kept = memory.recovered().records.len();
    assert_eq!(code(session.cast("hero", "nobody")), codes::CAST);
    assert_eq!(memory.recovered().records.len(), kept, "nothing has changed");
    enter_all(&mut session, &["set ben.oil = 1"]);
    assert_eq!(value(&mut session, "hero.oil"), "1");
    session.cast("hero", "ada").expect("ada can fill it");
    enter_all(&mut session, &["set ben.oil = 3"]);
    assert_eq!(value(&mut session, "hero.oil"), value(&mut session, "ada.oil"));
}

#[test]
fn a_scene_does_not_count_again_with_a_role_that_nobody_can_fill() {
    let (mut session, memory) = peopled();
    enter_all(&mut session, &[SCENE]);
    session.undo().expect("it is undone").expect("there is an entry");
    session.cast("hero", "nobody").expect("no scene has the role now");
    let kept = memory.recovered().records.len();
    assert_eq!(code(session.redo().map(drop)), codes::CAST);
    assert_eq!(memory.recovered().records.len(), kept, "nothing has changed");
    assert_eq!(value(&mut session, "ada.oil"), "2", "everything else goes on");
    session.cast("hero", "ada").expect("it is said again");
    assert!(session.redo().expect("it counts again").is_some());
    assert!(session.redo().expect("there is nothing more").is_none());
}

#[test]
fn a_role_that_is_cast_before_anything_stands_makes_no_page() {
    let (mut session, _) = begun();
    session.cast("hero", "ada").expect("a scene to come may have the role");
    session.answer_by(assize::journal::EntryMode::Table, vec!["ada".to_owned()]).expect("ada may come yet");
}
