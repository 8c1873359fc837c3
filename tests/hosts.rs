//! Functions that a host lends to scripts.

use std::sync::{Arc, Mutex};

use assize::engine::{Answers, Argument, Engine, Failure, Limits, OddsRequest, Parameter, PerformError, Returned};
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
        .expect("it is a name")
        .signalled("lamp", &lamp, move |arguments: &[Shown]| {
            let words = arguments.iter().map(|argument| argument.value.to_string()).collect();
            written.lock().map_err(|_| "the list is lost".to_owned())?.push(words);
            Ok(())
        })
        .expect("it is a name")
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
    let mut signals = encounter.signals(&verdict).expect("the host knows them");
    assert_eq!(done.lock().expect("nobody panics").len(), 0);
    assert_eq!((signals.perform(), signals.perform()), (Ok(2), Ok(0)), "each is done once");
    assert_eq!(*done.lock().expect("nobody panics"), [["bright", "ada", "yes"], ["dim", "ada", "no"]]);
    assert!(assize::verdict::text::text(&verdict).contains("signal lamp(bright, ada, yes)"));
}

#[test]
fn an_action_that_fails_tells_its_place() {
    let engine = Engine::default().signalled("bell", &[("n", Parameter::Number)], |arguments| match arguments {
        [Shown { number: Some(2), .. }] => Err("the rope is torn".to_owned()),
        _ => Ok(()),
    });
    let engine = engine.expect("it is a name");
    let encounter = engine.compile("scene.asz", "signal bell(1)\nsignal bell(2)\nsignal bell(3)").expect("it is sound");
    let verdict = encounter.adjudicate(Answers::deliberate()).expect("it runs");
    let mut signals = encounter.signals(&verdict).expect("the host knows them");
    let torn = || PerformError::Failed { place: 1, name: "bell".to_owned(), why: "the rope is torn".to_owned() };
    // Asked again, it goes on with the one that failed.
    assert_eq!((signals.perform(), signals.perform()), (Err(torn()), Err(torn())));
    assert_eq!(signals.skip().map(|signal| signal.place), Some(1));
    assert_eq!(signals.perform(), Ok(1));
}

#[test]
fn signatures_are_checked() {
    let expected = [
        ("light lamp by ada { wind host.mon(1) \"x\" }", "AZ711", "did you mean `host.moon`?"),
        ("light lamp by ada { wind host.moon() \"x\" }", "AZ305", "write `host.moon(night)`"),
        ("light lamp by ada { wind host.moon(ada) \"x\" }", "AZ301", "but a number is needed here"),
        ("signal lamp(3, ada, yes)", "AZ3", "glow"),
        ("signal lamp(dim, 3, yes)", "AZ301", "pass a text or a name"),
        ("signal lmap(dim, ada, yes)", "AZ711", "did you mean `lamp`?"),
        ("signal moon(3)", "AZ711", "has no action `moon`"),
        ("light lamp by ada { wind host.lamp(dim, ada, no) \"x\" }", "AZ711", "has no function `lamp`"),
    ];
    for (text, code, words) in expected {
        let message = refused(text);
        assert!(message.contains(code) && message.contains(words), "{text}: {message}");
    }
}

#[test]
fn a_function_that_fails_refuses_the_run() {
    let message = refused("light lamp by ada { wind host.moon(-1) \"x\" }");
    assert!(message.contains("AZ715") && message.contains("`host.moon`: there was no such night"), "{message}");
}

#[test]
fn a_limit_on_functions_is_no_failure_of_the_host() {
    let engine = host(&Done::default()).limits(Limits::default().operations_in_all(1));
    let text = "light lamp by ada { wind host.moon(1) \"x\", wind host.moon(2) \"y\" }";
    let failure = judged(&engine, text).expect_err("two calls are one too many");
    let codes: Vec<_> = failure.diagnostics.iter().map(|found| found.code).collect();
    assert_eq!(codes, [assize::diagnostic::codes::HOUSE], "{failure}");
}

#[test]
fn a_script_says_when_its_host_is_missing() {
    let failure = Engine::default().compile("scene.asz", "signal bell(1)").expect_err("there is no host").to_string();
    assert!(failure.contains("AZ711") && failure.contains("has no action `bell`"), "{failure}");
}

