//! Functions that are harmless one by one, and run away together.

use assize::engine::{Answers, Encounter, Engine, Failure, Limits, OddsRequest, Shelf};
use assize::hook_rhai;
use assize::session::{Entered, Session};

use crate::LAMPS;

/// Each call takes some 60 steps.
const SLOW: &str = "fn before_glow() { let n = 0; while n < 10 { n += 1; } }";

/// Each call says some 800 letters.
const WORDY: &str = "fn before_glow() { let word = \"0123456789\"; for i in 0..3 { word += word; } #{ note: [word, word, word, word, word, word, word, word, word, word] } }";

fn engine(rules: &str, limits: Limits) -> Engine {
    let mut shelf = Shelf::default();
    shelf.put("lamps", LAMPS);
    shelf.put("rules.rhai", rules);
    Engine::with(shelf).limits(limits).functions_by(hook_rhai::reader(limits))
}

fn lit(times: u32, rules: &str, limits: Limits) -> Result<Encounter, Failure> {
    let scene = format!(
        "use lamps\nuse house \"rules.rhai\"\nperson ada {{ oil 9 }}\nrepeat up to {times} {{ light lamp by ada, set ada.oil = 9 }}"
    );
    engine(rules, limits).compile("scene.asz", &scene)
}

fn run(times: u32, rules: &str, limits: Limits) -> Result<(), String> {
    let told = lit(times, rules, limits).and_then(|encounter| encounter.adjudicate(Answers::deliberate()));
    told.map(|_| ()).map_err(|failure| failure.to_string())
}

#[test]
fn all_calls_together_have_a_limit() {
    let limits = Limits::default().operations_in_all(2_000);
    assert_eq!(run(5, SLOW, limits), Ok(()));
    let message = run(500, SLOW, limits).expect_err("it goes too far");
    assert!(message.starts_with("scene.asz:4:20: error[AZ713]: the functions of house rules take more"), "{message}");
    assert!(
        message.contains("more than 2000 steps in all")
            && message.contains("rules.rhai:1:4: ")
            && message.contains("called here"),
        "{message}"
    );
    assert_eq!(run(5, WORDY, limits), Ok(()));
    assert!(run(100, WORDY, limits).is_err());
    assert_eq!(run(500, SLOW, Limits::default()), Ok(()));
}

#[test]
fn odds_have_the_same_limit() {
    let chance = |operations_in_all| {
        let limits = Limits::default().operations_in_all(operations_in_all);
        let rules = "fn after_roll_spark(spark) { let n = 0; while n < 10 { n += 1; } spark }";
        let request = OddsRequest { questions: vec!["E(lamp.sparks)".to_owned()], ..OddsRequest::default() };
        lit(1, rules, limits).and_then(|encounter| encounter.odds(&request)).map_err(|failure| failure.to_string())
    };
    assert!(chance(500_000).is_ok());
    let message = chance(100).expect_err("it goes too far");
    assert!(message.contains("AZ713") && message.contains("in all"), "{message}");
}

#[test]
fn a_session_stays_as_it_was() {
    let limits = Limits::default().operations_in_all(2_000);
    let mut session = Session::begin(engine(SLOW, limits), 7, None).expect("nothing is kept");
    for line in ["use lamps", "use house \"rules.rhai\"", "person ada { oil 9 }", "set ada.oil = 5"] {
        session.enter(line, None).unwrap_or_else(|failure| panic!("{line}: {failure}"));
    }
    let entries = session.entries().len();
    let refused = session.enter("repeat up to 500 { set ada.oil = 9, light lamp by ada }", None);
    assert!(refused.is_err_and(|failure| failure.to_string().contains("AZ713")));
    assert_eq!(session.entries().len(), entries);
    match session.enter("ada.oil", None) {
        Ok(Entered::Value { value, .. }) => assert_eq!(value.value, "5"),
        other => panic!("{other:?}"),
    }
    session.enter("light lamp by ada", None).expect("a single lamp is no runaway");
}
