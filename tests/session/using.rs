//! What is used a second time: refused where that changes nothing.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};

use assize::diagnostic::codes;
use assize::engine::{Engine, Library, LoadError, Loaded};
use assize::session::{Entered, Session};

use crate::table::{LAMPS, NIGHTS, enter_all, value};

const STREET: &str = "use lamps\nperson ada\nset ada.oil = 9\n";

/// Files that somebody edits while a session goes on.
#[derive(Clone)]
struct Desk(Arc<Mutex<BTreeMap<&'static str, String>>>);

impl Desk {
    fn write(&self, name: &'static str, text: &str) {
        self.0.lock().expect("nobody panics").insert(name, text.to_owned());
    }
}

impl Library for Desk {
    fn load(&self, name: &str, _: Option<&str>) -> Result<Loaded, LoadError> {
        let files = self.0.lock().expect("nobody panics");
        let text = files.get(name).ok_or(LoadError::NotFound)?;
        Ok(Loaded { name: name.to_owned(), text: text.clone() })
    }

    fn names(&self, _: Option<&str>) -> Vec<String> {
        self.0.lock().expect("nobody panics").keys().map(|name| (*name).to_owned()).collect()
    }
}

fn begun() -> (Session, Desk) {
    let desk = Desk(Arc::default());
    for (name, text) in [("lamps", LAMPS), ("long nights", NIGHTS), ("street.asz", STREET)] {
        desk.write(name, text);
    }
    (Session::begin(Engine::with(desk.clone()), 1, None).expect("it begins"), desk)
}

/// Why a line is refused that changes nothing.
fn refused(session: &mut Session, line: &str) -> (String, String) {
    let before = (session.entries().to_vec(), session.script());
    let failure = session.enter(line, None).expect_err(line);
    assert_eq!((session.entries().to_vec(), session.script()), before, "nothing has changed");
    let [found] = &failure.diagnostics.iter().collect::<Vec<_>>()[..] else { panic!("{failure}") };
    assert_eq!(found.code, codes::USED_AGAIN);
    assert_eq!(failure.sources.slice(found.labels[0].span), line.lines().next().unwrap_or_default(), "at its place");
    (found.message.clone(), found.help.clone().unwrap_or_default())
}

#[test]
fn what_is_in_use_is_not_used_again() {
    let (mut session, _) = begun();
    enter_all(&mut session, &["use lamps", "person ada", "use house \"long nights\""]);
    let (message, help) = refused(&mut session, "use lamps");
    assert_eq!(message, "`lamps` is already in use, since entry 1: this line changes nothing");
    assert!(help.contains("a changed file is reloaded automatically"), "{help}");
    let (message, _) = refused(&mut session, "use house \"long nights\"");
    assert_eq!(message, "`long nights` is already in use, since entry 3: this line changes nothing");
    session.undo().expect("it is struck");
    enter_all(&mut session, &["use house \"long nights\""]);
}

#[test]
fn what_a_file_has_brought_in_is_in_use() {
    let (mut session, _) = begun();
    enter_all(&mut session, &["note \"the evening begins\"", "use \"street.asz\""]);
    let (message, _) = refused(&mut session, "use lamps");
    assert_eq!(message, "`lamps` is already in use, since entry 2: this line changes nothing");
}

#[test]
fn a_scene_does_not_happen_twice_on_a_page() {
    let (mut session, _) = begun();
    enter_all(&mut session, &["use \"street.asz\"", "set ada.oil = 2"]);
    for line in ["use \"street.asz\"", "use \"street.asz\"\nnote \"again\""] {
        let (message, help) = refused(&mut session, line);
        assert_eq!(message, "`street.asz` is already in use, since entry 1: this line changes nothing");
        assert!(help.contains("runs once per page"), "{help}");
    }
    session.turn_page(session.state(), "the next evening").expect("it is kept");
    enter_all(&mut session, &["use \"street.asz\""]);
    assert_eq!(value(&mut session, "ada.oil"), "9", "it happens on the next page");
}

#[test]
fn a_longer_text_may_say_what_it_builds_on() {
    let (mut session, _) = begun();
    enter_all(&mut session, &["use lamps", "use lamps\nperson ada", "use lamps\nuse house \"long nights\""]);
    let failure = session.enter("use lamps\nuse house \"long nights\"", None).expect_err("it changes nothing");
    let messages: Vec<&str> = failure.diagnostics.iter().map(|one| one.message.as_str()).collect();
    assert_eq!(
        messages,
        [
            "`lamps` is already in use, since entry 1: this line changes nothing",
            "`long nights` is already in use, since entry 3: this line changes nothing"
        ]
    );
}

#[test]
fn a_file_that_has_changed_is_read_again_by_itself() {
    let (mut session, desk) = begun();
    enter_all(&mut session, &["use lamps", "person ada", "use house \"long nights\"", "light lamp by ada"]);
    desk.write("long nights", "house \"long nights\" extends lamps\nrule glimmer(n) = n * 3\n");
    refused(&mut session, "use house \"long nights\"");
    let entered = session.enter("light other by ada { wind glimmer(1) }", None).expect("it is a rule now");
    assert!(matches!(entered, Entered::Statement { page: Some(_), .. }), "{entered:?}");
    assert_eq!(value(&mut session, "other.total"), "+3");
}