#[test]
fn nothing_is_done_where_a_function_is_missing() {
    let done = Done::default();
    let script = "use lamps\nuse house told\nperson ada\nsignal lamp(dim, ada, no)";
    let encounter = host(&done).compile("scene.asz", script).unwrap_or_else(|failure| panic!("{failure}"));
    let verdict = encounter.adjudicate(Answers::deliberate()).expect("it runs");
    let other = Engine::default().compile("other.asz", "note \"x\"").expect("it is sound");
    let missing = PerformError::Missing { place: 0, name: "lamp".to_owned() };
    assert_eq!(other.signals(&verdict).map(|_| ()), Err(missing));
}

#[test]
fn names_that_scripts_cannot_write_and_names_lent_twice_are_refused() {
    for name in ["", "a b", "a-b", "1st", "_x", "a.b", "\u{1f3b2}"] {
        let refused = Engine::default().function(name, &[], |_| Ok(1)).map(|_| ()).expect_err(name).to_string();
        assert!(refused.contains("is not a valid name"), "{refused}");
        assert!(Engine::default().function("f", &[(name, Parameter::Number)], |_| Ok(1)).is_err(), "{name}");
        assert!(Engine::default().signalled(name, &[], |_| Ok(())).is_err(), "{name}");
    }
    let twice = Engine::default().function("f", &[], |_| Ok(1)).and_then(|engine| engine.function("f", &[], |_| Ok(2)));
    assert!(twice.map(|_| ()).expect_err("it is there").to_string().contains("already has a function `f`"));
    let both =
        Engine::default().function("f", &[], |_| Ok(1)).and_then(|engine| engine.signalled("f", &[], |_| Ok(())));
    both.expect("one answers and the other acts");
    assert!(Engine::default().function_of("f", &[], Parameter::Word, |_| Ok("x")).is_err(), "a text is no value");
}

#[test]
fn what_a_function_answers_is_held_to_its_declaration() {
    let run = |returns: Parameter, answer: Returned, claim: &str| {
        let mut shelf = assize::engine::Shelf::default();
        shelf.put("lamps", LAMPS);
        let engine = Engine::with(shelf).function_of("f", &[], returns, move |_| Ok(answer.clone())).expect("a name");
        let script = format!("use lamps\nexpect {{ {claim} }}");
        let report = engine.compile("scene.asz", &script).unwrap_or_else(|failure| panic!("{failure}")).test();
        let failures = report.tested.iter().flat_map(|one| &one.failures);
        failures.map(|failure| failure.message.clone()).collect::<Vec<_>>()
    };
    let glow = || Parameter::Level("glow".to_owned());
    assert_eq!(run(glow(), "bright".into(), "host.f() is bright"), Vec::<String>::new());
    assert_eq!(run(Parameter::YesNo, true.into(), "host.f()"), Vec::<String>::new());
    assert_eq!(run(Parameter::YesNo, false.into(), "not host.f()"), Vec::<String>::new());
    assert!(run(glow(), "green".into(), "host.f() is bright")[0].contains("not a level of `glow`"));
    assert!(run(glow(), 1.into(), "host.f() is bright")[0].contains("returned 1, but must return a level of `glow`"));
    assert!(run(Parameter::YesNo, 1.into(), "host.f()")[0].contains("returned 1, but must return yes or no"));
    assert!(run(Parameter::Number, true.into(), "host.f() = 1")[0].contains("returned yes, but must return a number"));
}

