//! Functions that a host lends to scripts.

use std::sync::{Arc, Mutex};

use assize::engine::{Answers, Argument, Engine, Failure, OddsRequest, Parameter};
use assize::verdict::{Shown, Verdict};

const LAMPS: &str = include_str!("shared/lamps.asz");

/// Whoever has lit a lamp tells the host.
const TOLD: &str = "
house told extends lamps
add after resolve light.glow { signal lamp(glow, person, person.oil > 2) if glow is not dark }
";

type Done = Arc<Mutex<Vec<Vec<String>>>>;

fn host(done: &Done) -> Engine {
    let mut shelf = assize::engine::Shelf::default();
    shelf.put("lamps", LAMPS);
    shelf.put("told", TOLD);
    let written = Arc::clone(done);
    let lamp = [("glow", Parameter::Level("glow".into())), ("who", Parameter::Word), ("full", Parameter::YesNo)];
    Engine::with(shelf)
        .function("moon", &[("night", Parameter::Number)], |arguments| match arguments {
            [Argument::Number(night)] if *night < 0 => Err("there was no such night".to_owned()),
            [Argument::Number(night)] => Ok(night % 3 - 1),
            _ => Err("the night is not known".to_owned()),
        })
        .signalled("lamp", &lamp, move |arguments: &[Shown]| {
            let words = arguments.iter().map(|argument| argument.value.to_string()).collect();
            written.lock().map_err(|_| "the list is lost".to_owned())?.push(words);
            Ok(())
        })
}

fn judged(engine: &Engine, text: &str) -> Result<Verdict, Failure> {
    engine
        .compile("scene.asz", &format!("use lamps\nuse house told\nperson ada\n{text}"))?
        .adjudicate(Answers::deliberate())
}

fn refused(text: &str) -> String {
    judged(&host(&Done::default()), text).expect_err("this is wrong").to_string()
}

#[test]
fn a_pure_function_takes_part_like_any_other() {
    let done = Done::default();
    let engine = host(&done);
    let encounter = engine.compile(
        "scene.asz",
        "use lamps\nuse house told\nperson ada\nlight lamp by ada { wind host.moon(5) \"moon\" }",
    );
    let encounter = encounter.unwrap_or_else(|failure| panic!("{failure}"));
    let verdict = encounter.adjudicate(Answers::deliberate()).unwrap_or_else(|failure| panic!("{failure}"));
    assert_eq!(verdict.results.iter().find(|one| one.name == "lamp.total").map(|one| one.value.as_str()), Some("+1"));
    let request = OddsRequest { questions: vec!["P(lamp.glow is bright)".to_owned()], ..OddsRequest::default() };
    assert!(encounter.odds(&request).is_ok());
    assert_eq!(done.lock().expect("nobody panics").len(), 0, "neither a run nor odds do anything");
}

#[test]
fn what_is_signalled_is_done_only_when_it_is_asked_for() {
    let done = Done::default();
    let engine = host(&done);
    let script = "use lamps\nuse house told\nperson ada\nlight lamp by ada { wind 1 \"calm\" }\nlight other by ada { wind -1 \"gale\" }\nsignal lamp(dim, ada, no)";
    let encounter = engine.compile("scene.asz", script).unwrap_or_else(|failure| panic!("{failure}"));
    let verdict = encounter.adjudicate(Answers::deliberate()).unwrap_or_else(|failure| panic!("{failure}"));
    assert_eq!(done.lock().expect("nobody panics").len(), 0);
    encounter.perform(&verdict).expect("nothing fails");
    assert_eq!(*done.lock().expect("nobody panics"), [["bright", "ada", "yes"], ["dim", "ada", "no"]]);
    assert!(assize::verdict::text::text(&verdict).contains("signal lamp(bright, ada, yes)"));
}

#[test]
fn an_action_that_fails_tells_its_place() {
    let engine = Engine::default().signalled("bell", &[("n", Parameter::Number)], |arguments| match arguments {
        [Shown { number: Some(2), .. }] => Err("the rope is torn".to_owned()),
        _ => Ok(()),
    });
    let encounter = engine.compile("scene.asz", "signal bell(1)\nsignal bell(2)\nsignal bell(3)").expect("it is sound");
    let verdict = encounter.adjudicate(Answers::deliberate()).expect("it runs");
    assert_eq!(encounter.perform(&verdict), Err((1, "the rope is torn".to_owned())));
}

#[test]
fn signatures_are_checked() {
    let expected = [
        ("light lamp by ada { wind host.mon(1) \"x\" }", "AZ711", "did you mean `host.moon`?"),
        ("light lamp by ada { wind host.moon() \"x\" }", "AZ305", "write `host.moon(night)`"),
        ("light lamp by ada { wind host.moon(ada) \"x\" }", "AZ301", "a number is wanted"),
        ("signal lamp(3, ada, yes)", "AZ3", "glow"),
        ("signal lamp(dim, 3, yes)", "AZ301", "hand it a text or a name"),
        ("signal lmap(dim, ada, yes)", "AZ711", "did you mean `lamp`?"),
        ("signal moon(3)", "AZ711", "does nothing called `moon`"),
        ("light lamp by ada { wind host.lamp(dim, ada, no) \"x\" }", "AZ711", "answers no function `lamp`"),
    ];
    for (text, code, words) in expected {
        let message = refused(text);
        assert!(message.contains(code) && message.contains(words), "{text}: {message}");
    }
}

#[test]
fn a_function_that_fails_refuses_the_run() {
    let message = refused("light lamp by ada { wind host.moon(-1) \"x\" }");
    assert!(message.contains("AZ713") && message.contains("`host.moon`: there was no such night"), "{message}");
}

#[test]
fn a_script_says_when_its_host_is_missing() {
    let failure = Engine::default().compile("scene.asz", "signal bell(1)").expect_err("there is no host").to_string();
    assert!(failure.contains("AZ711") && failure.contains("does nothing called `bell`"), "{failure}");
}
