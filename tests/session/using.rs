//! What is used a second time: refused where that changes nothing.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};

use assize::diagnostic::codes;
use assize::engine::{Answers, Engine, Library, LoadError, Loaded};
use assize::session::{Entered, Session};
use assize::verdict::{Verdict, text};

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

const SCENES: [(&str, &str); 3] = [
    ("porch.asz", "use \"street.asz\"\nlight porch by ada { wind ada.oil }\n"),
    ("cellar.asz", "use \"street.asz\"\nwatch hatch by ada\nuse \"attic.asz\"\nlight cellar by ada { wind ada.oil }\n"),
    ("attic.asz", "use \"street.asz\"\nset ada.oil = 4\nlight attic by ada { wind ada.oil }\n"),
];

/// What has happened, line by line. Who rolled the dice is no part of it: the program in the session, and then whoever gives them.
fn told(verdict: &Verdict) -> Vec<String> {
    let lines = verdict.events.iter().map(|happened| text::line(&happened.event));
    lines.map(|line| line.replace(" (by hand)", "").replace(" (by dice)", "")).collect()
}

/// Runs what `:save` writes with the dice that its first lines name.
fn run_again(session: &Session, desk: &Desk) -> Result<Verdict, String> {
    let script = session.script();
    let dice = script.lines().find_map(|line| line.split_once("--dice ")).map(|(_, dice)| dice);
    let dice = dice.into_iter().flat_map(|dice| dice.split(',')).map(|die| die.parse().expect("a face"));
    let engine = Engine::with(desk.clone());
    let encounter = engine.compile("evening.asz", &script).map_err(|failure| format!("{failure}\n{script}"))?;
    encounter.adjudicate(Answers::given(dice.collect())).map_err(|stopped| format!("{stopped}\n{script}"))
}

#[test]
fn a_saved_session_repeats_itself_wherever_scenes_were_used() {
    let walk = |seed: u64| {
        let (_, desk) = begun();
        for (name, text) in SCENES {
            desk.write(name, text);
        }
        let mut session = Session::begin(Engine::with(desk.clone()), seed, None).expect("it begins");
        let mut state = seed;
        let mut pick = |sides: u64| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (state >> 33) % sides
        };
        enter_all(
            &mut session,
            &["use lamps", "person bo", "watch gate by bo"][..usize::try_from(pick(4)).expect("small")],
        );
        for number in 0..9 {
            let line = match pick(8) {
                0 => "use \"porch.asz\"".to_owned(),
                1 => "use \"cellar.asz\"".to_owned(),
                2 => "use \"attic.asz\"".to_owned(),
                3 => format!("watch round{number} by ada\nuse \"attic.asz\"\nset ada.oil = 2"),
                4 => format!("set ada.oil = {}", pick(9)),
                5 => format!("watch round{number} by ada"),
                _ => format!("light lamp{number} by ada {{ wind ada.oil }}"),
            };
            // What is in use already, and what names somebody unknown, is refused and changes nothing.
            let _ = session.enter(&line, None);
            if pick(6) == 0 {
                session.undo().expect("nothing is written");
            }
        }
        if session.entries().iter().all(|entry| entry.struck) {
            return false;
        }
        let again = run_again(&session, &desk).unwrap_or_else(|why| panic!("seed {seed}: {why}"));
        let own = session.whole();
        assert_eq!(told(&own), told(&again), "seed {seed}:\n{}", session.script());
        session.script().lines().skip_while(|line| !line.contains(" by ")).any(|line| line.starts_with("use \""))
    };
    let below = (1..=60).filter(|seed| walk(*seed)).count();
    assert!(below > 20, "only {below} of them used a scene after a roll");
}

#[test]
fn the_lines_of_a_scene_happen_where_its_use_stands() {
    let (_, desk) = begun();
    desk.write("down.asz", "use \"street.asz\"\nnote \"down: {ada.oil}\"\nset ada.oil = 1\n");
    let text = "use \"street.asz\"\nnote \"before: {ada.oil}\"\nuse \"down.asz\"\nnote \"after: {ada.oil}\"\n";
    let encounter = Engine::with(desk).compile("night.asz", text).expect("it is a scene");
    assert_eq!(encounter.warnings().len(), 0, "nothing above it is affected");
    let verdict = encounter.adjudicate(Answers::random(1)).expect("it runs");
    let told = text::text(&verdict);
    let place = |word: &str| told.find(word).unwrap_or_else(|| panic!("{word}: {told}"));
    assert!(place("before: 9") < place("down: 9") && place("down: 9") < place("after: 1"), "{told}");
}