#[test]
fn what_a_function_answers_is_told_once_and_by_its_name() {
    let told = |body: &str| {
        let calls = Arc::new(Mutex::new(0));
        let (counted, mut shelf) = (Arc::clone(&calls), assize::engine::Shelf::default());
        let system = "system nights \"Nights\"\nscale mood { level, gay, grim }\nkind person { }\n";
        shelf.put("nights", format!("{system}procedure go by person {{\n{body}\n}}"));
        let engine = Engine::with(shelf);
        let engine = engine.function_of("watched", &[], Parameter::YesNo, move |_| {
            *counted.lock().map_err(|_| "it is lost".to_owned())? += 1;
            Ok(true)
        });
        let engine =
            engine.and_then(|engine| engine.function_of("mood", &[], Parameter::Level("mood".into()), |_| Ok("grim")));
        let engine = engine.expect("they are names");
        let ran = engine
            .compile("x", "use nights\nperson ada\ngo night by ada")
            .and_then(|night| night.adjudicate(Answers::deliberate()));
        let verdict = ran.unwrap_or_else(|failure| panic!("{failure}"));
        let text = assize::verdict::text::text(&verdict);
        let lines: Vec<String> =
            text.lines().filter(|line| line.contains("host.")).map(|line| line.trim().to_owned()).collect();
        let calls = *calls.lock().expect("nobody panics");
        (lines, calls)
    };
    let yes = vec!["host.watched: yes (answered by the program)".to_owned()];
    assert_eq!(told("let seen = host.watched()"), (yes.clone(), 1));
    assert_eq!(told("sum t {\n w | if host.watched() then 1 else 0\n}"), (yes, 1));
    let grim = vec!["host.mood: grim (answered by the program)".to_owned()];
    assert_eq!(told("let feels = host.mood()"), (grim.clone(), 0));
    assert_eq!(told("sum t {\n w | if host.mood() is grim then 1 else 0\n}"), (grim, 0));
}

#[test]
fn a_function_that_panics_refuses_the_run() {
    let engine = Engine::default().function("f", &[], |_| panic!("the tower fell")).expect("a name");
    let engine = engine.signalled("bell", &[], |_| panic!("the rope is torn")).expect("a name");
    let script = "system s\none w { n : number = 0 }\nexpect { host.f() = 1 }";
    let report = engine.compile("scene.asz", script).unwrap_or_else(|failure| panic!("{failure}")).test();
    assert!(report.tested[0].failures[0].message.contains("it panicked: the tower fell"), "{report:?}");
    let encounter = engine.compile("bell.asz", "signal bell()").unwrap_or_else(|failure| panic!("{failure}"));
    let verdict = encounter.adjudicate(Answers::deliberate()).expect("it runs");
    let torn = encounter.signals(&verdict).expect("it is known").perform().expect_err("it panics").to_string();
    assert_eq!(torn, "`bell`: it panicked: the rope is torn");
}

#[test]
fn a_loaded_program_is_answered_by_its_host_and_held_to_its_limits() {
    let done = Done::default();
    let engine = host(&done);
    let script =
        "use lamps\nuse house told\nperson ada\nlight lamp by ada { wind host.moon(5) \"moon\" }\nnote \"\u{fc}ber\"";
    let encounter = engine.compile("scene.asz", script).unwrap_or_else(|failure| panic!("{failure}"));
    let stored = encounter.stored().expect("there is a scene");
    let loaded = engine.load_program(&stored).expect("it is a program");
    let before = encounter.adjudicate(Answers::deliberate()).expect("it runs");
    assert_eq!(loaded.adjudicate(Answers::deliberate()).expect("it runs"), before, "with all its places");
    assert!(!stored.contains("kind person"), "it holds no texts");
    let refused = |engine: Engine| match engine.load_program(&stored) {
        Ok(loaded) => loaded.adjudicate(Answers::deliberate()).expect_err("it is refused").to_string(),
        Err(failure) => failure.to_string(),
    };
    assert!(refused(Engine::default()).contains("no host provides the function `moon`"));
    let stopped = refused(engine.clone().limits(Limits::default().fuel(3)));
    assert!(stopped.contains("AZ703") && !stopped.starts_with('?'), "places are known: {stopped}");
    assert!(refused(engine.clone().limits(Limits::default().program(3))).contains("larger than 3"));
    assert!(refused(engine.clone().limits(Limits::default().source(3))).contains("longer than the limit"));
    let cancel = assize::engine::Cancel::default();
    cancel.call_off();
    assert!(refused(engine.called_off_by(&cancel)).contains("AZ714"));
}

#[test]
fn debug_of_a_failure_is_what_a_person_wants_to_see() {
    let failure = Engine::default().compile("scene.asz", "use ttomp\nactr inez").expect_err("it is misspelt");
    let shown = format!("{failure:?}");
    assert!(shown.starts_with("scene.asz:2:1: error[AZ") && shown.len() < 500, "{shown}");
    assert!(!shown.ends_with('\n'));
}
